//! What a game may offer beyond its rules: episodes, predicates and evaluations, each optional and named.
//!
//! A strategy that needs what a game does not offer is refused when the agent is built, with a message that lists what
//! the game does offer.

use crate::game::{Game, Player};

/// The label of an episode's first state (EPIC, section 5.1 of the ICARUS paper).
pub type EpisodeLabel = u32;

/// Domain knowledge of a game. Everything has an answer that means "not offered".
pub trait Knowledge<G: Game>: Sync {
    /// Whether the game is divided into episodes.
    fn has_episodes(&self) -> bool {
        false
    }

    /// The label if an episode starts in this state, `None` if the current one goes on (the continuation label).
    fn episode(&self, state: &G) -> Option<EpisodeLabel> {
        let _ = state;
        None
    }

    /// The names of the predicates that may hold in a state (predicate-average sampling).
    fn predicates(&self) -> &'static [&'static str] {
        &[]
    }

    /// Which predicates hold: bit `i` for the i-th name, at most 64.
    fn holding(&self, state: &G) -> u64 {
        let _ = state;
        0
    }

    /// The names of the evaluation functions; the first is the default.
    fn evaluations(&self) -> &'static [&'static str] {
        &[]
    }

    /// How good a state is for a player by the evaluation of this index, in `[-1, 1]`; ±1 is a won or lost game.
    fn evaluate(&self, evaluation: usize, state: &G, player: Player) -> f32 {
        let _ = (evaluation, state, player);
        0.0
    }
}

/// The knowledge of a game that has nothing but rules.
pub struct NoKnowledge;

impl<G: Game> Knowledge<G> for NoKnowledge {}
