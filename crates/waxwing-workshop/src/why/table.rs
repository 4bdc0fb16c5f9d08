//! The table of what each part is for: what a search would have played without it.

use serde::Serialize;
use waxwing::Expression;
use waxwing::agent::Part;

use super::MoveStanding;
use super::history::ChoiceHistory;
use crate::thought::Thought;

/// What a search plays, and what it would have played without each of its parts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WhyReport {
    /// The game.
    pub game: String,
    /// The agent's expression, with the budget of all searches.
    pub agent: String,
    /// The text that the expression was read from, in which parts have their places.
    pub source: String,
    /// The seed of all searches, as a text, since JSON cannot hold all its digits as a number.
    pub seed: String,
    /// Whether all searches are done.
    pub finished: bool,
    /// The search with all parts; `None` before it has said anything.
    pub whole: Option<WithoutResult>,
    /// A row for each part, in the order of the expression.
    pub without: Vec<WithoutPart>,
    /// How the choice of the search with all parts came about.
    pub history: ChoiceHistory,
}

/// The search without one part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WithoutPart {
    /// The text of the part, such as `nast(n=3)`.
    pub part: String,
    /// What the part is, in one word, such as `term`: see [`PartKind::name`](waxwing::agent::PartKind::name).
    pub kind: &'static str,
    /// The part in words, such as ``the term `nast` ``.
    pub words: String,
    /// Its first byte in [`WhyReport::source`], and the one after its last, if it is written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// The expression without it.
    pub agent: String,
    /// What that search has found; `None` before it is done.
    pub result: Option<WithoutResult>,
    /// Why it could not search, if it could not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What a search would play, beside what the search with all parts plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WithoutResult {
    /// What it would play itself.
    pub best: MoveStanding,
    /// The move that the search with all parts plays, in this search; `None` if it has not considered it.
    pub played: Option<MoveStanding>,
    /// Whether it would play another move.
    pub changed: bool,
    /// Its iterations: fewer than the budget if it was done earlier.
    pub iterations: u64,
    /// Why it ended: see [`Thought::stopped`].
    pub stopped: &'static str,
    /// Whether the same seed gives the same result.
    pub reproducible: bool,
}

impl WithoutResult {
    /// A search beside that with all parts. `None` if it has chosen nothing.
    pub(super) fn new(thought: &Thought, whole: &Thought) -> Option<WithoutResult> {
        let best = MoveStanding::of(thought, &thought.best).filter(|_| thought.gave_up.is_none())?;
        Some(WithoutResult {
            changed: thought.best != whole.best,
            best,
            played: MoveStanding::of(thought, &whole.best),
            iterations: thought.iterations,
            stopped: thought.stopped,
            reproducible: thought.reproducible,
        })
    }
}

impl WithoutPart {
    pub(super) fn new(
        part: &Part,
        expression: &Expression,
        result: Option<&Result<Thought, String>>,
        whole: Option<&Thought>,
    ) -> WithoutPart {
        let thought = result.and_then(|result| result.as_ref().ok());
        WithoutPart {
            part: part.text().to_owned(),
            kind: part.kind().name(),
            words: part.to_string(),
            span: part.span().map(|span| [span.start, span.end]),
            agent: expression.to_string(),
            result: thought.zip(whole).and_then(|(thought, whole)| WithoutResult::new(thought, whole)),
            failure: result.and_then(|result| result.as_ref().err().cloned()),
        }
    }
}
