//! A position in words: drawing, player to move, legal moves, result.

use serde::{Serialize, Serializer};
use waxwing::{Notation, Player, Turn};

use crate::replay::{is_deal, legal_texts};

/// A position as it is shown and sent.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Position {
    /// The game.
    pub game: String,
    /// How many players it has.
    pub players: usize,
    /// Who acts.
    pub to_move: ToMove,
    /// What can happen next; the outcomes if chance acts and they can be listed.
    pub legal: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// What each player gets, at the end.
    pub rewards: Option<Vec<f64>>,
    /// The drawing.
    pub text: String,
    /// Whether chance acts with too many outcomes to list.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sampled: bool,
}

/// Who acts. It serializes as the player's number, `"chance"` or null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToMove {
    /// A player.
    Player(Player),
    /// Chance.
    Chance,
    /// Nobody: the game is over.
    Nobody,
}

impl Serialize for ToMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ToMove::Player(player) => serializer.serialize_u8(player.0),
            ToMove::Chance => serializer.serialize_str("chance"),
            ToMove::Nobody => serializer.serialize_none(),
        }
    }
}

impl Position {
    /// The position of a state as `view` sees it (`None`: everything). Where information is hidden, a viewer is not
    /// shown what another player could do.
    pub fn of<G: Notation>(game: &str, state: &G, view: Option<Player>) -> Position {
        let to_move = match state.turn() {
            Turn::Player(player) => ToMove::Player(player),
            Turn::Chance => ToMove::Chance,
            Turn::Over => ToMove::Nobody,
        };
        let concealed = G::HIDDEN && view.is_some_and(|viewer| to_move != ToMove::Player(viewer));
        let terminal = to_move == ToMove::Nobody;
        let rewards = || (0..state.players()).map(|player| state.reward(Player(player as u8)).value()).collect();
        Position {
            game: game.to_owned(),
            players: state.players(),
            to_move,
            legal: if concealed { Vec::new() } else { legal_texts(state) },
            terminal,
            rewards: terminal.then(rewards),
            text: state.draw(view),
            sampled: is_deal(state),
        }
    }
}

/// The player that a text means: a number from 0, or a name such as `black` in any case.
pub fn find_player<G: Notation>(game: &G, text: &str) -> Result<Player, String> {
    let players = || (0..game.players()).map(|player| Player(player as u8));
    let wanted = text.to_lowercase();
    let found = players().find(|&player| {
        let name = game.player_name(player).to_lowercase();
        wanted == player.to_string() || wanted == name
    });
    found.ok_or_else(|| {
        let names: Vec<String> = players().map(|player| format!("{player} ({})", game.player_name(player))).collect();
        let text: String = text.chars().take(40).collect();
        format!("there is no player `{text}`; the players are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::{Breakthrough, Othello};

    #[test]
    fn a_player_goes_by_number_and_by_name() {
        let game = Othello::default();
        assert_eq!(find_player(&game, "1"), Ok(Player(1)));
        assert_eq!(find_player(&game, "WHITE"), Ok(Player(1)));
        let error = find_player(&game, "red").unwrap_err();
        assert_eq!(error, "there is no player `red`; the players are 0 (Black), 1 (White)");
    }

    #[test]
    fn a_position_says_who_moves_and_what_the_end_brings() {
        let start = Breakthrough::new(4, 2).unwrap();
        let position = Position::of("breakthrough", &start, None);
        assert_eq!((position.to_move, position.terminal, position.players), (ToMove::Player(Player(0)), false, 2));
        assert_eq!(position.legal, ["b2xa3", "a2xb3"]);
        let moves = "a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1";
        let end = crate::replay(&start, moves, 1).unwrap().pop().unwrap().1;
        let position = Position::of("breakthrough", &end, None);
        assert_eq!((position.to_move, position.rewards), (ToMove::Nobody, Some(vec![0.0, 1.0])));
        assert!(position.legal.is_empty() && position.terminal && !position.sampled);
    }
}
