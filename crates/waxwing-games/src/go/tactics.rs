//! What a stone would do to the chains round it: the questions of expert play, answered without putting the stone.

use super::board::{Board, Colour, NEIGHBOURS, NOWHERE, Point};
use super::liberties::Liberties;
use super::surroundings as around;

impl Board {
    /// The last liberty of a stone's chain, if it is in atari.
    #[inline(always)]
    pub(super) fn last_liberty(&self, stone: usize) -> Option<Point> {
        let liberties = self.liberties[usize::from(self.chain[stone])];
        liberties.is_one().then(|| liberties.only())
    }

    /// The liberties of the chain that a stone on an empty point would belong to, if it captured nothing.
    #[inline]
    pub(super) fn liberties_after(&self, point: Point, colour: Colour) -> Liberties {
        let surroundings = self.surroundings[usize::from(point)];
        let (mut after, mut joined) = (Liberties::STONE, [NOWHERE; NEIGHBOURS.len()]);
        for (direction, distance) in NEIGHBOURS.into_iter().enumerate() {
            let neighbour = usize::from(point).wrapping_add(distance);
            let found = around::neighbour(surroundings, direction);
            after = after.with_if(neighbour, found == Colour::Empty as u16);
            if found == colour as u16 {
                let chain = self.chain[neighbour];
                // The point is a liberty no more of any stone beside it.
                after = after.without(usize::from(point));
                if !joined.contains(&chain) {
                    joined[direction] = chain;
                    after = after.and(self.liberties[usize::from(chain)]);
                }
            }
        }
        after
    }

    /// Whether a stone would take enemy stones from the board.
    #[inline]
    pub(super) fn captures(&self, point: Point, colour: Colour) -> bool {
        let mut enemies = around::neighbours_of(self.surroundings[usize::from(point)], colour.other());
        let mut captures = false;
        while enemies != 0 {
            let direction = (enemies.trailing_zeros() / 2) as usize;
            enemies &= enemies - 1;
            captures |= self.is_in_atari(usize::from(point).wrapping_add(NEIGHBOURS[direction]));
        }
        captures
    }

    /// How many stones a stone would put in atari, or leave there, with itself: 0 if its chain has more liberties, or if it
    /// captures something.
    #[inline]
    pub(super) fn self_atari(&self, point: Point, colour: Colour) -> u64 {
        let surroundings = self.surroundings[usize::from(point)];
        if around::has_two_liberties(surroundings) {
            return 0;
        }
        let after = self.liberties_after(point, colour);
        if (after.is_one() || after.is_none()) && !self.captures(point, colour) { after.stones() } else { 0 }
    }
}
