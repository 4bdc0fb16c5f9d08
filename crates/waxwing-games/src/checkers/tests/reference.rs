//! Checkers on a map from places to letters, as the rules are told: slow, and sharing nothing with the bitboards.

use std::collections::{BTreeMap, BTreeSet};

use waxwing::{Player, Reward};

type Place = (i32, i32);

#[derive(Clone)]
pub(super) struct Reference {
    size: i32,
    whole: bool,
    only_captures: bool,
    repetition: bool,
    /// `b` and `w` are men, `B` and `W` kings.
    pieces: BTreeMap<Place, char>,
    mover: char,
    /// The piece that must go on.
    chain: Option<Place>,
    /// All positions up to now, as text.
    seen: Vec<String>,
    /// The plies that count towards the draw.
    quiet: usize,
}

impl Reference {
    pub(super) fn new(size: i32, whole: bool, only_captures: bool, repetition: bool) -> Self {
        let mut pieces = BTreeMap::new();
        for place in dark_squares(size) {
            match place.0 {
                row if row < size / 2 - 1 => pieces.insert(place, 'b'),
                row if row > size / 2 => pieces.insert(place, 'w'),
                _ => None,
            };
        }
        Self::with_pieces(size, pieces, 'b', [whole, only_captures, repetition])
    }

    pub(super) fn with_pieces(
        size: i32,
        pieces: BTreeMap<Place, char>,
        mover: char,
        [whole, only_captures, repetition]: [bool; 3],
    ) -> Self {
        let (chain, seen, quiet) = (None, Vec::new(), 0);
        let mut start = Reference { size, whole, only_captures, repetition, pieces, mover, chain, seen, quiet };
        start.seen.push(start.position());
        start
    }

    fn position(&self) -> String {
        format!("{} {:?}", self.mover, self.pieces)
    }

    fn is_own(&self, piece: char) -> bool {
        piece.to_ascii_lowercase() == self.mover
    }

    /// The places one and two steps away in each direction in which the piece may go.
    fn rays(&self, place: Place) -> Vec<[Place; 2]> {
        let piece = self.pieces[&place];
        let rows = match piece {
            'b' => vec![1],
            'w' => vec![-1],
            _ => vec![-1, 1],
        };
        let ray = |down: i32, right: i32| [1, 2].map(|steps| (place.0 + steps * down, place.1 + steps * right));
        rows.into_iter().flat_map(|down| [ray(down, -1), ray(down, 1)]).collect()
    }

    fn is_empty(&self, (row, column): Place) -> bool {
        let on_board = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        on_board && !self.pieces.contains_key(&(row, column))
    }

    fn own_places(&self) -> Vec<Place> {
        let own = self.pieces.iter().filter(|&(_, &piece)| self.is_own(piece));
        own.map(|(&place, _)| place).filter(|&place| self.chain.is_none_or(|piece| piece == place)).collect()
    }

    fn jumps_from(&self, place: Place) -> Vec<Place> {
        let over = |middle: &Place| self.pieces.get(middle).is_some_and(|&piece| !self.is_own(piece));
        self.rays(place)
            .into_iter()
            .filter(|[middle, to]| over(middle) && self.is_empty(*to))
            .map(|ray| ray[1])
            .collect()
    }

    fn steps_from(&self, place: Place) -> Vec<Place> {
        self.rays(place).into_iter().map(|ray| ray[0]).filter(|&to| self.is_empty(to)).collect()
    }

    /// Moves a piece; returns whether it was crowned.
    fn shift(&mut self, from: Place, to: Place) -> bool {
        let piece = self.pieces.remove(&from).unwrap();
        if (to.0 - from.0).abs() == 2 {
            self.pieces.remove(&((from.0 + to.0) / 2, (from.1 + to.1) / 2));
        }
        let far = if piece == 'b' { self.size - 1 } else { 0 };
        let crowned = piece.is_lowercase() && to.0 == far;
        self.pieces.insert(to, if crowned { piece.to_ascii_uppercase() } else { piece });
        crowned
    }

    /// All ways to go on jumping to the end of the turn.
    fn turns(&self, path: &[Place]) -> Vec<Vec<Place>> {
        let last = *path.last().unwrap();
        let mut turns = Vec::new();
        for to in self.jumps_from(last) {
            let mut next = self.clone();
            let longer = [path, &[to]].concat();
            if next.shift(last, to) || next.jumps_from(to).is_empty() {
                turns.push(longer);
            } else {
                turns.extend(next.turns(&longer));
            }
        }
        turns
    }

    fn paths(&self) -> Vec<Vec<Place>> {
        let two = |from: Place, targets: Vec<Place>| targets.into_iter().map(move |to| vec![from, to]);
        let jumps: Vec<Vec<Place>> =
            self.own_places().into_iter().flat_map(|from| two(from, self.jumps_from(from))).collect();
        match (jumps.is_empty(), self.whole) {
            (true, _) => self.own_places().into_iter().flat_map(|from| two(from, self.steps_from(from))).collect(),
            (false, false) => jumps,
            (false, true) => self.own_places().into_iter().flat_map(|from| self.turns(&[from])).collect(),
        }
    }

    fn text(&self, path: &[Place]) -> String {
        let squares = dark_squares(self.size);
        let number = |place: &Place| (squares.iter().position(|square| square == place).unwrap() + 1).to_string();
        let sign = if (path[0].0 - path[1].0).abs() == 2 { "x" } else { "-" };
        path.iter().map(number).collect::<Vec<_>>().join(sign)
    }

    pub(super) fn moves(&self) -> BTreeSet<String> {
        self.paths().iter().map(|path| self.text(path)).collect()
    }

    pub(super) fn apply(&mut self, text: &str) {
        let path = self.paths().into_iter().find(|path| self.text(path) == text).unwrap();
        let (man, capture) = (self.pieces[&path[0]].is_lowercase(), text.contains('x'));
        let crowned = path.windows(2).map(|leg| self.shift(leg[0], leg[1])).last().unwrap();
        self.quiet = if capture || (man && !self.only_captures) { 0 } else { self.quiet + 1 };
        self.chain = path.last().copied().filter(|&to| capture && !crowned && !self.jumps_from(to).is_empty());
        if self.chain.is_none() {
            self.mover = if self.mover == 'b' { 'w' } else { 'b' };
            self.seen.push(self.position());
        }
    }

    fn is_drawn(&self) -> bool {
        let now = self.position();
        let times = self.seen.iter().filter(|&position| *position == now).count();
        self.quiet == if self.only_captures { 40 } else { 80 } || (self.repetition && times == 3)
    }

    /// What Black gets, if the game is over.
    pub(super) fn outcome(&self) -> Option<Reward> {
        match () {
            () if self.is_drawn() => Some(Reward::DRAW),
            () if self.paths().is_empty() && self.mover == 'b' => Some(Reward::LOSS),
            () if self.paths().is_empty() => Some(Reward::WIN),
            () => None,
        }
    }

    pub(super) fn player(&self) -> Player {
        Player(u8::from(self.mover == 'w'))
    }
}

/// The dark squares, in the order of their numbers.
pub(super) fn dark_squares(size: i32) -> Vec<Place> {
    let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    places.filter(|(row, column)| (row + column) % 2 == 1).collect()
}
