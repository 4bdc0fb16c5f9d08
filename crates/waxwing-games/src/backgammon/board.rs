//! The checkers of a player, and which of them a die can move.
//!
//! Sets of points are words with a bit for each point of a player's view, from 1 to 24; bit 0 stands for the checkers
//! that are off, bit 25 for those on the bar. A player's turn does not change where the other one holds two checkers
//! or more: what blocks the way is known when the dice have fallen.

/// Where a checker goes that is borne off.
pub(super) const OFF: u8 = 0;
/// Where a checker waits that was hit.
pub(super) const BAR: u8 = 25;

/// The bits of the 24 points.
const POINTS: u32 = 0x01ff_fffe;
/// The bits of the points 1 to 6.
const HOME: u32 = 0x7e;

/// Where the checkers of a player start: all fifteen, or the first few of them in a small game.
const START: [u8; 15] = [6, 24, 8, 13, 6, 13, 8, 24, 6, 13, 8, 6, 13, 6, 13];

/// The checkers of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side {
    /// How many are on each point of the owner's view, off and on the bar. (A whole power of two: no index needs a
    /// check.)
    counts: [u8; 32],
    /// Where any are, on the points or the bar, in the owner's view.
    occupied: u32,
    /// Where two or more are, in the other player's view. Bits that are no points have no meaning.
    held: u32,
}

impl Side {
    /// The start with this many checkers.
    pub(super) fn new(checkers: u8) -> Side {
        Side::on(&START[..usize::from(checkers)])
    }

    /// A checker on each of these points, which may be repeated.
    pub(super) fn on(points: &[u8]) -> Side {
        let mut side = Side { counts: [0; 32], occupied: 0, held: 0 };
        points.iter().for_each(|&point| side.put(point));
        side
    }

    #[inline(always)]
    pub(super) fn count(&self, point: u8) -> u8 {
        self.counts[usize::from(point & 31)]
    }

    /// Whether all checkers are off.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.occupied == 0
    }

    #[inline(always)]
    pub(super) fn is_on_bar(&self) -> bool {
        self.occupied >> BAR != 0
    }

    /// Whether all checkers are on the points 1 to 6 or off.
    #[inline(always)]
    pub(super) fn is_home(&self) -> bool {
        self.occupied & !HOME == 0
    }

    /// The last checker's point.
    #[inline(always)]
    pub(super) fn rearmost(&self) -> u8 {
        highest(self.occupied)
    }

    /// The points, in the other player's view, that the other player cannot move to.
    #[inline(always)]
    pub(super) fn held(&self) -> u32 {
        self.held & POINTS
    }

    /// The points with a single checker, in the other player's view.
    #[inline]
    pub(super) fn blots(&self) -> u32 {
        let seen_by_other = self.occupied.reverse_bits() >> (31 - BAR);
        seen_by_other & !self.held & POINTS
    }

    /// How many points all checkers together have yet to go.
    #[inline]
    pub(super) fn pips(&self) -> u16 {
        self.counts.iter().zip(0..).map(|(&count, point)| u16::from(count) * point).sum()
    }

    /// Moves a checker from one place to another.
    #[inline(always)]
    pub(super) fn advance(&mut self, from: u8, to: u8) {
        self.take(from);
        self.put(to);
    }

    #[inline(always)]
    fn take(&mut self, point: u8) {
        let count = &mut self.counts[usize::from(point & 31)];
        *count -= 1;
        self.occupied &= !(u32::from(*count == 0) << point);
        self.held &= !(u32::from(*count < 2) << (BAR - point));
    }

    #[inline(always)]
    fn put(&mut self, point: u8) {
        let count = &mut self.counts[usize::from(point & 31)];
        *count += 1;
        self.occupied |= (1 << point) & !(1 << OFF);
        self.held |= u32::from(*count >= 2) << (BAR - point);
    }

    /// From where a die can move a checker, if the other player holds these points.
    #[inline(always)]
    pub(super) fn sources(&self, held: u32, die: u8) -> u32 {
        sources(self.occupied, held, die)
    }

    /// From where each of two different dice, the larger one first, may move a checker.
    ///
    /// Both dice must be played if there is a way to. If one of them has two checkers that it can move, there is one
    /// left whatever the other die does, for nothing that can be moved ceases to be movable within a turn. So there is
    /// mostly nothing to look for.
    #[inline(always)]
    pub(super) fn sources_of_both(&self, held: u32, dice: [u8; 2]) -> [u32; 2] {
        let movable = dice.map(|die| self.sources(held, die));
        if movable.iter().all(|&sources| has_several(sources)) {
            return movable;
        }
        self.sources_with_foresight(held, dice, movable)
    }

    #[inline(never)]
    fn sources_with_foresight(&self, held: u32, [larger, smaller]: [u8; 2], movable: [u32; 2]) -> [u32; 2] {
        let both = [
            self.leaving_a_move(movable[0], larger, held, smaller),
            self.leaving_a_move(movable[1], smaller, held, larger),
        ];
        match (both, movable) {
            ([0, 0], [0, only]) => [0, only],
            ([0, 0], [only, _]) => [only, 0],
            _ => both,
        }
    }

    /// Those of the sources of a die from which it leaves a move to the other die.
    fn leaving_a_move(&self, mut sources: u32, die: u8, held: u32, other_die: u8) -> u32 {
        let mut leaving = 0;
        while sources != 0 {
            let source = sources.trailing_zeros() as u8;
            let vacated = u32::from(self.count(source) == 1) << source;
            let reached = (1 << source) >> die & !(1 << OFF);
            let occupied = self.occupied & !vacated | reached;
            leaving |= u32::from(self::sources(occupied, held, other_die) != 0) << source;
            sources &= sources - 1;
        }
        leaving
    }
}

/// From where a die can move one of the checkers on the occupied points.
#[inline(always)]
fn sources(occupied: u32, held: u32, die: u8) -> u32 {
    if occupied < 1 << die {
        // All are at home and nearer than the die reaches.
        return if occupied == 0 { 0 } else { 1 << highest(occupied) };
    }
    let from = if occupied >> BAR == 0 { occupied } else { 1 << BAR };
    let off = u32::from(occupied & !HOME == 0) << OFF;
    from & ((POINTS & !held | off) << die)
}

#[inline(always)]
fn has_several(bits: u32) -> bool {
    bits & bits.wrapping_sub(1) != 0
}

/// The place of the highest bit; 0 if there is none.
#[inline(always)]
fn highest(bits: u32) -> u8 {
    (31 - (bits | 1).leading_zeros()) as u8
}
