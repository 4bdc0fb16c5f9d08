//! What can be wrong with a game.

use std::fmt;

use super::MAX_PLIES;
use crate::Reward;
use crate::game::MAX_PLAYERS;

/// A message names all moves up to this number; of more it names the first and the last ones.
const MOST_NAMED: usize = 500;
const NAMED_AT_AN_END: usize = 10;

/// A promise of [`Game`](crate::Game) or [`Notation`](crate::Notation) that a game breaks, and where.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (moves up to there: {})", Moves(.moves))]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The moves that lead there from the start, all of them.
    pub moves: Vec<String>,
}

/// The message: `unwrap` should print what a reader can use, not 100,000 moves.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Moves as a message names them.
struct Moves<'a>(&'a [String]);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => write!(f, "none"),
            moves if moves.len() <= MOST_NAMED => write!(f, "{}", moves.join(" ")),
            moves => {
                let (first, last) = (&moves[..NAMED_AT_AN_END], &moves[moves.len() - NAMED_AT_AN_END..]);
                write!(f, "{} … {}, {} in all", first.join(" "), last.join(" "), moves.len())
            }
        }
    }
}

/// What is wrong with a game. Actions are given in the game's notation, or as Rust writes them if it has none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// The number of players.
    #[error("the game has {0} players; possible are 1 to {MAX_PLAYERS}")]
    Players(usize),
    /// The acting player's number, and the number of players.
    #[error("player {0} is to act in a game of {1}; players are counted from 0")]
    ActingPlayer(u8, usize),
    /// The list of legal actions is empty.
    #[error("it is a player's turn, but there is no legal action")]
    NoAction,
    /// The list of legal actions holds this one twice.
    #[error("the legal actions contain `{0}` twice")]
    Duplicate(String),
    /// `is_legal` says no to a listed action.
    #[error("`{0}` is among the legal actions, but is_legal denies it")]
    Denied(String),
    /// `is_legal` says yes to an action that is not listed.
    #[error("is_legal allows `{0}`, which is not among the legal actions")]
    Allowed(String),
    /// `random_action` gives an action that is not listed.
    #[error("random_action gives `{0}`, which is not among the legal actions")]
    Random(String),
    /// `random_action` prefers some actions: how often each of the listed ones came.
    #[error("random_action is not uniform: the legal actions came {0:?} times")]
    NotUniform(Vec<usize>),
    /// The actions of playouts contradict each other: what is wrong with which one.
    #[error("`{0}` {1}")]
    PlayoutAction(String, &'static str),
    /// `playout_action` prefers some actions: how often each of the listed ones came.
    #[error("playout_action is not uniform: the actions of playouts came {0:?} times")]
    PlayoutNotUniform(Vec<usize>),
    /// The action, its index, and the action space.
    #[error("the index {1} of `{0}` is not below the action space {2}")]
    IndexRange(String, u64, usize),
    /// The action and its index, which another action had before.
    #[error("`{0}` has the index {1}, which another action had before")]
    SharedIndex(String, u64),
    /// The text of an action.
    #[error("the text `{0}` of an action is empty or has a space in it")]
    Text(String),
    /// The text of an action, and what is read from it.
    #[error("the action written `{0}` is read back as {1}")]
    RoundTrip(String, String),
    /// The text of a position.
    #[error("the text `{0}` of a position is empty, more than one line, or has a space at an end")]
    PositionText(String),
    /// The text of a position, and the message with which it is refused.
    #[error("the position written `{0}` cannot be read back: {1}")]
    PositionRefused(String, String),
    /// The text of a position, and how the one that is read differs.
    #[error("the position written `{0}` and what is read from it differ {1}")]
    PositionDiffers(String, &'static str),
    /// The text of a position, and how the one that is read is written.
    #[error("the position written `{0}` is written `{1}` after it was read")]
    PositionRewritten(String, String),
    /// The name of a place.
    #[error("the place `{0}` is named twice, or its name is empty or has a space in it")]
    PlaceName(String),
    /// The number of places, and of those of which it is said who holds them.
    #[error("the game has {0} places, but says of {1} who holds them")]
    PlaceCount(usize, usize),
    /// The place, the player who holds it, and the number of players.
    #[error("`{0}` is held by player {1} in a game of {2}; players are counted from 0")]
    PlaceHolder(String, u8, usize),
    /// The names of places are others than before.
    #[error("the names of the places are others than at the start of the game")]
    PlacesChange,
    /// What has a name that cannot be used, and the name.
    #[error("the {0} name `{1}` is given twice, is empty or is `default`")]
    KnowledgeName(&'static str, String),
    /// The number of predicates.
    #[error("the game has {0} predicates; at most 64 are possible")]
    Predicates(usize),
    /// An attribute, and the size of its range.
    #[error("the attribute `{0}` has a range of {1} numbers; possible are 1 to 65,536")]
    AttributeSize(String, usize),
    /// An attribute, how many numbers there are, and for how many actions.
    #[error("the attribute `{0}` gives {1} numbers for {2} actions")]
    AttributeCount(String, usize, usize),
    /// An attribute, its number for an action, the action, and the size of its range.
    #[error("the attribute `{0}` gives {1} for `{2}`, which is not below the size {3} of its range")]
    AttributeRange(String, u16, String, usize),
    /// A weighting by an attribute, and the number of its weights.
    #[error("the weighting `{0}` has {1} weights by an attribute that has another range, or is none")]
    WeightsByAttribute(String, usize),
    /// An action whose weight is not that of its category.
    #[error("the weight of `{0}` by categories is not that of its category")]
    CategoryWeight(String),
    /// The sum of the probabilities of a chance event.
    #[error("the probabilities of the chance outcomes sum to {0}, not to 1")]
    Probabilities(String),
    /// An outcome with its probability.
    #[error("the chance outcome `{0}` is listed twice, or its probability {1} is not above 0")]
    Outcome(String, String),
    /// `sample_chance` gives an outcome that is not listed.
    #[error("sample_chance gives `{0}`, which is not among the outcomes")]
    Sampled(String),
    /// `is_outcome` denies an outcome.
    #[error("is_outcome denies `{0}`, which chance may decide")]
    DeniedOutcome(String),
    /// `is_outcome` allows what is none.
    #[error("is_outcome allows `{0}`, which chance cannot decide here")]
    AllowedOutcome(String),
    /// `sample_chance` draws a random number where there is nothing to decide.
    #[error("sample_chance draws a random number although `{0}` is the only outcome")]
    NeedlessDraw(String),
    /// The acting player sees something else than its action.
    #[error("the acting player does not observe its own action `{0}` as it is")]
    Observation(String),
    /// What a determinization for the acting player changes.
    #[error("a determinization for the acting player changes {0}")]
    Determinization(&'static str),
    /// What a determinization of a determinization changes.
    #[error("a determinization of a determinization for the acting player changes {0}")]
    DeterminizedTwice(&'static str),
    /// A determinization contradicts what the player has observed.
    #[error(
        "a determinization for player {0} is impossible after all that this player has observed: determinize forgets \
         something that observe has told, or observe tells what should be hidden"
    )]
    RuledOut(u8),
    /// The determinizations for a player are all like the true state.
    #[error(
        "determinizations for player {0} are always like the true state, although other states are possible after all \
         that this player has observed: determinize gives away what is hidden"
    )]
    NeverVaries(u8),
    /// The determinizations for all players are all like the true state: in how many decisions.
    #[error(
        "in {0} decisions, all determinizations were like the true state: determinize gives away what is hidden, or \
         nothing is hidden from here on, and HIDDEN_INFORMATION could be None"
    )]
    TruthOnly(usize),
    /// In what states differ that look the same to the acting player.
    #[error("two states look the same to the acting player, but have {0}")]
    SameView(&'static str),
    /// The rewards of two players.
    #[error("the rewards of two players are {0:?} and {1:?}, which do not sum to 1 (a win is 1 and 0, a draw ½ and ½)")]
    Rewards(Reward, Reward),
    /// A playout in two parts is not the playout in one.
    #[error(
        "playout makes {plies} plies, but {made} when at most {most} are asked for and {rest} afterwards: it must stop at the \
         limit, and go on from there with the same draws"
    )]
    PlayoutParts {
        /// The plies that the first part was to make at most.
        most: u32,
        /// Those that it made.
        made: u32,
        /// Those that the second part made.
        rest: u32,
        /// Those of the playout in one.
        plies: u32,
    },
    /// A method of the game panics: where, and its words.
    #[error("the game panicked: {0}")]
    Panicked(String),
    /// The action that was applied to a clone.
    #[error("applying `{0}` to a clone changes the original")]
    SharedState(String),
    /// The game goes on and on.
    #[error("the game has not ended after {MAX_PLIES} plies")]
    Endless,
    /// `playout` stops too early.
    #[error("a playout returns before the game is over")]
    Unfinished,
    /// The number of plies that `playout` reports where there is none to play.
    #[error("a playout of a game that is over reports {0} plies")]
    PlayoutOfNothing(u32),
    /// What differs on average, with the mean over playouts and over random games.
    #[error("playouts are not games of playout_action: their mean {0} is {1}, but should be {2}")]
    PlayoutDiffers(&'static str, String, String),
}
