//! Categories of moves, and how likely a move of each is to be played where one is available (Winands and
//! Björnsson 2009, section 3.2).
//!
//! A category is: whether the move captures, the region where it begins, the region where it ends, and how many squares it
//! gets nearer to the centre of mass of the mover's pieces, as it was before the move. Our reading of the last: by steps of
//! a king, and six at most, either way. The regions of the board of 8×8 are its 4 corners, the other 24 squares of the rim,
//! the rims of 6×6 and 4×4 inside, and the 2×2 in the centre. A pass is a category of its own.

use std::sync::LazyLock;

use waxwing::Rng;

use super::super::board::ROOM;
use super::super::{LinesOfAction, LinesOfActionMove};
use super::geometry::{self, Geometry, REGIONS, distance};
use super::side::Side;

/// The most squares towards the centre of mass, or away from it, that make a difference.
const MOST_NEARER: i8 = 6;
const STEPS: usize = 2 * MOST_NEARER as usize + 1;
const PASS: usize = 2 * REGIONS * REGIONS * STEPS;
pub(super) const CATEGORIES: usize = PASS + 1;

static PROBABILITIES: LazyLock<Vec<f32>> =
    LazyLock::new(|| read(include_str!("categories.txt")).expect("the file has a probability for each category"));

/// The probabilities of all categories.
pub(in super::super) fn probabilities() -> &'static [f32] {
    &PROBABILITIES
}

/// Lines `category | probability | played | available`, where the counts say what the probability comes from. What follows
/// a `#` is a remark.
fn read(text: &str) -> Option<Vec<f32>> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let entries = lines.filter(|line| !line.is_empty()).enumerate().map(|(place, line)| {
        let mut fields = line.split('|').map(str::trim);
        let category: usize = fields.next()?.parse().ok()?;
        let probability: f32 = fields.next()?.parse().ok()?;
        (category == place && probability > 0.0 && probability <= 1.0).then_some(probability)
    });
    let probabilities: Vec<f32> = entries.collect::<Option<_>>()?;
    (probabilities.len() == CATEGORIES).then_some(probabilities)
}

/// The categories of the actions.
#[inline]
pub(in super::super) fn categories(
    state: &LinesOfAction,
    actions: &[LinesOfActionMove],
) -> impl ExactSizeIterator<Item = usize> {
    let geometry = geometry::on_board(state.board.size);
    let centre = Side::of(state.board.own, geometry).centre();
    actions.iter().map(move |&action| match action {
        LinesOfActionMove::PASS => PASS,
        _ => {
            let captures = state.board.other >> action.to() & 1 == 1;
            category(geometry, centre, captures, action.from(), action.to())
        }
    })
}

/// A move drawn in proportion to the probability of its category, or the pass.
///
/// Moves and their running sums are written side by side; the place of the drawn number among the sums is then a count,
/// and nothing branches on the board.
pub(in super::super) fn draw_by_category(state: &LinesOfAction, rng: &mut Rng) -> LinesOfActionMove {
    let (board, probabilities) = (&state.board, probabilities());
    let geometry = geometry::on_board(board.size);
    let centre = Side::of(board.own, geometry).centre();
    let mut moves = [LinesOfActionMove::PASS; ROOM];
    let count =
        board.list(&mut moves, |from, direction, to| LinesOfActionMove::new(board.mover, from, direction / 2, to));
    let mut sums = [f32::INFINITY; ROOM];
    let mut total = 0.0;
    for (sum, action) in sums.iter_mut().zip(&moves[..count]) {
        let captures = board.other >> action.to() & 1 == 1;
        total += probabilities[category(geometry, centre, captures, action.from(), action.to())];
        *sum = total;
    }
    let drawn = rng.unit() * total;
    let place: usize = sums[..count].iter().map(|&sum| usize::from(sum <= drawn)).sum();
    // Rounding may leave a little over: it belongs to the last move. Without one it is the pass.
    moves[place.min(count.saturating_sub(1))]
}

#[inline(always)]
fn category(geometry: &Geometry, centre: u8, captures: bool, from: u8, to: u8) -> usize {
    let [origin, destination] = [from, to].map(|square| usize::from(geometry.regions[usize::from(square & 63)]));
    let nearer = distance(from, centre) as i8 - distance(to, centre) as i8;
    let step = (nearer.clamp(-MOST_NEARER, MOST_NEARER) + MOST_NEARER) as usize;
    ((usize::from(captures) * REGIONS + origin) * REGIONS + destination) * STEPS + step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_made_of_its_four_parts() {
        let geometry = geometry::on_board(8);
        let sizes: Vec<usize> =
            (0..5).map(|region| geometry.regions.iter().filter(|&&found| found == region).count()).collect();
        assert_eq!(sizes, [4, 24, 20, 12, 4]);
        // From a1 to d4, with the centre of mass on d4 or on a1; from b2 to c1, which is as far from d4.
        assert_eq!(category(geometry, 27, false, 0, 27), 4 * STEPS + 6 + 3);
        assert_eq!(category(geometry, 0, true, 0, 27), (25 + 4) * STEPS + 6 - 3);
        assert_eq!(category(geometry, 27, false, 9, 2), (2 * 5 + 1) * STEPS + 6 - 1);
        assert_eq!(category(geometry, 63, false, 0, 63), 6 + 6, "seven squares count as six");
    }

    #[test]
    fn small_boards_have_corners_a_rim_and_a_centre_too() {
        for size in 4..=8 {
            let geometry = geometry::on_board(size);
            let count = |wanted: u8| {
                let squares = (0..64).filter(|square| square / 8 < size && square % 8 < size);
                squares.filter(|&square| geometry.regions[usize::from(square)] == wanted).count()
            };
            assert_eq!((count(0), count(1)), (4, 4 * usize::from(size) - 8));
            assert_eq!(count(4), if size % 2 == 0 { 4 } else { 1 });
            assert_eq!((0..5).map(count).sum::<usize>(), usize::from(size * size));
        }
    }

    #[test]
    fn a_table_that_is_not_whole_is_not_read() {
        let line = |category| format!("{category} | 0.5 | 1 | 2 # a remark\n");
        let whole: String = (0..CATEGORIES).map(line).collect();
        assert_eq!(read(&whole), Some(vec![0.5; CATEGORIES]));
        let wrong = [&whole[line(0).len()..], &(whole.clone() + "651 | 1"), &whole.replacen("0.5", "0", 1), "x", ""];
        assert!(wrong.iter().all(|text| read(text).is_none()));
    }
}
