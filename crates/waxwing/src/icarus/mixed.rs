//! The Mixed strategy (Winands and Björnsson 2009, section 4.4): [`Corrective`] in the tree and at the first position
//! of a playout, where variety matters, [`Greedy`] after it, where strength does.

use super::Gives;
use super::corrective::{Corrective, Opinions, bound, noise, small_weight};
use super::greedy::{Greedy, best};
use crate::Rng;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::strategy::{Built, Learner, Move, Needs, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "`corrective` in the tree and for the first move of a playout, `greedy` for the rest of it";
    Entry::strategy("mixed", about)
        .cited("Winands and Björnsson 2009, section 4.4")
        .in_papers(&["mixed", "evaluation-noise"])
        .taking([best(), bound(), small_weight(), Parameter::evaluation(), noise()])
        .needing([Need::Evaluation, Need::Categories])
        .built_by(|setting| {
            let (corrective, greedy) = (Corrective::of(setting)?, Greedy::of(setting)?);
            Ok(Built::strategy(Mixed { corrective, greedy }))
        })
}

struct Mixed {
    corrective: Corrective,
    greedy: Greedy,
}

/// Whether it is the turn of [`Corrective`].
fn wants_variety(ply: &Ply<'_>) -> bool {
    matches!(ply.playout_ply, None | Some(0))
}

impl Learner for Mixed {
    type Thread = Opinions;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Mixed {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, room: &mut Opinions, scores: &mut Vec<f32>) {
        if wants_variety(ply) { self.corrective.score(ply, room, scores) } else { self.greedy.score(ply, room, scores) }
    }

    fn choose(&self, ply: &Ply<'_>, room: &mut Opinions, rng: &mut Rng) -> Option<usize> {
        if wants_variety(ply) { self.corrective.choose(ply, room, rng) } else { self.greedy.choose(ply, room, rng) }
    }

    fn play(&self, ply: &Ply<'_>, room: &mut Opinions, rng: &mut Rng) -> Option<Move> {
        if wants_variety(ply) { self.corrective.play(ply, room, rng) } else { self.greedy.play(ply, room, rng) }
    }
}
