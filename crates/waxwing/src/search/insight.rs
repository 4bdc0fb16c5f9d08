//! What the game's knowledge adds to the statistics of the tree.
//!
//! - *Implicit minimax* (Lanctot et al. 2014, Equation 2): beside its mean reward every node has a value `v` that is backed up as
//!   minimax does, from evaluations at the leaves, and the tree policy sees `(1-α)·mean + α·v`.
//! - *Constant bias* and *progressive bias* mix the evaluation itself into the mean: `(1-α)·mean + α·v₀`, and
//!   `(1-α)·mean + α·v₀/(n+1)` with `v₀ ∈ [-1, 1]`. The paper's progressive bias has the minimax value in the place of v₀.
//! - *Priors*: an action starts with so many virtual visits, won at the rate that the game's knowledge expects. They count
//!   like others: a node with virtual visits is a selection node from its first visit on.
//!
//! Minimax values are kept in `[-1, 1]` and without a point of view, for player 0: his children's maximum, the other
//! player's minimum, the expectation over chance. So no sign can be wrong when a player moves twice in a row, and a proof
//! is a value like any other.

use super::memory::Memory;
use super::proof::Proof;
use super::tree::{Block, ROOT, Slot, Tree};
use super::worker::Worker;
use crate::game::{Game, Player, Turn, list_legal};
use crate::icarus::{Arms, Hint};
use crate::knowledge::Evaluation;

/// Which knowledge is used where.
pub(crate) struct Insight<G: Game> {
    /// The hints that lie beside the slots, by column; the implicit minimax value has the column behind them.
    pub hints: Vec<Hint<G>>,
    pub minimax: Option<Minimax<G>>,
    pub mixes: Vec<Mix>,
    pub priors: Option<Priors>,
}

impl<G: Game> Insight<G> {
    /// No knowledge at all.
    pub fn none() -> Insight<G> {
        Insight { hints: Vec::new(), minimax: None, mixes: Vec::new(), priors: None }
    }

    /// The column of a hint, which gets one if it has none yet.
    pub fn column(&mut self, hint: Hint<G>) -> usize {
        let known = self.hints.iter().position(|known| *known == hint);
        known.unwrap_or_else(|| {
            self.hints.push(hint);
            self.hints.len() - 1
        })
    }

    /// The column of the implicit minimax value.
    #[inline]
    fn minimax_column(&self) -> usize {
        self.hints.len()
    }

    /// How many numbers lie beside a slot.
    pub fn columns(&self) -> usize {
        self.hints.len() + usize::from(self.minimax.is_some())
    }

    /// Whether the tree policy sees the statistics as they are, or with nothing but minimax values mixed in.
    pub fn is_plain(&self) -> bool {
        self.mixes.is_empty() && self.priors.is_none()
    }
}

/// Implicit minimax.
pub(crate) struct Minimax<G: Game> {
    pub alpha: f32,
    pub evaluation: Evaluation<G>,
    pub expand: Expand,
}

/// What a node's minimax value is made of (Lanctot et al. 2014, Algorithm 1, lines 12-14; `docs/papers.md#im-expand`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expand {
    /// All children have values: a new node is worth the best of its successors' evaluations.
    All,
    /// A new node is worth its own evaluation; later the values of all children count, visited or not.
    Later,
    /// A new node is worth its own evaluation; later only visited children count.
    One,
}

/// A bias that is mixed into the mean, from a hint's column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mix {
    Constant { alpha: f32, column: usize },
    Progressive { alpha: f32, column: usize },
}

/// Virtual visits, and the column of the rates at which they were won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Priors {
    pub visits: u32,
    pub column: usize,
}

impl Priors {
    fn add(self, arms: &mut Arms) {
        let visits = self.visits as f32;
        arms.virtual_visits = self.visits;
        // Only whole wins count: there and back is a vector instruction each, where `floor` is a call.
        arms.virtual_rewards.extend(arms.hints[self.column].iter().map(|rate| (rate * visits) as i32 as f32));
        arms.rewards.iter_mut().zip(&arms.virtual_rewards).for_each(|(reward, won)| *reward += won);
        arms.visits.iter_mut().for_each(|count| *count += self.visits);
        // With virtual visits the trials are the sum of all arms' visits.
        match &mut arms.available[..] {
            [trials] => *trials = arms.visits.iter().sum(),
            available => available.iter_mut().for_each(|trials| *trials += self.visits),
        }
    }
}

impl Mix {
    fn add(self, arms: &mut Arms) {
        let (alpha, column) = match self {
            Mix::Constant { alpha, column } | Mix::Progressive { alpha, column } => (alpha, column),
        };
        let arms = arms.rewards.iter_mut().zip(&arms.visits).zip(&arms.hints[column]);
        for ((reward, &visits), &hint) in arms {
            let n = visits as f32;
            let bias = match self {
                Mix::Constant { .. } => hint,
                // v₀/(n+1) is for values around 0; here they lie around ½.
                Mix::Progressive { .. } => 0.5 + (hint - 0.5) / (n + 1.0),
            };
            *reward = (1.0 - alpha) * *reward + alpha * n * bias;
        }
    }
}

/// A value for player 0 in `[-1, 1]` as one for this player in `[0, 1]`.
#[inline]
pub(super) fn in_unit_interval(value: f32, player: Player) -> f32 {
    let own = if player.0 == 0 { value } else { -value };
    (own + 1.0) / 2.0
}

/// The evaluation of a state for player 0, in `[-1, 1]`. The end of a game is worth its reward.
fn value_of<G: Game>(evaluation: &Evaluation<G>, state: &G) -> f32 {
    const FIRST: Player = Player(0);
    if state.turn() == Turn::Over {
        return (2.0 * state.reward(FIRST).value() - 1.0) as f32;
    }
    evaluation.scaled(state, FIRST)
}

/// The evaluations of the states behind the actions for player 0, in `[-1, 1]`.
fn evaluate_children<G: Game>(evaluation: &Evaluation<G>, state: &G, actions: &[G::Action], values: &mut Vec<f32>) {
    let Turn::Player(player) = state.turn() else {
        return values.extend(actions.iter().map(|&outcome| {
            let mut after = state.clone();
            after.apply(outcome);
            value_of(evaluation, &after)
        }));
    };
    evaluation.evaluate_actions(state, actions, values);
    let sign = if player.0 == 0 { 1.0 } else { -1.0 };
    values.iter_mut().for_each(|value| *value = sign * evaluation.scale(*value));
}

/// The best of some values for the player who chooses; chance takes the expectation.
fn best(actor: Option<Player>, children: impl Iterator<Item = (f32, f64)>) -> Option<f32> {
    match actor {
        Some(Player(0)) => children.map(|(value, _)| value).reduce(f32::max),
        Some(_) => children.map(|(value, _)| value).reduce(f32::min),
        None => {
            let (sum, total) = children.fold((0.0, 0.0), |(sum, total), (value, probability)| {
                (sum + f64::from(value) * probability, total + probability)
            });
            (total > 0.0).then(|| (sum / total) as f32)
        }
    }
}

impl Proof {
    /// What a proven node is worth to player 0 of two.
    fn minimax(self) -> Option<f32> {
        match self {
            Proof::Open => None,
            Proof::Draw => Some(0.0),
            Proof::Win(winner) => Some(if winner.0 == 0 { 1.0 } else { -1.0 }),
        }
    }
}

impl<G: Game> Memory<G> {
    /// The implicit minimax value of a node for player 0, in `[-1, 1]`, if it has one.
    pub fn minimax(&self, slot: u32) -> Option<f32> {
        let insight = &self.plan.insight;
        insight.minimax.as_ref().map(|_| self.tree.number(slot, insight.minimax_column()))
    }

    /// The prior win rate of the action that leads to a node, if the search has priors.
    pub fn prior(&self, slot: u32) -> Option<f32> {
        self.plan.insight.priors.as_ref().map(|priors| self.tree.number(slot, priors.column))
    }

    /// The minimax values of a node's children.
    #[inline]
    pub(super) fn minimax_values(&self, block: Block) -> impl ExactSizeIterator<Item = f32> {
        self.tree.column(block, self.plan.insight.minimax_column())
    }

    /// What the children of a node give it, if they give it anything.
    fn backed_up(&self, minimax: &Minimax<G>, block: Block, actor: Option<Player>) -> Option<f32> {
        let slots = self.tree.children(block).iter();
        // Where a player acts, nobody looks at the probabilities.
        let probability = |slot: &Slot| if actor.is_none() { slot.probability() } else { 0.0 };
        let children = self.minimax_values(block).zip(slots);
        let counts = |slot: &Slot| minimax.expand != Expand::One || slot.visits() > 0;
        best(actor, children.filter(|(_, slot)| counts(slot)).map(|(value, slot)| (value, probability(slot))))
    }

    /// A node that was proven has the value of its proof.
    pub(super) fn note_proof(&self, slot: u32) {
        if self.plan.insight.minimax.is_some()
            && let Some(value) = self.tree.proof(slot).minimax()
        {
            self.tree.set_number(slot, self.plan.insight.minimax_column(), value);
        }
    }
}

impl<G: Game> Worker<G> {
    /// The numbers beside the children of the current node, one child after the other.
    pub(super) fn describe_children(&mut self, memory: &Memory<G>) {
        let insight = &memory.plan.insight;
        let columns = insight.columns();
        let (legal, room) = (&self.room.lists.legal, &mut self.room.hints);
        self.room.numbers.clear();
        self.room.numbers.resize(legal.len() * columns, 0.0);
        let is_players = matches!(self.state.turn(), Turn::Player(_));
        for column in 0..columns {
            room.clear();
            match insight.hints.get(column) {
                Some(hint) if is_players => hint.about(&self.state, legal, room),
                // Chance takes no hints.
                Some(_) => {}
                None => {
                    let minimax = insight.minimax.as_ref().expect("the column behind the hints is that of minimax");
                    evaluate_children(&minimax.evaluation, &self.state, legal, room);
                }
            }
            let places = self.room.numbers.iter_mut().skip(column).step_by(columns);
            places.zip(&*room).for_each(|(place, &number)| *place = number);
        }
    }

    /// Gives a node that is visited for the first time its minimax value.
    pub(super) fn value_new_node(&mut self, memory: &Memory<G>) {
        let insight = &memory.plan.insight;
        let Some(minimax) = &insight.minimax else { return };
        let value = match (minimax.expand, self.state.turn()) {
            (Expand::All, Turn::Player(_) | Turn::Chance) => self.best_successor(&minimax.evaluation),
            _ => value_of(&minimax.evaluation, &self.state),
        };
        memory.tree.set_number(self.at, insight.minimax_column(), value);
    }

    /// The best evaluation among the successors of the current state.
    fn best_successor(&mut self, evaluation: &Evaluation<G>) -> f32 {
        let (legal, values) = (&mut self.room.lists.legal, &mut self.room.hints);
        values.clear();
        let (actor, probabilities) = match self.state.turn() {
            Turn::Player(player) => {
                list_legal(&self.state, legal);
                (Some(player), Vec::new())
            }
            _ => {
                let mut outcomes = Vec::new();
                self.state.chance_outcomes(&mut outcomes);
                legal.clear();
                legal.extend(outcomes.iter().map(|&(action, _)| action));
                (None, outcomes.into_iter().map(|(_, probability)| probability).collect())
            }
        };
        evaluate_children(evaluation, &self.state, legal, values);
        let probabilities = probabilities.into_iter().chain(std::iter::repeat(0.0));
        best(actor, values.iter().copied().zip(probabilities)).unwrap_or_else(|| value_of(evaluation, &self.state))
    }

    /// Carries minimax values up the path, as far as they change anything.
    pub(super) fn back_up_minimax(&self, memory: &Memory<G>) {
        let Some(minimax) = &memory.plan.insight.minimax else { return };
        let (tree, column): (&Tree<_>, _) = (&memory.tree, memory.plan.insight.minimax_column());
        for depth in (0..self.path.len()).rev() {
            let (_, actor) = self.path[depth];
            let parent = if depth == 0 { ROOT } else { self.path[depth - 1].0 };
            if tree.proof(parent) != Proof::Open {
                continue;
            }
            let block = tree.block(parent).expect("the parent of a node has children");
            let Some(value) = memory.backed_up(minimax, block, actor) else { return };
            // Behind a proof the value may stand already, but what is above it has not heard of it.
            let child_proven = tree.proof(self.path[depth].0) != Proof::Open;
            if value == tree.number(parent, column) && !child_proven {
                return;
            }
            tree.set_number(parent, column, value);
        }
    }
}

/// Lets the tree policy see a node's statistics with priors and biases.
pub(super) fn adjust<G: Game>(memory: &Memory<G>, block: Block, player: Player, arms: &mut Arms) {
    let insight = &memory.plan.insight;
    for (column, hints) in arms.hints.iter_mut().enumerate() {
        hints.extend(memory.tree.column(block, column));
    }
    if let Some(priors) = insight.priors {
        priors.add(arms);
    }
    if let Some(minimax) = &insight.minimax {
        let arms = arms.rewards.iter_mut().zip(&arms.visits).zip(memory.minimax_values(block));
        for ((reward, &visits), value) in arms {
            let value = in_unit_interval(value, player);
            *reward = (1.0 - minimax.alpha) * *reward + minimax.alpha * visits as f32 * value;
        }
    }
    insight.mixes.iter().for_each(|mix| mix.add(arms));
}

/// The same where information is hidden: there are no minimax values, and hints come from the state.
pub(super) fn adjust_by_state<G: Game>(insight: &Insight<G>, state: &G, legal: &[G::Action], arms: &mut Arms) {
    for (hint, hints) in insight.hints.iter().zip(&mut arms.hints) {
        hint.about(state, legal, hints);
    }
    if let Some(priors) = insight.priors {
        priors.add(arms);
    }
    insight.mixes.iter().for_each(|mix| mix.add(arms));
}
