//! `waxwing state`

use clap::Args;
use waxwing::{Notation, Player};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, Position, ToMove, find_player, replay};

use crate::failure::Failure;
use crate::options::Seed;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct State {
    /// The game, such as `othello` or `breakthrough(rows=6, columns=4)`
    game: String,
    /// Moves from the start, separated by spaces
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
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
    pub fn run(self) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        game.open(Show { name: game.to_string(), options: &self })
    }
}

struct Show<'a> {
    name: String,
    options: &'a State,
}

impl Visitor for Show<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let view = self.options.view.as_deref().map(|text| find_player(&start, text)).transpose();
        let view = view.map_err(Failure::Usage)?;
        let states = replay(&start, &self.options.moves, self.options.seed.seed)?;
        let state = states.last().map_or(&start, |(_, state)| state);
        let position = Position::of(&self.name, state, view);
        if self.options.json { show::print_json(&position) } else { show::print(&described(&position, state)) }
    }
}

fn described<G: Notation>(position: &Position, state: &G) -> String {
    let turn = match position.to_move {
        ToMove::Player(player) => format!("{} to move", heading(state.player_name(player))),
        ToMove::Chance => format!("{} to act", heading("chance")),
        ToMove::Nobody => result(position.rewards.as_deref().unwrap_or_default(), state),
    };
    let legal = match &position.legal[..] {
        [] => String::new(),
        moves => show::paragraph(&format!("{} {}", dim(format!("{} legal:", moves.len())), moves.join(" ")), 0),
    };
    format!("{}\n\n{turn}\n{legal}", position.text.trim_end())
}

/// Who has won, in words.
pub fn result<G: Notation>(rewards: &[f64], state: &G) -> String {
    let highest = rewards.iter().copied().fold(0.0, f64::max);
    if rewards.iter().all(|&reward| reward == highest) {
        return format!("{}: the game is drawn", heading("Over"));
    }
    let winners = (0..rewards.len()).filter(|&player| rewards[player] == highest);
    let winners: Vec<String> = winners.map(|player| state.player_name(Player(player as u8))).collect();
    let verb = if winners.len() == 1 { "wins" } else { "share the win" };
    format!("{}: {} {verb}", heading("Over"), winners.join(" and "))
}
