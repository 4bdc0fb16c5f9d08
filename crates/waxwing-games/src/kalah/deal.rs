//! Random starting boards: drawn, packed into a number, and written as both rows with `/` between them.

use waxwing::Rng;

use super::sowing::MOST_HOUSES;

/// The seeds in the houses of South and then of North, in the order of sowing; the stores are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    counts: [u8; 2 * MOST_HOUSES],
    /// The houses of each player.
    houses: usize,
}

/// In how many ways seeds can lie in `houses` houses, at least one.
fn ways(seeds: u8, houses: usize) -> u64 {
    (1..houses as u64).fold(1, |ways, house| ways * (u64::from(seeds) + house) / house)
}

impl Deal {
    /// Throws each seed into any house, and all of them again if a player has got none.
    pub(super) fn random(houses: u8, stones: u8, rng: &mut Rng) -> Self {
        let houses = usize::from(houses);
        loop {
            let mut deal = Deal { counts: [0; 2 * MOST_HOUSES], houses };
            for _ in 0..2 * houses * usize::from(stones) {
                deal.counts[rng.below(2 * houses)] += 1;
            }
            if deal.rows().iter().all(|row| has_seeds(row)) {
                return deal;
            }
        }
    }

    /// The houses of both players.
    pub(super) fn rows(&self) -> [&[u8]; 2] {
        [&self.counts[..self.houses], &self.counts[self.houses..2 * self.houses]]
    }

    /// The number of this deal among all boards with as many seeds, in the order of their houses.
    pub(super) fn packed(&self) -> u64 {
        let (mut number, mut left) = (0, self.counts.iter().sum::<u8>());
        for (house, &count) in self.counts[..2 * self.houses - 1].iter().enumerate() {
            let houses_after = 2 * self.houses - 1 - house;
            number += (0..count).map(|fewer| ways(left - fewer, houses_after)).sum::<u64>();
            left -= count;
        }
        number
    }

    /// The deal of a number.
    pub(super) fn unpacked(mut number: u64, houses: u8, stones: u8) -> Self {
        let mut deal = Deal { counts: [0; 2 * MOST_HOUSES], houses: usize::from(houses) };
        let mut left = 2 * houses * stones;
        for house in 0..2 * deal.houses - 1 {
            let houses_after = 2 * deal.houses - 1 - house;
            while left > 0 && number >= ways(left, houses_after) {
                number -= ways(left, houses_after);
                left -= 1;
                deal.counts[house] += 1;
            }
        }
        deal.counts[2 * deal.houses - 1] = left;
        deal
    }

    /// Whether a number, which may be any, is that of a deal.
    pub(super) fn exists(number: u64, houses: u8, stones: u8) -> bool {
        let deal = Deal::unpacked(number, houses, stones);
        deal.packed() == number && deal.rows().iter().all(|row| has_seeds(row))
    }

    /// The deal as text.
    pub(super) fn text(&self) -> String {
        let row = |counts: &[u8]| counts.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        self.rows().map(row).join("/")
    }

    /// Reads a deal of a game with this many houses and seeds. The message says what is wrong.
    pub(super) fn read(text: &str, houses: u8, stones: u8) -> Result<Self, String> {
        let form = || format!("it has {houses} numbers with `,` between them for South, a `/`, and as many for North");
        let (south, north) = text.split_once('/').ok_or_else(form)?;
        let mut deal = Deal { counts: [0; 2 * MOST_HOUSES], houses: usize::from(houses) };
        let (first, second) = deal.counts.split_at_mut(deal.houses);
        let second = &mut second[..deal.houses];
        for (row, text) in [(first, south), (second, north)] {
            let numbers: Vec<&str> = text.split(',').collect();
            if numbers.len() != row.len() {
                return Err(form());
            }
            for (count, number) in row.iter_mut().zip(numbers) {
                *count = read_number(number)?;
            }
        }
        let (seeds, wanted) = (deal.counts.iter().map(|&count| u32::from(count)).sum::<u32>(), 2 * houses * stones);
        match () {
            () if seeds != u32::from(wanted) => Err(format!("there are {wanted} seeds, not {seeds}")),
            () if !deal.rows().iter().all(|row| has_seeds(row)) => Err("each player must have a seed".to_owned()),
            () => Ok(deal),
        }
    }
}

fn has_seeds(row: &[u8]) -> bool {
    row.iter().any(|&count| count > 0)
}

fn read_number(text: &str) -> Result<u8, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or_else(|| format!("`{text}` is no number of seeds"))
}
