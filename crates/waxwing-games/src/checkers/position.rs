//! A position is written as in PDN, the notation of draughts: who is to move, White's squares and Black's, with a `K` before
//! kings; then the plies that count towards a draw so far, and the last move: `W:W21,22,K3:B9,10 0 6-9`. A piece that has
//! jumped and must go on belongs to the player to move.
//!
//! As a position may not come up again and again, the steps of kings since the last other move follow, if there are any; the
//! pieces are then as they were before them: `B:WK32:BK1 0 moves 1-6 32-27`.

use waxwing::{Game as _, Notation as _, Turn};

use super::board::{Board, EFFECTS};
use super::history::History;
use super::{ALL, Checkers, CheckersMove};
use crate::position::{Fields, MOVES, NOTHING, follow, joined, number, split_moves};

/// The sides by player.
const SIDES: [&str; 2] = ["B", "W"];

impl Checkers {
    pub(super) fn written(&self) -> String {
        let steps = self.history.of_kings();
        let mut board = self.board;
        for &number in steps.iter().rev() {
            let moved = EFFECTS[usize::from(number)].moved;
            board.pass_on();
            board.own ^= moved;
            board.kings ^= moved;
        }
        let [black, white] = if board.mover == 0 { [board.own, board.other] } else { [board.other, board.own] };
        let squares = |pieces: u32| {
            let name = |square: u8| {
                let crown = if board.kings >> square & 1 == 1 { "K" } else { "" };
                format!("{crown}{}", self.name(square))
            };
            joined((0..32).filter(|square| pieces >> square & 1 == 1).map(name), ",")
        };
        let count = usize::from(self.history.count()) - steps.len();
        let last = if self.last == CheckersMove::NONE { NOTHING.to_owned() } else { self.format(self.last) };
        let rest = match steps {
            [] => format!(" {last}"),
            _ => {
                let made = |&number: &u8| self.format(CheckersMove::new(0, number));
                format!(" {NOTHING} {MOVES} {}", joined(steps.iter().map(made), " "))
            }
        };
        format!("{}:W{}:B{} {count}{rest}", SIDES[usize::from(board.mover)], squares(white), squares(black))
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let (position, moves) = split_moves(text);
        let mut fields = Fields::of(position);
        let board = self.read_board(fields.take("the pieces")?)?;
        let limit = self.rules.limit();
        let count = fields
            .optional()
            .map_or(Ok(0), |count| number(count, "the number of plies towards a draw", 0..=limit.into()))?
            as u8;
        let last = fields.optional().filter(|&last| last != NOTHING);
        fields.end()?;
        let mut read = Checkers {
            board,
            active: ALL,
            last: CheckersMove::NONE,
            drawn: count >= limit,
            rules: self.rules,
            history: History::of_men(count),
        };
        if let Some(last) = last {
            read.set_last(last)?;
        }
        follow(read, moves)
    }

    fn read_board(&self, text: &str) -> Result<Board, String> {
        let form = || "the pieces are who is to move, White's and Black's, such as `B:W21,K22:B1,2`".to_owned();
        let [side, white, black] = text.split(':').collect::<Vec<_>>()[..] else { return Err(form()) };
        let mover = SIDES.iter().position(|&name| name == side).ok_or_else(form)?;
        let black = self.read_pieces(black.strip_prefix('B').ok_or_else(form)?)?;
        let white = self.read_pieces(white.strip_prefix('W').ok_or_else(form)?)?;
        let ([black, black_kings], [white, white_kings]) = (black, white);
        let start = Board::start(2 * self.width());
        let most = start.own.count_ones();
        let (first_row, last_row) = (start.crowning & start.own, start.crowning & start.other);
        match () {
            () if black & white != 0 => Err("a square has one piece at most".to_owned()),
            () if black.count_ones() > most || white.count_ones() > most => {
                Err(format!("a player has at most {most} pieces"))
            }
            () if black & !black_kings & last_row | white & !white_kings & first_row != 0 => {
                Err("a piece on the far row is a king".to_owned())
            }
            () => {
                let mut board = Board { own: black, other: white, kings: black_kings | white_kings, ..start };
                if mover == 1 {
                    board.pass_on();
                }
                Ok(board)
            }
        }
    }

    /// The squares of a player's pieces, and those of the kings among them.
    fn read_pieces(&self, text: &str) -> Result<[u32; 2], String> {
        let mut pieces = [0; 2];
        for piece in text.split(',').filter(|_| !text.is_empty()) {
            let (number, king) = piece.strip_prefix('K').map_or((piece, false), |number| (number, true));
            let found = self.square(number).filter(|square| pieces[0] >> square & 1 == 0);
            let square = found.ok_or_else(|| format!("`{piece}` is no square of the board, or comes twice"))?;
            pieces[0] |= 1 << square;
            pieces[1] |= u32::from(king) << square;
        }
        Ok(pieces)
    }

    /// Notes the last move. If it is one of the player to move, its piece must go on.
    fn set_last(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("the last move is one of a piece that is where it ends, such as `9-14`, not `{text}`");
        let read = self.parse(text).map_err(|_| wrong())?;
        let path: Vec<u8> = read.path().collect();
        let end: u32 = 1 << path[path.len() - 1];
        let is_empty = |square: &u8| (self.board.own | self.board.other) >> square & 1 == 0;
        // (A turn of jumps may end where it began.)
        if !path.iter().filter(|&&square| 1 << square != end).all(is_empty) {
            return Err(wrong());
        }
        if self.board.other & end != 0 {
            self.last = read.of_player(1 - self.board.mover);
        } else if self.board.own & end != 0 && read.is_jump() && !self.rules.whole_turns {
            self.last = read;
            self.active = end;
            if self.turn() == Turn::Over || !self.jumps().any() {
                return Err("a piece that must go on can jump".to_owned());
            }
        } else {
            return Err(wrong());
        }
        Ok(())
    }
}
