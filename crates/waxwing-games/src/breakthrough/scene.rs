//! Pawns on a chequered board, White below.

use waxwing::Player;
use waxwing_workshop::{Board, Colour, Kind, Scene, Scenic};

use super::{Breakthrough, BreakthroughMove};
use crate::grid;

impl Scenic for Breakthrough {
    fn scene(&self, _: Option<Player>) -> Scene {
        let mut scene = Board::new(self.column_count(), self.rows).scene([Colour::White, Colour::Black]);
        let pieces = [0, 1].map(|player| self.pieces(Player(player)));
        grid::put(&mut scene, &pieces, |_| Kind::Pawn);
        scene
    }

    fn touches(&self, action: BreakthroughMove) -> Vec<String> {
        let (from, to) = self.squares(action);
        vec![grid::name(from), grid::name(to)]
    }
}
