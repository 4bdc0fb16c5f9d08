//! A hash of 64 bits that is the same on every target.

use std::hash::Hasher;

use crate::Rng;

/// A quick hasher of small keys. (That of `rustc_hash` has the size of the target's words.)
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hasher64(u64);

impl Hasher for Hasher64 {
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = Rng::derive(self.0, number);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    // The variants of enums are written with it.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as i64 as u64);
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::hash::Hash;

    fn hash(value: impl Hash) -> u64 {
        let mut hasher = Hasher64::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn hashes_are_those_of_every_target() {
        // A word of the target counts as 64 bits, whatever its size.
        assert_eq!(hash(7usize), hash(7u64));
        assert_eq!(hash(-1isize), hash(u64::MAX));
        assert_eq!(hash(Some(3u8)), hash((1u64, 3u64)));
    }

    #[test]
    fn small_keys_are_told_apart() {
        let pairs = (0..200u8).flat_map(|one| (0..200u8).map(move |other| hash((one, other))));
        assert_eq!(pairs.collect::<HashSet<_>>().len(), 40_000);
        let texts = ["", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgh\0"].map(hash);
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
    }
}
