//! Focus on lists of pieces, as the rules are told: slow, and sharing nothing with the numbers and sets.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row, from 0.
type Square = (i32, i32);

#[derive(Clone)]
pub(super) struct Reference {
    players: usize,
    /// The pieces of each square from the bottom up.
    pub(super) stacks: BTreeMap<Square, Vec<usize>>,
    pub(super) mover: usize,
    pub(super) reserves: Vec<usize>,
    /// `captured[by][of]`
    pub(super) captured: Vec<Vec<usize>>,
    plies: usize,
    pub(super) winner: Option<usize>,
}

/// The squares by their distance from the edges.
fn exists((column, row): Square) -> bool {
    let inside = (0..8).contains(&column) && (0..8).contains(&row);
    inside && column.min(7 - column) + row.min(7 - row) >= 2
}

fn name((column, row): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn read(text: &str) -> Square {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

/// Who has a piece at the start, by the formulas of the three set-ups; rows are counted from the top.
fn first_owner(players: usize, column: i32, row: i32) -> Option<usize> {
    let inner = (1..=6).contains(&row) && (1..=6).contains(&column);
    let pair = (column - 1).div_euclid(2);
    match players {
        2 => inner.then(|| (row - 1 + pair) as usize % 2),
        3 => inner.then(|| match (row - 1 - pair).rem_euclid(3) {
            0 => 0,
            1 => 1,
            _ => 2,
        }),
        _ => Some(match (row < 4, column < 4) {
            (true, true) => [0, 1][row as usize % 2],
            (true, false) => [2, 1][column as usize % 2],
            (false, false) => [3, 2][row as usize % 2],
            (false, true) => [3, 0][column as usize % 2],
        }),
    }
}

impl Reference {
    pub(super) fn new(players: usize, reserve: usize) -> Self {
        let squares = (0..8).flat_map(|column| (0..8).map(move |row| (column, row))).filter(|&square| exists(square));
        let stack = |(column, row): Square| first_owner(players, column, 7 - row).into_iter().collect();
        Reference {
            players,
            stacks: squares.map(|square| (square, stack(square))).collect(),
            mover: 0,
            reserves: vec![if players == 3 { reserve } else { 0 }; players],
            captured: vec![vec![0; players]; players],
            plies: 0,
            winner: None,
        }
    }

    pub(super) fn owned(&self, player: usize) -> usize {
        self.stacks.values().filter(|stack| stack.last() == Some(&player)).count()
    }

    pub(super) fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        for (&(column, row), stack) in &self.stacks {
            if self.reserves[self.mover] > 0 {
                moves.insert(format!("*{}", name((column, row))));
            }
            if stack.last() != Some(&self.mover) {
                continue;
            }
            for count in 1..=stack.len() as i32 {
                for to in [(column + count, row), (column - count, row), (column, row + count), (column, row - count)] {
                    if exists(to) {
                        moves.insert(format!("{}-{}", name((column, row)), name(to)));
                    }
                }
            }
        }
        moves
    }

    pub(super) fn apply(&mut self, text: &str) {
        let (pieces, to) = match text.strip_prefix('*') {
            Some(to) => {
                self.reserves[self.mover] -= 1;
                (vec![self.mover], read(to))
            }
            None => {
                let (from, to) = text.split_once('-').unwrap();
                let (from, to) = (read(from), read(to));
                let count = (from.0 - to.0).abs().max((from.1 - to.1).abs()) as usize;
                let stack = self.stacks.get_mut(&from).unwrap();
                (stack.split_off(stack.len() - count), to)
            }
        };
        let stack = self.stacks.get_mut(&to).unwrap();
        stack.extend(pieces);
        while stack.len() > 5 {
            match stack.remove(0) {
                own if own == self.mover => self.reserves[own] += 1,
                other => self.captured[self.mover][other] += 1,
            }
        }
        self.plies += 1;
        self.pass_on();
    }

    fn pass_on(&mut self) {
        let captured = &self.captured[self.mover];
        let others: Vec<usize> = (0..self.players).filter(|&other| other != self.mover).collect();
        let (each, all) = [(6, 6), (3, 10), (2, 10)][self.players - 2];
        let enough = others.iter().all(|&other| captured[other] >= each) || captured.iter().sum::<usize>() >= all;
        let able = |player: usize| self.owned(player) > 0 || self.reserves[player] > 0;
        if enough || !others.iter().any(|&other| able(other)) {
            self.winner = Some(self.mover);
            return;
        }
        let order = (1..self.players).map(|ahead| (self.mover + ahead) % self.players);
        self.mover = order.into_iter().find(|&player| able(player)).unwrap();
    }

    pub(super) fn is_over(&self) -> bool {
        self.winner.is_some() || self.plies >= 2000
    }

    /// The pieces of a player on the board, in reserve and captured.
    pub(super) fn pieces_of(&self, player: usize) -> usize {
        let on_board = self.stacks.values().flatten().filter(|&&piece| piece == player).count();
        on_board + self.reserves[player] + self.captured.iter().map(|captured| captured[player]).sum::<usize>()
    }

    /// What a move of the mover is worth, times the number of the others: the stacks after it, and what it takes.
    pub(super) fn value(&self, text: &str) -> i64 {
        let mut after = self.clone();
        after.apply(text);
        let (mover, others) = (self.mover, self.players as i64 - 1);
        let gained = |after: usize, before: usize| after as i64 - before as i64;
        let captured = gained(after.captured[mover].iter().sum(), self.captured[mover].iter().sum());
        // The piece that was put on the board is not one that came back.
        let used = i64::from(text.starts_with('*'));
        let returned = gained(after.reserves[mover], self.reserves[mover]) + used;
        let foreign: usize = (0..self.players).filter(|&other| other != mover).map(|other| after.owned(other)).sum();
        others * (10 * captured + 3 * returned + after.owned(mover) as i64) - foreign as i64
    }
}
