//! What a game knows, asked for one action or state at a time. Evaluations and weightings are told apart by their places.

use waxwing::knowledge::{Attribute, Categories, EpisodeLabel};
use waxwing::{Game, Player};

pub fn episode<G: Game>(state: &G) -> Option<EpisodeLabel> {
    state.knowledge().episodes()?.episode(state)
}

/// In the evaluation's own units.
pub fn evaluate<G: Game>(evaluation: usize, state: &G, player: Player) -> f32 {
    state.knowledge().evaluations()[evaluation].evaluate(state, player)
}

/// In [-1, 1].
pub fn scaled<G: Game>(evaluation: usize, state: &G, player: Player) -> f32 {
    state.knowledge().evaluations()[evaluation].scaled(state, player)
}

/// In [-1, 1], as if the game were not over.
pub fn ended<G: Game>(evaluation: usize, state: &G, player: Player) -> f32 {
    let evaluation = &state.knowledge().evaluations()[evaluation];
    evaluation.scale(evaluation.evaluate_ended(state, player))
}

/// The only number that is said about an action.
fn only(ask: impl FnOnce(&mut Vec<f32>)) -> f32 {
    let mut numbers = Vec::new();
    ask(&mut numbers);
    let [number] = numbers[..] else { panic!("{numbers:?} for one action") };
    number
}

pub fn weight<G: Game>(weighting: usize, state: &G, action: G::Action) -> f32 {
    let weightings = state.knowledge().weightings().expect("the game has weightings");
    let (weighting, _) = weightings.all()[weighting];
    only(|weights| weightings.weigh(weighting, state, &[action], weights))
}

pub fn move_value<G: Game>(state: &G, action: G::Action) -> f32 {
    let values = state.knowledge().move_values().expect("the game values moves");
    only(|numbers| values.value_actions(state, &[action], numbers))
}

/// What the game says of an action by an attribute.
pub fn attribute<G: Game>(attribute: usize, state: &G, action: G::Action) -> u16 {
    let attributes = state.knowledge().attributes().expect("the game says something of actions");
    let mut numbers = Vec::new();
    attributes.describe(Attribute::at(attribute as u16), state, &[action], &mut numbers);
    numbers[0]
}

/// P of an action's category.
pub fn probability<G: Game>(state: &G, action: G::Action) -> f32 {
    let known = Categories::of(state.knowledge()).expect("the game has categories");
    let mut category = Vec::new();
    let attributes = state.knowledge().attributes().expect("a category is an attribute");
    attributes.describe(known.attribute, state, &[action], &mut category);
    known.probabilities[usize::from(category[0])]
}

/// None, if the game has no priors.
pub fn win_rates<G: Game>(state: &G, legal: &[G::Action]) -> Vec<f32> {
    let mut rates = Vec::new();
    if let Some(priors) = state.knowledge().priors() {
        priors.win_rates(state, legal, &mut rates);
    }
    rates
}

pub fn features<G: Game>(state: &G, player: Player) -> Vec<u16> {
    let mut held = Vec::new();
    state.knowledge().features().expect("the game has features").holding(state, player, &mut held);
    held
}

pub fn initial_weights<G: Game>(state: &G) -> Vec<f32> {
    state.knowledge().features().expect("the game has features").initial().to_vec()
}
