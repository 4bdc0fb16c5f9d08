//! The 3×3 patterns of `patterns.txt` as a table: a bit for every number that surroundings can be.

use std::sync::LazyLock;

use super::super::board::Colour;
use super::super::surroundings::{PLACES, Surroundings};

const TEXT: &str = include_str!("patterns.txt");

/// All surroundings, 64 to a word.
pub(in super::super) struct Patterns([u64; 1 << 10]);

pub(in super::super) static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::read(TEXT));

/// Where in the nine signs of a pattern, row by row, the eight places of surroundings are.
const SIGNS: [usize; PLACES.len()] = [1, 5, 3, 7, 2, 0, 8, 6];

impl Patterns {
    #[inline(always)]
    pub(in super::super) fn contains(&self, surroundings: Surroundings) -> bool {
        self.0[usize::from(surroundings >> 6)] >> (surroundings & 63) & 1 == 1
    }

    fn read(text: &str) -> Patterns {
        let mut patterns = Patterns([0; 1 << 10]);
        for pattern in read_signs(text).iter().flat_map(variants) {
            patterns.add(&pattern, 0, 0);
        }
        patterns
    }

    /// Adds all surroundings that fit a pattern and begin with the places so far.
    fn add(&mut self, signs: &[u8; 9], place: usize, so_far: Surroundings) {
        let Some((_, shift)) = PLACES.get(place) else {
            self.0[usize::from(so_far >> 6)] |= 1 << (so_far & 63);
            return;
        };
        for colour in [Colour::Empty, Colour::Black, Colour::White, Colour::Border] {
            if fits(signs[SIGNS[place]], colour) {
                self.add(signs, place + 1, so_far | (colour as u16) << shift);
            }
        }
    }
}

/// The signs of each pattern of a text, row by row. A pattern begins after its name; comments and empty lines divide them.
fn read_signs(text: &str) -> Vec<[u8; 9]> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    let pattern = |lines: &[&str]| {
        let signs = lines[1..].iter().flat_map(|row| row.bytes()).filter(|&sign| sign != b' ');
        signs.collect::<Vec<u8>>().try_into().expect("a name and three rows of three signs are a pattern")
    };
    lines.chunks(4).map(pattern).collect()
}

/// A pattern in its eight positions, in both colours.
fn variants(signs: &[u8; 9]) -> Vec<[u8; 9]> {
    let mut variants = Vec::new();
    let mut turned = *signs;
    for _ in 0..4 {
        let mirrored = std::array::from_fn(|at| turned[at / 3 * 3 + 2 - at % 3]);
        variants.extend([turned, mirrored, turned.map(exchange), mirrored.map(exchange)]);
        turned = std::array::from_fn(|at| turned[(2 - at % 3) * 3 + at / 3]);
    }
    variants
}

fn exchange(sign: u8) -> u8 {
    match sign {
        b'X' => b'O',
        b'O' => b'X',
        b'x' => b'o',
        b'o' => b'x',
        other => other,
    }
}

fn fits(sign: u8, colour: Colour) -> bool {
    match sign {
        b'X' => colour == Colour::Black,
        b'O' => colour == Colour::White,
        b'x' => colour != Colour::Black,
        b'o' => colour != Colour::White,
        b'.' => colour == Colour::Empty,
        b'=' => colour == Colour::Border,
        _ => true,
    }
}
