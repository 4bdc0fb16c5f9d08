//! Which action is played in the end.

use crate::thinking::{ActionReport, Proven};

/// What the chosen action has most of (`final` in an expression).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Final {
    Visits,
    Value,
    /// `value + a/√visits`.
    Secure {
        a: f32,
    },
}

impl Final {
    /// The index of the best action: a proven win if there is one, a proven loss only if there is nothing else. Ties go
    /// to the action with more visits, then to the first.
    pub fn choose<A>(self, actions: &[ActionReport<A>]) -> usize {
        let rank = |action: &ActionReport<A>| match action.proven {
            Some(Proven::Win) => 2,
            Some(Proven::Loss) => 0,
            _ => 1,
        };
        let merit = |action: &ActionReport<A>| match (self, action.value) {
            (Final::Visits, _) => action.visits as f64,
            (_, None) => f64::NEG_INFINITY,
            (Final::Value, Some(value)) => value,
            (Final::Secure { a }, Some(value)) => value + f64::from(a) / (action.visits as f64).sqrt(),
        };
        let better = |x: &ActionReport<A>, y: &ActionReport<A>| {
            let by_rank = rank(x).cmp(&rank(y));
            by_rank
                .then(merit(x).total_cmp(&merit(y)))
                .then(x.visits.cmp(&y.visits))
                .then(value(x).total_cmp(&value(y)))
        };
        (1..actions.len()).fold(0, |best, index| match better(&actions[index], &actions[best]) {
            std::cmp::Ordering::Greater => index,
            _ => best,
        })
    }
}

fn value<A>(action: &ActionReport<A>) -> f64 {
    action.value.unwrap_or(-1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(visits: u64, value: f64, proven: Option<Proven>) -> ActionReport<()> {
        ActionReport { action: (), visits, value: Some(value), proven, minimax: None }
    }

    #[test]
    fn each_rule_picks_what_it_says() {
        let actions = [action(100, 0.5, None), action(40, 0.56, None), action(4, 0.55, None)];
        assert_eq!(Final::Visits.choose(&actions), 0);
        assert_eq!(Final::Value.choose(&actions), 1);
        assert_eq!(Final::Secure { a: 1.0 }.choose(&actions), 2);
        assert_eq!(Final::Secure { a: 0.0 }.choose(&actions), 1);
    }

    #[test]
    fn ties_go_to_more_visits_then_to_a_higher_value_then_to_the_first() {
        let actions = [action(5, 0.5, None), action(30, 0.5, None), action(9, 0.5, None), action(30, 0.5, None)];
        assert_eq!(Final::Value.choose(&actions), 1);
        assert_eq!(Final::Secure { a: 0.0 }.choose(&actions), 1);
        let actions = [action(30, 0.25, None), action(30, 0.5, None), action(30, 0.5, None)];
        assert_eq!(Final::Visits.choose(&actions), 1);
    }

    #[test]
    fn proofs_come_first() {
        let actions = [action(100, 0.9, Some(Proven::Loss)), action(1, 0.0, None), action(2, 0.1, Some(Proven::Win))];
        for rule in [Final::Visits, Final::Value, Final::Secure { a: 1.0 }] {
            assert_eq!(rule.choose(&actions), 2);
            assert_eq!(rule.choose(&actions[..2]), 1);
        }
    }
}
