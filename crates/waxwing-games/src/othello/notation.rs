//! `d3` is the square in column d and row 3, counted from the top left; `pass` is a pass.

use std::fmt::Write as _;

use waxwing::{Game, Notation, Player, Turn};

use super::{Othello, OthelloMove};

impl<const N: usize> Notation for Othello<N> {
    fn format(&self, action: OthelloMove) -> String {
        match action.square() {
            Some(square) => format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1),
            None => "pass".to_owned(),
        }
    }

    fn parse(&self, text: &str) -> Result<OthelloMove, String> {
        if text == "pass" {
            return Ok(OthelloMove::PASS);
        }
        let square = match text.as_bytes() {
            &[column, row] => square::<N>(column, row),
            _ => None,
        };
        let (column, row) = (char::from(b'a' + N as u8 - 1), N);
        square.ok_or_else(|| format!("`{text}` is not a move; a move is a square from a1 to {column}{row}, or `pass`"))
    }

    fn draw(&self, _: Option<Player>) -> String {
        let [black, white] = [0, 1].map(|player| self.discs(Player(player)));
        let moves = if self.turn() == Turn::Over { 0 } else { self.moves() };
        let letters: String = (0..N as u8).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
        let mut drawing = format!("  {letters}\n");
        for row in 0..N as u8 {
            let _ = write!(drawing, "{:2}", row + 1);
            for square in row * 8..row * 8 + N as u8 {
                let sign = match () {
                    () if black >> square & 1 == 1 => '●',
                    () if white >> square & 1 == 1 => '○',
                    () if moves >> square & 1 == 1 => '+',
                    () => '·',
                };
                let before = if self.last.square() == Some(square) { '›' } else { ' ' };
                let _ = write!(drawing, "{before}{sign}");
            }
            let _ = writeln!(drawing, " {}", row + 1);
        }
        let _ = writeln!(drawing, "  {letters}\n  ● {}   ○ {}", black.count_ones(), white.count_ones());
        drawing
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index() % 2].to_owned()
    }
}

/// The move to the square of these two characters, if there is such a square.
fn square<const N: usize>(column: u8, row: u8) -> Option<OthelloMove> {
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'1')?);
    (usize::from(column.max(row)) < N).then(|| OthelloMove(row * 8 + column))
}
