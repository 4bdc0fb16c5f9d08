//! Features-to-action sampling (section 4.3.3; Finnsson and Björnsson 2010): what the features of a state are worth is
//! learned by TD(λ), and an action is as good as the features that it wins and loses.
//!
//! ```text
//! R = features    Θ = θ_f, what it is worth to a player that f holds for him    θ_initial: learned before the search
//! α(a) ∝ e^(Q(a)/τ),    Q(a) = Σ θ_f that hold after a - Σ θ_f that hold before
//! ω: TD(λ) over the states of the playout, for every player in his own view (FeatureWeights::learn)
//! ```
//!
//! All players share the weights. `online=no` uses what was learned before the search as it is.

use super::{Gives, Information, Record, parameters};
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::game::Player;
use crate::knowledge::{FeatureWeights, Learning, Trajectory};
use crate::strategy::{Built, Iteration, Learner, Needs, Ply, Setting, Start, Store, Strategy};

pub(super) fn entry() -> Entry {
    let about = "features-to-action sampling: TD(λ) learns what features of states are worth, and an action what it wins of them";
    Entry::strategy("fast", about)
        .cited("Finnsson and Björnsson 2010")
        .in_papers(&["fast"])
        .taking([
            parameters::tau(0.2),
            Parameter::number("lambda", 0.9, 0.0, 1.0, "λ of TD(λ): 1 learns from the ends of playouts alone"),
            Parameter::number("rate", 0.01, 0.0, 10.0, "learning rate of TD(λ)"),
            Parameter::choice("online", ["yes", "no"], "whether playouts change what was learned before the search"),
        ])
        .needing([Need::Features])
        .built_by(|setting| Ok(Built::strategy(Fast::of(setting))))
}

struct Fast {
    tau: f32,
    /// `None` where nothing is learned during the search.
    learning: Option<Learning>,
    initial: Vec<f32>,
    weights: FeatureWeights,
}

impl Fast {
    fn of(setting: &Setting<'_>) -> Fast {
        let learning = Learning { lambda: setting.number("lambda"), rate: setting.number("rate") };
        let initial = setting.feature_weights();
        Fast {
            tau: setting.number("tau"),
            learning: setting.flag("online").then_some(learning),
            weights: FeatureWeights::new(&initial),
            initial,
        }
    }
}

impl Learner for Fast {
    type Thread = Trajectory;

    fn needs(&self) -> Needs {
        if self.learning.is_some() { Needs::steps().and_states() } else { Needs::default() }
    }

    fn capture(&self, iteration: &Iteration<'_>, room: &mut Trajectory) {
        let Some(learning) = self.learning else { return };
        for player in (0..iteration.players()).map(|player| Player(player as u8)) {
            iteration.teach(&self.weights, learning, player, room);
        }
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let &Record::Feature { feature } = record else { return None };
        let known = usize::from(feature) < self.weights.len();
        known.then(|| Information::Weight(self.weights.get(feature).into()))
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl Strategy for Fast {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, _: &mut Trajectory, scores: &mut Vec<f32>) {
        ply.feature_gains(&self.weights, scores);
        // Relative to the best, so that no exponent overflows.
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        scores.iter_mut().for_each(|score| *score = libm::expf((*score - best) / self.tau));
    }
}

impl Store for Fast {
    fn bytes(&self) -> usize {
        self.weights.len() * size_of::<f32>()
    }

    fn begin(&mut self, _: Start) {
        self.weights = FeatureWeights::new(&self.initial);
    }
}
