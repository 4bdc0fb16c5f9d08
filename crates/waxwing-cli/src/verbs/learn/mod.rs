//! `waxwing learn`

mod categories;
mod evaluation;
mod features;
mod openings;
mod self_play;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;
use crate::options::share;

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
    /// Learn an evaluation from games of a model with itself
    ///
    /// A model looks at what stands where, and learns by TD(λ) how often the player to move wins. `eval="FILE"` in an expression
    /// loads the file. The game needs a scene, and no evaluation of its own.
    Evaluation(evaluation::LearnEvaluation),
}

impl Learn {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        match self.what {
            What::Openings(openings) => openings.run(context),
            What::Categories(categories) => categories.run(context),
            What::Features(features) => features.run(context),
            What::Evaluation(evaluation) => evaluation.run(context),
        }
    }
}

/// The first lines of a file that was learned: how it was made.
fn header(title: &str, command: &str, reproducible: bool) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let seeds = if reproducible { "" } else { "; a budget of time or shared threads: another run gives other results" };
    format!("# {title}, made by Waxwing {version}{seeds}:\n#   waxwing learn {command}\n")
}

fn lambda(text: &str) -> Result<f32, String> {
    share(text).map(|share| share as f32)
}

fn rate(text: &str) -> Result<f32, String> {
    let number = text.parse::<f32>().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 10".into())
}
