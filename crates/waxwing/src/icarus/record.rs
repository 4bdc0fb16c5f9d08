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
    /// What a player does, and the moment at which it does so, in the order in which `by` of `records` is printed.
    Composed { player: Player, about: Vec<About<A>> },
}

/// One of the things that a record of `records` is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum About<A> {
    /// The action. A last good reply has none: the action is what is known.
    Action(A),
    /// What the game says of the action: the place of the attribute, and the number.
    Attribute { attribute: usize, number: u16 },
    /// The node of the tree: the moves since the root as the player saw them.
    Node(Vec<A>),
    /// The moves before, most recent last.
    Last(Vec<A>),
    /// The player's own actions before, most recent last.
    Own(Vec<A>),
    /// How many plies lie between the root and the action, divided by the width.
    Depth(u64),
    /// The position-in-episode.
    Episode { label: Option<EpisodeLabel>, moves: Vec<A> },
    /// A predicate that holds.
    Predicate(usize),
    /// All moves that the player has seen, since the root or (`prefix`) since the start of the game.
    Seen(Vec<A>),
}

impl<A: Copy> About<A> {
    fn map<B>(&self, name: &mut dyn FnMut(A) -> B) -> About<B> {
        let mut all = |moves: &[A]| moves.iter().map(|&action| name(action)).collect();
        match *self {
            About::Node(ref moves) => About::Node(all(moves)),
            About::Last(ref moves) => About::Last(all(moves)),
            About::Own(ref moves) => About::Own(all(moves)),
            About::Seen(ref moves) => About::Seen(all(moves)),
            About::Episode { label, ref moves } => About::Episode { label, moves: all(moves) },
            About::Action(action) => About::Action(name(action)),
            About::Attribute { attribute, number } => About::Attribute { attribute, number },
            About::Depth(depth) => About::Depth(depth),
            About::Predicate(predicate) => About::Predicate(predicate),
        }
    }
}

/// What a search has learned about a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Information<A> {
    /// Total reward of the player concerned, visits, and (where it is kept) how often the action was available.
    Statistics { sum: f64, visits: u64, available: Option<u64> },
    /// The same with the sum of the squared rewards, where a variance is kept.
    Moments { sum: f64, squares: f64, visits: u64, available: Option<u64> },
    /// The last good reply.
    Reply(Option<A>),
    /// What a feature is worth.
    Weight(f64),
}

impl<A: Copy> Record<A> {
    /// The same record with other names for its actions.
    pub fn map<B>(&self, mut name: impl FnMut(A) -> B) -> Record<B> {
        self.renamed(&mut name)
    }

    /// Compiled once for each type of names, not for each caller.
    fn renamed<B>(&self, name: &mut dyn FnMut(A) -> B) -> Record<B> {
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
            Record::Composed { player, ref about } => {
                Record::Composed { player, about: about.iter().map(|one| one.map(name)).collect() }
            }
        }
    }
}

impl<A> Information<A> {
    /// Whether anything has been learned.
    pub(crate) fn is_something(&self) -> bool {
        match self {
            Information::Statistics { visits, .. } | Information::Moments { visits, .. } => *visits > 0,
            Information::Reply(reply) => reply.is_some(),
            Information::Weight(weight) => *weight != 0.0,
        }
    }

    /// The same information with another name for its action; an action without one is none.
    pub fn map<B>(self, name: impl FnOnce(A) -> Option<B>) -> Information<B> {
        match self {
            Information::Statistics { sum, visits, available } => Information::Statistics { sum, visits, available },
            Information::Moments { sum, squares, visits, available } => {
                Information::Moments { sum, squares, visits, available }
            }
            Information::Reply(reply) => Information::Reply(reply.and_then(name)),
            Information::Weight(weight) => Information::Weight(weight),
        }
    }
}
