//! What can be wrong with a game.

use super::MAX_PLIES;
use crate::game::MAX_PLAYERS;

/// A promise of [`Game`](crate::Game) or [`Notation`](crate::Notation) that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (moves up to there: {})", if .moves.is_empty() { "none" } else { .moves.as_str() })]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The moves that lead there from the start, separated by spaces.
    pub moves: String,
}

/// What is wrong with a game. Actions are given in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The number of players.
    #[error("the game has {0} players; possible are 1 to {MAX_PLAYERS}")]
    Players(usize),
    /// The acting player's number, and the number of players.
    #[error("player {0} is to act in a game of {1}; players are counted from 0")]
    ActingPlayer(u8, usize),
    /// The list of legal actions is empty.
    #[error("it is a player's turn, but there is no legal action")]
    NoAction,
    /// The list of legal actions holds this one twice.
    #[error("the legal actions contain `{0}` twice")]
    Duplicate(String),
    /// `is_legal` says no to a listed action.
    #[error("`{0}` is among the legal actions, but is_legal denies it")]
    Denied(String),
    /// `is_legal` says yes to an action that is not listed.
    #[error("is_legal allows `{0}`, which is not among the legal actions")]
    Allowed(String),
    /// `random_action` gives an action that is not listed.
    #[error("random_action gives `{0}`, which is not among the legal actions")]
    Random(String),
    /// `random_action` prefers some actions: how often each of the listed ones came.
    #[error("random_action is not uniform: the legal actions came {0:?} times")]
    NotUniform(Vec<usize>),
    /// The actions of playouts contradict each other: what is wrong with which one.
    #[error("`{0}` {1}")]
    PlayoutAction(String, &'static str),
    /// `playout_action` prefers some actions: how often each of the listed ones came.
    #[error("playout_action is not uniform: the actions of playouts came {0:?} times")]
    PlayoutNotUniform(Vec<usize>),
    /// The action, its index, and the action space.
    #[error("the index {1} of `{0}` is not below the action space {2}")]
    IndexRange(String, u64, usize),
    /// The action and its index, which another action had before.
    #[error("`{0}` has the index {1}, which another action had before")]
    SharedIndex(String, u64),
    /// The text of an action.
    #[error("the text `{0}` of an action is empty or has a space in it")]
    Text(String),
    /// The text of an action, and what is read from it.
    #[error("the action written `{0}` is read back as {1}")]
    RoundTrip(String, String),
    /// The sum of the probabilities of a chance event.
    #[error("the probabilities of the chance outcomes sum to {0}, not to 1")]
    Probabilities(String),
    /// An outcome with its probability.
    #[error("the chance outcome `{0}` is listed twice, or its probability {1} is not above 0")]
    Outcome(String, String),
    /// `sample_chance` gives an outcome that is not listed.
    #[error("sample_chance gives `{0}`, which is not among the outcomes")]
    Sampled(String),
    /// `is_outcome` denies an outcome.
    #[error("is_outcome denies `{0}`, which chance may decide")]
    DeniedOutcome(String),
    /// `is_outcome` allows what is none.
    #[error("is_outcome allows `{0}`, which chance cannot decide here")]
    AllowedOutcome(String),
    /// `sample_chance` draws a random number where there is nothing to decide.
    #[error("sample_chance draws a random number although `{0}` is the only outcome")]
    NeedlessDraw(String),
    /// The acting player sees something else than his action.
    #[error("the acting player does not observe his own action `{0}` as it is")]
    Observation(String),
    /// What a determinization for the acting player changes.
    #[error("a determinization for the acting player changes {0}")]
    Determinization(&'static str),
    /// The action that was applied to a clone.
    #[error("applying `{0}` to a clone changes the original's drawing")]
    SharedState(String),
    /// The game goes on and on.
    #[error("the game has not ended after {MAX_PLIES} plies")]
    Endless,
    /// `playout` stops too early.
    #[error("a playout returns before the game is over")]
    Unfinished,
    /// The number of plies that `playout` reports where there is none to play.
    #[error("a playout of a game that is over reports {0} plies")]
    PlayoutOfNothing(u32),
    /// What differs on average, with the mean over playouts and over random games.
    #[error("playouts are not games of playout_action: their mean {0} is {1}, but should be {2}")]
    PlayoutDiffers(&'static str, String, String),
}
