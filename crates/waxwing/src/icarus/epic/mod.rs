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
//! where the labels name it, and keeps players apart where they do not. The start of the game starts an episode
//! whatever its label. The record of the root itself, which no action leads to, is not kept.
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

use super::highest::argmax;
use super::part::{OwnLearner, OwnStrategy, QuickChoice};
use super::queue::Queue;
use super::{Gives, Information, LegalList, Moment, Quota, Record, TypedIteration, TypedPly, mix, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Giving, Need, Parameter};
use crate::game::{ActionSet, Game, Player, Reward, SetWords};
use crate::knowledge::EpisodeLabel;
use crate::strategy::{Built, Composed, Needs, Opinion, Own, Start, Store as Stored, Thread};
use edges::Edges;
use log::Tail;
use memo::{Choice, Memo};
use store::{EpisodePath, Familiarity, Store};
use waiting::Waiting;

pub(crate) use strict::StrictEpic;

pub(super) fn entry() -> Entry {
    let about = "episodic information capture: UCB1 on an action at its position within an episode, shared by all such episodes";
    Entry::strategy("epic", about)
        .cited("Powley, Cowling and Whitehouse 2014, section 5")
        .in_papers(&["epic", "episodes"])
        .taking([
            parameters::c(),
            Parameter::choice(
                "strict",
                ["no", "yes"],
                "whether actions that end an episode share one record, as Equation 17 reads",
            ),
        ])
        .needing([Need::Episodes])
        .giving(Giving::Values)
        .built_by(|setting| {
            let c = setting.number("c");
            Ok(Built(Composed::Own(if setting.flag("strict") { Own::StrictEpic { c } } else { Own::Epic { c } })))
        })
}

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

    /// What is known about the current position of a playout, by what is remembered of those before it. Nothing if an
    /// earlier one of the episode was not known.
    #[inline]
    fn seat(&self, at: &Moment<'_, G>, memo: &mut Memo) -> Option<Familiarity> {
        let (episode, step) = (at.log.episode(), at.log.steps.len());
        memo.follow(at.log.number);
        if memo.is_lost(episode) {
            return None;
        }
        let position = at.log.position(at.player);
        if let Some(block) = self.store.block(position, at.player) {
            memo.pass_often(step);
            return Some(Familiarity::Often(block));
        }
        // What follows a position with edges is no part of a tail.
        let behind_edges = step > episode && memo.comes_from_often(step);
        let way = if behind_edges { EpisodePath { positions: &[], moves: &[] } } else { way(at) };
        let seat = self.store.seat(position, at.player, way);
        match seat {
            Familiarity::Lost => memo.lose(episode),
            Familiarity::Often(..) => memo.pass_often(step),
            Familiarity::Nothing | Familiarity::Once(_) => {}
        }
        Some(seat)
    }

    /// The index of an action of the set, at a position that has no edges yet.
    #[inline(never)]
    fn play_seldom(
        &self,
        at: &Moment<'_, G>,
        (seat, set): (Familiarity, &ActionSet<G::Action>),
        memo: &mut Memo,
        rng: &mut Rng,
    ) -> usize {
        let (words_at, index) = match seat {
            Familiarity::Once(tail) => (Choice::ONCE, self.store.draw_unplayed(tail, at.state, set, rng)),
            _ => (Choice::UNKNOWN, set.draw(set.words, rng)),
        };
        memo.choose(at.log.steps.len(), words_at, set);
        index
    }

    /// The place of an action at a position that is known, where there is no set.
    fn choose_listed(
        &self,
        at: &Moment<'_, G>,
        (familiarity, legal): (Familiarity, &[G::Action]),
        scores: &mut Vec<f32>,
        rng: &mut Rng,
    ) -> usize {
        match (self.store.edges(), familiarity) {
            (Edges::Lists(lists), Familiarity::Often(block)) => lists.best(block, at.state, legal, scores, rng),
            _ => {
                scores.clear();
                self.store.values(familiarity, at, legal, scores);
                argmax(scores, rng)
            }
        }
    }
}

impl<G: Game> Store<G> {
    /// The value of every legal action.
    fn values(&self, seat: Familiarity, at: &Moment<'_, G>, legal: &[G::Action], values: &mut Vec<f32>) {
        let (player, state) = (at.player, at.state);
        match seat {
            Familiarity::Lost | Familiarity::Nothing => values.extend(legal.iter().map(|_| f32::INFINITY)),
            Familiarity::Once(tail) => {
                // Available once, visited once: ln 1 = 0 leaves the mean.
                let (_, known) = self.log().head(tail);
                let mean = self.log().reward(tail, player).value() as f32;
                values.extend(legal.iter().map(|&action| if action == known { mean } else { f32::INFINITY }));
            }
            Familiarity::Often(block) => {
                values.extend(legal.iter().map(|&action| self.edges().value(block, state.action_index(action))));
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
fn way<'a, G: Game>(at: &Moment<'a, G>) -> EpisodePath<'a> {
    if G::HIDDEN {
        return EpisodePath { positions: &[], moves: &[] };
    }
    let episode = at.log.episode();
    EpisodePath { positions: &at.log.positions[episode..], moves: &at.moves(false)[episode..] }
}

impl<G: Game> OwnStrategy<G> for Epic<G> {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, at: &TypedPly<'_, G>, _: &mut Thread, scores: &mut Vec<f32>) {
        let (store, here) = (&self.store, at.moment());
        let familiarity = store.seat(here.log.position(here.player), here.player, way(&here));
        store.values(familiarity, &here, at.facts.legal(), scores);
    }

    fn play_quickly(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        let memo: &mut Memo = thread.of();
        let Some(familiarity) = self.seat(at, memo) else { return Some(QuickChoice::Any) };
        if let Edges::Sets(sets) = self.store.edges()
            && let Some(set) = at.state.playout_set()
        {
            // Nearly always the position is known.
            let index = if let Familiarity::Often(block) = familiarity {
                memo.choose(at.log.steps.len(), block.first, &set);
                sets.best(block, &set, rng)
            } else {
                self.play_seldom(at, (familiarity, &set), memo, rng)
            };
            return Some(QuickChoice::This((set.action)(index)));
        }
        Some(match familiarity {
            Familiarity::Lost | Familiarity::Nothing => QuickChoice::Any,
            known => QuickChoice::Listed(self.choose_listed(at, (known, legal.of(at.state)), &mut thread.scores, rng)),
        })
    }
}

impl<G: Game> OwnLearner<G> for Epic<G> {
    fn needs(&self) -> Needs {
        Needs { lists: true, ..Needs::steps().and_states().and_moves().and_episodes() }
    }

    fn thread(&self) -> Thread {
        Thread::new::<Memo>()
    }

    fn capture(&self, iteration: &TypedIteration<'_, G>, thread: &mut Thread) {
        self.queue.push(iteration.sharing(), |waiting| waiting.add(iteration, thread.of()));
    }

    fn recall(&self, game: &G, record: &Record<u64>) -> Option<Information<u64>> {
        let Record::Episode { player, label, moves } = record else { return None };
        let (&action, moves) = moves.split_last()?;
        let mut position = episode_start(*label);
        let mut positions = Vec::with_capacity(moves.len());
        for &seen in moves {
            positions.push(position);
            position = mix(position, seen);
        }
        let seat = self.store.seat(position, *player, EpisodePath { positions: &positions, moves });
        let found = self.store.statistics(game, seat, *player, action);
        Some(Information::Statistics {
            sum: found.sum as f64 / Reward::WIN.bits() as f64,
            visits: found.visits.into(),
            available: Some(found.available.into()),
        })
    }

    fn opinions(&self, at: &TypedPly<'_, G>, opinions: &mut Vec<Option<Opinion>>) {
        let here = at.moment();
        let position = here.log.position(here.player);
        let familiarity = self.store.seat(position, here.player, way(&here));
        opinions.extend(at.ply.keys().iter().map(|&action| {
            let found = self.store.statistics(here.state, familiarity, here.player, action);
            let mean = found.sum as f64 / Reward::WIN.bits() as f64 / f64::from(found.visits.max(1));
            let record = mix(episode_of(position, here.player), action);
            Some(Opinion { value: mean as f32, visits: found.visits, record })
        }));
    }

    fn store(&self) -> Option<&dyn Stored> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Stored> {
        Some(self)
    }
}

impl<G: Game> Stored for Epic<G> {
    fn bytes(&self) -> usize {
        self.store.bytes()
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
}
