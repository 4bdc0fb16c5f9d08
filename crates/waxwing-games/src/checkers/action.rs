//! A move in one number: a step, a jump, or the jumps of a whole turn.

use super::board::{Board, EFFECTS, JUMP};

/// The number of steps and single jumps of both players.
pub(super) const SINGLE_MOVES: usize = 1 << LATER;

// Where the parts of the number are: the number of the step or first jump (8 bits), the player, the ways of the later
// jumps (2 bits each), and how many they are. There are at most eight of these: a jump goes two rows and two columns
// on, so that all jumps of a turn together can pass over nine squares, and over each of them once, as it is empty then.
const PLAYER: u32 = 8;
const LATER: u32 = 9;
const COUNT: u32 = LATER + 2 * 8;

/// A step of a piece, a jump, or several jumps of one piece that are a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckersMove(u32);

impl CheckersMove {
    /// The most jumps in a turn.
    pub(super) const MOST_JUMPS: usize = 1 + (COUNT - LATER) as usize / 2;
    /// What came before the first move.
    pub(super) const NONE: CheckersMove = CheckersMove(u32::MAX);

    /// A player's step or jump of this number.
    #[inline(always)]
    pub(super) fn new(player: u8, number: u8) -> Self {
        CheckersMove(u32::from(player) << PLAYER | u32::from(number))
    }

    /// The move with another jump after it.
    pub(super) fn then(self, way: u8) -> Self {
        let count = self.0 >> COUNT;
        CheckersMove((self.0 | u32::from(way) << (LATER + 2 * count)) + (1 << COUNT))
    }

    /// The number of the step or the first jump.
    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub(super) fn player(self) -> u8 {
        (self.0 >> PLAYER & 1) as u8
    }

    /// The same move of another player.
    pub(super) fn of_player(self, player: u8) -> Self {
        CheckersMove(self.0 & !(1 << PLAYER) | u32::from(player) << PLAYER)
    }

    #[inline(always)]
    pub(super) fn is_jump(self) -> bool {
        self.number() & JUMP != 0
    }

    /// Whether it is one step or one jump.
    #[inline(always)]
    pub(super) fn is_single(self) -> bool {
        self.0 >> LATER == 0
    }

    #[inline(always)]
    pub(super) fn index(self) -> u64 {
        u64::from(self.0)
    }

    /// The numbers of its jumps (or of its step).
    #[inline(always)]
    pub(super) fn jumps(self) -> impl Iterator<Item = u8> {
        let mut number = self.number();
        let later = (0..self.0 >> COUNT).map(move |place| {
            let way = (self.0 >> (LATER + 2 * place) & 3) as u8;
            number = JUMP | way << 5 | target(number);
            number
        });
        std::iter::once(self.number()).chain(later)
    }

    /// The squares that the piece is on, from the first to the last.
    pub(super) fn path(self) -> impl Iterator<Item = u8> {
        std::iter::once(self.number() & 31).chain(self.jumps().map(target))
    }
}

/// Where a step or a jump leads.
#[inline(always)]
fn target(number: u8) -> u8 {
    let to = EFFECTS[usize::from(number)].moved & !(1 << (number & 31));
    (to.trailing_zeros() & 31) as u8
}

/// Appends the turns that begin with these jumps; the last of them has not been made on the board yet.
pub(super) fn push_turns(board: Board, begun: CheckersMove, turns: &mut Vec<CheckersMove>) {
    push_longer(board, begun, begun.number(), turns);
}

fn push_longer(mut board: Board, begun: CheckersMove, last: u8, turns: &mut Vec<CheckersMove>) {
    match board.jump(last) {
        None => turns.push(begun),
        Some(piece) => {
            board.jumps(piece).for_each(|number| push_longer(board, begun.then(number >> 5), number | JUMP, turns));
        }
    }
}
