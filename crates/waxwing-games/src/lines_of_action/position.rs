//! A position is who is to move and where the pieces of both are, as in the notation of draughts, and the plies played:
//! `B:Bb1,c1,d1:Wa2,a3,h2 17`. What follows is either the last move, if it was a capture, or the moves since the last capture
//! or the start, as a position may not come up again: then the pieces are as they were before these moves.
//!
//! Random moves are drawn from the pieces in the order of the lists.

use waxwing::Player;

use super::board::Board;
use super::history::PASS;
use super::{GameStatus, LinesOfAction, MOST_PLIES, are_connected};
use crate::grid::{self, name};
use crate::position::{Fields, MOVES, follow, joined, split_moves};

const SIDES: [&str; 2] = ["B", "W"];

impl LinesOfAction {
    pub(super) fn written(&self) -> String {
        let moves = self.history.moves();
        let mut lists = self.board.lists();
        // The moves are taken back, the last one first, which the player made who is not to move now.
        let mut mover = usize::from(self.board.mover);
        for &squares in moves.iter().rev() {
            mover = 1 - mover;
            let [from, to] = squares.to_le_bytes();
            if let Some(place) = lists[mover].iter_mut().find(|place| **place == to && squares != PASS) {
                *place = from;
            }
        }
        let [black, white] = lists.map(|list| joined(list.into_iter().map(name), ","));
        let plies = self.plies - moves.len() as u16;
        let made = |&squares: &u16| {
            let [from, to] = squares.to_le_bytes().map(name);
            if squares == PASS { " pass".to_owned() } else { format!(" {from}-{to}") }
        };
        let [from, to] = self.last.to_le_bytes().map(name);
        let rest = match () {
            () if !moves.is_empty() => format!(" {MOVES}{}", moves.iter().map(made).collect::<String>()),
            () if self.last != PASS => format!(" {from}x{to}"),
            () => String::new(),
        };
        format!("{}:B{black}:W{white} {plies}{rest}", SIDES[mover])
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let (position, moves) = split_moves(text);
        let mut fields = Fields::of(position);
        let pieces = fields.take("the pieces")?;
        let plies = fields.number("the number of plies", 0..=MOST_PLIES)?;
        let last = fields.optional();
        fields.end()?;
        let (mover, lists) = self.read_pieces(pieces)?;
        let board = Board::of(self.board.size, &lists, mover);
        let mut read = LinesOfAction { plies, ..LinesOfAction::with_rules(board, self.rules) };
        if let Some(text) = last {
            read.last = read.read_last(text)?;
        }
        let [own, other] = [read.board.own, read.board.other].map(are_connected);
        // The player who is not to move has made the last move.
        read.board.pass_on();
        read.outcome = read.decide(other, own);
        read.board.pass_on();
        if read.outcome == GameStatus::Open {
            read.judge(false);
        }
        follow(read, moves)
    }

    /// Who is to move, and the squares of Black and White.
    fn read_pieces(&self, text: &str) -> Result<(u8, [Vec<u8>; 2]), String> {
        let form = || "the pieces are who is to move, Black's and White's, such as `B:Bb1,c1:Wa2,a3`".to_owned();
        let [side, black, white] = text.split(':').collect::<Vec<_>>()[..] else { return Err(form()) };
        let mover = SIDES.iter().position(|&name| name == side).ok_or_else(form)?;
        let black = black.strip_prefix('B').ok_or_else(form)?;
        let white = white.strip_prefix('W').ok_or_else(form)?;
        let lists = [self.read_list(black)?, self.read_list(white)?];
        if let Some(&twice) = lists[0].iter().find(|square| lists[1].contains(square)) {
            return Err(format!("both players have a piece on {}", name(twice)));
        }
        Ok((mover as u8, lists))
    }

    fn read_list(&self, text: &str) -> Result<Vec<u8>, String> {
        let most = 2 * usize::from(self.board.size - 2);
        let mut list = Vec::new();
        for square in text.split(',') {
            let found = self.read_square(square).filter(|found| !list.contains(found));
            list.push(found.ok_or_else(|| format!("`{square}` is no square of the board, or comes twice"))?);
        }
        if list.len() > most { Err(format!("a player has at most {most} pieces")) } else { Ok(list) }
    }

    fn read_square(&self, text: &str) -> Option<u8> {
        match *text.as_bytes() {
            [column, row] => grid::square(column, row, self.board.size, self.board.size),
            _ => None,
        }
    }

    /// The squares of the last move, which was a capture of the player who is not to move.
    fn read_last(&self, text: &str) -> Result<u16, String> {
        let (own, other) = (self.pieces(Player(self.board.mover)), self.pieces(Player(1 - self.board.mover)));
        let squares =
            text.split_once('x').and_then(|(from, to)| Some([self.read_square(from)?, self.read_square(to)?]));
        let found = squares.filter(|&[from, to]| (own | other) >> from & 1 == 0 && other >> to & 1 == 1);
        let message = || format!("the last move is a capture of the other player, such as `c1xa3`, not `{text}`");
        found.map(u16::from_le_bytes).ok_or_else(message)
    }
}
