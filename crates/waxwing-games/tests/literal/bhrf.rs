//! The background history reply forest: Algorithms 1-3 and Equation 1.

use rustc_hash::FxHashSet;

use waxwing::{Game, Information, Phase, Player, Record};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics};

pub struct ReplyForest {
    pub epsilon: f64,
    pub b: f64,
    pub by_weight: bool,
    pub own_contexts: bool,
    pub legal_sum: bool,
    pub shared_trees: bool,
    pub shortest: usize,
    pub longest: usize,
    pub prefix: bool,
}

impl ReplyForest {
    /// Whose trees a player learns in.
    fn owner(&self, player: Player) -> Player {
        if self.shared_trees { Player(0) } else { player }
    }

    /// The record of a reply to the last `length` of these moves.
    fn record<A: Copy>(&self, player: Player, seen: &[A], length: usize, reply: A) -> Record<A> {
        let mut moves = seen[seen.len() - length..].to_vec();
        moves.push(reply);
        Record::Gram { player: self.owner(player), moves }
    }

    /// The record that counts how often these moves were answered by whatever replies: a convenience of ours, which the
    /// engine does not keep as a record.
    fn answers<A: Copy>(&self, player: Player, context: &[A]) -> Record<A> {
        Record::Reply { player: self.owner(player), moves: context.to_vec() }
    }

    /// The candidates of Algorithm 3 with their weights; 0 for actions that are none.
    fn weights<G: Game>(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Vec<f64> {
        let seen = ply.playout.seen(ply.player, ply.length(), self.prefix);
        let longest = self.longest.min(seen.len());
        let counts = |length: usize, reply| theta.visited(self.record(ply.player, &seen, length, reply));
        let own = |reply| (self.shortest..=longest).rev().find(|&length| counts(length, reply).is_some());
        // n_c: of the replies that are legal here, or of all that were ever seen.
        let visits = |length: usize| -> u64 {
            if self.legal_sum {
                return ply.legal.iter().filter_map(|&reply| counts(length, reply)).map(|counts| counts.n).sum();
            }
            let context = &seen[seen.len() - length..];
            theta.visited(self.answers(ply.player, context)).expect("replies are counted").n
        };
        let lengths: Vec<Option<usize>> = ply.legal.iter().map(|&reply| own(reply)).collect();
        let most = lengths.iter().copied().max().flatten();
        let weight = |(&reply, &length): (&G::Action, &Option<usize>)| match length {
            Some(length) if self.own_contexts || Some(length) == most => {
                let known = counts(length, reply).expect("it was found");
                known.mean(0) + self.b * ((visits(length) as f64).ln() / known.n as f64).sqrt()
            }
            _ => 0.0,
        };
        ply.legal.iter().zip(&lengths).map(weight).collect()
    }

    /// How likely each action is to be played by the forest; what is missing to 1 is how often it declines.
    pub fn played<G: Game>(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Vec<f64> {
        let weights = self.weights(ply, theta);
        let total: f64 = weights.iter().sum();
        let accepted = |weight: f64| if self.by_weight { weight.min(1.0) } else { 1.0 };
        let played = |&weight: &f64| if weight > 0.0 { self.epsilon * weight / total * accepted(weight) } else { 0.0 };
        weights.iter().map(played).collect()
    }
}

impl<G: Game> Icarus<G> for ReplyForest {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Gram { player, moves } if self.owner(*player) == *player
            && (self.shortest + 1..=self.longest + 1).contains(&moves.len()))
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let probabilities = self.played(ply, theta);
        let possible = probabilities.iter().map(|&probability| probability > 0.0).collect();
        Choice::Distribution(Decision { probabilities, possible, certain: true })
    }

    fn capture(&self, playout: &Playout<'_, G>, theta: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        let mut created = FxHashSet::default();
        let decisions: Vec<_> = playout.decisions().filter(|(.., step)| step.phase != Phase::Simulation).collect();
        for &(index, player, step) in decisions.iter().rev() {
            let seen = playout.seen(player, index, self.prefix);
            for length in self.shortest..=self.longest.min(seen.len()) {
                let record = self.record(player, &seen, length, step.action);
                let context = &seen[seen.len() - length..];
                captured.push((self.answers(player, context), Context::Player(player)));
                captured.push((record.clone(), Context::Player(player)));
                // The root of a tree is there from the start, and not created.
                if length > 0 && theta.get(record.clone()).is_none() && created.insert(record) {
                    break;
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
