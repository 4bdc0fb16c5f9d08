//! ε-greedy playouts (Lanctot et al. 2014, section 4; Nijssen and Winands 2010, section 2.1): with probability ε any action, or what another
//! policy chooses (`else`), otherwise the one whose successor the evaluation likes best, or that is the best move.
//!
//! ```text
//! v(a) = the evaluation of the state behind a, for the acting player (`by=value`)
//!        the value of a itself, as a move (`by=move`)
//! F = A; with `forced=yes` the actions to which the game's first weighting leaves any weight
//! α = ε·α_else + (1-ε)·U[{a ∈ F : v(a) ≥ max v(F) - 1e-4}]
//! ```
//!
//! Values that differ by no more than 1e-4 count as equal, as in the authors' program. There, ε draws from the list of
//! informed playouts, and the greedy choice is among the moves that win at once or prevent that the other player does, where
//! there are any: `ege(else=ipp, forced=yes)`. Nothing is captured.

use super::{Gives, epsilon_greedy};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::knowledge::{AnyEvaluation, Weighting};
use crate::strategy::{Built, Learner, Move, Needs, Ply, ReplySource, Setting, Strategy};

pub(super) fn entry() -> Entry {
    let about = "ε-greedy: the action whose successor is evaluated best, or the best move, now and then any other";
    Entry::strategy("ege", about)
        .cited("Sturtevant 2008; Lanctot et al. 2014, section 4")
        .in_papers(&["ege", "mp-ege"])
        .taking([
            Parameter::number("epsilon", 0.1, 0.0, 1.0, "chance of an action that is not the best, but chosen by `else`"),
            Parameter::evaluation(),
            Parameter::choice(
                "by",
                ["auto", "value", "move"],
                "the evaluation of the state behind an action, or the value of the move; `auto` is the move if the game values moves and no `eval` is named",
            ),
            Parameter::policy("else", UNIFORM, "the policy that chooses where the best action does not"),
            Parameter::choice(
                "forced",
                ["no", "yes"],
                "whether only actions to which the game's first weighting leaves any weight can be best: those that win at once or prevent a loss, where there are some",
            ),
        ])
        .built_by(|setting| {
            let greed = EvaluationGreedy {
                epsilon: setting.number("epsilon"),
                merit: Merit::of(setting)?,
                forced: forced(setting)?,
            };
            let otherwise = setting.call().policy("else");
            Ok(match otherwise.to_string() == UNIFORM {
                true => Built::strategy(greed),
                false => Built::replies(GreedyReplies(greed), otherwise),
            })
        })
}

/// The default of `else`, which needs no policy behind the strategy.
const UNIFORM: &str = "uniform";

/// The weighting that tells which actions are forced, where it is asked for.
fn forced(setting: &Setting<'_>) -> Result<Option<Weighting>, ExpressionError> {
    if !setting.flag("forced") {
        return Ok(None);
    }
    let first = setting.offered().weightings.first().and_then(|name| setting.weighting_named(name));
    first.map(Some).ok_or_else(|| {
        let message = format!("`forced=yes` needs {}, which this game does not offer", Need::Weights);
        setting.call().error_at("forced", message).with_help(setting.offered().to_string())
    })
}

/// How far below the best a value may lie and still count as equal.
pub(super) const TIE: f32 = 1e-4;

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
    /// What has no weight by this is never best.
    forced: Option<Weighting>,
}

/// Room for a thread's marks and weights.
#[derive(Default)]
struct Room {
    marks: Vec<f32>,
    weights: Vec<f32>,
}

impl EvaluationGreedy {
    /// Appends 1 for each of the best actions and 0 for the others; returns how many are best.
    fn mark_best(&self, ply: &Ply<'_>, weights: &mut Vec<f32>, marks: &mut Vec<f32>) -> usize {
        match &self.merit {
            Merit::Successor(evaluation) => ply.evaluations(evaluation, marks),
            Merit::Move => ply.move_values(marks),
        }
        if let Some(weighting) = self.forced {
            weights.clear();
            ply.weights(weighting, weights);
            let out = marks.iter_mut().zip(&*weights).filter(|&(_, &weight)| weight <= 0.0);
            out.for_each(|(mark, _)| *mark = f32::NEG_INFINITY);
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

    fn choose_best(&self, ply: &Ply<'_>, room: &mut Room, rng: &mut Rng) -> usize {
        let Room { marks, weights } = room;
        marks.clear();
        let ties = self.mark_best(ply, weights, marks);
        let chosen = if ties > 1 { rng.below(ties) } else { 0 };
        // The index is the number of actions up to which no more than `chosen` are marked: a sum, no branch.
        let mut met = 0;
        marks.iter().fold(0, |index, &mark| {
            met += usize::from(mark > 0.0);
            index + usize::from(met <= chosen)
        })
    }
}

impl EvaluationGreedy {
    /// A best action, drawn without a list where the game can.
    fn play_best(&self, ply: &Ply<'_>, room: &mut Room, rng: &mut Rng) -> Move {
        let drawn = match (&self.merit, self.forced) {
            (Merit::Move, None) => ply.draw_best_move(rng),
            _ => None,
        };
        drawn.unwrap_or_else(|| Move::at(self.choose_best(ply, room, rng)))
    }
}

impl Learner for EvaluationGreedy {
    type Thread = Room;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for EvaluationGreedy {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, room: &mut Room, scores: &mut Vec<f32>) {
        self.mark_best(ply, &mut room.weights, scores);
        epsilon_greedy(scores, self.epsilon);
    }

    fn choose(&self, ply: &Ply<'_>, room: &mut Room, rng: &mut Rng) -> Option<usize> {
        if rng.unit() < self.epsilon {
            return Some(rng.below(ply.count()));
        }
        Some(self.choose_best(ply, room, rng))
    }

    fn play(&self, ply: &Ply<'_>, room: &mut Room, rng: &mut Rng) -> Option<Move> {
        if rng.unit() < self.epsilon {
            return Some(ply.any(rng));
        }
        Some(self.play_best(ply, room, rng))
    }
}

/// The best action as a reply, which is declined with probability ε: another policy chooses then.
struct GreedyReplies(EvaluationGreedy);

impl Learner for GreedyReplies {
    type Thread = Room;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl ReplySource for GreedyReplies {
    fn reply(&self, ply: &Ply<'_>, room: &mut Room, rng: &mut Rng) -> Option<Move> {
        (rng.unit() >= self.0.epsilon).then(|| self.0.play_best(ply, room, rng))
    }
}
