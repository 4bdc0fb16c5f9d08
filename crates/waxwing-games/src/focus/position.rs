//! A position is the squares row by row from the top with `/` between the rows, without those that are cut off: a stack is
//! its pieces from the top down, a capital letter for the top one, and a number counts empty squares. Then come who is to
//! move; the pieces in reserve, a number for each player; the pieces that each has captured, by owner; the plies; and the
//! last move, with an `x` if it took pieces from a stack: `4/AABBAA/… B 0,0 0,2/0,0 31 c3-c5x`.
//!
//! Who is to move in a game that is over has made the last move: such a player has won if the captured pieces suffice or if
//! no other player can move, and otherwise the game is drawn.

use waxwing::{Notation as _, Player};

use super::board::{BOARD, Board, COUNTS, EMPTY, height, of_player};
use super::{Focus, FocusMove, MOST, MOST_PLIES};
use crate::position::{Fields, joined, number};
use crate::status::GameStatus;

const NAMES: [&str; MOST as usize] = ["A", "B", "C", "D"];
/// No player has more pieces, by the number of players.
const MOST_PIECES: [u32; MOST as usize + 1] = [0, 0, 18, 13, 13];

/// The squares of a row, counted from the top.
fn squares_of(row: u8) -> impl Iterator<Item = u8> {
    let first = 8 * (7 - row);
    (first..first + 8).filter(|square| BOARD >> square & 1 == 1)
}

impl Focus {
    pub(super) fn written(&self) -> String {
        let rows = joined((0..8).map(|row| self.written_row(row)), "/");
        let players = usize::from(self.players);
        let reserves = joined(&self.reserves[..players], ",");
        let captured =
            |player: u8| joined((0..self.players).map(|other| of_player(self.captured_by(player), other)), ",");
        let captured = joined((0..self.players).map(captured), "/");
        let last = match self.last {
            FocusMove::NONE => String::new(),
            last => format!(" {}{}", self.format(last), if self.took { "x" } else { "" }),
        };
        format!("{rows} {} {reserves} {captured} {}{last}", NAMES[usize::from(self.mover)], self.plies)
    }

    fn written_row(&self, row: u8) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for square in squares_of(row) {
            if self.board.stack(square) == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &self.pieces(square);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let board = self.read_board(fields.take("the board")?)?;
        let names = &NAMES[..usize::from(self.players)];
        let mover = fields.word("the player to move", names)? as u8;
        let reserves = self.read_counts(fields.take("the reserves")?, "a reserve")?;
        let captured = self.read_captured(fields.take("the captured pieces")?)?;
        let plies = fields.number("the number of plies", 0..=MOST_PLIES)?;
        let last = fields.optional();
        fields.end()?;
        let (outcome, last_move) = (GameStatus::Open, FocusMove::NONE);
        let start =
            Focus { board, mover, reserves, captured, plies, outcome, last: last_move, took: false, ..self.clone() };
        start.check_pieces()?;
        let (last, took) = last.map_or(Ok((FocusMove::NONE, false)), |text| start.read_last(text))?;
        Ok(Focus { outcome: start.read_outcome()?, last, took, ..start })
    }

    fn read_board(&self, text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(format!("the board has 8 rows with `/` between them, not {}", rows.len()));
        }
        let mut stacks = [EMPTY; 64];
        for (row, text) in (0..8).zip(rows) {
            let (read, squares) = (self.read_row(text)?, squares_of(row));
            let squares: Vec<u8> = squares.collect();
            if read.len() != squares.len() {
                return Err(format!("the row `{text}` has not {} squares: corners are cut off", squares.len()));
            }
            squares.into_iter().zip(read).for_each(|(square, stack)| stacks[usize::from(square)] = stack);
        }
        Ok(Board::new(stacks))
    }

    /// The stacks of a row.
    fn read_row(&self, text: &str) -> Result<Vec<u16>, String> {
        let mut stacks: Vec<Vec<u16>> = Vec::new();
        for sign in text.chars() {
            let name = sign.to_ascii_uppercase().to_string();
            let piece = NAMES[..usize::from(self.players)].iter().position(|&known| known == name);
            match (sign.to_digit(10), piece, stacks.last_mut()) {
                (Some(empty @ 1..=8), _, _) => stacks.extend((0..empty).map(|_| Vec::new())),
                (_, Some(piece), _) if sign.is_ascii_uppercase() => stacks.push(vec![piece as u16]),
                (_, Some(piece), Some(stack)) if (1..COUNTS).contains(&stack.len()) => stack.push(piece as u16),
                _ => {
                    return Err(format!(
                        "`{sign}` is no piece where it comes, or there are more than {COUNTS} in a stack"
                    ));
                }
            }
        }
        let word = |stack: Vec<u16>| stack.into_iter().rev().fold(EMPTY, |word, piece| word << 2 | piece);
        Ok(stacks.into_iter().map(word).collect())
    }

    /// A number for each player.
    fn read_counts(&self, text: &str, what: &str) -> Result<[u8; MOST as usize], String> {
        let most = MOST_PIECES[usize::from(self.players)] as u16;
        let (mut counts, parts) = ([0; MOST as usize], text.split(',').collect::<Vec<_>>());
        if parts.len() != usize::from(self.players) {
            return Err(format!("{what} is {} numbers with `,` between them", self.players));
        }
        for (count, part) in counts.iter_mut().zip(parts) {
            *count = number(part, what, 0..=most)? as u8;
        }
        Ok(counts)
    }

    fn read_captured(&self, text: &str) -> Result<[u32; MOST as usize], String> {
        let (mut captured, parts) = ([0; MOST as usize], text.split('/').collect::<Vec<_>>());
        if parts.len() != usize::from(self.players) {
            return Err(format!("the captured pieces are those of {} players with `/` between them", self.players));
        }
        for ((player, captured), part) in captured.iter_mut().enumerate().zip(parts) {
            let counts = self.read_counts(part, "the captured pieces by owner")?;
            if counts[player] > 0 {
                return Err("own pieces are not captured: they go to the reserve".to_owned());
            }
            *captured = u32::from_le_bytes(counts);
        }
        Ok(captured)
    }

    /// No player may have more pieces than at the start of a game.
    fn check_pieces(&self) -> Result<(), String> {
        let most = MOST_PIECES[usize::from(self.players)];
        for player in 0..self.players {
            let in_stack = |square: u8| {
                let stack = self.board.stack(square);
                (0..height(stack)).filter(|place| stack >> (2 * place) & 3 == u16::from(player)).count() as u32
            };
            let on_board: u32 = (0..64).map(in_stack).sum();
            let captured: u32 = self.captured.iter().map(|&captured| of_player(captured, player)).sum();
            if on_board + captured + u32::from(self.reserve(player)) > most {
                return Err(format!("a player has at most {most} pieces"));
            }
        }
        Ok(())
    }

    /// The state of the game, by the pieces and the plies.
    fn read_outcome(&self) -> Result<GameStatus, String> {
        let mut others = (0..self.players).filter(|&player| player != self.mover);
        let has_enough = |player: u8| self.missing(player, self.captured_by(player)) == 0;
        if others.clone().any(has_enough) {
            return Err("a player who has captured enough has made the last move, and is named as to move".to_owned());
        }
        match () {
            () if !self.can_move(self.mover) => Err("the player to move has neither a stack nor a reserve".to_owned()),
            () if has_enough(self.mover) || !others.any(|player| self.can_move(player)) => {
                Ok(GameStatus::Won(Player(self.mover)))
            }
            () if self.plies >= MOST_PLIES => Ok(GameStatus::Drawn),
            () => Ok(GameStatus::Open),
        }
    }

    /// The last move, and whether it took pieces from a stack.
    fn read_last(&self, text: &str) -> Result<(FocusMove, bool), String> {
        let (action, took) = text.strip_suffix('x').map_or((text, false), |action| (action, true));
        let found = self.parse(action).ok().filter(|last| self.board.occupied() >> last.to() & 1 == 1);
        let message = || format!("the last move ends where a stack is, such as `c3-c5` or `c3-c5x`, not `{text}`");
        found.map(|last| (last, took)).ok_or_else(message)
    }
}
