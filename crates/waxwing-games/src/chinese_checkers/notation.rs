//! `12-25` moves the checker on field 12 to field 25, `pass` is a pass. The drawing has the numbers of all fields.

use std::fmt::Write as _;

use waxwing::{Game, Notation, Player};

use super::board::{COORDINATES, FIELDS, PLACES};
use super::{ChineseCheckers, ChineseCheckersMove};
use crate::position::refusal;

/// The checkers of the players.
const SIGNS: [char; 6] = ['●', '○', '▲', '△', '■', '□'];
/// The triangles, clockwise from the top.
const CORNERS: [&str; 6] = ["North", "Northeast", "Southeast", "South", "Southwest", "Northwest"];

/// The field that a text is the number of.
fn field(text: &str) -> Option<u8> {
    let is_plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| is_plain && usize::from(number) < FIELDS)
}

impl Notation for ChineseCheckers {
    fn format(&self, action: ChineseCheckersMove) -> String {
        action.fields().map_or_else(|| "pass".to_owned(), |(from, to)| format!("{from}-{to}"))
    }

    fn parse(&self, text: &str) -> Result<ChineseCheckersMove, String> {
        if text == "pass" {
            return Ok(ChineseCheckersMove::PASS);
        }
        let fields = text.split_once('-').and_then(|(from, to)| Some((field(from)?, field(to)?)));
        let action =
            fields.map(|(from, to)| ChineseCheckersMove { from, to }).filter(|action| action.from != action.to);
        action.ok_or_else(|| {
            format!("`{text}` is not a move; a move is two different fields from 0 to 72, such as `3-9`, or `pass`")
        })
    }

    fn draw(&self, _: Option<Player>) -> String {
        let sets: Vec<u128> = (0..self.players()).map(|player| self.set(player)).collect();
        let marked = self.last.fields();
        let mut drawing = String::new();
        let (mut row, mut column) = (None, 0);
        for (field, (x, z)) in COORDINATES.into_iter().enumerate() {
            // Four columns to the next field of a row, two to the side in the next row.
            let start = 4 * x + 2 * z + 18;
            if row != Some(z) {
                drawing += if row.is_some() { "\n" } else { "" };
                (row, column) = (Some(z), 0);
            }
            let owner = sets.iter().position(|set| set >> PLACES[field] & 1 == 1);
            let mark = if marked.is_some_and(|(from, to)| [from, to].contains(&(field as u8))) { '›' } else { ' ' };
            let sign = owner.map_or(' ', |player| SIGNS[player]);
            let indent = " ".repeat((start - column) as usize);
            let _ = write!(drawing, "{indent}{mark}{sign}{field:2}");
            column = start + 4;
        }
        drawing += "\n ";
        for (player, set) in sets.iter().enumerate() {
            let (sign, name) = (SIGNS[player], self.player_name(Player(player as u8)));
            let _ = write!(drawing, " {sign} {name} {}/6 ", (set & self.target(player)).count_ones());
        }
        drawing.truncate(drawing.trim_end().len());
        drawing + "\n"
    }

    fn player_name(&self, player: Player) -> String {
        let home = self.homes.get(player.index()).copied().unwrap_or_default();
        CORNERS[usize::from(home) % 6].to_owned()
    }

    fn places(&self) -> Vec<String> {
        (0..PLACES.len()).map(|field| field.to_string()).collect()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let players = 0..self.players();
        holders.extend(PLACES.iter().map(|place| {
            let owner = players.clone().find(|&player| self.set(player) >> place & 1 == 1);
            owner.map(|player| Player(player as u8))
        }));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
