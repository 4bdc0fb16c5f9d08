//! A position is the board as in chess, from the row that White goes to, with `P` for White's pieces and `p` for Black's;
//! who is to move, `w` or `b`; and the last move, if there was one: `pppp/pppp/4/PP1P/PPPP b c2c3`.

use waxwing::Player;

use super::{Breakthrough, BreakthroughMove, STRAIGHT};
use crate::grid::name;
use crate::position::{Fields, read_rows, write_rows};

const SIDES: [&str; 2] = ["w", "b"];

impl Breakthrough {
    pub(super) fn written(&self) -> String {
        let [white, black] = [0, 1].map(|player| self.pieces(Player(player)));
        let board = write_rows(self.rows, self.column_count(), |row, column| {
            let square = (self.rows - 1 - row) * 8 + column;
            match () {
                () if white >> square & 1 == 1 => Some('P'),
                () if black >> square & 1 == 1 => Some('p'),
                () => None,
            }
        });
        let last = if self.last == BreakthroughMove::NONE {
            String::new()
        } else {
            let (from, to) = self.squares(self.last);
            format!(" {}{}{}", name(from), if self.captured { "x" } else { "" }, name(to))
        };
        format!("{board} {}{last}", SIDES[usize::from(self.mover)])
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let board = fields.take("the board")?;
        let rows = read_rows(board, self.rows, self.column_count(), &['P', 'p'])?;
        let mover = fields.word("the player to move", &SIDES)?;
        let mut pieces = [0u64; 2];
        for (row, squares) in rows.iter().rev().enumerate() {
            for (column, letter) in squares.iter().enumerate() {
                match letter {
                    Some('P') => pieces[0] |= 1 << (row * 8 + column),
                    Some(_) => pieces[1] |= 1 << (row * 8 + column),
                    None => {}
                }
            }
        }
        let last = fields.optional();
        fields.end()?;
        let [own, other] = if mover == 0 { pieces } else { [pieces[1], pieces[0]].map(|pieces| self.turned(pieces)) };
        let read = Breakthrough {
            own,
            other,
            mover: mover as u8,
            last: BreakthroughMove::NONE,
            captured: false,
            ..self.clone()
        };
        read.check_pieces()?;
        match last {
            Some(text) => read.with_last(text),
            None => Ok(read),
        }
    }

    /// The mover must not have won already, and no player has more pieces than at the start.
    fn check_pieces(&self) -> Result<(), String> {
        let most = 2 * u32::from(self.column_count());
        let far_row = 0xff << (8 * (self.rows - 1));
        match () {
            () if self.own.count_ones() > most || self.other.count_ones() > most => {
                Err(format!("a player has at most {most} pieces"))
            }
            () if self.other == 0 => Err("the player who is not to move has no piece".to_owned()),
            () if self.own & far_row != 0 => Err("the player to move has won already".to_owned()),
            () => Ok(()),
        }
    }

    /// The position after a move of the player who is not to move.
    fn with_last(&self, text: &str) -> Result<Self, String> {
        let (squares, captured) = match *text.as_bytes() {
            [a, b, c, d] => (self.both_squares([a, b, c, d]), false),
            [a, b, b'x', c, d] => (self.both_squares([a, b, c, d]), true),
            _ => (None, false),
        };
        let before = Breakthrough { mover: 1 - self.mover, ..self.clone() };
        let (own, other) = (self.pieces(Player(self.mover)), self.pieces(Player(1 - self.mover)));
        let has_moved = |&(from, to): &(u8, u8)| (own | other) >> from & 1 == 0 && other >> to & 1 == 1;
        let last = squares.filter(has_moved).and_then(|(from, to)| before.step_between(from, to));
        let last = last.filter(|last| !captured || last.parts().1 != STRAIGHT);
        let last = last.ok_or_else(|| format!("the last move is one of the other player, not `{text}`"))?;
        Ok(Breakthrough { last, captured, ..self.clone() })
    }
}
