//! EPIC with Equation 17 as printed (`epic(strict=yes)`): the record of an action is the position-in-episode *after* it.
//!
//! An action that ends an episode then has the record (new label, ⟨⟩), which it shares with every other action that does.
//! Finding it out takes a look at the state behind each legal action, so this is for comparison, not for speed.

use super::super::part::{OwnLearner, OwnStrategy};
use super::super::table::Records;
use super::super::ucb::{bonus, ucb1};
use super::super::{Gives, Information, Record, TypedIteration, TypedPly, mix};
use super::{episode_of, episode_start};
use crate::game::{Game, Player};
use crate::knowledge;
use crate::strategy::{Needs, Opinion, Store, Thread};

pub(crate) struct StrictEpic {
    c: f32,
    records: Records,
}

impl StrictEpic {
    pub fn new(c: f32) -> StrictEpic {
        StrictEpic { c, records: Records::new(1, 0, 1, 0) }
    }

    /// The record of an action in a state whose position-in-episode (without the player) is known.
    fn key<G: Game>(&self, state: &G, player: Player, position: u64, action: G::Action) -> u64 {
        let mut next = state.clone();
        next.apply(action);
        let after = match knowledge::episode(&next) {
            Some(label) => episode_start(Some(label)),
            None => mix(position, state.action_index(action)),
        };
        episode_of(after, player)
    }
}

impl<G: Game> OwnStrategy<G> for StrictEpic {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, at: &TypedPly<'_, G>, _: &mut Thread, scores: &mut Vec<f32>) {
        let (ply, facts) = (&at.ply, at.facts);
        scores.extend(facts.legal().iter().map(|&action| {
            match self.records.get(self.key(facts.state, ply.player, ply.position(), action)) {
                Some(record) if record.visits() > 0 => {
                    ucb1(record.mean(), record.visits(), bonus(self.c, record.count()))
                }
                _ => f32::INFINITY,
            }
        }));
    }
}

impl<G: Game> OwnLearner<G> for StrictEpic {
    fn needs(&self) -> Needs {
        Needs::steps().and_states().and_moves().and_legal().and_episodes()
    }

    fn capture(&self, typed: &TypedIteration<'_, G>, _: &mut Thread) {
        let (iteration, log) = (&typed.iteration, typed.log());
        let mut state = typed.root.clone();
        for (index, (step, &chosen)) in log.steps.iter().zip(typed.actions).enumerate() {
            if let Some(player) = step.player {
                for &action in typed.legal(index) {
                    let key = self.key(&state, player, log.positions[index], action);
                    let Some(record) = self.records.entry(key, iteration.sharing) else { continue };
                    record.add_count(1, iteration.sharing);
                    if action == chosen {
                        record.add(iteration.reward(player), iteration.sharing);
                    }
                }
            }
            state.apply(chosen);
        }
    }

    fn recall(&self, _: &G, record: &Record<u64>) -> Option<Information<u64>> {
        let Record::Episode { player, label, moves } = record else { return None };
        let position = moves.iter().fold(episode_start(*label), |key, &seen| mix(key, seen));
        Some(self.records.information(episode_of(position, *player), true))
    }

    fn opinions(&self, at: &TypedPly<'_, G>, opinions: &mut Vec<Option<Opinion>>) {
        let (ply, facts) = (&at.ply, at.facts);
        let key = |&action: &G::Action| self.key(facts.state, ply.player, ply.position(), action);
        opinions.extend(facts.legal().iter().map(|action| Some(self.records.opinion(key(action)))));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}
