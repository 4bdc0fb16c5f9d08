//! What every verb has at hand: the workshop, and the program's name.

use waxwing::Expression;
use waxwing_workshop::{Level, OpenGame, Workshop};

use crate::failure::Failure;

/// What every verb has at hand.
pub struct Context {
    /// The games and strategies that there are.
    pub workshop: Workshop,
    /// The name that this program is called by.
    pub program: String,
}

impl Context {
    /// The game of a text that a user typed.
    pub fn open(&self, text: &str) -> Result<OpenGame, Failure> {
        Ok(self.workshop.open(text)?)
    }

    /// The expression that a user typed, where no game is named.
    pub fn expression(&self, text: &str) -> Result<Expression, Failure> {
        if let Ok(level) = text.trim().parse::<Level>() {
            let message = format!("`{level}` is another agent in each game: the verb `games` with a game says which");
            return Err(Failure::usage(message));
        }
        Ok(self.workshop.expression(text)?)
    }
}

/// The agents that a user typed for a game: expressions or levels.
pub fn agents(game: &OpenGame, texts: &[String]) -> Result<Vec<Expression>, Failure> {
    texts.iter().map(|text| Ok(game.expression(text)?)).collect()
}
