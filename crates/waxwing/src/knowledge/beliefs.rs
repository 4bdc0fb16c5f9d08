//! What the actions of players say of what they hide.

use crate::game::{Game, Player};

/// How likely it is that the other players would have done what they did, if a determinization were the truth.
///
/// The rules alone say what is possible. A simple model of play says more: a player who could have beaten a card, and passed,
/// is less likely to have been able to.
pub trait Beliefs<G: Game>: Sync {
    /// The logarithm of the likelihood of what the other players did, if `root` is the truth, up to a number that is the same for
    /// all determinizations of one position. `root` is a determinization for the observer, and `seen` are the keys
    /// ([`Game::action_index`]) of all that the observer has seen since it sat down, the last move last. Where these do not say
    /// how the position came about, as they do not where a table began in the middle of a game, nothing is likelier than
    /// anything else: 0.
    ///
    /// It must use nothing of `root` but what is there, and of the true state it knows nothing.
    fn log_likelihood(&self, root: &G, observer: Player, seen: &[u64]) -> f32;
}
