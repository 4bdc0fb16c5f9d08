//! One search after a list of moves, and its report in the game's notation.

use std::time::Duration;

use serde::Serialize;
use waxwing::thinking::Stopped;
use waxwing::{Notation, Report};

use crate::outside::GaveUp;
use crate::position::Position;

/// A search's report as it is shown and sent.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Thought {
    /// The game.
    pub game: String,
    /// The agent's expression.
    pub agent: String,
    /// The action to play.
    pub best: String,
    /// Iterations of the search.
    pub iterations: u64,
    /// How long it took.
    pub elapsed_s: f64,
    /// All legal actions, most visited first.
    pub actions: Vec<ThoughtAction>,
    /// The most visited line.
    pub line: Vec<String>,
    /// Visited nodes of the tree.
    pub nodes: u64,
    /// The depth of the deepest.
    pub depth: u32,
    /// Memory of the tree and all records.
    pub bytes: usize,
    /// Why it ended: `budget` (which JSON does not mention), `proven`, `exhausted` (a deeper search would find the same),
    /// `interrupted`, or `running`.
    #[serde(skip_serializing_if = "is_budget")]
    pub stopped: &'static str,
    /// Iterations that were too long and count as draws; JSON mentions them only if there are some.
    #[serde(skip_serializing_if = "is_zero")]
    pub capped: u64,
    /// Whether memory did not suffice for everything that was to be remembered; JSON mentions it only then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub memory_full: bool,
    /// Whether the same seed gives the same result; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
    /// Whether values are means over as many playouts as there are visits; otherwise they are evaluations.
    #[serde(skip)]
    pub sampled: bool,
    /// Actions made in the iterations, in the tree and in playouts.
    #[serde(skip)]
    pub plies: u64,
    /// Memory of the tree divided by its child slots in use.
    #[serde(skip)]
    pub bytes_per_slot: f64,
    /// Why nothing was chosen; [`Thought::best`] has no meaning then.
    #[serde(skip)]
    pub gave_up: Option<GaveUp>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_budget(stopped: &&str) -> bool {
    *stopped == "budget"
}

/// What a search knows about an action.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ThoughtAction {
    /// The action.
    pub action: String,
    /// Iterations that began with it.
    pub visits: u64,
    /// Their mean reward for the acting player, in [0, 1].
    pub value: Option<f64>,
    /// The standard error of that mean, where it is one of enough playouts to say something; evaluations have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// `win`, `draw` or `loss` for the acting player, where it is proven; `loss if the others cooperate` is no loss yet.
    pub proven: Option<&'static str>,
    /// The rule that the proof rests on, such as `paranoid`; JSON mentions it only where the result is not forced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof_rule: Option<&'static str>,
    /// Its implicit minimax value for the acting player, in [0, 1], where the search has such values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax: Option<f64>,
}

impl ThoughtAction {
    /// Below this many playouts a mean says nothing: with one it is 0 or 1.
    pub const FEWEST: u64 = 10;

    /// What it is worth to the acting player: what is proven, or its mean reward.
    pub fn worth(&self) -> Option<f64> {
        match self.proven {
            Some("win") => Some(1.0),
            Some("draw") => Some(0.5),
            Some("loss") => Some(0.0),
            _ => self.value,
        }
    }

    /// What is proven, in words: `win`, or `loss (paranoid rule)` where it rests on a rule.
    pub fn proof(&self) -> Option<String> {
        let proven = self.proven?;
        Some(self.proof_rule.map_or(proven.to_owned(), |rule| format!("{proven} ({rule} rule)")))
    }
}

/// The standard error of a mean of rewards between 0 and 1, which vary no more than wins and losses with this mean. One of each
/// is added to them, since playouts that all ended alike do not make the next one certain. `None` of too few.
pub(crate) fn standard_error(mean: f64, visits: u64) -> Option<f64> {
    let count = visits as f64;
    let mean = (mean * count + 1.0) / (count + 2.0);
    (visits >= ThoughtAction::FEWEST).then(|| (mean * (1.0 - mean) / count).sqrt())
}

/// A move that an agent has chosen, with what it took: a [`Thought`] without the other moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChosenMove {
    /// The move, or why there is none.
    pub choice: Result<String, GaveUp>,
    /// Iterations of the search.
    pub iterations: u64,
    /// Actions made in them, in the tree and in playouts.
    pub plies: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// The depth of the deepest node of the tree.
    pub depth: u32,
    /// Iterations that began with the move.
    pub visits: u64,
    /// Their mean reward for the acting player, in [0, 1].
    pub value: Option<f64>,
    /// Whether the same seed gives the same move.
    pub reproducible: bool,
}

impl ChosenMove {
    /// The choice of a search of this state.
    pub(crate) fn of<G: Notation>(state: &G, report: &Report<G::Action>) -> ChosenMove {
        let chosen = report.actions.iter().find(|action| action.action == report.best);
        ChosenMove {
            choice: if report.resigns { Err(GaveUp::Resigned) } else { Ok(state.format(report.best)) },
            iterations: report.iterations,
            plies: report.plies,
            elapsed: report.elapsed,
            depth: report.depth,
            visits: chosen.map_or(0, |action| action.visits),
            value: chosen.and_then(|action| action.value),
            reproducible: report.reproducible,
        }
    }

    /// A choice that no search of ours made.
    pub(crate) fn from_outside(choice: Result<String, GaveUp>, elapsed: Duration) -> ChosenMove {
        ChosenMove { choice, iterations: 0, plies: 0, elapsed, depth: 0, visits: 0, value: None, reproducible: false }
    }
}

impl Thought {
    /// The report of a search of this state.
    pub fn of<G: Notation>(game: &str, agent: &str, state: &G, report: &Report<G::Action>) -> Thought {
        let actions = report.actions.iter().map(|action| ThoughtAction {
            action: state.format(action.action),
            visits: action.visits,
            value: action.value,
            error: action.value.filter(|_| report.sampled).and_then(|value| standard_error(value, action.visits)),
            proven: action.proven.map(|outcome| outcome.name()),
            proof_rule: action.proven.and(report.proof_rule).map(|rule| rule.name()),
            minimax: action.minimax,
        });
        Thought {
            game: game.to_owned(),
            agent: agent.to_owned(),
            best: state.format(report.best),
            iterations: report.iterations,
            elapsed_s: report.elapsed.as_secs_f64(),
            actions: actions.collect(),
            line: line(state, &report.line),
            nodes: report.nodes,
            depth: report.depth,
            bytes: report.bytes,
            stopped: stopped_word(report.stopped),
            capped: report.capped,
            memory_full: report.memory_full,
            reproducible: report.reproducible,
            sampled: report.sampled,
            plies: report.plies,
            bytes_per_slot: report.bytes_per_slot,
            gave_up: report.resigns.then_some(GaveUp::Resigned),
        }
    }

    /// What is known of a choice that no search of ours made.
    pub(crate) fn from_outside(
        position: &Position,
        agent: &str,
        chosen: Result<String, GaveUp>,
        elapsed: Duration,
    ) -> Thought {
        let legal = position.legal();
        let best = chosen.as_ref().unwrap_or(&legal[0]).clone();
        let unknown = |action| ThoughtAction {
            action,
            visits: 0,
            value: None,
            error: None,
            proven: None,
            proof_rule: None,
            minimax: None,
        };
        Thought {
            game: position.game_text().to_owned(),
            agent: agent.to_owned(),
            line: vec![best.clone()],
            best,
            iterations: 0,
            elapsed_s: elapsed.as_secs_f64(),
            actions: legal.into_iter().map(unknown).collect(),
            nodes: 0,
            depth: 0,
            bytes: 0,
            stopped: "budget",
            capped: 0,
            memory_full: false,
            reproducible: false,
            sampled: false,
            plies: 0,
            bytes_per_slot: 0.0,
            gave_up: chosen.err(),
        }
    }

    /// What is known of the chosen move.
    pub fn chosen(&self) -> Option<&ThoughtAction> {
        self.actions.iter().find(|action| action.action == self.best)
    }

    /// What the chosen move is worth to its player: what is proven, or its mean reward.
    pub fn value(&self) -> Option<f64> {
        self.chosen()?.worth()
    }
}

/// A line in the game's notation.
fn line<G: Notation>(state: &G, actions: &[G::Action]) -> Vec<String> {
    if G::HIDDEN {
        // The moves were seen in determinizations. What is possible in the state itself would say what is hidden in it.
        return actions.iter().map(|&action| state.format(action)).collect();
    }
    let mut state = state.clone();
    let write = |&action: &G::Action| {
        let text = state.format(action);
        state.apply(action);
        text
    };
    actions.iter().map(write).collect()
}

/// The word for why a search ended.
fn stopped_word(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Running => "running",
        Stopped::Proven => "proven",
        Stopped::Exhausted => "exhausted",
        Stopped::Asked => "interrupted",
        Stopped::OnlyMove => "only move",
        _ => "budget",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_an_error_once_it_says_something() {
        assert_eq!(standard_error(1.0, ThoughtAction::FEWEST - 1), None);
        assert_eq!(standard_error(0.5, 100), Some(0.05));
        // All ten won: an error all the same, √(11/12 · 1/12 ÷ 10).
        assert!(standard_error(1.0, 10).is_some_and(|error| (error - 0.0874).abs() < 1e-4));
    }
}
