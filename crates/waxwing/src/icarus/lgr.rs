//! Last good reply (Specification 4) and last good reply with forgetting (LGRF-7): what answered a move in a playout that
//! its player won is played again after the same move.
//!
//! ```text
//! R = moves × players    Θ = an action, or ⊥
//! α = the recorded reply if there is one and it is legal,    U[A] otherwise
//! ω = the new reply if μ_ρ > 0;    LGRF: ⊥ if μ_ρ ≤ 0 and the recorded reply was the one played
//! ```
//!
//! A draw (½) counts as good, since its reward is positive. With `context=2` (Baier and Drake's LGRF-2) replies to the
//! last two moves are kept too, and are looked up before the replies to the last move alone. `prefix=yes` lets moves
//! before the root be replied to.

use super::book::Book;
use super::quota::Quota;
use super::table::Records;
use super::ucb::Buffers;
use super::{Gives, InPlayouts, Information, Iteration, Played, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::Rng;
use crate::game::{Game, Player};

pub(crate) struct LastGoodReply<A> {
    forgetting: bool,
    prefix: bool,
    /// Replies to the last move, to the last two…: element `i` holds those to `i + 1` moves.
    replies: Vec<Records>,
    book: Book<A>,
}

impl<A: Copy> LastGoodReply<A> {
    pub fn new<G: Game<Action = A>>(game: &G, forgetting: bool, context: usize, prefix: bool) -> LastGoodReply<A> {
        let replies = |moves| Records::new(game.players(), game.action_space(), moves as u32, 0);
        LastGoodReply {
            forgetting,
            prefix,
            replies: (1..=context).map(replies).collect(),
            book: Book::new(game.action_space()),
        }
    }

    /// The record of a player's reply to these moves.
    #[inline]
    fn key(&self, player: Player, moves: &[u64]) -> u64 {
        let records = &self.replies[moves.len() - 1];
        moves.iter().fold(records.start(player), |key, &part| records.extend(key, part))
    }

    fn recorded(&self, player: Player, moves: &[u64]) -> Option<A> {
        let reply = self.replies[moves.len() - 1].get(self.key(player, moves))?.word();
        if reply == 0 { None } else { self.book.action(reply - 1) }
    }

    /// The reply that α plays: to the longest context that has a possible one.
    #[inline]
    fn reply<G: Game<Action = A>>(&self, ply: &Ply<'_, G>) -> Option<A> {
        let seen = ply.history.moves(self.prefix);
        (1..=self.replies.len().min(seen.len())).rev().find_map(|length| {
            self.recorded(ply.player, &seen[seen.len() - length..]).filter(|&reply| ply.allows(reply))
        })
    }
}

impl<G: Game> Strategy<G> for LastGoodReply<G::Action> {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, moves: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let reply = self.reply(ply);
        let weight = |action: &G::Action| if reply.is_none_or(|reply| reply == *action) { 1.0 } else { 0.0 };
        scores.extend(ply.legal.iter().map(weight));
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Picks
    }

    fn play(&self, ply: &Ply<'_, G>, legal: &mut Vec<G::Action>, _: &mut Buffers, rng: &mut Rng) -> Played<G::Action> {
        let action = self.reply(ply).unwrap_or_else(|| ply.state.playout_action(rng, legal));
        Played { action, listed: false }
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        for (index, player, step) in iteration.decisions() {
            let seen = iteration.moves_before(index, player, self.prefix);
            let good = iteration.reward(player).value() > 0.0;
            for length in 1..=self.replies.len().min(seen.len()) {
                let key = self.key(player, &seen[seen.len() - length..]);
                let Some(record) = self.replies[length - 1].entry(key, iteration.sharing) else { continue };
                if good && self.book.learn(step.key, step.action) {
                    record.set_word(step.key + 1);
                } else if good {
                    // A reply that cannot be played again is none.
                    record.set_word(0);
                } else if self.forgetting && record.word() == step.key + 1 {
                    record.set_word(0);
                }
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Reply { player, moves } = record else { return None };
        let keys: Vec<u64> = moves.iter().map(|&action| game.action_index(action)).collect();
        if !(1..=self.replies.len()).contains(&keys.len()) {
            return None;
        }
        Some(Information::Reply(self.recorded(*player, &keys)))
    }

    fn is_due(&self, _: usize) -> bool {
        self.replies.iter().any(Records::is_crowded) || self.book.is_crowded()
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        self.replies.iter_mut().for_each(|records| records.maintain(quota));
        self.book.maintain(quota);
    }

    fn begin(&mut self, _: Start) {
        self.replies.iter_mut().for_each(Records::clear);
    }

    fn bytes(&self) -> usize {
        self.replies.iter().map(Records::bytes).sum::<usize>() + self.book.bytes()
    }
}
