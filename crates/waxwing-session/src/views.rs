//! The parts of answers: what there is, a position, a search, an error.

use serde::Serialize;
use waxwing_workshop::{Beside, CatalogueView, ChoiceHistory, Scene, SeenMove, Thought, ToMove, TouchedMove, Values};

use crate::settings::Bounds;

/// What there is.
#[derive(Clone, Debug, Serialize)]
pub struct Welcome {
    /// Of these messages.
    pub version: u32,
    /// Such as `waxwing 0.1.0`.
    pub program: String,
    /// The games.
    pub games: Vec<GameView>,
    /// The words of expressions.
    pub catalogue: CatalogueView,
    /// How much may be asked.
    pub bounds: Bounds,
}

/// A game as a lobby shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Its name.
    pub name: String,
    /// Other names it answers to.
    pub aliases: Vec<String>,
    /// The game in a few words.
    pub description: String,
    /// The rules in a few lines.
    pub rules: String,
    /// What the symbols of its drawing mean.
    pub legend: String,
    /// What can be set.
    pub options: Vec<OptionView>,
    /// The names of the players with default options.
    pub players: Vec<String>,
    /// Whether players do not see everything.
    pub hidden: bool,
    /// `easy`, `medium`, `hard`, `best`, with the expression of each.
    pub levels: Vec<LevelView>,
    /// A search that is worth looking into, as an expression with its budget.
    pub adviser: String,
    /// The form of records that `read` reads, such as `SGF`, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<String>,
    /// The start with default options.
    pub scene: Scene,
}

/// Why something cannot be done.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorView {
    /// One sentence.
    pub message: String,
    /// The part of the request that it is about, such as `agent` or `seats.1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The part of the text that it is about, in bytes from its beginning, where it is about a part of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(usize, usize)>,
    /// What would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

/// A position as a page shows it: for one viewer, with nothing that the viewer cannot see.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// The game with the options that differ from their defaults; without those that say what is hidden.
    pub game: String,
    /// Who sits where.
    pub seats: Vec<SeatView>,
    /// Who is shown this: a seat, or `null` for somebody who sees everything.
    pub viewer: Option<u8>,
    /// Whether everything is shown that was hidden, since the game has ended.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub revealed: bool,
    /// Who acts: a seat, `"chance"`, or `null` at the end.
    pub to_move: ToMove,
    /// How many moves have been made.
    pub ply: usize,
    /// How many there are to go forward to.
    pub plies: usize,
    /// How it looks.
    pub scene: Scene,
    /// The drawing for a terminal.
    pub text: String,
    /// The legal moves, if a person is to move, with the places they touch.
    pub moves: Vec<TouchedMove>,
    /// The legal moves of an agent that is to move, with the places they touch, where nothing is hidden: for drawing what it
    /// thinks of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub considered: Vec<TouchedMove>,
    /// The moves up to here as the viewer has seen them.
    pub history: Vec<SeenMove>,
    /// The last move with the places that it touched, where the viewer saw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<TouchedMove>,
    /// What each player gets, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewards: Option<Vec<f64>>,
    /// The end in words, with the score where there is one: `White wins by 3.5 points`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The agent that thinks about its move now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<u8>,
    /// Whether there is a move to take back.
    pub can_undo: bool,
    /// What an address holds to show this again.
    pub share: Share,
}

/// What an address holds. In games with hidden information seed and moves are told only after the end.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// The game with its options.
    pub game: String,
    /// Who sits where, as in [`Open::seats`](crate::messages::Open::seats).
    pub seats: Vec<Option<String>>,
    /// Of everything random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The budget of agents that have none of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// Where the moves begin, if not with the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves up to here, chance outcomes included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// The player's name: `White`, `Landlord`.
    pub name: String,
    /// The level or expression that was asked for; nothing for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What the agent is, as an expression with its budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expression: Option<String>,
    /// That the budget asked for was more than the session allows, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
}

/// What a search thinks.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Whose move it thinks about.
    pub seat: u8,
    /// Whether it chooses an agent's move, rather than analyses for a person.
    pub chooses: bool,
    /// The seed with which a search of this expression at this position shows the same numbers.
    pub seed: String,
    /// How quick it is; 0 where there is no clock.
    pub iterations_per_second: f64,
    /// What it thinks.
    pub thought: Thought,
    /// The most visited line with the places that its moves touch, where nothing is hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<TouchedMove>,
    /// That the budget asked for was more than the session allows, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// How the choice came about, once the search is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<ChoiceHistory>,
    /// The searches that are before this one, where it has to wait for its turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub waiting: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// An option of a game.
#[derive(Clone, Debug, Serialize)]
pub struct OptionView {
    /// Its name.
    pub name: String,
    /// The value that it has when it is not given.
    pub default: String,
    /// The values that it can have.
    pub values: ValuesView,
    /// The same in words.
    pub about: String,
}

/// The values that an option can have.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ValuesView {
    /// Whole numbers, both ends included.
    Range {
        /// The least.
        from: u32,
        /// The greatest.
        to: u32,
    },
    /// One of these words.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// A text that the game reads, written in double quotes.
    Text {
        /// Some of them.
        examples: Vec<String>,
    },
}

impl ValuesView {
    pub(crate) fn of(values: &Values) -> ValuesView {
        let owned = |words: &[waxwing_workshop::Text]| words.iter().map(ToString::to_string).collect();
        match values {
            Values::Range(from, to) => ValuesView::Range { from: *from, to: *to },
            Values::Words(words) => ValuesView::Words { words: owned(words) },
            Values::Text(texts) => ValuesView::Text { examples: owned(&texts.examples) },
            _ => ValuesView::Text { examples: Vec::new() },
        }
    }
}

/// A strength of play that has a name.
#[derive(Clone, Debug, Serialize)]
pub struct LevelView {
    /// `easy`, `medium`, `hard` or `best`.
    pub name: String,
    /// Its expression with its budget.
    pub agent: String,
}

/// A game that was read from its record. [`Open`](crate::messages::Open) opens it with `game`, `position` and `moves`.
#[derive(Clone, Debug, Serialize)]
pub struct Recorded {
    /// The game with the options of the record.
    pub game: String,
    /// Where the moves begin, if not with the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves.
    pub moves: String,
    /// Who played, in the order of the seats; empty where that is not known.
    pub names: Vec<String>,
    /// The result, as the record writes it; empty if that is not known.
    pub result: String,
}

/// Two moves beside each other.
#[derive(Clone, Debug, Serialize)]
pub struct BesideView {
    /// What the search says of them.
    #[serde(flatten)]
    pub beside: Beside,
    /// What it expects after the first, which comes first here, with the places that are touched; nothing where something is
    /// hidden.
    pub one_line: Vec<TouchedMove>,
    /// What it expects after the other.
    pub other_line: Vec<TouchedMove>,
}

/// A move of the game, reviewed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReviewedMove {
    /// Its number, counted from 0 with chance outcomes.
    pub ply: usize,
    /// Who made it.
    pub seat: u8,
    /// The move.
    pub played: String,
    /// What the search would have played.
    pub best: String,
    /// What the best move is worth to the player.
    pub best_value: Option<f64>,
    /// What the move that was played is worth to the player: by the search of the position behind it where that says so, and
    /// otherwise by the search that would have chosen another move.
    pub played_value: Option<f64>,
    /// What it cost; nothing if it is the best.
    pub loss: Option<f64>,
    /// `inaccuracy` (a loss of 0.05), `mistake` (0.1) or `blunder` (0.2); nothing of a move that cost less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
}
