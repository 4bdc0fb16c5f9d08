//! Decisions that a search makes, drawn from its iterations, and what strategies have to say about them.

use waxwing::search::{Hearing, Trace};
use waxwing::strategy::Phase;
use waxwing::{Agent, Notation, Rng};

use crate::agent::ThinkError;
use crate::line::Line;
use crate::position::Position;

/// A decision that an iteration of a search has made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DrawnDecision {
    /// The position in which it was made. It starts with the root of the iteration, which is a determinization where something
    /// is hidden.
    pub position: Position,
    /// Whether it was made in the tree of its player; otherwise in the playout.
    pub in_tree: bool,
    /// The number of the iteration, counted from 1.
    pub iteration: u64,
}

/// Which decisions of a search are drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// How many iterations the search makes.
    pub iterations: u64,
    /// From how many of the second half of them, at even distances, one decision of the tree below the root and one of the playout
    /// are drawn, as far as they have any among two moves or more.
    pub from: u64,
}

/// Traces a search of a position, and draws decisions of it.
pub(crate) fn draw<G: Notation>(
    agent: &mut Agent<G>,
    position: &Position,
    state: &G,
    drawing: Drawing,
    rng: &mut Rng,
) -> Result<Vec<DrawnDecision>, ThinkError> {
    let (mut number, mut drawn) = (0, Vec::new());
    let first = drawing.iterations / 2;
    let distance = ((drawing.iterations - first) / drawing.from.max(1)).max(1);
    agent.trace_on(state, drawing.iterations, &mut |trace, _| {
        number += 1;
        let is_drawn = number > first && (number - first).is_multiple_of(distance);
        if is_drawn && (number - first) / distance <= drawing.from {
            for in_tree in [true, false] {
                let place = place(trace, in_tree, rng);
                let line = place.map(|place| Box::new(line(trace, place)));
                drawn.extend(line.map(|line| {
                    let position = position.with_line(line);
                    DrawnDecision { position, in_tree, iteration: number }
                }));
            }
        }
    })?;
    Ok(drawn)
}

/// The place of one of the decisions among two moves or more that an iteration has made in a tree below the root, or elsewhere.
fn place<G: Notation>(trace: &Trace<'_, G>, in_tree: bool, rng: &mut Rng) -> Option<usize> {
    let places = trace.steps().enumerate().filter(|(place, step)| {
        let is_there = (step.phase != Phase::Simulation) == in_tree;
        step.player.is_some() && step.legal.len() > 1 && is_there && *place > 0
    });
    let places: Vec<usize> = places.map(|(place, _)| place).collect();
    if places.is_empty() { None } else { Some(places[rng.below(places.len())]) }
}

/// The iteration up to one of its steps.
fn line<G: Notation>(trace: &Trace<'_, G>, place: usize) -> Line<G> {
    let mut line = Line::new(trace.root.clone());
    for step in trace.steps().take(place) {
        let mut after = line.state().clone();
        after.apply(step.action);
        line.steps.push((step.action, after));
    }
    line
}

/// What an agent and those that listen to it have to say about the decision at the end of a line, whose start it has searched.
pub(crate) fn hear<G: Notation>(agent: &Agent<G>, line: &Line<G>, draws: u32) -> Option<Hearing<String>> {
    let path: Vec<G::Action> = line.steps.iter().map(|&(action, _)| action).collect();
    Some(agent.hear(&line.start, &path, draws)?.map(|action| line.state().format(action)))
}
