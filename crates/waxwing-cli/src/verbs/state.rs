//! `waxwing state`

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use waxwing_workshop::{Description, Ownership, Position, ToMove};

use crate::context::Context;
use crate::failure::Failure;
use crate::options::{Seed, count};
use crate::output;
use crate::ownership;
use crate::place::PlaceOptions;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct State {
    /// The game
    game: String,
    #[command(flatten)]
    place: PlaceOptions,
    /// Show what this player sees: a number from 0, or a name such as `black`
    #[arg(long, value_name = "PLAYER")]
    view: Option<String>,
    /// Count who holds each place of the board at the ends of this many random playouts, as far as the player of `--view` can
    /// know
    #[arg(long, value_name = "N", value_parser = count)]
    ownership: Option<u64>,
    /// Write a picture of the position as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl State {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let view = self.view.as_deref().map(|text| game.start().find_player(text)).transpose();
        let view = view.map_err(Failure::Usage)?;
        let position = self.place.reach(&game, self.seed.seed)?;
        if let Some(path) = &self.svg {
            output::write_whole(path, position.scene(view).svg().as_bytes())?;
        }
        let description = position.describe(view);
        let ownership = self.ownership.map(|playouts| {
            let counted = position.ownership(view, playouts, self.seed.seed);
            counted.ok_or_else(|| Failure::usage(format!("`{game}` has no places that could be held")))
        });
        let ownership = ownership.transpose()?;
        match self.json {
            true => show::print_json(&Report { description, ownership }),
            false => {
                let ownership = ownership.map_or(String::new(), |counted| ownership::described(&counted, &position));
                show::print(&(described(&description, &position) + &ownership))
            }
        }
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    description: Description,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Ownership>,
}

fn described(description: &Description, position: &Position) -> String {
    let turn = match description.to_move {
        ToMove::Player(player) => format!("{} to move", heading(position.player_name(player))),
        ToMove::Chance => format!("{} to act", heading("chance")),
        ToMove::Nobody => result(position),
    };
    let legal = match &description.legal[..] {
        [] => String::new(),
        moves => show::paragraph(&format!("{} {}", dim(format!("{} legal:", moves.len())), moves.join(" ")), 0),
    };
    format!("{}\n\n{turn}\n{legal}", description.text.trim_end())
}

/// The end of the game in words.
pub fn result(position: &Position) -> String {
    format!("{}: {}", heading("Over"), position.result().unwrap_or_default())
}
