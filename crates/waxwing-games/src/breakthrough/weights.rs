//! What is known of the mover's moves by looking at their destinations: which win, which are urgent, how likely each is in an
//! informed playout, and how often it wins.
//!
//! Destinations are enough: a capture is a move onto an enemy piece, and a piece that captures on the second row comes from
//! its home row. So each question is answered once for all squares, as a set, and read off for each action.
//!
//! **Weights** of the improved playout policy of the implicit minimax paper. Moves that win at once leave nothing to the others;
//! where there are none, neither do captures of pieces that would win with their next move. Otherwise:
//!
//! | weighting | capture of an undefended piece | other captures | other moves | a piece is undefended |
//! |---|---|---|---|---|
//! | `code`, the authors' program | 5 | 2 | 1 | if no piece at all is diagonally behind it |
//! | `text`, the paper | 4 | 1 | 1 | if no piece of its owner is |
//!
//! The program looks for moves to the far row alone; we count the capture of the last piece as a win too.
//!
//! **Priors** of Lorentz & Horey, as the authors' program has them. After a move, a piece is safe if no more enemy pieces
//! can capture it than own pieces could capture in return. A safe piece wins more often the nearer it is to the far row; one
//! that is not safe, but has captured, in 60 of 100 games; all others in 30. A move that reaches the far row or captures the
//! last piece has won, which the table does not say.

use waxwing::Rng;

use super::{Breakthrough, BreakthroughMove, distance};
use crate::bits::{self, Ranked};

/// The names of the weightings.
pub(super) const WEIGHTINGS: &[&str] = &["code", "text"];
const CODE: usize = 0;

/// Win rates of safe pieces by the rows to the goal; those farther away have the last.
const SAFE: [f32; 7] = [1.0, 1.0, 0.95, 0.85, 0.75, 0.60, 0.30];
const UNSAFE_CAPTURE: f32 = 0.60;
const UNSAFE: f32 = 0.30;

/// What a move to a square weighs: `base`, and more where the square belongs to a set.
struct Weights {
    base: u8,
    more: [(u64, u8); 2],
}

impl Weights {
    #[inline(always)]
    fn of(&self, square: u8) -> f32 {
        let more = |(set, weight): (u64, u8)| (set >> square & 1) as u8 * weight;
        f32::from(self.base + more(self.more[0]) + more(self.more[1]))
    }
}

impl Breakthrough {
    /// Where an action of the mover leads.
    #[inline(always)]
    pub(super) fn destination(&self, action: BreakthroughMove) -> u8 {
        let (step, from) = action.step_of(self.mover);
        (from + distance(step) as u8) & 63
    }

    /// The captures of the mover, as the squares of the captured pieces.
    #[inline(always)]
    pub(super) fn captures(&self) -> u64 {
        let [left, _, right] = self.reached();
        (left | right) & self.other
    }

    /// The far row, and the square of the last enemy piece if only one is left.
    #[inline(always)]
    pub(super) fn winning_squares(&self) -> u64 {
        let last = if self.other & self.other.wrapping_sub(1) == 0 { self.other } else { 0 };
        0xff << (8 * (self.rows - 1)) | last
    }

    /// The place in the list of an action of the mover that wins at once, if there is one.
    pub(super) fn find_winning(&self, actions: &[BreakthroughMove]) -> Option<usize> {
        let winning = self.winning_squares();
        if !self.has_winning_move(winning) {
            return None;
        }
        actions.iter().position(|&action| winning >> self.destination(action) & 1 == 1)
    }

    /// Whether the mover can win at once by a move to one of these squares. A piece one row before the goal always gets
    /// there: of its diagonals at least one is on the board, and none of them can be blocked.
    #[inline(always)]
    pub(super) fn has_winning_move(&self, winning: u64) -> bool {
        self.own & 0xff << (8 * (self.rows - 2)) != 0 || self.captures() & winning != 0
    }

    /// The squares diagonally in front of these pieces of the mover.
    #[inline(always)]
    fn diagonals(&self, pieces: u64) -> [u64; 2] {
        [(pieces << 7) & !bits::repeat(0x80) & self.columns, (pieces << 9) & !bits::repeat(0x01) & self.columns]
    }

    /// The squares diagonally behind these squares in the mover's view, which lie in front of the other player's pieces.
    #[inline(always)]
    fn back_diagonals(&self, pieces: u64) -> [u64; 2] {
        [(pieces >> 7) & !bits::repeat(0x01) & self.columns, (pieces >> 9) & !bits::repeat(0x80) & self.columns]
    }

    fn weights(&self, weighting: usize) -> Weights {
        let winning = self.winning_squares();
        let captures = self.captures();
        let urgent = captures & 0xff << 8;
        if self.has_winning_move(winning) {
            return Weights { base: 0, more: [(winning, 1), (0, 0)] };
        }
        if urgent != 0 {
            return Weights { base: 0, more: [(urgent, 1), (0, 0)] };
        }
        let defenders = if weighting == CODE { self.own | self.other } else { self.other };
        let [left, right] = self.back_diagonals(defenders);
        let undefended = captures & !(left | right);
        let any_capture = if weighting == CODE { 1 } else { 0 };
        Weights { base: 1, more: [(captures, any_capture), (undefended, 3)] }
    }

    /// Appends the weights of actions.
    pub(super) fn weigh_actions(&self, weighting: usize, actions: &[BreakthroughMove], weights: &mut Vec<f32>) {
        let known = self.weights(weighting);
        weights.extend(actions.iter().map(|&action| known.of(self.destination(action))));
    }

    /// A move drawn by its weight. The wheel has a part for each set of squares that adds to the weights: which part is hit
    /// says among which destinations the move is drawn.
    pub(super) fn draw_weighted(&self, weighting: usize, rng: &mut Rng) -> BreakthroughMove {
        let Weights { base, more: [first, second] } = self.weights(weighting);
        let destinations = self.destinations();
        let count = |set: u64| destinations.iter().map(|to| (to & set).count_ones() as usize).sum::<usize>();
        let sizes = [
            usize::from(base) * count(u64::MAX),
            usize::from(first.1) * count(first.0),
            usize::from(second.1) * count(second.0),
        ];
        let hit = rng.below(sizes[0] + sizes[1] + sizes[2]);
        let (set, weight, place) = match hit {
            _ if hit < sizes[0] => (u64::MAX, base, hit),
            _ if hit < sizes[0] + sizes[1] => (first.0, first.1, hit - sizes[0]),
            _ => (second.0, second.1, hit - sizes[0] - sizes[1]),
        };
        let mut place = place / usize::from(weight);
        let mut step = 0;
        let mut drawn = Ranked::new(destinations[step] & set);
        while place >= drawn.count() && step < 2 {
            place -= drawn.count();
            step += 1;
            drawn = Ranked::new(destinations[step] & set);
        }
        BreakthroughMove::new(self.mover, step, drawn.select(place) - distance(step) as u8)
    }

    /// Appends the prior win rates of actions.
    pub(super) fn rate_actions(&self, actions: &[BreakthroughMove], rates: &mut Vec<f32>) {
        let winning = self.winning_squares();
        let attacked = self.back_diagonals(self.other);
        rates.extend(actions.iter().map(|&action| {
            let (_, from) = action.step_of(self.mover);
            let to = self.destination(action);
            let at = |set: u64| set >> to & 1;
            // The piece that moves does not defend itself.
            let defended = self.diagonals(self.own ^ 1 << from);
            let is_safe = at(attacked[0]) + at(attacked[1]) <= at(defended[0]) + at(defended[1]);
            let rows_left = usize::from(self.rows - 1 - to / 8);
            match () {
                () if at(winning) == 1 => 1.0,
                () if is_safe => SAFE[rows_left.min(SAFE.len() - 1)],
                () if at(self.other) == 1 => UNSAFE_CAPTURE,
                () => UNSAFE,
            }
        }));
    }
}
