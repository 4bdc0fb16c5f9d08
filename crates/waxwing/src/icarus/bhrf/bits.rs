//! Sets of small numbers, a bit each.

/// Whether two sets have a number in common.
#[inline]
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// How many numbers of a set are smaller than this one.
#[inline]
pub(super) fn smaller(set: &[u64], number: u64) -> usize {
    let (word, bit) = place(number);
    let before: u32 = set[..word].iter().map(|word| word.count_ones()).sum();
    (before + (set[word] & (bit - 1)).count_ones()) as usize
}

/// A set as `W` words; it has no more than that.
#[inline]
pub(super) fn words<const W: usize>(set: &[u64]) -> [u64; W] {
    std::array::from_fn(|word| set.get(word).copied().unwrap_or(0))
}

/// What two sets of `W` words have in common, ready to be chosen from. No branch depends on what is in the sets: they are
/// different each time, and a processor that guesses wrong loses more time than it takes to count some bits.
pub(super) struct Common<const W: usize> {
    set: [u64; W],
    both: [u64; W],
    /// How many numbers lie in the words before each: of both, and of the first set.
    before: [(u32, u32); W],
    count: u32,
}

impl<const W: usize> Common<W> {
    #[inline]
    pub fn new(set: [u64; W], other: &[u64; W]) -> Common<W> {
        let both = std::array::from_fn(|word| set[word] & other[word]);
        let (mut count, mut of_set) = (0, 0);
        let before = std::array::from_fn(|word: usize| {
            let before = (count, of_set);
            count += u64::count_ones(both[word]);
            of_set += set[word].count_ones();
            before
        });
        Common { set, both, before, count }
    }

    #[inline]
    pub fn count(&self) -> usize {
        self.count as usize
    }

    /// The `n`-th number, and how many numbers of the first set are smaller; there are more than `n`.
    #[inline]
    pub fn nth(&self, n: usize) -> (usize, usize) {
        let n = n as u32;
        let word = self.before.iter().skip(1).map(|&(before, _)| usize::from(before <= n)).sum::<usize>();
        let (before, of_set_before) = self.before[word];
        let bit = nth_bit(self.both[word], n - before);
        let smaller = of_set_before + (self.set[word] & bit.wrapping_sub(1)).count_ones();
        (64 * word + bit.trailing_zeros() as usize, smaller as usize)
    }

    /// Takes away a number that was found.
    #[inline]
    pub fn remove(&mut self, number: usize) {
        let (found_in, bit) = place(number as u64);
        self.both[found_in] &= !bit;
        for (word, (before, _)) in self.before.iter_mut().enumerate() {
            *before -= u32::from(word > found_in);
        }
        self.count -= 1;
    }
}

/// Tells every number that two sets have in common, smallest first, and how many numbers of the first set are smaller.
#[inline]
pub(super) fn each_common<const W: usize>(set: &[u64; W], other: &[u64; W], mut each: impl FnMut(usize, usize)) {
    let mut before = 0;
    for word in 0..W {
        let mut both = set[word] & other[word];
        while both != 0 {
            let bit = both & both.wrapping_neg();
            each(64 * word + bit.trailing_zeros() as usize, before + (set[word] & (bit - 1)).count_ones() as usize);
            both &= both - 1;
        }
        before += set[word].count_ones() as usize;
    }
}

#[inline]
pub(super) fn contains(set: &[u64], number: u64) -> bool {
    let (word, bit) = place(number);
    set[word] & bit != 0
}

#[inline]
pub(super) fn insert(set: &mut [u64], number: u64) {
    let (word, bit) = place(number);
    set[word] |= bit;
}

/// The `n`-th lowest of the bits that are set.
#[inline]
fn nth_bit(mut word: u64, n: u32) -> u64 {
    // Mostly there are few.
    for cleared in 0..4 {
        word = if cleared < n { word & word.wrapping_sub(1) } else { word };
    }
    for _ in 4..n {
        word &= word.wrapping_sub(1);
    }
    word & word.wrapping_neg()
}

#[inline]
fn place(number: u64) -> (usize, u64) {
    ((number / 64) as usize, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn sets_of_bits_are_like_sorted_lists() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let (mut one, mut other) = ([0u64; 3], [0u64; 3]);
            let lists: [Vec<u64>; 2] = std::array::from_fn(|_| (0..192).filter(|_| rng.below(5) == 0).collect());
            lists[0].iter().for_each(|&number| insert(&mut one, number));
            lists[1].iter().for_each(|&number| insert(&mut other, number));
            assert!((0..192).all(|number| contains(&one, number) == lists[0].contains(&number)));
            let place = |number| lists[0].partition_point(|&known| known < number);
            assert!((0..192).all(|number| smaller(&one, number) == place(number)));
            let mut both = lists[1].clone();
            both.retain(|number| lists[0].contains(number));
            let mut common = Common::new(one, &other);
            assert_eq!(meet(&one, &other), !both.is_empty());
            let mut told = Vec::new();
            each_common(&one, &other, |number, smaller| told.push((number as u64, smaller)));
            assert_eq!(told, both.iter().map(|&number| (number, place(number))).collect::<Vec<_>>());
            while !both.is_empty() {
                assert_eq!(common.count(), both.len());
                for (n, &number) in both.iter().enumerate() {
                    assert_eq!(common.nth(n), (number as usize, place(number)));
                }
                common.remove(both.swap_remove(rng.below(both.len())) as usize);
                both.sort_unstable();
            }
            assert_eq!(common.count(), 0);
        }
    }
}
