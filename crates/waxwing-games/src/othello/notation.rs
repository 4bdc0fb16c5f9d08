//! `d3` is the square in column d and row 3, counted from the top left; `pass` is a pass.

use waxwing::{Game, Notation, Player, Turn};

use super::{Othello, OthelloMove};
use crate::grid;
use crate::position::refusal;

impl<const N: usize> Notation for Othello<N> {
    fn format(&self, action: OthelloMove) -> String {
        action.square().map_or_else(|| "pass".to_owned(), grid::name)
    }

    fn margin(&self) -> Option<String> {
        let lead = self.discs(Player(0)).count_ones().abs_diff(self.discs(Player(1)).count_ones());
        Some(format!("by {lead} {}", if lead == 1 { "disc" } else { "discs" }))
    }

    fn parse(&self, text: &str) -> Result<OthelloMove, String> {
        let size = N as u8;
        let square = match *text.as_bytes() {
            _ if text == "pass" => return Ok(OthelloMove::PASS),
            [column, row] => grid::square(column, row, size, size),
            _ => None,
        };
        let last = grid::name((size - 1) * 9);
        let message = || format!("`{text}` is not a move; a move is a square from a1 to {last}, or `pass`");
        square.map(OthelloMove).ok_or_else(message)
    }

    fn draw(&self, _: Option<Player>) -> String {
        let [black, white] = [0, 1].map(|player| self.discs(Player(player)));
        let moves = if self.turn() == Turn::Over { 0 } else { self.moves() };
        let sign = |square: u8| match () {
            () if black >> square & 1 == 1 => '●',
            () if white >> square & 1 == 1 => '○',
            () if moves >> square & 1 == 1 => '+',
            () => '·',
        };
        let board = grid::draw(0..N as u8, N as u8, sign, |square| self.last.square() == Some(square));
        format!("{board}  ● {}   ○ {}\n", black.count_ones(), white.count_ones())
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index() % 2].to_owned()
    }

    fn places(&self) -> Vec<String> {
        grid::squares(0..N as u8, N as u8).map(grid::name).collect()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let discs = [0, 1].map(|player| self.discs(Player(player)));
        holders.extend(grid::squares(0..N as u8, N as u8).map(|square| grid::holder(&discs, square)));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        Othello::read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
