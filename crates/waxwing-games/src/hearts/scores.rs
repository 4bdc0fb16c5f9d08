//! Scores of rounds, and the rest of a game after the round that is searched (section 7.2 of the ICARUS paper).
//!
//! `scores.bin` holds the scores of 10,000 rounds among four players of simple rules (`rule_player.rs`), four bytes a
//! round; the passing directions take turns. `cargo run --release -p waxwing-games --example hearts_scores` writes it
//! again, from the seed below. A round to come is one of them, with the seats in a random order.

use waxwing::{Game, Player, Reward, Rng};

use super::{Hearts, Phase, rule_player};

const ROUNDS: usize = 10_000;
/// What the database is made from.
const SEED: u64 = 2014;

static SCORES: &[u8; 4 * ROUNDS] = include_bytes!("scores.bin");

/// All orders of four seats.
static ORDERS: [[u8; 4]; 24] = orders();

const fn orders() -> [[u8; 4]; 24] {
    let mut table = [[0; 4]; 24];
    let (mut code, mut found) = (0u32, 0);
    while code < 256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            table[found] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            found += 1;
        }
        code += 1;
    }
    table
}

/// What a round costs, from the points taken; `moon` is all there are.
#[inline]
pub(super) fn of_round(points: [u8; 4], moon: u8) -> [u8; 4] {
    if points.contains(&moon) { points.map(|taken| moon - taken) } else { points }
}

/// The totals at the end of the game, with rounds drawn from the database by this seed.
#[inline]
pub(super) fn finish(mut totals: [u8; 4], limit: u8, seed: u64) -> [u8; 4] {
    let mut drawn = 0;
    while totals.iter().all(|&total| total < limit) {
        let bits = Rng::derive(seed, drawn);
        drawn += 1;
        let choice = (((bits >> 32) * (ROUNDS * ORDERS.len()) as u64) >> 32) as usize;
        let (round, order) = (choice / ORDERS.len(), ORDERS[choice % ORDERS.len()]);
        for (total, seat) in totals.iter_mut().zip(order) {
            *total += SCORES[4 * round + usize::from(seat & 3)];
        }
    }
    totals
}

/// What the totals at the end are worth to a player: everything for the lowest, nothing for the highest, else one half.
#[inline]
pub(super) fn reward(totals: [u8; 4], player: Player) -> Reward {
    let own = totals[player.index() & 3];
    if totals.iter().all(|&total| own <= total) {
        Reward::WIN
    } else if totals.iter().all(|&total| own >= total) {
        Reward::LOSS
    } else {
        Reward::DRAW
    }
}

/// The database of round scores, made anew: four bytes for each of 10,000 rounds.
pub fn round_scores() -> Vec<u8> {
    let mut rng = Rng::new(SEED);
    let mut rounds = Vec::with_capacity(4 * ROUNDS);
    for round in 0..ROUNDS {
        let mut state = Hearts::new();
        state.round = (round % 4) as u8;
        rounds.extend(play_round(state, &mut rng));
    }
    rounds
}

/// The scores of one round among players of simple rules.
fn play_round(mut state: Hearts, rng: &mut Rng) -> [u8; 4] {
    let before = state.round;
    while state.round == before {
        let action = match state.phase {
            Phase::Pass | Phase::Play => rule_player::choose(&state),
            _ => state.sample_chance(rng),
        };
        state.apply(action);
    }
    state.totals
}
