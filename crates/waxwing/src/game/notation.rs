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

    /// The score of a game that is over, as it follows the winner: `by 3.5 points`. `None` in games that are only won or lost.
    fn margin(&self) -> Option<String> {
        None
    }

    /// A game that begins here and has these actions, in the form in which programs for this game exchange records, such as SGF.
    /// `names` are those who play; `resigned` has given up in the end. `None` if there is no such form.
    fn write_game(&self, actions: &[Self::Action], names: &[String], resigned: Option<Player>) -> Option<String> {
        let _ = (actions, names, resigned);
        None
    }

    /// What the places of the board are called, such as `a1`: each once, without spaces, in the order of the drawing from the
    /// top left, and alike in all states of a game. A game without a board, such as one of cards, has none.
    fn places(&self) -> Vec<String> {
        Vec::new()
    }

    /// Appends to an empty list, for each of [`Notation::places`] in their order, the player who holds it: whose piece is there,
    /// or who would be given the place if the game ended now.
    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let _ = holders;
    }

    /// The whole position as one line of text, from which [`Notation::read_position`] makes a state that nothing tells from
    /// this one: it has the same actions in the same order and the same drawings, and a search of it with the same seed gives
    /// the same report. Whatever the rules look back at is in the text: counters, repeated positions, what each player has
    /// seen. So is what is hidden: no player may see the text.
    ///
    /// The options of the game are not in it. `None` means that the game has no such text, or none for this state.
    fn write_position(&self) -> Option<String> {
        None
    }

    /// The position that a text means, in a game with the options of this state, which may be any state of the game. The
    /// text may come from anybody: what is accepted can be played on without a panic, and the message about what is refused
    /// says what would be well-formed.
    fn read_position(&self, text: &str) -> Result<Self, String> {
        Err(format!("`{text}` cannot be read: this game has no text for positions"))
    }
}
