//! What is counted, checked and learned from a position, without its being changed.

use waxwing::game::{Fault, PerftError};
use waxwing::knowledge::{FeatureFile, FeatureWeights, Learning, Offers, Trajectory};
use waxwing::{Player, Rng, Turn};

use super::Position;
use crate::ownership::Ownership;

impl Position {
    /// Whether chance acts in a game from here: in a random one, of which the first ten thousand moves are looked at.
    pub fn meets_chance(&self) -> bool {
        let (mut position, mut rng) = (self.clone(), Rng::new(0));
        let mut turns = (0..10_000).map(|_| {
            let turn = position.turn();
            position.play_random(&mut rng);
            turn
        });
        turns.find(|turn| !matches!(turn, Turn::Player(_))) == Some(Turn::Chance)
    }

    /// The number of action sequences of exactly this length.
    pub fn perft(&self, depth: u32) -> Result<u64, PerftError> {
        self.line.perft(depth)
    }

    /// The same number for each first move.
    pub fn perft_divide(&self, depth: u32) -> Result<Vec<(String, u64)>, PerftError> {
        self.line.perft_divide(depth)
    }

    /// Makes random playouts from here, without a tree, and returns how many plies they had together.
    pub fn playouts(&self, count: u64, rng: &mut Rng) -> u64 {
        self.line.playouts(count, rng)
    }

    /// Who holds each place of the board at the ends of uniform playouts from here. `None` if the game has no places.
    ///
    /// A viewer is told only what it could know: where something is hidden, every playout begins with another state that the
    /// viewer cannot tell from this one. Without a viewer all begin with this one.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// assert!(nim().open("nim")?.start().ownership(None, 10, 1).is_none(), "a heap has no places");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn ownership(&self, viewer: Option<Player>, playouts: u64, seed: u64) -> Option<Ownership> {
        self.line.ownership(viewer, playouts, seed)
    }

    /// Checks the promises of the game in random games from the start ([`waxwing::game::check_notated_game`]).
    pub fn check(&self, games: usize, seed: u64) -> Result<(), Fault> {
        self.line.check(games, seed)
    }

    /// What the game offers beyond its rules: the names of evaluations, weightings, attributes of moves.
    pub fn offers(&self) -> Offers {
        self.line.offers()
    }

    /// The categories of the moves that were legal before the move of this number, and that of the move itself; `None` if
    /// chance acted there, or if the game has no categories.
    ///
    /// Panics if there is no such move.
    pub fn categories_at(&self, index: usize) -> Option<(Vec<u16>, Option<u16>)> {
        self.line.categories_at(index)
    }

    /// A file of these weights of the game's features, which an expression can load as an evaluation; `None` if the game
    /// has no features.
    pub fn feature_file(&self, weights: Vec<f32>) -> Option<FeatureFile> {
        self.line.feature_file(weights)
    }

    /// Learns what features are worth from this position, the end of a game; from others nothing is learned.
    pub fn learn_features(&self, weights: &FeatureWeights, learning: Learning, room: &mut Trajectory) {
        self.line.learn_features(weights, learning, room);
    }
}
