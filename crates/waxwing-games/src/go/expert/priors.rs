//! Prior win rates of moves in the tree.
//!
//! Each thing that can be said of a move is evidence of a certain weight for or against it. The rate is the share of the
//! evidence for it; where nothing is said it is one half.

use waxwing::{Game as _, Player, Reward};

use super::super::board::{Board, CELLS, Colour, NOWHERE, Point, STRIDE};
use super::super::surroundings as around;
use super::super::{Go, GoMove};
use super::PATTERNS;

/// What is said of a move.
#[derive(Clone, Copy)]
struct Evidence {
    pro: f32,
    contra: f32,
}

impl Evidence {
    /// As much for as against a move.
    const EVEN: Evidence = Evidence { pro: 5.0, contra: 5.0 };

    fn plus(&mut self, weight: f32) {
        self.pro += weight;
    }

    fn minus(&mut self, weight: f32) {
        self.contra += weight;
    }

    fn rate(self) -> f32 {
        self.pro / (self.pro + self.contra)
    }
}

/// A move that captures or escapes in answer to the last one.
const URGENT: f32 = 25.0;
/// A capture elsewhere, for the first stone and for all.
const CAPTURE: f32 = 10.0;
/// A 3×3 pattern, beside the last stone and elsewhere.
const PATTERN_NEAR: f32 = 10.0;
const PATTERN: f32 = 4.0;
/// Near the last stone: by the steps along the lines to it.
const NEAR: [f32; 5] = [0.0, 10.0, 9.0, 4.0, 2.0];
/// An own chain in atari.
const SELF_ATARI: f32 = 12.0;
/// A point with no stone near: on the first line, the second, the third.
const LINES: [f32; 3] = [-15.0, -8.0, 5.0];
/// A point within this many rows and columns is near.
const FAR: usize = 2;
/// A move that a playout would not make: an own eye filled, a pass.
const SENSELESS: f32 = 40.0;

impl Go {
    /// How often the mover may be expected to win after each action.
    pub(in super::super) fn priors(&self, actions: &[GoMove], rates: &mut Vec<f32>) {
        let mut urgent = [false; CELLS];
        let has_last = self.last != GoMove::PASS && self.last != GoMove::NONE;
        let last = has_last.then(|| self.last.point());
        if let Some(last) = last {
            let proposals = self.board.urgent(last, self.colour());
            proposals.points().iter().for_each(|&point| urgent[usize::from(point)] = true);
        }
        rates.extend(actions.iter().map(|action| match action.point() {
            NOWHERE => self.prior_of_pass(),
            point => self.board.prior(point, self.colour(), last, urgent[usize::from(point)]),
        }));
    }

    /// A pass after a pass ends the game; any other gives a move away.
    fn prior_of_pass(&self) -> f32 {
        let wins = self.passes > 0 && self.reward(Player(self.mover)) == Reward::WIN;
        if wins { 1.0 } else { Evidence { contra: SENSELESS, ..Evidence::EVEN }.rate() }
    }
}

impl Board {
    fn prior(&self, point: Point, colour: Colour, last: Option<Point>, is_urgent: bool) -> f32 {
        let mut evidence = Evidence::EVEN;
        if !self.is_playable(point, colour) {
            evidence.minus(SENSELESS);
            return evidence.rate();
        }
        let surroundings = self.surroundings[usize::from(point)];
        let steps = last.map_or(usize::MAX, |last| steps(point, last));
        if is_urgent {
            evidence.plus(URGENT);
        } else if self.captures(point, colour) {
            evidence.plus(CAPTURE);
        } else if self.self_atari(point, colour) > 0 {
            evidence.minus(SELF_ATARI);
        }
        if PATTERNS.contains(surroundings) {
            evidence.plus(if steps <= 2 { PATTERN_NEAR } else { PATTERN });
        }
        evidence.plus(NEAR.get(steps).copied().unwrap_or(0.0));
        if around::is_free(surroundings) {
            let weight = self.weight_of_line(point);
            if weight > 0.0 { evidence.plus(weight) } else { evidence.minus(-weight) }
        }
        evidence.rate()
    }

    /// What the distance to the edge says of a point without stones near; nothing is said of others.
    fn weight_of_line(&self, point: Point) -> f32 {
        let (row, column) = (usize::from(point) / STRIDE, usize::from(point) % STRIDE);
        let from_edge = |place: usize| (place - 1).min(usize::from(self.size) - place);
        let line = from_edge(row).min(from_edge(column));
        let weight = LINES.get(line).copied().unwrap_or(0.0);
        if weight == 0.0 || !self.is_lonely(row, column) { 0.0 } else { weight }
    }

    fn is_lonely(&self, row: usize, column: usize) -> bool {
        let near = |place: usize| place.saturating_sub(FAR).max(1)..=(place + FAR).min(usize::from(self.size));
        let mut cells = near(row).flat_map(|row| near(column).map(move |column| row * STRIDE + column));
        cells.all(|cell| self.colour(cell as Point) == Colour::Empty)
    }
}

/// The steps along the lines between two points.
fn steps(one: Point, other: Point) -> usize {
    let place = |point: Point| (usize::from(point) / STRIDE, usize::from(point) % STRIDE);
    let ((row, column), (other_row, other_column)) = (place(one), place(other));
    row.abs_diff(other_row) + column.abs_diff(other_column)
}
