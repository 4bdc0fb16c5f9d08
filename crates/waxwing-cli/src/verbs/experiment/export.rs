//! `waxwing experiment export`

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use waxwing_lab::{ExportError, Snapshot, export_csv};

use super::health;
use crate::context::Context;
use crate::failure::Failure;
use crate::output::write_with;
use crate::show;

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
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let store = health::open(context, &self.store)?;
        let snapshot = store.snapshot()?;
        let path = match (&self.csv, &self.parquet) {
            (Some(path), _) if path.as_os_str() == "-" => {
                if self.json {
                    return Err(Failure::usage(
                        "the table itself goes to the output: give `--csv` a file for `--json`",
                    ));
                }
                let mut out = BufWriter::new(io::stdout().lock());
                export_csv(&snapshot, &mut out)?;
                out.flush()?;
                return health::told(&snapshot);
            }
            (Some(path), _) => {
                write_with(path, |file| Ok(export_csv(&snapshot, file)?))?;
                path
            }
            (None, Some(path)) => {
                export_parquet(&snapshot, path)?;
                path
            }
            (None, None) => unreachable!("one of them is required"),
        };
        if self.json {
            let [store, file] = [&self.store, path].map(|path| path.display().to_string());
            show::print_json(&Exported { store, file, bytes: std::fs::metadata(path)?.len() })?;
        }
        health::told(&snapshot)
    }
}

#[cfg(feature = "parquet")]
fn export_parquet(snapshot: &Snapshot<'_>, path: &Path) -> Result<(), Failure> {
    write_with(path, |file| Ok(waxwing_lab::export_parquet(snapshot, file)?))
}

#[cfg(not(feature = "parquet"))]
fn export_parquet(_: &Snapshot<'_>, _: &Path) -> Result<(), Failure> {
    let how = "cargo install --path crates/waxwing-cli --features parquet";
    Err(Failure::Usage(format!("this build does not write Parquet files; `{how}` makes one that does")))
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        match error {
            ExportError::Store(error) => error.into(),
            ExportError::Io(error) => error.into(),
            other => Failure::failed(other),
        }
    }
}
