//! Chinese Checkers on a map from coordinates to players, as the rules are told: slow, and sharing nothing with the bits.

use std::collections::{BTreeMap, BTreeSet};

/// The coordinates x, y and z.
pub(super) type Spot = (i32, i32, i32);

const DIRECTIONS: [Spot; 6] = [(1, -1, 0), (-1, 1, 0), (1, 0, -1), (-1, 0, 1), (0, 1, -1), (0, -1, 1)];

fn plus(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

#[derive(Clone)]
pub(super) struct Reference {
    /// The fields in the order of their numbers.
    pub(super) spots: Vec<Spot>,
    pub(super) checkers: BTreeMap<Spot, usize>,
    pub(super) homes: Vec<usize>,
    pub(super) mover: usize,
    pub(super) winner: Option<usize>,
    forbids_foreign: bool,
    needs_own: bool,
}

impl Reference {
    pub(super) fn new(players: usize, forbids_foreign: bool, needs_own: bool) -> Self {
        let all = (-6..=6).flat_map(|z| (-6..=6).map(move |x| (x, -x - z, z)));
        let upward = |&(x, y, z): &Spot| x <= 3 && y <= 3 && z <= 3;
        let downward = |&(x, y, z): &Spot| x >= -3 && y >= -3 && z >= -3;
        let spots: Vec<Spot> = all.filter(|spot| upward(spot) || downward(spot)).collect();
        let homes = match players {
            2 => vec![0, 3],
            3 => vec![0, 2, 4],
            4 => vec![0, 1, 3, 4],
            _ => vec![0, 1, 2, 3, 4, 5],
        };
        let mut reference =
            Reference { spots, checkers: BTreeMap::new(), homes, mover: 0, winner: None, forbids_foreign, needs_own };
        for player in 0..players {
            for &spot in &reference.spots {
                if Self::corner(spot) == Some(reference.homes[player]) {
                    reference.checkers.insert(spot, player);
                }
            }
        }
        reference
    }

    /// The triangle a field is in.
    pub(super) fn corner((x, y, z): Spot) -> Option<usize> {
        [z < -3, x > 3, y < -3, z > 3, x < -3, y > 3].iter().position(|&inside| inside)
    }

    fn target(&self) -> usize {
        (self.homes[self.mover] + 3) % 6
    }

    fn is_free(&self, spot: Spot) -> bool {
        self.spots.contains(&spot) && !self.checkers.contains_key(&spot)
    }

    /// Every field that jumps lead to from here, with the checker taken off the board.
    fn jump(&self, from: Spot, stays: bool, reached: &mut BTreeSet<Spot>) {
        for direction in DIRECTIONS {
            let (over, to) = (plus(from, direction), plus(plus(from, direction), direction));
            let may_land = self.is_free(to) && (!stays || Self::corner(to) == Some(self.target()));
            if self.checkers.contains_key(&over) && may_land && reached.insert(to) {
                self.jump(to, stays, reached);
            }
        }
    }

    pub(super) fn moves(&mut self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        let own: Vec<Spot> =
            self.checkers.iter().filter(|(_, player)| **player == self.mover).map(|(&spot, _)| spot).collect();
        for from in own {
            let stays = Self::corner(from) == Some(self.target());
            self.checkers.remove(&from);
            let mut reached = BTreeSet::new();
            self.jump(from, stays, &mut reached);
            for direction in DIRECTIONS {
                let to = plus(from, direction);
                if self.is_free(to) && (!stays || Self::corner(to) == Some(self.target())) {
                    reached.insert(to);
                }
            }
            self.checkers.insert(from, self.mover);
            reached.remove(&from);
            let foreign = |to: &Spot| Self::corner(*to).is_some_and(|corner| corner % 3 != self.homes[self.mover] % 3);
            reached.retain(|to| !(self.forbids_foreign && foreign(to)));
            moves.extend(reached.iter().map(|&to| format!("{}-{}", self.number(from), self.number(to))));
        }
        if moves.is_empty() {
            moves.insert("pass".to_owned());
        }
        moves
    }

    pub(super) fn number(&self, spot: Spot) -> usize {
        self.spots.iter().position(|&other| other == spot).unwrap()
    }

    pub(super) fn apply(&mut self, text: &str) {
        if text != "pass" {
            let (from, to) = text.split_once('-').unwrap();
            let [from, to] = [from, to].map(|number| self.spots[number.parse::<usize>().unwrap()]);
            let player = self.checkers.remove(&from).unwrap();
            self.checkers.insert(to, player);
            let target = self.target();
            let counts = |&(&spot, &owner): &(&Spot, &usize)| {
                Self::corner(spot) == Some(target) && (!self.needs_own || owner == self.mover)
            };
            let full = self.checkers.iter().filter(counts).count() == 6;
            if full && Self::corner(to) == Some(target) && Self::corner(from) != Some(target) {
                self.winner = Some(self.mover);
            }
        }
        self.mover = (self.mover + 1) % self.homes.len();
    }

    /// All sequences of this many actions; none goes on from a game that is over.
    pub(super) fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.winner.is_some() {
            return 0;
        }
        let after = |text: &String| {
            let mut next = self.clone();
            next.apply(text);
            next.perft(depth - 1)
        };
        self.clone().moves().iter().map(after).sum()
    }
}
