//! `waxwing experiment merge`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use waxwing_lab::{Merged, MergedRows, Store, merge_results};

use super::health;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Fleeting;
use crate::show;

#[derive(Args)]
pub struct Merge {
    /// The store that gets the games, or the results file (`.csv`) that gets the rows; it is made if it is not there
    out: PathBuf,
    /// The stores or results files they come from
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

/// What came from a results file.
#[derive(Serialize)]
struct MergedFile {
    file: String,
    #[serde(flatten)]
    merged: MergedRows,
}

impl Merge {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        interrupt::watch_closely();
        if self.out.extension().is_some_and(|ending| ending == "csv") {
            return self.merge_rows();
        }
        let inputs = self.stores.iter().map(|path| health::open(context, path)).collect::<Result<Vec<_>, _>>()?;
        // A store that this command makes is there when everything is in it.
        let fleeting =
            (!self.out.exists()).then(|| Fleeting::new(["", "-wal", "-shm"].map(|ending| self.beside(ending))));
        let damaged = self.merge(context, &inputs)?;
        fleeting.into_iter().for_each(Fleeting::keep);
        match damaged {
            Some((count, input)) => Err(health::left_out(count, input.path())),
            None => Ok(()),
        }
    }

    /// Merges results files: all of them, or nothing.
    fn merge_rows(&self) -> Result<(), Failure> {
        if let Some(missing) = self.stores.iter().find(|path| !path.is_file()) {
            return Err(Failure::Usage(format!("there is no results file `{}`", missing.display())));
        }
        let all = merge_results(&self.out, &self.stores)?.into_iter().zip(&self.stores);
        let all: Vec<MergedFile> =
            all.map(|(merged, path)| MergedFile { file: path.display().to_string(), merged }).collect();
        if self.json {
            return show::print_json(&all);
        }
        let line = |MergedFile { file, merged }: &MergedFile| {
            format!("{file}: {} new, {} known\n", show::plural(merged.rows, "row"), show::thousands(merged.known))
        };
        show::print(&all.iter().map(line).collect::<String>())
    }

    /// Merges all inputs; returns how much is damaged in one of them.
    fn merge<'i>(&self, context: &Context, inputs: &'i [Store]) -> Result<Option<(usize, &'i Store)>, Failure> {
        let mut out = Store::create(&context.workshop, &self.out)?;
        inputs.iter().try_for_each(|input| out.differs_from(input))?;
        let (mut damaged, mut all) = (None, Vec::new());
        for input in inputs {
            let merged = out.merge(input)?;
            if !self.json {
                show::print(&described(input, &merged))?;
            }
            health::note_format(input.path(), input.format());
            if health::warned(input.path(), &merged.damage) > 0 {
                damaged = damaged.or(Some((merged.damage.len(), input)));
            }
            all.push(MergedStore { store: input.path().display().to_string(), merged });
        }
        if self.json {
            show::print_json(&all)?;
        }
        Ok(damaged)
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(ending);
        name.into()
    }
}

fn described(input: &Store, merged: &Merged) -> String {
    let (path, known) = (input.path().display(), show::thousands(merged.known));
    let different = match merged.different {
        0 => String::new(),
        number => format!(", {} played otherwise by another version and left out", show::thousands(number)),
    };
    format!("{path}: {} new, {known} known{different}\n", show::plural(merged.games, "game"))
}
