//! Connections, Euler numbers and quads, against what is found square by square.

use std::collections::BTreeSet;

use waxwing::Rng;

use super::super::groups::{are_connected, euler_number, quads_of_four, quads_of_three};
use super::reference::groups;
use super::squares;

/// A random set of squares: few, many, or those of random games.
fn random_set(rng: &mut Rng) -> u64 {
    let sparse = rng.next_u64() & rng.next_u64();
    match rng.below(4) {
        0 => sparse,
        1 => sparse & rng.next_u64(),
        2 => rng.next_u64(),
        _ => sparse & rng.next_u64() & (squares("c3 c4 c5 c6 d3 d4 d5 d6 e3 e4 e5 e6 f3 f4 f5 f6") | rng.next_u64()),
    }
}

/// The squares of a set, or those that are not in it, as rows and columns; with a margin of one square.
fn places(set: u64, inside: bool) -> BTreeSet<(i32, i32)> {
    let board = (-1..9).flat_map(|row| (-1..9).map(move |column| (row, column)));
    let has =
        |row: i32, column: i32| (0..8).contains(&row) && (0..8).contains(&column) && set >> (row * 8 + column) & 1 == 1;
    board.filter(|&(row, column)| has(row, column) == inside).collect()
}

#[test]
fn groups_and_quads_are_those_that_are_found_square_by_square() {
    let mut rng = Rng::new(9);
    let (mut connected, mut with_holes) = (0, 0);
    for _ in 0..20_000 {
        let set = random_set(&mut rng);
        if set == 0 {
            continue;
        }
        let groups_of_pieces = groups(places(set, true), true);
        // Around the board all is one area; every other one is a hole.
        let holes = groups(places(set, false), false) - 1;
        assert_eq!(are_connected(set), groups_of_pieces == 1, "{set:#x}");
        assert_eq!(euler_number(set), groups_of_pieces as i32 - holes as i32, "{set:#x}");
        connected += usize::from(groups_of_pieces == 1);
        with_holes += usize::from(holes > 0);
        let inside = places(set, true);
        let in_quad = |row, column| {
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .filter(|(up, right)| inside.contains(&(row + up, column + right)))
                .count()
        };
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let has = |quads: u64| quads >> (row * 8 + column) & 1 == 1;
            assert_eq!(has(quads_of_three(set)), in_quad(row, column) == 3);
            assert_eq!(has(quads_of_four(set)), in_quad(row, column) == 4);
        }
    }
    assert!(connected > 1000 && with_holes > 1000, "{connected} {with_holes}");
}

#[test]
fn connections_are_those_of_a_fill_over_millions_of_sets() {
    /// Grows a group piece by piece, by looking at all eight squares around each.
    fn filled(set: u64) -> bool {
        let (mut left, mut open) = (set & (set - 1), vec![set.trailing_zeros() as i32]);
        while let Some(square) = open.pop() {
            for (up, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let (row, column) = (square / 8 + up, square % 8 + right);
                let inside = (0..8).contains(&row) && (0..8).contains(&column);
                if inside && left >> (row * 8 + column) & 1 == 1 {
                    left &= !(1 << (row * 8 + column));
                    open.push(row * 8 + column);
                }
            }
        }
        left == 0
    }
    let mut rng = Rng::new(10);
    let mut connected = 0;
    for _ in 0..1_000_000 {
        let set = random_set(&mut rng);
        if set != 0 {
            connected += u32::from(filled(set));
            assert_eq!(are_connected(set), filled(set), "{set:#x}");
        }
    }
    assert!(connected > 10_000, "{connected}");
}
