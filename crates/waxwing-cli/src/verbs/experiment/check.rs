//! `waxwing experiment check`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use waxwing_lab::{Checked, Repaired, repair_store};

use super::health;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::Jobs;
use crate::show;

#[derive(Args)]
pub struct Check {
    /// The store
    store: PathBuf,
    /// Keep what is intact, and play damaged games again; the damaged file stays beside the store
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What is said about a store.
#[derive(Serialize)]
struct Findings {
    #[serde(flatten)]
    checked: Checked,
    repaired: Option<Repaired>,
}

impl Check {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        // Games that are played again take their time; without any, an interruption ends the command soon.
        let stop = if self.repair { interrupt::watch() } else { interrupt::watch_closely() };
        let store = health::open(context, &self.store)?;
        let checked = store.check()?;
        drop(store);
        let is_damaged = !checked.damage.is_empty();
        let repaired = match is_damaged && self.repair {
            true => repair_store(&context.workshop, &self.store, self.jobs.number(), stop)?,
            false => None,
        };
        let findings = Findings { checked, repaired };
        if self.json {
            show::print_json(&findings)?
        } else {
            show::print(&self.described(&findings))?
        }
        health::note_format(&self.store, findings.checked.format);
        interrupt::outcome()?;
        match &findings.repaired {
            None if is_damaged => {
                let path = self.store.display();
                Err(Failure::failed(format!("`waxwing experiment check {path} --repair` plays damaged games again")))
            }
            _ => Ok(()),
        }
    }

    fn described(&self, findings: &Findings) -> String {
        let Findings { checked, repaired } = findings;
        let (games, cells) = (show::plural(checked.games, "game"), show::plural(checked.cells, "cell"));
        let mut text = format!("{}: {games} of {cells} intact\n", self.store.display());
        text.extend(checked.damage.iter().map(|damage| format!("  {damage}\n")));
        if let Some(repaired) = repaired {
            let (played, wanted) = (show::plural(repaired.played, "game"), show::thousands(repaired.wanted));
            text +=
                &format!("repaired: {played} played again of {wanted}, {} failed", show::thousands(repaired.failed));
            if repaired.unknown > 0 {
                let unknown = show::plural(repaired.unknown, "game");
                text += &format!("; {unknown} lost without a number: `waxwing experiment run` plays what is missing");
            }
            text += &format!("; the damaged file is {}\n", repaired.damaged.display());
        }
        text
    }
}
