//! Episodic information capture and reuse (Specification 7): positions that are reached by the same moves from the start
//! of an episode share what is known about them, wherever in the game the episode lies.
//!
//! ```text
//! R = labels × M*    Θ = (q, n, m)
//! α = U[argmax v],    v(q, n, m) = q/n + c·√(ln m / n)    if n > 0,    +∞ otherwise
//! ξ = a visit for each move of the playout, availability for its legal siblings
//! ```
//!
//! Readings. By Equation 17 an action that ends an episode leads to the record (new label, ⟨⟩), so that all such actions
//! share one record, which contradicts section 7.3. Records therefore belong to *edges*, η(h) and the action; the
//! equation as printed is `strict=yes`, in `strict.rs`. The acting player is part of a record: that changes nothing
//! where the labels name him, and keeps players apart where they do not. The start of the game starts an episode whatever its label. The record of
//! the root itself, which no action leads to, is not kept.
//!
//! How records are kept is told in `store.rs` (positions), `lists.rs` and `sets.rs` (their actions) and `log.rs` (what was passed once).

mod edges;
mod index;
mod lists;
mod log;
mod memo;
mod roots;
mod sets;
mod store;
mod strict;
#[cfg(test)]
mod tests;
mod waiting;

pub(crate) use memo::Memo;
pub(crate) use strict::StrictEpic;

use super::highest::argmax;
use super::queue::Queue;
use super::ucb::Buffers;
use super::{
    Gives, InPlayouts, Information, Iteration, Played, Ply, Quota, Record, Scratch, Start, Strategy, Wants, mix,
};
use crate::Rng;
use crate::game::{ActionSet, Game, Player, Reward, SetWords, list_playout};
use crate::knowledge::EpisodeLabel;
use edges::Edges;
use log::Tail;
use memo::Choice;
use store::{Seat, Store, Way};
use waiting::Waiting;

/// The key of the position at the start of an episode.
pub(crate) fn episode_start(label: Option<EpisodeLabel>) -> u64 {
    mix(0x45, label.map_or(u64::MAX, u64::from))
}

/// The key of a position as the acting player's own.
#[inline]
pub(crate) fn episode_of(position: u64, player: Player) -> u64 {
    mix(position, u64::from(player.0))
}

pub(crate) struct Epic<G: Game> {
    store: Store<G>,
    queue: Queue<Waiting<G>>,
}

impl<G: Game> Epic<G> {
    pub fn new(game: &G, c: f32) -> Epic<G> {
        Epic { store: Store::new(game, c), queue: Queue::default() }
    }

    /// What tells its notes in a [`Memo`] from another's.
    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// What is known about the current position of a playout, by what is remembered of those before it. Nothing if an
    /// earlier one of the episode was not known.
    #[inline]
    fn seat(&self, ply: &Ply<'_, G>) -> Option<Seat> {
        let (memo, episode) = (&ply.history.course.memo, ply.history.course.episode());
        let step = ply.history.steps.len();
        memo.claim(self.address());
        if memo.is_lost(episode) {
            return None;
        }
        if let Some(block) = self.store.block(ply.position, ply.player) {
            memo.pass_often(step);
            return Some(Seat::Often(block));
        }
        // What follows a position with edges is no part of a tail.
        let behind_edges = step > episode && memo.comes_from_often(step);
        let way = if behind_edges { Way { positions: &[], moves: &[] } } else { way(ply) };
        let seat = self.store.seat(ply.position, ply.player, way);
        match seat {
            Seat::Lost => memo.lose(episode),
            Seat::Often(..) => memo.pass_often(step),
            Seat::Nothing | Seat::Once(_) => {}
        }
        Some(seat)
    }

    /// A choice where there is no set, or no edges for it yet.
    #[inline(never)]
    fn play_seldom(
        &self,
        ply: &Ply<'_, G>,
        seat: Seat,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        let store = &self.store;
        if let Edges::Sets(_) = store.edges()
            && let Some(set) = ply.state.playout_set()
        {
            let (words_at, index) = match seat {
                Seat::Once(tail) => (Choice::ONCE, store.draw_unplayed(tail, ply.state, &set, rng)),
                _ => (Choice::UNKNOWN, set.draw(set.words, rng)),
            };
            ply.history.course.memo.choose(ply.history.steps.len(), words_at, &set);
            return Played { action: (set.action)(index), listed: false };
        }
        if matches!(seat, Seat::Lost | Seat::Nothing) {
            return Played { action: ply.state.playout_action(rng, legal), listed: false };
        }
        list_playout(ply.state, legal);
        let chosen = match (store.edges(), seat) {
            (Edges::Lists(lists), Seat::Often(block)) => lists.best(block, ply.state, legal, &mut buffers.scores, rng),
            _ => {
                buffers.scores.clear();
                store.values(seat, ply, legal, &mut buffers.scores);
                argmax(&buffers.scores, rng)
            }
        };
        Played { action: legal[chosen], listed: true }
    }
}

impl<G: Game> Store<G> {
    fn seat_of(&self, ply: &Ply<'_, G>) -> Seat {
        self.seat(ply.position, ply.player, way(ply))
    }

    /// The value of every legal action.
    fn values(&self, seat: Seat, ply: &Ply<'_, G>, legal: &[G::Action], values: &mut Vec<f32>) {
        match seat {
            Seat::Lost | Seat::Nothing => values.extend(legal.iter().map(|_| f32::INFINITY)),
            Seat::Once(tail) => {
                // Available once, visited once: ln 1 = 0 leaves the mean.
                let (_, known) = self.log().head(tail);
                let mean = self.log().reward(tail, ply.player).value() as f32;
                values.extend(legal.iter().map(|&action| if action == known { mean } else { f32::INFINITY }));
            }
            Seat::Often(block) => {
                values.extend(legal.iter().map(|&action| self.edges().value(block, ply.state.action_index(action))));
            }
        }
    }

    /// The index of an action of the set that was not played where the position was passed once, or else of the one that was.
    #[inline]
    fn draw_unplayed(&self, tail: Tail, game: &G, set: &ActionSet<G::Action>, rng: &mut Rng) -> usize {
        let played = game.action_index(self.log().head(tail).1) as usize;
        let mut unplayed = set.words;
        if let Some(word) = played.checked_sub(set.first).and_then(|bit| unplayed.get_mut(bit / 64)) {
            *word &= !(1 << (played % 64));
        }
        if unplayed == SetWords::default() {
            return played;
        }
        set.draw(unplayed, rng)
    }
}

/// How the episode has gone on so far.
fn way<'a, G: Game>(ply: &Ply<'a, G>) -> Way<'a> {
    if G::HIDDEN {
        return Way { positions: &[], moves: &[] };
    }
    let episode = ply.history.course.episode();
    Way { positions: &ply.history.course.positions[episode..], moves: &ply.history.moves(false)[episode..] }
}

impl<G: Game> Strategy<G> for Epic<G> {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, moves: true, lists: true, episodes: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let store = &self.store;
        store.values(store.seat_of(ply), ply, ply.legal, scores);
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Plays
    }

    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        let store = &self.store;
        let Some(seat) = self.seat(ply) else {
            return Played { action: ply.state.playout_action(rng, legal), listed: false };
        };
        // Nearly always the position is known, and tells its actions as a set.
        if let (Edges::Sets(sets), Seat::Often(block)) = (store.edges(), seat)
            && let Some(set) = ply.state.playout_set()
        {
            ply.history.course.memo.choose(ply.history.steps.len(), block.first, &set);
            return Played { action: (set.action)(sets.best(block, &set, rng)), listed: false };
        }
        self.play_seldom(ply, seat, legal, buffers, rng)
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        self.queue.push(iteration.sharing, |waiting| waiting.add(iteration, self.address()));
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Episode { player, label, moves } = record else { return None };
        let (&action, before) = moves.split_last()?;
        let moves: Vec<u64> = before.iter().map(|&seen| game.action_index(seen)).collect();
        let mut position = episode_start(*label);
        let mut positions = Vec::with_capacity(moves.len());
        for &seen in &moves {
            positions.push(position);
            position = mix(position, seen);
        }
        let store = &self.store;
        let seat = store.seat(position, *player, Way { positions: &positions, moves: &moves });
        let found = store.statistics(game, seat, *player, action);
        Some(Information::Statistics {
            sum: found.sum as f64 / Reward::WIN.bits() as f64,
            visits: found.visits.into(),
            available: Some(found.available.into()),
        })
    }

    fn is_due(&self, _: usize) -> bool {
        self.queue.is_due()
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        self.queue.take().drain(|finished| self.store.capture(finished, quota));
    }

    fn begin(&mut self, _: Start) {
        self.store.clear();
        self.queue = Queue::default();
    }

    fn bytes(&self) -> usize {
        self.store.bytes()
    }
}
