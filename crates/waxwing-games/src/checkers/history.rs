//! The steps since the last capture or man's move: how many they are, and whether the position is an old one.
//!
//! A capture or a man's move can never be undone, so an earlier position can only come back by the steps that kings
//! made since. These are kept, a byte each. Taking them back one after the other, on nothing but the squares they
//! changed, shows which earlier positions were the same as this one: exactly, and without hashes. It is seldom long,
//! as kings seldom move on and on.

use super::board::EFFECTS;

/// The most steps that are counted.
pub(super) const MOST: usize = 80;

/// The mark of a man's step where these are counted too.
pub(super) const OF_MAN: u8 = u8::MAX;

/// A position comes up for the third time after this many steps at the earliest: each player has a king that goes and
/// returns twice.
const EARLIEST: u8 = 8;

/// The numbers of the steps; what lies behind their count has no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    count: u8,
    steps: [u8; MOST],
}

impl History {
    pub(super) const NEW: History = History { count: 0, steps: [0; MOST] };

    #[inline(always)]
    pub(super) fn count(&self) -> u8 {
        self.count
    }

    /// A number of steps that cannot be taken back.
    pub(super) fn of_men(count: u8) -> Self {
        History { count, steps: [OF_MAN; MOST] }
    }

    /// The steps since the last one of a man, all of kings.
    pub(super) fn of_kings(&self) -> &[u8] {
        let steps = &self.steps[..usize::from(self.count)];
        let begin = steps.iter().rposition(|&step| step == OF_MAN).map_or(0, |place| place + 1);
        &steps[begin..]
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Counts a step. (The game is over before the room is full.)
    #[inline(always)]
    pub(super) fn push(&mut self, number: u8) {
        if let Some(step) = self.steps.get_mut(usize::from(self.count)) {
            *step = number;
            self.count += 1;
        }
    }

    /// Whether the position has been there twice before, with the same player to move.
    #[inline(always)]
    pub(super) fn is_third(&self) -> bool {
        self.count >= EARLIEST && self.earlier_occurrences() >= 2
    }

    fn earlier_occurrences(&self) -> u8 {
        let steps = &self.steps[..usize::from(self.count).min(MOST)];
        let (mut own, mut other, mut found) = (0, 0, 0);
        // Backwards and in pairs: one step of each player.
        for pair in steps.rchunks_exact(2) {
            if pair.contains(&OF_MAN) {
                break;
            }
            own ^= EFFECTS[usize::from(pair[0])].moved;
            other ^= EFFECTS[usize::from(pair[1])].moved;
            found += u8::from(own | other == 0);
        }
        found
    }
}
