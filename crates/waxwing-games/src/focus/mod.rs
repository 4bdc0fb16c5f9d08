//! Focus, for two, three or four players, in the short version of Nijssen and Winands' papers.
//!
//! The rules: the board has 8×8 squares without three in each corner. Stacks have at most five pieces, and belong to
//! the owner of the top piece. Who is to move takes some or all pieces off the top of one of its stacks and moves
//! them up, down, left or right, as many squares as there are pieces, whatever lies between; they go on top of what
//! is there. If the stack has more than five pieces then, it loses those at the bottom: pieces of the mover go to the
//! mover's reserve, the others are captured. Instead of such a move the mover may put a piece from its reserve on any
//! square.
//!
//! Who has captured enough wins: with two players six pieces; with three players three of each other player, or ten
//! in all; with four players two of each, or ten in all. Pieces in the reserve do not count. A player who has neither
//! a stack nor a piece in reserve is passed over; it may be back when one of its pieces surfaces. If no other player
//! can move, the last mover has won. After 2,000 plies all get the same share.
//!
//! Player A moves first. Two players have 18 pieces each, on the inner 6×6 squares; three have 12 each there and one
//! in reserve; four have 13 each and fill the board.
//!
//! Options: `players`; `reserve`, the pieces in each reserve at the start of a game of three players (and no others).

mod action;
mod board;
mod evaluation;
mod greedy;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
mod setup;
#[cfg(test)]
mod tests;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits::{self, Ranked};
use crate::status::GameStatus;
pub use action::FocusMove;
use board::{BOARD, Board, COUNTS, DIRECTIONS, ORIGINS, SQUARES, of_player, sum};
use waxwing_workshop::{GameEntry, OptionEntry, Options, Values};

const FEWEST: u8 = 2;
const MOST: u8 = 4;
const MOST_RESERVE: u8 = 1;

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("focus", "move stacks onto stacks and capture what is too much; `reserve` is for three players")
        .option(OptionEntry::new("players", "2", Values::Range(u32::from(FEWEST), u32::from(MOST))))
        .option(OptionEntry::new("reserve", "1", Values::Range(0, u32::from(MOST_RESERVE))))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Focus {
    Focus::with_players(options.number("players"), options.number("reserve"))
}

/// After this many plies the game is drawn.
const MOST_PLIES: u16 = 2000;

/// Room for all moves: no more than 52 pieces in stacks of the mover's, and a piece from the reserve to each square.
const ROOM: usize = DIRECTIONS * 52 + SQUARES + bits::SPARE;

/// A position of Focus.
///
/// ```
/// use waxwing::{Game, Notation, Player, Turn};
/// use waxwing_games::Focus;
///
/// let mut state = Focus::new(2, 0)?;
/// for text in ["b7-c7", "d7-d6", "c7-c5"] {
///     let action = state.parse(text)?;
///     assert!(state.is_legal(action));
///     state.apply(action);
/// }
/// assert_eq!(state.turn(), Turn::Player(Player(1)));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    board: Board,
    /// What each player has captured, by owner: a byte for each.
    captured: [u32; MOST as usize],
    reserves: [u8; MOST as usize],
    plies: u16,
    last: FocusMove,
    outcome: GameStatus,
    players: u8,
    mover: u8,
    /// Whether the last move took pieces from a stack.
    took: bool,
}

impl Focus {
    /// The start of a game of two, three or four players. With three players each has `reserve` pieces in reserve, 0 or
    /// 1.
    ///
    /// ```
    /// use waxwing_games::Focus;
    /// assert!(Focus::new(3, 1).is_ok());
    /// let message = Focus::new(5, 1).unwrap_err();
    /// assert_eq!(message, "Focus cannot have 5 players: it takes a whole number from 2 to 4");
    /// ```
    pub fn new(players: usize, reserve: usize) -> Result<Self, String> {
        let (fewest, most, most_reserve) = (FEWEST.into(), MOST.into(), MOST_RESERVE.into());
        match () {
            () if !(fewest..=most).contains(&players) => {
                Err(format!("Focus cannot have {players} players: it takes a whole number from {FEWEST} to {MOST}"))
            }
            () if reserve > most_reserve => {
                Err(format!("Focus cannot start with {reserve} pieces in reserve: it takes 0 or {MOST_RESERVE}"))
            }
            () => Ok(Focus::with_players(players as u8, reserve as u8)),
        }
    }

    fn with_players(players: u8, reserve: u8) -> Self {
        let reserve = if players == 3 { reserve } else { 0 };
        Focus {
            board: Board::new(setup::stacks(players)),
            captured: [0; MOST as usize],
            reserves: std::array::from_fn(|player| if player < usize::from(players) { reserve } else { 0 }),
            plies: 0,
            last: FocusMove::NONE,
            outcome: GameStatus::Open,
            players,
            mover: 0,
            took: false,
        }
    }

    #[inline(always)]
    fn reserve(&self, player: u8) -> u8 {
        self.reserves[usize::from(player & 3)]
    }

    /// What a player has captured, by owner.
    #[inline(always)]
    fn captured_by(&self, player: u8) -> u32 {
        self.captured[usize::from(player & 3)]
    }

    /// The squares of all stacks that are not the mover's.
    #[inline(always)]
    fn others(&self) -> u64 {
        self.board.occupied() & !self.board.owned(self.mover)
    }

    #[inline(always)]
    fn can_move(&self, player: u8) -> bool {
        self.board.owned(player) != 0 || self.reserve(player) != 0
    }

    /// How many pieces a player must capture at least to win who has captured these.
    fn missing(&self, player: u8, captured: u32) -> u32 {
        let (of_each, in_all) = match self.players {
            2 => (6, 6),
            3 => (3, 10),
            _ => (2, 10u32),
        };
        let others = (0..self.players).filter(|&other| other != player);
        let missing_of_each = others.map(|other| u32::saturating_sub(of_each, of_player(captured, other))).sum();
        in_all.saturating_sub(sum(captured)).min(missing_of_each)
    }

    /// Gives the mover the pieces that have gone from the bottom of a stack.
    fn take(&mut self, removed: u32) {
        let own = of_player(removed, self.mover);
        let place = usize::from(self.mover & 3);
        self.reserves[place] += own as u8;
        self.captured[place] += removed - (own << (8 * self.mover));
        if self.missing(self.mover, self.captured[place]) == 0 {
            self.outcome = GameStatus::Won(Player(self.mover));
        }
    }

    #[inline(always)]
    fn following(&self, player: u8) -> u8 {
        if player + 1 == self.players { 0 } else { player + 1 }
    }

    /// Counts a ply and passes the turn on.
    #[inline(always)]
    fn end_ply(&mut self) {
        self.plies += 1;
        if self.outcome != GameStatus::Open {
            return;
        }
        let mut next = self.following(self.mover);
        // (The mover can always move: it owns the stack where its move ended.)
        while !self.can_move(next) {
            next = self.following(next);
        }
        if next == self.mover {
            self.outcome = GameStatus::Won(Player(next));
        } else if self.plies >= MOST_PLIES {
            self.outcome = GameStatus::Drawn;
        } else {
            self.mover = next;
        }
    }
}

impl Game for Focus {
    type Action = FocusMove;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.outcome == GameStatus::Open { Turn::Player(Player(self.mover)) } else { Turn::Over }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<FocusMove>) {
        bits::extend::<_, ROOM>(actions, FocusMove::NONE, |room| {
            let mut length = 0;
            for count in 1..=COUNTS {
                let movable = self.board.movable(self.mover, count);
                if movable == 0 {
                    break;
                }
                for (direction, origins) in ORIGINS[count - 1].iter().enumerate() {
                    let make = |from| FocusMove::new(from, direction, count);
                    length = bits::list(movable & origins, room, length, make);
                }
            }
            let open = if self.reserve(self.mover) > 0 { BOARD } else { 0 };
            bits::list(open, room, length, FocusMove::from_reserve)
        });
    }

    #[inline]
    fn apply(&mut self, action: FocusMove) {
        let to = action.to();
        let removed = if action.is_from_reserve() {
            self.reserves[usize::from(self.mover & 3)] -= 1;
            self.board.drop(self.mover, to)
        } else {
            self.board.go(self.mover, action.from(), to, action.count())
        };
        self.last = action;
        self.took = removed != 0;
        if self.took {
            self.take(removed);
        }
        self.end_ply();
    }

    fn reward(&self, player: Player) -> Reward {
        self.outcome.reward(player, self.players)
    }

    #[inline]
    fn is_legal(&self, action: FocusMove) -> bool {
        match () {
            () if self.outcome != GameStatus::Open || !action.is_move() => false,
            () if action.is_from_reserve() => self.reserve(self.mover) > 0 && BOARD >> action.to() & 1 == 1,
            () => {
                let origins = ORIGINS[action.count() - 1][action.direction()];
                (self.board.movable(self.mover, action.count()) & origins) >> action.from() & 1 == 1
            }
        }
    }

    /// Draws a stack, a count and a direction, and draws again if that leads off the board.
    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<FocusMove>) -> FocusMove {
        let movable: [Ranked; COUNTS] =
            std::array::from_fn(|place| Ranked::new(self.board.movable(self.mover, place + 1)));
        let all: usize = movable.iter().map(|set| set.count()).sum();
        let drops = if self.reserve(self.mover) > 0 { SQUARES } else { 0 };
        loop {
            let choice = rng.below(DIRECTIONS * all + drops);
            let (mut stack, direction) = (choice / DIRECTIONS, choice % DIRECTIONS);
            if stack >= all {
                return FocusMove::from_reserve(Ranked::new(BOARD).select(choice - DIRECTIONS * all));
            }
            let mut count = 1;
            while stack >= movable[count - 1].count() {
                stack -= movable[count - 1].count();
                count += 1;
            }
            let from = movable[count - 1].select(stack);
            if ORIGINS[count - 1][direction] >> from & 1 == 1 {
                return FocusMove::new(from, direction, count);
            }
        }
    }

    fn action_space(&self) -> usize {
        action::ACTIONS
    }

    #[inline]
    fn action_index(&self, action: FocusMove) -> u64 {
        action.index()
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        // Four chains of words go side by side.
        let [a, b, c, d] = self.board.words().map(bits::hash);
        let [e, f, g, h] = self.captured.map(u64::from);
        let reserves = u64::from(u32::from_le_bytes(self.reserves));
        let turn =
            u64::from(self.mover) << 8 | u64::from(self.players) << 16 | u64::from(self.outcome == GameStatus::Open);
        Some(bits::hash([a, b, c, d, e << 32 | f, g << 32 | h, reserves << 32 | turn]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::FocusKnowledge
    }
}
