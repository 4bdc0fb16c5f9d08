//! What a game is: the [`Game`] trait, players, turns and rewards.

mod check;
mod hasher;
mod hidden;
mod notation;
mod perft;
mod promise;
mod reward;
mod set;

pub use check::{Fault, FaultKind, check_game, check_notated_game};
pub use hidden::{HiddenInformation, Observable};
pub use notation::Notation;
pub use perft::{PerftError, perft, perft_divide};
pub use promise::BrokenPromise;
pub(crate) use promise::{list_legal, list_playout};
pub use reward::Reward;
pub use set::{ActionSet, SetWords};

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::Rng;
use crate::knowledge::{Knowledge, NoKnowledge};
use hasher::Hasher64;

/// The most players a game may have.
pub const MAX_PLAYERS: usize = 8;

/// A player, counted from 0. The chance player is not a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(pub u8);

impl Player {
    /// The player's number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Who acts in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player chooses one of the legal actions.
    Player(Player),
    /// Chance decides: dice, a deal, a card turned up.
    Chance,
    /// The game has ended.
    Over,
}

/// A position of a game, with the game's rules.
///
/// Five methods make a game. The provided ones make it faster (`random_action`, `action_index`…), random
/// (`chance_outcomes`), or hidden (`HIDDEN_INFORMATION`).
///
/// The single-heap game of Nim, whole:
///
/// ```
/// use waxwing::{Game, Player, Reward, Turn};
///
/// #[derive(Clone)]
/// struct Nim { heap: u8, mover: u8 }
///
/// impl Game for Nim {
///     type Action = u8;
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
///     }
///     fn legal_actions(&self, actions: &mut Vec<u8>) {
///         actions.extend(1..=self.heap.min(3));
///     }
///     fn apply(&mut self, taken: u8) {
///         self.heap -= taken;
///         self.mover = 1 - self.mover;
///     }
///     fn reward(&self, player: Player) -> Reward {
///         // Who took the last stone has won; the other one is to move.
///         if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
///     }
/// }
/// ```
pub trait Game: Clone + Send + Sync + Observable<<Self as Game>::Action> + 'static {
    /// What the acting player chooses, and what the others observe of it.
    type Action: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// How the game hides something from players, if it does.
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = None;

    /// The number of players, at most [`MAX_PLAYERS`].
    fn players(&self) -> usize;

    /// Who acts now.
    fn turn(&self) -> Turn;

    /// Appends the legal actions of the acting player to an empty buffer: at least one, each once. Which they are, and in
    /// which order, depends on nothing but what that player has seen. Called only when it is a player's turn.
    fn legal_actions(&self, actions: &mut Vec<Self::Action>);

    /// Makes a legal action, or a chance outcome.
    fn apply(&mut self, action: Self::Action);

    /// What the player gets. Called only when the game is over. The rewards of two players sum to 1; with more players, or
    /// one, they need not.
    fn reward(&self, player: Player) -> Reward;

    /// Whether the acting player may do this now. Must answer for any action at all, also a nonsensical one. The provided
    /// version makes a list each time: a game that is played with `lgr` or `lgrf` gives a quicker one.
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions.contains(&action)
    }

    /// One of the legal actions, uniformly. `buffer` is room for the list; what it holds afterwards has no meaning.
    #[inline]
    fn random_action(&self, rng: &mut Rng, buffer: &mut Vec<Self::Action>) -> Self::Action {
        list_legal(self, buffer);
        buffer[rng.below(buffer.len())]
    }

    /// Appends the actions that playouts choose from to an empty buffer: at least one, each once. They are the legal ones,
    /// unless the game says otherwise: a game may leave out what no playout should do, such as to fill one's own eyes in
    /// Go, and may keep simpler rules in playouts. [`Game::apply`] must be able to make all of them.
    #[inline]
    fn playout_actions(&self, actions: &mut Vec<Self::Action>) {
        self.legal_actions(actions);
    }

    /// One of the [`Game::playout_actions`], uniformly. `buffer` is room for the list.
    #[inline]
    fn playout_action(&self, rng: &mut Rng, buffer: &mut Vec<Self::Action>) -> Self::Action {
        self.random_action(rng, buffer)
    }

    /// Whether this is one of the [`Game::playout_actions`]. Must answer for any action at all. A game gives all three of
    /// these methods, or none.
    #[inline]
    fn is_playout_action(&self, action: Self::Action) -> bool {
        self.is_legal(action)
    }

    /// A bit for each action index, 64 to a word: where it is 0, the action is none of the [`Game::playout_actions`] now. Nothing
    /// is said of the others. A game that knows this at once lets strategies pass over what is impossible; one that does
    /// not gives no words at all. The number of words never changes.
    #[inline]
    fn open_actions(&self) -> &[u64] {
        &[]
    }

    /// The [`Game::playout_actions`] as a set, in games that have them as bits anyway: strategies then need no list of them.
    /// A game always gives the set, or never.
    #[inline]
    fn playout_set(&self) -> Option<ActionSet<Self::Action>> {
        None
    }

    /// Plays uniformly random actions until the game is over or `most` have been made, and returns their number. A quicker
    /// version must make the choices that [`Game::playout_action`] and [`Game::sample_chance`] would make with the same
    /// generator: a playout in several parts is then the playout in one.
    // Compiled once for each game, by itself: inlined into a larger loop it would have to share the registers.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, buffer: &mut Vec<Self::Action>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most {
            let action = match self.turn() {
                Turn::Player(_) => self.playout_action(rng, buffer),
                Turn::Chance => self.sample_chance(rng),
                Turn::Over => break,
            };
            self.apply(action);
            plies += 1;
        }
        plies
    }

    /// How many indices [`Game::action_index`] may return, or 0 when it returns hashes. A game that gives small
    /// numbers lets strategies use tables instead of hash maps.
    fn action_space(&self) -> usize {
        0
    }

    /// A number that tells the actions (and observed moves) of this game apart: below [`Game::action_space`] if that is
    /// not 0, otherwise any 64 bits. Chance outcomes that are too many to list and that no player observes (a deal) need
    /// none of their own.
    #[inline]
    fn action_index(&self, action: Self::Action) -> u64 {
        let mut hasher = Hasher64::default();
        // Something before the action: to an empty hasher the 0 of an enum's first variant is nothing, and `Place(3)`
        // would be `Pass` if that is variant 3.
        hasher.write_u64(0x57_41_58_57_49_4E_47);
        action.hash(&mut hasher);
        hasher.finish()
    }

    /// Appends the outcomes of a chance event with their probabilities to an empty buffer; leaves it empty when there
    /// are too many to list (a deal). Called only when it is chance's turn.
    fn chance_outcomes(&self, outcomes: &mut Vec<(Self::Action, f64)>) {
        let _ = outcomes;
    }

    /// Draws the outcome of a chance event. An event with one outcome must not draw a random number.
    fn sample_chance(&self, rng: &mut Rng) -> Self::Action {
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        let mut left = if outcomes.len() > 1 { f64::from(rng.unit()) } else { 0.0 };
        let last = outcomes.last().expect("a game with unlisted chance outcomes must implement sample_chance").0;
        for (action, probability) in outcomes {
            left -= probability;
            if left < 0.0 {
                return action;
            }
        }
        last
    }

    /// Whether chance may decide this now. Must answer for any action at all. The provided version knows the listed
    /// outcomes: a game with unlisted ones tells them itself, or none of them can be typed.
    fn is_outcome(&self, action: Self::Action) -> bool {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.chance_outcomes(&mut outcomes);
        }
        outcomes.iter().any(|&(outcome, _)| outcome == action)
    }

    /// A number that tells positions apart, for tables of positions: equal for states from which everything goes on in the
    /// same way, and hardly ever for others. How a state came about does not count, though a later repetition of positions
    /// may depend on it. `None` means that the game has no such number, and searches with a table do without.
    fn position_hash(&self) -> Option<u64> {
        None
    }

    /// What the game offers beyond its rules: episodes, evaluations, weights of moves. A search asks often: it must be as
    /// cheap as a reference to a constant.
    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &NoKnowledge
    }
}
