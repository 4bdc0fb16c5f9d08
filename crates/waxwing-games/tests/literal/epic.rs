//! Specification 7 (EPIC), with records on edges, or with Equation 17 as printed.

use waxwing::{Game, Information, Player, Record};

use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics, ucb1};
use crate::known;

pub struct Epic {
    pub c: f64,
    pub strict: bool,
}

impl Epic {
    /// The record of an action after a number of steps.
    fn record<G: Game>(
        &self,
        playout: &Playout<'_, G>,
        length: usize,
        player: Player,
        action: G::Action,
    ) -> Record<G::Action> {
        let (label, mut moves) = playout.episode(player, length);
        moves.push(action);
        if self.strict {
            let mut after = playout.states[length].clone();
            after.apply(action);
            if let Some(label) = known::episode(&after) {
                return Record::Episode { player, label: Some(label), moves: Vec::new() };
            }
        }
        Record::Episode { player, label, moves }
    }
}

impl<G: Game> Icarus<G> for Epic {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Episode { moves, .. } if self.strict || !moves.is_empty())
    }

    fn initial(&self, players: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(players))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let value = |&action: &G::Action| {
            let record = self.record(ply.playout, ply.length(), ply.player, action);
            theta
                .visited(record)
                .map_or(f64::INFINITY, |counts| ucb1(counts.mean(ply.player.index()), self.c, counts.m, counts.n))
        };
        Choice::Values(ply.legal.iter().map(value).collect())
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (index, player, step) in playout.decisions() {
            for &action in &step.legal {
                let context = if action == step.action { Context::Visit } else { Context::Available };
                captured.push((self.record(playout, index, player, action), context));
            }
        }
        captured
    }

    fn describe(&self, record: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let (Record::Episode { player, .. }, Info::Counts(counts)) = (record, info) else { unreachable!() };
        statistics(counts, player.index(), true)
    }
}
