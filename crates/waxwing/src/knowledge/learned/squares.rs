//! What stands where.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::Layout;
use crate::Rng;
use crate::game::{Game, Player, Turn};

/// The most chance events in a row that are looked through for the player who acts next.
const MOST_EVENTS: usize = 64;

/// What stands on the places of a game's board, as small numbers. It is made for one game with its options
/// ([`Knowledge::squares`](crate::knowledge::Knowledge::squares)).
///
/// Besides squares, a place may be anything that a small number says: how many actions a player has, how far a race is.
pub trait Squares<G: Game>: Send + Sync {
    /// The name of the game, with those of its options that change what is worth what. Files of learned evaluations have it,
    /// so that those of another game are refused.
    fn game(&self) -> String;

    /// How many contents each place has, and what models look at.
    fn layout(&self) -> Layout;

    /// In whose view a state is looked at: the player's who acts, or who acts next after chance.
    fn viewer(&self, state: &G) -> Player {
        next_player(state)
    }

    /// How far the game is, smaller than the stages of the layout, each of which has weights of its own.
    fn stage(&self, _: &G, _: Player) -> usize {
        0
    }

    /// Writes down what stands on each place, in a player's view. The places are all zero before.
    fn look(&self, state: &G, viewer: Player, places: &mut [u8]);

    /// Whether the model says something about states like this one: in most games, where a player acts. Where a turn
    /// consists of several actions, it may be only its end.
    fn is_settled(&self, state: &G) -> bool {
        matches!(state.turn(), Turn::Player(_))
    }
}

/// The player who acts, or who acts next.
fn next_player<G: Game>(state: &G) -> Player {
    if let Turn::Player(player) = state.turn() {
        return player;
    }
    // Which outcome chance draws hardly ever matters for whose turn is next.
    let (mut rng, mut after) = (Rng::new(0), state.clone());
    for _ in 0..MOST_EVENTS {
        match after.turn() {
            Turn::Player(player) => return player,
            Turn::Over => break,
            Turn::Chance => {
                let outcome = after.sample_chance(&mut rng);
                after.apply(outcome);
            }
        }
    }
    Player(0)
}

/// Makes the squares of a game from any of its positions.
type Maker<G> = fn(&G) -> Option<Arc<dyn Squares<G>>>;

/// Squares of games whose knowledge has none, by the games' types.
static LENT: RwLock<Option<HashMap<TypeId, Box<dyn Any + Send + Sync>>>> = RwLock::new(None);

/// Gives the games of a type squares, where their own knowledge has none: what draws a game knows what stands where. What was
/// lent first stays.
pub fn lend_squares<G: Game>(maker: fn(&G) -> Option<Arc<dyn Squares<G>>>) {
    let mut lent = LENT.write().unwrap_or_else(PoisonError::into_inner);
    lent.get_or_insert_default().entry(TypeId::of::<G>()).or_insert_with(|| Box::new(maker));
}

/// The squares of a game: those of its knowledge, or those that were lent to it.
pub fn squares_of<G: Game>(game: &G) -> Option<Arc<dyn Squares<G>>> {
    game.knowledge().squares(game).or_else(|| {
        let lent = LENT.read().unwrap_or_else(PoisonError::into_inner);
        let maker = lent.as_ref()?.get(&TypeId::of::<G>())?.downcast_ref::<Maker<G>>()?;
        maker(game)
    })
}
