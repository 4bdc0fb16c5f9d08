//! What a session is asked, and what it says: one line of JSON each.
//!
//! A request has a `type`, and an `id` of the client's choice that its answers carry too. Most requests have one answer. `think`,
//! `why`, `review` and a seat that is an agent's go on for a while and say something now and then. Seeds and hashes are texts,
//! since JavaScript rounds whole numbers of 64 bits.
//!
//! | version | what |
//! |---|---|
//! | 1 | this page |

use serde::{Deserialize, Serialize};
use waxwing_workshop::{Ownership, RecordView, Scene, SeenMove, Thought, ToMove, TouchedMove, TreeView};

/// The version of these messages. A client that speaks another is told so.
pub const VERSION: u32 = 1;

/// Something asked, with the number that its answers carry.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Request {
    /// Chosen by the client; answers repeat it.
    #[serde(default)]
    pub id: u32,
    /// The table that it is about. A session has several, so that a page can show several boards; the first has number 0.
    #[serde(default)]
    pub table: u32,
    #[serde(flatten)]
    pub ask: Ask,
}

/// What can be asked.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// What there is: answered by [`Say::Welcome`] with games, the catalogue of expressions, and the session's bounds.
    Hello { version: u32 },
    /// Whether an expression can play a game: answered by [`Say::Explained`], or an error with its place.
    Explain { game: String, agent: String },
    /// The empty picture of a game with these options, for a lobby: answered by [`Say::Preview`].
    Preview { game: String },
    /// A new game at the table: answered by [`Say::Position`]. What was there before ends.
    Open(Open),
    /// The position again.
    Position,
    /// Makes a move for the person whose turn it is.
    Play { r#move: String },
    /// Takes back the last move of a person, and what followed it.
    Undo,
    /// Goes to the position after this many moves, without forgetting those behind it; a move played there begins a new line.
    Goto { ply: usize },
    /// The person whose turn it is gives up.
    Resign { seat: u8 },
    /// Who sits where from now on.
    Seat { seat: u8, agent: Option<String> },
    /// Analyses the position, from the seat of the player to move. Goes on, with [`Say::Progress`], until the budget is used up
    /// or it is stopped.
    Think { agent: String, #[serde(default)] budget: Option<String>, #[serde(default)] seed: Option<String> },
    /// Ends what goes on at the table: an agent that is to move plays what it has found, an analysis is done.
    Stop,
    /// A part of the tree of the last analysis, or of the one under way: answered by [`Say::Tree`].
    Tree(AskTree),
    /// What the strategies of the analysis have learned: answered by [`Say::Records`].
    Records { most: usize, #[serde(default)] find: String },
    /// Who holds each place at the ends of playouts from the analysed position: answered by [`Say::Ownership`].
    Ownership { playouts: u64 },
    /// Two moves of the analysis beside each other: answered by [`Say::Beside`].
    Beside { one: String, other: String },
    /// Which part of the expression made the choice of the analysis: [`Say::Why`], a row at a time.
    Why,
    /// These iterations of the search of an expression, one by one, from its trace: answered by [`Say::Steps`].
    Steps { agent: String, #[serde(default)] seed: Option<String>, first: u64, count: u64 },
    /// What every move of the game up to here cost, by a search: [`Say::Review`], a move at a time.
    Review { agent: String, budget: String },
    /// A picture of the position as SVG, or the game as a text: answered by [`Say::Exported`].
    Export { form: Form },
    /// Ends what is at the table.
    Close,
}

/// A new game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The game with its options, such as `breakthrough(rows=6, columns=6)`.
    pub game: String,
    /// For every seat an expression or a level (`easy`, `medium`, `hard`, `best`), or nothing for a person.
    pub seats: Vec<Option<String>>,
    /// Of everything random. Without it the session takes one of its own, which in games with hidden information is told only
    /// at the end.
    #[serde(default)]
    pub seed: Option<String>,
    /// The budget of agents that have none of their own.
    #[serde(default)]
    pub budget: Option<String>,
    /// Where the game begins, as `waxwing state --position` reads it.
    #[serde(default)]
    pub position: Option<String>,
    /// Moves that have been made already, chance outcomes included.
    #[serde(default)]
    pub moves: String,
}

/// A part of a tree.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct AskTree {
    /// The moves down to the node.
    pub path: Vec<String>,
    /// Levels below it.
    pub depth: u32,
    /// Children of each node.
    pub children: usize,
    /// Whose tree, in games with hidden information; the player's to move if it is not said.
    pub observer: Option<u8>,
}

/// A form of export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The picture.
    Svg,
    /// The moves as a text that `--moves` reads.
    Moves,
    /// Go's game records.
    Sgf,
    /// Everything as JSON.
    Json,
}

/// Something said, with the number of the request that it answers and the table that it is about.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub id: u32,
    pub table: u32,
    #[serde(flatten)]
    pub say: Say,
}

/// What can be said.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Say {
    Welcome(Welcome),
    Explained { explanation: Explanation },
    Preview { scene: Scene, players: Vec<String>, hidden: bool },
    /// After everything that changes the position, also when an agent has moved.
    Position(Box<PositionView>),
    /// What a search thinks at this moment. Of an agent's search only where nothing is hidden.
    Progress(Box<Progress>),
    /// The search is done, or was stopped: what it thinks now.
    Thought(Box<Progress>),
    Tree { path: Vec<String>, node: Option<TreeView>, scene: Scene, observer: Option<u8> },
    Records { records: Vec<RecordView>, total: usize },
    Ownership { ownership: Option<Ownership> },
    Beside { one: MoveEvidence, other: MoveEvidence },
    /// The rows so far: the last is the newest. `done` with the last one.
    Why { table: WhyTable, done: bool },
    Steps { steps: Vec<IterationView>, total: u64 },
    /// The moves reviewed so far, and whether these are all.
    Review { moves: Vec<ReviewedMove>, of: usize, done: bool },
    Exported { form: Form, text: String },
    /// What was asked is done, and there is nothing to say.
    Done,
    /// What was asked cannot be done.
    Error(ErrorView),
}

/// What there is.
#[derive(Clone, Debug, Serialize)]
pub struct Welcome {
    pub version: u32,
    /// Such as `waxwing 0.1.0`.
    pub program: String,
    pub games: Vec<GameView>,
    pub catalogue: CatalogueView,
    pub bounds: Bounds,
}

/// A game as a lobby shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    pub name: String,
    pub aliases: Vec<String>,
    pub description: String,
    pub rules: String,
    pub legend: String,
    pub options: Vec<OptionView>,
    /// The names of the players with default options.
    pub players: Vec<String>,
    /// Whether players do not see everything.
    pub hidden: bool,
    /// `easy`, `medium`, `hard`, `best`, with the expression of each.
    pub levels: Vec<LevelView>,
    /// The start with default options.
    pub scene: Scene,
}

/// Why something cannot be done.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorView {
    /// One sentence.
    pub message: String,
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
    pub seats: Vec<SeatView>,
    /// Who is shown this: a seat, or `null` for somebody who sees everything.
    pub viewer: Option<u8>,
    pub to_move: ToMove,
    /// How many moves have been made, and how many there are to go forward to.
    pub ply: usize,
    pub plies: usize,
    pub scene: Scene,
    /// The drawing for a terminal.
    pub text: String,
    /// The legal moves, if a person is to move, with the places they touch.
    pub moves: Vec<TouchedMove>,
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
    pub can_undo: bool,
    /// What an address holds to show this again.
    pub share: Share,
}

/// What an address holds. In games with hidden information seed and moves are told only after the end.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    pub game: String,
    pub seats: Vec<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// The player's name: `White`, `Landlord`.
    pub name: String,
    /// Nothing for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// What a search thinks.
#[derive(Clone, Debug, Serialize)]
pub struct Progress {
    /// Whose move it thinks about.
    pub seat: Option<u8>,
    /// Whether it chooses an agent's move, rather than analyses for a person.
    pub chooses: bool,
    pub seed: String,
    pub iterations_per_second: f64,
    pub thought: Thought,
    /// Shares of visits and values of the most visited moves over iterations, a point each time their number has grown enough.
    pub history: ChoiceHistory,
    /// The searches that are before this one, where it has to wait for its turn.
    #[serde(skip_serializing_if = "is_zero")]
    pub waiting: usize,
}
