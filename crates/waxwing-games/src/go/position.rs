//! A position is a board from the top, with `X` for Black's stones and `O` for White's, who is to move, and the moves since,
//! as no position may come up again: `9/9/9/9/9/9/9/9/9 X moves E5 C3`. The board is the empty one unless a game was begun from
//! another. Among the moves `+D4` is a stone that is set up, and `turn:O` gives the turn to White.

use std::sync::Arc;

use waxwing::{Notation as _, Player};

use super::board::{Colour, Point};
use super::legality::Effect;
use super::record::Step;
use super::{Go, GoMove, GoStep};
use crate::position::{Fields, MOVES, follow, read_rows, split_moves, write_rows};

const SIDES: [&str; 2] = ["X", "O"];
const STONES: [char; 2] = ['X', 'O'];
const TURN: &str = "turn:";
const SET_UP: char = '+';

impl Go {
    /// Nothing if a part of the game is not recorded: a playout went on from a position, or too much was set up.
    pub(super) fn written(&self) -> Option<String> {
        let steps: Vec<Step> = self.record.steps()?.collect();
        let moves = steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        if moves != usize::from(self.plies) {
            return None;
        }
        let name = |point: Point| self.format(GoMove::at(point));
        let word = |step: &Step| match *step {
            Step::Move(point) => format!(" {}", name(point)),
            Step::SetUp(point) => format!(" {SET_UP}{}", name(point)),
            Step::Turn(player) => format!(" {TURN}{}", SIDES[usize::from(player & 1)]),
        };
        let base =
            self.base.as_deref().map_or_else(|| Go::with_rules(self.size(), self.rules).written_board(), str::to_owned);
        let words: String = steps.iter().map(word).collect();
        Some(if words.is_empty() { base } else { format!("{base} {MOVES}{words}") })
    }

    /// The stones, and who is to move.
    pub(super) fn written_board(&self) -> String {
        let size = self.size();
        let letter = |row: u8, column: u8| {
            let stone = GoMove::new(column, size - 1 - row).and_then(|at| self.stone(at));
            stone.map(|player| STONES[player.index()])
        };
        format!("{} {}", write_rows(size, size, letter), SIDES[usize::from(self.mover)])
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let (position, moves) = split_moves(text);
        let mut fields = Fields::of(position);
        let rows = read_rows(fields.take("the board")?, self.size(), self.size(), &STONES)?;
        let mover = fields.word("the player to move", &SIDES)?;
        fields.end()?;
        let mut read = Go::with_rules(self.size(), self.rules);
        let empty = read.written_board();
        for (row, letters) in (0..self.size()).rev().zip(rows) {
            for (column, letter) in (0..).zip(letters) {
                if let (Some(letter), Some(at)) = (letter, GoMove::new(column, row)) {
                    read.set_stone(at, if letter == STONES[0] { Colour::Black } else { Colour::White })?;
                }
            }
        }
        read.mover = mover as u8;
        read.forget();
        read.base = Some(read.written_board()).filter(|board| *board != empty).map(Arc::from);
        moves.split_whitespace().try_fold(read, Go::after_word)
    }

    /// Puts a stone on the board as if it had always been there.
    fn set_stone(&mut self, at: GoMove, colour: Colour) -> Result<(), String> {
        // With fewer stones on the board, no chain has fewer liberties than it has in the end.
        if self.board.effect(at.point(), colour) != Effect::Quiet {
            return Err(format!("a chain beside {} has no liberty", self.format(at)));
        }
        self.board.put(at.point(), colour);
        Ok(())
    }

    /// The state after a word of the moves.
    fn after_word(mut self, word: &str) -> Result<Self, String> {
        if let Some(side) = word.strip_prefix(TURN) {
            let player = SIDES.iter().position(|&name| name == side);
            let player = player.ok_or_else(|| format!("`{word}` is not known; the turn is `{TURN}X` or `{TURN}O`"))?;
            self.set_turn(Player(player as u8));
            return Ok(self);
        }
        if let Some(point) = word.strip_prefix(SET_UP) {
            let at = self.parse(point)?;
            let player = Player(self.mover);
            self.step(GoStep::Place(player, at)).map_err(|reason| format!("`{word}`: {reason}"))?;
            return Ok(self);
        }
        follow(self, word)
    }
}
