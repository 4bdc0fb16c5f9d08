//! Actions as a set of bits.

use crate::Rng;
use crate::bits::RankedWords;

/// The bits of an [`ActionSet`]: enough for the squares of a Go board of 13×13, or three steps from each square of 8×8.
pub type SetWords = [u64; 3];

/// Actions whose indices ([`Game::action_index`](super::Game::action_index)) lie close together, as bits.
///
/// ```
/// use waxwing::game::ActionSet;
/// // Columns 2 and 5 of a board are open.
/// let set = ActionSet { first: 0, words: [0b10_0100, 0, 0], action: |index| index as u8 };
/// assert_eq!(set.indices().map(set.action).collect::<Vec<u8>>(), [2, 5]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ActionSet<A> {
    /// The index that the lowest bit stands for, a multiple of 64.
    pub first: usize,
    /// A bit for each index from there on.
    pub words: SetWords,
    /// The action with an index of the set.
    pub action: fn(usize) -> A,
}

impl<A> ActionSet<A> {
    /// The indices in the set, in ascending order.
    pub fn indices(&self) -> impl Iterator<Item = usize> {
        let (first, words) = (self.first, self.words);
        (0..64 * words.len()).filter(move |bit| words[bit / 64] >> (bit % 64) & 1 == 1).map(move |bit| first + bit)
    }

    /// The index of a bit, given by its word and its place there.
    #[inline]
    pub(crate) fn index(&self, word: usize, place: u8) -> usize {
        self.first + 64 * word + usize::from(place)
    }

    /// The index of a bit of a part of the set, uniformly.
    #[inline]
    pub(crate) fn draw(&self, part: SetWords, rng: &mut Rng) -> usize {
        let (word, place) = RankedWords::new_sparse(part).draw(rng);
        self.index(word, place)
    }
}
