//! Pool-RAVE: the best actions by AMAF at a node of the descent, played in playouts.

use waxwing::{Game, Information, Phase, Record};

use crate::amaf::Amaf;
use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Icarus, Info, Playout, Ply, Theta};

pub struct PoolRave {
    pub p: f64,
    pub k: usize,
    pub least: u64,
    pub amaf: Amaf,
}

impl PoolRave {
    /// Which legal actions are in the pool, and whether rounding may decide that.
    fn pool<G: Game>(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> (Vec<bool>, bool) {
        let known = |&(_, player, step): &(usize, waxwing::Player, &crate::icarus::Step<G::Action>)| {
            player == ply.player && step.phase == Phase::Selection && step.visits >= self.least
        };
        let decisions: Vec<_> = ply.playout.decisions().collect();
        let Some(&(index, player, step)) = decisions.iter().rev().find(|decision| known(decision)) else {
            return (vec![false; ply.legal.len()], true);
        };
        let mean = |action: &G::Action| {
            let counts = theta.visited(ply.playout.history_and(player, index, *action))?;
            (counts.n >= self.least).then(|| counts.mean(player.index()))
        };
        let mut means: Vec<f64> = step.legal.iter().filter_map(mean).collect();
        means.sort_by(|one, other| other.total_cmp(one));
        let Some(&least) = means.get(self.k - 1).or(means.last()) else {
            return (vec![false; ply.legal.len()], true);
        };
        let is_full = means.get(self.k).is_none_or(|&next| next < least - 1e-5);
        let in_pool =
            |action: &G::Action| step.legal.contains(action) && mean(action).is_some_and(|mean| mean >= least - 1e-5);
        (ply.legal.iter().map(in_pool).collect(), is_full)
    }
}

impl<G: Game> Icarus<G> for PoolRave {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        Icarus::<G>::keeps(&self.amaf, record)
    }

    fn initial(&self, players: usize) -> Info<G::Action> {
        Icarus::<G>::initial(&self.amaf, players)
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let (pool, certain) = self.pool(ply, theta);
        let size = pool.iter().filter(|&&inside| inside).count();
        // Where equals compete for the last place, those that are possible here may all be left out.
        let p = if certain { self.p } else { self.p / 2.0 };
        let share = |&inside: &bool| if inside { p / size as f64 } else { 0.0 };
        let probabilities = pool.iter().map(share).collect();
        Choice::Distribution(Decision { probabilities, possible: pool, certain })
    }

    fn capture(&self, playout: &Playout<'_, G>, theta: &Theta<'_, G::Action>) -> Captured<G::Action> {
        self.amaf.capture(playout, theta)
    }

    fn describe(&self, record: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        Icarus::<G>::describe(&self.amaf, record, info)
    }
}
