//! Openings: lines of moves that games begin with, read from a text.
//!
//! A line of the text is an opening in the game's notation, its moves separated by spaces; what follows a `#` is a comment.

use waxwing::{Game, Notation, Turn};

use crate::replay::{ReplayError, is_deal, replay};

/// Lines of moves that groups of games begin with, one after the other and again from the first.
///
/// ```
/// use waxwing_games::Othello;
/// use waxwing_lab::Openings;
///
/// let start = Othello::default();
/// let openings = Openings::read("mine", "# two openings\nd3 c3\nd3 c5  # the usual one\n", &start)?;
/// assert_eq!(openings.len(), 2);
/// let error = Openings::read("mine", "d3 c3\n\nd3 a1", &start).unwrap_err();
/// assert_eq!(error.to_string(), "mine:3: move 2: `a1` is not a legal move here; legal: c3, e3, c5");
/// # Ok::<(), waxwing_lab::OpeningsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings<G: Game> {
    name: String,
    lines: Vec<Vec<G::Action>>,
}

/// Why a text cannot be read as openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// An opening cannot be played.
    #[error("{name}:{line}: {fault}")]
    Line {
        /// Where the text comes from.
        name: String,
        /// Its line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// There is no opening in the text.
    #[error("{name}: there are no openings in it")]
    Empty {
        /// Where the text comes from.
        name: String,
    },
}

/// Why a line of moves is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningFault {
    /// It cannot be followed.
    #[error(transparent)]
    Moves(#[from] ReplayError),
    /// Nothing is left to play.
    #[error("the opening ends the game")]
    Over,
    /// It leaves out a deal, so that it is no single position.
    #[error(
        "a deal is left out: an opening is one position, so it has its deals written out as `waxwing state` shows them"
    )]
    Undealt,
}

impl<G: Notation> Openings<G> {
    /// Reads openings from a text; `name` is said in the error and in reports.
    pub fn read(name: &str, text: &str, start: &G) -> Result<Openings<G>, OpeningsError> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let moves = line.split('#').next().unwrap_or_default();
            if !moves.trim().is_empty() {
                let at_line = |fault| OpeningsError::Line { name: name.to_owned(), line: index + 1, fault };
                lines.push(opening(start, moves).map_err(at_line)?);
            }
        }
        let name = name.to_owned();
        if lines.is_empty() { Err(OpeningsError::Empty { name }) } else { Ok(Openings { name, lines }) }
    }
}

impl<G: Game> Openings<G> {
    /// Where they come from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is no empty set of openings")]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The opening of a group of games.
    pub(crate) fn of_group(&self, group: u64) -> &[G::Action] {
        &self.lines[(group % self.lines.len() as u64) as usize]
    }
}

fn opening<G: Notation>(start: &G, moves: &str) -> Result<Vec<G::Action>, OpeningFault> {
    let first = moves.split_whitespace().next().unwrap_or_default();
    // A deal that is left out would be drawn, and what follows may not even be possible after it.
    if is_deal(start) && !start.parse(first).is_ok_and(|action| start.is_outcome(action)) {
        return Err(OpeningFault::Undealt);
    }
    let states = replay(start, moves, 0)?;
    if states.len() > moves.split_whitespace().count() {
        return Err(OpeningFault::Undealt);
    }
    match states.last() {
        Some((_, state)) if state.turn() == Turn::Over => Err(OpeningFault::Over),
        _ => Ok(states.into_iter().map(|(action, _)| action).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::{Breakthrough, DouDiZhu, OpeningSet, Visitor, games, open, openings};

    fn message(text: &str) -> String {
        Openings::read("file", text, &Breakthrough::new(4, 2).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn comments_and_blank_lines_are_no_openings() {
        let start = Breakthrough::new(5, 4).unwrap();
        let openings = Openings::read("file", "# b2b3\n\n a2a3 # first\n\t\nb2b3  c4c3\r\n#\n", &start).unwrap();
        assert_eq!((openings.len(), openings.name()), (2, "file"));
        let lengths = [0, 1, 2, 3].map(|group| openings.of_group(group).len());
        assert_eq!(lengths, [1, 2, 1, 2], "taken in order, and again from the first");
    }

    #[test]
    fn what_is_no_opening_is_named_with_its_line() {
        assert!(message("a2xb3\n a2xb3 a4a2").starts_with("file:2: move 2: `a4a2` is not a"));
        assert!(message("\n\nz9").starts_with("file:3: move 1: "));
        let whole = "a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1";
        assert_eq!(message(whole), "file:1: the opening ends the game");
        assert!(message(&format!("{whole} a1a2")).contains("comes after the end of the game"));
        assert_eq!(message(" # nothing\n"), "file: there are no openings in it");
    }

    #[test]
    fn a_deal_must_be_written_out() {
        let read = |text: &str| Openings::read("file", text, &DouDiZhu::default()).map(|openings| openings.len());
        let deal = "deal:33334444555566667777/88889999TTTTJJJJQ/QQQKKKKAAAA2222wW";
        assert_eq!(read(deal), Ok(1));
        assert_eq!(read(&format!("{deal} 3")), Ok(1));
        for text in ["3", "pass", "33"] {
            assert!(read(text).unwrap_err().to_string().starts_with("file:1: a deal is left out"), "{text}");
        }
    }

    #[test]
    fn every_set_that_comes_with_a_game_can_be_read() {
        struct Reading(&'static OpeningSet);
        impl Visitor for Reading {
            type Output = Result<usize, OpeningsError>;
            fn visit<G: Notation>(self, start: G) -> Self::Output {
                Openings::read(self.0.name, self.0.text, &start).map(|openings| openings.len())
            }
        }
        let sets = games().iter().flat_map(|game| openings(game.name).iter().map(move |set| (game, set)));
        let mut count = 0;
        for (game, set) in sets {
            let lines = open(game.name, &[], Reading(set)).unwrap();
            let promised = set.name.rsplit('-').next().and_then(|number| number.parse().ok());
            assert_eq!(lines.ok(), promised, "the name of {} ends with its number of openings", set.name);
            count += 1;
        }
        assert!(count > 0);
    }
}
