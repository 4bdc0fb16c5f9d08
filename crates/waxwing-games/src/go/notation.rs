//! How moves are written, such as `D4`, and how the board is drawn. The columns' letters leave out the I.

use std::fmt::Write as _;

use waxwing::{Notation, Player};

use super::{Go, GoMove, GoRecord, player};
use crate::position::refusal;

/// The letters of the columns.
const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Go {
    /// The points of the board, from the top left.
    pub(super) fn points(&self) -> impl Iterator<Item = GoMove> {
        let size = self.size();
        (0..size).rev().flat_map(move |row| (0..size).filter_map(move |column| GoMove::new(column, row)))
    }

    /// The sign of a point, by its column and row.
    fn sign(&self, at: GoMove) -> char {
        match self.stone(at) {
            Some(Player(0)) => '●',
            Some(_) => '○',
            None if self.is_star(at) => '+',
            None => '·',
        }
    }

    /// Whether the point is marked on boards of wood: on the lines third or fourth from the edge, and in the middle.
    pub(super) fn is_star(&self, at: GoMove) -> bool {
        let size = self.size();
        let line = if size < 12 { 2 } else { 3 };
        let on = |place: u8| place == line || place == size - 1 - line;
        let middle = |place: u8| size % 2 == 1 && place == size / 2;
        at.place().is_some_and(|(column, row)| {
            let sides = size >= 15 && (on(column) && middle(row) || middle(column) && on(row));
            size >= 7 && (on(column) && on(row) || middle(column) && middle(row) || sides)
        })
    }
}

impl Notation for Go {
    fn format(&self, action: GoMove) -> String {
        match action.place() {
            Some((column, row)) => {
                let letter = LETTERS.get(usize::from(column)).map_or('?', |&letter| char::from(letter));
                format!("{letter}{}", row + 1)
            }
            None => "pass".to_owned(),
        }
    }

    fn margin(&self) -> Option<String> {
        let score = self.score().abs();
        Some(format!("by {score} {}", if score == 1.0 { "point" } else { "points" }))
    }

    fn write_game(&self, actions: &[GoMove], names: &[String], resigned: Option<Player>) -> Option<String> {
        Some(GoRecord::of(self, actions, names, resigned).to_string())
    }

    fn parse(&self, text: &str) -> Result<GoMove, String> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(GoMove::PASS);
        }
        let (size, letters) = (self.size(), &LETTERS[..usize::from(self.size())]);
        let point = text.split_at_checked(1).and_then(|(letter, number)| {
            let column = letters.iter().position(|sign| letter.as_bytes()[0].eq_ignore_ascii_case(sign))?;
            let plain = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
            let row = number.parse().ok().filter(|row: &u8| plain && (1..=size).contains(row))?;
            GoMove::new(column as u8, row - 1)
        });
        let last = char::from(letters[letters.len() - 1]);
        let message = || format!("`{text}` is not a move; a move is a point from A1 to {last}{size}, or `pass`");
        point.ok_or_else(message)
    }

    fn draw(&self, _: Option<Player>) -> String {
        let size = self.size();
        let letters: String =
            LETTERS[..usize::from(size)].iter().flat_map(|&letter| [' ', char::from(letter)]).collect();
        let mut drawing = format!("  {letters}\n");
        for row in (0..size).rev() {
            let _ = write!(drawing, "{:2}", row + 1);
            for at in (0..size).filter_map(|column| GoMove::new(column, row)) {
                let _ = write!(drawing, "{}{}", if at == self.last { '›' } else { ' ' }, self.sign(at));
            }
            let _ = writeln!(drawing, " {}", row + 1);
        }
        let [black, white] = [0, 1].map(|player| self.captured(Player(player)));
        drawing + &format!("  {letters}\n  captured: ● {black}   ○ {white}   komi {}\n", self.komi())
    }

    fn player_name(&self, player: Player) -> String {
        ["Black", "White"][player.index() % 2].to_owned()
    }

    fn places(&self) -> Vec<String> {
        self.points().map(|at| self.format(at)).collect()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        let owners = self.board.owners();
        holders.extend(self.points().map(|at| player(owners[usize::from(at.point())])));
    }

    fn write_position(&self) -> Option<String> {
        self.written()
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
