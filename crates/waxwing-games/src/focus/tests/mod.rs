mod knowledge;
mod reference;
mod rules;
mod text;

use waxwing::{Game, Rng, Turn};

use super::board::{Board, EMPTY};
use super::{Focus, FocusMove};
use crate::grid;

/// The kinds of game: how many players, and how many pieces in reserve.
const KINDS: [(usize, usize); 4] = [(2, 1), (3, 1), (3, 0), (4, 1)];

/// A position with these stacks, as `a3:AB` from the bottom up, and A to move.
fn position(players: usize, stacks: &str, reserves: [u8; 4]) -> Focus {
    let mut words = [EMPTY; 64];
    for text in stacks.split_whitespace() {
        let (square, pieces) = text.split_once(':').unwrap();
        let name = square.as_bytes();
        let place = grid::square(name[0], name[1], 8, 8).unwrap();
        words[usize::from(place)] = pieces.bytes().fold(EMPTY, |stack, piece| stack << 2 | u16::from(piece - b'A'));
    }
    Focus { board: Board::new(words), reserves, ..Focus::new(players, 0).unwrap() }
}

/// A move that is greedy with this probability: greedy games and random ones come to different positions.
fn choose(state: &Focus, greed: f32, rng: &mut Rng) -> FocusMove {
    if rng.unit() < greed { state.greediest(rng) } else { state.random_action(rng, &mut Vec::new()) }
}

/// Some states of games that are played more or less greedily: one in every `every` plies.
fn states(players: usize, reserve: usize, games: u64, every: usize) -> Vec<Focus> {
    let mut states = Vec::new();
    for game in 0..games {
        let (mut state, mut rng) = (Focus::new(players, reserve).unwrap(), Rng::new(game));
        let greed = [0.0, 0.5, 0.95][game as usize % 3];
        let mut ply = 0;
        while state.turn() != Turn::Over {
            if ply % every == game as usize % every {
                states.push(state.clone());
            }
            let action = choose(&state, greed, &mut rng);
            state.apply(action);
            ply += 1;
        }
    }
    states
}
