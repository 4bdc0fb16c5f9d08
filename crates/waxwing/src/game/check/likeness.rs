//! Whether two states go on in the same way, as far as that can be seen from outside.

use crate::Rng;
use crate::game::{Game, Player, Turn};
use crate::ranked::sort_rising;

/// How many continuations are tried, and how long they are at most.
const CONTINUATIONS: usize = 6;
const LONGEST: usize = 200;

/// Whether two states are alike: the same actions lead through both of them, with the same turns, legal actions, chance
/// outcomes, observations and rewards. States that differ in nothing but how they are stored are always alike; states
/// that differ in more are found to with high probability.
///
/// One of them may end earlier than the other, as determinizations that do not look beyond a round do. The path is the
/// one to the states and ends as it was; should the game panic, it goes on to where that happens.
pub(super) fn alike<G: Game>(one: &G, other: &G, rng: &mut Rng, path: &mut Vec<G::Action>) -> bool {
    let length = path.len();
    (0..CONTINUATIONS).all(|_| {
        let alike = go_on_alike(one.clone(), other.clone(), rng, path);
        path.truncate(length);
        alike
    })
}

/// One continuation at random, made in both states.
fn go_on_alike<G: Game>(mut one: G, mut other: G, rng: &mut Rng, path: &mut Vec<G::Action>) -> bool {
    if one.turn() != other.turn() {
        return false;
    }
    for _ in 0..LONGEST {
        let choices = match (one.turn(), other.turn()) {
            (Turn::Over, Turn::Over) => {
                return (0..one.players() as u8).map(Player).all(|player| one.reward(player) == other.reward(player));
            }
            (Turn::Over, _) | (_, Turn::Over) => return true,
            (turn, other_turn) if turn != other_turn => return false,
            _ => choices(&one),
        };
        if choices != self::choices(&other) {
            return false;
        }
        // A chance event that is not listed: nothing is known of what comes then.
        let Some(last) = choices.len().checked_sub(1) else { return true };
        let (_, action) = choices[rng.below(last + 1)];
        if (0..one.players() as u8)
            .map(Player)
            .any(|player| one.observe(action, player) != other.observe(action, player))
        {
            return false;
        }
        path.push(action);
        one.apply(action);
        other.apply(action);
    }
    true
}

/// What may happen next, by index: the order of a list may depend on how the state is stored. Empty when chance
/// decides and does not list its outcomes.
pub(super) fn choices<G: Game>(state: &G) -> Vec<(u64, G::Action)> {
    let mut actions = Vec::new();
    if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        actions.extend(outcomes.into_iter().map(|(action, _)| action));
    } else {
        state.legal_actions(&mut actions);
    }
    let mut choices: Vec<(u64, G::Action)> =
        actions.into_iter().map(|action| (state.action_index(action), action)).collect();
    sort_rising(&mut choices, |&(index, _)| index);
    choices
}
