//! The evaluation `stacks`, and which moves win.
//!
//! In points, with n other players: 10 for each piece that the player has captured, less 10 for each that the most
//! successful of the others has; 3 for each piece in its reserve and 1 for each of its stacks, less the mean of the
//! others for both. With two players it is the difference of the two. A won game is worth 1,000, a lost one -1,000, a
//! drawn one 0; the value between -1 and 1 is tanh(points / 30), so that three captured pieces more are worth 0.76.
//!
//! Points are counted as whole numbers of 1/n, so that those after a move are the same, to the last bit, whether the
//! move is made or not.

use waxwing::Player;

use super::board::{of_player, sum};
use super::greedy::{CAPTURED, RESERVED};
use super::{Focus, FocusMove, GameStatus, MOST_PLIES};

/// What a won game is worth. No evaluation comes near it.
const WON: f32 = 1000.0;
/// The points that are worth tanh(1).
const UNIT: f32 = 30.0;

/// Points as a number between -1 and 1.
#[inline]
pub(super) fn scale(points: f32) -> f32 {
    libm::tanhf(points / UNIT)
}

impl Focus {
    /// The points of a player.
    pub(super) fn points(&self, player: Player) -> f32 {
        match self.outcome {
            GameStatus::Open => self.parts(player.0) as f32 / self.opponents() as f32,
            GameStatus::Drawn => 0.0,
            GameStatus::Won(winner) if winner == player => WON,
            GameStatus::Won(_) => -WON,
        }
    }

    /// What a player has in stacks and in reserve.
    #[inline(always)]
    fn holdings(&self, player: u8) -> i32 {
        self.board.owned(player).count_ones() as i32 + RESERVED * i32::from(self.reserve(player))
    }

    /// The points of a player while the game lasts, times the number of the others.
    #[inline(always)]
    fn parts(&self, player: u8) -> i32 {
        let (mut most, mut held) = (0, 0);
        for other in (0..self.players).filter(|&other| other != player) {
            most = most.max(sum(self.captured_by(other)) as i32);
            held += self.holdings(other);
        }
        let captured = sum(self.captured_by(player)) as i32;
        self.opponents() * (CAPTURED * (captured - most) + self.holdings(player)) - held
    }

    /// The points of the mover after each move.
    pub(super) fn points_after(&self, actions: &[FocusMove], values: &mut Vec<f32>) {
        let (before, opponents) = (self.parts(self.mover), self.opponents());
        let ends = self.plies + 1 >= MOST_PLIES;
        let look = Look::new(self);
        values.extend(actions.iter().map(|&action| {
            if look.wins(self, action) {
                return WON;
            }
            if ends {
                return 0.0;
            }
            let effect = self.effect(action);
            let reserved = of_player(effect.removed, self.mover) as i32;
            let captured = sum(effect.removed) as i32 - reserved;
            let held = RESERVED * (reserved - i32::from(action.is_from_reserve())) + effect.own;
            let gained = opponents * (CAPTURED * captured + held) - effect.others;
            (before + gained) as f32 / opponents as f32
        }));
    }

    /// The place among these moves of one that wins at once, if there is one.
    pub(super) fn find_winning(&self, actions: &[FocusMove]) -> Option<usize> {
        let look = Look::new(self);
        if self.outcome != GameStatus::Open || look.is_hopeless() {
            return None;
        }
        actions.iter().position(|&action| look.wins(self, action))
    }
}

/// What to look at to see that a move wins.
struct Look {
    /// What the mover has captured, by owner.
    captured: u32,
    /// The fewest pieces that the player must capture, with luck.
    missing: u32,
    /// The only stack of the others, if they have one and no reserve.
    last: Option<u8>,
}

impl Look {
    fn new(state: &Focus) -> Self {
        let captured = state.captured_by(state.mover);
        let others = state.others();
        let reserves = (0..state.players).filter(|&other| other != state.mover).map(|other| state.reserve(other));
        let is_last = others.is_power_of_two() && reserves.sum::<u8>() == 0;
        let missing = state.missing(state.mover, captured);
        Look { captured, missing, last: is_last.then(|| others.trailing_zeros() as u8) }
    }

    /// Whether no move at all wins: none captures more than five pieces.
    fn is_hopeless(&self) -> bool {
        self.missing > 5 && self.last.is_none()
    }

    /// Whether a legal move wins.
    #[inline(always)]
    fn wins(&self, state: &Focus, action: FocusMove) -> bool {
        let removed = state.board.removed(action.to(), action.count());
        let foreign = removed & !(0xff << (8 * state.mover));
        if foreign != 0 && sum(foreign) >= self.missing && state.missing(state.mover, self.captured + foreign) == 0 {
            return true;
        }
        self.last == Some(action.to()) && state.effect(action).others < 0
    }
}
