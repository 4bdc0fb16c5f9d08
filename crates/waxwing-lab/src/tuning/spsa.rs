//! Simultaneous perturbation stochastic approximation.
//!
//! The values of a name are points on a line, from 0 for the first to 1 for the last; between two of them a number is between
//! theirs. Each step moves all names a little, up or down by lot, plays a group of what comes out against what comes out of the
//! opposite, and goes the way of the winner:
//!
//! ```text
//! c = c₀ ÷ k^0.101,   a = a₀ ÷ (A + k)^0.602,   θ ← θ + a (2 d - 1) Δ ÷ c,   Δ = ±1
//! ```
//!
//! The last fifth of the games says how good the end is, with seeds that had no part in finding it.

use waxwing::Rng;
use waxwing_workshop::statistics::Bernstein;

use super::{Duels, Pause, TunedAgent, Tuning, TuningError, TuningReport, unplayable};
use crate::duels::Meeting;
use crate::template::Values;

/// How far the two agents of the first step are from the middle, as a part of the whole line.
const FIRST_PERTURBATION: f64 = 0.15;
/// How far a won group of the first step leads, as a part of the whole line.
const FIRST_STEP: f64 = 0.05;
/// Which part of the steps holds the first ones back.
const STABILITY: f64 = 0.1;
/// Which part of the games finds the end; the others say how good it is.
const WALKING: f64 = 0.8;
/// How likely the interval may ever be wrong.
const ERROR: f64 = 0.05;

/// Numbers between those that were given.
pub(super) struct Walk<'a> {
    tuning: &'a Tuning,
    lists: Vec<Vec<f64>>,
    /// Whether all values of a name are whole.
    whole: Vec<bool>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(tuning: &'a Tuning) -> Result<Walk<'a>, TuningError> {
        let (mut lists, mut whole) = (Vec::new(), Vec::new());
        for (name, values) in tuning.template.parameters() {
            let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse::<f64>().ok()).collect();
            let is_line = |numbers: &Vec<f64>| {
                numbers.iter().all(|number| number.is_finite())
                    && (numbers.is_sorted_by(|a, b| a < b) || numbers.is_sorted_by(|a, b| a > b))
            };
            let refused = || TuningError::NoNumbers { name: name.clone(), values: values.join(", ") };
            let numbers = numbers.filter(is_line).ok_or_else(refused)?;
            whole.push(numbers.iter().all(|number| number.fract() == 0.0));
            lists.push(numbers);
        }
        Ok(Walk { tuning, lists, whole })
    }

    /// The texts of the numbers at some places of their lines.
    pub(super) fn values(&self, places: &[f64]) -> Vec<String> {
        let text = |((list, &whole), place): ((&Vec<f64>, &bool), &f64)| {
            let at = place.clamp(0.0, 1.0) * (list.len() - 1) as f64;
            let (below, above) = (at.floor() as usize, at.ceil() as usize);
            let number = list[below] + (list[above] - list[below]) * at.fract();
            let rounded = if whole { number.round() } else { format!("{number:.3e}").parse().unwrap_or(number) };
            rounded.to_string()
        };
        self.lists.iter().zip(&self.whole).zip(places).map(text).collect()
    }

    fn agent(&self, places: &[f64]) -> Result<String, Pause> {
        Ok(self.tuning.template.with(&self.values(places)).map_err(unplayable)?.to_string())
    }
}

pub(super) fn play(tuning: &Tuning, duels: &mut Duels<'_>, report: &mut TuningReport) -> Result<(), Pause> {
    let walk = Walk::new(tuning).map_err(unplayable)?;
    let start = vec![0.5; walk.lists.len()];
    let (mut places, mut mean) = (start.clone(), Bernstein::new(ERROR));
    let groups = tuning.ground.groups(tuning.games);
    let steps = (groups as f64 * WALKING) as u64;
    let outcome = find(&walk, duels, &mut places, (steps, groups), &mut report.games).and_then(|()| {
        let against = tuning.against.clone().map_or_else(|| walk.agent(&start), Ok)?;
        let agents = [walk.agent(&places)?, against];
        let seed = Rng::derive(tuning.seed, u64::MAX - 1);
        let meeting = Meeting { agents, seed, groups: groups - steps };
        let results = duels.play(&tuning.ground, "end", "spsa, how good the end is", &[meeting])?;
        results[0].iter().for_each(|result| mean.add(*result));
        report.games += mean.count() * tuning.ground.group();
        Ok(())
    });
    let names = tuning.template.parameters().iter().map(|(name, _)| name.clone());
    let values = Values(names.zip(walk.values(&places)).collect());
    let (groups, score, interval) = (mean.count(), mean.mean(), mean.interval());
    report.agents = vec![TunedAgent { agent: walk.agent(&places)?, values, groups, score, interval }];
    outcome
}

/// Walks, and notes how many games that took.
fn find(
    walk: &Walk<'_>,
    duels: &mut Duels<'_>,
    places: &mut [f64],
    (steps, groups): (u64, u64),
    games: &mut u64,
) -> Result<(), Pause> {
    let tuning = walk.tuning;
    let stability = STABILITY * steps as f64;
    // Such that the first step leads as far as it should.
    let scale = FIRST_STEP * FIRST_PERTURBATION * (stability + 1.0).powf(0.602);
    for step in 0..steps {
        let mut rng = Rng::new(Rng::derive(tuning.seed, step));
        let signs: Vec<f64> = places.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect();
        let number = (step + 1) as f64;
        let (reach, gain) = (FIRST_PERTURBATION / number.powf(0.101), scale / (stability + number).powf(0.602));
        let moved =
            |by: f64| -> Vec<f64> { places.iter().zip(&signs).map(|(place, sign)| place + by * sign).collect() };
        let meeting = Meeting {
            agents: [walk.agent(&moved(reach))?, walk.agent(&moved(-reach))?],
            seed: Rng::derive(Rng::derive(tuning.seed, u64::MAX), step),
            groups: 1,
        };
        let title = format!("spsa, group {} of {groups}", step + 1);
        let result = duels.play(&tuning.ground, &format!("{}", step + 1), &title, &[meeting])?[0][0];
        *games += tuning.ground.group();
        for (place, sign) in places.iter_mut().zip(&signs) {
            *place = (*place + gain * (2.0 * result - 1.0) * sign / reach).clamp(0.0, 1.0);
        }
    }
    Ok(())
}
