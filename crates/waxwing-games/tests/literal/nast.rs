//! Specification 5 (n-gram averages), and contextual tiles.

use waxwing::{Game, Information, Player, Record};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics, ucb1};

pub struct Nast {
    pub n: usize,
    pub c: f64,
    /// The first plies use the shorter grams there are.
    pub shorter: bool,
    pub prefix: bool,
}

impl Nast {
    /// ⟨a_{t-n+2}, …, a_t, a⟩, in the eyes of the player of `a`.
    fn gram<A: Copy>(&self, player: Player, seen: &[A], action: A) -> Option<Record<A>> {
        if seen.len() + 1 < self.n && !self.shorter {
            return None;
        }
        let mut moves = seen[seen.len().saturating_sub(self.n - 1)..].to_vec();
        moves.push(action);
        Some(Record::Gram { player, moves })
    }
}

impl<G: Game> Icarus<G> for Nast {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        let Record::Gram { moves, .. } = record else { return false };
        moves.len() == self.n || self.shorter && moves.len() < self.n
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let seen = ply.playout.seen(ply.player, ply.length(), self.prefix);
        let record = |&action: &G::Action| theta.visited(self.gram(ply.player, &seen, action)?);
        let grams: Vec<Option<&Counts>> = ply.legal.iter().map(record).collect();
        let trials = grams.iter().flatten().map(|counts| counts.n).sum();
        let value = |counts: &Option<&Counts>| match counts {
            Some(counts) => ucb1(counts.mean(0), self.c, trials, counts.n),
            None => f64::INFINITY,
        };
        Choice::Values(grams.iter().map(value).collect())
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let gram = |index: usize, player: Player, action: G::Action| {
            let seen = playout.seen(player, index, self.prefix);
            Some((self.gram(player, &seen, action)?, Context::Player(player)))
        };
        playout.decisions().filter_map(|(index, player, step)| gram(index, player, step.action)).collect()
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, false)
    }
}

/// A record is a pair of actions of one player, not necessarily consecutive.
pub struct Tiles {
    pub epsilon: f64,
}

impl<G: Game> Icarus<G> for Tiles {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Tile { .. })
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let player = ply.player;
        let own = ply.playout.decisions().filter(|&(_, actor, _)| actor == player);
        let Some(first) = own.last().map(|(_, _, step)| step.action) else {
            return Choice::Distribution(Decision::uniform(ply.legal.len()));
        };
        let tile = |&second: &G::Action| theta.visited(Record::Tile { player, first, second });
        let values: Vec<f64> =
            ply.legal.iter().map(|action| tile(action).map_or(1.0, |counts| counts.mean(0))).collect();
        Choice::Distribution(Decision::epsilon_greedy(&values, self.epsilon))
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (i, player, first) in playout.decisions() {
            for (_, _, second) in playout.decisions().filter(|&(j, later, _)| i < j && later == player) {
                let tile = Record::Tile { player, first: first.action, second: second.action };
                captured.push((tile, Context::Player(player)));
            }
        }
        captured
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, false)
    }
}
