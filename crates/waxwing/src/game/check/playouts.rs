//! Whole playouts, step by step and by the game itself.

use super::{Check, FaultKind, MAX_PLAYERS, MAX_PLIES, STANDARD_ERRORS};
use crate::Rng;
use crate::game::{Game, Player, Turn};
use crate::panics::caught;

/// With fewer games the variances are estimated too poorly to judge by.
const ENOUGH_GAMES: f64 = 50.0;

impl<G: Game> Check<'_, G> {
    /// The end of a playout made step by step, and its length.
    pub(super) fn stepped_playout(&mut self) -> Result<(G, usize), FaultKind> {
        let mut rng = self.rng.clone();
        let end = self.step(&mut rng);
        self.rng = rng;
        end
    }

    /// Plays step by step with a generator, and notes the path.
    fn step(&mut self, rng: &mut Rng) -> Result<(G, usize), FaultKind> {
        self.path.clear();
        let (mut state, mut buffer) = (self.start.clone(), Vec::new());
        for plies in 0..MAX_PLIES {
            let action = match state.turn() {
                Turn::Over => return Ok((state, plies)),
                Turn::Player(_) => state.playout_action(rng, &mut buffer),
                Turn::Chance => state.sample_chance(rng),
            };
            self.path.push(action);
            state.apply(action);
        }
        Err(FaultKind::Endless)
    }

    /// The end of a playout that the game makes, and its length.
    pub(super) fn playout(&mut self) -> Result<(G, usize), FaultKind> {
        self.path.clear();
        let before = self.rng.clone();
        let mut state = self.start.clone();
        let plies = caught(|| state.playout(&mut self.rng, &mut Vec::new(), MAX_PLIES as u32)).map_err(|panic| {
            // Step by step it goes the same way and panics at the same move, or the fault is in `playout` itself.
            if caught(|| self.step(&mut before.clone())).is_ok() {
                self.path.clear();
            }
            FaultKind::Panicked(format!("in a playout, {panic}"))
        })?;
        match state.turn() {
            Turn::Over => {}
            _ if plies as usize >= MAX_PLIES => return Err(FaultKind::Endless),
            _ => return Err(FaultKind::Unfinished),
        }
        self.check_parts(before, plies)?;
        Ok((state, plies as usize))
    }

    /// Makes a playout in two parts, which must be the playout in one.
    fn check_parts(&mut self, mut rng: Rng, plies: u32) -> Result<(), FaultKind> {
        let first = self.rng.clone().below(plies as usize + 1) as u32;
        let (mut state, mut buffer) = (self.start.clone(), Vec::new());
        let made = state.playout(&mut rng, &mut buffer, first);
        let rest = state.playout(&mut rng, &mut buffer, MAX_PLIES as u32);
        let is_whole = made == first && made + rest == plies && state.turn() == Turn::Over;
        let drew_the_same = rng.next_u64() == self.rng.clone().next_u64();
        if is_whole && drew_the_same { Ok(()) } else { Err(FaultKind::PlayoutParts { most: first, made, rest, plies }) }
    }
}

/// Sums over finished games of their length and of each player's reward, and of the squares.
pub(super) struct Sample {
    games: f64,
    sums: [(f64, f64); 1 + MAX_PLAYERS],
}

impl Sample {
    pub(super) fn new() -> Self {
        Sample { games: 0.0, sums: [(0.0, 0.0); 1 + MAX_PLAYERS] }
    }

    pub(super) fn add<G: Game>(&mut self, end: &G, plies: usize) {
        self.games += 1.0;
        let rewards = (0..end.players() as u8).map(|player| end.reward(Player(player)).value());
        for (sum, value) in self.sums.iter_mut().zip([plies as f64].into_iter().chain(rewards)) {
            sum.0 += value;
            sum.1 += value * value;
        }
    }

    /// What differs between two samples by more than chance explains.
    pub(super) fn differs_from(&self, other: &Sample) -> Option<FaultKind> {
        let moments = |sample: &Sample, place: usize| {
            let (sum, squares) = sample.sums[place];
            let mean = sum / sample.games;
            (mean, (squares / sample.games - mean * mean).max(0.0) / sample.games)
        };
        (0..self.sums.len()).find_map(|place| {
            let ((mean, variance), (wanted, wanted_variance)) = (moments(self, place), moments(other, place));
            let differs = (mean - wanted).abs() > STANDARD_ERRORS * (variance + wanted_variance).sqrt() + 1e-9;
            let what = if place == 0 { "length" } else { "reward" };
            (differs && self.games >= ENOUGH_GAMES)
                .then(|| FaultKind::PlayoutDiffers(what, format!("{mean:.3}"), format!("{wanted:.3}")))
        })
    }
}
