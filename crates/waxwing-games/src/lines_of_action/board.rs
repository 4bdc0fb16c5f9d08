//! The pieces as sets of squares, seen by the player to move: where they can go, and what a move changes.

use waxwing::Rng;

use super::places::{MOST_PIECES, Places};
use super::rays::{self, BETWEEN, Counts, DIRECTIONS, OFFSETS, Rays};
use crate::bits;

/// Room for all moves of a position, and one more; a power of two, so that the place for the next one is found without
/// a test.
pub(super) const ROOM: usize = (MOST_PIECES * DIRECTIONS + 1).next_power_of_two();

/// The most pairs of moves that are drawn before all are looked at: as a third of them is legal mostly, that is
/// seldom.
const PAIRS: usize = 16;

/// A move of a piece: where it begins, where it ends, and the choice that leads to it, `place * 8 + direction`, where
/// the place is that of the piece in the list of its owner.
///
/// The parts lie in one number: if they were written one by one, reading them together would have to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    /// No move at all: it begins where it ends.
    pub(super) const NONE: Step = Step(0);

    #[inline(always)]
    fn new(from: u8, to: u8, choice: usize) -> Self {
        Step(u32::from(from) | u32::from(to) << 8 | (choice as u32) << 16)
    }

    /// The step itself, or [`Step::NONE`].
    #[inline(always)]
    fn only_if(self, legal: bool) -> Step {
        Step(self.0 & u32::from(legal).wrapping_neg())
    }

    /// The step, or another one if it is [`Step::NONE`].
    #[inline(always)]
    fn or(self, other: Step) -> Step {
        Step(self.0 | other.only_if(self == Step::NONE).0)
    }

    #[inline(always)]
    pub(super) fn from(self) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    pub(super) fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline(always)]
    pub(super) fn direction(self) -> usize {
        (self.0 >> 16 & 7) as usize
    }

    #[inline(always)]
    fn place(self) -> usize {
        (self.0 >> 19) as usize
    }

    /// Both squares in one number.
    #[inline(always)]
    pub(super) fn squares(self) -> u16 {
        self.0 as u16
    }
}

/// The pieces of both players, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    /// Pieces of the player to move.
    pub(super) own: u64,
    /// Pieces of the other player.
    pub(super) other: u64,
    counts: Counts,
    /// The pieces of each player.
    places: [Places; 2],
    pub(super) mover: u8,
    /// The rows, and the columns.
    pub(super) size: u8,
}

impl Board {
    /// The board of this size with all pieces on it.
    pub(super) fn start(size: u8) -> Self {
        let edge = (1 << (size - 1)) - 2;
        let black = edge | edge << (8 * (size - 1));
        let white = (1..size - 1).map(|row| (1 | 1 << (size - 1)) << (8 * row)).sum();
        Board::new(size, black, white)
    }

    /// The board with these pieces of Black, who is to move, and White.
    pub(super) fn new(size: u8, black: u64, white: u64) -> Self {
        let places = [black, white].map(Places::of);
        Board { own: black, other: white, counts: Counts::of(black | white), places, mover: 0, size }
    }

    /// The board with these pieces of Black and White, in the order from which random moves are drawn.
    pub(super) fn of(size: u8, lists: &[Vec<u8>; 2], mover: u8) -> Self {
        let sets = [0, 1].map(|player| lists[player].iter().fold(0, |set, square| set | 1 << square));
        let mut board = Board::new(size, sets[0], sets[1]);
        board.places = [0, 1].map(|player: usize| Places::listed(lists[player].iter().copied()));
        if mover == 1 {
            board.pass_on();
        }
        board
    }

    /// The squares of Black's pieces and of White's, in that order.
    pub(super) fn lists(&self) -> [Vec<u8>; 2] {
        self.places.map(|places| places.squares().to_vec())
    }

    #[inline(always)]
    fn rays(&self) -> &'static Rays {
        rays::on_board(self.size)
    }

    #[inline(always)]
    fn own_places(&self) -> &Places {
        &self.places[usize::from(self.mover & 1)]
    }

    /// Where an own piece gets in a direction, and whether it may go there.
    #[inline(always)]
    fn target(&self, rays: &Rays, from: u8, direction: usize) -> (u8, bool) {
        let ray = rays[usize::from(from & 63)][direction];
        let count = self.counts.along(ray, direction);
        let to = from.wrapping_add(OFFSETS[direction][usize::from(count & 15)]);
        let passed = BETWEEN[direction][usize::from(count & 15)].rotate_left(from.into());
        // One test for the three reasons, none of which can be foreseen.
        let over_edge = u64::from(ray.room.wrapping_sub(count) >> 7);
        (to, (passed & self.other) | (self.own >> (to & 63) & 1) | over_edge == 0)
    }

    /// Whether the piece on a square may go to another one, which lies in this direction.
    #[inline(always)]
    pub(super) fn can_go(&self, from: u8, direction: usize, to: u8) -> bool {
        self.own >> (from & 63) & 1 == 1 && self.target(self.rays(), from, direction) == (to, true)
    }

    /// Whether there is a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.has_move(|_| true)
    }

    /// Whether a move captures.
    #[inline]
    pub(super) fn can_capture(&self) -> bool {
        self.has_move(|to| self.other >> (to & 63) & 1 == 1)
    }

    /// Whether there is a move that ends as is wanted.
    #[inline(always)]
    fn has_move(&self, wanted: impl Fn(u8) -> bool) -> bool {
        let rays = self.rays();
        let goes = |from, direction| {
            let (to, legal) = self.target(rays, from, direction);
            legal && wanted(to)
        };
        bits::squares(self.own).any(|from| (0..DIRECTIONS).any(|direction| goes(from, direction)))
    }

    /// Writes all moves to the beginning of the room, in the order of the squares where they begin and of the
    /// directions in which they go; returns how many they are. What lies behind has no meaning.
    #[inline(always)]
    pub(super) fn list<T: Copy>(&self, room: &mut [T; ROOM], make: impl Fn(u8, usize, u8) -> T) -> usize {
        let rays = self.rays();
        let mut length = 0;
        for from in bits::squares(self.own) {
            for direction in 0..DIRECTIONS {
                let (to, legal) = self.target(rays, from, direction);
                // Written in any case: no branch depends on the board.
                room[length % ROOM] = make(from, direction, to);
                length += usize::from(legal);
            }
        }
        length
    }

    /// A random move, or [`Step::NONE`] if there is none.
    ///
    /// A piece and a direction are drawn, and drawn again if the piece cannot go there, which leaves every move as
    /// likely as any other. The next draw is always made at once: to look at it for nothing is cheaper than a wrong
    /// guess of which way a branch goes. Both come from one random number.
    #[inline(always)]
    pub(super) fn random_step(&self, rng: &mut Rng) -> Step {
        let (places, rays) = (self.own_places(), self.rays());
        let choices = (places.count() * DIRECTIONS) as u64;
        for _ in 0..PAIRS {
            let bits = rng.next_u64();
            let [first, second] = [bits >> 32, bits & 0xffff_ffff].map(|half| {
                let choice = ((half * choices) >> 32) as usize;
                let from = places.get(choice / DIRECTIONS);
                let (to, legal) = self.target(rays, from, choice % DIRECTIONS);
                Step::new(from, to, choice).only_if(legal)
            });
            let step = first.or(second);
            if step != Step::NONE {
                return step;
            }
        }
        self.random_of_all(rng)
    }

    #[cold]
    fn random_of_all(&self, rng: &mut Rng) -> Step {
        let mut steps = [Step::NONE; ROOM];
        let length = self.list(&mut steps, |from, direction, to| self.step(from, to, direction));
        if length == 0 { Step::NONE } else { steps[rng.below(length)] }
    }

    /// The step of the mover's piece that goes so.
    #[inline(always)]
    pub(super) fn step(&self, from: u8, to: u8, direction: usize) -> Step {
        Step::new(from, to, self.own_places().find(from) * DIRECTIONS + direction)
    }

    /// Moves a piece of the mover; returns whether it captures.
    #[inline(always)]
    pub(super) fn go(&mut self, step: Step) -> bool {
        let (from, to) = (step.from(), step.to());
        let target = 1 << (to & 63);
        self.own ^= 1 << (from & 63) | target;
        self.places[usize::from(self.mover & 1)].set(step.place(), to);
        self.counts.remove(from);
        let captures = self.other & target != 0;
        if captures {
            self.other ^= target;
            self.places[usize::from(!self.mover & 1)].remove(to);
        } else {
            self.counts.add(to);
        }
        captures
    }

    /// Makes it the other player's turn.
    #[inline(always)]
    pub(super) fn pass_on(&mut self) {
        (self.own, self.other) = (self.other, self.own);
        self.mover ^= 1;
    }
}
