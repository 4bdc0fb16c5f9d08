//! Who holds each place of the board at the ends of playouts.

use serde::Serialize;
use waxwing::{Limits, Notation, Player, Rng, Turn};

/// How often each player holds each place at the ends of playouts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ownership {
    /// How many playouts were made.
    pub playouts: u64,
    /// The places, in the game's order.
    pub places: Vec<PlaceOwnership>,
}

impl Ownership {
    /// These playouts and others, of the same game.
    pub fn and(self, others: Ownership) -> Ownership {
        let playouts = self.playouts + others.playouts;
        let count = |share: f64, of: u64| (share * of as f64).round();
        let share =
            |one: f64, other: f64| (count(one, self.playouts) + count(other, others.playouts)) / playouts.max(1) as f64;
        let join = |(one, other): (PlaceOwnership, PlaceOwnership)| PlaceOwnership {
            shares: one.shares.iter().zip(&other.shares).map(|(&one, &other)| share(one, other)).collect(),
            place: one.place,
        };
        Ownership { playouts, places: self.places.into_iter().zip(others.places).map(join).collect() }
    }
}

/// How often each player holds one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PlaceOwnership {
    /// What the place is called, such as `a1`.
    pub place: String,
    /// For each player, the share of the playouts at whose ends that player holds it. What is missing to 1 is the share of those
    /// at whose ends it is held by no player.
    pub shares: Vec<f64>,
}

/// Counts holders at ends of playouts.
pub(crate) struct HolderCount {
    names: Vec<String>,
    players: usize,
    /// For each place, how often each player held it.
    counts: Vec<u64>,
    playouts: u64,
    holders: Vec<Option<Player>>,
}

impl HolderCount {
    /// Nothing is counted yet; `None` if the game has no places.
    pub fn new<G: Notation>(state: &G) -> Option<HolderCount> {
        let (names, players) = (state.places(), state.players());
        let counts = vec![0; names.len() * players];
        (!names.is_empty()).then(|| HolderCount { names, players, counts, playouts: 0, holders: Vec::new() })
    }

    /// Counts who holds what at the end of a playout.
    pub fn add<G: Notation>(&mut self, end: &G) {
        self.playouts += 1;
        self.holders.clear();
        end.holders(&mut self.holders);
        for (counts, holder) in self.counts.chunks_mut(self.players).zip(&self.holders) {
            if let Some(count) = holder.and_then(|player| counts.get_mut(player.index())) {
                *count += 1;
            }
        }
    }

    pub fn finish(self) -> Ownership {
        let all = self.playouts.max(1) as f64;
        let places = self.names.into_iter().zip(self.counts.chunks(self.players));
        let place = |(place, counts): (String, &[u64])| PlaceOwnership {
            place,
            shares: counts.iter().map(|&count| count as f64 / all).collect(),
        };
        Ownership { playouts: self.playouts, places: places.map(place).collect() }
    }
}

/// Makes uniform playouts from a state, each from a determinization of its own where something is hidden from the viewer.
pub(crate) fn of_playouts<G: Notation>(
    state: &G,
    viewer: Option<Player>,
    playouts: u64,
    seed: u64,
) -> Option<Ownership> {
    let (mut count, mut rng, mut buffer) = (HolderCount::new(state)?, Rng::new(seed), Vec::new());
    for _ in 0..playouts {
        let mut end = state.clone();
        // What is dealt next is not hidden yet: a game is asked for determinizations when a player is to move.
        while end.turn() == Turn::Chance {
            end.apply(end.sample_chance(&mut rng));
        }
        if let (true, Some(viewer), Turn::Player(_)) = (G::HIDDEN, viewer, end.turn()) {
            end = end.determinize(viewer, &mut rng);
        }
        end.playout(&mut rng, &mut buffer, Limits::LONGEST);
        count.add(&end);
    }
    Some(count.finish())
}
