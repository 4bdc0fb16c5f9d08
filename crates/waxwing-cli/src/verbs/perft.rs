//! `waxwing perft`

use clap::Args;
use serde::Serialize;
use waxwing_workshop::OpenGame;

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Seed, whole};
use crate::place::PlaceOptions;
use crate::show::{self, dim};

#[derive(Args)]
pub struct Perft {
    /// The game
    game: String,
    /// The length of the sequences
    #[arg(value_parser = depth, allow_negative_numbers = true)]
    depth: u32,
    /// Split the count by the first action
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    place: PlaceOptions,
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
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        interrupt::end_at_once();
        let count = self.count(&game)?;
        if self.json {
            return show::print_json(&count);
        }
        let mut text = String::new();
        if let Some(branches) = &count.divide {
            let mut table = show::TextTable::new(&["", ">"]);
            branches.iter().for_each(|branch| table.row([branch.action.clone(), show::thousands(branch.nodes)]));
            text += &table.text();
        }
        let unit = if count.depth == 1 { "ply" } else { "plies" };
        text += &format!("{}  {}\n", show::thousands(count.nodes), dim(format!("sequences of {} {unit}", count.depth)));
        show::print(&text)
    }

    fn count(&self, game: &OpenGame) -> Result<Count, Failure> {
        let (name, depth) = (game.to_string(), self.depth);
        let position = self.place.reach(game, self.seed.seed)?;
        if !self.divide {
            let nodes = position.perft(depth).map_err(Failure::usage)?;
            return Ok(Count { game: name, depth, nodes, divide: None });
        }
        if depth == 0 {
            return Err(Failure::usage("a count of depth 0 has no first action to divide by"));
        }
        let branches = position.perft_divide(depth).map_err(Failure::usage)?;
        let branches: Vec<Branch> = branches.into_iter().map(|(action, nodes)| Branch { action, nodes }).collect();
        let nodes = branches.iter().map(|branch| branch.nodes).sum();
        Ok(Count { game: name, depth, nodes, divide: Some(branches) })
    }
}
