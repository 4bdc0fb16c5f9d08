//! EPIC with Equation 17 as printed (`epic(strict=yes)`): the record of an action is the position-in-episode *after* it.
//!
//! An action that ends an episode then has the record (new label, ⟨⟩), which it shares with every other action that does.
//! Finding it out takes a look at the state behind each legal action, so this is for comparison, not for speed.

use super::super::table::Records;
use super::super::ucb::{bonus, ucb1};
use super::super::{Gives, Information, Iteration, Ply, Record, Scratch, Strategy, Wants, mix};
use super::{episode_of, episode_start};
use crate::game::{Game, Player};

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
        let after = match G::knowledge().episode(&next) {
            Some(label) => episode_start(Some(label)),
            None => mix(position, state.action_index(action)),
        };
        episode_of(after, player)
    }
}

impl<G: Game> Strategy<G> for StrictEpic {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, moves: true, legal: true, episodes: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        scores.extend(ply.legal.iter().map(|&action| {
            match self.records.get(self.key(ply.state, ply.player, ply.position, action)) {
                Some(record) if record.visits() > 0 => {
                    ucb1(record.mean(), record.visits(), bonus(self.c, record.count()))
                }
                _ => f32::INFINITY,
            }
        }));
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        let mut state = iteration.root.clone();
        for (index, step) in iteration.steps.iter().enumerate() {
            if let Some(player) = step.player {
                for &action in iteration.legal(index) {
                    let key = self.key(&state, player, iteration.course.positions[index], action);
                    let Some(record) = self.records.entry(key, iteration.sharing) else { continue };
                    record.add_count(1, iteration.sharing);
                    if action == step.action {
                        record.add(iteration.reward(player), iteration.sharing);
                    }
                }
            }
            state.apply(step.action);
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Episode { player, label, moves } = record else { return None };
        let position = moves.iter().fold(episode_start(*label), |key, &seen| mix(key, game.action_index(seen)));
        Some(self.records.information(episode_of(position, *player), true))
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
