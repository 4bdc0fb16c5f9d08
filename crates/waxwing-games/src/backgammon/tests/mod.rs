//! `reference.rs` is another implementation, which the game is compared with; the other files are named after what
//! they test.

mod games;
mod knowledge;
mod reference;
mod rules;
mod text;

use waxwing::{Game, Notation};

use super::board::Side;
use super::{Backgammon, BackgammonMove};
use crate::testing::after;

/// Places and how many checkers are there.
type Stacks<'a> = &'a [(u8, u8)];

fn side(stacks: Stacks) -> Side {
    let points: Vec<u8> =
        stacks.iter().flat_map(|&(point, count)| std::iter::repeat_n(point, usize::from(count))).collect();
    Side::on(&points)
}

/// White is about to roll, not for the first time. Each player's checkers are given in that player's view.
fn position(white: Stacks, black: Stacks) -> Backgammon {
    Backgammon { sides: [side(white), side(black)], turns: 2, ..Backgammon::new() }
}

fn outcomes(state: &Backgammon) -> Vec<BackgammonMove> {
    let mut outcomes = Vec::new();
    if state.left == 0 {
        state.chance_outcomes(&mut outcomes);
    }
    outcomes.into_iter().map(|(action, _)| action).collect()
}

fn legal(state: &Backgammon) -> Vec<BackgammonMove> {
    let mut actions = Vec::new();
    if !matches!(state.left, 0 | super::OVER) {
        state.legal_actions(&mut actions);
    }
    actions
}

/// The legal moves as text.
fn moves(state: &Backgammon) -> String {
    legal(state).into_iter().map(|action| state.format(action)).collect::<Vec<_>>().join(" ")
}
