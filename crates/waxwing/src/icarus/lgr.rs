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

use super::part::{QuickChoice, QuickPlayer};
use super::quota::Quota;
use super::table::Records;
use super::{Gives, Information, LegalList, Moment, Record, mix, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Parameter};
use crate::game::{Game, Player, Reward};
use crate::strategy::{
    Built, Composed, Iteration, Learner, Needs, Opinion, Own, Ply, Setting, Start, Store, Strategy, Thread,
};

pub(super) fn entry() -> Entry {
    let about = "last good reply: answer a move as it was last answered in a playout that the replier did not lose";
    with_context(Entry::strategy("lgr", about))
        .cited("Drake 2009; ICARUS Specification 4")
        .in_papers(&["lgr"])
        .built_by(|setting| Ok(Built(Composed::Own(Own::LastGoodReply(LastGoodReply::new(setting, false))))))
}

pub(super) fn forgetting_entry() -> Entry {
    let about = "last good reply with forgetting: a reply that loses a playout is deleted from the table";
    with_context(Entry::strategy("lgrf", about))
        .cited("Baier and Drake 2010; ICARUS Specification 4, LGRF-7")
        .in_papers(&["lgrf"])
        .built_by(|setting| Ok(Built(Composed::Own(Own::LastGoodReply(LastGoodReply::new(setting, true))))))
}

fn with_context(entry: Entry) -> Entry {
    let about = "how many moves a reply answers; with 2, the longer context is tried first";
    entry.taking([Parameter::integer("context", 1, 1, 2, about), parameters::prefix()])
}

pub(crate) struct LastGoodReply {
    forgetting: bool,
    prefix: bool,
    /// Replies to the last move, to the last two…: element `i` holds those to `i + 1` moves.
    replies: Vec<Records>,
}

impl LastGoodReply {
    fn new(setting: &Setting<'_>, forgetting: bool) -> LastGoodReply {
        let replies = |moves| Records::new(setting.players(), setting.action_space(), moves as u32, 0);
        let replies = (1..=setting.integer("context")).map(replies).collect();
        LastGoodReply { forgetting, prefix: setting.flag("prefix"), replies }
    }

    /// The record of a player's reply to these moves.
    #[inline]
    fn key(&self, player: Player, moves: &[u64]) -> u64 {
        let records = &self.replies[moves.len() - 1];
        moves.iter().fold(records.start(player), |key, &part| records.extend(key, part))
    }

    /// The key of the recorded reply.
    #[inline(always)]
    fn recorded(&self, player: Player, moves: &[u64]) -> Option<u64> {
        self.replies[moves.len() - 1].get(self.key(player, moves))?.word().checked_sub(1)
    }

    /// The reply that α plays: to the longest context that has a possible one, as `possible` says.
    // A plain loop: an adapter's closure would be a call of its own at every ply.
    #[inline(always)]
    fn reply<T>(&self, player: Player, seen: &[u64], possible: impl Fn(u64) -> Option<T>) -> Option<T> {
        let mut length = self.replies.len().min(seen.len());
        while length > 0 {
            let recorded = self.recorded(player, &seen[seen.len() - length..]);
            if let Some(reply) = recorded.and_then(&possible) {
                return Some(reply);
            }
            length -= 1;
        }
        None
    }
}

impl Learner for LastGoodReply {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::steps().and_moves().and_replies()
    }

    fn capture(&self, iteration: &Iteration<'_>, (): &mut ()) {
        for length in 1..=self.replies.len() {
            for (index, player, step) in iteration.decisions() {
                let seen = iteration.moves_before(index, player, self.prefix);
                let Some(start) = seen.len().checked_sub(length) else { continue };
                let key = self.key(player, &seen[start..]);
                let Some(record) = self.replies[length - 1].entry(key, iteration.sharing) else { continue };
                // A reply is written whether or not it is there already: to ask would be guessed wrong too often.
                if iteration.reward(player) > Reward::LOSS {
                    if iteration.remember(index) {
                        record.set_word(step.key + 1);
                    }
                } else if self.forgetting && record.word() == step.key + 1 {
                    record.set_word(0);
                }
            }
        }
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let Record::Reply { player, moves } = record else { return None };
        let is_known = (1..=self.replies.len()).contains(&moves.len());
        is_known.then(|| Information::Reply(self.recorded(*player, moves)))
    }

    /// The reply is worth 1 and all else 0, where there is one that is possible.
    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let (keys, seen) = (ply.keys(), ply.moves(self.prefix));
        let Some(reply) = self.reply(ply.player, seen, |key| keys.contains(&key).then_some(key)) else { return };
        let context = self.key(ply.player, &seen[seen.len() - 1..]);
        opinions.extend(keys.iter().map(|&action| {
            let value = if action == reply { 1.0 } else { 0.0 };
            Some(Opinion { value, visits: 1, record: mix(context, action) })
        }));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl Strategy for LastGoodReply {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        let keys = ply.keys();
        let reply = self.reply(ply.player, ply.moves(self.prefix), |key| ply.recall(key).map(|_| key));
        scores.extend(keys.iter().map(|&key| if reply.is_none_or(|reply| reply == key) { 1.0 } else { 0.0 }));
    }
}

impl QuickPlayer for LastGoodReply {
    #[inline]
    fn play_quickly<G: Game>(
        &self,
        at: &Moment<'_, G>,
        _: &mut LegalList<'_, G::Action>,
        _: &mut Thread,
        _: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        let reply = self.reply(at.player, at.moves(self.prefix), |key| at.recall(key));
        Some(reply.map_or(QuickChoice::Any, QuickChoice::This))
    }
}

impl Store for LastGoodReply {
    fn bytes(&self) -> usize {
        self.replies.iter().map(Records::bytes).sum()
    }

    fn is_due(&self, _: usize) -> bool {
        self.replies.iter().any(Records::is_crowded)
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        self.replies.iter_mut().for_each(|records| records.maintain(quota));
    }

    fn begin(&mut self, _: Start) {
        self.replies.iter_mut().for_each(Records::clear);
    }
}
