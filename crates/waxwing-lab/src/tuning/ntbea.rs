//! The n-tuple bandit evolutionary algorithm.
//!
//! What a combination of values is worth is guessed from everything that was played with one of its values, with two of them
//! together, and with all of them. Each step plays a group with the combination that is at hand, and goes to that neighbour
//! whose guess, with a bonus for what was seldom tried, is the highest:
//!
//! ```text
//! guess(x) = mean over all tuples t of x of [ mean(t) + k √(ln N ÷ (n(t) + ½)) ]
//! ```

use std::collections::BTreeMap;

use waxwing::Rng;
use waxwing_workshop::statistics::Bernstein;

use super::{Duels, Pause, Tuning, TuningReport, tuned};
use crate::duels::Meeting;

/// How much seldom tried values are preferred; results are in [0, 1].
const BONUS: f64 = 0.5;
/// How many neighbours are looked at.
const NEIGHBOURS: usize = 50;
/// How often each value of a neighbour is another one; one always is.
const CHANGE: f32 = 0.2;
/// How likely any interval may ever be wrong.
const ERROR: f64 = 0.05;
/// For how many agents that is said.
const MOST_LISTED: usize = 10;

/// Some names, with a value for each.
type Tuple = Vec<(usize, usize)>;

/// What is known of tuples: how often, and the sum.
#[derive(Default)]
struct Landscape {
    tuples: BTreeMap<Tuple, (f64, f64)>,
    count: f64,
}

impl Landscape {
    /// The values of a combination, its pairs of values, and all of it.
    fn tuples(digits: &[usize]) -> Vec<Tuple> {
        let values: Tuple = digits.iter().copied().enumerate().collect();
        let mut tuples: Vec<Tuple> = values.iter().map(|value| vec![*value]).collect();
        if values.len() > 2 {
            let pairs = |first: usize| values[first + 1..].iter().map(|second| vec![values[first], *second]).collect();
            tuples.extend((0..values.len()).flat_map(|first| -> Vec<Tuple> { pairs(first) }));
        }
        if values.len() > 1 {
            tuples.push(values);
        }
        tuples
    }

    fn add(&mut self, digits: &[usize], result: f64) {
        self.count += 1.0;
        for tuple in Self::tuples(digits) {
            let entry = self.tuples.entry(tuple).or_default();
            *entry = (entry.0 + 1.0, entry.1 + result);
        }
    }

    /// What a combination is guessed to be worth, with this bonus for what is seldom tried.
    fn guess(&self, digits: &[usize], bonus: f64) -> f64 {
        let tuples = Self::tuples(digits);
        let guess = |tuple: &Tuple| {
            let (count, sum) = self.tuples.get(tuple).copied().unwrap_or_default();
            let mean = if count > 0.0 { sum / count } else { 0.5 };
            mean + bonus * (self.count.max(1.0).ln() / (count + 0.5)).sqrt()
        };
        tuples.iter().map(guess).sum::<f64>() / tuples.len() as f64
    }
}

pub(super) fn play(tuning: &Tuning, duels: &mut Duels<'_>, report: &mut TuningReport) -> Result<(), Pause> {
    let (mut landscape, mut means) = (Landscape::default(), BTreeMap::new());
    let outcome = walk(tuning, duels, &mut landscape, &mut means);
    let mut order: Vec<(Vec<usize>, Bernstein)> = means.into_iter().collect();
    report.games = order.iter().map(|(_, mean)| mean.count()).sum::<u64>() * tuning.ground.group();
    // What is chosen has the highest guess without a bonus.
    let guess = |digits: &[usize]| landscape.guess(digits, 0.0);
    order.sort_by(|a, b| guess(&b.0).total_cmp(&guess(&a.0)).then(a.0.cmp(&b.0)));
    report.agents =
        order.iter().take(MOST_LISTED).map(|(digits, mean)| tuned(tuning, digits, mean)).collect::<Result<_, _>>()?;
    outcome
}

fn walk(
    tuning: &Tuning,
    duels: &mut Duels<'_>,
    landscape: &mut Landscape,
    means: &mut BTreeMap<Vec<usize>, Bernstein>,
) -> Result<(), Pause> {
    let template = &tuning.template;
    let steps = tuning.ground.groups(tuning.games);
    let error = ERROR / (template.count().min(steps as usize) as f64);
    let mut at = template.draw(&mut Rng::new(tuning.seed));
    for step in 0..steps {
        let mut rng = Rng::new(Rng::derive(tuning.seed, step));
        let meeting = Meeting {
            agents: [tuning.agent(&at)?, tuning.opponent(&mut rng)?],
            seed: Rng::derive(Rng::derive(tuning.seed, u64::MAX), step),
            groups: 1,
        };
        let title = format!("ntbea, group {} of {steps}", step + 1);
        let result = duels.play(&tuning.ground, &format!("{}", step + 1), &title, &[meeting])?[0][0];
        landscape.add(&at, result);
        means.entry(at.clone()).or_insert_with(|| Bernstein::new(error)).add(result);
        let neighbours = (0..NEIGHBOURS).map(|_| template.neighbour(&at, CHANGE, &mut rng));
        let valued = neighbours.map(|digits| (landscape.guess(&digits, BONUS), digits));
        at = valued.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are neighbours").1;
    }
    Ok(())
}
