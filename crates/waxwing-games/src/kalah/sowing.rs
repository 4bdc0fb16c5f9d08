//! Where the seeds of a house go: a table over the number of seeds and the house, for each length of the rows.

/// The most houses that a player has.
pub(super) const MOST_HOUSES: usize = 6;
/// The most seeds that a house starts with.
pub(super) const MOST_STONES: usize = 6;
/// The most seeds that a house can ever hold: all there are.
pub(super) const MOST_SEEDS: usize = 2 * MOST_HOUSES * MOST_STONES;

/// The byte of a player's word that holds the store.
pub(super) const STORE: u8 = 6;
/// The byte that is always empty.
const NOWHERE: u64 = 7;

/// What sowing adds to the words of both players, and where it ends.
#[derive(Clone, Copy)]
pub(super) struct Sowing {
    /// For the mover; where it ends is in the byte that is always empty there.
    own: u64,
    /// For the other player.
    pub(super) other: u64,
}

impl Sowing {
    const NOTHING: Sowing = Sowing { own: 0, other: 0 };

    /// The lowest bit of the byte that says where it ends; the others are the shift of [`Sowing::last`].
    const AGAIN: u64 = 1;

    const fn new(own: u64, other: u64, end: u64) -> Self {
        Sowing { own: own | end << (8 * NOWHERE), other }
    }

    /// What is added to the mover's word.
    #[inline(always)]
    pub(super) const fn own(self) -> u64 {
        self.own & ((1 << (8 * NOWHERE)) - 1)
    }

    /// Whether the last seed falls into the store.
    #[inline(always)]
    pub(super) fn again(self) -> bool {
        self.own >> (8 * NOWHERE) & Sowing::AGAIN != 0
    }

    /// How far the mover's word is to be shifted for the house of the last seed; for its empty byte if that is none of
    /// its houses.
    #[inline(always)]
    pub(super) fn last(self) -> u8 {
        (self.own >> (8 * NOWHERE) & !Sowing::AGAIN) as u8 & 63
    }
}

/// By the number of seeds and the house.
pub(super) type Sowings = [[Sowing; 8]; MOST_SEEDS + 1];

/// By the number of houses in a row, less one.
pub(super) static SOWINGS: [Sowings; MOST_HOUSES] =
    [sowings(1), sowings(2), sowings(3), sowings(4), sowings(5), sowings(6)];

const fn sowings(houses: usize) -> Sowings {
    let mut table = [[Sowing::NOTHING; 8]; MOST_SEEDS + 1];
    let mut seeds = 1;
    while seeds <= MOST_SEEDS {
        let mut house = 0;
        while house < houses {
            table[seeds][house] = one_more(table[seeds - 1][house], (house + seeds) % (2 * houses + 1), houses);
            house += 1;
        }
        seeds += 1;
    }
    table
}

/// Sows another seed. The places are the mover's houses, the mover's store and the other's houses.
const fn one_more(sown: Sowing, place: usize, houses: usize) -> Sowing {
    let (own, other) = (sown.own(), sown.other);
    if place < houses {
        Sowing::new(own + (1 << (8 * place)), other, 8 * place as u64)
    } else if place == houses {
        Sowing::new(own + (1 << (8 * STORE)), other, (8 * NOWHERE) | Sowing::AGAIN)
    } else {
        Sowing::new(own, other + (1 << (8 * (place - houses - 1))), 8 * NOWHERE)
    }
}
