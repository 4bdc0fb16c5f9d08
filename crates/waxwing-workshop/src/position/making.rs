//! Moves and chance outcomes: made, drawn, taken back.

use waxwing::{Rng, Turn};

use super::Position;
use crate::line::Impossible;
use crate::replay::{MoveError, ReplayError};

impl Position {
    /// The legal move, or the chance outcome, that a text means here, as the game writes it.
    pub fn read_move(&self, text: &str) -> Result<String, MoveError> {
        self.line.read_move(text).map_err(|impossible| self.refusal(text, impossible))
    }

    /// Makes a legal move, or a chance outcome. Nothing changes if it is not possible.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.line.make(text).map_err(|impossible| self.refusal(text, impossible))
    }

    fn refusal(&self, text: &str, impossible: Impossible) -> MoveError {
        match impossible {
            _ if self.is_over() => MoveError::after_end(text),
            Impossible::Unreadable(reason) => MoveError::unreadable(text, &reason),
            Impossible::Illegal => MoveError::illegal(text, self.turn(), self.possible()),
        }
    }

    /// Makes the moves of a text, separated by white space, chance outcomes included. A deal that the text leaves out is
    /// drawn from the seed. If a move is not possible, those before it have been made.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let mut position = nim().open("nim(heap=5)")?.start();
    /// let error = position.follow("3 1 2", 1).unwrap_err();
    /// assert_eq!(error.to_string(), "move 3: `2` is not a legal move here; legal: 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&mut self, moves: &str, seed: u64) -> Result<(), ReplayError> {
        let mut rng = deals_of(seed);
        for (index, text) in moves.split_whitespace().enumerate() {
            if self.fill_deals(text, &mut rng) {
                continue;
            }
            self.play(text).map_err(|error| ReplayError { number: index + 1, error })?;
        }
        Ok(())
    }

    /// Draws the deals that a text does not begin with. Returns whether it was a deal itself, which is made then.
    fn fill_deals(&mut self, text: &str, rng: &mut Rng) -> bool {
        while self.is_deal() {
            if self.line.make(text).is_ok() {
                return true;
            }
            self.line.sample_chance(rng);
        }
        false
    }

    /// Draws deals from the seed until a player is to move, or chance acts with few outcomes.
    pub fn draw_deals(&mut self, seed: u64) {
        let mut rng = deals_of(seed);
        while self.is_deal() {
            self.line.sample_chance(&mut rng);
        }
    }

    /// Makes chance outcomes, drawn by the generator, until a player is to move or the game is over.
    pub fn pass_chance(&mut self, rng: &mut Rng) {
        while self.turn() == Turn::Chance {
            self.line.sample_chance(rng);
        }
    }

    /// Makes one chance outcome, drawn by the generator. Nothing happens if chance is not to act.
    pub fn roll(&mut self, rng: &mut Rng) {
        if self.turn() == Turn::Chance {
            self.line.sample_chance(rng);
        }
    }

    /// Makes a random move, or a chance outcome, drawn by the generator. Nothing happens at the end of the game.
    pub fn play_random(&mut self, rng: &mut Rng) {
        match self.turn() {
            Turn::Player(_) => self.line.make_random(rng),
            Turn::Chance => self.line.sample_chance(rng),
            Turn::Over => {}
        }
    }

    /// Takes the last move back. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.line.take_back()
    }

    /// The position after this many of the moves.
    pub fn at(&self, moves: usize) -> Position {
        let mut position = self.clone();
        while position.len() > moves {
            position.take_back();
        }
        position
    }
}

/// The generator of the deals that a list of moves leaves out.
fn deals_of(seed: u64) -> Rng {
    Rng::new(Rng::derive(seed, 0))
}
