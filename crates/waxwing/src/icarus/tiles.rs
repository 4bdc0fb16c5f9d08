//! Contextual tiles (section 4.3.6, after Rimmel and Teytaud): a tile is a pair of actions of one player in one playout,
//! not necessarily consecutive; its value is the mean reward of the playouts that contain it.
//!
//! ```text
//! R = A × A × players    Θ = (q, n)
//! α = ε·U[A] + (1-ε)·U[argmax v],    v(a) = q/n of the tile (player's last action, a),    1 if n = 0
//! ξ = all pairs i < j of actions of the same player
//! ```
//!
//! A player who has not acted since the root has no tile to continue, and chooses uniformly.

use super::highest::{argmax, epsilon_greedy};
use super::table::Records;
use super::ucb::Buffers;
use super::{Gives, InPlayouts, Information, Iteration, Played, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::{Game, Player};

pub(crate) struct Tiles {
    epsilon: f32,
    records: Records,
}

impl Tiles {
    pub fn new<G: Game>(game: &G, epsilon: f32) -> Tiles {
        Tiles { epsilon, records: Records::new(game.players(), game.action_space(), 2, 0) }
    }

    #[inline]
    fn context(&self, player: Player, first: u64) -> u64 {
        self.records.extend(self.records.start(player), first)
    }

    fn values<G: Game>(&self, ply: &Ply<'_, G>, values: &mut Vec<f32>) {
        let context = last_own(ply).map(|first| self.context(ply.player, first));
        values.extend(
            ply.legal
                .iter()
                .map(|&action| {
                    let key = self.records.extend(context?, ply.state.action_index(action));
                    self.records.get(key).filter(|tile| tile.visits() > 0).map(|tile| tile.mean())
                })
                .map(|value| value.unwrap_or(1.0)),
        );
    }
}

/// The key of the acting player's last action since the root.
fn last_own<G: Game>(ply: &Ply<'_, G>) -> Option<u64> {
    ply.history.steps.iter().rev().find(|step| step.player == Some(ply.player)).map(|step| step.key)
}

impl<G: Game> Strategy<G> for Tiles {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        self.values(ply, scores);
        epsilon_greedy(scores, self.epsilon);
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        if rng.unit() < self.epsilon {
            return rng.below(ply.legal.len());
        }
        buffers.scores.clear();
        self.values(ply, &mut buffers.scores);
        argmax(&buffers.scores, rng)
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Picks
    }

    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        if last_own(ply).is_none() {
            return Played { action: ply.state.playout_action(rng, legal), listed: false };
        }
        self.choose_from_list(ply, legal, buffers, rng)
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        for (index, player, first) in iteration.decisions() {
            let context = self.context(player, first.key);
            let later = iteration.steps[index + 1..].iter().filter(|step| step.player == Some(player));
            for second in later {
                if let Some(tile) = self.records.entry(self.records.extend(context, second.key), iteration.sharing) {
                    tile.add(iteration.reward(player), iteration.sharing);
                }
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Tile { player, first, second } = record else { return None };
        let context = self.context(player, game.action_index(first));
        Some(self.records.information(self.records.extend(context, game.action_index(second)), false))
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
