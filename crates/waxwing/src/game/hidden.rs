//! What players do not see of a game, and what follows from it.

use super::{Game, Player};
use crate::Rng;

/// How a game hides something: both halves, or nothing ([`Game::HIDDEN_INFORMATION`]).
///
/// One player's card, which the other guesses:
///
/// ```
/// use waxwing::game::{HiddenInformation, Observable};
/// use waxwing::{Game, Player, Reward, Rng, Turn};
///
/// #[derive(Clone)]
/// struct Guess { card: u8, guess: Option<u8> }
///
/// impl Game for Guess {
///     type Action = u8;
///     const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = Some(HiddenInformation {
///         determinize: |game, observer, rng| match observer {
///             Player(0) => game.clone(),
///             _ => Guess { card: rng.below(3) as u8, ..*game },
///         },
///         observe: |_, action, _| Some(action),
///     });
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         if self.guess.is_some() { Turn::Over } else { Turn::Player(Player(1)) }
///     }
///     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(0..3); }
///     fn apply(&mut self, guess: u8) { self.guess = Some(guess); }
///     fn reward(&self, player: Player) -> Reward {
///         let is_right = self.guess == Some(self.card);
///         if is_right == (player == Player(1)) { Reward::WIN } else { Reward::LOSS }
///     }
/// }
///
/// assert!(Guess::HIDDEN);
/// let game = Guess { card: 2, guess: None };
/// let mut rng = Rng::new(1);
/// assert_eq!(game.determinize(Player(0), &mut rng).card, 2);
/// assert!((0..100).any(|_| game.determinize(Player(1), &mut rng).card != 2));
/// ```
pub struct HiddenInformation<G: Game> {
    /// A state drawn from those that the observer cannot tell from this one: all that the observer has observed since the
    /// start is possible in it, and what is hidden is drawn anew. It must use only what the observer has seen. It may end
    /// earlier than the true game, with a round, say. A search calls it when the observer is to act.
    pub determinize: fn(&G, Player, &mut Rng) -> G,
    /// What the observer sees of an action (or chance outcome) that is about to be made in this state: the action itself, a
    /// move that represents all that the observer cannot tell from it, or nothing at all. The acting player sees its own
    /// action.
    pub observe: fn(&G, G::Action, Player) -> Option<G::Action>,
}

/// What players see of a game. Every game has it: it follows from [`Game::HIDDEN_INFORMATION`].
pub trait Observable<A>: Sized {
    /// Whether some player does not see everything.
    const HIDDEN: bool;

    /// A state that the observer cannot tell from this one, by [`HiddenInformation::determinize`]; the state itself where
    /// nothing is hidden.
    fn determinize(&self, observer: Player, rng: &mut Rng) -> Self;

    /// What the observer sees of an action that is about to be made in this state, by [`HiddenInformation::observe`]. Where
    /// nothing is hidden it is the action itself, or nothing if it is a deal without an index of its own
    /// ([`Game::action_index`]), which is no part of what players remember.
    fn observe(&self, action: A, observer: Player) -> Option<A>;
}

impl<G: Game> Observable<G::Action> for G {
    const HIDDEN: bool = G::HIDDEN_INFORMATION.is_some();

    #[inline]
    fn determinize(&self, observer: Player, rng: &mut Rng) -> G {
        match G::HIDDEN_INFORMATION {
            Some(hidden) => (hidden.determinize)(self, observer, rng),
            None => self.clone(),
        }
    }

    #[inline]
    fn observe(&self, action: G::Action, observer: Player) -> Option<G::Action> {
        if let Some(hidden) = G::HIDDEN_INFORMATION {
            return (hidden.observe)(self, action, observer);
        }
        let space = self.action_space() as u64;
        (space == 0 || self.action_index(action) < space).then_some(action)
    }
}
