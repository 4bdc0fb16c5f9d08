//! What is true of a decision, as far as a long search knows it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use waxwing::search::TreeScope;
use waxwing::{Limits, Rng, Turn};
use waxwing_workshop::{AnyAgent, Position, ThinkError, Thought, Watch};

use super::plan::MeterPlan;
use super::positions::mover;
use super::statistics::{Moments, Triple};

/// What each move is worth to the player who makes it, with the iterations that say so; without those that were never tried.
pub(super) type Truth = BTreeMap<String, (u64, f64)>;

/// A node is well known if at least one in this many iterations of a long search has come to it.
const WELL_VISITED: u64 = 50;
/// How many well-known nodes are looked at besides the root, at most.
const MOST_NODES: usize = 6;
/// How many moves they are below the root, at most.
const DEEPEST: usize = 6;

fn of(thought: &Thought) -> Truth {
    let known =
        thought.actions.iter().filter_map(|action| Some((action.action.clone(), (action.visits, action.value?))));
    known.filter(|(_, (visits, _))| *visits > 0).collect()
}

/// One search of a position.
pub(super) fn search(
    agent: &mut AnyAgent,
    position: &Position,
    (seed, iterations): (u64, u64),
    stop: &AtomicBool,
) -> Result<Truth, ThinkError> {
    agent.start(position, mover(position), seed)?;
    Ok(of(&agent.think(position, &Limits::iterations(iterations), Watch::stopped_by(stop))?))
}

/// What two searches of half the iterations each say together, and how far they agree.
pub(super) fn halves(
    agent: &mut AnyAgent,
    position: &Position,
    (seed, iterations): (u64, u64),
    stop: &AtomicBool,
) -> Result<(Truth, Moments), ThinkError> {
    let one = search(agent, position, (Rng::derive(seed, 1), iterations / 2), stop)?;
    let other = search(agent, position, (Rng::derive(seed, 2), iterations / 2), stop)?;
    let both =
        one.iter().filter_map(|(action, &(_, x))| Some(Triple { weight: 1.0, x, v: other.get(action)?.1, b: None }));
    let agreement = Moments::of(&both.collect::<Vec<_>>());
    let mut together = one;
    for (action, (visits, value)) in other {
        let known = together.entry(action).or_insert((0, 0.0));
        let all = known.0 + visits;
        *known = (all, (known.0 as f64 * known.1 + visits as f64 * value) / all as f64);
    }
    Ok((together, agreement))
}

/// The root of the long search that an agent has just made, and where nothing is hidden the well-visited nodes below it.
pub(super) fn nodes(agent: &AnyAgent, root: &Position, plan: &MeterPlan, of_root: Truth) -> Vec<(Position, Truth)> {
    let mut found = vec![(root.clone(), of_root)];
    if root.is_hidden() {
        return found;
    }
    let mut open: Vec<(u64, Position)> = vec![(u64::MAX, root.clone())];
    while let Some((_, position)) = open.pop() {
        if position.len() >= DEEPEST {
            continue;
        }
        let moves = position.moves();
        let path: Vec<&str> = moves.iter().map(String::as_str).collect();
        let Some(view) = agent.tree(&path, &TreeScope::default().children(usize::MAX).line(0)) else { continue };
        if position.len() > 0 && matches!(position.turn(), Turn::Player(_)) {
            let known =
                view.children.iter().filter_map(|child| Some((child.action.clone()?, (child.visits, child.value?))));
            let truth: Truth = known.filter(|(_, (visits, _))| *visits > 0).collect();
            if truth.len() > 1 {
                found.push((position.clone(), truth));
            }
        }
        for child in view.children.iter().filter(|child| child.visits * WELL_VISITED >= plan.long) {
            let mut next = position.clone();
            if child.action.as_ref().is_some_and(|action| next.play(action).is_ok()) {
                open.push((child.visits, next));
            }
        }
        // The most visited comes next.
        open.sort_by_key(|(visits, _)| *visits);
        if found.len() > MOST_NODES {
            break;
        }
    }
    found
}
