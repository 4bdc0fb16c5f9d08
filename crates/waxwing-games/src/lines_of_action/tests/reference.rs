//! Lines of Action on a map of pieces, as the rules are told: slow, and sharing nothing with the bitboards.

use std::collections::{BTreeMap, BTreeSet};

use waxwing::{Player, Reward};

type Square = (i32, i32);
type Pieces = BTreeMap<Square, char>;

#[derive(Clone)]
pub(super) struct Reference {
    pub(super) size: i32,
    pub(super) pieces: Pieces,
    mover: char,
    /// All positions there were, the present one included.
    positions: Vec<(Pieces, char)>,
    mover_wins: bool,
    stuck_loses: bool,
    repetition: usize,
}

/// The texts of the mover's moves, with where they begin and end.
type Moves = BTreeMap<String, (Square, Square)>;

fn name((row, column): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn enemy(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

impl Reference {
    pub(super) fn new(size: i32, options: (bool, bool, u8)) -> Self {
        let mut pieces = Pieces::new();
        for place in 1..size - 1 {
            for edge in [0, size - 1] {
                pieces.insert((edge, place), 'b');
                pieces.insert((place, edge), 'w');
            }
        }
        Reference::with_pieces(size, pieces, options)
    }

    /// A position with Black to move.
    pub(super) fn with_pieces(size: i32, pieces: Pieces, options: (bool, bool, u8)) -> Self {
        let (mover_wins, stuck_loses, repetition) = options;
        let positions = vec![(pieces.clone(), 'b')];
        Reference { size, pieces, mover: 'b', positions, mover_wins, stuck_loses, repetition: repetition.into() }
    }

    pub(super) fn player(&self) -> Player {
        Player(u8::from(self.mover == 'w'))
    }

    /// The pieces on the line through a square, by going from it to both ends.
    fn count(&self, (row, column): Square, (up, right): Square) -> i32 {
        let on_line = (-self.size..=self.size).map(|steps| (row + steps * up, column + steps * right));
        on_line.filter(|square| self.pieces.contains_key(square)).count() as i32
    }

    fn piece_moves(&self) -> Moves {
        let mut moves = Moves::new();
        let own = self.pieces.iter().filter(|&(_, &colour)| colour == self.mover);
        for (&(row, column), _) in own {
            for way @ (up, right) in (-1..=1).flat_map(|up| (-1..=1).map(move |right| (up, right))) {
                if way == (0, 0) {
                    continue;
                }
                let distance = self.count((row, column), way);
                let at = |steps: i32| (row + steps * up, column + steps * right);
                let (to_row, to_column) = at(distance);
                let on_board = [to_row, to_column].iter().all(|place| (0..self.size).contains(place));
                let jumps_enemy = (1..distance).any(|steps| self.pieces.get(&at(steps)) == Some(&enemy(self.mover)));
                let ends_on = self.pieces.get(&at(distance));
                if on_board && !jumps_enemy && ends_on != Some(&self.mover) {
                    let sign = if ends_on.is_some() { 'x' } else { '-' };
                    let text = format!("{}{sign}{}", name((row, column)), name(at(distance)));
                    moves.insert(text, ((row, column), at(distance)));
                }
            }
        }
        moves
    }

    /// The texts of all moves.
    pub(super) fn moves(&self) -> BTreeSet<String> {
        let moves: BTreeSet<String> = self.piece_moves().into_keys().collect();
        if moves.is_empty() { BTreeSet::from(["pass".to_owned()]) } else { moves }
    }

    pub(super) fn apply(&mut self, text: &str) {
        if text != "pass" {
            let (from, to) = self.piece_moves()[text];
            self.pieces.remove(&from);
            self.pieces.insert(to, self.mover);
        }
        self.mover = enemy(self.mover);
        self.positions.push((self.pieces.clone(), self.mover));
    }

    /// Black's reward, if the game is over.
    pub(super) fn outcome(&self) -> Option<Reward> {
        let value = |winner: char| if winner == 'b' { Reward::WIN } else { Reward::LOSS };
        let last = enemy(self.mover);
        // (Of the first position nothing is asked but whether there is a move.)
        let connected = [last, self.mover].map(|colour| self.positions.len() > 1 && self.groups(colour) == 1);
        let times = self.positions.iter().filter(|&earlier| Some(earlier) == self.positions.last()).count();
        match connected {
            [true, true] if !self.mover_wins => Some(Reward::DRAW),
            [true, _] => Some(value(last)),
            [false, true] => Some(value(self.mover)),
            _ if times >= self.repetition || self.positions.len() > 400 => Some(Reward::DRAW),
            _ if self.stuck_loses && self.piece_moves().is_empty() => Some(value(last)),
            _ => None,
        }
    }

    /// The number of a player's groups.
    pub(super) fn groups(&self, colour: char) -> usize {
        let squares = self.pieces.iter().filter(|&(_, &at)| at == colour).map(|(&square, _)| square);
        groups(squares.collect(), true)
    }
}

/// The number of groups of squares, which also touch diagonally or do not.
pub(super) fn groups(mut squares: BTreeSet<Square>, diagonally: bool) -> usize {
    let mut groups = 0;
    while let Some(first) = squares.pop_first() {
        groups += 1;
        let mut open = vec![first];
        while let Some((row, column)) = open.pop() {
            let touching = squares.iter().copied().filter(|&(other_row, other_column)| {
                let (rows, columns) = (row.abs_diff(other_row), column.abs_diff(other_column));
                if diagonally { rows.max(columns) == 1 } else { rows + columns == 1 }
            });
            let touching: Vec<Square> = touching.collect();
            touching.iter().for_each(|square| assert!(squares.remove(square)));
            open.extend(touching);
        }
    }
    groups
}
