//! Checkers (English draughts) on 8×8 squares, or on 6×6 or 4×4.
//!
//! The rules: only the dark squares are used. Each player fills its first three rows (two, one on the smaller boards)
//! with men; Black, at the top, moves first. A man steps diagonally forward to the next square if it is empty, or jumps
//! over an enemy piece there to the empty square behind it and captures it. On the far row it becomes a king, which
//! steps and jumps backwards too, no further than a man. Who can jump must, but may choose among its jumps; a piece
//! that has jumped goes on as long as it can, except that crowning ends the turn. Captured pieces leave the board jump
//! by jump. A player without a legal move has lost.
//!
//! The game is drawn when 80 plies have gone by without a capture or a man's move, or when a position comes up for the
//! third time with the same player to move. The count goes first: who has no move left when it is full has a draw.
//!
//! Options: `turn=jump` makes every jump an action, and a player acts again while it must go on; `turn=whole` makes all
//! jumps of a turn one action, and turns that differ in their paths are different. `draw=captures` draws after 40 plies
//! without a capture, whoever moved, and `repetition=none` lets positions come back for ever.
//!
//! The rules of OpenSpiel's `checkers` are `draw=captures, repetition=none`; a jump is an action there too. Its first
//! player sits at the bottom, so the board is turned by half: square `n` here is the one that the standard numbering
//! calls `33 - n` there, and that of number `m` is in row `r = (m - 1) / 4`, column `2 ((m - 1) mod 4) + 1 - r mod 2`.

mod action;
mod board;
mod choices;
mod features;
mod history;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
#[cfg(test)]
mod tests;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits;
pub use action::CheckersMove;
use board::{Board, JUMP};
use choices::Choices;
use history::History;
use waxwing_workshop::{GameEntry, OptionEntry, Options, Values};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("checkers", "jump over the other's pieces until the other cannot move")
        .alias("draughts")
        .option(OptionEntry::new("turn", "jump", Values::words(&["jump", "whole"])))
        .option(OptionEntry::new("size", "8", Values::words(&["8", "6", "4"])))
        .option(OptionEntry::new("draw", "moves", Values::words(&["moves", "captures"])))
        .option(OptionEntry::new("repetition", "3", Values::words(&["3", "none"])))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .studied_as(&[])
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Checkers {
    let rules = Rules {
        whole_turns: options.word("turn") == "whole",
        count_men: options.word("draw") == "captures",
        repetition: options.word("repetition") == "3",
    };
    Checkers::with_rules(options.number("size"), rules)
}

/// What the options decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// Whether all jumps of a turn are one action.
    whole_turns: bool,
    /// Whether the moves of men count towards the draw, which then comes sooner.
    count_men: bool,
    /// Whether the third occurrence of a position is a draw.
    repetition: bool,
}

impl Rules {
    const USUAL: Rules = Rules { whole_turns: false, count_men: false, repetition: true };

    /// The game is drawn after this many plies.
    #[inline(always)]
    fn limit(self) -> u8 {
        if self.count_men { 40 } else { history::MOST as u8 }
    }
}

/// When any piece may move.
const ALL: u32 = u32::MAX;

/// A position of Checkers.
///
/// ```
/// use waxwing::{Game, Notation};
/// use waxwing_games::Checkers;
///
/// let mut state = Checkers::new();
/// for text in ["11-15", "22-18", "15x22"] {
///     let action = state.parse(text)?;
///     assert!(state.is_legal(action));
///     state.apply(action);
/// }
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkers {
    board: Board,
    /// The piece that has jumped and must go on, otherwise [`ALL`].
    active: u32,
    last: CheckersMove,
    /// Whether the game has ended in a draw.
    drawn: bool,
    rules: Rules,
    history: History,
}

impl Default for Checkers {
    fn default() -> Self {
        Checkers::new()
    }
}

impl Checkers {
    /// The start of the game, with the usual rules.
    pub fn new() -> Self {
        Checkers::with_rules(8, Rules::USUAL)
    }

    fn with_rules(size: u8, rules: Rules) -> Self {
        Checkers {
            board: Board::start(size),
            active: ALL,
            last: CheckersMove::NONE,
            drawn: false,
            rules,
            history: History::NEW,
        }
    }

    /// The jumps that are possible now.
    #[inline(always)]
    fn jumps(&self) -> Choices {
        self.board.jumps(self.board.own & self.active)
    }

    /// The steps that are possible now, if no jump is.
    #[inline(always)]
    fn steps(&self) -> Choices {
        self.board.steps(self.board.own)
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.drawn || !(self.jumps().any() || self.steps().any())
    }

    /// Makes the step of this number.
    #[inline(always)]
    fn step(&mut self, number: u8) {
        let of_man = self.board.step(number);
        if of_man && !self.rules.count_men {
            self.history.clear();
        } else {
            self.count(number, of_man);
        }
        self.board.pass_on();
    }

    /// Counts a step towards the draw, and sees whether it has come.
    #[inline(always)]
    fn count(&mut self, number: u8, of_man: bool) {
        self.history.push(if of_man { history::OF_MAN } else { number });
        let repeated = self.rules.repetition && self.history.is_third();
        self.drawn = repeated || self.history.count() >= self.rules.limit();
    }

    /// Makes the jump of this number, and ends the turn if the piece need not go on.
    #[inline(always)]
    fn jump(&mut self, number: u8) {
        self.history.clear();
        self.active = self.board.jump(number).unwrap_or(ALL);
        if self.active == ALL {
            self.board.pass_on();
        }
    }

    /// Whether all jumps of the move are possible one after the other, and the turn may end after them.
    fn is_legal_turn(&self, action: CheckersMove) -> bool {
        let (mut board, mut piece) = (self.board, Some(self.board.own & self.active));
        for number in action.jumps() {
            if !board.jumps(piece.unwrap_or(0)).contains(number & !JUMP) {
                return false;
            }
            piece = board.jump(number);
        }
        !self.rules.whole_turns || piece.is_none()
    }

    /// A playout in which a whole turn is one action.
    fn playout_of_turns(&mut self, rng: &mut Rng, buffer: &mut Vec<CheckersMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most && !self.is_over() {
            self.apply(self.random_action(rng, buffer));
            plies += 1;
        }
        plies
    }

    /// The pieces of a player.
    fn pieces(&self, player: Player) -> u32 {
        if player.0 == self.board.mover { self.board.own } else { self.board.other }
    }
}

impl Game for Checkers {
    type Action = CheckersMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(Player(self.board.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<CheckersMove>) {
        let (jumps, mover) = (self.jumps(), self.board.mover);
        if !jumps.any() {
            self.steps().for_each(|number| actions.push(CheckersMove::new(mover, number)));
        } else if self.rules.whole_turns {
            jumps.for_each(|number| action::push_turns(self.board, CheckersMove::new(mover, number | JUMP), actions));
        } else {
            jumps.for_each(|number| actions.push(CheckersMove::new(mover, number | JUMP)));
        }
    }

    #[inline]
    fn apply(&mut self, action: CheckersMove) {
        if action.is_jump() {
            action.jumps().for_each(|number| self.jump(number));
        } else {
            self.step(action.number());
        }
        self.last = action;
    }

    fn reward(&self, player: Player) -> Reward {
        match () {
            () if self.drawn => Reward::DRAW,
            () if player.0 == self.board.mover => Reward::LOSS,
            () => Reward::WIN,
        }
    }

    #[inline]
    fn is_legal(&self, action: CheckersMove) -> bool {
        if self.drawn || action.player() != self.board.mover {
            false
        } else if action.is_jump() {
            (self.rules.whole_turns || action.is_single()) && self.is_legal_turn(action)
        } else {
            action.is_single() && !self.jumps().any() && self.steps().contains(action.number())
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, buffer: &mut Vec<CheckersMove>) -> CheckersMove {
        let (jumps, mover) = (self.jumps(), self.board.mover);
        if !jumps.any() {
            CheckersMove::new(mover, self.steps().random(rng))
        } else if self.rules.whole_turns {
            buffer.clear();
            self.legal_actions(buffer);
            buffer[rng.below(buffer.len())]
        } else {
            CheckersMove::new(mover, jumps.random(rng) | JUMP)
        }
    }

    // The provided version would look for jumps and steps twice: to see whether the game is over, and to choose.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, buffer: &mut Vec<CheckersMove>, most: u32) -> u32 {
        if self.rules.whole_turns {
            return self.playout_of_turns(rng, buffer, most);
        }
        let mut plies = 0;
        while plies < most && !self.drawn {
            let jumps = self.jumps();
            if jumps.any() {
                self.jump(jumps.random(rng) | JUMP);
            } else {
                let steps = self.steps();
                if !steps.any() {
                    break;
                }
                self.step(steps.random(rng));
            }
            plies += 1;
        }
        plies
    }

    fn action_space(&self) -> usize {
        if self.rules.whole_turns { 0 } else { action::SINGLE_MOVES }
    }

    #[inline]
    fn action_index(&self, action: CheckersMove) -> u64 {
        action.index()
    }

    /// Tells apart what the future depends on, but for the positions since the last capture or man's move: it counts the
    /// plies since then, on which the draw depends, and leaves out which positions may not come up for the third time.
    #[inline]
    fn position_hash(&self) -> Option<u64> {
        let Board { own, other, kings, mover, .. } = self.board;
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let count = u32::from(self.history.count()) << 8;
        let state = u32::from(mover) | u32::from(self.drawn) << 1 | count;
        Some(bits::hash([pair(own, other), pair(kings, self.active), state.into()]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        knowledge::CheckersKnowledge::of(self)
    }
}
