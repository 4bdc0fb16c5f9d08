//! What a stone on an empty point would do, without putting it there.

use waxwing::Rng;

use super::board::{Board, Colour, KEYS, LARGEST, NEIGHBOURS, NOWHERE, Point};
use super::surroundings::{self as around, Surroundings};

/// After this many draws that are not playable, the playable points are listed.
const TRIES: usize = 10;

/// What a stone would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It captures nothing, and its chain has a liberty.
    Quiet,
    Captures,
    /// It takes the last liberty of the chains that it joins, and captures nothing.
    Suicide,
    /// It has no liberty, captures nothing, and joins nothing.
    SuicideAlone,
}

impl Board {
    /// Whether this is an empty point; any number may be asked about.
    #[inline(always)]
    pub(super) fn is_empty(&self, point: Point) -> bool {
        // Whatever is no point of the board is marked as border.
        self.surroundings.get(usize::from(point) + 1).is_some_and(|&next| around::west(next) == Colour::Empty)
    }

    /// Whether a playout may put a stone on an empty point: not into a true eye of its own, not where it is suicide or
    /// takes back a ko at once.
    #[inline(always)]
    pub(super) fn is_playable(&self, point: Point, colour: Colour) -> bool {
        let surroundings = self.surroundings[usize::from(point)];
        if around::has_liberty(surroundings) {
            return true;
        }
        !around::is_eye(surroundings, colour) && point != self.ko && self.lives(point, surroundings, colour)
    }

    /// Whether a stone without an empty neighbour has a liberty after captures: from a chain it joins that has another
    /// one, or from an enemy chain that has none left. The point is a liberty of all of them, so a chain in atari has no
    /// other.
    #[inline(always)]
    fn lives(&self, point: Point, surroundings: Surroundings, colour: Colour) -> bool {
        let mut lives = false;
        for (direction, distance) in NEIGHBOURS.into_iter().enumerate() {
            let atari = self.is_in_atari(usize::from(point).wrapping_add(distance));
            let found = around::neighbour(surroundings, direction);
            lives |= found != Colour::Border as u16 && atari != (found == colour as u16);
        }
        lives
    }

    /// Whether the chain of a stone has a single liberty.
    #[inline(always)]
    pub(super) fn is_in_atari(&self, stone: usize) -> bool {
        self.liberties[usize::from(self.chain[stone])].is_one()
    }

    /// A point for a playout, uniformly among the playable ones; `NOWHERE` if there is none.
    #[inline(always)]
    pub(super) fn draw(&self, rng: &mut Rng, colour: Colour) -> Point {
        let empty = self.empty();
        for _ in 0..TRIES {
            let point = empty[rng.below(empty.len())];
            if self.is_playable(point, colour) {
                return point;
            }
        }
        self.draw_from_list(rng, colour)
    }

    #[inline(never)]
    fn draw_from_list(&self, rng: &mut Rng, colour: Colour) -> Point {
        let mut playable = [NOWHERE; LARGEST * LARGEST];
        let mut count = 0;
        for &point in self.empty() {
            playable[count] = point;
            count += usize::from(self.is_playable(point, colour));
        }
        if count == 0 { NOWHERE } else { playable[rng.below(count)] }
    }

    /// What a stone on an empty point would do.
    #[inline]
    pub(super) fn effect(&self, point: Point, colour: Colour) -> Effect {
        let surroundings = self.surroundings[usize::from(point)];
        let (mut lives, mut joins) = (around::has_liberty(surroundings), false);
        for (direction, distance) in NEIGHBOURS.into_iter().enumerate() {
            let found = around::neighbour(surroundings, direction);
            if found == Colour::Empty as u16 || found == Colour::Border as u16 {
                continue;
            }
            let atari = self.is_in_atari(usize::from(point).wrapping_add(distance));
            if found != colour as u16 && atari {
                return Effect::Captures;
            }
            joins |= found == colour as u16;
            lives |= found == colour as u16 && !atari;
        }
        match (lives, joins) {
            (true, _) => Effect::Quiet,
            (false, true) => Effect::Suicide,
            (false, false) => Effect::SuicideAlone,
        }
    }

    /// The hash of the position after a stone of this effect, and the number of stones in it.
    #[inline]
    pub(super) fn position_after(&self, point: Point, colour: Colour, effect: Effect) -> (u64, u16) {
        let hash = self.hash ^ KEYS[colour.index()][usize::from(point)];
        let stones = self.stones[0] + self.stones[1] + 1;
        match effect {
            Effect::Quiet => (hash, stones),
            Effect::Captures => self.without_dying(point, colour.other(), hash, stones),
            Effect::Suicide | Effect::SuicideAlone => {
                let hash = hash ^ KEYS[colour.index()][usize::from(point)];
                self.without_dying(point, colour, hash, stones - 1)
            }
        }
    }

    /// Takes the chains of a colour that are in atari beside a point out of a hash and a number of stones.
    fn without_dying(&self, point: Point, colour: Colour, mut hash: u64, mut stones: u16) -> (u64, u16) {
        let mut seen = [NOWHERE; NEIGHBOURS.len()];
        for (direction, distance) in NEIGHBOURS.into_iter().enumerate() {
            let neighbour = usize::from(point).wrapping_add(distance);
            let chain = self.chain[neighbour];
            let found = around::neighbour(self.surroundings[usize::from(point)], direction);
            if found == colour as u16 && self.is_in_atari(neighbour) && !seen.contains(&chain) {
                seen[direction] = chain;
                for stone in self.stones_of(chain) {
                    hash ^= KEYS[colour.index()][usize::from(stone)];
                    stones -= 1;
                }
            }
        }
        (hash, stones)
    }
}
