//! Strengths of play that have names.

use crate::views::LevelView;
use waxwing::Expression;
use waxwing::agent::ExpressionError;
use waxwing_workshop::OpenGame;

/// The levels of a game, the weakest first.
pub(crate) fn levels(_game: &OpenGame) -> Vec<LevelView> {
    let levels = [("easy", "uct @100"), ("medium", "uct @1000"), ("hard", "uct @10000"), ("best", "uct @50000")];
    levels.into_iter().map(|(name, agent)| LevelView { name: name.to_owned(), agent: agent.to_owned() }).collect()
}

/// The expression of a text, which may be the name of a level.
pub(crate) fn expression(game: &OpenGame, text: &str) -> Result<Expression, ExpressionError> {
    let level = levels(game).into_iter().find(|level| level.name == text.trim());
    game.workshop().expression(level.as_ref().map_or(text, |level| &level.agent))
}

/// Whether a text is the name of a level.
pub(crate) fn is_level(game: &OpenGame, text: &str) -> bool {
    levels(game).iter().any(|level| level.name == text.trim())
}
