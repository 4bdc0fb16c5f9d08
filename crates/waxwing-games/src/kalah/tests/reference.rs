//! Kalah as its rules are told, on a ring of pits: slow, and sharing nothing with the words and their table.

/// Pits `0..houses` and `houses` are South's houses and store, those after them North's.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) pits: Vec<usize>,
    houses: usize,
    empty_captures: bool,
    pub(super) mover: usize,
    pub(super) over: bool,
}

impl Reference {
    pub(super) fn new(rows: [&[u8]; 2], empty_captures: bool) -> Self {
        let pits = rows.iter().flat_map(|row| row.iter().map(|&count| usize::from(count)).chain([0])).collect();
        Reference { pits, houses: rows[0].len(), empty_captures, mover: 0, over: false }
    }

    /// The pits of a player's houses, in the order of sowing.
    fn row(&self, player: usize) -> std::ops::Range<usize> {
        let first = player * (self.houses + 1);
        first..first + self.houses
    }

    fn store(&self, player: usize) -> usize {
        self.row(player).end
    }

    pub(super) fn seeds(&self, player: usize) -> usize {
        self.row(player).map(|pit| self.pits[pit]).sum()
    }

    /// How many seeds more South has in the store.
    pub(super) fn lead(&self) -> i32 {
        self.pits[self.store(0)] as i32 - self.pits[self.store(1)] as i32
    }

    /// The mover's moves, written.
    pub(super) fn moves(&self) -> Vec<String> {
        let filled = self.row(self.mover).enumerate().filter(|&(_, pit)| self.pits[pit] > 0);
        filled.map(|(house, _)| (house + 1).to_string()).collect()
    }

    pub(super) fn apply(&mut self, text: &str) {
        let mut pit = self.row(self.mover).start + text.parse::<usize>().unwrap() - 1;
        let mut hand = std::mem::take(&mut self.pits[pit]);
        while hand > 0 {
            pit = (pit + 1) % self.pits.len();
            if pit != self.store(1 - self.mover) {
                self.pits[pit] += 1;
                hand -= 1;
            }
        }
        if self.row(self.mover).contains(&pit) && self.pits[pit] == 1 {
            self.capture(pit);
        }
        if pit != self.store(self.mover) {
            self.mover = 1 - self.mover;
        }
        if self.seeds(0) == 0 || self.seeds(1) == 0 {
            self.end();
        }
    }

    fn capture(&mut self, pit: usize) {
        // Counted round the board, the numbers of two opposite pits add up to that of South's last pit, twice.
        let facing = 2 * self.houses - pit;
        if self.empty_captures || self.pits[facing] > 0 {
            let captured = std::mem::take(&mut self.pits[pit]) + std::mem::take(&mut self.pits[facing]);
            let store = self.store(self.mover);
            self.pits[store] += captured;
        }
    }

    fn end(&mut self) {
        for player in [0, 1] {
            let (seeds, store) = (self.seeds(player), self.store(player));
            self.row(player).for_each(|pit| self.pits[pit] = 0);
            self.pits[store] += seeds;
        }
        self.over = true;
    }
}
