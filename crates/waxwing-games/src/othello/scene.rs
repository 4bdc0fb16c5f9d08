//! Discs on a plain board, row 1 at the top.

use waxwing::{Notation, Player};
use waxwing_workshop::{Board, Colour, Kind, Scene, Scenic};

use super::{Othello, OthelloMove};
use crate::grid;

impl<const N: usize> Scenic for Othello<N> {
    fn scene(&self, _: Option<Player>) -> Scene {
        let mut scene = Board::new(N as u8, N as u8).from_the_top().plain().scene([Colour::Black, Colour::White]);
        let discs = [0, 1].map(|player| self.discs(Player(player)));
        grid::put(&mut scene, &discs, |_| Kind::Disc);
        scene
    }

    fn touches(&self, action: OthelloMove) -> Vec<String> {
        vec![self.format(action)]
    }
}
