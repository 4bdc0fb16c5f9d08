//! One iteration of a search, step by step: where a learner sees what a search does.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use serde::Serialize;
use waxwing::search::{KnownAction, SearchRecords, Trace};
use waxwing::{Agent, Notation, Player};

use crate::agent::ThinkError;
use crate::description::ToMove;
use crate::line::Line;
use crate::looking::{self, RecordView};
use crate::position::Position;
use crate::scene::Scene;

/// One iteration of a search, move by move.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct IterationView {
    /// Its number, counted from 1.
    pub number: u64,
    /// Its moves from the root to the end of the playout.
    pub steps: Vec<StepView>,
    /// How many of these moves were made in the tree: the last of them leads to the new node, and what follows is the playout.
    pub descent: usize,
    /// The position at the new node, as the searching player imagines it.
    pub leaf: Scene,
    /// The position where the iteration ends.
    pub end: Scene,
    /// What each player gets.
    pub rewards: Vec<f64>,
    /// The records that it has changed, the most visited ones first.
    pub changes: Vec<ChangedRecord>,
    /// How many records it has changed in all.
    pub changed: usize,
}

/// A move of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StepView {
    /// Who made it.
    pub by: ToMove,
    /// The move.
    pub action: String,
    /// The places that it touches.
    pub touches: Vec<String>,
    /// Where the choice was made: `selection`, `expansion` or `simulation`.
    pub phase: &'static str,
    /// How many moves could be chosen from.
    pub choices: usize,
    /// What the tree knew of the moves when the choice was made, the most visited one first; nothing in the playout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<KnownMove>,
}

/// What the tree knew of a move before an iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct KnownMove {
    /// The move.
    pub action: String,
    /// Iterations that had come through it.
    pub visits: u32,
    /// Their mean reward for the player who makes it.
    pub value: Option<f64>,
    /// The score by which the policy chose; none of a move without visits, which comes first, and where the policy draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
}

/// A record that an iteration has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ChangedRecord {
    /// What it was before, if it was there.
    pub before: Option<RecordView>,
    /// What it is after the iteration.
    pub after: RecordView,
}

/// Who searches, from which seed.
#[derive(Clone, Copy)]
pub(crate) struct Seated {
    pub seat: Player,
    pub seed: u64,
}

/// The most changed records of an iteration that are shown.
const MOST_CHANGES: usize = 200;

/// These iterations of a search, counted from 1, by two searches with one seed: the first finds the moves, the second reads the
/// records before and after.
pub(crate) fn iterations<G: Notation>(
    agent: &mut Agent<G>,
    position: &Position,
    line: &Line<G>,
    at: Seated,
    wanted: Range<u64>,
) -> Result<Vec<IterationView>, ThinkError> {
    let state = line.state();
    let last = wanted.end.saturating_sub(1);
    let (mut views, mut moves, mut number) = (Vec::new(), Vec::new(), 0_u64);
    sit_down(agent, line, at);
    agent.trace_on(state, last, &mut |trace, _| {
        number += 1;
        if wanted.contains(&number) {
            views.push(view(number, trace, position));
            moves.push(trace.steps().map(|step| step.action).collect::<Vec<_>>());
        }
    })?;
    if agent.records(state).is_some_and(|records| records.about(moves.iter().flatten().copied()).is_empty()) {
        return Ok(views);
    }
    let named = |records: &SearchRecords<'_, G>, moves: &[G::Action]| {
        let listed = records.about(moves.iter().copied());
        listed.iter().map(|listed| looking::record(state, listed)).collect::<Vec<_>>()
    };
    let (mut number, mut before) = (0_u64, Vec::new());
    sit_down(agent, line, at);
    agent.trace_on(state, last, &mut |_, records| {
        number += 1;
        if let Some(index) = number.checked_sub(wanted.start).filter(|&index| index < views.len() as u64) {
            let view = &mut views[index as usize];
            view.changes = changes(std::mem::take(&mut before), named(records, &moves[index as usize]));
            view.changed = view.changes.len();
            view.changes.truncate(MOST_CHANGES);
        }
        if let Some(next) = (number + 1).checked_sub(wanted.start).and_then(|index| moves.get(index as usize)) {
            before = named(records, next);
        }
    })?;
    Ok(views)
}

/// Lets an agent begin a game, and tells it of the moves so far.
fn sit_down<G: Notation>(agent: &mut Agent<G>, line: &Line<G>, Seated { seat, seed }: Seated) {
    agent.start(&line.start, seed);
    for (index, (action, after)) in line.steps.iter().enumerate() {
        agent.observe(line.before(index).observe(*action, seat), after);
    }
}

fn view<G: Notation>(number: u64, trace: &Trace<'_, G>, position: &Position) -> IterationView {
    let mut line = Line::new(trace.root.clone());
    let mut steps = Vec::new();
    for step in trace.steps() {
        let before = line.state();
        steps.push(StepView {
            by: step.player.map_or(ToMove::Chance, ToMove::Player),
            action: before.format(step.action),
            touches: Vec::new(),
            phase: step.phase.name(),
            choices: step.legal.len(),
            known: known(before, step.legal, step.known),
        });
        let mut after = before.clone();
        after.apply(step.action);
        line.steps.push((step.action, after));
    }
    let descent = trace.descent().min(steps.len());
    let mut at = position.with_line(Box::new(line));
    let end = at.scene(None);
    let mut leaf = None;
    for (index, step) in steps.iter_mut().enumerate().rev() {
        if index + 1 == descent {
            leaf = Some(at.scene(None));
        }
        step.touches = at.last_touched(None).map_or(Vec::new(), |touched| touched.touches);
        at.take_back();
    }
    let rewards = trace.rewards.iter().map(|reward| reward.value()).collect();
    let leaf = leaf.unwrap_or_else(|| at.scene(None));
    IterationView { number, steps, descent, leaf, end, rewards, changes: Vec::new(), changed: 0 }
}

fn known<G: Notation>(state: &G, legal: &[G::Action], known: &[KnownAction]) -> Vec<KnownMove> {
    let known = legal.iter().zip(known).map(|(&action, known)| KnownMove {
        action: state.format(action),
        visits: known.visits,
        value: known.value,
        score: known.score,
    });
    let mut known: Vec<KnownMove> = known.collect();
    known.sort_by_key(|known| std::cmp::Reverse(known.visits));
    known
}

/// The records that are others after an iteration than before.
fn changes(before: Vec<RecordView>, after: Vec<RecordView>) -> Vec<ChangedRecord> {
    let key = |record: &RecordView| (record.kind, record.player, record.about.clone());
    // Two strategies may have records of the same name: they are told apart by their order.
    let mut known: HashMap<_, VecDeque<RecordView>> = HashMap::new();
    before.into_iter().for_each(|record| known.entry(key(&record)).or_default().push_back(record));
    let changed = after.into_iter().filter_map(|after| {
        let before = known.get_mut(&key(&after)).and_then(VecDeque::pop_front);
        (before.as_ref() != Some(&after)).then_some(ChangedRecord { before, after })
    });
    let mut changed: Vec<ChangedRecord> = changed.collect();
    changed.sort_by_key(|changed| std::cmp::Reverse(changed.after.visits));
    changed
}
