//! The operators of section 4.4 (Specification 6): sequential, linear and maxilinear combination.
//!
//! Readings: 0·∞ is 0, and where the baseline is a part of a maxilinear combination, the actions it has not visited come
//! first. λ is a function of the current node's visits.

use waxwing::agent::Border;
use waxwing::{Game, Phase, Record};

use crate::baseline::Baseline;
use crate::bias::ProgressiveUnpruning;
use crate::decision::Decision;
use crate::ending::Ending;
use crate::icarus::{Before, Captured, Choice, Icarus, Playout, Ply, Records, Theta};

/// A mixing coefficient λ(θ_base).
#[derive(Clone)]
pub enum Lambda {
    Constant(f64),
    /// √(k/(3n+k))
    Rave(f64),
    /// k/(k+n)
    Fade(f64),
    /// An equal share of what the scheduled part leaves.
    Rest(usize, Box<Lambda>),
}

impl Lambda {
    pub fn at(&self, visits: u64) -> f64 {
        let n = visits as f64;
        match self {
            Lambda::Constant(weight) => *weight,
            Lambda::Rave(k) => (k / (3.0 * n + k)).sqrt(),
            Lambda::Fade(k) => k / (k + n),
            Lambda::Rest(sharers, scheduled) => (1.0 - scheduled.at(visits)) / *sharers as f64,
        }
    }
}

pub enum Combination {
    Part(usize),
    Linear(Vec<(Lambda, Combination)>),
    Blend(Vec<(Lambda, Combination)>),
    /// What a part plays, with its probabilities, and otherwise what the combination behind it chooses.
    Otherwise(usize, Box<Combination>),
    /// A majority of votes.
    Vote(Vec<(Lambda, Combination)>),
    /// A product of distributions.
    Product(Vec<Combination>),
    /// The second from the border on.
    Switch(Border, Box<[Combination; 2]>),
}

/// The side of a switch that chooses.
fn branch<'a, G: Game>(border: Border, branches: &'a [Combination; 2], ply: &Ply<'_, G>) -> &'a Combination {
    let is_beyond = match border {
        Border::Depth(plies) => ply.length() >= plies as usize,
        Border::Phase(Phase::Expansion) => ply.phase != Phase::Selection,
        Border::Phase(_) => ply.phase == Phase::Simulation,
    };
    &branches[usize::from(is_beyond)]
}

/// Whether a choice ends the playout: which part of a mixture has chosen cannot be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wins {
    No,
    Possibly,
    Certainly,
}

/// A combination of strategies with everything they have learned.
pub struct Interpreter<G: Game> {
    pub parts: Vec<Box<dyn Icarus<G>>>,
    pub tree: Combination,
    /// I₂ of I₁ ▷ I₂; without it the first policy is followed everywhere.
    pub playout: Option<Combination>,
    /// Parts whose values are added to the tree policy's.
    pub biases: Vec<usize>,
    pub unpruning: Option<ProgressiveUnpruning>,
    pub ending: Ending,
    pub base: Baseline<G::Action>,
    pub records: Records<G::Action>,
    pub before: Before<G::Action>,
}

impl<G: Game> Interpreter<G> {
    /// COMB▷-4. `listed` has the legal actions in the order of the engine's node.
    pub fn policy(&self, ply: &Ply<'_, G>, listed: &[G::Action]) -> Decision {
        let in_tree = ply.phase != Phase::Simulation;
        let everything = vec![false; ply.legal.len()];
        match (&self.playout, &self.unpruning) {
            (Some(playout), _) if !in_tree => self.decide(playout, ply, &everything, false),
            (_, Some(unpruning)) if in_tree => self.decide(&self.tree, ply, &unpruning.closed(ply, listed), true),
            _ => self.decide(&self.tree, ply, &everything, in_tree),
        }
    }

    /// Whether the playout may be over, and whether it must be, with the acting player as its winner, after an action of
    /// the playout's policy.
    pub fn wins(&self, ply: &Ply<'_, G>, chosen: usize) -> Wins {
        self.wins_by(self.playout.as_ref().unwrap_or(&self.tree), ply, chosen)
    }

    fn wins_by(&self, combination: &Combination, ply: &Ply<'_, G>, chosen: usize) -> Wins {
        match combination {
            Combination::Part(part) if self.parts[*part].wins(ply, ply.legal[chosen]) => Wins::Certainly,
            Combination::Part(_) | Combination::Blend(_) | Combination::Vote(_) | Combination::Product(_) => Wins::No,
            Combination::Switch(border, branches) => self.wins_by(branch(*border, branches, ply), ply, chosen),
            Combination::Otherwise(first, then) => {
                let may_be_first = self.played(*first, ply).possible[chosen];
                match self.wins_by(then, ply, chosen) {
                    Wins::Certainly if may_be_first => Wins::Possibly,
                    wins => wins,
                }
            }
            Combination::Linear(terms) => {
                let everything = vec![false; ply.legal.len()];
                let may_choose = |part: &Combination| self.decide(part, ply, &everything, false).possible[chosen];
                let used = terms.iter().filter(|(lambda, part)| lambda.at(ply.visits) > 0.0 && may_choose(part));
                let wins: Vec<Wins> = used.map(|(_, part)| self.wins_by(part, ply, chosen)).collect();
                match () {
                    () if wins.iter().all(|&wins| wins == Wins::Certainly) => Wins::Certainly,
                    () if wins.iter().all(|&wins| wins == Wins::No) => Wins::No,
                    () => Wins::Possibly,
                }
            }
        }
    }

    fn choice(&self, part: usize, ply: &Ply<'_, G>) -> Choice {
        self.parts[part].policy(ply, &Theta { part, records: &self.records })
    }

    /// How likely each action is to be played by a part that may decline: the rest to 1 is how often it does.
    fn played(&self, part: usize, ply: &Ply<'_, G>) -> Decision {
        let Choice::Distribution(decision) = self.choice(part, ply) else { unreachable!("it has no values") };
        decision
    }

    fn decide(&self, combination: &Combination, ply: &Ply<'_, G>, closed: &[bool], in_tree: bool) -> Decision {
        let mut values = match combination {
            Combination::Linear(terms) => {
                // COMB+-4.
                let part = |(lambda, part): &(Lambda, Combination)| {
                    (lambda.at(ply.visits), self.decide(part, ply, closed, in_tree))
                };
                return Decision::mix(&terms.iter().map(part).collect::<Vec<_>>());
            }
            Combination::Otherwise(first, then) => {
                let open = |items: &[bool]| -> Vec<bool> { items.iter().zip(closed).map(|(&i, &c)| i && !c).collect() };
                let mut played = self.played(*first, ply);
                played.possible = open(&played.possible);
                let open = played.probabilities.iter().zip(closed).map(|(&share, &c)| if c { 0.0 } else { share });
                played.probabilities = open.collect();
                let share: f64 = played.probabilities.iter().sum();
                played.probabilities.iter_mut().for_each(|played| *played /= share.max(f64::MIN_POSITIVE));
                let then = (1.0 - share, self.decide(then, ply, closed, in_tree));
                // Rounding decides whether a weight of 1 is ever declined.
                let parts = [(share, played), then];
                return Decision::mix(if share > 1.0 - 1e-6 { &parts[..1] } else { &parts });
            }
            Combination::Part(part) => match self.choice(*part, ply) {
                Choice::Distribution(decision) => return decision.without(closed),
                Choice::Values(values) => values,
            },
            Combination::Blend(_) => self.values(combination, ply),
            Combination::Switch(border, branches) => {
                return self.decide(branch(*border, branches, ply), ply, closed, in_tree);
            }
            Combination::Vote(voters) => {
                let voter = |(lambda, voter): &(Lambda, Combination)| {
                    (lambda.at(ply.visits), self.decide(voter, ply, closed, in_tree))
                };
                return Decision::majority(&voters.iter().map(voter).collect::<Vec<_>>());
            }
            Combination::Product(factors) => {
                let factors = factors.iter().map(|factor| self.decide(factor, ply, closed, in_tree));
                return Decision::product(&factors.collect::<Vec<_>>(), closed);
            }
        };
        let new: Vec<bool> = ply.legal.iter().map(|&action| ply.base.visits(&ply.after(action)) == 0).collect();
        if in_tree && self.has_baseline(combination) && (0..new.len()).any(|i| new[i] && !closed[i]) {
            let is_ordered = self.biases.iter().any(|&bias| self.parts[bias].orders_unvisited());
            let first = if is_ordered { 0.0 } else { f64::INFINITY };
            values = new.iter().map(|&new| if new { first } else { f64::NEG_INFINITY }).collect();
        }
        for &bias in if in_tree { &self.biases[..] } else { &[] } {
            let Choice::Values(terms) = self.choice(bias, ply) else { unreachable!("biases are values") };
            values.iter_mut().zip(terms).for_each(|(value, term)| *value += term);
        }
        Decision::argmax(&values, closed)
    }

    /// v of COMB⊕-4.
    fn values(&self, combination: &Combination, ply: &Ply<'_, G>) -> Vec<f64> {
        match combination {
            Combination::Part(part) => match self.choice(*part, ply) {
                Choice::Values(values) => values,
                Choice::Distribution(_) => unreachable!("a maxilinear combination is of values"),
            },
            Combination::Switch(border, branches) => self.values(branch(*border, branches, ply), ply),
            Combination::Linear(_) | Combination::Otherwise(..) | Combination::Vote(_) | Combination::Product(_) => {
                unreachable!("a maxilinear combination is of values")
            }
            Combination::Blend(terms) => {
                let mut sum = vec![0.0; ply.legal.len()];
                for (lambda, part) in terms {
                    let lambda = lambda.at(ply.visits);
                    if lambda > 0.0 {
                        let values = self.values(part, ply);
                        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += lambda * value);
                    }
                }
                sum
            }
        }
    }

    fn has_baseline(&self, combination: &Combination) -> bool {
        match combination {
            Combination::Part(part) => self.parts[*part].is_baseline(),
            Combination::Linear(terms) | Combination::Blend(terms) => {
                terms.iter().any(|(_, part)| self.has_baseline(part))
            }
            Combination::Switch(_, branches) => branches.iter().all(|branch| self.has_baseline(branch)),
            Combination::Otherwise(..) | Combination::Vote(_) | Combination::Product(_) => false,
        }
    }

    /// COMB-6 and COMB-7: captures a finished playout and returns the records that have changed.
    #[expect(clippy::type_complexity, reason = "the baseline's records and the others'")]
    pub fn learn(
        &mut self,
        playout: &Playout<'_, G>,
        rewards: &[f64],
    ) -> (Vec<Record<G::Action>>, Vec<Record<G::Action>>) {
        let of_base = self.base.capture(playout);
        let theta = |part| Theta { part, records: &self.records };
        let parts = self.parts.iter().enumerate();
        let captured: Vec<Captured<G::Action>> = parts.map(|(part, of)| of.capture(playout, &theta(part))).collect();
        self.base.back_up(&of_base, rewards);
        for (number, captured) in captured.iter().enumerate() {
            let part = &self.parts[number];
            for (record, context) in captured {
                let key = (number, record.clone());
                let info = self.records.entry(key).or_insert_with(|| part.initial(rewards.len()));
                part.back_up(info, context, rewards);
            }
        }
        let records = |captured: Captured<G::Action>| captured.into_iter().map(|(record, _)| record);
        (records(of_base).collect(), captured.into_iter().flat_map(records).collect())
    }
}
