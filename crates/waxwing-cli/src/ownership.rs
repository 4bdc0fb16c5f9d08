//! Who holds the places of a board at the ends of playouts, as a board or a table.

use waxwing::Player;
use waxwing_workshop::{Ownership, PlaceOwnership, Position};

use crate::show::{self, dim, heading};

/// The share of each player in each place, in percent: a board for each player where the places have rows and columns, such
/// as `a1`, and otherwise a table.
pub fn described(ownership: &Ownership, position: &Position) -> String {
    let players = (0..position.players()).map(|player| Player(player as u8));
    let names: Vec<String> = players.map(|player| position.player_name(player)).collect();
    let note = dim(format!(
        "percent of {} at whose ends a player holds the place",
        show::plural(ownership.playouts, "playout")
    ));
    let text = match rows(&ownership.places) {
        Some(rows) => boards(&rows, &names),
        None => table(&ownership.places, &names),
    };
    format!("\n{text}  {note}\n")
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// The places by their rows, in the order of the drawing; `None` if they have no rows and columns.
fn rows(places: &[PlaceOwnership]) -> Option<Vec<&[PlaceOwnership]>> {
    let is_square = |place: &PlaceOwnership| column(place).is_some_and(|letter| letter.is_ascii_alphabetic());
    places.iter().all(is_square).then(|| places.chunk_by(|one, next| row(one) == row(next)).collect())
}

fn column(place: &PlaceOwnership) -> Option<char> {
    place.place.chars().next().filter(|_| row(place).parse::<u32>().is_ok())
}

fn row(place: &PlaceOwnership) -> &str {
    let after = place.place.char_indices().nth(1).map_or(place.place.len(), |(index, _)| index);
    &place.place[after..]
}

fn boards(rows: &[&[PlaceOwnership]], names: &[String]) -> String {
    let mut letters: Vec<char> = rows.iter().flat_map(|row| row.iter().filter_map(column)).collect();
    letters.sort_unstable();
    letters.dedup();
    let header: String = letters.iter().map(|letter| format!("{letter:>4}")).collect();
    let board = |(player, name): (usize, &String)| {
        let line = |places: &&[PlaceOwnership]| {
            let cell = |letter: &char| {
                let place = places.iter().find(|&place| column(place) == Some(*letter));
                format!("{:>4}", place.map_or(String::new(), |place| percent(place.shares[player])))
            };
            let cells: String = letters.iter().map(cell).collect();
            format!("{:>3}{}\n", row(&places[0]), cells.trim_end())
        };
        let lines: String = rows.iter().map(line).collect();
        format!("{}\n   {header}\n{lines}\n", heading(name))
    };
    names.iter().enumerate().map(board).collect()
}

fn table(places: &[PlaceOwnership], names: &[String]) -> String {
    let columns: Vec<String> = names.iter().map(|name| format!(">{name}")).collect();
    let columns: Vec<&str> = std::iter::once("place").chain(columns.iter().map(String::as_str)).collect();
    let mut table = show::TextTable::new(&columns);
    for place in places {
        table.row(std::iter::once(place.place.clone()).chain(place.shares.iter().map(|&share| percent(share))));
    }
    table.text() + "\n"
}
