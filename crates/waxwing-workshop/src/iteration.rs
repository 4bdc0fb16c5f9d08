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
    /// The position after each of the moves, where they are asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Scene>,
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

/// Which iterations of a search are shown, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown {
    /// Their numbers, counted from 1.
    pub numbers: Range<u64>,
    /// Whether every position on the way is shown as a scene.
    pub frames: bool,
}

impl Shown {
    /// These iterations, counted from 1.
    pub fn numbers(numbers: Range<u64>) -> Shown {
        Shown { numbers, frames: false }
    }

    /// And every position on the way as a scene.
    pub fn with_frames(self) -> Shown {
        Shown { frames: true, ..self }
    }
}

/// Iterations that are being looked for, by two searches with one seed: the first finds the moves, the second reads the records
/// before and after.
pub(crate) struct Walk<G: Notation> {
    position: Position,
    line: Line<G>,
    at: Seated,
    shown: Shown,
    /// The search that is under way, the first or the second.
    pass: Pass,
    /// How many iterations it has made.
    number: u64,
    views: Vec<IterationView>,
    /// The actions of each of the iterations.
    actions: Vec<Vec<G::Action>>,
    /// The records that the next of them can change, before it.
    before: Vec<RecordView>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    First,
    Second,
}

impl<G: Notation> Walk<G> {
    pub fn new(position: &Position, line: &Line<G>, at: Seated, shown: Shown) -> Walk<G> {
        Walk {
            position: position.clone(),
            line: line.clone(),
            at,
            shown,
            pass: Pass::First,
            number: 0,
            views: Vec::new(),
            actions: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Makes at most this many iterations. Returns the iterations once they are found.
    pub fn advance(&mut self, agent: &mut Agent<G>, iterations: u64) -> Result<Option<Vec<IterationView>>, ThinkError> {
        if self.number == 0 {
            sit_down(agent, &self.line, self.at);
            agent.begin_trace(self.line.state())?;
        }
        let last = self.shown.numbers.end.saturating_sub(1);
        let left = iterations.min(last.saturating_sub(self.number));
        let goes_on = match self.pass {
            Pass::First => agent.trace_further(left, &mut |trace, _| self.find(trace))?,
            Pass::Second => agent.trace_further(left, &mut |_, records| self.read(records))?,
        };
        if goes_on && self.number < last {
            return Ok(None);
        }
        let is_done = self.pass == Pass::Second || !self.has_records(agent);
        if is_done {
            return Ok(Some(std::mem::take(&mut self.views)));
        }
        (self.pass, self.number) = (Pass::Second, 0);
        Ok(None)
    }

    fn find(&mut self, trace: &Trace<'_, G>) {
        self.number += 1;
        if self.shown.numbers.contains(&self.number) {
            self.views.push(view(self.number, trace, &self.position, self.shown.frames));
            self.actions.push(trace.steps().map(|step| step.action).collect());
        }
    }

    /// Whether the agent keeps records that these iterations could change.
    fn has_records(&self, agent: &Agent<G>) -> bool {
        let actions = self.actions.iter().flatten().copied();
        agent.records(self.line.state()).is_some_and(|records| !records.about(actions).is_empty())
    }

    /// Reads the records before and after an iteration that is shown.
    fn read(&mut self, records: &SearchRecords<'_, G>) {
        self.number += 1;
        let index = |number: u64| number.checked_sub(self.shown.numbers.start).map(|index| index as usize);
        let named = |actions: &Vec<G::Action>| {
            let (state, strategies) = (self.line.state(), records.strategies());
            let listed = records.about(actions.iter().copied());
            listed.iter().map(|listed| looking::record(state, &strategies, listed)).collect::<Vec<_>>()
        };
        if let Some(index) = index(self.number).filter(|&index| index < self.views.len()) {
            let changes = changes(std::mem::take(&mut self.before), named(&self.actions[index]));
            let view = &mut self.views[index];
            (view.changed, view.changes) = (changes.len(), changes);
            view.changes.truncate(MOST_CHANGES);
        }
        if let Some(next) = index(self.number + 1).and_then(|index| self.actions.get(index)) {
            self.before = named(next);
        }
    }
}

/// Lets an agent begin a game, and tells it of the moves so far.
fn sit_down<G: Notation>(agent: &mut Agent<G>, line: &Line<G>, Seated { seat, seed }: Seated) {
    agent.start(&line.start, seed);
    for (index, (action, after)) in line.steps.iter().enumerate() {
        agent.observe(line.before(index).observe(*action, seat), after);
    }
}

fn view<G: Notation>(number: u64, trace: &Trace<'_, G>, position: &Position, has_frames: bool) -> IterationView {
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
    let (mut leaf, mut frames) = (None, Vec::new());
    for (index, step) in steps.iter_mut().enumerate().rev() {
        if index + 1 == descent {
            leaf = Some(at.scene(None));
        }
        if has_frames {
            frames.push(at.scene(None));
        }
        step.touches = at.last_touched(None).map_or(Vec::new(), |touched| touched.touches);
        at.take_back();
    }
    frames.reverse();
    let rewards = trace.rewards.iter().map(|reward| reward.value()).collect();
    let leaf = leaf.unwrap_or_else(|| at.scene(None));
    IterationView { number, steps, descent, leaf, end, frames, rewards, changes: Vec::new(), changed: 0 }
}

fn known<G: Notation>(state: &G, legal: &[G::Action], known: &[KnownAction]) -> Vec<KnownMove> {
    let known = legal.iter().zip(known).map(|(&action, known)| KnownMove {
        action: state.format(action),
        visits: known.visits,
        value: known.value,
        score: known.score,
    });
    most_visited_first(known.collect())
}

/// Sorted, in a function that is compiled once for all games.
fn most_visited_first(mut known: Vec<KnownMove>) -> Vec<KnownMove> {
    known.sort_by_key(|known| std::cmp::Reverse(known.visits));
    known
}

/// The records that are others after an iteration than before.
fn changes(before: Vec<RecordView>, after: Vec<RecordView>) -> Vec<ChangedRecord> {
    let key = |record: &RecordView| (record.strategy.clone(), record.kind, record.player, record.about.clone());
    // Parts of a combination, which go by its name, may have records of the same name: they are told apart by their order.
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
