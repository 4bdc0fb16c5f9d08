//! A learned evaluation in a search.

use std::sync::Arc;

use super::super::file::EvaluationFileError;
use super::layout::MOST_PLACES;
use super::model::{self, PlayingModel, View};
use super::{LearnedFile, Squares, squares_of};
use crate::game::{Game, Player, Turn};
use crate::knowledge::{Evaluation, Evaluator};

/// The most that a position of a game that goes on is worth: less than a won game.
const MOST: f32 = 0.999_9;

/// Judges states by a model: tanh(x/2) in the view of the player who acts, and the opposite for the other one.
struct Learned<G: Game> {
    squares: Arc<dyn Squares<G>>,
    model: Arc<dyn PlayingModel>,
    places: usize,
}

impl<G: Game> Evaluator<G> for Learned<G> {
    fn evaluate(&self, state: &G, player: Player) -> f32 {
        if state.turn() == Turn::Over {
            return (2.0 * state.reward(player).value() - 1.0) as f32;
        }
        let viewer = self.squares.viewer(state);
        let mut room = [0; MOST_PLACES];
        let places = &mut room[..self.places];
        self.squares.look(state, viewer, places);
        let value = self.model.value(View { stage: self.squares.stage(state, viewer), places });
        let value = libm::tanhf(value / 2.0).clamp(-MOST, MOST);
        if viewer == player { value } else { -value }
    }
}

/// The evaluator of a file for a game.
pub(crate) fn evaluation_of<G: Game>(
    file: &LearnedFile,
    game: &G,
) -> Result<Arc<dyn Evaluator<G>>, EvaluationFileError> {
    let squares = squares_of(game).ok_or(EvaluationFileError::NoSquares)?;
    let layout = squares.layout();
    let weights = file.weights(&squares.game(), &layout)?;
    let model: Arc<dyn PlayingModel> = model::player(&layout, &weights).into();
    Ok(Arc::new(Learned { squares, model, places: layout.places() }))
}

/// The evaluation `learned` that a game offers, from a file that it brings with it. Fails if the file is not for this game with
/// its options. It takes a moment to be made ready, and should be kept.
pub fn learned<G: Game>(file: &[u8], game: &G) -> Result<Evaluation<G>, EvaluationFileError> {
    Ok(Evaluation::shared("learned", evaluation_of(&LearnedFile::read(file)?, game)?))
}
