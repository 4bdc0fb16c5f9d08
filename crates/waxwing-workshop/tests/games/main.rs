//! The seam and the matches with real games: every test that needs more than the Nim of the unit tests.
//!
//! One target for all of them, since each would be linked with the searches of twelve games.

mod comparison;
mod game_text;
mod indices;
mod matches;
mod openings;
mod outsiders;
mod ownership;
mod pairs;
mod peeking;
mod positions;
mod replay;
mod slices;
mod strangers;
mod thought;
mod typed;
mod views;
mod why;

use waxwing::{Expression, Limits};
use waxwing_workshop::{Forfeits, MatchPlan, OpenGame, swapped_seats};

/// A game of the standard workshop.
fn open(text: &str) -> OpenGame {
    waxwing_games::standard().open(text).unwrap_or_else(|error| panic!("{error}"))
}

fn expression(text: &str) -> Expression {
    waxwing_games::standard().expression(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A plan for two agents that swap their seats.
fn plan_of_two(agents: [&str; 2], games: u64, jobs: usize) -> MatchPlan {
    MatchPlan {
        agents: agents.map(expression).to_vec(),
        assignments: swapped_seats(2, 2).expect("two agents have two seats"),
        group: 2,
        games,
        seed: 11,
        jobs,
        limits: Limits::iterations(60),
        forfeits: Forfeits::Apart,
    }
}
