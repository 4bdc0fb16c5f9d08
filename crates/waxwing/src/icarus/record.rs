//! Records written out, for those who want to read what a search has learned.

use crate::game::Player;
use crate::knowledge::EpisodeLabel;

/// A record, written out: what [`Knowing::recall`](crate::search::Knowing::recall) is asked for.
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
