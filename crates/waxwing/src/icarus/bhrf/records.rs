//! The memory of the records: words at the borders of cache lines, some found by their place, the others in a hash table.

/// The words of a cache line.
pub(super) const LINE: usize = 8;
/// The word of a record that is 0 where there is none.
pub(super) const IDENTITY: usize = 0;

/// Records at the borders of cache lines.
pub(super) struct Records {
    pub words: Vec<u64>,
    /// Where the first line begins.
    origin: usize,
    /// The words of a record: there is room for two words of weights at least.
    pub stride: usize,
    /// How many are found by their place, and how many places the table has behind them.
    pub direct: usize,
    pub slots: usize,
}

impl Records {
    pub fn new(stride: usize, direct: usize, slots: usize) -> Records {
        let words = vec![0; Records::length(stride, direct + slots)];
        let origin = (words.as_ptr() as usize / size_of::<u64>()).wrapping_neg() % LINE;
        Records { words, origin, stride, direct, slots }
    }

    /// The number of words that `records` records need, wherever the first line begins.
    pub fn length(stride: usize, records: usize) -> usize {
        records * stride + LINE - 1
    }

    #[inline(always)]
    pub fn get(&self, record: u32) -> &[u64] {
        let start = self.origin + record as usize * self.stride;
        &self.words[start..start + self.stride]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, record: u32) -> &mut [u64] {
        let start = self.origin + record as usize * self.stride;
        &mut self.words[start..start + self.stride]
    }

    /// The places of the table where a context of this hash may be, the most likely first.
    #[inline(always)]
    pub fn probe(&self, hash: u64) -> impl Iterator<Item = u32> {
        let (direct, last) = (self.direct, self.slots.wrapping_sub(1));
        (0..self.slots).map(move |step| (direct + ((hash as usize).wrapping_add(step) & last)) as u32)
    }

    /// A free place for a context of this hash: there is always one.
    pub fn free(&self, hash: u64) -> u32 {
        self.probe(hash).find(|&record| self.get(record)[IDENTITY] == 0).expect("the table is not full")
    }
}
