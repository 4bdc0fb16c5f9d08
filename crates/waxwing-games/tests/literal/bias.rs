//! What is added to the tree policy (progressive bias, progressive history) and what restricts it (progressive
//! unpruning).

use rustc_hash::FxHashSet;

use waxwing::{Game, Information, Player, Record};

use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics};
use crate::known;

/// h: how good the state behind an action is for the acting player, in [0, 1].
fn heuristic<G: Game>(ply: &Ply<'_, G>, evaluation: usize, action: G::Action) -> f64 {
    let mut after = ply.playout.state().clone();
    after.apply(action);
    (f64::from(known::scaled(evaluation, &after, ply.player)) + 1.0) / 2.0
}

/// w·h/(n+1), where h is the evaluation or the probability of the category.
pub struct ProgressiveBias {
    pub w: f64,
    pub evaluation: usize,
    pub by_category: bool,
}

impl<G: Game> Icarus<G> for ProgressiveBias {
    fn keeps(&self, _: &Record<G::Action>) -> bool {
        false
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, _: &Theta<'_, G::Action>) -> Choice {
        let term = |&action: &G::Action| {
            let visits = ply.base.visits(&ply.after(action)) as f64;
            let hint = match self.by_category {
                true => f64::from(known::probability(ply.playout.state(), action)),
                false => heuristic(ply, self.evaluation, action),
            };
            self.w * hint / (visits + 1.0)
        };
        Choice::Values(ply.legal.iter().map(term).collect())
    }

    fn capture(&self, _: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        Vec::new()
    }

    fn describe(&self, _: &Record<G::Action>, _: &Info<G::Action>) -> Information<G::Action> {
        unreachable!("it has no records")
    }
}

/// (s_a/n_a)·w/(n-s+1), or /(n+1).
pub struct ProgressiveHistory {
    pub w: f64,
    pub by_losses: bool,
    pub once: bool,
    pub orders_unvisited: bool,
    /// One table for all players.
    pub shared: bool,
}

impl ProgressiveHistory {
    fn record<A>(&self, player: Player, action: A) -> Record<A> {
        Record::Action { player: if self.shared { Player(0) } else { player }, action }
    }
}

impl<G: Game> Icarus<G> for ProgressiveHistory {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Action { player, .. } if !self.shared || *player == Player(0))
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let term = |&action: &G::Action| {
            let history = theta.visited(self.record(ply.player, action));
            let own = ply.base.records.get(&ply.after(action));
            let (s, n) = own.map_or((0.0, 0.0), |counts| (counts.q[ply.player.index()], counts.n as f64));
            let fading = if self.by_losses { n - s } else { n };
            history.map_or(0.0, |counts| counts.mean(0)) * self.w / (fading + 1.0)
        };
        Choice::Values(ply.legal.iter().map(term).collect())
    }

    fn orders_unvisited(&self) -> bool {
        self.orders_unvisited
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut before = FxHashSet::default();
        let mut captured = Vec::new();
        for (_, player, step) in playout.decisions() {
            if before.insert((player, step.action)) || !self.once {
                captured.push((self.record(player, step.action), Context::Player(player)));
            }
        }
        captured
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, false)
    }
}

/// The `first` best actions are open, and one more at each of the visits a, a·b, a·b²…
pub struct ProgressiveUnpruning {
    pub first: usize,
    pub a: f64,
    pub b: f64,
    pub evaluation: usize,
}

impl ProgressiveUnpruning {
    /// Which actions are closed. `listed` has them in the order of the node, which decides between equals.
    pub fn closed<G: Game>(&self, ply: &Ply<'_, G>, listed: &[G::Action]) -> Vec<bool> {
        let mut open = self.first;
        while open < listed.len() && self.a * self.b.powi((open - self.first) as i32) <= ply.visits as f64 {
            open += 1;
        }
        let mut order: Vec<(f64, G::Action)> =
            listed.iter().map(|&action| (heuristic(ply, self.evaluation, action), action)).collect();
        order.sort_by(|x, y| y.0.total_cmp(&x.0));
        let is_open = |action: &G::Action| order.iter().take(open).any(|(_, listed)| listed == action);
        ply.legal.iter().map(|action| !is_open(action)).collect()
    }
}
