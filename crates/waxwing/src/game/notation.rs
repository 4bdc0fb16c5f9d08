//! How a game is written and drawn.

use super::{Game, Player};

/// Text for a game's moves and positions. What is printed can be typed: `parse(format(a))` is `a`.
pub trait Notation: Game {
    /// The action in the notation that players of the game use, without spaces. In a game with hidden information the text
    /// depends on the action and on the rules alone, never on the position: it is printed to players who do not know it.
    fn format(&self, action: Self::Action) -> String;

    /// The action that a text means in this state. It need not be legal; the message says what would be well-formed.
    fn parse(&self, text: &str) -> Result<Self::Action, String>;

    /// A drawing of the position for a terminal, several lines, as `view` sees it (`None`: everything). Two states with the
    /// same drawing for the acting player, who has observed the same in both, have the same legal actions.
    fn draw(&self, view: Option<Player>) -> String;

    /// What a player is called in this game, such as `Black`.
    fn player_name(&self, player: Player) -> String {
        format!("player {}", player.0)
    }
}
