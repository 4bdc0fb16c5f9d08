//! Records, listed: what a strategy has learned, for those who want to read it.

use super::{Information, Record};
use crate::game::Player;

/// A record with its information. A search lists them strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed<A> {
    /// The record.
    pub record: Record<A>,
    /// What is known about it.
    pub information: Information<A>,
}

impl<A> Listed<A> {
    /// How often the record was visited; none for replies and weights.
    pub fn visits(&self) -> u64 {
        match self.information {
            Information::Statistics { visits, .. } | Information::Moments { visits, .. } => visits,
            Information::Reply(_) | Information::Weight(_) => 0,
        }
    }

    /// The mean reward of a record with visits, or its weight.
    pub fn value(&self) -> Option<f64> {
        match self.information {
            Information::Statistics { sum, visits, .. } | Information::Moments { sum, visits, .. } => {
                (visits > 0).then(|| sum / visits as f64)
            }
            Information::Weight(weight) => Some(weight),
            Information::Reply(_) => None,
        }
    }
}

/// What a search knows of its game when records are listed.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// How many play.
    pub players: usize,
    /// How many predicates the game has.
    pub predicates: usize,
    /// How many features the game has.
    pub features: usize,
    /// The keys of the actions that the search has seen.
    pub keys: &'a [u64],
    /// The records of which of them are wanted, by their places: those that begin with one. What begins with none is wanted
    /// with the first.
    pub part: (usize, usize),
}

impl Known<'_> {
    /// Pairs of more actions than this are not looked through.
    const MOST: usize = 1_000;

    /// The records of a strategy that can be named by the known actions and by pairs of them, and begin with an action of the
    /// part: those that `recall` knows something about.
    pub fn list(&self, recall: impl Fn(&Record<u64>) -> Option<Information<u64>>) -> Vec<Listed<u64>> {
        let mut listed = Vec::new();
        let mut look = |record: Record<u64>| {
            if let Some(information) = recall(&record).filter(Information::is_something) {
                listed.push(Listed { record, information });
            }
        };
        let within = |end: usize| self.part.0.min(end)..self.part.1.min(end);
        for player in (0..self.players).map(|player| Player(player as u8)) {
            for &action in &self.keys[within(self.keys.len())] {
                look(Record::Action { player, action });
                look(Record::Reply { player, moves: vec![action] });
                look(Record::Gram { player, moves: vec![action] });
                (0..self.predicates).for_each(|predicate| look(Record::Predicate { player, predicate, action }));
            }
            let pairs = &self.keys[..self.keys.len().min(Known::MOST)];
            let firsts = &pairs[within(pairs.len())];
            for (&first, &second) in firsts.iter().flat_map(|first| pairs.iter().map(move |second| (first, second))) {
                look(Record::Gram { player, moves: vec![first, second] });
                look(Record::Reply { player, moves: vec![first, second] });
                look(Record::Tile { player, first, second });
            }
        }
        if self.part.0 == 0 {
            (0..self.features as u16).for_each(|feature| look(Record::Feature { feature }));
        }
        listed
    }
}
