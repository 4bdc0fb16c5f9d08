//! `waxwing perft`

use clap::Args;
use serde::Serialize;
use waxwing::Notation;
use waxwing::game::{perft, perft_divide};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, replay};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Seed, whole};
use crate::show::{self, dim};

#[derive(Args)]
pub struct Perft {
    /// The game, such as `othello` or `breakthrough(rows=6, columns=4)`
    game: String,
    /// The length of the sequences
    #[arg(value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    /// Split the count by the first action
    #[arg(long)]
    divide: bool,
    /// Moves from the start, separated by spaces
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    Ok(whole(text, 0, u32::MAX.into())? as u32)
}

#[derive(Serialize)]
struct Count {
    game: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Branch>>,
}

#[derive(Serialize)]
struct Branch {
    action: String,
    nodes: u64,
}

impl Perft {
    pub fn run(self) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        interrupt::end_at_once();
        let count = game.open(Counting { name: game.to_string(), options: &self })?;
        if self.json {
            return show::print_json(&count);
        }
        let mut text = String::new();
        if let Some(branches) = &count.divide {
            let mut table = show::Table::new(&["", ">"]);
            branches.iter().for_each(|branch| table.row([branch.action.clone(), show::thousands(branch.nodes)]));
            text += &table.text();
        }
        let unit = if count.depth == 1 { "ply" } else { "plies" };
        text += &format!("{}  {}\n", show::thousands(count.nodes), dim(format!("sequences of {} {unit}", count.depth)));
        show::print(&text)
    }
}

struct Counting<'a> {
    name: String,
    options: &'a Perft,
}

impl Visitor for Counting<'_> {
    type Output = Result<Count, Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<Count, Failure> {
        let depth = self.options.depth;
        let states = replay(&start, &self.options.moves, self.options.seed.seed)?;
        let state = states.last().map_or(&start, |(_, state)| state);
        if !self.options.divide {
            let nodes = perft(state, depth).map_err(Failure::usage)?;
            return Ok(Count { game: self.name, depth, nodes, divide: None });
        }
        if depth == 0 {
            return Err(Failure::usage("a count of depth 0 has no first action to divide by"));
        }
        let branches = perft_divide(state, depth).map_err(Failure::usage)?;
        let nodes = branches.iter().map(|(_, nodes)| nodes).sum();
        let branch = |(action, nodes): (G::Action, u64)| Branch { action: state.format(action), nodes };
        Ok(Count { game: self.name, depth, nodes, divide: Some(branches.into_iter().map(branch).collect()) })
    }
}
