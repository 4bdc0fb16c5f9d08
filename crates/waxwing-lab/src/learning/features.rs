//! What the features of a game's states are worth (FAST), learned by TD(λ) from games of an agent with itself.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use waxwing::knowledge::{FeatureWeights, Learning, Trajectory};
use waxwing::{Game, Player, Reward, Rng};

use super::{LearningError, SelfPlay};
use crate::matches::{Setting, play_all};

/// How often the games are gone through, and how TD(λ) learns from each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lessons {
    /// The first steps; later ones are smaller, down to none at the end.
    pub learning: Learning,
    /// How often the games are gone through, in another order each time.
    pub passes: u32,
}

/// Plays games and learns what features are worth, beginning with nothing; `None` when it was stopped. `progress` is told
/// of every finished game. The answer also says whether the same seed would give the same games again.
pub fn learn_features<G: Game>(
    setting: &Setting<'_, G>,
    games: &SelfPlay,
    lessons: Lessons,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<(Vec<f32>, bool)>, LearningError> {
    let features = G::knowledge().feature_weights().len();
    if features == 0 {
        return Err(LearningError::NoFeatures { game: setting.name.to_owned() });
    }
    let plan = games.plan(setting);
    let (mut played, mut reproducible) = (Vec::new(), true);
    play_all(setting, &plan, stop, &mut |_, record| {
        reproducible &= record.reproducible;
        played.push(record.actions.clone());
        progress(played.len() as u64);
        ControlFlow::Continue(())
    })?;
    let finished = played.len() as u64 == plan.total();
    Ok(finished.then(|| (weights(setting.start, &played, features, lessons, games.seed), reproducible)))
}

/// What the games teach.
fn weights<G: Game>(start: &G, games: &[Vec<G::Action>], features: usize, lessons: Lessons, seed: u64) -> Vec<f32> {
    let weights = FeatureWeights::new(&vec![0.0; features]);
    let mut order: Vec<usize> = (0..games.len()).collect();
    let (mut rng, mut room) = (Rng::new(seed), Trajectory::default());
    let rewards: Vec<Vec<Reward>> = games.iter().map(|actions| rewards(start, actions)).collect();
    let steps = lessons.passes as usize * games.len();
    for pass in 0..lessons.passes as usize {
        rng.shuffle(&mut order);
        for (place, &game) in order.iter().enumerate() {
            let left = 1.0 - (pass * games.len() + place) as f32 / steps as f32;
            let learning = Learning { rate: lessons.learning.rate * left, ..lessons.learning };
            for (player, &reward) in rewards[game].iter().enumerate() {
                let outcome = (Player(player as u8), reward);
                weights.learn(start, games[game].iter().copied(), outcome, learning, &mut room);
            }
        }
    }
    weights.to_vec()
}

fn rewards<G: Game>(start: &G, actions: &[G::Action]) -> Vec<Reward> {
    let mut end = start.clone();
    actions.iter().for_each(|&action| end.apply(action));
    (0..end.players()).map(|player| end.reward(Player(player as u8))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing::{Expression, Limits};
    use waxwing_games::Breakthrough;

    #[test]
    fn pieces_are_worth_having_and_nearer_to_the_goal_worth_more() {
        let start = Breakthrough::new(5, 4).expect("a board size");
        let setting = Setting::new("breakthrough", &start);
        let games = SelfPlay {
            agent: Expression::parse("uct @30").expect("an expression"),
            games: 150,
            seed: 1,
            jobs: 1,
            limits: Limits::iterations(30),
        };
        let lessons = Lessons { learning: Learning { lambda: 0.9, rate: 0.1 }, passes: 20 };
        let learned = learn_features(&setting, &games, lessons, &AtomicBool::new(false), &mut |_| {});
        let (weights, reproducible) = learned.expect("it has features").expect("nobody stopped it");
        assert!(reproducible);
        let row = |row: usize| weights[8 * row..8 * row + 4].iter().sum::<f32>();
        assert!(row(3) > row(2) && row(3) > 0.0, "{weights:?}");
        let enemies_before_home = weights[64 + 8..64 + 12].iter().sum::<f32>();
        assert!(enemies_before_home < 0.0, "{weights:?}");
    }
}
