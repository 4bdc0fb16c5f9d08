//! Implicit minimax (Lanctot et al. 2014, Equation 2): beside its mean reward every node has a value `v` that is backed up as
//! minimax does, from evaluations at the leaves, and the tree policy sees `(1-α)·mean + α·v`. The progressive bias of the same
//! paper (section 4.2) has these values too, but they fade: `(1-α)·mean + α·v/(n+1)` for rewards and values around 0.
//!
//! Minimax values are kept in `[-1, 1]` and without a point of view, for player 0: the maximum of that player's children, the
//! minimum of the other player's, the expectation over chance. So no sign can be wrong when a player moves twice in a row, and a
//! proof is a value like any other.

use super::descent::{TreeDescent, TreeIteration};
use super::{Block, Proof, Slot, Tree};
use crate::game::{Game, Player, Turn, list_legal};
use crate::icarus::Arms;
use crate::knowledge::Evaluation;

/// Implicit minimax.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Minimax {
    pub alpha: f32,
    pub form: Form,
    pub expand: Expand,
    pub ended: Ended,
}

/// What ends of games and proofs are worth (`docs/papers.md#im-ended`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The result: ±1, or 0 for a draw.
    Reward,
    /// What the evaluation says of the last state as if the game were not over. A proven node keeps the value that it has.
    Evaluation,
}

/// How the share of the minimax values depends on visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// It does not: implicit minimax.
    Constant,
    /// Values fade as 1/(n+1): progressive bias.
    Fading,
}

/// A value in `[0, 1]` that fades with visits. v/(n+1) is for values around 0; here they lie around ½.
#[inline]
pub(super) fn faded(value: f32, visits: u32) -> f32 {
    0.5 + (value - 0.5) / (visits as f32 + 1.0)
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

/// A value for player 0 in `[-1, 1]` as one for this player in `[0, 1]`.
#[inline]
pub(super) fn in_unit_interval(value: f32, player: Player) -> f32 {
    let own = if player.0 == 0 { value } else { -value };
    (own + 1.0) / 2.0
}

/// Values states for player 0, in `[-1, 1]`.
struct Valuer<'a, G: Game> {
    evaluation: &'a Evaluation<G>,
    ended: Ended,
}

impl<G: Game> Valuer<'_, G> {
    fn value_of(&self, state: &G) -> f32 {
        const FIRST: Player = Player(0);
        match (state.turn(), self.ended) {
            (Turn::Over, Ended::Reward) => (2.0 * state.reward(FIRST).value() - 1.0) as f32,
            (Turn::Over, Ended::Evaluation) => self.evaluation.scale(self.evaluation.evaluate_ended(state, FIRST)),
            _ => self.evaluation.scaled(state, FIRST),
        }
    }

    /// Appends the values of the states behind the actions.
    fn value_children(&self, state: &G, actions: &[G::Action], values: &mut Vec<f32>) {
        let player = match state.turn() {
            // What an evaluation says of actions is the result where one ends the game.
            Turn::Player(player) if self.ended == Ended::Reward => player,
            _ => {
                return values.extend(actions.iter().map(|&action| {
                    let mut after = state.clone();
                    after.apply(action);
                    self.value_of(&after)
                }));
            }
        };
        self.evaluation.evaluate_actions(state, actions, values);
        let sign = if player.0 == 0 { 1.0 } else { -1.0 };
        values.iter_mut().for_each(|value| *value = sign * self.evaluation.scale(*value));
    }
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

impl<A: Copy + PartialEq> Tree<A> {
    /// The column of the minimax value: the last one.
    #[inline]
    fn minimax_column(&self) -> usize {
        self.shape.columns - 1
    }

    /// The implicit minimax value of a node for player 0, in `[-1, 1]`, if it has one.
    pub(super) fn minimax_of(&self, slot: u32) -> Option<f32> {
        self.shape.options.minimax.map(|_| self.number(slot, self.minimax_column()))
    }

    /// The minimax values of a node's children.
    #[inline]
    pub(super) fn minimax_values(&self, block: Block) -> impl ExactSizeIterator<Item = f32> {
        self.column(block, self.minimax_column())
    }

    /// Mixes minimax values into the means of a node's arms, where there are any.
    #[inline]
    pub(super) fn mix_in_minimax(&self, block: Block, player: Player, arms: &mut Arms) {
        let Some(minimax) = &self.shape.options.minimax else { return };
        let arms = arms.rewards.iter_mut().zip(&arms.visits).zip(self.minimax_values(block));
        for ((reward, &visits), value) in arms {
            let value = in_unit_interval(value, player);
            let value = if minimax.form == Form::Fading { faded(value, visits) } else { value };
            *reward = (1.0 - minimax.alpha) * *reward + minimax.alpha * visits as f32 * value;
        }
    }

    /// What the children of a node give it, if they give it anything.
    fn backed_up(&self, minimax: &Minimax, block: Block, actor: Option<Player>) -> Option<f32> {
        let slots = self.children(block).iter();
        // Where a player acts, nothing depends on the probabilities.
        let probability = |slot: &Slot| if actor.is_none() { slot.probability() } else { 0.0 };
        let children = self.minimax_values(block).zip(slots);
        let counts = |slot: &Slot| minimax.expand != Expand::One || slot.visits() > 0;
        best(actor, children.filter(|(_, slot)| counts(slot)).map(|(value, slot)| (value, probability(slot))))
    }

    /// A node that was proven has the value of its proof, unless ends of games are evaluated.
    pub(super) fn value_proof(&self, slot: u32) {
        if self.shape.options.minimax.is_some_and(|minimax| minimax.ended == Ended::Reward)
            && let Some(value) = self.proof_of(slot).minimax()
        {
            self.set_number(slot, self.minimax_column(), value);
        }
    }

    /// Carries minimax values up the path, as far as they change anything.
    pub(super) fn back_up_minimax(&self, descent: &TreeDescent) {
        let Some(minimax) = &self.shape.options.minimax else { return };
        let column = self.minimax_column();
        for (parent, child, actor) in descent.steps_up() {
            if self.proof_of(parent) != Proof::Open {
                continue;
            }
            let block = self.block(parent).expect("the parent of a node has children");
            let Some(value) = self.backed_up(minimax, block, actor) else { return };
            // Behind a proof the parent may have the value already, but what is above it has not heard of it.
            let child_proven = self.proof_of(child) != Proof::Open;
            if value == self.number(parent, column) && !child_proven {
                return;
            }
            self.set_number(parent, column, value);
        }
    }
}

impl<'a, G: Game> TreeIteration<'a, G> {
    /// The numbers beside the children of the current node, one child after the other.
    pub(super) fn describe_children(&mut self) {
        let (insight, columns) = (&self.memory.plan.insight, self.tree.shape.columns);
        let valuer = self.valuer();
        let (state, legal) = (&self.worker.state, &self.worker.scratch.lists.legal);
        let TreeDescent { column: values, numbers, .. } = &mut *self.descent;
        numbers.clear();
        numbers.resize(legal.len() * columns, 0.0);
        let is_players = matches!(state.turn(), Turn::Player(_));
        for column in 0..columns {
            values.clear();
            match insight.hints.get(column) {
                Some(hint) if is_players => hint.about(state, legal, values),
                // Chance takes no hints.
                Some(_) => {}
                None => {
                    let valuer = valuer.as_ref().expect("the column behind the hints is that of minimax");
                    valuer.value_children(state, legal, values);
                }
            }
            let places = numbers.iter_mut().skip(column).step_by(columns);
            places.zip(&*values).for_each(|(place, &number)| *place = number);
        }
    }

    /// What values states, where minimax values are backed up.
    fn valuer(&self) -> Option<Valuer<'a, G>> {
        let (minimax, memory) = (self.tree.shape.options.minimax?, self.memory);
        Some(Valuer { evaluation: memory.plan.insight.minimax.as_ref()?, ended: minimax.ended })
    }

    /// Gives a node that is visited for the first time its minimax value.
    pub(super) fn value_new_node(&mut self) {
        let (Some(minimax), Some(valuer)) = (&self.tree.shape.options.minimax, self.valuer()) else { return };
        let value = match (minimax.expand, self.worker.state.turn()) {
            (Expand::All, Turn::Player(_) | Turn::Chance) => self.best_successor(&valuer),
            _ => valuer.value_of(&self.worker.state),
        };
        self.tree.set_number(self.descent.at, self.tree.minimax_column(), value);
    }

    /// The best evaluation among the successors of the current state.
    fn best_successor(&mut self, valuer: &Valuer<'_, G>) -> f32 {
        let state = &self.worker.state;
        let (legal, values) = (&mut self.worker.scratch.lists.legal, &mut self.descent.column);
        values.clear();
        let (actor, probabilities) = match state.turn() {
            Turn::Player(player) => {
                list_legal(state, legal);
                (Some(player), Vec::new())
            }
            _ => {
                let mut outcomes = Vec::new();
                state.chance_outcomes(&mut outcomes);
                legal.clear();
                legal.extend(outcomes.iter().map(|&(action, _)| action));
                (None, outcomes.into_iter().map(|(_, probability)| probability).collect())
            }
        };
        valuer.value_children(state, legal, values);
        let probabilities = probabilities.into_iter().chain(std::iter::repeat(0.0));
        best(actor, values.iter().copied().zip(probabilities)).unwrap_or_else(|| valuer.value_of(state))
    }
}
