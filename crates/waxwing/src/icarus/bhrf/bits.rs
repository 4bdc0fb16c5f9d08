//! Sets of small numbers, a bit each.

/// Whether two sets have a number in common.
#[inline]
pub(super) fn meet(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// How many numbers two sets have in common.
#[inline]
pub(super) fn common(one: &[u64], other: &[u64]) -> usize {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones() as usize).sum()
}

/// How many numbers of a set are smaller than this one.
#[inline]
pub(super) fn smaller(set: &[u64], number: u64) -> usize {
    let (word, bit) = place(number);
    let before: u32 = set[..word].iter().map(|word| word.count_ones()).sum();
    (before + (set[word] & (bit - 1)).count_ones()) as usize
}

/// The `n`-th number that two sets have in common, and how many numbers of the first set are smaller.
#[inline]
pub(super) fn nth_common(set: &[u64], other: &[u64], n: usize) -> Option<(usize, usize)> {
    let (mut left, mut before) = (n as u32, 0);
    for (word, (&own, &other)) in set.iter().zip(other).enumerate() {
        let both = own & other;
        let here = both.count_ones();
        if left < here {
            let bit = nth_bit(both, left);
            let smaller = before + (own & (bit - 1)).count_ones();
            return Some((64 * word + bit.trailing_zeros() as usize, smaller as usize));
        }
        left -= here;
        before += own.count_ones();
    }
    None
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
    for _ in 0..n {
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
            let mut lists: [Vec<u64>; 2] = std::array::from_fn(|_| (0..192).filter(|_| rng.below(5) == 0).collect());
            lists[0].iter().for_each(|&number| insert(&mut one, number));
            lists[1].iter().for_each(|&number| insert(&mut other, number));
            assert!((0..192).all(|number| contains(&one, number) == lists[0].contains(&number)));
            assert!((0..192).all(|number| smaller(&one, number) == lists[0].partition_point(|&n| n < number)));
            let (first, second) = (lists[0].clone(), &mut lists[1]);
            second.retain(|number| first.contains(number));
            assert_eq!((meet(&one, &other), common(&one, &other)), (!second.is_empty(), second.len()));
            for (n, number) in second.iter().enumerate() {
                let place = first.partition_point(|known| known < number);
                assert_eq!(nth_common(&one, &other, n), Some((*number as usize, place)));
            }
            assert_eq!(nth_common(&one, &other, second.len()), None);
        }
    }
}
