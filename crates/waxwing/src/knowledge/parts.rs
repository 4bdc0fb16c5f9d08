//! The smaller parts of a game's knowledge.

use crate::Rng;
use crate::game::{Game, Player};

/// The label of an episode's first state (EPIC, section 5.1 of the ICARUS paper).
pub type EpisodeLabel = u32;

/// A division of the game into episodes.
pub trait Episodes<G: Game> {
    /// The label if an episode starts in this state, `None` if the current one goes on (the continuation label).
    fn episode(&self, state: &G) -> Option<EpisodeLabel>;
}

/// The label if an episode starts in this state; never, where a game has no episodes.
#[inline]
pub(crate) fn episode<G: Game>(state: &G) -> Option<EpisodeLabel> {
    state.knowledge().episodes()?.episode(state)
}

/// Predicates, which hold in a state or not.
pub trait Predicates<G: Game> {
    /// The names, each once, at most 64.
    fn names(&self) -> Vec<&str>;

    /// Which predicates hold: bit `i` for the i-th name.
    fn holding(&self, state: &G) -> u64;
}

/// Which predicates hold; none, where a game has none.
#[inline]
pub(crate) fn holding<G: Game>(state: &G) -> u64 {
    state.knowledge().predicates().map_or(0, |predicates| predicates.holding(state))
}

/// What actions are worth as moves, by what they do.
pub trait MoveValues<G: Game> {
    /// What the actions are worth to the acting player: only their order matters.
    fn value_actions(&self, state: &G, actions: &[G::Action], values: &mut Vec<f32>);

    /// One of the legal actions of the greatest value, drawn uniformly among equals, without a list of them; `None` means
    /// that the game knows no such way.
    fn draw_best(&self, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (state, rng);
        None
    }
}

/// Prior win rates of actions.
pub trait Priors<G: Game> {
    /// How often the acting player may be expected to win after each action, in `[0, 1]`.
    fn win_rates(&self, state: &G, actions: &[G::Action], rates: &mut Vec<f32>);
}

/// What alpha-beta and its relatives like to know. They do without each of these.
pub trait Classical<G: Game> {
    /// The state as it were if the acting player had passed, for null moves; `None` where that would be no position of
    /// the game.
    fn after_null_move(&self, state: &G) -> Option<G> {
        let _ = state;
        None
    }

    /// The state as it were if it were this player's turn, for best-reply search with several players; `None` where that
    /// would be no position of the game: in the middle of a turn, or if the player has no action. Its hash tells whose turn
    /// it is.
    fn with_mover(&self, state: &G, player: Player) -> Option<G> {
        let _ = (state, player);
        None
    }

    /// The legal actions that quiescence search looks at: those after which an evaluation should not be trusted yet.
    fn noisy_actions(&self, state: &G, actions: &mut Vec<G::Action>) {
        let _ = (state, actions);
    }
}
