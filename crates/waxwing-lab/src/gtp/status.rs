//! Which stones would not survive: what becomes of them in random games from here.

use waxwing::{Game, Player, Rng};
use waxwing_games::{Go, GoMove};

/// Games that are played.
const PLAYOUTS: u64 = 200;

/// A chain of stones, and whether it is taken to be dead.
pub(super) struct Chain {
    pub(super) player: Player,
    pub(super) stones: Vec<GoMove>,
    pub(super) is_dead: bool,
}

/// All chains. One is dead if its points are the other player's at the end of most random games. Random games do not
/// understand seki: whoever lives in one is alive or dead here.
pub(super) fn chains(state: &Go, seed: u64) -> Vec<Chain> {
    let size = state.size();
    let points: Vec<GoMove> =
        (0..size).flat_map(|row| (0..size).filter_map(move |column| GoMove::new(column, row))).collect();
    let place =
        |at: GoMove| at.place().map_or(0, |(column, row)| usize::from(row) * usize::from(size) + usize::from(column));
    let mut kept = vec![0_u64; points.len()];
    for playout in 0..PLAYOUTS {
        let mut end = state.clone();
        end.set_turn(Player((playout % 2) as u8));
        end.playout(&mut Rng::new(Rng::derive(seed, playout)), &mut Vec::new(), u32::MAX);
        for (kept, &at) in kept.iter_mut().zip(&points) {
            *kept += u64::from(end.owner(at) == state.stone(at));
        }
    }
    let mut seen = vec![false; points.len()];
    let mut chains = Vec::new();
    for &at in &points {
        let Some(player) = state.stone(at).filter(|_| !seen[place(at)]) else { continue };
        let stones = chain(state, at, |at| std::mem::replace(&mut seen[place(at)], true));
        let sum: u64 = stones.iter().map(|&at| kept[place(at)]).sum();
        let is_dead = 2 * sum < PLAYOUTS * stones.len() as u64;
        chains.push(Chain { player, stones, is_dead });
    }
    chains
}

/// The stones that hang together with one; `see` notes a point, and says whether it was seen before.
fn chain(state: &Go, first: GoMove, mut see: impl FnMut(GoMove) -> bool) -> Vec<GoMove> {
    see(first);
    let mut stones = vec![first];
    let mut next = 0;
    while let Some((column, row)) = stones.get(next).and_then(|at| at.place()) {
        let (left, below) = (column.wrapping_sub(1), row.wrapping_sub(1));
        for (column, row) in [(left, row), (column + 1, row), (column, below), (column, row + 1)] {
            let neighbour = GoMove::new(column, row).filter(|&at| state.stone(at) == state.stone(first));
            stones.extend(neighbour.filter(|&at| !see(at)));
        }
        next += 1;
    }
    stones
}
