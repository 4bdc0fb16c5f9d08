//! Breakthrough, on 8×8 squares or any board of 4 to 8 rows and 2 to 8 columns.
//!
//! The rules: each player fills its two home rows with pieces; White, at the bottom, moves first. A piece moves one
//! square forward, straight or diagonally, to an empty square; diagonally it may instead capture the enemy piece that
//! is there. Capturing is never forced. Who reaches the far row or captures the last enemy piece has won. There are
//! no draws: the foremost piece of a player always has a move, as nothing but a piece of its own side can stop all
//! three.

mod evaluation;
mod features;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
#[cfg(test)]
mod tests;
mod weights;

use waxwing::game::ActionSet;
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits::{self, RankedWords};
use waxwing_workshop::{GameEntry, OpeningSet, OptionEntry, Options, Values};

const ROWS: Values = Values::Range(4, 8);
const COLUMNS: Values = Values::Range(2, 8);

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("breakthrough", "reach the far row with one of your pieces")
        .option(OptionEntry::new("rows", "8", ROWS))
        .option(OptionEntry::new("columns", "8", COLUMNS))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .opening_set(OpeningSet::new("breakthrough-20", include_str!("openings-20.txt")))
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Breakthrough {
    Breakthrough::with_size(options.number("rows"), options.number("columns"))
}

/// The steps a piece may take: left, straight and right are 0, 1 and 2.
const STRAIGHT: usize = 1;

/// How far a step goes, from square to square in its owner's view.
#[inline(always)]
const fn distance(step: usize) -> u32 {
    7 + step as u32
}

/// The number of actions of one player: a step from each square.
const ACTIONS: u16 = 3 * 64;

/// The most actions in a state: three steps for each of sixteen pieces.
const MOST_ACTIONS: usize = 3 * 16;

/// A step of a piece of one of the players.
///
/// The number is `player * 192 + step * 64 + square`, where the square is where the piece is in its owner's view
/// (its home row is row 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakthroughMove(u16);

impl BreakthroughMove {
    /// What came before the first move.
    const NONE: BreakthroughMove = BreakthroughMove(u16::MAX);

    #[inline(always)]
    fn new(player: u8, step: usize, from: u8) -> Self {
        BreakthroughMove(u16::from(player) * ACTIONS + (step as u16) * 64 + u16::from(from))
    }

    /// The player, step and square of the number.
    #[inline(always)]
    fn parts(self) -> (u8, usize, u8) {
        let player = u8::from(self.0 >= ACTIONS);
        let (step, from) = self.step_of(player);
        (player, step, from)
    }

    /// The step and the square of a move of this player.
    #[inline(always)]
    fn step_of(self, player: u8) -> (usize, u8) {
        let number = self.0.wrapping_sub(u16::from(player) * ACTIONS);
        (usize::from(number >> 6), (number & 63) as u8)
    }
}

/// A position of Breakthrough.
///
/// The pieces are kept from the mover's view: the mover's home row is the lowest byte, and its pieces move to higher
/// squares. Turning the board after a move is one byte swap, and no code asks for a colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Breakthrough {
    /// Pieces of the player to move.
    own: u64,
    /// Pieces of the other player.
    other: u64,
    /// The columns in use, the same in every row.
    columns: u64,
    last: BreakthroughMove,
    /// Whether the last move was a capture.
    captured: bool,
    mover: u8,
    rows: u8,
}

impl Breakthrough {
    /// The start of the game on a board of 4 to 8 rows and 2 to 8 columns.
    ///
    /// ```
    /// use waxwing_games::Breakthrough;
    /// assert!(Breakthrough::new(5, 5).is_ok());
    /// let message = Breakthrough::new(9, 5).unwrap_err();
    /// assert_eq!(message, "a Breakthrough board cannot have 9 rows: it takes a whole number from 4 to 8");
    /// ```
    pub fn new(rows: usize, columns: usize) -> Result<Self, String> {
        for (name, values, value) in [("rows", ROWS, rows), ("columns", COLUMNS, columns)] {
            if values.check(&value.to_string()).is_err() {
                return Err(format!("a Breakthrough board cannot have {value} {name}: it takes {values}"));
            }
        }
        Ok(Breakthrough::with_size(rows as u8, columns as u8))
    }

    fn with_size(rows: u8, columns: u8) -> Self {
        let columns = bits::repeat(0xff >> (8 - columns));
        let home = columns & 0xffff;
        Breakthrough {
            own: home,
            other: home << (8 * (rows - 2)),
            columns,
            last: BreakthroughMove::NONE,
            captured: false,
            mover: 0,
            rows,
        }
    }

    #[inline(always)]
    fn column_count(&self) -> u8 {
        (self.columns as u8).trailing_ones() as u8
    }

    /// The pieces with row 0 and the last row exchanged, and so on inwards.
    #[inline(always)]
    fn turned(&self, pieces: u64) -> u64 {
        pieces.swap_bytes() >> ((64 - 8 * u32::from(self.rows)) & 63)
    }

    /// Whether the player who moved last has won.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.other & 0xff != 0 || self.own == 0
    }

    /// The squares that the mover's pieces reach by each step, also those where an enemy piece blocks a straight one.
    #[inline(always)]
    fn reached(&self) -> [u64; 3] {
        let onto = self.columns & !self.own;
        let (not_first, not_last) = (onto & !bits::repeat(0x01), onto & !bits::repeat(0x80));
        [(self.own << 7) & not_last, (self.own << 8) & onto, (self.own << 9) & not_first]
    }

    /// The destinations of each step.
    #[inline(always)]
    fn destinations(&self) -> [u64; 3] {
        let [left, straight, right] = self.reached();
        [left, straight & !self.other, right]
    }

    /// A step and its destination, uniformly among the legal moves.
    ///
    /// It is drawn among the steps that no own piece blocks, and drawn again if an enemy piece does. That happens in one
    /// of fifteen draws, and so the ranking of the squares need not wait for what the other player has just moved.
    #[inline(always)]
    fn random_step(&self, rng: &mut Rng) -> (usize, u8) {
        let reached = RankedWords::new(self.reached());
        let blocking = [0, self.other, 0];
        loop {
            let (step, to) = reached.draw(rng);
            if blocking[step] >> to & 1 == 0 {
                return (step, to);
            }
        }
    }

    /// Moves a piece of the mover and turns the board.
    #[inline(always)]
    fn step(&mut self, from: u8, step: usize) {
        let from = 1 << from;
        let to = from << distance(step);
        let own = self.own ^ from ^ to;
        self.captured = self.other & to != 0;
        if self.captured {
            self.other = without(self.other, to);
        }
        (self.own, self.other) = (self.turned(self.other), self.turned(own));
        self.mover ^= 1;
    }

    /// The pieces of a player in White's view.
    fn pieces(&self, player: Player) -> u64 {
        let pieces = if player.0 == self.mover { self.own } else { self.other };
        if self.mover == 0 { pieces } else { self.turned(pieces) }
    }
}

/// The pieces without a captured one.
///
/// Out of line on purpose: as a branch that is seldom taken, a capture does not make the next move wait for the square of
/// this one. (As arithmetic on every move it costs a quarter of the playouts.)
#[cold]
#[inline(never)]
fn without(pieces: u64, captured: u64) -> u64 {
    pieces & !captured
}

impl Game for Breakthrough {
    type Action = BreakthroughMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<BreakthroughMove>) {
        bits::extend::<_, { MOST_ACTIONS + bits::SPARE }>(actions, BreakthroughMove::NONE, |room| {
            let mut length = 0;
            for (step, destinations) in self.destinations().into_iter().enumerate() {
                let make = |from| BreakthroughMove::new(self.mover, step, from);
                length = bits::list(destinations >> distance(step), room, length, make);
            }
            length
        });
    }

    #[inline]
    fn apply(&mut self, action: BreakthroughMove) {
        let (step, from) = action.step_of(self.mover);
        self.step(from, step);
        self.last = action;
    }

    fn reward(&self, player: Player) -> Reward {
        // Who has moved last has won.
        if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
    }

    #[inline]
    fn is_legal(&self, action: BreakthroughMove) -> bool {
        let (step, from) = action.step_of(self.mover);
        !self.is_over() && step < 3 && self.destinations()[step] >> distance(step) >> from & 1 == 1
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<BreakthroughMove>) -> BreakthroughMove {
        let (step, to) = self.random_step(rng);
        BreakthroughMove::new(self.mover, step, to - distance(step) as u8)
    }

    #[inline]
    fn playout_set(&self) -> Option<ActionSet<BreakthroughMove>> {
        let [left, straight, right] = self.destinations();
        Some(ActionSet {
            first: usize::from(u16::from(self.mover) * ACTIONS),
            words: [left >> distance(0), straight >> distance(1), right >> distance(2)],
            action: |index| BreakthroughMove(index as u16),
        })
    }

    fn action_space(&self) -> usize {
        2 * usize::from(ACTIONS)
    }

    #[inline]
    fn action_index(&self, action: BreakthroughMove) -> u64 {
        u64::from(action.0)
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        let sizes = u64::from(self.rows) << 8 | u64::from(self.column_count()) << 16;
        Some(bits::hash([self.own, self.other, sizes | u64::from(self.mover)]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        knowledge::BreakthroughKnowledge::of(self)
    }
}
