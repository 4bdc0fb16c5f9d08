//! Boards of squares in text: their names, and drawings for a terminal.
//!
//! Square `row * 8 + column` is called by the letter of its column and the number of its row, from `a1` on.

use std::fmt::Write as _;

use waxwing::Player;
use waxwing_workshop::{Kind, Scene};

/// The name of a square.
pub(crate) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The square of this size of board that two characters name.
pub(crate) fn square(column: u8, row: u8, rows: u8, columns: u8) -> Option<u8> {
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'1')?);
    (column < columns && row < rows).then(|| row * 8 + column)
}

/// The squares of a board, by its rows in the given order.
pub(crate) fn squares(rows: impl Iterator<Item = u8>, columns: u8) -> impl Iterator<Item = u8> {
    rows.flat_map(move |row| row * 8..row * 8 + columns)
}

/// The player in whose set of squares this one is.
pub(crate) fn holder(sets: &[u64], square: u8) -> Option<Player> {
    sets.iter().position(|set| set >> square & 1 == 1).map(|player| Player(player as u8))
}

/// Draws the rows in the given order, from the top, between their coordinates. `sign` says what is on a square, and
/// `marked` whether it had a part in the last move.
pub(crate) fn draw(
    rows: impl Iterator<Item = u8>,
    columns: u8,
    sign: impl Fn(u8) -> char,
    marked: impl Fn(u8) -> bool,
) -> String {
    let letters: String = (0..columns).flat_map(|column| [' ', char::from(b'a' + column)]).collect();
    let mut drawing = format!("  {letters}\n");
    for row in rows {
        let _ = write!(drawing, "{:2}", row + 1);
        for square in row * 8..row * 8 + columns {
            let _ = write!(drawing, "{}{}", if marked(square) { '›' } else { ' ' }, sign(square));
        }
        let _ = writeln!(drawing, " {}", row + 1);
    }
    drawing + "  " + &letters + "\n"
}

/// Puts the pieces of players, as sets of squares, on a board of a scene. `kind` says what stands on a square.
pub(crate) fn put(scene: &mut Scene, sets: &[u64], kind: impl Fn(u8) -> Kind) {
    for (player, &set) in sets.iter().enumerate() {
        for square in (0..64).filter(|square| set >> square & 1 == 1) {
            scene.put(name(square), kind(square), Some(Player(player as u8)));
        }
    }
}
