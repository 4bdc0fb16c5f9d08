//! Specification 2 (all moves as first), and GRAVE, its generalisation.

use waxwing::{Game, Information, Phase, Player, Record};

use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics, ucb1};

pub struct Amaf {
    pub c: f64,
    /// i ≤ j instead of the printed i < j.
    pub own: bool,
}

impl<G: Game> Icarus<G> for Amaf {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::History { .. })
    }

    fn initial(&self, players: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(players))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let all: Vec<Option<&Counts>> = ply.legal.iter().map(|&action| theta.visited(ply.after(action))).collect();
        let trials = all.iter().flatten().map(|counts| counts.n).sum();
        let value = |counts: &Option<&Counts>| match counts {
            Some(counts) => ucb1(counts.mean(ply.player.index()), self.c, trials, counts.n),
            None => f64::INFINITY,
        };
        Choice::Values(all.iter().map(value).collect())
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (i, player, node) in playout.decisions().filter(|(_, _, step)| step.phase == Phase::Selection) {
            for (j, later, step) in playout.decisions() {
                let in_order = if self.own { i <= j } else { i < j };
                if in_order && later == player && node.legal.contains(&step.action) {
                    captured.push((playout.history_and(player, i, step.action), Context::Visit));
                }
            }
        }
        captured
    }

    fn describe(&self, record: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let (Record::History { observer, .. }, Info::Counts(counts)) = (record, info) else { unreachable!() };
        statistics(counts, observer.index(), false)
    }
}

/// The records are (node, action, player); the node is the nearest one above that is trusted.
pub struct Grave {
    pub reference: u64,
    pub bias: f64,
}

/// The node in which a step of this player is made, or is to be made.
fn node<G: Game>(playout: &Playout<'_, G>, player: Player, length: usize) -> Record<G::Action> {
    playout.history(player, length)
}

fn below<A: Clone>(node: &Record<A>, player: Player, action: A) -> Record<A> {
    let Record::History { observer, moves } = node else { unreachable!("nodes are histories") };
    Record::Below { observer: *observer, moves: moves.clone(), player, action }
}

impl Grave {
    fn reference<G: Game>(&self, ply: &Ply<'_, G>) -> Record<G::Action> {
        let here = (ply.length(), ply.player, ply.visits);
        let of_his_tree = |player: Player| !G::HIDDEN || player == ply.player;
        let above = ply.playout.decisions().filter(|&(_, player, _)| of_his_tree(player));
        let mut nodes: Vec<(usize, Player, u64)> =
            above.map(|(index, player, step)| (index, player, step.visits)).collect();
        nodes.push(here);
        let trusted = nodes.iter().rev().find(|&&(_, _, visits)| visits >= self.reference);
        let &(length, player, _) = trusted.unwrap_or(&nodes[0]);
        node(ply.playout, player, length)
    }
}

impl<G: Game> Icarus<G> for Grave {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Below { .. })
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        if ply.phase == Phase::Simulation {
            return Choice::Values(vec![1.0; ply.legal.len()]);
        }
        let reference = self.reference(ply);
        let value = |&action: &G::Action| {
            let own = ply.base.records.get(&ply.after(action)).filter(|counts| counts.n > 0);
            let all = theta.visited(below(&reference, ply.player, action));
            match (own, all) {
                (None, None) => 1.0,
                (Some(own), None) => own.mean(ply.player.index()),
                (None, Some(all)) => all.mean(0),
                (Some(own), Some(all)) => {
                    let (n, all_n) = (own.n as f64, all.n as f64);
                    let beta = all_n / (all_n + n + self.bias * all_n * n);
                    (1.0 - beta) * own.mean(ply.player.index()) + beta * all.mean(0)
                }
            }
        };
        Choice::Values(ply.legal.iter().map(value).collect())
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (i, owner, _) in playout.decisions().filter(|(_, _, step)| step.phase != Phase::Simulation) {
            let node = node(playout, owner, i);
            for (_, player, step) in playout.decisions().filter(|&(j, _, _)| i <= j) {
                if !G::HIDDEN || player == owner {
                    captured.push((below(&node, player, step.action), Context::Player(player)));
                }
            }
        }
        captured
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, false)
    }
}
