//! What every verb has at hand: the workshop.

use waxwing::Expression;
use waxwing_workshop::{OpenGame, Workshop};

use crate::failure::Failure;

/// What every verb has at hand.
pub struct Context {
    /// The games and strategies that there are.
    pub workshop: Workshop,
}

impl Context {
    /// The game of a text that a user typed.
    pub fn open(&self, text: &str) -> Result<OpenGame, Failure> {
        Ok(self.workshop.open(text)?)
    }

    /// The expression that a user typed.
    pub fn agent(&self, text: &str) -> Result<Expression, Failure> {
        Ok(self.workshop.expression(text)?)
    }

    /// Several expressions.
    pub fn agents(&self, texts: &[String]) -> Result<Vec<Expression>, Failure> {
        texts.iter().map(|text| self.agent(text)).collect()
    }
}
