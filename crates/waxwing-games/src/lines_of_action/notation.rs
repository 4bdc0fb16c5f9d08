//! `b1-b3` moves the piece of b1 to b3, `c1xa3` captures, `pass` is the move of a player who has no other. Rows are
//! counted from the bottom.

use waxwing::{Notation, Player};

use super::{LinesOfAction, LinesOfActionMove};
use crate::grid::{self, name};
use crate::position::refusal;

const PASS: &str = "pass";

impl LinesOfAction {
    /// The squares of the board, from the top left.
    fn all_squares(&self) -> impl Iterator<Item = u8> {
        grid::squares((0..self.board.size).rev(), self.board.size)
    }

    /// The squares that four characters name, if they are on the board.
    fn both_squares(&self, [from_column, from_row, to_column, to_row]: [u8; 4]) -> Option<(u8, u8)> {
        let square = |column, row| grid::square(column, row, self.board.size, self.board.size);
        Some((square(from_column, from_row)?, square(to_column, to_row)?))
    }

    /// Whether an enemy of the mover is on the square.
    fn has_enemy(&self, square: u8) -> bool {
        self.board.other >> square & 1 == 1
    }
}

/// The line through two different squares: a row, a column or a diagonal.
fn line_through(from: u8, to: u8) -> Option<usize> {
    let (rows, columns) = (to as i8 / 8 - from as i8 / 8, to as i8 % 8 - from as i8 % 8);
    match (rows, columns) {
        (0, 0) => None,
        (0, _) => Some(0),
        (_, 0) => Some(1),
        _ if rows == columns => Some(2),
        _ if rows == -columns => Some(3),
        _ => None,
    }
}

impl Notation for LinesOfAction {
    fn format(&self, action: LinesOfActionMove) -> String {
        if action == LinesOfActionMove::PASS {
            return PASS.to_owned();
        }
        let sign = if self.has_enemy(action.to()) { 'x' } else { '-' };
        format!("{}{sign}{}", name(action.from()), name(action.to()))
    }

    fn parse(&self, text: &str) -> Result<LinesOfActionMove, String> {
        if text == PASS {
            return Ok(LinesOfActionMove::PASS);
        }
        let (squares, capture) = match *text.as_bytes() {
            [a, b, b'-', c, d] => (self.both_squares([a, b, c, d]), false),
            [a, b, b'x', c, d] => (self.both_squares([a, b, c, d]), true),
            _ => (None, false),
        };
        let (from, to) = squares.ok_or_else(|| {
            let last = name((self.board.size - 1) * 9);
            let forms = "`b1-b3`, `c1xa3` to capture, or `pass`";
            format!("`{text}` is not a move; a move is two squares from a1 to {last}: {forms}")
        })?;
        let line = line_through(from, to)
            .ok_or_else(|| format!("`{text}` is not a move; a piece goes along its row, its column or a diagonal"))?;
        match (capture, self.has_enemy(to)) {
            (true, false) => Err(format!("`{text}`: nothing is captured on {0}; write {1}-{0}", name(to), name(from))),
            (false, true) => {
                Err(format!("`{text}`: an enemy is on {0}; a capture is written {1}x{0}", name(to), name(from)))
            }
            _ => Ok(LinesOfActionMove::new(self.board.mover, from, line, to)),
        }
    }

    fn draw(&self, _: Option<Player>) -> String {
        let [black, white] = [0, 1].map(|player| self.pieces(Player(player)));
        let sign = |square: u8| match () {
            () if black >> square & 1 == 1 => '●',
            () if white >> square & 1 == 1 => '○',
            () => '·',
        };
        let [from, to] = self.last.to_le_bytes();
        let marked = |square| from != to && [from, to].contains(&square);
        let board = grid::draw((0..self.board.size).rev(), self.board.size, sign, marked);
        format!("{board}  ● {}   ○ {}\n", black.count_ones(), white.count_ones())
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index() % 2].to_owned()
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
