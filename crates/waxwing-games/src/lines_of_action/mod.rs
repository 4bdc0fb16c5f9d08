//! Lines of Action, on 8×8 squares or any board of 4 to 8 rows and columns.
//!
//! The rules: Black's pieces fill the first and the last row, White's the first and the last column, all without the
//! corners; Black moves first. A piece moves along its row, its column or a diagonal, exactly as many squares as there
//! are pieces of both colours on that whole line, itself included. It may jump over its own pieces but not over
//! enemies, may not end on a piece of its own, and captures the enemy piece it ends on. Who gets all its pieces into
//! one group, connected along rows, columns and diagonals, wins; a single piece is a group. A capture can connect the
//! other player, who then wins; when both are connected by one move, it is a draw.
//!
//! A player without a move passes. The game is drawn when a position comes up for the third time with the same player
//! to move, and after 400 plies; a connection by the last of them still counts.
//!
//! Options: `both=mover` lets the mover win when both are connected; `stuck=loss` makes a player lose who has no move;
//! `repetition=2` draws when a position comes up for the second time.
//!
//! The rules of OpenSpiel's `lines_of_action` are `both=mover, stuck=loss, repetition=2`, with two differences: there a
//! board may not come up again with the other player to move either, and games may last longer.

mod action;
mod board;
mod features;
mod groups;
mod history;
mod knowledge;
mod learned;
mod mia;
mod notation;
mod places;
mod position;
mod rays;
mod scene;
#[cfg(test)]
mod tests;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits;
use crate::status::GameStatus;
pub use action::LinesOfActionMove;
use board::{Board, ROOM, Step};
use groups::are_connected;
use history::History;
pub use mia::FEATURES as LINES_OF_ACTION_FEATURES;
use rays::{LARGEST, SMALLEST};
use waxwing_workshop::{GameEntry, OpeningSet, OptionEntry, Options, Values};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("lines-of-action", "get all your pieces into one group")
        .alias("loa")
        .option(OptionEntry::new("both", "draw", Values::words(&["draw", "mover"])))
        .option(OptionEntry::new("stuck", "pass", Values::words(&["pass", "loss"])))
        .option(OptionEntry::new("repetition", "3", Values::words(&["3", "2"])))
        .option(OptionEntry::new("size", "8", Values::Range(u32::from(SMALLEST), u32::from(LARGEST))))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .opening_set(OpeningSet::new("loa-100", include_str!("openings-100.txt")))
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> LinesOfAction {
    let rules = Rules {
        mover_wins: options.word("both") == "mover",
        stuck_loses: options.word("stuck") == "loss",
        repetition: options.number("repetition"),
    };
    LinesOfAction::with_rules(Board::start(options.number("size")), rules)
}

/// What the options decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// Whether the mover wins when both players are connected.
    mover_wins: bool,
    /// Whether a player who cannot move has lost.
    stuck_loses: bool,
    /// A position that comes up for the second or third time is a draw.
    repetition: u8,
}

impl Rules {
    const USUAL: Rules = Rules { mover_wins: false, stuck_loses: false, repetition: 3 };
}

/// After this many plies the game is drawn.
const MOST_PLIES: u16 = history::MOST as u16;

/// A position of Lines of Action.
///
/// ```
/// use waxwing::{Game, Notation};
/// use waxwing_games::LinesOfAction;
///
/// let mut state = LinesOfAction::new();
/// for text in ["c1xa3", "a4-c4", "f1xh3"] {
///     let action = state.parse(text)?;
///     assert!(state.is_legal(action));
///     state.apply(action);
/// }
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinesOfAction {
    board: Board,
    outcome: GameStatus,
    rules: Rules,
    plies: u16,
    /// Where the last move began, in the low byte, and where it ended, in the high one: the same square in a pass.
    last: u16,
    history: History,
}

impl Default for LinesOfAction {
    fn default() -> Self {
        LinesOfAction::new()
    }
}

impl LinesOfAction {
    /// The start of the game, with the usual rules.
    pub fn new() -> Self {
        LinesOfAction::with_rules(Board::start(LARGEST), Rules::USUAL)
    }

    fn with_rules(board: Board, rules: Rules) -> Self {
        LinesOfAction {
            board,
            outcome: GameStatus::Open,
            rules,
            plies: 0,
            last: history::PASS,
            history: History::new(board.own, board.other),
        }
    }

    /// Moves a piece of the mover, and sees whether the game is over.
    #[inline(always)]
    fn go(&mut self, step: Step) {
        let captures = self.board.go(step);
        let connected = are_connected(self.board.own);
        if captures {
            self.outcome = self.decide(connected, are_connected(self.board.other));
            self.board.pass_on();
            self.history.clear(self.board.own, self.board.other);
            self.end_ply(step.squares(), false);
        } else {
            self.outcome = self.decide(connected, false);
            self.board.pass_on();
            self.end_quiet_ply(step.squares());
        }
    }

    /// The outcome after a move of the mover, by who is connected now.
    #[inline(always)]
    fn decide(&self, mover: bool, other: bool) -> GameStatus {
        match (mover, other) {
            (false, false) => GameStatus::Open,
            (true, true) if !self.rules.mover_wins => GameStatus::Drawn,
            (true, _) => GameStatus::Won(Player(self.board.mover)),
            (false, true) => GameStatus::Won(Player(1 - self.board.mover)),
        }
    }

    fn pass(&mut self) {
        self.board.pass_on();
        self.end_quiet_ply(history::PASS);
    }

    /// Counts a ply that captured nothing. It is the other player's turn already.
    #[inline(always)]
    fn end_quiet_ply(&mut self, squares: u16) {
        let Board { own, other, .. } = self.board;
        let repeated = self.history.push(squares, own, other, self.rules.repetition);
        self.end_ply(squares, repeated);
    }

    #[inline(always)]
    fn end_ply(&mut self, squares: u16, repeated: bool) {
        self.last = squares;
        self.plies += 1;
        if self.outcome == GameStatus::Open {
            self.judge(repeated);
        }
    }

    /// Ends a game without a connection, if it is over.
    #[inline(always)]
    fn judge(&mut self, repeated: bool) {
        if self.rules.stuck_loses && !self.board.can_move() {
            self.outcome = GameStatus::Won(Player(1 - self.board.mover));
        }
        if repeated || self.plies >= MOST_PLIES {
            self.outcome = GameStatus::Drawn;
        }
    }

    /// Whether the last ply was a capture, or there was none yet.
    #[inline(always)]
    fn is_fresh(&self) -> bool {
        self.history.count() == 0
    }

    /// The pieces of a player.
    fn pieces(&self, player: Player) -> u64 {
        if player.0 == self.board.mover { self.board.own } else { self.board.other }
    }
}

impl Game for LinesOfAction {
    type Action = LinesOfActionMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.outcome == GameStatus::Open { Turn::Player(Player(self.board.mover)) } else { Turn::Over }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<LinesOfActionMove>) {
        let mover = self.board.mover;
        bits::extend::<_, ROOM>(actions, LinesOfActionMove::PASS, |room| {
            let make = |from, direction, to| LinesOfActionMove::new(mover, from, direction / 2, to);
            let length = self.board.list(room, make);
            if length == 0 {
                room[0] = LinesOfActionMove::PASS;
            }
            length.max(1)
        });
    }

    #[inline]
    fn apply(&mut self, action: LinesOfActionMove) {
        if action == LinesOfActionMove::PASS {
            self.pass();
        } else {
            self.go(self.board.step(action.from(), action.to(), action.direction()));
        }
    }

    fn reward(&self, player: Player) -> Reward {
        match self.outcome {
            GameStatus::Won(winner) if winner == player => Reward::WIN,
            GameStatus::Won(_) => Reward::LOSS,
            GameStatus::Drawn | GameStatus::Open => Reward::DRAW,
        }
    }

    #[inline]
    fn is_legal(&self, action: LinesOfActionMove) -> bool {
        match () {
            () if self.outcome != GameStatus::Open => false,
            () if action == LinesOfActionMove::PASS => !self.board.can_move(),
            () => {
                action.player() == self.board.mover && self.board.can_go(action.from(), action.direction(), action.to())
            }
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<LinesOfActionMove>) -> LinesOfActionMove {
        match self.board.random_step(rng) {
            Step::NONE => LinesOfActionMove::PASS,
            step => LinesOfActionMove::new(self.board.mover, step.from(), step.direction() / 2, step.to()),
        }
    }

    // The provided version would write every move as a number and read it again.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<LinesOfActionMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most && self.outcome == GameStatus::Open {
            match self.board.random_step(rng) {
                Step::NONE => self.pass(),
                step => self.go(step),
            }
            plies += 1;
        }
        plies
    }

    fn action_space(&self) -> usize {
        action::ACTIONS
    }

    #[inline]
    fn action_index(&self, action: LinesOfActionMove) -> u64 {
        action.index()
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        let Board { own, other, mover, .. } = self.board;
        Some(bits::hash([u64::from(mover), own, other]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::LinesOfActionKnowledge
    }
}
