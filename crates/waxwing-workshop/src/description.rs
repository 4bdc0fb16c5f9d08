//! A position in words: drawing, player to move, legal moves, result.

use serde::{Serialize, Serializer};
use waxwing::{Player, Turn};

use crate::position::Position;

/// A position as it is shown and sent.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Description {
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
    /// The position as a text that can be read back; JSON leaves it out where it would say what a viewer does not see.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
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
    /// Neither: the game is over.
    Nobody,
}

impl From<Turn> for ToMove {
    fn from(turn: Turn) -> ToMove {
        match turn {
            Turn::Player(player) => ToMove::Player(player),
            Turn::Chance => ToMove::Chance,
            Turn::Over => ToMove::Nobody,
        }
    }
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
    /// The position in words as `view` sees it (`None`: everything). Where information is hidden, a viewer is not shown what
    /// another player could do.
    pub fn describe(&self, view: Option<Player>) -> Description {
        let to_move = ToMove::from(self.turn());
        let concealed = self.is_hidden() && view.is_some_and(|viewer| to_move != ToMove::Player(viewer));
        Description {
            game: self.game_text().to_owned(),
            players: self.players(),
            to_move,
            legal: if concealed { Vec::new() } else { self.possible() },
            terminal: self.is_over(),
            rewards: self.rewards(),
            text: self.draw(view),
            position: if self.is_hidden() && view.is_some() { None } else { self.text() },
            sampled: self.is_deal(),
        }
    }
}
