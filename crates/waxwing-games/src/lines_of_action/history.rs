//! The moves since the last capture: whether the position is an old one.
//!
//! A captured piece never comes back, so an earlier position can only come back by the moves made since the last
//! capture. These are kept: where each began, in the low byte, and where it ended, in the high one. Taking them back
//! one after the other, on nothing but the squares they changed, shows which earlier positions were the same as this
//! one: exactly, and without hashes. As it would take long to do so after every move, two small filters say first
//! whether the position can have come up once, or twice, before.

/// The most moves that are kept; no game is longer.
pub(super) const MOST: usize = 400;

/// The number of a pass, which changes no square.
pub(super) const PASS: u16 = 0;

/// The squares of the moves; what lies behind their count has no meaning.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// A bit for each of 64 classes of positions: whether one of them has come up, and whether at least two have.
    seen: [u64; 2],
    count: u16,
    moves: [u16; MOST],
}

impl History {
    /// Nothing but a position, whose pieces are given for the player to move first.
    pub(super) fn new(own: u64, other: u64) -> Self {
        History { seen: [class(own, other), 0], count: 0, moves: [PASS; MOST] }
    }

    /// How many moves were made since the last capture.
    #[inline(always)]
    pub(super) fn count(&self) -> u16 {
        self.count
    }

    /// These moves.
    pub(super) fn moves(&self) -> &[u16] {
        &self.moves[..usize::from(self.count)]
    }

    /// Starts again after a capture, with the position that it leads to.
    #[inline(always)]
    pub(super) fn clear(&mut self, own: u64, other: u64) {
        self.count = 0;
        self.seen = [class(own, other), 0];
    }

    /// Adds a move, and the position that it leads to. Returns whether that has come up this many times now, two or
    /// three.
    #[inline(always)]
    pub(super) fn push(&mut self, squares: u16, own: u64, other: u64, times: u8) -> bool {
        // (The game is over before the room is full.)
        if let Some(place) = self.moves.get_mut(usize::from(self.count)) {
            *place = squares;
            self.count += 1;
        }
        let class = class(own, other);
        let [once, twice] = self.seen;
        self.seen = [once | class, twice | (once & class)];
        let suspicious = if times == 2 { once } else { twice };
        suspicious & class != 0 && self.earlier_occurrences() + 1 >= u32::from(times)
    }

    /// How often the position has come up before, with the same player to move.
    #[cold]
    fn earlier_occurrences(&self) -> u32 {
        let moves = &self.moves[..usize::from(self.count).min(MOST)];
        let (mut own, mut other, mut found) = (0, 0, 0);
        // Backwards and in pairs: one move of each player.
        for &[before, last] in moves.rchunks_exact(2).map(|pair| pair.first_chunk().expect("chunks of two")) {
            own ^= changed(before);
            other ^= changed(last);
            found += u32::from(own | other == 0);
        }
        found
    }
}

#[inline(always)]
fn changed(squares: u16) -> u64 {
    (1 << (squares & 63)) ^ (1 << (squares >> 8 & 63))
}

/// The class of a position, as one bit.
#[inline(always)]
fn class(own: u64, other: u64) -> u64 {
    let mixed = own.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(other.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
    1 << (mixed >> 58)
}
