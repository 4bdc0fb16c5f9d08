//! Information sets that are worked out completely: all states that a player cannot tell from the true one by what
//! [`Game::observe`] has told since the start.

use super::likeness::choices;
use crate::game::{Game, Player, Turn};

/// Larger sets are given up.
const MOST: usize = 256;

/// The states that are possible in one player's eyes, the true one among them; nothing where they are not known. They
/// are not known if the start hides something from the player, if a chance event is not listed that the player does not
/// see as it is, if there are too many, or if the others are ahead of the true state by actions that the player does not
/// notice.
pub(super) struct InformationSet<G> {
    members: Option<Vec<G>>,
}

impl<G: Game> InformationSet<G> {
    pub(super) fn unknown() -> Self {
        InformationSet { members: None }
    }

    /// What a player knows who knows the whole state.
    pub(super) fn of(state: &G) -> Self {
        InformationSet { members: Some(vec![state.clone()]) }
    }

    pub(super) fn members(&self) -> Option<&[G]> {
        self.members.as_deref()
    }

    /// Leaves only the states that the player cannot tell from the true one by looking at them.
    pub(super) fn retain(&mut self, looks_the_same: impl FnMut(&G) -> bool) {
        if let Some(members) = &mut self.members {
            members.retain(looks_the_same);
        }
    }

    /// Goes on to the states after an action that is made in the true one, of which the observer sees what it sees.
    pub(super) fn advance(&mut self, truth: &G, action: G::Action, observer: Player) {
        if let Some(members) = self.members.take() {
            self.members = successors(members, truth, action, observer);
        }
    }
}

fn successors<G: Game>(members: Vec<G>, truth: &G, action: G::Action, observer: Player) -> Option<Vec<G>> {
    let (turn, seen) = (truth.turn(), truth.observe(action, observer));
    let mut next = Vec::new();
    // That the game is over is no secret.
    for member in members.iter().filter(|member| member.turn() != Turn::Over) {
        if member.turn() != turn {
            return None;
        }
        let mut possible: Vec<G::Action> = choices(member).into_iter().map(|(_, action)| action).collect();
        if possible.is_empty() {
            // Not listed. What is seen as it is stands for no other outcome: there are too many for that to happen.
            if seen != Some(action) {
                return None;
            }
            possible.extend(member.is_outcome(action).then_some(action));
        }
        for action in possible.into_iter().filter(|&action| member.observe(action, observer) == seen) {
            if next.len() == MOST {
                return None;
            }
            let mut state = member.clone();
            state.apply(action);
            next.push(state);
        }
    }
    Some(next)
}
