//! Finding balanced openings: random lines of moves after which a search sees no advantage for either player.
//!
//! The experiments in Lines of Action (evaluation function based Monte-Carlo LOA, section 5) begin with a hundred openings
//! of three plies; a set like theirs is made here.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::thinking::Proven;
use waxwing::{Agent, Control, Expression, Game, Limits, Notation, Report, Rng, Turn};

use super::LearningError;
use crate::thought::think_after;

/// After so many lines in a row that were of no use there is little hope for another.
const MOST_IN_VAIN: u64 = 10_000;

/// Which openings are wanted.
#[derive(Clone, Debug)]
pub struct OpeningSearch {
    /// The length of a line, in moves of players; outcomes of chance between them do not count.
    pub plies: u32,
    /// How many openings.
    pub count: usize,
    /// Who judges them.
    pub agent: Expression,
    /// How far from one half the value of the agent's best move may be.
    pub balance: f64,
    /// Everything random follows from it.
    pub seed: u64,
    /// What the agent may use for a position if its expression does not say.
    pub limits: Limits,
}

/// Openings that were found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoundOpenings {
    /// The lines, in the game's notation.
    pub lines: Vec<String>,
    /// The value of the agent's best move after each, for the player to move.
    pub values: Vec<f64>,
    /// How many lines were drawn.
    pub drawn: u64,
    /// Whether the same seed would give the same openings again.
    pub reproducible: bool,
}

/// What tells one position from another: its hash, or how it came about where the game has none.
#[derive(PartialEq, Eq, Hash)]
enum Key<A> {
    Position(u64),
    Line(Vec<A>),
}

/// Draws lines until enough of them are balanced, no two leading to the same position. `progress` is told how many there
/// are after each search; `None` when it was stopped.
pub fn find_openings<G: Notation>(
    name: &str,
    start: &G,
    wanted: &OpeningSearch,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Option<FoundOpenings>, LearningError> {
    if start.players() != 2 {
        return Err(LearningError::NotForTwo { game: name.to_owned(), players: start.players() });
    }
    let mut agent = Agent::new(wanted.agent.clone(), start)?;
    let mut found = FoundOpenings { lines: Vec::new(), values: Vec::new(), drawn: 0, reproducible: true };
    let (mut seen, mut in_vain) = (HashSet::new(), 0);
    while found.lines.len() < wanted.count {
        if in_vain >= MOST_IN_VAIN {
            let (found, draws) = (found.lines.len(), in_vain);
            return Err(LearningError::TooFew { found, wanted: wanted.count, draws, balance: wanted.balance });
        }
        let seed = Rng::derive(wanted.seed, found.drawn);
        found.drawn += 1;
        in_vain += 1;
        let Some(states) = draw(start, wanted.plies, seed).filter(|states| seen.insert(key(start, states))) else {
            continue;
        };
        let mut control = Control { stop: Some(stop), progress: None };
        let report = think_after(&mut agent, start, &states, Rng::derive(seed, 1), &wanted.limits, &mut control);
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let report = report?;
        let no_value = || LearningError::NoValue { agent: wanted.agent.to_string() };
        let value = value_of_best(&report).ok_or_else(no_value)?;
        found.reproducible &= report.reproducible;
        if (value - 0.5).abs() <= wanted.balance {
            found.lines.push(text(start, &states));
            found.values.push(value);
            in_vain = 0;
        }
        progress(found.lines.len());
    }
    Ok(Some(found))
}

/// A random line of so many moves of players, to a state in which a player acts; `None` if the game ended before.
fn draw<G: Game>(start: &G, plies: u32, seed: u64) -> Option<Vec<(G::Action, G)>> {
    let (mut rng, mut buffer) = (Rng::new(Rng::derive(seed, 0)), Vec::new());
    let (mut state, mut states, mut moves) = (start.clone(), Vec::new(), 0);
    loop {
        let action = match state.turn() {
            Turn::Over => return None,
            Turn::Player(_) if moves == plies => return Some(states),
            Turn::Player(_) => {
                moves += 1;
                state.random_action(&mut rng, &mut buffer)
            }
            Turn::Chance => state.sample_chance(&mut rng),
        };
        state.apply(action);
        states.push((action, state.clone()));
    }
}

fn key<G: Game>(start: &G, states: &[(G::Action, G)]) -> Key<G::Action> {
    let state = states.last().map_or(start, |(_, state)| state);
    let line = || Key::Line(states.iter().map(|&(action, _)| action).collect());
    state.position_hash().map_or_else(line, Key::Position)
}

/// What the acting player may expect, if the agent has searched.
fn value_of_best<A: Copy + PartialEq>(report: &Report<A>) -> Option<f64> {
    let best = report.actions.iter().find(|action| action.action == report.best)?;
    match best.proven {
        Some(Proven::Win) => Some(1.0),
        Some(Proven::Draw) => Some(0.5),
        Some(Proven::Loss) => Some(0.0),
        Some(Proven::CoalitionLoss) | None => best.value,
    }
}

fn text<G: Notation>(start: &G, states: &[(G::Action, G)]) -> String {
    let mut before = start;
    let mut words = Vec::new();
    for (action, after) in states {
        words.push(before.format(*action));
        before = after;
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;
    use waxwing_games::{Backgammon, Breakthrough, Hearts};

    fn wanted(agent: &str, plies: u32, count: usize, balance: f64) -> OpeningSearch {
        let agent = Expression::parse(agent).unwrap();
        OpeningSearch { plies, count, agent, balance, seed: 6, limits: Limits::iterations(200) }
    }

    fn find<G: Notation>(start: &G, wanted: &OpeningSearch) -> Result<Option<FoundOpenings>, LearningError> {
        find_openings("game", start, wanted, &AtomicBool::new(false), &mut |_| {})
    }

    #[test]
    fn openings_are_balanced_differ_and_can_be_read_again() {
        let start = Breakthrough::new(6, 5).unwrap();
        let wanted = wanted("uct", 3, 12, 0.06);
        let found = find(&start, &wanted).unwrap().unwrap();
        assert_eq!((found.lines.len(), found.values.len(), found.reproducible), (12, 12, true));
        assert!(found.values.iter().all(|value| (value - 0.5).abs() <= 0.06), "{:?}", found.values);
        assert!(found.drawn > 12, "some lines are not balanced");
        assert!(found.lines.iter().all(|line| line.split(' ').count() == 3));
        let different: HashSet<&String> = found.lines.iter().collect();
        assert_eq!(different.len(), 12);
        assert_eq!(Openings::read("found", &found.lines.join("\n"), &start).unwrap().len(), 12);
        assert_eq!(find(&start, &wanted).unwrap().unwrap().lines, found.lines, "the seed decides");
    }

    #[test]
    fn outcomes_of_chance_are_part_of_a_line() {
        let start = Backgammon::default();
        let found = find(&start, &wanted("uct @20", 1, 3, 0.5)).unwrap().unwrap();
        assert_eq!(Openings::read("found", &found.lines.join("\n"), &start).unwrap().len(), 3);
    }

    #[test]
    fn it_says_when_there_are_not_so_many() {
        let start = Breakthrough::new(4, 2).unwrap();
        let error = find(&start, &wanted("uct @20", 1, 5, 0.5)).unwrap_err();
        let expected = LearningError::TooFew { found: 2, wanted: 5, draws: MOST_IN_VAIN, balance: 0.5 };
        assert_eq!(error, expected, "two first moves are all there are");
    }

    #[test]
    fn what_cannot_judge_an_opening_is_refused() {
        let start = Breakthrough::new(5, 4).unwrap();
        assert!(matches!(find(&start, &wanted("random", 1, 1, 0.1)), Err(LearningError::NoValue { .. })));
        assert!(matches!(find(&start, &wanted("uct @d3", 1, 1, 0.1)), Err(LearningError::Agent(_))));
        let cards = find(&Hearts::default(), &wanted("uct", 1, 1, 0.1)).unwrap_err();
        assert_eq!(cards.to_string(), "an opening is balanced between two players; `game` has 4");
        let stopped = find_openings("b", &start, &wanted("uct", 1, 1, 0.1), &AtomicBool::new(true), &mut |_| {});
        assert!(stopped.unwrap().is_none());
    }
}
