//! `waxwing experiment status`, `merge`, `export` and `replay`

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use waxwing_lab::{CellStatus, CellTrees, ExportError, Mean, Merged, ReplayedGame, Store, export_csv, replay_game};

use crate::failure::Failure;
use crate::interrupt;
use crate::show::{self, dim, fraction, heading, interval};

#[derive(Args)]
pub struct Status {
    /// The store
    store: PathBuf,
    /// Show instead what the searches of each cell's first agent were like; it reads all games
    #[arg(long)]
    trees: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    pub fn run(self) -> Result<(), Failure> {
        const FAILURES: u32 = 10;
        let store = Store::open(&self.store)?;
        if self.trees {
            let trees = store.trees()?;
            return if self.json { show::print_json(&trees) } else { show::print(&searches(&trees)) };
        }
        let status = store.status()?;
        if self.json {
            return show::print_json(&status);
        }
        let failures = store.failures(FAILURES)?;
        let failures: String = failures.iter().map(|(id, message)| format!("  game {id}: {message}\n")).collect();
        let failures = if failures.is_empty() { failures } else { format!("\n{}\n{failures}", heading("failed")) };
        show::print(&(described(&status) + &failures))
    }
}

/// A table for each experiment.
pub fn described(status: &[CellStatus]) -> String {
    let mut text = String::new();
    for cells in status.chunk_by(|a, b| a.experiment == b.experiment) {
        let columns = ["id", "cell", ">games", ">of", ">win rate", "95 %", ">score", "95 %", ">failed"];
        let mut table = show::Table::new(&columns);
        cells.iter().for_each(|cell| table.row(row(cell)));
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n{}", heading(&cells[0].experiment), table.text());
    }
    text
}

/// A table of searches for each experiment.
fn searches(trees: &[CellTrees]) -> String {
    let mut text = String::new();
    for cells in trees.chunk_by(|a, b| a.experiment == b.experiment) {
        let columns = ["id", "cell", ">games", ">chosen visits", "95 %", ">value", "95 %", ">depth", "95 %"];
        let mut table = show::Table::new(&columns);
        for cell in cells {
            let (id, label, games) = (cell.cell.to_string(), cell.label.clone(), show::thousands(cell.games));
            let [visits, value, depth] = [cell.visits, cell.value, cell.depth].map(mean);
            table.row([[id, label, games].as_slice(), &visits, &value, &depth].concat());
        }
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n{}", heading(&cells[0].experiment), table.text());
    }
    text
}

fn mean(mean: Option<Mean>) -> [String; 2] {
    [fraction(mean.map(|mean| mean.mean)), mean.map_or_else(String::new, |mean| interval(mean.ci95))]
}

fn row(cell: &CellStatus) -> [String; 9] {
    let standing = &cell.standing;
    [
        cell.cell.to_string(),
        cell.label.clone(),
        show::thousands(standing.counted()),
        show::thousands(cell.wanted),
        fraction(standing.win_rate),
        interval(standing.ci95),
        fraction(standing.score),
        interval(standing.score_ci95),
        show::thousands(cell.failed),
    ]
}

#[derive(Args)]
pub struct Merge {
    /// The store that gets the games; it is made if it is not there
    out: PathBuf,
    /// The stores they come from
    #[arg(required = true, value_name = "IN")]
    stores: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What came from a store.
#[derive(Serialize)]
struct MergedStore {
    store: String,
    #[serde(flatten)]
    merged: Merged,
}

impl Merge {
    pub fn run(self) -> Result<(), Failure> {
        let inputs = self.stores.iter().map(|path| Store::open(path)).collect::<Result<Vec<_>, _>>()?;
        let mut out = Store::create(&self.out)?;
        let mut all = Vec::new();
        for input in &inputs {
            let merged = out.merge(input)?;
            if self.json {
                all.push(MergedStore { store: input.path().display().to_string(), merged });
                continue;
            }
            let (path, known) = (input.path().display(), show::thousands(merged.known));
            let different = match merged.different {
                0 => String::new(),
                number => format!(", {} played otherwise by another version and left out", show::thousands(number)),
            };
            show::print(&format!("{path}: {} new, {known} known{different}\n", show::plural(merged.games, "game")))?;
        }
        if self.json { show::print_json(&all) } else { Ok(()) }
    }
}

#[derive(Args)]
pub struct Export {
    /// The store
    store: PathBuf,
    /// The file for comma-separated values, a line for each seat of each game; `-` is the output
    #[arg(long, value_name = "FILE", required_unless_present = "parquet")]
    csv: Option<PathBuf>,
    /// The file for the same table with types, in the Parquet format (in builds with the feature `parquet`)
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    parquet: Option<PathBuf>,
    /// Print JSON about the file
    #[arg(long)]
    json: bool,
}

/// A file that was written.
#[derive(Serialize)]
struct Exported {
    store: String,
    file: String,
    bytes: u64,
}

impl Export {
    pub fn run(self) -> Result<(), Failure> {
        let store = Store::open(&self.store)?;
        let path = match (&self.csv, &self.parquet) {
            (Some(path), _) if path.as_os_str() == "-" => {
                if self.json {
                    return Err(Failure::usage(
                        "the table itself goes to the output: give `--csv` a file for `--json`",
                    ));
                }
                return Ok(export_csv(&store, &mut BufWriter::new(io::stdout().lock()))?);
            }
            (Some(path), _) => {
                write_whole(path, &mut |file| export_csv(&store, file))?;
                path
            }
            (None, Some(path)) => {
                export_parquet(&store, path)?;
                path
            }
            (None, None) => unreachable!("one of them is required"),
        };
        if !self.json {
            return Ok(());
        }
        let [store, file] = [&self.store, path].map(|path| path.display().to_string());
        show::print_json(&Exported { store, file, bytes: std::fs::metadata(path)?.len() })
    }
}

#[cfg(feature = "parquet")]
fn export_parquet(store: &Store, path: &Path) -> Result<(), Failure> {
    write_whole(path, &mut |file| waxwing_lab::export_parquet(store, file))
}

#[cfg(not(feature = "parquet"))]
fn export_parquet(_: &Store, _: &Path) -> Result<(), Failure> {
    let how = "cargo install --path crates/waxwing-cli --features parquet";
    Err(Failure::Usage(format!("this build does not write Parquet files; `{how}` makes one that does")))
}

/// Writes a file whole or not at all.
fn write_whole(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<File>) -> Result<(), ExportError>,
) -> Result<(), Failure> {
    let mut growing = path.to_owned().into_os_string();
    growing.push(".part");
    let cannot = |error: io::Error| Failure::Usage(format!("`{}` cannot be written: {error}", path.display()));
    let mut file = BufWriter::new(File::create(&growing).map_err(cannot)?);
    let written = write(&mut file).and_then(|()| Ok(file.flush()?));
    let placed = written.and_then(|()| Ok(std::fs::rename(&growing, path)?));
    if placed.is_err() {
        // What is left of it is of no use; the error says why it is not whole.
        let _ = std::fs::remove_file(&growing);
    }
    Ok(placed?)
}

#[derive(Args)]
pub struct Replay {
    /// The store
    store: PathBuf,
    /// The game: the id of its cell and its number, such as `3:17`
    id: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn run(self) -> Result<(), Failure> {
        let store = Store::open(&self.store)?;
        let Some(game) = replay_game(&store, &self.id, interrupt::watch())? else { return Err(Failure::Interrupted) };
        if self.json {
            show::print_json(&game)?
        } else {
            show::print(&replayed(&game))?
        }
        let differs = "it went otherwise than the store says: another version, or a broken promise of reproducibility";
        if game.same { Ok(()) } else { Err(Failure::Io(io::Error::other(differs))) }
    }
}

fn replayed(game: &ReplayedGame) -> String {
    let how = if game.by_seed { "played again by its seeds" } else { "by the moves that were kept" };
    let seats: String = game.agents.iter().zip(&game.rewards).enumerate().map(seat).collect();
    let from = dim(format!("{how}; version {}", game.version));
    format!(
        "{} · {from}\n{seats}\n{}\n\n{}\n",
        heading(format!("{} {}", game.game, game.id)),
        game.moves,
        game.position.trim_end()
    )
}

fn seat((number, (agent, reward)): (usize, (&String, &f64))) -> String {
    format!("  seat {number}: {agent}, reward {reward}\n")
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
            other => Failure::Io(io::Error::other(other.to_string())),
        }
    }
}
