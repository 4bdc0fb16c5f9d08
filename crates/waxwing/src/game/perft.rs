//! Counting action sequences: the usual proof that a move generator is right.

use super::{Game, Turn};

/// Why a count was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// A chance event without a list of outcomes lies within the depth.
    #[error(
        "the depth crosses a chance event with too many outcomes to list (a deal or set-up); count from a position after it"
    )]
    Unlisted,
}

/// The number of action sequences of exactly this length. Chance outcomes count as actions, a pass as one; games that
/// ended earlier count 0.
pub fn perft<G: Game>(state: &G, depth: u32) -> Result<u64, PerftError> {
    match state.turn() {
        _ if depth == 0 => Ok(1),
        Turn::Over => Ok(0),
        Turn::Player(_) if depth == 1 => Ok(actions_of(state)?.len() as u64),
        _ => actions_of(state)?.into_iter().map(|action| perft(&after(state, action), depth - 1)).sum(),
    }
}

/// The same count split by the first action.
pub fn perft_divide<G: Game>(state: &G, depth: u32) -> Result<Vec<(G::Action, u64)>, PerftError> {
    if depth == 0 || state.turn() == Turn::Over {
        return Ok(Vec::new());
    }
    actions_of(state)?.into_iter().map(|action| Ok((action, perft(&after(state, action), depth - 1)?))).collect()
}

fn actions_of<G: Game>(state: &G) -> Result<Vec<G::Action>, PerftError> {
    let mut actions = Vec::new();
    if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        actions.extend(outcomes.into_iter().map(|(action, _)| action));
        if actions.is_empty() {
            return Err(PerftError::Unlisted);
        }
    } else {
        state.legal_actions(&mut actions);
    }
    Ok(actions)
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut next = state.clone();
    next.apply(action);
    next
}
