//! The evaluations `mia` and `mia3`, in points: with the features of the program MIA (Winands and van den Herik,
//! "MIA: a World Champion LOA Program", 2006), which the paper on evaluation-based Monte-Carlo tree search uses.
//!
//! The value is the sum of nine features, each with a weight: of a player's less the other's. The features are published,
//! how they are counted mostly, their weights not. Our readings:
//!
//! - The *centre of mass* is the mean row and column of a player's pieces, both rounded; halves are rounded up. Distances
//!   are steps of a king.
//! - *Concentration*: the sum of the distances of the pieces from the centre of mass, less the smallest sum that as
//!   many pieces can have, is the surplus. The feature is the number of pieces divided by the surplus and one.
//! - *Centralisation*: the mean value of the squares under the pieces: in a corner -80, on the rim -20 (beside a corner
//!   -25), then ring by ring 10, 25 and 50 in the centre. Small boards lack the ring of 10, or those of 10 and 25.
//! - *Centre of mass*: the value of its square.
//! - *Quads*: the windows of two by two squares with three or four pieces whose middle is at most two squares from the
//!   centre of mass in each direction.
//! - *Mobility*: 1 for a legal move, 2 for a capture; half of it if it ends on the edge, a quarter if it goes along it.
//! - *Walls*: a piece of the other player on the rim has three ways off it, in a corner one. A way is blocked if the move
//!   would end on the board but jump over a piece of the player. All ways blocked are worth 2, two of three 1.
//! - *Connectedness*: the mean number of pieces that a piece touches.
//! - *Uniformity*: the squares of the board divided by those of the smallest rectangle around the pieces.
//! - *Player to move*: 1 for that player.
//!
//! `mia` uses all of them. `mia3` takes the place of an earlier, weaker version, of which too little is published: it
//! has concentration, centralisation, quads, connectedness and the player to move, and is blind to how the players are
//! in each other's way. That choice is ours.
//!
//! Everything is counted in whole numbers first, so that the value after a move is the same, to the last bit, whether it
//! is found from the position before it or from nothing.

mod categories;
mod geometry;
mod lines;
mod side;
mod weights;

use waxwing::Player;

pub(super) use categories::{categories, draw_by_category, probabilities};
pub(super) use weights::EVALUATIONS;
pub use weights::FEATURES;

use super::groups::are_connected;
use super::{GameStatus, LinesOfAction, LinesOfActionMove, MOST_PLIES};
use geometry::Geometry;
use lines::{LineSums, Lines, Shift};
use side::{Shape, Side};
use weights::Weights;

/// What a won game is worth. No evaluation comes near it.
pub(super) const WON: f32 = 10_000.0;

/// 700 points mean that 95 of 100 points are expected: the logistic function of 700 times this is 0.95.
const STEEPNESS: f64 = 0.00421;

/// Points as a number between -1 and 1, where the expected score is as far between 0 and 1.
#[inline]
pub(super) fn scale(points: f32) -> f32 {
    // 2σ(x) - 1 = tanh(x / 2)
    libm::tanhf(points * (STEEPNESS / 2.0) as f32)
}

impl Shape {
    #[inline(always)]
    fn value(&self, weights: &Weights) -> f32 {
        weights.concentration * self.concentration
            + weights.centralisation * self.centralisation
            + weights.centre_of_mass * self.centre_of_mass
            + weights.quads * self.quads
            + weights.connectedness * self.connectedness
            + weights.uniformity * self.uniformity
    }
}

/// A position as the evaluation sees it, Black's side first.
struct Seen {
    geometry: &'static Geometry,
    size: u8,
    sides: [Side; 2],
    mover: usize,
    lines: Option<Lines>,
}

impl Seen {
    #[inline(always)]
    fn new(state: &LinesOfAction, with_lines: bool) -> Self {
        let size = state.board.size;
        let geometry = geometry::on_board(size);
        let pieces = [0, 1].map(|player| state.pieces(Player(player)));
        Seen {
            geometry,
            size,
            sides: pieces.map(|set| Side::of(set, geometry)),
            mover: usize::from(state.board.mover & 1),
            lines: with_lines.then(|| Lines::of(size, pieces)),
        }
    }

    /// Black's mobility and walls, less White's.
    #[inline(always)]
    fn difference(&self, sums: &LineSums, sides: &[Side; 2]) -> (f32, f32) {
        let quarters = sums.mobility(0) - sums.mobility(1);
        let walls = sums.walls_around(sides[1].pieces, self.size) - sums.walls_around(sides[0].pieces, self.size);
        (quarters as f32 / 4.0, walls as f32)
    }

    /// The value for Black, from the values of both shapes.
    #[inline(always)]
    fn value(
        &self,
        weights: &Weights,
        shapes: [f32; 2],
        sides: &[Side; 2],
        sums: Option<LineSums>,
        mover: usize,
    ) -> f32 {
        let mut value = shapes[0] - shapes[1];
        if let Some(sums) = sums.filter(|_| weights.look_at_lines()) {
            let (mobility, walls) = self.difference(&sums, sides);
            value += weights.mobility * mobility + weights.walls * walls;
        }
        value + if mover == 0 { weights.player_to_move } else { -weights.player_to_move }
    }

    #[inline(always)]
    fn shape_value(&self, side: Side, weights: &Weights) -> f32 {
        side.shape(self.geometry).value(weights)
    }
}

/// A value for Black as one for a player.
#[inline(always)]
fn for_player(player: usize, value: f32) -> f32 {
    if player == 0 { value } else { -value }
}

impl LinesOfAction {
    /// The value for a player, in points.
    #[inline]
    pub(super) fn points(&self, evaluation: usize, player: Player) -> f32 {
        match self.outcome {
            GameStatus::Won(winner) if winner == player => WON,
            GameStatus::Won(_) => -WON,
            GameStatus::Drawn => 0.0,
            GameStatus::Open => {
                let weights = weights::of(evaluation);
                let seen = Seen::new(self, weights.look_at_lines());
                let shapes = seen.sides.map(|side| seen.shape_value(side, weights));
                let sums = seen.lines.as_ref().map(|lines| lines.sums);
                for_player(player.index(), seen.value(weights, shapes, &seen.sides, sums, seen.mover))
            }
        }
    }

    /// The value for the player to move, in points, if it were the other player's turn.
    #[inline]
    pub(super) fn points_waiting(&self, evaluation: usize) -> f32 {
        let mover = Player(self.board.mover & 1);
        let points = self.points(evaluation, mover);
        match self.outcome {
            GameStatus::Open => points - 2.0 * weights::of(evaluation).player_to_move,
            GameStatus::Won(_) | GameStatus::Drawn => points,
        }
    }

    /// The values of the positions after these actions for the player who acts, in points.
    #[inline]
    pub(super) fn points_after(&self, evaluation: usize, actions: &[LinesOfActionMove], values: &mut Vec<f32>) {
        if self.outcome != GameStatus::Open {
            return;
        }
        let weights = weights::of(evaluation);
        let seen = Seen::new(self, weights.look_at_lines() || self.rules.stuck_loses);
        let shapes = seen.sides.map(|side| seen.shape_value(side, weights));
        values.extend(actions.iter().map(|&action| self.points_after_one(&seen, weights, shapes, action)));
    }

    /// The same for one of them; `shapes` are the values of the shapes before it.
    #[inline(always)]
    fn points_after_one(&self, seen: &Seen, weights: &Weights, mut shapes: [f32; 2], action: LinesOfActionMove) -> f32 {
        let (mover, other) = (seen.mover, 1 - seen.mover);
        let last_ply = self.plies + 1 >= MOST_PLIES;
        let mut sides = seen.sides;
        let mut sums = seen.lines.as_ref().map(|lines| lines.sums);
        if action != LinesOfActionMove::PASS {
            let (from, to) = (action.from(), action.to());
            sides[mover] = sides[mover].moved(from, to, seen.geometry);
            let captures = sides[other].pieces >> (to & 63) & 1 == 1;
            if captures {
                sides[other] = sides[other].without(to, seen.geometry);
            }
            match self.decide(are_connected(sides[mover].pieces), captures && are_connected(sides[other].pieces)) {
                GameStatus::Open => {}
                GameStatus::Drawn => return 0.0,
                GameStatus::Won(winner) => return for_player(winner.index() ^ mover, WON),
            }
            if captures {
                shapes[other] = seen.shape_value(sides[other], weights);
            }
            shapes[mover] = seen.shape_value(sides[mover], weights);
            let shift = Shift { player: mover, from, to, kind: action.line(), captures };
            sums = seen.lines.as_ref().map(|lines| lines.after(shift));
        }
        match sums {
            _ if last_ply => 0.0,
            Some(sums) if self.rules.stuck_loses && sums.mobility(other) == 0 => WON,
            _ => for_player(mover, seen.value(weights, shapes, &sides, sums, other)),
        }
    }

    /// How much more of each of the [`FEATURES`] the player to move has than the other one.
    pub fn features(&self) -> [f32; FEATURES.len()] {
        let seen = Seen::new(self, true);
        let [black, white] = seen.sides.map(|side| side.shape(seen.geometry));
        let sums = seen.lines.as_ref().map(|lines| lines.sums);
        let (mobility, walls) = sums.map_or((0.0, 0.0), |sums| seen.difference(&sums, &seen.sides));
        let differences = [
            black.concentration - white.concentration,
            black.centralisation - white.centralisation,
            black.centre_of_mass - white.centre_of_mass,
            black.quads - white.quads,
            mobility,
            walls,
            black.connectedness - white.connectedness,
            black.uniformity - white.uniformity,
            for_player(seen.mover, 1.0),
        ];
        differences.map(|difference| for_player(seen.mover, difference))
    }
}
