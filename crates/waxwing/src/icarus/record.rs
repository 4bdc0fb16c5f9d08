//! Records written out, for those who want to read what a search has learned.

use crate::game::Player;
use crate::knowledge::EpisodeLabel;

/// A record, written out: what [`SearchRecords::recall`](crate::search::SearchRecords::recall) is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Record<A> {
    /// The moves since the root as the observer saw them (baseline, AMAF).
    History { observer: Player, moves: Vec<A> },
    /// An action of a player (MAST, progressive history).
    Action { player: Player, action: A },
    /// An action of a player in states where a predicate holds (PAST).
    Predicate { player: Player, predicate: usize, action: A },
    /// What the player is to reply to these moves, most recent last (LGR).
    Reply { player: Player, moves: Vec<A> },
    /// Consecutive moves, the last one the player's (NAST).
    Gram { player: Player, moves: Vec<A> },
    /// A position-in-episode: the moves since the episode began, as the player saw them (EPIC). No label: the start of a
    /// game that has none.
    Episode { player: Player, label: Option<EpisodeLabel>, moves: Vec<A> },
    /// Two actions of one player in one playout, in this order (contextual tiles).
    Tile { player: Player, first: A, second: A },
    /// A player's action anywhere below a history (GRAVE).
    Below { observer: Player, moves: Vec<A>, player: Player, action: A },
    /// A feature of states, in a player's view (FAST).
    Feature { feature: u16 },
}

/// What a search has learned about a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Information<A> {
    /// Total reward of the player concerned, visits, and (where it is kept) how often the action was available.
    Statistics { sum: f64, visits: u64, available: Option<u64> },
    /// The last good reply.
    Reply(Option<A>),
    /// What a feature is worth.
    Weight(f64),
}

impl<A: Copy> Record<A> {
    /// The same record with other names for its actions.
    pub fn map<B>(&self, mut name: impl FnMut(A) -> B) -> Record<B> {
        let mut all = |moves: &[A]| moves.iter().map(|&action| name(action)).collect();
        match *self {
            Record::History { observer, ref moves } => Record::History { observer, moves: all(moves) },
            Record::Reply { player, ref moves } => Record::Reply { player, moves: all(moves) },
            Record::Gram { player, ref moves } => Record::Gram { player, moves: all(moves) },
            Record::Episode { player, label, ref moves } => Record::Episode { player, label, moves: all(moves) },
            Record::Below { observer, ref moves, player, action } => {
                let moves = all(moves);
                Record::Below { observer, moves, player, action: name(action) }
            }
            Record::Action { player, action } => Record::Action { player, action: name(action) },
            Record::Predicate { player, predicate, action } => {
                Record::Predicate { player, predicate, action: name(action) }
            }
            Record::Tile { player, first, second } => Record::Tile { player, first: name(first), second: name(second) },
            Record::Feature { feature } => Record::Feature { feature },
        }
    }
}

impl<A> Information<A> {
    /// Whether anything has been learned.
    pub(crate) fn is_something(&self) -> bool {
        match self {
            Information::Statistics { visits, .. } => *visits > 0,
            Information::Reply(reply) => reply.is_some(),
            Information::Weight(weight) => *weight != 0.0,
        }
    }

    /// The same information with another name for its action; an action without one is none.
    pub fn map<B>(self, name: impl FnOnce(A) -> Option<B>) -> Information<B> {
        match self {
            Information::Statistics { sum, visits, available } => Information::Statistics { sum, visits, available },
            Information::Reply(reply) => Information::Reply(reply.and_then(name)),
            Information::Weight(weight) => Information::Weight(weight),
        }
    }
}
