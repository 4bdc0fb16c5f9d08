//! `a2a3` moves the piece of a2 to a3, `a2xb3` captures; rows are counted from White's side, at the bottom.

use std::fmt::Write as _;

use waxwing::{Notation, Player};

use super::{Breakthrough, BreakthroughMove, STRAIGHT, distance};

impl Breakthrough {
    /// A square of a player's view in White's, or the other way round.
    fn turned_square(&self, player: u8, square: u8) -> u8 {
        if player == 0 { square } else { (self.rows - 1 - square / 8) * 8 + square % 8 }
    }

    /// Where a move begins and ends, in White's view.
    fn squares(&self, action: BreakthroughMove) -> (u8, u8) {
        let (player, step, from) = action.parts();
        (self.turned_square(player, from), self.turned_square(player, from + distance(step) as u8))
    }

    /// The step of the mover between two squares of White's view.
    fn step_between(&self, from: u8, to: u8) -> Option<BreakthroughMove> {
        let [from, to] = [from, to].map(|square| self.turned_square(self.mover, square));
        let one_row_on = to / 8 == from / 8 + 1;
        let step = (0..3).find(|&step| u32::from(to) == u32::from(from) + distance(step));
        step.filter(|_| one_row_on).map(|step| BreakthroughMove::new(self.mover, step, from))
    }

    /// The square of two characters, if it is on the board.
    fn square(&self, column: u8, row: u8) -> Option<u8> {
        let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'1')?);
        (column < self.column_count() && row < self.rows).then(|| row * 8 + column)
    }

    /// Whether the mover's step to this square captures; a straight one onto a piece is just not legal.
    fn is_capture(&self, action: BreakthroughMove, to: u8) -> bool {
        action.parts().1 != STRAIGHT && self.pieces(Player(1 - self.mover)) >> to & 1 == 1
    }
}

/// A square in letters and figures.
fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

impl Notation for Breakthrough {
    fn format(&self, action: BreakthroughMove) -> String {
        let (from, to) = self.squares(action);
        let sign = if self.is_capture(action, to) { "x" } else { "" };
        format!("{}{sign}{}", name(from), name(to))
    }

    fn parse(&self, text: &str) -> Result<BreakthroughMove, String> {
        let (squares, capture) = match text.as_bytes() {
            [a, b, c, d] => ((self.square(*a, *b), self.square(*c, *d)), false),
            [a, b, b'x', c, d] => ((self.square(*a, *b), self.square(*c, *d)), true),
            _ => ((None, None), false),
        };
        let (Some(from), Some(to)) = squares else {
            let (column, row) = (char::from(b'a' + self.column_count() - 1), self.rows);
            return Err(format!(
                "`{text}` is not a move; a move is two squares from a1 to {column}{row}, as `a2a3`, or `a2xb3` for a capture"
            ));
        };
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
        let letters: String = (0..self.column_count()).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
        let mut drawing = format!("  {letters}\n");
        for row in (0..self.rows).rev() {
            let _ = write!(drawing, "{:2}", row + 1);
            for square in row * 8..row * 8 + self.column_count() {
                let sign = match () {
                    () if white >> square & 1 == 1 => '○',
                    () if black >> square & 1 == 1 => '●',
                    () => '·',
                };
                let moved = last.is_some_and(|(from, to)| square == from || square == to);
                let _ = write!(drawing, "{}{sign}", if moved { '›' } else { ' ' });
            }
            let _ = writeln!(drawing, " {}", row + 1);
        }
        let _ = writeln!(drawing, "  {letters}\n  ○ {}   ● {}", white.count_ones(), black.count_ones());
        drawing
    }

    fn player_name(&self, player: Player) -> String {
        ["White", "Black"][player.index() % 2].to_owned()
    }
}
