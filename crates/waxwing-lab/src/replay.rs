//! Following a list of moves in a game's notation.

use waxwing::{Notation, Rng, Turn};

/// Why a list of moves cannot be followed. Positions count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The game does not understand the text.
    #[error("move {position}: {reason}")]
    Unreadable {
        /// Which text of the list.
        position: usize,
        /// What the game says.
        reason: String,
    },
    /// The move cannot be made.
    #[error("move {position}: `{text}` is not {what} here; {}", listed(.legal))]
    Illegal {
        /// Which text of the list.
        position: usize,
        /// The text, shortened.
        text: String,
        /// `a legal move`, or `a possible outcome` of a chance event.
        what: &'static str,
        /// What would be possible.
        legal: Vec<String>,
    },
    /// The game has ended before.
    #[error("move {position}: `{text}` comes after the end of the game")]
    AfterEnd {
        /// Which text of the list.
        position: usize,
        /// The text, shortened.
        text: String,
    },
}

/// Follows the moves of a text, separated by white space, chance outcomes included. An event with too many outcomes to
/// list (a deal) that the text leaves out is drawn from the seed.
///
/// ```
/// use waxwing::{Game, Notation};
/// use waxwing_games::Othello;
/// use waxwing_lab::replay;
///
/// let start = Othello::default();
/// let states = replay(&start, "d3 c5", 1)?;
/// assert_eq!(states.len(), 2);
/// let error = replay(&start, "d3 d3", 1).err().unwrap();
/// assert_eq!(error.to_string(), "move 2: `d3` is not a legal move here; legal: c3, e3, c5");
/// # Ok::<(), waxwing_lab::ReplayError>(())
/// ```
///
/// The answer has every action with the state it led to.
pub fn replay<G: Notation>(start: &G, moves: &str, seed: u64) -> Result<Vec<(G::Action, G)>, ReplayError> {
    let mut rng = Rng::new(Rng::derive(seed, 0));
    let mut states: Vec<(G::Action, G)> = Vec::new();
    for (index, text) in moves.split_whitespace().enumerate() {
        let mut state = states.last().map_or(start, |(_, state)| state).clone();
        while is_deal(&state) && !state.parse(text).is_ok_and(|action| state.is_outcome(action)) {
            let action = state.sample_chance(&mut rng);
            state.apply(action);
            states.push((action, state.clone()));
        }
        let action = read(&state, text, index + 1)?;
        state.apply(action);
        states.push((action, state));
    }
    Ok(states)
}

/// The action of a text, if it can be made.
fn read<G: Notation>(state: &G, text: &str, position: usize) -> Result<G::Action, ReplayError> {
    let turn = state.turn();
    if turn == Turn::Over {
        return Err(ReplayError::AfterEnd { position, text: shortened(text) });
    }
    let action = state.parse(text).map_err(|reason| {
        // The game's message quotes the text, which can be of any length.
        ReplayError::Unreadable { position, reason: reason.replace(text, &shortened(text)) }
    })?;
    let possible = match turn {
        Turn::Player(_) => state.is_legal(action),
        _ => state.is_outcome(action),
    };
    if possible {
        return Ok(action);
    }
    let what = if turn == Turn::Chance { "a possible outcome" } else { "a legal move" };
    Err(ReplayError::Illegal { position, text: shortened(text), what, legal: legal_texts(state) })
}

/// What can happen next, in the game's notation; nothing at the end and where a chance event has no list.
pub fn legal_texts<G: Notation>(state: &G) -> Vec<String> {
    let mut actions = Vec::new();
    match state.turn() {
        Turn::Player(_) => state.legal_actions(&mut actions),
        Turn::Chance => actions = outcomes(state),
        Turn::Over => {}
    }
    actions.into_iter().map(|action| state.format(action)).collect()
}

/// Whether chance is to act and its outcomes are too many to list.
pub(crate) fn is_deal<G: Notation>(state: &G) -> bool {
    state.turn() == Turn::Chance && outcomes(state).is_empty()
}

fn outcomes<G: Notation>(state: &G) -> Vec<G::Action> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    outcomes.into_iter().map(|(action, _)| action).collect()
}

/// A text short enough for a message.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn listed(legal: &[String]) -> String {
    const MOST: usize = 12;
    let shown = legal[..legal.len().min(MOST)].join(", ");
    match legal.len() {
        0..=MOST => format!("legal: {shown}"),
        more => format!("legal: {shown} and {} more", more - MOST),
    }
}

#[cfg(test)]
mod tests;
