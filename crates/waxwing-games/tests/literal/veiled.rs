//! A game of perfect information that says it hides something: every player sees everything all the same.

use waxwing::game::HiddenInformation;
use waxwing::knowledge::{
    Attribute, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates, Weighting, Weightings,
};
use waxwing::{Game, Player, Reward, Turn};
use waxwing_games::{Breakthrough, BreakthroughMove};

use crate::known;

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

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &VeiledKnowledge
    }
}

struct VeiledKnowledge;

impl VeiledKnowledge {
    fn weigh_plainly(&self, weighting: Weighting, state: &Veiled, actions: &[BreakthroughMove]) -> Vec<f32> {
        let mut weights = Vec::new();
        let weightings = state.0.knowledge().weightings().expect("Breakthrough has weightings");
        weightings.weigh(weighting, &state.0, actions, &mut weights);
        weights
    }
}

impl Knowledge<Veiled> for VeiledKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Veiled>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Veiled>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Veiled>> {
        let board = Breakthrough::new(8, 8).expect("a board size");
        let evaluations = board.knowledge().evaluations().into_iter();
        evaluations.map(|one| Evaluation::new(one.name().to_owned(), Unveiled(one.clone()))).collect()
    }

    fn weightings(&self) -> Option<&dyn Weightings<Veiled>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Veiled>> {
        Some(self)
    }
}

impl Episodes<Veiled> for VeiledKnowledge {
    fn episode(&self, state: &Veiled) -> Option<EpisodeLabel> {
        known::episode(&state.0)
    }
}

impl Predicates<Veiled> for VeiledKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["capture", "win", "threatened", "home-capture", "ahead", "behind", "past-middle"]
    }

    fn holding(&self, state: &Veiled) -> u64 {
        state.0.knowledge().predicates().expect("Breakthrough has predicates").holding(&state.0)
    }
}

/// An evaluation of Breakthrough.
struct Unveiled(Evaluation<Breakthrough>);

impl Evaluator<Veiled> for Unveiled {
    fn evaluate(&self, state: &Veiled, player: Player) -> f32 {
        self.0.evaluate(&state.0, player)
    }
}

/// How likely each category is.
const CATEGORIES: [f32; 4] = [0.1, 0.4, 0.2, 0.3];

/// Those of Breakthrough, at the same places, and one by category.
impl Weightings<Veiled> for VeiledKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["code", "text", "categories"]
    }

    fn weigh(&self, weighting: Weighting, state: &Veiled, actions: &[BreakthroughMove], weights: &mut Vec<f32>) {
        if weighting.index() < 2 {
            return weights.extend(self.weigh_plainly(weighting, state, actions));
        }
        let mut categories = Vec::new();
        self.describe(Attribute::at(0), state, actions, &mut categories);
        weights.extend(categories.into_iter().map(|category| CATEGORIES[usize::from(category)]));
    }

    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        (weighting.index() == 2).then_some((Attribute::at(0), &CATEGORIES))
    }
}

impl Attributes<Veiled> for VeiledKnowledge {
    fn ranges(&self) -> Vec<(&str, usize)> {
        vec![("category", CATEGORIES.len())]
    }

    /// By what the move weighs and whether the prior win rate is high.
    fn describe(&self, _: Attribute, state: &Veiled, actions: &[BreakthroughMove], numbers: &mut Vec<u16>) {
        let weightings: &dyn Weightings<Veiled> = self;
        let code = weightings.named("code").expect("it is the first");
        let weights = self.weigh_plainly(code, state, actions);
        let rates = known::win_rates(&state.0, actions);
        let category = |(weight, rate): (f32, f32)| u16::from(weight > 1.0) + 2 * u16::from(rate > 0.5);
        numbers.extend(weights.into_iter().zip(rates).map(category));
    }
}
