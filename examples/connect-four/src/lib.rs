//! Connect Four, on 6 rows of 7 columns or any board of 4 to 7 rows and 4 to 8 columns.
//!
//! The rules: two players, X and O, drop stones of their own into the columns of an upright board in turn; a stone falls to the
//! lowest free place of its column. Who has four in a line, upright, level or diagonally, wins. If the board is full before,
//! the game is a draw. X begins.
//!
//! Where to start reading: [`ConnectFour`] and its `Game`, here; `notation.rs` for what is typed and printed; `threats.rs` for
//! an evaluation; `main.rs` for the program with every verb.

mod follow_up;
mod notation;
mod threats;

pub use follow_up::follow_up;

use waxwing::bits::{self, Ranked};
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};
use waxwing_workshop::{GameEntry, GameKind, OptionEntry, Values};

/// The game for a workshop: what is said of it, and how it starts.
pub fn kind() -> GameKind {
    let entry = GameEntry::new("connect-four", "drop stones into columns; four in a line win")
        .option(OptionEntry::new("rows", "6", Values::Range(4, 7)))
        .option(OptionEntry::new("columns", "7", Values::Range(4, 8)))
        .rules(
            "X and O drop a stone into one of the columns in turn, and it falls to the lowest free place. Four stones of one \
             player in a line, upright, level or diagonally, win. A full board without such a line is a draw. X begins. \
             A move is the number of a column, counted from the left.",
        )
        .legend("X and O: stones; .: a free place; the numbers below are those of the columns");
    GameKind::new(entry, |options| Ok(ConnectFour::new(options.number("rows"), options.number("columns"))))
}

/// A column, counted from 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

/// The size of a board, and sets of its places. A column has a bit for each of its places, the lowest first, and one more that
/// is always 0, so that no line goes from the top of a column to the bottom of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    rows: u8,
    columns: u8,
    /// All places.
    places: u64,
    /// The lowest place of each column.
    bottom: u64,
}

impl Board {
    fn new(rows: u8, columns: u8) -> Board {
        let bottom = (0..columns).fold(0, |set, column| set | 1 << (column * (rows + 1)));
        Board { rows, columns, places: bottom * ((1 << rows) - 1), bottom }
    }

    /// The places of a column.
    #[inline]
    fn column(self, column: Column) -> u64 {
        ((1 << self.rows) - 1) << (column.0 * (self.rows + 1))
    }

    /// How far the next place of a line is: upward, to the right, and on the two diagonals.
    #[inline]
    fn steps(self) -> [u8; 4] {
        [1, self.rows + 1, self.rows, self.rows + 2]
    }

    /// Whether there are four in a line.
    #[inline]
    fn has_four(self, stones: u64) -> bool {
        self.steps().into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

/// A position of Connect Four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    board: Board,
    /// The stones of the player to move.
    own: u64,
    /// The stones of both.
    all: u64,
    mover: Player,
    /// Whether the player who moved last has four in a line.
    is_won: bool,
}

impl ConnectFour {
    /// The empty board of a size: 4 to 7 rows, 4 to 8 columns.
    pub fn new(rows: u8, columns: u8) -> ConnectFour {
        ConnectFour { board: Board::new(rows, columns), own: 0, all: 0, mover: Player(0), is_won: false }
    }

    /// The place that a stone falls to, for each column that is not full.
    #[inline]
    fn landings(&self) -> u64 {
        // The sum carries past the stones of each column to the place above them.
        (self.all + self.board.bottom) & self.board.places
    }

    #[inline]
    fn column_of(&self, place: u8) -> Column {
        Column(place / (self.board.rows + 1))
    }

    /// The stones of a player.
    fn stones(&self, player: Player) -> u64 {
        if player == self.mover { self.own } else { self.all & !self.own }
    }
}

impl Game for ConnectFour {
    type Action = Column;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_won || self.all == self.board.places { Turn::Over } else { Turn::Player(self.mover) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<Column>) {
        actions.extend(bits::squares(self.landings()).map(|place| self.column_of(place)));
    }

    #[inline]
    fn apply(&mut self, column: Column) {
        let stones = self.own | self.landings() & self.board.column(column);
        self.is_won = self.board.has_four(stones);
        self.own = self.all & !self.own;
        self.all |= stones;
        self.mover = Player(1 - self.mover.0);
    }

    fn reward(&self, player: Player) -> Reward {
        match (self.is_won, player == self.mover) {
            (false, _) => Reward::DRAW,
            (true, true) => Reward::LOSS,
            (true, false) => Reward::WIN,
        }
    }

    #[inline]
    fn is_legal(&self, column: Column) -> bool {
        !self.is_won && column.0 < self.board.columns && self.landings() & self.board.column(column) != 0
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<Column>) -> Column {
        let landings = Ranked::new(self.landings());
        self.column_of(landings.select(rng.below(landings.count())))
    }

    fn action_space(&self) -> usize {
        usize::from(self.board.columns)
    }

    #[inline]
    fn action_index(&self, column: Column) -> u64 {
        u64::from(column.0)
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        Some(bits::hash([self.own, self.all]))
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &threats::Threats
    }
}
