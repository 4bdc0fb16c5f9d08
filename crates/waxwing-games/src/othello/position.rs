//! A position is the squares row by row from a1, `X` for Black, `O` for White, `-` for none, and who is to move: `X` or `O`.
//! Collections of endgames are written like this. The last move follows, if there was one: `pass,pass` after two passes.

use super::{Othello, OthelloMove};
use crate::grid;
use crate::position::Fields;

const SIDES: [&str; 2] = ["X", "O"];
const TWO_PASSES: &str = "pass,pass";

impl<const N: usize> Othello<N> {
    fn squares() -> impl Iterator<Item = usize> {
        (0..N * N).map(|place| place / N * 8 + place % N)
    }

    pub(super) fn written(&self) -> String {
        let [black, white] = if self.mover == 0 { [self.own, self.other] } else { [self.other, self.own] };
        let sign = |square: usize| match () {
            () if black >> square & 1 == 1 => 'X',
            () if white >> square & 1 == 1 => 'O',
            () => '-',
        };
        let board: String = Self::squares().map(sign).collect();
        let last = match (self.last, self.passes) {
            (OthelloMove::NONE, _) => String::new(),
            (OthelloMove::PASS, 2) => format!(" {TWO_PASSES}"),
            (OthelloMove::PASS, _) => " pass".to_owned(),
            (OthelloMove(square), _) => format!(" {}", grid::name(square)),
        };
        format!("{board} {}{last}", SIDES[usize::from(self.mover)])
    }

    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let board = fields.take("the board")?;
        if board.chars().count() != N * N {
            return Err(format!("the board is {} signs, not {}", N * N, board.chars().count()));
        }
        let mut discs = [0u64; 2];
        for (square, sign) in Self::squares().zip(board.chars()) {
            match sign {
                'X' => discs[0] |= 1 << square,
                'O' => discs[1] |= 1 << square,
                '-' => {}
                _ => return Err(format!("`{sign}` is nothing that is on a square; it is `X`, `O` or `-`")),
            }
        }
        let mover = fields.word("the player to move", &SIDES)?;
        let (last, passes) = match fields.optional() {
            None => (OthelloMove::NONE, 0),
            Some("pass") => (OthelloMove::PASS, 1),
            Some(TWO_PASSES) => (OthelloMove::PASS, 2),
            Some(name) => (Self::read_last(name, discs[1 - mover])?, 0),
        };
        fields.end()?;
        Ok(Othello { own: discs[mover], other: discs[1 - mover], mover: mover as u8, passes, last })
    }

    /// The move to a square that has a disc of who made it.
    fn read_last(name: &str, discs: u64) -> Result<OthelloMove, String> {
        let square = match *name.as_bytes() {
            [column, row] => grid::square(column, row, N as u8, N as u8),
            _ => None,
        };
        let found = square.filter(|square| discs >> square & 1 == 1).map(OthelloMove);
        found.ok_or_else(|| format!("the last move is a square with a disc of the other player, not `{name}`"))
    }
}
