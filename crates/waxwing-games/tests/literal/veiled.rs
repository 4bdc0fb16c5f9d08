//! A game of perfect information that says it hides something: every player sees everything all the same.

use waxwing::game::HiddenInformation;
use waxwing::knowledge::{EpisodeLabel, Knowledge};
use waxwing::{Game, Player, Reward, Turn};
use waxwing_games::{Breakthrough, BreakthroughMove};

#[derive(Clone)]
pub struct Veiled(pub Breakthrough);

impl Game for Veiled {
    type Action = BreakthroughMove;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> =
        Some(HiddenInformation { determinize: |state, _, _| state.clone(), observe: |_, action, _| Some(action) });

    fn players(&self) -> usize {
        self.0.players()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal_actions(&self, actions: &mut Vec<BreakthroughMove>) {
        self.0.legal_actions(actions);
    }

    fn apply(&mut self, action: BreakthroughMove) {
        self.0.apply(action);
    }

    fn reward(&self, player: Player) -> Reward {
        self.0.reward(player)
    }

    fn action_space(&self) -> usize {
        self.0.action_space()
    }

    fn action_index(&self, action: BreakthroughMove) -> u64 {
        self.0.action_index(action)
    }

    fn knowledge() -> &'static dyn Knowledge<Self> {
        &VeiledKnowledge
    }
}

struct VeiledKnowledge;

impl Knowledge<Veiled> for VeiledKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    fn episode(&self, state: &Veiled) -> Option<EpisodeLabel> {
        Breakthrough::knowledge().episode(&state.0)
    }

    fn predicates(&self) -> &'static [&'static str] {
        Breakthrough::knowledge().predicates()
    }

    fn holding(&self, state: &Veiled) -> u64 {
        Breakthrough::knowledge().holding(&state.0)
    }

    fn evaluations(&self) -> &'static [&'static str] {
        Breakthrough::knowledge().evaluations()
    }

    fn evaluate(&self, evaluation: usize, state: &Veiled, player: Player) -> f32 {
        Breakthrough::knowledge().evaluate(evaluation, &state.0, player)
    }

    fn weightings(&self) -> &'static [&'static str] {
        Breakthrough::knowledge().weightings()
    }

    fn weigh(&self, weighting: usize, state: &Veiled, actions: &[BreakthroughMove], weights: &mut Vec<f32>) {
        Breakthrough::knowledge().weigh(weighting, &state.0, actions, weights);
    }

    fn category_probabilities(&self) -> &'static [f32] {
        &[0.1, 0.4, 0.2, 0.3]
    }

    /// By what the move weighs and whether the prior win rate is high.
    fn categorize(&self, state: &Veiled, actions: &[BreakthroughMove], categories: &mut Vec<u16>) {
        let (mut weights, mut rates) = (Vec::new(), Vec::new());
        Breakthrough::knowledge().weigh(0, &state.0, actions, &mut weights);
        Breakthrough::knowledge().priors(&state.0, actions, &mut rates);
        let category = |(weight, rate): (f32, f32)| u16::from(weight > 1.0) + 2 * u16::from(rate > 0.5);
        categories.extend(weights.into_iter().zip(rates).map(category));
    }
}
