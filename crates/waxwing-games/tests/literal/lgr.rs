//! Specification 4 (last good reply) and LGRF-7, with replies to one move or to the last two.

use waxwing::{Game, Information, Record};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Context, Icarus, Info, Playout, Ply, Theta};

pub struct LastGoodReply {
    pub forgetting: bool,
    pub context: usize,
    pub prefix: bool,
}

/// The last `length` moves, if there are as many.
fn last<A: Copy>(moves: &[A], length: usize) -> Option<Vec<A>> {
    Some(moves[moves.len().checked_sub(length)?..].to_vec())
}

impl<G: Game> Icarus<G> for LastGoodReply {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Reply { moves, .. } if (1..=self.context).contains(&moves.len()))
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Reply(None)
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let seen = ply.playout.seen(ply.player, ply.length(), self.prefix);
        for length in (1..=self.context).rev() {
            let Some(moves) = last(&seen, length) else { continue };
            if let Some(Info::Reply(Some(reply))) = theta.get(Record::Reply { player: ply.player, moves })
                && ply.legal.contains(reply)
            {
                let weights: Vec<f64> = ply.legal.iter().map(|action| f64::from(u8::from(action == reply))).collect();
                return Choice::Distribution(Decision::weights(&weights));
            }
        }
        Choice::Distribution(Decision::uniform(ply.legal.len()))
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (index, player, step) in playout.decisions() {
            let seen = playout.seen(player, index, self.prefix);
            for moves in (1..=self.context).filter_map(|length| last(&seen, length)) {
                captured.push((Record::Reply { player, moves }, Context::Reply(step.action, player)));
            }
        }
        captured
    }

    fn back_up(&self, info: &mut Info<G::Action>, context: &Context<G::Action>, rewards: &[f64]) {
        let (Info::Reply(reply), Context::Reply(new, player)) = (info, context) else { unreachable!() };
        if rewards[player.index()] > 0.0 {
            *reply = Some(*new);
        } else if self.forgetting && *reply == Some(*new) {
            *reply = None;
        }
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Reply(reply) = info else { unreachable!() };
        Information::Reply(*reply)
    }
}
