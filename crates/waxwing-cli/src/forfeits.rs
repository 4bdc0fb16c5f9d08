//! `--forfeits`, and how games are told of in which an agent failed.

use clap::{Args, ValueEnum};
use waxwing_workshop::{Failures, Forfeits};

use crate::failure::{Failure, printable};
use crate::show;

/// The most failures that a text tells of; JSON has more.
const MOST_TOLD: usize = 10;

#[derive(Args)]
pub struct ForfeitsOption {
    /// What becomes of games in which a program fails: it crashes, takes too long, or plays what is not legal
    #[arg(long, value_enum, value_name = "HOW", default_value = "apart")]
    forfeits: Choice,
}

#[derive(Clone, Copy, ValueEnum)]
enum Choice {
    /// They are listed, and are in no score
    Apart,
    /// They count as lost by the program
    Count,
}

impl ForfeitsOption {
    /// What was chosen.
    pub fn chosen(&self) -> Forfeits {
        match self.forfeits {
            Choice::Apart => Forfeits::Apart,
            Choice::Count => Forfeits::Count,
        }
    }
}

/// The first failures, a line each.
pub fn told(failures: &Failures) -> Vec<String> {
    let lines = failures.listed.iter().take(MOST_TOLD);
    let lines = lines.map(|failed| printable(&format!("game {} failed: {failed}", failed.game)));
    let more = failures.games.saturating_sub(MOST_TOLD as u64);
    let more = (more > 0).then(|| format!("and {} more failed", show::plural(more, "game")));
    lines.chain(more).collect()
}

/// What a command ends with whose games were kept apart: a failure if there are any.
pub fn outcome(failures: &Failures, counted: u64) -> Result<(), Failure> {
    match (failures.games, counted) {
        (0, _) => Ok(()),
        (failed, 0) => {
            Err(Failure::Failed(format!("all games failed ({}): there is no result", show::thousands(failed))))
        }
        (failed, _) => {
            let games = show::plural(failed, "game");
            Err(Failure::Failed(format!("{games} failed and {} in no score", if failed == 1 { "is" } else { "are" })))
        }
    }
}
