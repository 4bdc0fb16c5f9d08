//! `cargo xtask strength`: our players against programs from outside, and a table of how it went.
//!
//! The matches are in `rows.toml`. They are played as an experiment whose games are kept under `target/strength`, so that a run that is
//! interrupted goes on where it was; `examples/programs` has what speaks for the programs. GNU Backgammon judges instead: its
//! number is the equity that our player loses in a turn.

pub mod levels;
mod table;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::Value;

use crate::oracles::{self, Packages};
pub use table::Line;

const ROWS: &str = include_str!("rows.toml");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strength.md");
/// The time for a move of programs whose level says how long they think.
const AMPLE: &str = "3600s";
const JUDGE: &str = "examples/programs/backgammon_gnubg.py";

/// RLCard's rule agent needs only the package itself, of which there is no wheel.
const RLCARD: Packages = Packages {
    folder: "rlcard",
    about: "RLCard",
    requirements: concat!(env!("CARGO_MANIFEST_DIR"), "/src/strength/requirements.txt"),
    options: &["--no-binary", "rlcard"],
    works: "from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1",
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    row: Vec<Row>,
}

/// A match, or games that are judged.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    name: String,
    game: String,
    agent: String,
    against: String,
    opponent: String,
    needs: Vec<String>,
    role: Option<String>,
    #[serde(default)]
    ours: Ours,
    #[serde(default)]
    judged: bool,
    budget: u64,
    games: u64,
    goal: f64,
    /// What a reader of the table should know.
    note: Option<String>,
}

/// Which of the two agents is ours.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ours {
    #[default]
    First,
    Second,
}

/// What is asked for.
#[derive(Default)]
pub struct Asked {
    /// The rows that are played; all if none is named.
    names: Vec<String>,
    /// How many games a row has at most.
    games: Option<u64>,
    /// The budget of a move at most, for a quick look.
    budget: Option<u64>,
    /// Games at once; one for each core if nothing is said.
    jobs: Option<u64>,
    /// Whether the table goes into the documentation.
    writes: bool,
    /// The command that plays; the release build of this workspace if none is named.
    pub command: Option<PathBuf>,
}

impl Asked {
    /// A few quick games of every row, to see that they can be played.
    pub fn a_few() -> Asked {
        Asked { games: Some(2), budget: Some(50), ..Asked::default() }
    }

    /// Reads `[ROW…] [--games N] [--budget N] [--jobs N] [--write] [--command FILE]`.
    pub fn read(words: &[String]) -> Result<Asked, String> {
        let (mut asked, mut words) = (Asked::default(), words.iter());
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.next().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
                number.ok_or(format!("{word} takes a whole number of at least 1"))
            };
            match word.as_str() {
                "--games" => asked.games = Some(number()?),
                "--budget" => asked.budget = Some(number()?),
                "--jobs" => asked.jobs = Some(number()?),
                "--write" => asked.writes = true,
                "--command" => asked.command = Some(words.next().ok_or("--command takes a file")?.into()),
                name => asked.names.push(name.to_owned()),
            }
        }
        Ok(asked)
    }

    /// The rows with as many games as are asked for.
    fn rows(&self) -> Result<Vec<Row>, String> {
        let Rows { row: mut rows } = toml::from_str(ROWS).map_err(|error| format!("rows.toml: {error}"))?;
        let known: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        if let Some(name) = self.names.iter().find(|name| !known.contains(name)) {
            return Err(format!("there is no row `{name}`; there are {}", known.join(", ")));
        }
        rows.retain(|row| self.names.is_empty() || self.names.contains(&row.name));
        for row in &mut rows {
            row.games = row.games.min(self.games.unwrap_or(u64::MAX));
            row.budget = row.budget.min(self.budget.unwrap_or(u64::MAX));
        }
        Ok(rows)
    }
}

/// Plays the rows that are asked for with this command, and prints the table. A row whose opponent cannot be installed is left out,
/// which is said.
pub fn run(target: &Path, waxwing: &Path, asked: &Asked) -> Result<(), String> {
    let folder = target.join("strength");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let (mut pythons, mut rows) = (BTreeMap::new(), Vec::new());
    for row in asked.rows()? {
        match row.needs.iter().try_for_each(|need| provide(need, &mut pythons)) {
            Ok(()) => rows.push(row),
            Err(reason) => eprintln!("== strength: {}: SKIPPED, NOT PLAYED: {reason}", row.name),
        }
    }
    for row in &mut rows {
        for (name, python) in &pythons {
            let place = format!("{{{name}}}");
            row.agent = row.agent.replace(&place, python);
            row.against = row.against.replace(&place, python);
        }
    }
    let house = House { folder, waxwing: waxwing.to_owned(), jobs: asked.jobs };
    let (judged, matches): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.judged);
    let mut lines = if matches.is_empty() { Vec::new() } else { house.play(&matches)? };
    for row in &judged {
        lines.push(house.judge(row)?);
    }
    let text = table::table(&lines);
    println!("{text}");
    if asked.writes {
        let before = fs::read_to_string(PAGE).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
        let page = table::page(&before, &Asked::default().rows()?, &lines, &table::stamp(&house.waxwing)?);
        fs::write(PAGE, page).map_err(|error| format!("cannot write {PAGE}: {error}"))?;
        eprintln!("== strength: written to docs/strength.md");
    }
    Ok(())
}

/// Finds or installs what a row needs; notes the Python that has it.
fn provide(need: &str, pythons: &mut BTreeMap<String, String>) -> Result<(), String> {
    let packages = match need {
        "gnugo" => return oracles::gnugo(),
        "gtp-rhino" => return oracles::game_program("gtp-rhino", "grhino"),
        "gnubg" => return oracles::game_program("gnubg", "gnubg"),
        "open_spiel" => &oracles::OPEN_SPIEL,
        "rlcard" => &RLCARD,
        other => return Err(format!("rows.toml: nobody knows how to install `{other}`")),
    };
    if !pythons.contains_key(need) {
        pythons.insert(need.to_owned(), oracles::python(packages)?);
    }
    Ok(())
}

/// Where games are played and kept.
struct House {
    folder: PathBuf,
    waxwing: PathBuf,
    /// Games at once; one for each core if nothing is said.
    jobs: Option<u64>,
}

impl House {
    /// The command with these arguments, from the root of the repository, where programs of the system's games are found.
    fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let path = env::var("PATH").unwrap_or_default();
        let mut command = Command::new(program);
        command.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        command.env("PATH", format!("{path}:/usr/games"));
        command
    }

    /// What a program prints, which must be successful or, like a match of which a game failed, say why not.
    fn printed(&self, program: &Path, arguments: &[&str]) -> Result<String, String> {
        let output = self.command(program, arguments).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // A match of which some games failed ends with 1, and has its result all the same.
        if output.status.success() || (output.status.code() == Some(1) && !text.trim().is_empty()) {
            Ok(text)
        } else {
            Err(format!("{} {} failed ({})", program.display(), arguments.join(" "), output.status))
        }
    }

    /// Plays matches, or what is left of them.
    fn play(&self, rows: &[Row]) -> Result<Vec<Line>, String> {
        let cells = self.cells("strength", &experiment(rows))?;
        let cell = |row: &Row| cells.iter().find(|cell| cell["label"] == row.name.as_str());
        Ok(rows.iter().filter_map(|row| Some(Line::of_match(row, cell(row)?))).collect())
    }

    /// Plays the cells of an experiment, or what is left of them: a result each.
    fn cells(&self, name: &str, experiment: &str) -> Result<Vec<Value>, String> {
        let (file, store) = (self.folder.join(format!("{name}.toml")), self.folder.join("results.sqlite"));
        let [file, store] = [&file, &store].map(|path| path.display().to_string());
        fs::write(&file, experiment).map_err(|error| format!("cannot write {file}: {error}"))?;
        let words = ["experiment", "run", &file, "--out", &store, "--results", "none", "--json"];
        let jobs = self.jobs.map(|jobs| ["--jobs".to_owned(), jobs.to_string()]);
        let words: Vec<&str> = words.into_iter().chain(jobs.iter().flatten().map(String::as_str)).collect();
        let text = self.printed(&self.waxwing, &words)?;
        serde_json::from_str(&text).map_err(|error| format!("{error} in {text}"))
    }

    /// Plays games that are kept, and has GNU Backgammon judge our player's turns.
    fn judge(&self, row: &Row) -> Result<Line, String> {
        let file = self.folder.join(format!("{}-{}.jsonl", row.name, row.budget)).display().to_string();
        let kept = fs::read_to_string(&file).unwrap_or_default().lines().count() as u64;
        if kept < row.games {
            let _ = fs::remove_file(&file);
            let [games, budget] = [row.games, row.budget].map(|number| number.to_string());
            let words = ["match", &row.game, &row.agent, &row.against, "--games", &games, "--iterations", &budget];
            let jobs = self.jobs.map(|jobs| format!("--jobs={jobs}"));
            let more = ["--records", &file, "--json"].into_iter().chain(jobs.as_deref());
            self.printed(&self.waxwing, &words.into_iter().chain(more).collect::<Vec<_>>())?;
        }
        let games = row.games.to_string();
        let text = self.printed(Path::new("python3"), &[JUDGE, "--judge", &file, "--games", &games])?;
        let lines = text.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{error} in {line}")));
        let agents = lines.collect::<Result<Vec<Value>, String>>()?;
        let ours = agents.iter().find(|agent| !agent["agent"].as_str().unwrap_or_default().starts_with("program("));
        ours.map(|agent| Line::of_judgement(row, agent)).ok_or_else(|| format!("{file} has no turn of our player"))
    }
}

/// The experiment of these rows.
fn experiment(rows: &[Row]) -> String {
    let mut text =
        "name = \"strength\"\ntitle = \"Our players against programs from outside\"\nsource = \"\"\n".to_owned();
    let quoted = |text: &str| Value::from(text).to_string();
    for row in rows {
        // Programs of the Go Text Protocol have no budget of iterations: they get time enough for their level.
        let budgeted = |agent: &str| match agent.starts_with("gtp(") {
            true => quoted(agent),
            false => quoted(&format!("{agent} @{}", row.budget)),
        };
        let (agent, against) = (budgeted(&row.agent), budgeted(&row.against));
        text += &format!("\n[[cell]]\nlabel = {}\ngame = {}\n", quoted(&row.name), quoted(&row.game));
        text += &format!(
            "agent = {agent}\nagainst = {against}\nbudget = \"{AMPLE}\"\ngames = {}\nseed = 2026\n",
            row.games
        );
        if let Some(role) = &row.role {
            text += &format!("design = \"one-vs-rest\"\nas = {}\n", quoted(role));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_well_formed_and_chosen_by_name() {
        let all = Asked::default().rows().unwrap();
        assert!(all.len() > 6 && all.iter().all(|row| row.games > 0 && !row.needs.is_empty()));
        let words = ["--games", "3", "othello", "--write"].map(str::to_owned);
        let asked = Asked::read(&words).unwrap();
        let rows = asked.rows().unwrap();
        assert_eq!((rows.len(), rows[0].games, asked.writes), (1, 3, true));
        assert!(Asked::read(&["--games".to_owned()]).is_err());
        let unknown = Asked { names: vec!["chess".to_owned()], ..Asked::default() };
        assert!(unknown.rows().err().unwrap().contains("there is no row `chess`; there are othello, go-9"));
    }

    #[test]
    fn an_experiment_has_a_cell_for_each_row() {
        let rows = Asked::default().rows().unwrap();
        let read: toml::Table = toml::from_str(&experiment(&rows)).unwrap();
        assert_eq!(read["cell"].as_array().unwrap().len(), rows.len());
        let cell = |index: usize, key: &str| read["cell"][index][key].as_str().unwrap();
        assert_eq!((cell(0, "agent"), cell(0, "against")), ("ab(eval=learned) @100000", &*rows[0].against));
    }
}
