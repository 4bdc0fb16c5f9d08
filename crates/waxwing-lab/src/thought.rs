//! One search after a list of moves, and its report in the game's notation.

use serde::Serialize;
use waxwing::thinking::Stopped;
use waxwing::{Agent, Control, Limits, Notation, Player, Report, Rng, SearchError, Turn};

use crate::replay::is_deal;

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
    /// What is proven, in words: `win`, or `loss (paranoid rule)` where it rests on a rule.
    pub fn proof(&self) -> Option<String> {
        let proven = self.proven?;
        Some(self.proof_rule.map_or(proven.to_owned(), |rule| format!("{proven} ({rule} rule)")))
    }
}

impl Thought {
    /// The report of a search of this state.
    pub fn of<G: Notation>(game: &str, agent: &str, state: &G, report: &Report<G::Action>) -> Thought {
        let actions = report.actions.iter().map(|action| ThoughtAction {
            action: state.format(action.action),
            visits: action.visits,
            value: action.value,
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
            stopped: match report.stopped {
                Stopped::Running => "running",
                Stopped::Proven => "proven",
                Stopped::Exhausted => "exhausted",
                Stopped::Asked => "interrupted",
                Stopped::OnlyMove => "only move",
                _ => "budget",
            },
            capped: report.capped,
            memory_full: report.memory_full,
            reproducible: report.reproducible,
        }
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

/// Draws the deals that stand between a state and its next decision.
pub fn draw_deals<G: Notation>(start: &G, states: &mut Vec<(G::Action, G)>, seed: u64) {
    let mut rng = Rng::new(Rng::derive(seed, 0));
    loop {
        let mut state = states.last().map_or(start, |(_, state)| state).clone();
        if !is_deal(&state) {
            return;
        }
        let action = state.sample_chance(&mut rng);
        state.apply(action);
        states.push((action, state));
    }
}

/// Lets an agent search the last of these states, after it was told how the game came there. Fails where
/// [`Agent::think`] does.
pub fn think_after<G: Notation>(
    agent: &mut Agent<G>,
    start: &G,
    states: &[(G::Action, G)],
    seed: u64,
    limits: &Limits,
    control: &mut Control<'_, G::Action>,
) -> Result<Report<G::Action>, SearchError> {
    let position = states.last().map_or(start, |(_, state)| state);
    let seat = if let Turn::Player(player) = position.turn() { player } else { Player(0) };
    agent.start(start, seed);
    tell(agent, seat, start, states);
    agent.think(position, limits, control)
}

/// Tells an agent what its seat has seen of a game.
pub(crate) fn tell<G: Notation>(agent: &mut Agent<G>, seat: Player, start: &G, states: &[(G::Action, G)]) {
    let mut before = start;
    for (action, after) in states {
        agent.observe(before.observe(*action, seat), after);
        before = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::legal_texts;
    use waxwing_games::Breakthrough;

    #[test]
    fn a_thought_is_the_report_in_the_games_notation() {
        let start = Breakthrough::new(5, 3).unwrap();
        let states = crate::replay(&start, "a2a3", 1).unwrap();
        let mut agent = Agent::parse("uct > mast with solver", &start).unwrap();
        let limits = Limits::iterations(200);
        let report = think_after(&mut agent, &start, &states, 3, &limits, &mut Control::default()).unwrap();
        let thought = Thought::of("b", "uct", &states[0].1, &report);
        let mut texts: Vec<_> = thought.actions.iter().map(|action| action.action.clone()).collect();
        assert!(texts.contains(&thought.best) && thought.line[0] == thought.best && thought.line.len() > 1);
        let mut legal = legal_texts(&states[0].1);
        texts.sort();
        legal.sort();
        assert_eq!(texts, legal);
        assert_eq!(thought.actions.iter().map(|action| action.visits).sum::<u64>(), thought.iterations);
        let again = think_after(&mut agent, &start, &states, 3, &limits, &mut Control::default()).unwrap();
        assert_eq!(again.actions, report.actions);
    }
}
