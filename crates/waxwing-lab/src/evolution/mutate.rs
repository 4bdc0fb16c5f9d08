//! A new agent of one: one thing in its expression is another.

use std::collections::HashSet;

use waxwing::agent::catalogue::Role;
use waxwing::agent::{Border, Call, Term, Weight, WrittenPolicy};
use waxwing::{Expression, Phase, Rng};

use super::breeder::{Bred, Breeder};
use super::genome::{Genome, Join, combined, joined};

type Tried = Option<(Genome, String)>;

impl Breeder<'_> {
    /// An agent that differs from its parent in one or two things; `None` if nothing comes out that is not known already.
    pub(crate) fn mutated(&self, parent: &Expression, known: &HashSet<String>, rng: &mut Rng) -> Option<Bred> {
        self.bred(known, rng, |rng| {
            let first = self.changed(parent, rng)?;
            if rng.below(3) > 0 {
                return Some(first);
            }
            let (genome, how) = self.changed(&first.0.expression().ok()?, rng)?;
            Some((genome, format!("{}; {how}", first.1)))
        })
    }

    /// The parent with one thing changed.
    fn changed(&self, parent: &Expression, rng: &mut Rng) -> Tried {
        let genome = Genome::of(parent)?;
        match rng.below(16) {
            0..5 => self.another_value(&genome, rng),
            5..7 => self.another_policy(&genome, rng),
            7..9 => self.as_other_records(&genome, rng),
            9..11 => self.one_more(&genome, rng),
            11..13 => one_less(parent, rng),
            13 => self.other_weights(&genome, rng),
            _ => self.another_option(&genome, rng),
        }
    }

    /// Another value somewhere.
    fn another_value(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let policies = genome.policies();
        let at = rng.below(policies.len() + genome.options.len());
        if let Some(option) = at.checked_sub(policies.len()) {
            let (call, how) = self.with_another_value(&genome.options[option], rng)?;
            let mut genome = genome.clone();
            genome.options[option] = call;
            return Some((genome, how));
        }
        let (place, policy) = &policies[at];
        let (new, how) = match (policy, combined(policy)) {
            (WrittenPolicy::Call(call), _) => {
                let (call, how) = self.with_another_value(call, rng)?;
                (WrittenPolicy::Call(call), how)
            }
            (WrittenPolicy::Switch(terms, border), _) => {
                let border = another_border(*border, rng);
                let new = WrittenPolicy::Switch(terms.clone(), border);
                let how = format!("{policy}→{new}");
                (new, how)
            }
            (_, terms) => {
                let (terms, how) = self.with_another_schedule(terms?, rng)?;
                (policy.with_terms(terms), how)
            }
        };
        Some((genome.replaced(place, new).ok()?, how))
    }

    /// The terms with another value in their schedule.
    fn with_another_schedule(&self, terms: &[Term], rng: &mut Rng) -> Option<(Vec<Term>, String)> {
        let mut terms = terms.to_vec();
        let schedule = terms.iter_mut().find_map(|term| match &mut term.weight {
            Weight::Schedule(call) => Some(call),
            _ => None,
        })?;
        let (call, how) = self.with_another_value(schedule, rng)?;
        *schedule = call;
        Some((terms, how))
    }

    /// Another strategy in the place of a policy.
    fn another_policy(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let policies = genome.policies();
        let (place, old) = &policies[rng.below(policies.len())];
        let new = self.policy(rng)?;
        let how = format!("{old}→{new}");
        Some((genome.replaced(place, new).ok()?, how))
    }

    /// A strategy that is a point in the space of `records` takes a step in it: something else of it than its own parameters varies.
    fn as_other_records(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let policies = genome.policies();
        let points: Vec<_> = policies.iter().filter_map(|(place, policy)| Some((place, point(policy)?))).collect();
        let (place, point) = points.get(rng.below(points.len().max(1)))?;
        let (new, how) = self.with_another_value(point, rng)?;
        let how = match new.same_as() {
            Some(name) => format!("{how}, which is {name}"),
            None => how,
        };
        Some((genome.replaced(place, WrittenPolicy::Call(new)).ok()?, how))
    }

    /// One more strategy beside a policy, or in the playouts if nothing is written there.
    fn one_more(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let new = self.policy(rng)?;
        if genome.playout.is_none() && rng.below(2) == 0 {
            let how = format!("> {new}");
            return Some((Genome { playout: Some(new), ..genome.clone() }, how));
        }
        let policies = genome.policies();
        let (place, old) = &policies[rng.below(policies.len())];
        let how = format!("{old} and {new}");
        let schedule = if rng.below(3) == 0 { self.call(Role::Schedule, rng) } else { None };
        let join = match rng.below(8) {
            0..3 => Join::Blend(schedule),
            3..6 => Join::Mixture(schedule),
            6 => Join::Product,
            _ => Join::Switch(another_border(Border::Depth(8), rng)),
        };
        let both = match &self.one_more_voter(old, &new, rng) {
            Some(vote) => vote.clone(),
            None => joined((*old).clone(), new, join),
        };
        Some((genome.replaced(place, both).ok()?, how))
    }

    /// Now and then, a vote of the policy, the new one and a third: of two, a vote is a mixture. One that votes gets a voter.
    fn one_more_voter(&self, old: &WrittenPolicy, new: &WrittenPolicy, rng: &mut Rng) -> Option<WrittenPolicy> {
        let term = |policy: &WrittenPolicy| Term { weight: Weight::Equal, policy: policy.clone() };
        if let WrittenPolicy::Vote(voters) = old {
            let voters = voters.iter().map(|voter| term(&voter.policy));
            return Some(WrittenPolicy::Vote(voters.chain([term(new)]).collect()));
        }
        let third = if rng.below(6) == 0 { self.policy(rng) } else { None };
        Some(WrittenPolicy::Vote(vec![term(old), term(new), term(&third?)]))
    }

    /// Other weights in a combination: two times as much or half of it for one term, a schedule, or none.
    fn other_weights(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let policies = genome.policies();
        let combinations: Vec<_> =
            policies.iter().filter_map(|(place, policy)| Some((place, *policy, combined(policy)?))).collect();
        let (place, policy, terms) = combinations.get(rng.below(combinations.len()))?;
        let mut terms = terms.to_vec();
        let chosen = rng.below(terms.len());
        if rng.below(3) == 0 {
            let schedule = self.call(Role::Schedule, rng)?;
            terms.iter_mut().for_each(|term| term.weight = Weight::Equal);
            terms[chosen].weight = Weight::Schedule(schedule);
        } else {
            let grows = rng.below(2) == 0;
            for (at, term) in terms.iter_mut().enumerate() {
                let now = if let Weight::Number(number) = term.weight { number } else { 1.0 };
                let factor = if at != chosen {
                    1.0
                } else if grows {
                    2.0
                } else {
                    0.5
                };
                term.weight = Weight::Number((now * factor).clamp(1e-3, 1e3));
            }
        }
        let new = policy.with_terms(terms);
        let how = format!("weights: {new}");
        Some((genome.replaced(place, new).ok()?, how))
    }

    /// One more option.
    fn another_option(&self, genome: &Genome, rng: &mut Rng) -> Tried {
        let option = self.call(Role::Option, rng)?;
        let how = format!("with {option}");
        let mut genome = genome.clone();
        genome.options.push(option);
        Some((genome, how))
    }
}

/// The call of `records` that a policy is, under whatever name.
fn point(policy: &WrittenPolicy) -> Option<Call> {
    let WrittenPolicy::Call(call) = policy else { return None };
    if call.name() == "records" { Some(call.clone()) } else { call.as_records() }
}

/// Another border of a switch: nearer or farther, or the other kind of border.
fn another_border(border: Border, rng: &mut Rng) -> Border {
    match (border, rng.below(4)) {
        (Border::Depth(plies), 0..3) => {
            let grows = rng.below(2) == 0;
            Border::Depth(if grows { plies + 1 + plies / 2 } else { (plies / 2).max(1) })
        }
        (Border::Depth(_), _) => Border::Phase([Phase::Expansion, Phase::Simulation][rng.below(2)]),
        (Border::Phase(_), _) => Border::Depth(1 + rng.below(20) as u32),
    }
}

/// One part less: what the ablation leaves out.
fn one_less(parent: &Expression, rng: &mut Rng) -> Tried {
    let parts = parent.parts();
    let part = parts.get(rng.below(parts.len()))?;
    let how = format!("without {}", part.text());
    Some((Genome::of(&parent.without(part).ok()?)?, how))
}
