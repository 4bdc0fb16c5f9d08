//! `waxwing learn openings`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use waxwing_lab::{FoundOpenings, OpeningSearch, find_openings};

use super::header;
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Seed, Thinking, balance, count, whole};
use crate::output::Output;
use crate::place::StartOption;
use crate::prepare;
use crate::show;

#[derive(Args)]
pub struct LearnOpenings {
    /// The game, for two players
    game: String,
    /// The length of an opening, in moves of players
    #[arg(long, value_name = "N", value_parser = plies, default_value = "3")]
    plies: u32,
    /// How many openings
    #[arg(long, value_name = "N", value_parser = count, default_value = "100")]
    count: u64,
    /// The agent that judges them
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// How far from one half the value of its best move may be
    #[arg(long, value_name = "B", value_parser = balance, default_value = "0.1")]
    balance: f64,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// The file to write [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    agent: String,
    plies: u32,
    balance: f64,
    seed: u64,
    /// How many lines were drawn.
    drawn: u64,
    openings: Vec<Opening<'a>>,
    file: Option<String>,
    /// JSON mentions it only if it is not.
    #[serde(skip_serializing_if = "Clone::clone")]
    reproducible: bool,
}

#[derive(Serialize)]
struct Opening<'a> {
    moves: &'a str,
    /// The value of the agent's best move behind it.
    value: f64,
}

fn plies(text: &str) -> Result<u32, String> {
    Ok(whole(text, 1, 1000)? as u32)
}

impl LearnOpenings {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let wanted = OpeningSearch {
            plies: self.plies,
            count: usize::try_from(self.count).unwrap_or(usize::MAX),
            agent: game.expression(&self.agent)?,
            balance: self.balance,
            seed: self.seed.seed,
            limits: self.thinking.limits(None),
        };
        prepare::prepare(&game)?;
        let start = self.start.read(&game)?.unwrap_or_else(|| game.start());
        let stop = interrupt::watch();
        let output = Output::open(self.output.clone())?;
        let bar = show::progress_bar(self.count, "openings");
        let found = find_openings(&game, &start, &wanted, stop, &mut |found| bar.set_position(found as u64));
        bar.finish_and_clear();
        if let Some(found) = found.map_err(Failure::usage)? {
            Finding { game: game.text(), wanted: &wanted, options: &self, found: &found }.finish(output)?;
        }
        interrupt::outcome()
    }
}

/// What was found, and how.
struct Finding<'a> {
    game: &'a str,
    wanted: &'a OpeningSearch,
    options: &'a LearnOpenings,
    found: &'a FoundOpenings,
}

impl Finding<'_> {
    fn finish(&self, output: Output) -> Result<(), Failure> {
        let text = self.text();
        if self.options.json {
            let report = self.report(output.path());
            return output.finish_with(&text, &report);
        }
        let openings = show::plural(self.found.lines.len() as u64, "opening");
        output.finish(&text, &format!("{openings} of {} drawn", show::plural(self.found.drawn, "line")))
    }

    fn report(&self, file: Option<String>) -> Report<'_> {
        let Finding { game, wanted, found, .. } = *self;
        let OpeningSearch { plies, agent, balance, seed, .. } = wanted;
        let openings = found.lines.iter().zip(&found.values).map(|(moves, &value)| Opening { moves, value });
        Report {
            game,
            agent: agent.to_string(),
            plies: *plies,
            balance: *balance,
            seed: *seed,
            drawn: found.drawn,
            openings: openings.collect(),
            file,
            reproducible: found.reproducible,
        }
    }

    fn text(&self) -> String {
        let Finding { game, wanted, found, .. } = *self;
        let OpeningSearch { plies, count, agent, balance, seed, .. } = wanted;
        let LearnOpenings { start, thinking, .. } = self.options;
        let (start, thinking) = (start.typed(), thinking.typed());
        let command = format!(
            "openings '{game}' --plies {plies} --count {count} --agent '{agent}' --balance {balance}{start} --seed {seed}{thinking}"
        );
        let title = format!("{} of {plies} plies in {game}", show::plural(found.lines.len() as u64, "opening"));
        let mut text = header(&title, &command, found.reproducible);
        text += &format!(
            "# {} were drawn at random, and kept if they led to a new position in which the value of the agent's best\n\
             # move (behind each) was within {balance} of one half.\n",
            show::plural(found.drawn, "line")
        );
        for (line, value) in found.lines.iter().zip(&found.values) {
            text += &format!("{line}  # {value:.3}\n");
        }
        text
    }
}
