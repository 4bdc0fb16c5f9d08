//! The rules of expert playouts on rows of characters: every question is answered by putting the stone and looking.

use std::collections::BTreeSet;

use super::super::reference::{self, Place, Reference, Rows, beside, liberties, name, other};

const PATTERNS: &str = include_str!("../../expert/patterns.txt");

/// The points round a point, and itself, row by row from the top; `None` is outside the board.
fn window(rows: &Rows, (row, column): Place) -> [[Option<Place>; 3]; 3] {
    let on_board = |row: usize, column: usize| (row < rows.len() && column < rows.len()).then_some((row, column));
    [1, 0, usize::MAX]
        .map(|up| [usize::MAX, 0, 1].map(|right| on_board(row.wrapping_add(up), column.wrapping_add(right))))
}

/// What an expert sees round a point: `b`, `w`, `.` or `=`.
pub(super) type Window = [[char; 3]; 3];

pub(super) fn signs(rows: &Rows, place: Place) -> Window {
    window(rows, place).map(|line| line.map(|place| place.map_or('=', |(row, column)| rows[row][column])))
}

/// Whether a window fits a pattern of the data file, turned, mirrored and with colours exchanged as may be.
pub(super) fn has_pattern(window: Window) -> bool {
    let lines: Vec<&str> = PATTERNS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
    lines.chunks(4).any(|pattern| symmetries(window).into_iter().any(|window| fits(&pattern[1..], window)))
}

/// A window in all positions, in both colours.
pub(super) fn symmetries(window: Window) -> Vec<Window> {
    let turn = |window: Window| [0, 1, 2].map(|row| [0, 1, 2].map(|column| window[2 - column][row]));
    let mirror = |window: Window| [window[2], window[1], window[0]];
    let exchange = |sign| if sign == 'b' || sign == 'w' { other(sign) } else { sign };
    let mut all = vec![window];
    for _ in 0..3 {
        all.push(turn(all[all.len() - 1]));
    }
    all.extend(all.clone().into_iter().map(mirror));
    all.extend(all.clone().into_iter().map(|window| window.map(|line| line.map(exchange))));
    all
}

fn fits(pattern: &[&str], window: Window) -> bool {
    let fits_sign = |(sign, found): (&str, char)| match sign {
        "X" => found == 'b',
        "O" => found == 'w',
        "x" => found != 'b',
        "o" => found != 'w',
        "." | "=" => sign.starts_with(found),
        _ => true,
    };
    pattern.iter().zip(window).all(|(line, found)| line.split(' ').zip(found).all(fits_sign))
}

impl Reference {
    fn stones(&self, rows: &Rows) -> usize {
        rows.iter().flatten().filter(|&&sign| sign != '.').count()
    }

    /// The stones in atari with a stone that is put on a point and captures nothing.
    pub(super) fn self_atari(&self, place: Place) -> usize {
        match self.after(place, false) {
            Some(rows) if self.stones(&rows) > self.stones(&self.rows) && liberties(&rows, place) == 1 => {
                reference::flood(&rows, place).0.len()
            }
            _ => 0,
        }
    }

    fn is_sound(&self, place: Place) -> bool {
        self.is_playable(place) && self.self_atari(place) < 2
    }

    /// The last liberty of a chain of this colour, if a stone of one is here.
    fn last_liberty(&self, stone: Place, colour: char) -> Option<Place> {
        let is_of = self.rows[stone.0][stone.1] == colour;
        let edge = || reference::flood(&self.rows, stone).1.into_iter();
        let free: Vec<Place> = if is_of { edge().filter(|at| self.rows[at.0][at.1] == '.').collect() } else { vec![] };
        if let [only] = free[..] { Some(only) } else { None }
    }

    fn captures(&self, stones: impl Iterator<Item = Place>) -> BTreeSet<Place> {
        let captures = stones.filter_map(|stone| self.last_liberty(stone, other(self.mover)));
        captures.filter(|&place| self.is_playable(place)).collect()
    }

    fn escapes(&self, stone: Place) -> BTreeSet<Place> {
        let Some(last) = self.last_liberty(stone, self.mover) else { return BTreeSet::new() };
        let mut escapes = self.captures(reference::flood(&self.rows, stone).1.into_iter());
        if self.is_playable(last) && self.self_atari(last) == 0 {
            escapes.insert(last);
        }
        escapes
    }

    /// The moves that an expert playout draws from, after a last stone on this point.
    pub(super) fn expert_moves(&self, last: Option<Place>) -> BTreeSet<String> {
        let round = |place| window(&self.rows, place).into_iter().flatten().flatten();
        if let Some(last) = last {
            let capture = self.captures(round(last));
            let escapes = beside(&self.rows, last).into_iter().flat_map(|stone| self.escapes(stone)).collect();
            let is_shape = |&place: &Place| has_pattern(signs(&self.rows, place)) && self.is_sound(place);
            let shapes = round(last).filter(|&(row, column)| self.rows[row][column] == '.').filter(is_shape).collect();
            if let Some(points) = [capture, escapes, shapes].into_iter().find(|points: &BTreeSet<_>| !points.is_empty())
            {
                return points.into_iter().map(name).collect();
            }
        }
        let sound: BTreeSet<String> =
            reference::places(&self.rows).filter(|&place| self.is_sound(place)).map(name).collect();
        if sound.is_empty() { self.playout_moves() } else { sound }
    }
}
