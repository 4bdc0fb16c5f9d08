//! `11-15` steps from square 11 to square 15, `15x22` jumps, `15x22x29` jumps twice in a whole turn. The dark squares
//! are numbered from 1, row by row from the top left, where Black sits.

use std::fmt::Write as _;

use waxwing::{Notation, Player};

use super::board::{JUMP, WAYS, place};
use super::{Checkers, CheckersMove};
use crate::grid;
use crate::position::refusal;

impl Checkers {
    /// The squares in a row, which are half as many as the rows.
    pub(super) fn width(&self) -> u8 {
        (self.board.squares & 0xf).trailing_ones() as u8
    }

    /// The bit of a square by its number on this board.
    pub(super) fn square(&self, number: &str) -> Option<u8> {
        let digits_only = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let place: u8 = number.parse().ok().filter(|_| digits_only)?;
        let (row, column) = ((place - 1) / self.width(), (place - 1) % self.width());
        (row < 2 * self.width()).then(|| row * 4 + column)
    }

    /// The number of a square by its bit.
    pub(super) fn name(&self, square: u8) -> u8 {
        square / 4 * self.width() + square % 4 + 1
    }

    /// The squares of the board, from the top left.
    pub(super) fn all_squares(&self) -> impl Iterator<Item = u8> {
        let width = self.width();
        (0..2 * width).flat_map(move |row| row * 4..row * 4 + width)
    }

    /// The squares of a move that is written with this sign.
    fn squares(&self, text: &str, sign: char) -> Option<Vec<u8>> {
        text.split(sign).map(|number| self.square(number)).collect()
    }

    fn read_step(&self, text: &str, squares: &[u8]) -> Result<CheckersMove, String> {
        let way = match *squares {
            [from, to] => way(from, to, 1).map(|way| (from, way)),
            _ => None,
        };
        let (from, way) = way.ok_or_else(|| {
            format!("`{text}` is not a step; a piece steps diagonally to the next square, a jump is written with `x`")
        })?;
        Ok(CheckersMove::new(self.board.mover, way << 5 | from))
    }

    fn read_jumps(&self, text: &str, squares: &[u8]) -> Result<CheckersMove, String> {
        let most = if self.rules.whole_turns { CheckersMove::MOST_JUMPS } else { 1 };
        if squares.len() > most + 1 {
            let jumps = if most == 1 { "one jump".to_owned() } else { format!("at most {most} jumps") };
            return Err(format!("`{text}` is too long; a move is {jumps} here"));
        }
        let ways: Option<Vec<u8>> = squares.windows(2).map(|pair| way(pair[0], pair[1], 2)).collect();
        match ways.as_deref() {
            Some([first, later @ ..]) => {
                let start = CheckersMove::new(self.board.mover, JUMP | first << 5 | squares[0]);
                Ok(later.iter().fold(start, |jumps, &way| jumps.then(way)))
            }
            _ => Err(format!("`{text}` is not a jump; a piece jumps diagonally over one square to the next")),
        }
    }

    fn sign(&self, square: u8) -> char {
        let has = |squares: u32| squares >> square & 1 == 1;
        let king = has(self.board.kings);
        match () {
            () if has(self.pieces(Player(0))) => {
                if king {
                    '♚'
                } else {
                    '●'
                }
            }
            () if has(self.pieces(Player(1))) => {
                if king {
                    '♔'
                } else {
                    '○'
                }
            }
            () => '·',
        }
    }

    /// A row: the numbers of its squares, and what is on them.
    fn draw_row(&self, drawing: &mut String, row: u8) {
        let squares: Vec<u8> = (row * 4..row * 4 + self.width()).collect();
        let _ = write!(drawing, "{:>3}–{:<3}", self.name(squares[0]), self.name(squares[squares.len() - 1]));
        for square in squares {
            let marked = self.last != CheckersMove::NONE && self.last.path().any(|passed| passed == square);
            let cell = format!("{}{}", if marked { '›' } else { ' ' }, self.sign(square));
            let _ = if row.is_multiple_of(2) { write!(drawing, "  {cell}") } else { write!(drawing, "{cell}  ") };
        }
        drawing.truncate(drawing.trim_end().len());
        drawing.push('\n');
    }
}

/// The way from one square to another that is `distance` rows and columns away.
fn way(from: u8, to: u8, distance: i8) -> Option<u8> {
    let ((row, column), (to_row, to_column)) = (place(from), place(to));
    let ahead = |(down, right): (i8, i8)| (row + distance * down, column + distance * right) == (to_row, to_column);
    WAYS.into_iter().position(ahead).map(|way| way as u8)
}

impl Notation for Checkers {
    fn format(&self, action: CheckersMove) -> String {
        let squares: Vec<String> = action.path().map(|square| self.name(square).to_string()).collect();
        squares.join(if action.is_jump() { "x" } else { "-" })
    }

    fn parse(&self, text: &str) -> Result<CheckersMove, String> {
        if let Some(squares) = self.squares(text, '-').filter(|squares| squares.len() > 1) {
            return self.read_step(text, &squares);
        }
        if let Some(squares) = self.squares(text, 'x').filter(|squares| squares.len() > 1) {
            return self.read_jumps(text, &squares);
        }
        let last = 2 * self.width() * self.width();
        let jumps = if self.rules.whole_turns { "`15x22` or `15x22x29`" } else { "`15x22`" };
        Err(format!("`{text}` is not a move; a move is squares from 1 to {last}: `11-15` to step, {jumps} to jump"))
    }

    fn draw(&self, _: Option<Player>) -> String {
        let mut drawing = String::new();
        (0..2 * self.width()).for_each(|row| self.draw_row(&mut drawing, row));
        let count = |player: u8, signs: [char; 2]| {
            let pieces = self.pieces(Player(player));
            let kings = (pieces & self.board.kings).count_ones();
            format!("{} {}  {} {}", signs[0], pieces.count_ones() - kings, signs[1], kings)
        };
        drawing + &format!("  {}   {}\n", count(0, ['●', '♚']), count(1, ['○', '♔']))
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index() % 2].to_owned()
    }

    fn places(&self) -> Vec<String> {
        self.all_squares().map(|square| self.name(square).to_string()).collect()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let sets = [0, 1].map(|player| u64::from(self.pieces(Player(player))));
        holders.extend(self.all_squares().map(|square| grid::holder(&sets, square)));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
