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
        while is_deal(&state) && state.parse(text).is_err() {
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
        _ => is_deal(state) || outcomes(state).contains(&action),
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
mod tests {
    use super::*;
    use proptest::prelude::*;
    use waxwing::Game;
    use waxwing_games::{Breakthrough, Othello};

    fn error<G: Notation>(start: &G, moves: &str) -> String {
        replay(start, moves, 1).err().expect("the moves are wrong").to_string()
    }

    #[test]
    fn moves_are_followed_to_the_end_and_no_further() {
        let start = Breakthrough::new(4, 2).unwrap();
        let won = "a2a3 b3xa2 b1xa2 a4xa3";
        let message = error(&start, won);
        assert!(message.starts_with("move 1: "), "{message}");
        let states = replay(&start, "  a2xb3  a4xb3\n b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1 ", 1);
        let states = states.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(states.last().unwrap().1.turn(), Turn::Over);
    }

    #[test]
    fn a_wrong_move_is_named_with_its_place_and_what_would_be_right() {
        let start = Othello::default();
        assert_eq!(error(&start, "d3 zz"), "move 2: `zz` is not a move; a move is a square from a1 to h8, or `pass`");
        assert_eq!(error(&start, "a1"), "move 1: `a1` is not a legal move here; legal: d3, c4, f5, e6");
        let long = "x".repeat(100_000);
        assert!(error(&start, &long).len() < 200);
        let many = error(&Breakthrough::new(8, 8).unwrap(), "a1a2");
        assert!(many.ends_with(" and 10 more"), "{many}");
    }

    proptest! {
        #[test]
        fn any_text_is_followed_or_refused_without_a_panic(text in ".{0,60}") {
            let _ = replay(&Othello::default(), &text, 1);
            let _ = replay(&Breakthrough::new(6, 4).unwrap(), &text, 1);
        }

        #[test]
        fn texts_that_look_like_moves_are_followed_or_refused(text in "([a-h][0-9]x?([a-h][0-9])? ?|pass ){0,30}") {
            for moves in [&text[..], &format!("d3 {text}")] {
                if let Ok(states) = replay(&Othello::default(), moves, 1) {
                    prop_assert_eq!(states.len(), moves.split_whitespace().count());
                }
            }
            let _ = replay(&Breakthrough::new(4, 8).unwrap(), &text, 1);
        }

        #[test]
        fn random_games_are_followed_as_they_were_played(seed in any::<u64>()) {
            let (mut state, mut rng, mut buffer) = (Othello::default(), waxwing::Rng::new(seed), Vec::new());
            let mut moves = String::new();
            while state.turn() != Turn::Over {
                let action = state.random_action(&mut rng, &mut buffer);
                moves += &format!("{} ", state.format(action));
                state.apply(action);
            }
            let states = replay(&Othello::default(), &moves, 1).unwrap();
            prop_assert_eq!(states.last().unwrap().1.draw(None), state.draw(None));
            let message = error(&Othello::default(), &(moves + "pass"));
            prop_assert!(message.ends_with("`pass` comes after the end of the game"));
        }
    }
}
