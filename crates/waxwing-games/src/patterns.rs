//! Tuples of places on boards of 8×8, and the symmetries of these boards, for what learned evaluations look at.
//!
//! Square 8·row + column is the place of that number. Places from 64 on are no squares, and no symmetry moves them.

/// The places of the squares.
pub(crate) const SQUARES: u16 = 64;

/// The eight symmetries of the board; the first one moves nothing.
pub(crate) fn symmetries(places: usize) -> Vec<Vec<u16>> {
    (0..8).map(|symmetry| image(symmetry, places)).collect()
}

/// The board and its mirror image with left and right exchanged.
pub(crate) fn mirrors(places: usize) -> Vec<Vec<u16>> {
    [0, 4].map(|symmetry| image(symmetry, places)).to_vec()
}

fn image(symmetry: u16, places: usize) -> Vec<u16> {
    let image = |place: u16| {
        if place >= SQUARES {
            return place;
        }
        let (row, column) = (place / 8, place % 8);
        let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
        let row = if symmetry & 2 == 0 { row } else { 7 - row };
        let column = if symmetry & 4 == 0 { column } else { 7 - column };
        8 * row + column
    };
    (0..places as u16).map(image).collect()
}

/// All rectangles of this many rows and columns.
pub(crate) fn windows(rows: u16, columns: u16) -> Vec<Vec<u16>> {
    let corners = (0..=8 - rows).flat_map(|row| (0..=8 - columns).map(move |column| 8 * row + column));
    let window =
        |corner| (0..rows * columns).map(move |place| corner + 8 * (place / columns) + place % columns).collect();
    corners.map(window).collect()
}

/// One of each set of tuples that symmetries exchange: the first.
pub(crate) fn representatives(tuples: Vec<Vec<u16>>, symmetries: &[Vec<u16>]) -> Vec<Vec<u16>> {
    let mut kept: Vec<Vec<u16>> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for tuple in tuples {
        let images = symmetries.iter().map(|symmetry| {
            let mut image: Vec<u16> = tuple.iter().map(|&place| symmetry[usize::from(place)]).collect();
            image.sort_unstable();
            image
        });
        // No short cut: all images are to be remembered.
        if images.filter(|image| seen.insert(image.clone())).count() > 0 {
            kept.push(tuple);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_lie_on_the_board_and_one_of_their_images_is_kept() {
        let windows = windows(3, 3);
        assert_eq!((windows.len(), &windows[0][..], windows[35][8]), (36, &[0, 1, 2, 8, 9, 10, 16, 17, 18][..], 63));
        assert_eq!(representatives(windows.clone(), &mirrors(64)).len(), 18);
        assert_eq!(representatives(windows, &symmetries(64)).len(), 6);
    }

    #[test]
    fn symmetries_exchange_squares_and_nothing_else() {
        for symmetry in symmetries(70) {
            let mut places = symmetry.clone();
            places.sort_unstable();
            assert_eq!(places, (0..70).collect::<Vec<u16>>());
            assert_eq!(symmetry[64..], [64, 65, 66, 67, 68, 69]);
        }
        assert_eq!(mirrors(64)[1][8..16], [15, 14, 13, 12, 11, 10, 9, 8]);
    }
}
