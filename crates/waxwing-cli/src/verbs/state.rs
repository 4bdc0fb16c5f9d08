//! `waxwing state`

use clap::Args;
use waxwing::Player;
use waxwing_workshop::{Description, Position, ToMove};

use crate::context::Context;
use crate::failure::Failure;
use crate::options::Seed;
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
        let description = position.describe(view);
        match self.json {
            true => show::print_json(&description),
            false => show::print(&described(&description, &position)),
        }
    }
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

/// Who has won, in words.
pub fn result(position: &Position) -> String {
    let rewards = position.rewards().unwrap_or_default();
    let highest = rewards.iter().copied().fold(0.0, f64::max);
    if rewards.iter().all(|&reward| reward == highest) {
        return format!("{}: the game is drawn", heading("Over"));
    }
    let winners = (0..rewards.len()).filter(|&player| rewards[player] == highest);
    let winners: Vec<String> = winners.map(|player| position.player_name(Player(player as u8))).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    format!("{}: {} {verb}", heading("Over"), winners.join(" and "))
}
