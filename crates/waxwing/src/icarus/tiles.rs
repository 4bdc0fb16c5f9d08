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
use super::pending::Pending;
use super::table::Records;
use super::{Gives, Information, Record};
use crate::Rng;
use crate::agent::catalogue::{Entry, Parameter};
use crate::game::Player;
use crate::strategy::{Built, Iteration, Learner, Move, Needs, Opinion, Ply, Store, Strategy};

pub(super) fn entry() -> Entry {
    let about =
        "contextual Monte Carlo: prefer the action that did best together with an earlier action of the same player";
    Entry::strategy("tiles", about)
        .cited("Rimmel and Teytaud 2010")
        .in_papers(&["tiles"])
        .taking([Parameter::number("epsilon", 0.2, 0.0, 1.0, "chance of a uniformly random action")])
        .built_by(|setting| {
            let records = Records::new(setting.players(), setting.action_space(), 2, 0);
            Ok(Built::strategy(Tiles { epsilon: setting.number("epsilon"), records }))
        })
}

struct Tiles {
    epsilon: f32,
    records: Records,
}

impl Tiles {
    #[inline]
    fn context(&self, player: Player, first: u64) -> u64 {
        self.records.extend(self.records.start(player), first)
    }

    fn values(&self, ply: &Ply<'_>, values: &mut Vec<f32>) {
        let context = last_own(ply).map(|first| self.context(ply.player, first));
        values.extend(
            ply.keys()
                .iter()
                .map(|&action| {
                    let key = self.records.extend(context?, action);
                    self.records.get(key).filter(|tile| tile.visits() > 0).map(|tile| tile.mean())
                })
                .map(|value| value.unwrap_or(1.0)),
        );
    }
}

/// The key of the acting player's last action since the root.
fn last_own(ply: &Ply<'_>) -> Option<u64> {
    ply.steps().iter().rev().find(|step| step.player == Some(ply.player)).map(|step| step.key)
}

impl Learner for Tiles {
    /// Room for values, and what is not added to the records yet.
    type Thread = (Vec<f32>, Pending);

    fn needs(&self) -> Needs {
        Needs::steps()
    }

    fn capture(&self, iteration: &Iteration<'_>, (_, pending): &mut (Vec<f32>, Pending)) {
        for (index, player, first) in iteration.decisions() {
            let context = self.context(player, first.key);
            let later = iteration.steps()[index + 1..].iter().filter(|step| step.player == Some(player));
            for second in later {
                let (key, counting) = (self.records.extend(context, second.key), (iteration.sharing, &mut *pending));
                self.records.add(key, iteration.reward(player), counting, |_, _| {});
            }
        }
    }

    fn settle(&self, (_, pending): &mut (Vec<f32>, Pending)) {
        self.records.settle(pending, |_, _| {});
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let &Record::Tile { player, first, second } = record else { return None };
        Some(self.records.information(self.records.extend(self.context(player, first), second), false))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let context = last_own(ply).map(|first| self.context(ply.player, first));
        let tile = |&action: &u64| Some(self.records.opinion(self.records.extend(context?, action)));
        opinions.extend(ply.keys().iter().map(tile));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for Tiles {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, _: &mut (Vec<f32>, Pending), scores: &mut Vec<f32>) {
        self.values(ply, scores);
        epsilon_greedy(scores, self.epsilon);
    }

    fn choose(&self, ply: &Ply<'_>, (values, _): &mut (Vec<f32>, Pending), rng: &mut Rng) -> Option<usize> {
        if rng.unit() < self.epsilon {
            return Some(rng.below(ply.count()));
        }
        values.clear();
        self.values(ply, values);
        Some(argmax(values, rng))
    }

    fn play(&self, ply: &Ply<'_>, _: &mut (Vec<f32>, Pending), rng: &mut Rng) -> Option<Move> {
        if last_own(ply).is_none() { Some(ply.any(rng)) } else { None }
    }
}
