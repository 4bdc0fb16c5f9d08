//! `a2a3` moves the piece of a2 to a3, `a2xb3` captures; rows are counted from White's side, at the bottom.

use waxwing::{Notation, Player};

use super::{Breakthrough, BreakthroughMove, STRAIGHT, distance};
use crate::grid::{self, name};
use crate::position::refusal;

impl Breakthrough {
    /// The squares of the board, from the top left.
    fn all_squares(&self) -> impl Iterator<Item = u8> {
        grid::squares((0..self.rows).rev(), self.column_count())
    }

    /// A square of a player's view in White's, or the other way round.
    fn turned_square(&self, player: u8, square: u8) -> u8 {
        if player == 0 { square } else { (self.rows - 1 - square / 8) * 8 + square % 8 }
    }

    /// Where a move begins and ends, in White's view.
    pub(super) fn squares(&self, action: BreakthroughMove) -> (u8, u8) {
        let (player, step, from) = action.parts();
        (self.turned_square(player, from), self.turned_square(player, from + distance(step) as u8))
    }

    /// The step of the mover between two squares of White's view.
    pub(super) fn step_between(&self, from: u8, to: u8) -> Option<BreakthroughMove> {
        let [from, to] = [from, to].map(|square| self.turned_square(self.mover, square));
        let one_row_on = to / 8 == from / 8 + 1;
        let step = (0..3).find(|&step| u32::from(to) == u32::from(from) + distance(step));
        step.filter(|_| one_row_on).map(|step| BreakthroughMove::new(self.mover, step, from))
    }

    /// The squares that four characters name, if they are on the board.
    pub(super) fn both_squares(&self, [from_column, from_row, to_column, to_row]: [u8; 4]) -> Option<(u8, u8)> {
        let square = |column, row| grid::square(column, row, self.rows, self.column_count());
        Some((square(from_column, from_row)?, square(to_column, to_row)?))
    }

    /// Whether the mover's step to this square captures; a straight one onto a piece is just not legal.
    fn is_capture(&self, action: BreakthroughMove, to: u8) -> bool {
        action.parts().1 != STRAIGHT && self.pieces(Player(1 - self.mover)) >> to & 1 == 1
    }
}

impl Notation for Breakthrough {
    fn format(&self, action: BreakthroughMove) -> String {
        let (from, to) = self.squares(action);
        let sign = if self.is_capture(action, to) { "x" } else { "" };
        format!("{}{sign}{}", name(from), name(to))
    }

    fn parse(&self, text: &str) -> Result<BreakthroughMove, String> {
        let (squares, capture) = match *text.as_bytes() {
            [a, b, c, d] => (self.both_squares([a, b, c, d]), false),
            [a, b, b'x', c, d] => (self.both_squares([a, b, c, d]), true),
            _ => (None, false),
        };
        let (from, to) = squares.ok_or_else(|| {
            let last = name((self.rows - 1) * 8 + self.column_count() - 1);
            format!("`{text}` is not a move; a move is two squares from a1 to {last}: `a2a3`, or `a2xb3` to capture")
        })?;
        let player = self.player_name(Player(self.mover));
        let action = self.step_between(from, to).ok_or_else(|| {
            format!("`{text}` is not a move; a piece of {player} goes one row forward, straight or diagonally")
        })?;
        match (capture, self.is_capture(action, to)) {
            (true, false) => Err(format!("`{text}`: nothing is captured on {0}; write {1}{0}", name(to), name(from))),
            (false, true) => {
                Err(format!("`{text}`: a piece stands on {0}; a capture is written {1}x{0}", name(to), name(from)))
            }
            _ => Ok(action),
        }
    }

    fn draw(&self, _: Option<Player>) -> String {
        let [white, black] = [0, 1].map(|player| self.pieces(Player(player)));
        let last = (self.last != BreakthroughMove::NONE).then(|| self.squares(self.last));
        let sign = |square: u8| match () {
            () if white >> square & 1 == 1 => '○',
            () if black >> square & 1 == 1 => '●',
            () => '·',
        };
        let marked = |square| last.is_some_and(|(from, to)| square == from || square == to);
        let board = grid::draw((0..self.rows).rev(), self.column_count(), sign, marked);
        format!("{board}  ○ {}   ● {}\n", white.count_ones(), black.count_ones())
    }

    fn player_name(&self, player: Player) -> String {
        ["White", "Black"][player.index() % 2].to_owned()
    }

    fn places(&self) -> Vec<String> {
        self.all_squares().map(name).collect()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let pieces = [0, 1].map(|player| self.pieces(Player(player)));
        holders.extend(self.all_squares().map(|square| grid::holder(&pieces, square)));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
