//! ε-greedy playouts (Lanctot et al. 2014, section 4; Nijssen and Winands 2010, section 2.1): with probability ε any action, otherwise the one
//! whose successor the evaluation likes best, or that is the best move.
//!
//! ```text
//! v(a) = the evaluation of the state behind a, for the acting player (`by=value`)
//!        the value of a itself, as a move (`by=move`)
//! α = ε·U[A] + (1-ε)·U[{a : v(a) ≥ max v - 1e-4}]
//! ```
//!
//! Values that differ by no more than 1e-4 count as equal, as in the authors' program. Nothing is captured.

use super::{
    Buffers, Gives, InPlayouts, Information, Iteration, Played, Ply, Record, Scratch, Strategy, Wants, epsilon_greedy,
};
use crate::Rng;
use crate::game::{Game, list_playout};

/// How far below the best a value may lie and still count as equal.
const TIE: f32 = 1e-4;

/// What makes an action good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merit {
    /// This evaluation of the state behind it.
    Successor { evaluation: usize },
    /// What it does, as the game values moves.
    Move,
}

pub(crate) struct EvaluationGreedy {
    pub epsilon: f32,
    pub merit: Merit,
}

impl EvaluationGreedy {
    /// Appends 1 for each of the best actions and 0 for the others; returns how many are best.
    fn mark_best<G: Game>(&self, state: &G, legal: &[G::Action], marks: &mut Vec<f32>) -> usize {
        match self.merit {
            Merit::Successor { evaluation } => G::knowledge().evaluate_actions(evaluation, state, legal, marks),
            Merit::Move => G::knowledge().value_actions(state, legal, marks),
        }
        let least = marks.iter().copied().fold(f32::NEG_INFINITY, f32::max) - TIE;
        let mut ties = 0;
        for mark in marks {
            let is_best = *mark >= least;
            ties += usize::from(is_best);
            *mark = f32::from(u8::from(is_best));
        }
        ties
    }

    fn choose_best<G: Game>(&self, state: &G, legal: &[G::Action], buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let marks = &mut buffers.scores;
        marks.clear();
        let ties = self.mark_best(state, legal, marks);
        let chosen = if ties > 1 { rng.below(ties) } else { 0 };
        // The index is the number of actions up to which no more than so many are marked: a sum, no branch.
        let mut met = 0;
        marks.iter().fold(0, |index, &mark| {
            met += usize::from(mark > 0.0);
            index + usize::from(met <= chosen)
        })
    }
}

impl<G: Game> Strategy<G> for EvaluationGreedy {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        self.mark_best(ply.state, ply.legal, scores);
        epsilon_greedy(scores, self.epsilon);
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        if rng.unit() < self.epsilon {
            return rng.below(ply.legal.len());
        }
        self.choose_best(ply.state, ply.legal, buffers, rng)
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Plays
    }

    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        if rng.unit() < self.epsilon {
            return Played { action: ply.state.playout_action(rng, legal), listed: false };
        }
        if self.merit == Merit::Move
            && let Some(action) = G::knowledge().draw_greediest(ply.state, rng)
        {
            return Played { action, listed: false };
        }
        list_playout(ply.state, legal);
        let chosen = self.choose_best(ply.state, legal, buffers, rng);
        Played { action: legal[chosen], listed: true }
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
