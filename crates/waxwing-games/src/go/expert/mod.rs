//! Expert play: what is worth a look round the last move, in playouts and in the tree.
//!
//! Playouts follow the rules of MoGo and Fuego. The first of them that proposes a point decides, and draws uniformly from what
//! it proposes:
//!
//! 1. *capture*: the last liberty of an enemy chain that the last stone, or a stone round it, belongs to;
//! 2. *escape*: for an own chain beside the last stone that is in atari, its last liberty if that gives it more or captures, and
//!    the last liberties of the enemy chains beside it;
//! 3. *patterns*: the points round the last stone whose surroundings are one of `patterns.txt`;
//! 4. any point.
//!
//! No rule proposes what a playout may not play, nor (but for the first two) a point that puts [`LARGE`] own stones in atari.
//! Where only such points are left, any of them is drawn.

mod patterns;
mod priors;

use waxwing::Rng;

use super::board::{Board, Colour, LARGEST, NEIGHBOURS, NOWHERE, Point};
use super::surroundings::PLACES;
use super::{Go, GoMove};
pub(super) use patterns::PATTERNS;

/// This many own stones, or more, are not put in atari.
const LARGE: u64 = 2;
/// After this many draws of points that are not sound, the points to draw from are listed.
const TRIES: usize = 12;
/// The most points that a rule proposes; others are left out.
const MOST: usize = 24;

/// The points that a rule proposes, each once.
pub(super) struct Proposals {
    points: [Point; MOST],
    count: usize,
}

impl Proposals {
    const fn none() -> Self {
        Proposals { points: [NOWHERE; MOST], count: 0 }
    }

    #[inline]
    pub(super) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    #[inline]
    fn add(&mut self, point: Point) {
        if self.count < MOST && !self.points().contains(&point) {
            self.points[self.count] = point;
            self.count += 1;
        }
    }
}

impl Board {
    /// Whether an expert would play on an empty point in a playout at all.
    #[inline]
    fn is_sound(&self, point: Point, colour: Colour) -> bool {
        self.is_playable(point, colour) && self.self_atari(point, colour) < LARGE
    }

    /// The first two rules, in answer to the enemy's stone on this point.
    #[inline]
    fn urgent(&self, last: Point, colour: Colour) -> Proposals {
        let mut proposals = Proposals::none();
        let surroundings = self.surroundings[usize::from(last)];
        if self.colour(last) == colour.other() {
            self.propose_capture(usize::from(last), colour, &mut proposals);
        }
        for (distance, shift) in PLACES {
            if surroundings >> shift & 3 == colour.other() as u16 {
                self.propose_capture(usize::from(last).wrapping_add(distance), colour, &mut proposals);
            }
        }
        if proposals.count == 0 {
            for (distance, shift) in &PLACES[..NEIGHBOURS.len()] {
                if surroundings >> shift & 3 == colour as u16 {
                    self.propose_escapes(usize::from(last).wrapping_add(*distance), colour, &mut proposals);
                }
            }
        }
        proposals
    }

    /// Proposes to capture the chain of an enemy stone, if it is in atari.
    #[inline]
    fn propose_capture(&self, stone: usize, colour: Colour, proposals: &mut Proposals) {
        if let Some(point) = self.last_liberty(stone)
            && self.is_playable(point, colour)
        {
            proposals.add(point);
        }
    }

    /// Proposes what saves the chain of an own stone, if it is in atari.
    #[inline]
    fn propose_escapes(&self, stone: usize, colour: Colour, proposals: &mut Proposals) {
        if let Some(point) = self.last_liberty(stone) {
            self.propose_rescue(stone, point, colour, proposals);
        }
    }

    fn propose_rescue(&self, stone: usize, point: Point, colour: Colour, proposals: &mut Proposals) {
        if self.is_playable(point, colour) && self.self_atari(point, colour) == 0 {
            proposals.add(point);
        }
        for stone in self.stones_of(self.chain[stone]) {
            for distance in NEIGHBOURS {
                let beside = usize::from(stone).wrapping_add(distance);
                if self.colour(beside as Point) == colour.other() {
                    self.propose_capture(beside, colour, proposals);
                }
            }
        }
    }

    /// The third rule.
    #[inline]
    fn shapely(&self, last: Point, colour: Colour) -> Proposals {
        let mut proposals = Proposals::none();
        let (surroundings, patterns) = (self.surroundings[usize::from(last)], &*PATTERNS);
        for (distance, shift) in PLACES {
            let point = usize::from(last).wrapping_add(distance);
            let is_empty = surroundings >> shift & 3 == Colour::Empty as u16;
            if is_empty && patterns.contains(self.surroundings[point]) && self.is_sound(point as Point, colour) {
                proposals.add(point as Point);
            }
        }
        proposals
    }

    /// Any point that an expert would play on; if there is none, any that a playout may; `NOWHERE` if there is none either.
    #[inline]
    fn draw_sound(&self, rng: &mut Rng, colour: Colour) -> Point {
        let empty = self.empty();
        for _ in 0..TRIES {
            let point = empty[rng.below(empty.len())];
            if self.is_sound(point, colour) {
                return point;
            }
        }
        self.draw_sound_from_list(rng, colour)
    }

    #[inline(never)]
    fn draw_sound_from_list(&self, rng: &mut Rng, colour: Colour) -> Point {
        let mut sound = [NOWHERE; LARGEST * LARGEST];
        let mut count = 0;
        for &point in self.empty() {
            sound[count] = point;
            count += usize::from(self.is_sound(point, colour));
        }
        if count == 0 { self.draw(rng, colour) } else { sound[rng.below(count)] }
    }
}

impl Go {
    /// What the rules before the last propose.
    #[inline]
    pub(super) fn proposals(&self) -> Proposals {
        let (board, colour, last) = (&self.board, self.colour(), self.last.point());
        if self.last == GoMove::PASS || self.last == GoMove::NONE {
            return Proposals::none();
        }
        let urgent = board.urgent(last, colour);
        if urgent.count > 0 { urgent } else { board.shapely(last, colour) }
    }

    /// A move of an expert playout.
    #[inline]
    pub(super) fn draw_expert(&self, rng: &mut Rng) -> GoMove {
        let proposals = self.proposals();
        GoMove::at(match *proposals.points() {
            [] => self.board.draw_sound(rng, self.colour()),
            [only] => only,
            ref points => points[rng.below(points.len())],
        })
    }

    /// The weights by which these moves are drawn: 1 for each that may be, 0 for the others.
    pub(super) fn expert_weights(&self, actions: &[GoMove], weights: &mut Vec<f32>) {
        let (board, colour, proposals) = (&self.board, self.colour(), self.proposals());
        let has_sound = board.empty().iter().any(|&point| board.is_sound(point, colour));
        let has_playable = has_sound || board.empty().iter().any(|&point| board.is_playable(point, colour));
        let is_drawn = |action: GoMove| match action.point() {
            NOWHERE => !has_playable,
            point if proposals.count > 0 => proposals.points().contains(&point),
            point if has_sound => board.is_sound(point, colour),
            point => board.is_playable(point, colour),
        };
        weights.extend(actions.iter().map(|&action| f32::from(u8::from(is_drawn(action)))));
    }
}
