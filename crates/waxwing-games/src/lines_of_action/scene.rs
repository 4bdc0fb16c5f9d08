//! Discs on a chequered board.

use waxwing::{Notation, Player};
use waxwing_workshop::{Board, Colour, Kind, Scene, Scenic};

use super::{LinesOfAction, LinesOfActionMove};
use crate::grid;

impl Scenic for LinesOfAction {
    fn scene(&self, _: Option<Player>) -> Scene {
        let size = self.board.size;
        let mut scene = Board::new(size, size).scene([Colour::Black, Colour::White]);
        let pieces = [0, 1].map(|player| self.pieces(Player(player)));
        grid::put(&mut scene, &pieces, |_| Kind::Disc);
        scene
    }

    fn touches(&self, action: LinesOfActionMove) -> Vec<String> {
        match action {
            LinesOfActionMove::PASS => vec![self.format(action)],
            action => vec![grid::name(action.from()), grid::name(action.to())],
        }
    }
}
