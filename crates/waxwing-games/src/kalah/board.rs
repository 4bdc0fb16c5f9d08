//! The seeds of both players, each in one word: what sowing, capturing and the end of the game do to them.

use waxwing::Rng;

use super::sowing::{MOST_HOUSES, SOWINGS, STORE, Sowing};
use crate::bits;

/// The bytes of the houses.
const HOUSES: u64 = (1 << (8 * STORE)) - 1;

/// The byte behind the store.
const SWEPT: u8 = STORE + 1;

/// `CHOICES[filled]`: the filled houses in the lower bytes, in their order, and how many they are in the highest.
static CHOICES: [u64; 1 << MOST_HOUSES] = choices();

const fn choices() -> [u64; 1 << MOST_HOUSES] {
    let mut table = [0; 1 << MOST_HOUSES];
    let mut filled = 0;
    while filled < table.len() {
        let (mut house, mut count) = (0, 0);
        while house < MOST_HOUSES {
            if filled >> house & 1 == 1 {
                table[filled] |= (house as u64) << (8 * count);
                count += 1;
            }
            house += 1;
        }
        table[filled] |= count << 56;
        filled += 1;
    }
    table
}

/// The seeds of one player: a byte for each house in the order of sowing, then the store, and how many of the store's came
/// there by the sweep that has ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Side(u64);

impl Side {
    pub(super) const EMPTY: Side = Side(0);

    /// These seeds in the houses, none in the store.
    pub(super) fn new(seeds: &[u8]) -> Self {
        Side(seeds.iter().rev().fold(0, |side, &count| side << 8 | u64::from(count)))
    }

    /// Seeds in the houses of the longest row, and in the store.
    pub(super) fn of(houses: &[u8; MOST_HOUSES], store: u8) -> Self {
        Side(Side::new(houses).0 | u64::from(store) << (8 * STORE))
    }

    /// The seeds in a house; the houses that a short row lacks are empty.
    #[inline(always)]
    pub(super) fn house(self, house: u8) -> u8 {
        (self.0 >> ((8 * house) & 63)) as u8
    }

    #[inline(always)]
    pub(super) fn store(self) -> u8 {
        self.house(STORE)
    }

    /// The seeds in the store that came there by the last sweep.
    #[inline]
    pub(super) fn swept(self) -> u8 {
        self.house(SWEPT)
    }

    /// This side with so many of its store's seeds swept there.
    pub(super) fn with_swept(self, seeds: u8) -> Self {
        Side(self.0 | u64::from(seeds) << (8 * SWEPT))
    }

    /// The seeds in all houses.
    #[inline(always)]
    pub(super) fn seeds(self) -> u8 {
        // The highest byte of the product is the sum of the bytes, which no sum on the way overflows.
        ((self.0 & HOUSES).wrapping_mul(bits::repeat(1)) >> 56) as u8
    }

    #[inline(always)]
    pub(super) fn has_no_seeds(self) -> bool {
        self.0 & HOUSES == 0
    }

    /// The houses that are not empty, as bits.
    #[inline(always)]
    pub(super) fn filled(self) -> usize {
        // A byte of at most 127 carries into its highest bit where it is not 0; the product moves bit 8 i + 7 to 56 + i.
        let filled = (self.0 + (bits::repeat(0x7f) & HOUSES)) & bits::repeat(0x80) & HOUSES;
        (filled.wrapping_mul(0x0002_0408_1020_4000) >> 56) as usize & 63
    }

    /// The houses that are not empty, in their order.
    #[inline(always)]
    pub(super) fn filled_houses(self) -> impl Iterator<Item = u8> {
        let choices = CHOICES[self.filled()];
        (0..choices >> 56).map(move |place| (choices >> (8 * place)) as u8)
    }

    /// One of the houses that are not empty, uniformly.
    #[inline(always)]
    pub(super) fn random_house(self, rng: &mut Rng) -> u8 {
        let choices = CHOICES[self.filled()];
        let place = rng.below((choices >> 56) as usize);
        (choices >> ((8 * place) & 63)) as u8
    }

    /// Moves what is left in the houses to the store, and notes how much it was.
    fn sweep(&mut self) {
        let seeds = self.seeds();
        *self = Side((self.0 & !HOUSES) + (u64::from(seeds) << (8 * STORE))).with_swept(seeds);
    }
}

/// The seeds of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Of the player to move.
    pub(super) own: Side,
    pub(super) other: Side,
}

/// The shift to the house opposite that of a shift. In a row of `houses`, house `i` is opposite `houses - 1 - i`.
#[inline(always)]
fn opposite(last: u8, houses: u8) -> u8 {
    (8 * (houses - 1)).wrapping_sub(last) & 63
}

impl Board {
    pub(super) const EMPTY: Board = Board { own: Side::EMPTY, other: Side::EMPTY };

    /// Takes the seeds of the mover's house and sows them; the rest of the move is up to the caller.
    #[inline(always)]
    pub(super) fn sow(&mut self, house: u8, houses: u8) -> Sowing {
        let seeds = self.own.house(house);
        let sowing = SOWINGS[usize::from(houses - 1)][usize::from(seeds)][usize::from(house & 7)];
        self.own.0 = self.own.0 - (u64::from(seeds) << ((8 * house) & 63)) + sowing.own();
        self.other.0 += sowing.other;
        sowing
    }

    /// Whether the last seed lies alone in a house of the mover.
    #[inline(always)]
    pub(super) fn ends_alone(&self, sowing: Sowing) -> bool {
        (self.own.0 >> sowing.last()) as u8 == 1
    }

    /// The seeds opposite the house of the last seed, which is one of the mover's.
    #[inline(always)]
    pub(super) fn facing(&self, sowing: Sowing, houses: u8) -> u8 {
        (self.other.0 >> opposite(sowing.last(), houses)) as u8
    }

    /// Moves the last seed and all that face it to the mover's store.
    #[inline(always)]
    pub(super) fn capture(&mut self, sowing: Sowing, houses: u8) {
        let facing = u64::from(self.facing(sowing, houses));
        self.own.0 = self.own.0 - (1 << sowing.last()) + ((1 + facing) << (8 * STORE));
        self.other.0 -= facing << opposite(sowing.last(), houses);
    }

    /// A number that tells boards apart, also from those with another number beside them of up to a byte. What was swept at
    /// the end makes no other position.
    #[inline(always)]
    pub(super) fn hash(&self, beside: u64) -> u64 {
        let [own, other] = [self.own, self.other].map(|side| side.0 & !(0xff << (8 * SWEPT)));
        bits::hash([own | beside << (8 * SWEPT), other])
    }

    /// Gives the turn to the other player.
    #[inline(always)]
    pub(super) fn pass_on(&mut self) {
        *self = Board { own: self.other, other: self.own };
    }

    /// Whether a player has no seeds left in its houses.
    #[inline(always)]
    pub(super) fn has_empty_row(&self) -> bool {
        self.own.has_no_seeds() | self.other.has_no_seeds()
    }

    /// Whether both players have no seeds left in their houses.
    #[inline(always)]
    pub(super) fn is_cleared(&self) -> bool {
        (self.own.0 | self.other.0) & HOUSES == 0
    }

    /// The board with both stores empty.
    #[cfg(test)]
    pub(super) fn without_stores(self) -> Self {
        Board { own: Side(self.own.0 & HOUSES), other: Side(self.other.0 & HOUSES) }
    }

    /// Ends the game: each player gets what is left in its houses.
    #[cold]
    pub(super) fn sweep(&mut self) {
        self.own.sweep();
        self.other.sweep();
    }
}
