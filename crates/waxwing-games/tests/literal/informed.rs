//! Strategies that learn nothing: playouts by evaluations, weights and categories of moves. Every move is made on a copy of the
//! state and looked at by itself.

use waxwing::{Game, Information, Player, Record, Reward, Turn};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Counts, Icarus, Info, Playout, Ply, Theta};
use crate::known;

/// α alone.
pub trait PolicyOnly<G: Game> {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision;

    /// Whether the playout is over and won by the acting player when this policy has chosen an action.
    fn wins(&self, ply: &Ply<'_, G>, action: G::Action) -> bool {
        let _ = (ply, action);
        false
    }
}

/// A strategy without records.
pub struct Informed<P>(pub P);

impl<G: Game, P: PolicyOnly<G>> Icarus<G> for Informed<P> {
    fn keeps(&self, _: &Record<G::Action>) -> bool {
        false
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, _: &Theta<'_, G::Action>) -> Choice {
        Choice::Distribution(self.0.decide(ply))
    }

    fn capture(&self, _: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        Vec::new()
    }

    fn describe(&self, _: &Record<G::Action>, _: &Info<G::Action>) -> Information<G::Action> {
        unreachable!("it has no records")
    }

    fn wins(&self, ply: &Ply<'_, G>, action: G::Action) -> bool {
        self.0.wins(ply, action)
    }
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut after = state.clone();
    after.apply(action);
    after
}

/// How good the state behind an action is for the acting player, in the evaluation's own units.
fn value<G: Game>(ply: &Ply<'_, G>, evaluation: usize, action: G::Action) -> f32 {
    known::evaluate(evaluation, &after(ply.playout.state(), action), ply.player)
}

/// The state with the other player to move: after a null move where the game has one. Elsewhere evaluations do not ask
/// whose turn it is.
fn waiting<G: Game>(state: &G) -> G {
    let passed = state.knowledge().classical().and_then(|known| known.after_null_move(state));
    passed.unwrap_or_else(|| state.clone())
}

/// P of an action's category.
fn probability<G: Game>(ply: &Ply<'_, G>, action: G::Action) -> f32 {
    known::probability(ply.playout.state(), action)
}

fn is_won<G: Game>(state: &G, player: Player) -> bool {
    state.turn() == Turn::Over && state.reward(player) == Reward::WIN
}

/// All weight on one action.
fn only<G: Game>(ply: &Ply<'_, G>, action: G::Action) -> Decision {
    let weight = |&legal: &G::Action| f64::from(u8::from(legal == action));
    Decision::weights(&ply.legal.iter().map(weight).collect::<Vec<_>>())
}

/// U[A].
pub struct Uniform;

impl<G: Game> PolicyOnly<G> for Uniform {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        Decision::uniform(ply.legal.len())
    }
}

/// U[v ≥ max v - 1e-4], over the actions with any weight if there must be some.
pub struct Best {
    /// Which evaluation of the state behind an action is v; without one v is the value of the move.
    pub evaluation: Option<usize>,
    /// By which weighting actions may be best.
    pub forced: Option<usize>,
}

impl<G: Game> PolicyOnly<G> for Best {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let state = ply.playout.state();
        let value = |&action: &G::Action| match self.evaluation {
            Some(evaluation) => value(ply, evaluation, action),
            None => known::move_value(state, action),
        };
        let may_be_best = |action: G::Action| self.forced.is_none_or(|by| known::weight(by, state, action) > 0.0);
        let open = ply.legal.iter().filter(|&&action| may_be_best(action));
        let best = open.map(value).reduce(f32::max).expect("there are legal actions");
        let is_best = |action: &G::Action| may_be_best(*action) && value(action) >= best - 1e-4;
        let marks = ply.legal.iter().map(|action| f64::from(u8::from(is_best(action))));
        Decision::weights(&marks.collect::<Vec<_>>())
    }
}

/// ε·U[A] + (1-ε)·U[best].
pub struct EvaluationGreedy {
    pub epsilon: f64,
    pub best: Best,
}

impl<G: Game> PolicyOnly<G> for EvaluationGreedy {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let any = Decision::uniform(ply.legal.len());
        Decision::mix(&[(self.epsilon, any), (1.0 - self.epsilon, self.best.decide(ply))])
    }
}

/// (1-ε)·U[best]; the rest is another policy's.
pub struct GreedyReplies(pub EvaluationGreedy);

impl<G: Game> PolicyOnly<G> for GreedyReplies {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let mut best = self.0.best.decide(ply);
        best.probabilities.iter_mut().for_each(|probability| *probability *= 1.0 - self.0.epsilon);
        best
    }
}

/// α ∝ w, by any of the game's weightings.
pub struct InformedPlayouts {
    pub weighting: usize,
}

impl<G: Game> PolicyOnly<G> for InformedPlayouts {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let weight = |&action: &G::Action| f64::from(known::weight(self.weighting, ply.playout.state(), action));
        Decision::weights(&ply.legal.iter().map(weight).collect::<Vec<_>>())
    }
}

/// α ∝ P.
pub struct Categories;

impl<G: Game> PolicyOnly<G> for Categories {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let weights = ply.legal.iter().map(|&action| f64::from(probability(ply, action)));
        Decision::weights(&weights.collect::<Vec<_>>())
    }
}

/// Figure 2.
pub struct Corrective {
    pub bound: f64,
    pub epsilon: f64,
    pub evaluation: usize,
}

impl<G: Game> PolicyOnly<G> for Corrective {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let default_value = known::evaluate(self.evaluation, &waiting(ply.playout.state()), ply.player);
        for &action in ply.listed {
            if value(ply, self.evaluation, action) > self.bound as f32 {
                return only(ply, action);
            }
        }
        let sum: f64 = ply.legal.iter().map(|&action| f64::from(probability(ply, action))).sum();
        let least = self.epsilon * sum / ply.legal.len() as f64;
        let weight = |&action: &G::Action| match value(ply, self.evaluation, action) <= default_value {
            true => least,
            false => f64::from(probability(ply, action)),
        };
        Decision::weights(&ply.legal.iter().map(weight).collect::<Vec<_>>())
    }
}

/// Figure 3.
pub struct Greedy {
    pub k: usize,
    pub bound: f64,
    pub evaluation: usize,
}

impl Greedy {
    fn choose<G: Game>(&self, ply: &Ply<'_, G>) -> (G::Action, bool) {
        let mut sorted: Vec<G::Action> = ply.listed.to_vec();
        sorted.sort_by(|&x, &y| probability(ply, y).total_cmp(&probability(ply, x)));
        let mut best = None;
        for &action in sorted.iter().take(self.k) {
            let value = value(ply, self.evaluation, action);
            if value > self.bound as f32 {
                return (action, true);
            }
            if best.is_none_or(|(_, max)| value > max) {
                best = Some((action, value));
            }
        }
        let wins = |action: &&G::Action| is_won(&after(ply.playout.state(), **action), ply.player);
        match ply.listed.iter().find(wins) {
            Some(&action) => (action, false),
            None => (best.expect("there are legal actions").0, false),
        }
    }
}

impl<G: Game> PolicyOnly<G> for Greedy {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        only(ply, self.choose(ply).0)
    }

    fn wins(&self, ply: &Ply<'_, G>, action: G::Action) -> bool {
        ply.playout.plies().is_some() && self.choose(ply) == (action, true)
    }
}

/// (1-ε)·U[v ≥ max v - 1e-4], where v is minimax over a few plies; the rest is another policy's, and so are the plies before
/// the first.
pub struct LookAhead {
    pub depth: usize,
    /// How many of the likeliest actions are looked at; 0 for all.
    pub k: usize,
    pub evaluation: usize,
    pub epsilon: f64,
    pub first: usize,
}

impl LookAhead {
    /// K of these actions.
    fn considered<G: Game>(&self, state: &G, player: Player, mut actions: Vec<G::Action>) -> Vec<G::Action> {
        if self.k == 0 {
            return actions;
        }
        if let Some(&winning) = actions.iter().find(|&&action| is_won(&after(state, action), player)) {
            return vec![winning];
        }
        actions.sort_by(|&x, &y| known::probability(state, y).total_cmp(&known::probability(state, x)));
        actions.truncate(self.k);
        actions
    }

    fn minimax<G: Game>(&self, state: &G, me: Player, depth: usize) -> f32 {
        let Turn::Player(mover) = state.turn() else { return known::evaluate(self.evaluation, state, me) };
        if depth == 0 {
            return known::evaluate(self.evaluation, state, me);
        }
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let successors = self.considered(state, mover, legal);
        let values = successors.into_iter().map(|action| self.minimax(&after(state, action), me, depth - 1));
        values.reduce(if mover == me { f32::max } else { f32::min }).expect("there are legal actions")
    }
}

impl<G: Game> PolicyOnly<G> for LookAhead {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        let state = ply.playout.state();
        let share = if ply.playout.plies().unwrap_or(0) < self.first { 0.0 } else { 1.0 - self.epsilon };
        let considered = self.considered(state, ply.player, ply.legal.to_vec());
        let value = |action: G::Action| self.minimax(&after(state, action), ply.player, self.depth - 1);
        let values: Vec<(G::Action, f32)> = considered.into_iter().map(|action| (action, value(action))).collect();
        let best = values.iter().map(|&(_, value)| value).reduce(f32::max).expect("there are legal actions");
        let is_best = |action: &G::Action| values.iter().any(|(a, value)| a == action && *value >= best - 1e-4);
        let marks: Vec<f64> = ply.legal.iter().map(|action| f64::from(u8::from(is_best(action)))).collect();
        let mut best = Decision::weights(&marks);
        best.probabilities.iter_mut().for_each(|probability| *probability *= share);
        best
    }
}

/// Section 4.4.
pub struct Mixed {
    pub corrective: Corrective,
    pub greedy: Greedy,
}

impl Mixed {
    fn part<G: Game>(&self, ply: &Ply<'_, G>) -> &dyn PolicyOnly<G> {
        if ply.playout.plies().unwrap_or(0) == 0 { &self.corrective } else { &self.greedy }
    }
}

impl<G: Game> PolicyOnly<G> for Mixed {
    fn decide(&self, ply: &Ply<'_, G>) -> Decision {
        self.part(ply).decide(ply)
    }

    fn wins(&self, ply: &Ply<'_, G>, action: G::Action) -> bool {
        self.part(ply).wins(ply, action)
    }
}
