//! FAST: naive TD(λ) beside the engine's, and what games say about features.

use waxwing::knowledge::FeatureWeights;
use waxwing::search::{SearchRecords, Trace};
use waxwing::{Agent, Game, Information, Phase, Player, Record, Rng, Turn};
use waxwing_games::{Breakthrough, Checkers, LinesOfAction};

use crate::decision::Decision;
use crate::known;
use crate::uniformity::Uniformity;

const TAU: f64 = 0.3;
const LAMBDA: f64 = 0.8;
const RATE: f64 = 0.05;

/// The weights, as the definition has them.
struct Naive {
    weights: Vec<f64>,
    choices: Uniformity,
}

impl Naive {
    fn sum<G: Game>(&self, state: &G, player: Player) -> f64 {
        known::features(state, player).iter().map(|&feature| self.weights[usize::from(feature)]).sum()
    }

    fn choice<G: Game>(&self, state: &G, player: Player, legal: &[G::Action]) -> Decision {
        let weight = |&action: &G::Action| {
            let mut after = state.clone();
            after.apply(action);
            ((self.sum(&after, player) - self.sum(state, player)) / TAU).exp()
        };
        Decision::weights(&legal.iter().map(weight).collect::<Vec<_>>())
    }

    /// Σ over all states of (G_t - V_t)·∇V_t, with G_t as a sum over the states behind, for one player after the other.
    fn learn<G: Game>(&mut self, states: &[G], rewards: &[f64]) {
        for (player, &reward) in rewards.iter().enumerate() {
            let player = Player(player as u8);
            let values: Vec<f64> = states.iter().map(|state| 1.0 / (1.0 + (-self.sum(state, player)).exp())).collect();
            let mut changes = vec![0.0; self.weights.len()];
            for (t, state) in states.iter().enumerate() {
                let later = (t + 1..states.len()).map(|k| (1.0 - LAMBDA) * LAMBDA.powi((k - t - 1) as i32) * values[k]);
                let goal = later.sum::<f64>() + LAMBDA.powi((states.len() - 1 - t) as i32) * reward;
                for feature in known::features(state, player) {
                    changes[usize::from(feature)] += RATE * (goal - values[t]) * values[t] * (1.0 - values[t]);
                }
            }
            self.weights.iter_mut().zip(changes).for_each(|(weight, change)| *weight += change);
        }
    }

    fn follow<G: Game>(&mut self, trace: &Trace<'_, G>, records: &SearchRecords<'_, G>) {
        let mut state = trace.root.clone();
        let mut states = Vec::new();
        for step in trace.steps() {
            states.push(state.clone());
            let player = step.player.expect("these games have no chance");
            if step.phase == Phase::Simulation {
                let decision = self.choice(&state, player, step.legal);
                let chosen = step.legal.iter().position(|&action| action == step.action).expect("a legal action");
                self.choices.add(&decision, chosen);
            }
            state.apply(step.action);
        }
        states.push(state);
        self.learn(&states, &trace.rewards.iter().map(|reward| reward.value()).collect::<Vec<_>>());
        for (feature, &ours) in self.weights.iter().enumerate() {
            let theirs = match &records.recall(&Record::Feature { feature: feature as u16 })[..] {
                [Information::Weight(weight)] => *weight,
                other => panic!("feature {feature} is {other:?}"),
            };
            assert!((ours - theirs).abs() < 1e-4, "the weight of feature {feature} is {theirs}, but should be {ours}");
        }
    }
}

fn follow<G: Game>(position: &G, iterations: u64) {
    let text = format!("uct > fast(tau={TAU}, lambda={LAMBDA}, rate={RATE})");
    let mut agent = Agent::parse(&text, position).unwrap_or_else(|error| panic!("{error}"));
    let weights = known::initial_weights(position).into_iter().map(f64::from).collect();
    let mut naive = Naive { weights, choices: Uniformity::new(1) };
    agent.trace(position, 9, iterations, &mut |trace, records| naive.follow(trace, records)).unwrap();
    naive.choices.verdict().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn temporal_differences_are_those_of_the_definition() {
    follow(&Breakthrough::new(5, 4).expect("a board size"), 150);
    follow(&Checkers::new(), 40);
    follow(&LinesOfAction::new(), 20);
}

/// What a game says it gains is what it gains.
fn gains_are_differences<G: Game>(start: &G, games: u64) {
    let initial = known::initial_weights(start);
    let mut rng = Rng::new(3);
    let weights: Vec<f32> = initial.iter().map(|_| rng.unit() - 0.5).collect();
    let weights = FeatureWeights::new(&weights);
    let sum = |state: &G, player| {
        let held = known::features(state, player);
        assert!(held.iter().enumerate().all(|(place, feature)| !held[..place].contains(feature)));
        held.iter().map(|&feature| weights.get(feature)).sum::<f32>()
    };
    for _ in 0..games {
        let mut state = start.clone();
        while let Turn::Player(player) = state.turn() {
            let (mut legal, mut gains) = (Vec::new(), Vec::new());
            state.legal_actions(&mut legal);
            state.knowledge().features().expect("it has features").gains(&weights, &state, &legal, &mut gains);
            for (&action, gain) in legal.iter().zip(gains) {
                let mut after = state.clone();
                after.apply(action);
                let difference = sum(&after, player) - sum(&state, player);
                assert!((gain - difference).abs() < 1e-4, "{action:?} gains {gain}, but should {difference}");
            }
            state.apply(legal[rng.below(legal.len())]);
        }
    }
}

#[test]
fn actions_gain_the_features_that_they_bring() {
    gains_are_differences(&Breakthrough::new(6, 5).expect("a board size"), 20);
    gains_are_differences(&Checkers::new(), 10);
    gains_are_differences(&LinesOfAction::new(), 10);
}

#[test]
fn both_players_start_with_the_same_features() {
    fn same<G: Game>(start: &G) {
        let [mut first, mut second] = [0, 1].map(|player| known::features(start, Player(player)));
        first.sort_unstable();
        second.sort_unstable();
        assert_eq!(first, second);
        assert!(!first.is_empty() && first.iter().all(|&feature| usize::from(feature) < 128));
        assert_eq!(known::initial_weights(start).len(), 128);
    }
    same(&Breakthrough::new(8, 8).expect("a board size"));
    same(&Checkers::new());
    same(&LinesOfAction::new());
}
