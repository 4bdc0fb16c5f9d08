//! Moves as `c3-c5`, where the number of pieces is the distance, and `*d4` from the reserve; drawings.
//!
//! Row 1 is at the bottom of the drawing.

use std::fmt::Write as _;

use waxwing::{Notation, Player};

use super::board::{BOARD, COUNTS, height, of_player};
use super::{Focus, FocusMove};
use crate::grid::{self, name};
use crate::position::refusal;

/// The players, and their pieces.
const NAMES: [char; 4] = ['A', 'B', 'C', 'D'];

/// The square of the board that two characters name.
fn square(column: u8, row: u8) -> Option<u8> {
    grid::square(column, row, 8, 8).filter(|square| BOARD >> square & 1 == 1)
}

/// The squares of the board, from the top left.
fn all_squares() -> impl Iterator<Item = u8> {
    grid::squares((0..8).rev(), 8).filter(|square| BOARD >> square & 1 == 1)
}

/// The direction and the distance from one square to another in the same row or column.
fn way(from: u8, to: u8) -> Option<(usize, usize)> {
    let columns = i16::from(to % 8) - i16::from(from % 8);
    let rows = i16::from(to / 8) - i16::from(from / 8);
    let direction = match (rows.signum(), columns.signum()) {
        (1, 0) => 0,
        (0, 1) => 1,
        (-1, 0) => 2,
        (0, -1) => 3,
        _ => return None,
    };
    let distance = usize::from((rows + columns).unsigned_abs());
    (distance <= COUNTS).then_some((direction, distance))
}

impl Focus {
    /// The pieces of a stack from the top down: the top one as a capital letter, the others as small ones.
    pub(super) fn pieces(&self, square: u8) -> String {
        let stack = self.board.stack(square);
        let letter = |place: usize| NAMES[usize::from(stack >> (2 * place) & 3)];
        let shown = |place| if place == 0 { letter(place) } else { letter(place).to_ascii_lowercase() };
        if height(stack) == 0 { "·".to_owned() } else { (0..height(stack)).map(shown).collect() }
    }

    fn draw_row(&self, row: u8, drawing: &mut String) {
        let mut line = format!("{:2}", row + 1);
        for square in 8 * row..8 * row + 8 {
            let begins = !self.last.is_from_reserve() && self.last.from() == square;
            let marked = self.last != FocusMove::NONE && (begins || self.last.to() == square);
            let pieces = if BOARD >> square & 1 == 1 { self.pieces(square) } else { String::new() };
            let _ = write!(line, " {}{pieces:5}", if marked { '›' } else { ' ' });
        }
        let _ = writeln!(drawing, "{line} {}", row + 1);
    }

    /// What a player has beside the board.
    fn draw_player(&self, player: u8, drawing: &mut String) {
        let owned = self.board.owned(player).count_ones();
        let captured: String = (0..self.players)
            .map(|other| (other, of_player(self.captured_by(player), other)))
            .filter(|&(_, count)| count > 0)
            .map(|(other, count)| format!(" {count}{}", NAMES[usize::from(other)].to_ascii_lowercase()))
            .collect();
        let captured = if captured.is_empty() { " –" } else { &captured };
        let name = NAMES[usize::from(player)];
        let _ = writeln!(drawing, "  {name}: {owned} stacks, {} in reserve, captured{captured}", self.reserve(player));
    }
}

impl Notation for Focus {
    fn format(&self, action: FocusMove) -> String {
        if action.is_from_reserve() {
            return format!("*{}", name(action.to()));
        }
        format!("{}-{}", name(action.from()), name(action.to()))
    }

    fn parse(&self, text: &str) -> Result<FocusMove, String> {
        let form = "a move is two squares, `c3-c5`, or a square for a piece from the reserve, `*d4`";
        let squares = match *text.as_bytes() {
            [b'*', a, b] => {
                let to = square(a, b).ok_or_else(|| format!("`{text}` is not a move; {}", no_square(a, b, form)))?;
                return Ok(FocusMove::from_reserve(to));
            }
            [a, b, b'-', c, d] => [(a, b), (c, d)],
            _ => return Err(format!("`{text}` is not a move; {form}")),
        };
        let [from, to] = squares.map(|(column, row)| {
            square(column, row).ok_or_else(|| format!("`{text}` is not a move; {}", no_square(column, row, form)))
        });
        let (from, to) = (from?, to?);
        let (direction, distance) = way(from, to).ok_or_else(|| {
            format!("`{text}` is not a move; pieces go along their row or column, as many squares as there are, 1 to 5")
        })?;
        Ok(FocusMove::new(from, direction, distance))
    }

    fn draw(&self, _: Option<Player>) -> String {
        let letters: String = ('a'..='h').map(|column| format!("  {column}    ")).collect();
        let mut drawing = format!("  {}\n", letters.trim_end());
        (0..8).rev().for_each(|row| self.draw_row(row, &mut drawing));
        let _ = writeln!(drawing, "  {}", letters.trim_end());
        (0..self.players).for_each(|player| self.draw_player(player, &mut drawing));
        drawing
    }

    fn player_name(&self, player: Player) -> String {
        NAMES[player.index() % NAMES.len()].to_string()
    }

    fn places(&self) -> Vec<String> {
        all_squares().map(name).collect()
    }

    /// The player whose piece is on top of a stack controls it.
    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let owned: Vec<u64> = (0..self.players).map(|player| self.board.owned(player)).collect();
        holders.extend(all_squares().map(|square| grid::holder(&owned, square)));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}

/// Why two characters do not name a square.
fn no_square(column: u8, row: u8, form: &str) -> String {
    match grid::square(column, row, 8, 8) {
        Some(cut) => format!("{} is cut off the board", name(cut)),
        None => form.to_owned(),
    }
}
