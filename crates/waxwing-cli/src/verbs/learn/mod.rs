//! `waxwing learn`

mod categories;
mod features;
mod openings;
mod self_play;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;

#[derive(Args)]
pub struct Learn {
    #[command(subcommand)]
    what: What,
}

/// What can be learned.
#[derive(Subcommand)]
enum What {
    /// Find openings that give no player an advantage
    ///
    /// Draws random lines of moves, no two leading to the same position, and keeps those after which the value of the
    /// agent's best move is near one half. `waxwing match --openings FILE` plays them.
    Openings(openings::LearnOpenings),
    /// Count how often moves of each category are played where they are available
    ///
    /// Plays games of an agent with itself. A probability is (played + 1) / (available + 20), counted over positions.
    Categories(categories::LearnCategories),
    /// Learn what features are worth, for the strategy `fast` and as an evaluation
    ///
    /// Plays games of an agent with itself, and goes through them again and again with TD(λ). `eval="FILE"` in an expression
    /// loads the file as an evaluation.
    Features(features::LearnFeatures),
}

impl Learn {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        match self.what {
            What::Openings(openings) => openings.run(context),
            What::Categories(categories) => categories.run(context),
            What::Features(features) => features.run(context),
        }
    }
}

/// The first lines of a file that was learned: how it was made.
fn header(title: &str, command: &str, reproducible: bool) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let seeds = if reproducible { "" } else { "; a budget of time or shared threads: another run gives other results" };
    format!("# {title}, made by Waxwing {version}{seeds}:\n#   waxwing learn {command}\n")
}
