//! Specification 1, the baseline, whose counts tell selection, expansion and simulation nodes apart.
//!
//! Readings: the root is in the tree from the start. Every observer's tree has a t_e of its own, and counts a visit for
//! every move that the observer sees down to the first node that it had not visited.

use rustc_hash::FxHashMap;

use waxwing::{Game, Information, Phase, Player, Record};

use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, ucb1};

pub struct Baseline<A> {
    pub records: FxHashMap<Record<A>, Counts>,
}

impl<A: Copy + Eq + std::hash::Hash> Baseline<A> {
    pub fn new() -> Baseline<A> {
        Baseline { records: FxHashMap::default() }
    }

    /// θ_n.
    pub fn visits(&self, record: &Record<A>) -> u64 {
        self.records.get(record).map_or(0, |counts| counts.n)
    }

    fn is_in_tree(&self, record: &Record<A>) -> bool {
        matches!(record, Record::History { moves, .. } if moves.is_empty()) || self.visits(record) > 0
    }

    /// The phase and the visits of the current node, with these actions legal.
    pub fn phase<G: Game<Action = A>>(
        &self,
        playout: &Playout<'_, G>,
        player: Player,
        legal: &[A],
        is_chance: bool,
    ) -> (Phase, u64) {
        let length = playout.steps.len();
        let node = playout.history(player, length);
        let child = |&action: &A| {
            let mover = if is_chance { Player(0) } else { player };
            self.visits(&playout.history_and(mover, length, action)) > 0
        };
        let phase = match self.is_in_tree(&node) {
            false => Phase::Simulation,
            true if legal.iter().all(child) => Phase::Selection,
            true => Phase::Expansion,
        };
        (phase, self.visits(&node))
    }

    /// Whether the current node lies below all trees.
    pub fn is_below<G: Game<Action = A>>(&self, playout: &Playout<'_, G>) -> bool {
        let observers = if G::HIDDEN { playout.players() } else { 1 };
        let node = |observer: usize| playout.history(Player(observer as u8), playout.steps.len());
        (0..observers).all(|observer| !self.is_in_tree(&node(observer)))
    }

    /// Base-6.
    pub fn capture<G: Game<Action = A>>(&self, playout: &Playout<'_, G>) -> Captured<A> {
        let observers = if G::HIDDEN { playout.players() } else { 1 };
        (0..observers).flat_map(|observer| self.capture_tree(playout, Player(observer as u8))).collect()
    }

    fn capture_tree<G: Game<Action = A>>(&self, playout: &Playout<'_, G>, observer: Player) -> Captured<A> {
        let mut captured = vec![(playout.history(observer, 0), Context::Visit)];
        for (index, step) in playout.steps.iter().enumerate() {
            if let Some(player) = step.player.filter(|&player| !G::HIDDEN || player == observer) {
                for &action in step.legal.iter().filter(|&&action| action != step.action) {
                    captured.push((playout.history_and(player, index, action), Context::Available));
                }
            }
            if step.observed[observer.index()].is_some() {
                let node = playout.history(observer, index + 1);
                let is_new = self.visits(&node) == 0;
                captured.push((node, Context::Visit));
                if is_new {
                    break;
                }
            }
        }
        captured
    }

    pub fn back_up(&mut self, captured: &Captured<A>, rewards: &[f64]) {
        for (record, context) in captured {
            let counts = self.records.entry(record.clone()).or_insert_with(|| Counts::zero(rewards.len()));
            counts.back_up(context, rewards);
        }
    }
}

/// `uct`: the policy of the baseline.
pub struct Uct {
    pub c: f64,
    /// Whether the trials of an action are the visits of its node, and not how often it was available.
    pub by_visits: bool,
}

impl<G: Game> Icarus<G> for Uct {
    fn keeps(&self, _: &Record<G::Action>) -> bool {
        false
    }

    fn initial(&self, players: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(players))
    }

    fn policy(&self, ply: &Ply<'_, G>, _: &Theta<'_, G::Action>) -> Choice {
        let value = |&action: &G::Action| match ply.base.records.get(&ply.after(action)) {
            Some(counts) if counts.n > 0 && counts.m > 0 => {
                let trials = if self.by_visits { ply.visits } else { counts.m };
                ucb1(counts.mean(ply.player.index()), self.c, trials, counts.n)
            }
            _ => f64::INFINITY,
        };
        Choice::Values(ply.legal.iter().map(value).collect())
    }

    fn capture(&self, _: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        Vec::new()
    }

    fn describe(&self, _: &Record<G::Action>, _: &Info<G::Action>) -> Information<G::Action> {
        unreachable!("the baseline's records are not a strategy's")
    }

    fn is_baseline(&self) -> bool {
        true
    }
}
