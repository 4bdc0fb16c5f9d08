//! The Mixed strategy (Winands and Björnsson 2009, section 4.4): [`Corrective`] in the tree and at the first position
//! of a playout, where variety matters, [`Greedy`] after it, where strength does.

use super::{Buffers, Corrective, Gives, Greedy, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::Game;

pub(crate) struct Mixed {
    pub corrective: Corrective,
    pub greedy: Greedy,
}

impl Mixed {
    fn part<G: Game>(&self, ply: &Ply<'_, G>) -> &dyn Strategy<G> {
        match ply.playout_ply {
            None | Some(0) => &self.corrective,
            Some(_) => &self.greedy,
        }
    }
}

impl<G: Game> Strategy<G> for Mixed {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        self.part(ply).score(ply, scores);
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        self.part(ply).choose(ply, buffers, rng)
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
