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

use super::{Gives, epsilon_greedy};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::knowledge::AnyEvaluation;
use crate::strategy::{Built, Learner, Move, Needs, Ply, Setting, Strategy};

pub(super) fn entry() -> Entry {
    let about = "ε-greedy: the action whose successor is evaluated best, or the best move, now and then any other";
    Entry::strategy("ege", about)
        .cited("Sturtevant 2008; Lanctot et al. 2014, section 4")
        .in_papers(&["ege", "mp-ege"])
        .taking([
            Parameter::number("epsilon", 0.1, 0.0, 1.0, "chance of a uniformly random action"),
            Parameter::evaluation(),
            Parameter::choice(
                "by",
                ["auto", "value", "move"],
                "the evaluation of the state behind an action, or the value of the move; `auto` is the move if the game values moves and no `eval` is named",
            ),
        ])
        .built_by(|setting| {
            let (epsilon, merit) = (setting.number("epsilon"), Merit::of(setting)?);
            Ok(Built::strategy(EvaluationGreedy { epsilon, merit }))
        })
}

/// How far below the best a value may lie and still count as equal.
const TIE: f32 = 1e-4;

/// What makes an action good.
enum Merit {
    /// This evaluation of the state behind it.
    Successor(AnyEvaluation),
    /// What it does, as the game values moves.
    Move,
}

impl Merit {
    /// Games that value moves are asked for that, unless the expression names something else.
    fn of(setting: &Setting<'_>) -> Result<Merit, ExpressionError> {
        let call = setting.call();
        let (values_moves, named) = (setting.offers(Need::MoveValues), !call.evaluation("eval").is_default());
        match setting.choice("by") {
            "move" if !values_moves => {
                let message = format!("`by=move` needs {}, which this game does not offer", Need::MoveValues);
                Err(call.error_at("by", message).with_help(setting.offered().to_string()))
            }
            "move" => Ok(Merit::Move),
            "auto" if values_moves && !named => Ok(Merit::Move),
            _ => setting.evaluation().map(Merit::Successor),
        }
    }
}

struct EvaluationGreedy {
    epsilon: f32,
    merit: Merit,
}

impl EvaluationGreedy {
    /// Appends 1 for each of the best actions and 0 for the others; returns how many are best.
    fn mark_best(&self, ply: &Ply<'_>, marks: &mut Vec<f32>) -> usize {
        match &self.merit {
            Merit::Successor(evaluation) => ply.evaluations(evaluation, marks),
            Merit::Move => ply.move_values(marks),
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

    fn choose_best(&self, ply: &Ply<'_>, marks: &mut Vec<f32>, rng: &mut Rng) -> usize {
        marks.clear();
        let ties = self.mark_best(ply, marks);
        let chosen = if ties > 1 { rng.below(ties) } else { 0 };
        // The index is the number of actions up to which no more than `chosen` are marked: a sum, no branch.
        let mut met = 0;
        marks.iter().fold(0, |index, &mark| {
            met += usize::from(mark > 0.0);
            index + usize::from(met <= chosen)
        })
    }
}

impl Learner for EvaluationGreedy {
    /// Room for marks.
    type Thread = Vec<f32>;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for EvaluationGreedy {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, _: &mut Vec<f32>, scores: &mut Vec<f32>) {
        self.mark_best(ply, scores);
        epsilon_greedy(scores, self.epsilon);
    }

    fn choose(&self, ply: &Ply<'_>, marks: &mut Vec<f32>, rng: &mut Rng) -> Option<usize> {
        if rng.unit() < self.epsilon {
            return Some(rng.below(ply.count()));
        }
        Some(self.choose_best(ply, marks, rng))
    }

    fn play(&self, ply: &Ply<'_>, marks: &mut Vec<f32>, rng: &mut Rng) -> Option<Move> {
        if rng.unit() < self.epsilon {
            return Some(ply.any(rng));
        }
        let drawn = if let Merit::Move = self.merit { ply.draw_best_move(rng) } else { None };
        Some(drawn.unwrap_or_else(|| Move::at(self.choose_best(ply, marks, rng))))
    }
}
