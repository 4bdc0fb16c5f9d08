//! The squares of a player's pieces as a list, from which one is drawn without counting bits.

/// The most pieces of a player.
pub(super) const MOST_PIECES: usize = 12;

/// The squares in no particular order; what lies behind their count has no meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// More than there can be, so that any place below 16 may be asked for.
    squares: [u8; 16],
    count: u8,
}

impl Places {
    /// The list of a set of squares.
    pub(super) fn of(set: u64) -> Self {
        Places::listed((0..64).filter(|square| set >> square & 1 == 1))
    }

    /// The list of these squares, in their order.
    pub(super) fn listed(squares: impl Iterator<Item = u8>) -> Self {
        let mut places = Places { squares: [0; 16], count: 0 };
        for square in squares.take(MOST_PIECES) {
            places.squares[usize::from(places.count)] = square;
            places.count += 1;
        }
        places
    }

    /// The squares in their order.
    pub(super) fn squares(&self) -> &[u8] {
        &self.squares[..self.count()]
    }

    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.count.into()
    }

    /// The square in this place.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> u8 {
        self.squares[place & 15]
    }

    /// Where a square of the list is.
    #[inline(always)]
    pub(super) fn find(&self, square: u8) -> usize {
        // All places are looked at, as this is quicker than to stop. What lies behind the count may be equal too.
        (0..MOST_PIECES).rev().fold(0, |found, place| if self.squares[place] == square { place } else { found })
    }

    /// Puts another square in this place.
    #[inline(always)]
    pub(super) fn set(&mut self, place: usize, square: u8) {
        self.squares[place & 15] = square;
    }

    /// Takes a square off the list.
    #[inline(always)]
    pub(super) fn remove(&mut self, square: u8) {
        self.count -= 1;
        self.set(self.find(square), self.get(self.count()));
    }
}
