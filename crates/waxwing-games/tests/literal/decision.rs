//! Distributions over the legal actions, and what can be said of a choice.

/// How far below the maximum a value may lie and still be taken for it: the engine computes in single precision.
const NEAR: f64 = 1e-5;
/// Values that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// A distribution over the legal actions.
#[derive(Clone, Debug)]
pub struct Decision {
    pub probabilities: Vec<f64>,
    /// What may be chosen: also actions whose value is so near the maximum that rounding decides.
    pub possible: Vec<bool>,
    /// Rounding decides nothing here, so the probabilities can be held against what is chosen.
    pub certain: bool,
}

impl Decision {
    pub fn weights(weights: &[f64]) -> Decision {
        let total: f64 = weights.iter().sum();
        if total <= 0.0 {
            return Decision::uniform(weights.len());
        }
        Decision {
            probabilities: weights.iter().map(|weight| weight / total).collect(),
            possible: weights.iter().map(|&weight| weight > 0.0).collect(),
            certain: true,
        }
    }

    pub fn uniform(actions: usize) -> Decision {
        Decision::weights(&vec![1.0; actions])
    }

    /// U[argmax v] over the actions that are not closed.
    pub fn argmax(values: &[f64], closed: &[bool]) -> Decision {
        let open = |index: usize| !closed[index];
        let best = (0..values.len()).filter(|&i| open(i)).map(|i| values[i]).fold(f64::NEG_INFINITY, f64::max);
        let within = |tolerance: f64| -> Vec<bool> {
            let least = best - tolerance * best.abs().max(1.0);
            (0..values.len())
                .map(|i| open(i) && if best.is_infinite() { values[i] == best } else { values[i] >= least })
                .collect()
        };
        let (equal, near) = (within(EQUAL), within(NEAR));
        let weights: Vec<f64> = equal.iter().map(|&is_best| f64::from(u8::from(is_best))).collect();
        Decision { certain: equal == near, possible: near, ..Decision::weights(&weights) }
    }

    /// Σ λ·α.
    pub fn mix(parts: &[(f64, Decision)]) -> Decision {
        let actions = parts[0].1.probabilities.len();
        let used = || parts.iter().filter(|(weight, _)| *weight > 0.0);
        Decision {
            probabilities: (0..actions).map(|i| used().map(|(w, part)| w * part.probabilities[i]).sum()).collect(),
            possible: (0..actions).map(|i| used().any(|(_, part)| part.possible[i])).collect(),
            certain: used().all(|(_, part)| part.certain),
        }
    }

    /// The action with the most votes, of voters who choose independently: all ways in which they can vote, one by one.
    pub fn majority(voters: &[(f64, Decision)]) -> Decision {
        let actions = voters[0].1.probabilities.len();
        let mut outcome = Decision {
            probabilities: vec![0.0; actions],
            possible: vec![false; actions],
            certain: voters.iter().filter(|(weight, _)| *weight > 0.0).all(|(_, voter)| voter.certain),
        };
        outcome.count(voters, 1.0, &mut vec![0.0; actions]);
        outcome
    }

    /// Adds what comes of the votes of these voters after those that have been cast.
    fn count(&mut self, voters: &[(f64, Decision)], probability: f64, votes: &mut Vec<f64>) {
        let Some(((weight, voter), others)) = voters.split_first() else {
            let most = votes.iter().copied().fold(0.0, f64::max);
            let winners: Vec<usize> = (0..votes.len()).filter(|&i| votes[i] >= most - 1e-4).collect();
            for &winner in &winners {
                self.probabilities[winner] += probability / winners.len() as f64;
                self.possible[winner] = true;
            }
            return;
        };
        if *weight <= 0.0 {
            return self.count(others, probability, votes);
        }
        for action in (0..votes.len()).filter(|&action| voter.possible[action]) {
            votes[action] += weight;
            self.count(others, probability * voter.probabilities[action], votes);
            votes[action] -= weight;
        }
    }

    /// Π α; uniform where no action is possible for all.
    pub fn product(factors: &[Decision], closed: &[bool]) -> Decision {
        let actions = closed.len();
        let certain = factors.iter().all(|factor| factor.certain);
        let weights: Vec<f64> =
            (0..actions).map(|i| factors.iter().map(|factor| factor.probabilities[i]).product()).collect();
        let all: Vec<bool> = (0..actions).map(|i| factors.iter().all(|factor| factor.possible[i])).collect();
        let open: Vec<f64> = closed.iter().map(|&closed| f64::from(u8::from(!closed))).collect();
        let none = weights.iter().sum::<f64>() <= 0.0;
        let decision = Decision::weights(if none { &open } else { &weights });
        let is_any = none || !certain;
        let possible = (0..actions).map(|i| all[i] || is_any && !closed[i]).collect();
        Decision { certain, possible, ..decision }
    }

    /// ε·U[A] + (1-ε)·U[argmax v].
    pub fn epsilon_greedy(values: &[f64], epsilon: f64) -> Decision {
        let greedy = Decision::argmax(values, &vec![false; values.len()]);
        Decision::mix(&[(epsilon, Decision::uniform(values.len())), (1.0 - epsilon, greedy)])
    }

    /// The same where some actions are closed.
    pub fn without(self, closed: &[bool]) -> Decision {
        let keep = |items: &[f64]| -> Vec<f64> {
            items.iter().zip(closed).map(|(&item, &closed)| if closed { 0.0 } else { item }).collect()
        };
        let mut weights = keep(&self.probabilities);
        if weights.iter().sum::<f64>() <= 0.0 {
            weights = keep(&vec![1.0; closed.len()]);
        }
        let mut restricted = Decision::weights(&weights);
        for (i, possible) in restricted.possible.iter_mut().enumerate() {
            *possible |= self.possible[i] && !closed[i];
        }
        Decision { certain: self.certain, ..restricted }
    }

    /// Whether there is anything to choose.
    pub fn is_open(&self) -> bool {
        self.probabilities.iter().filter(|&&probability| probability > 0.0).count() > 1
    }
}
