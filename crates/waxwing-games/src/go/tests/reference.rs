//! Go on rows of characters, as the rules are told: slow, and sharing nothing with the board.

use std::collections::BTreeSet;

use super::super::rules::{Ko, Rules};

const LETTERS: &str = "ABCDEFGHJKLMNOPQRST";

pub(super) type Rows = Vec<Vec<char>>;
pub(super) type Place = (usize, usize);

/// A game of Go.
pub(super) struct Reference {
    rules: Rules,
    pub(super) rows: Rows,
    pub(super) mover: char,
    /// All positions so far with the player to move, and whether a pass led there.
    past: Vec<(Rows, char, bool)>,
}

pub(super) fn other(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

pub(super) fn name((row, column): Place) -> String {
    format!("{}{}", &LETTERS[column..=column], row + 1)
}

pub(super) fn places(rows: &Rows) -> impl Iterator<Item = Place> + use<> {
    let size = rows.len();
    (0..size * size).map(move |place| (place / size, place % size))
}

pub(super) fn beside(rows: &Rows, (row, column): Place) -> Vec<Place> {
    let all = [(row + 1, column), (row, column + 1), (row.wrapping_sub(1), column), (row, column.wrapping_sub(1))];
    all.into_iter().filter(|&(row, column)| row < rows.len() && column < rows.len()).collect()
}

/// All places connected with this one by places of the same colour, and what else is beside them.
pub(super) fn flood(rows: &Rows, start: Place) -> (BTreeSet<Place>, BTreeSet<Place>) {
    let (mut region, mut edge, mut todo) = (BTreeSet::from([start]), BTreeSet::new(), vec![start]);
    while let Some(place) = todo.pop() {
        for near in beside(rows, place) {
            if rows[near.0][near.1] != rows[start.0][start.1] {
                edge.insert(near);
            } else if region.insert(near) {
                todo.push(near);
            }
        }
    }
    (region, edge)
}

pub(super) fn liberties(rows: &Rows, stone: Place) -> usize {
    flood(rows, stone).1.into_iter().filter(|&(row, column)| rows[row][column] == '.').count()
}

fn lift_if_dead(rows: &mut Rows, stone: Place) -> usize {
    if liberties(rows, stone) > 0 {
        return 0;
    }
    let (chain, _) = flood(rows, stone);
    chain.iter().for_each(|&(row, column)| rows[row][column] = '.');
    chain.len()
}

impl Reference {
    pub(super) fn new(size: usize, rules: Rules) -> Self {
        let rows = vec![vec!['.'; size]; size];
        Reference { rules, past: vec![(rows.clone(), 'b', false)], rows, mover: 'b' }
    }

    /// The rows after a stone, if it may be put there by all but the ko rule.
    pub(super) fn after(&self, place: Place, suicide: bool) -> Option<Rows> {
        let mut rows = self.rows.clone();
        if rows[place.0][place.1] != '.' {
            return None;
        }
        rows[place.0][place.1] = self.mover;
        for near in beside(&rows, place) {
            if rows[near.0][near.1] == other(self.mover) {
                lift_if_dead(&mut rows, near);
            }
        }
        match lift_if_dead(&mut rows, place) {
            0 => Some(rows),
            1 => None,
            _ => suicide.then_some(rows),
        }
    }

    fn repeats(&self, rows: &Rows, ko: Ko) -> bool {
        let next = other(self.mover);
        match ko {
            Ko::Positional => self.past.iter().any(|(past, ..)| past == rows),
            Ko::Situational => self.past.iter().any(|(past, mover, _)| past == rows && *mover == next),
            Ko::Simple => self.past.len() >= 2 && self.past[self.past.len() - 2].0 == *rows,
        }
    }

    pub(super) fn moves(&self) -> BTreeSet<String> {
        let legal = |&place: &Place| {
            self.after(place, self.rules.suicide).is_some_and(|rows| !self.repeats(&rows, self.rules.ko))
        };
        places(&self.rows).filter(legal).map(name).chain(["pass".to_owned()]).collect()
    }

    /// An eye as playouts see it.
    fn is_eye(&self, (row, column): Place) -> bool {
        let at = |row: usize, column: usize| self.rows.get(row).and_then(|line| line.get(column)).copied();
        let (up, right) = (row + 1, column + 1);
        let (down, left) = (row.wrapping_sub(1), column.wrapping_sub(1));
        let diagonal = [(up, left), (up, right), (down, left), (down, right)].map(|(row, column)| at(row, column));
        let enemies = diagonal.iter().filter(|&&sign| sign == Some(other(self.mover))).count();
        let allowed = if diagonal.contains(&None) { 0 } else { 1 };
        beside(&self.rows, (row, column)).into_iter().all(|(row, column)| self.rows[row][column] == self.mover)
            && enemies <= allowed
    }

    /// Whether a playout may put a stone here.
    pub(super) fn is_playable(&self, place: Place) -> bool {
        !self.is_eye(place) && self.after(place, false).is_some_and(|rows| !self.repeats(&rows, Ko::Simple))
    }

    pub(super) fn playout_moves(&self) -> BTreeSet<String> {
        let moves: BTreeSet<String> = places(&self.rows).filter(|&place| self.is_playable(place)).map(name).collect();
        if moves.is_empty() { BTreeSet::from(["pass".to_owned()]) } else { moves }
    }

    pub(super) fn apply(&mut self, text: &str) {
        if let Some(place) = places(&self.rows).find(|&place| name(place) == text) {
            self.rows = self.after(place, self.rules.suicide).expect("the move is possible");
        }
        self.mover = other(self.mover);
        self.past.push((self.rows.clone(), self.mover, text == "pass"));
    }

    pub(super) fn is_over(&self) -> bool {
        let plies = self.past.len() - 1;
        let passes = self.past.iter().rev().take(2).filter(|(_, _, pass)| *pass).count();
        passes == 2 || plies == (3 * self.rows.len() * self.rows.len()).max(100)
    }

    /// Whose a place is: its stone's, or that of the only colour that its empty region touches.
    pub(super) fn owner(&self, place: Place) -> char {
        if self.rows[place.0][place.1] != '.' {
            return self.rows[place.0][place.1];
        }
        let touched: BTreeSet<char> =
            flood(&self.rows, place).1.into_iter().map(|(row, column)| self.rows[row][column]).collect();
        if touched.len() == 1 { touched.into_iter().next().expect("there is one") } else { '.' }
    }
}
