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
use waxwing_workshop::{Explanation, IterationView, Ownership, RecordView, Scene, TreeView, WhyReport};

pub use crate::settings::Bounds;
pub use crate::views::*;

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
    Hello {
        /// The version that the client speaks.
        version: u32,
    },
    /// Whether an expression can play a game: answered by [`Say::Explained`], or an error with its place.
    Explain {
        /// The game with its options.
        game: String,
        /// The expression, or a level.
        agent: String,
    },
    /// The empty picture of a game with these options, for a lobby: answered by [`Say::Preview`].
    Preview {
        /// The game with its options.
        game: String,
    },
    /// The game of a record, such as one in SGF: answered by [`Say::Recorded`]. Nothing is opened.
    Read {
        /// The game. Options that a record does not decide are those that are given here.
        game: String,
        /// The text of the record.
        text: String,
    },
    /// A new game at the table: answered by [`Say::Position`]. What was there before ends.
    Open(Open),
    /// The position again.
    Position,
    /// Makes a move for the person whose turn it is: answered by [`Say::Position`].
    Play {
        /// The move as the game writes it.
        r#move: String,
    },
    /// Takes back the last move of a person, and what followed it.
    Undo,
    /// Goes to the position after this many moves, without forgetting those behind it; a move played there begins a new line.
    Goto {
        /// How many moves.
        ply: usize,
    },
    /// Goes on from the position that was gone to: the moves behind it are forgotten, and an agent that is to move begins to
    /// think.
    Resume,
    /// A player sits down to a game that another program holds: the one of the session's settings. Answered by [`Say::Done`].
    Sit(Sit),
    /// Makes a move, or a chance outcome, whoever is to act, at a table that waits ([`Open::waits`]); tells a player that sits
    /// ([`Ask::Sit`]) of one.
    Observe {
        /// The move as the game writes it; to a player that sits where something is hidden, as that player saw it: left out if
        /// that it was made is all.
        #[serde(default)]
        r#move: Option<String>,
        /// Who made it, for programs that do not count.
        #[serde(default)]
        by: Option<Actor>,
        /// A position that a player who sits cannot tell from the true one after the move, where something is hidden.
        #[serde(default)]
        position: Option<String>,
    },
    /// Lets the agent that is to move think: at a table that waits with [`Say::Progress`], and at last [`Say::Thought`] with the
    /// move, or [`Say::Resigned`]. The move is made when it is observed.
    Choose {
        /// How much a player that sits thinks, if its expression does not say.
        #[serde(default)]
        budget: Option<String>,
        /// The legal moves, for programs that do not know the rules.
        #[serde(default)]
        legal: Vec<String>,
    },
    /// The person in a seat gives up, which ends the game.
    Resign {
        /// The seat.
        seat: u8,
    },
    /// Who sits where from now on.
    Seat {
        /// The seat.
        seat: u8,
        /// An expression or a level, or nothing for a person.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Analyses the position, from the seat of the player to move. Goes on, with [`Say::Progress`], until the budget is used up
    /// or it is stopped.
    Think {
        /// An expression or a level.
        agent: String,
        /// How much it thinks, if the expression does not say; `until-stopped` for as long as the session allows.
        #[serde(default)]
        budget: Option<String>,
        /// Of the search; 1 if it is not said.
        #[serde(default)]
        seed: Option<String>,
    },
    /// Ends what goes on at the table: an agent that is to move plays what it has found, an analysis is done.
    Stop,
    /// A part of the tree of the last analysis, or of the one under way: answered by [`Say::Tree`].
    Tree(AskTree),
    /// What the strategies of the analysis have learned: answered by [`Say::Records`].
    Records {
        /// How many, the strongest first.
        most: usize,
        /// Only those that have this text in them.
        #[serde(default)]
        find: String,
    },
    /// Who holds each place at the ends of playouts from the analysed position: answered by [`Say::Ownership`].
    Ownership {
        /// How many playouts.
        playouts: u64,
    },
    /// Two moves of the analysis beside each other: answered by [`Say::Beside`].
    Beside {
        /// A move.
        one: String,
        /// Another.
        other: String,
    },
    /// Which part of the expression made the choice of the analysis: [`Say::Why`], a row at a time.
    Why,
    /// These iterations of the search of an expression, one by one, from its trace: answered by [`Say::Steps`].
    Steps(AskSteps),
    /// What every move of the game up to here cost, by a search: [`Say::Review`], a move at a time.
    Review {
        /// An expression or a level.
        agent: String,
        /// How much it thinks about each move, if the expression does not say.
        #[serde(default)]
        budget: Option<String>,
    },
    /// A picture of the position as SVG, or the game as a text: answered by [`Say::Exported`].
    Export {
        /// Which.
        form: Form,
    },
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
    /// Whether the table waits: no agent moves and chance does not act by itself. All moves come as [`Ask::Observe`], and an
    /// agent thinks when it is asked to ([`Ask::Choose`]). So plays a program behind pipes.
    #[serde(default)]
    pub waits: bool,
}

/// A player's seat in a game that another program holds.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The game with its options, but for those that would tell what is hidden.
    pub game: String,
    /// Which seat.
    pub seat: u8,
    /// Of everything random in the player.
    pub seed: String,
    /// Where the game begins, if not with its start. Where something is hidden, the player cannot tell it from the true one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// Who makes a move: the number of a seat, or `"chance"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Actor {
    /// A player.
    Seat(u8),
    /// Dice, deals, and what turns up.
    Chance(Chance),
}

/// The word for chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// `"chance"`.
    Chance,
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

/// Iterations of a search.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AskSteps {
    /// An expression or a level.
    pub agent: String,
    /// Of the search; 1 if it is not said.
    #[serde(default)]
    pub seed: Option<String>,
    /// The first iteration, counted from 1.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// Whether every position on the way is shown as a scene: of one iteration only.
    #[serde(default)]
    pub frames: bool,
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
    Welcome(Box<Welcome>),
    Explained {
        explanation: Explanation,
    },
    Preview {
        scene: Scene,
        players: Vec<String>,
        hidden: bool,
    },
    Recorded(Box<Recorded>),
    /// After everything that changes the position, also when an agent has moved.
    Position(Box<PositionView>),
    /// What a search thinks at this moment. Of an agent's search only where nothing is hidden.
    Progress(Box<Progress>),
    /// The search is done, or was stopped: what it thinks now.
    Thought(Box<Progress>),
    Tree {
        path: Vec<String>,
        node: Option<TreeView>,
        scene: Scene,
        observer: Option<u8>,
    },
    Records {
        records: Vec<RecordView>,
        total: usize,
    },
    Ownership {
        ownership: Option<Ownership>,
    },
    Beside(Box<BesideView>),
    /// The table so far, each time that one of its searches is done. `done` when no more will come.
    Why {
        report: Box<WhyReport>,
        done: bool,
    },
    /// `last` is the last iteration that can be asked for.
    Steps {
        steps: Vec<IterationView>,
        last: u64,
    },
    /// The moves reviewed so far, and whether these are all.
    Review {
        moves: Vec<ReviewedMove>,
        of: usize,
        done: bool,
    },
    Exported {
        form: Form,
        text: String,
    },
    /// The player that was to choose a move gives up.
    Resigned,
    /// What was asked is done, and there is nothing to say.
    Done,
    /// What was asked cannot be done.
    Error(ErrorView),
}

impl Answer {
    /// The answer as one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("answers have texts as keys and finite numbers")
    }
}
