//! What the positions add up to: numbers with intervals for each strategy, place and number of iterations.

use serde::Serialize;

use super::observed::{Heard, Observed, Pairs, Place, Said};
use super::statistics::{Estimate, Moments, bootstrap};
use super::{Meter, MeterPlan};

/// What a meter has found.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MeterReport {
    /// What decided it.
    pub plan: MeterPlan,
    /// How many positions it rests on.
    pub positions: u64,
    /// Decisions of playouts, of the tree, and of the root and well-visited nodes.
    pub decisions: [u64; 3],
    /// The standard deviation of the truth within a decision, likewise.
    pub spread: [Option<f64>; 3],
    /// How well the truth about drawn decisions is known: the correlation of two halves of the searches, stepped up.
    pub reliability: Option<f64>,
    /// The strategies, in the order of the plan.
    pub strategies: Vec<StrategyReport>,
}

/// What is found of one strategy.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StrategyReport {
    /// The strategy.
    pub by: String,
    /// Where it would choose: `playouts` or `tree`.
    pub acts_in: &'static str,
    /// The meter's number: its advantage where it would choose.
    pub number: Estimate,
    /// Correlation × coverage there, after as many iterations.
    pub correlation_times_coverage: Option<f64>,
    /// In playouts.
    pub playouts: PlaceReport,
    /// In the tree below the root.
    pub tree: PlaceReport,
    /// At the root and well-visited nodes.
    pub nodes: PlaceReport,
    /// Pairs of moves in different decisions that share a record, and the correlation of their values.
    pub pairs: u64,
    /// That correlation.
    pub areas: Estimate,
}

/// What is found of a strategy in one kind of place, as the short search goes on.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct PlaceReport {
    /// After each number of iterations.
    pub moments: Vec<Moment>,
}

/// What is found after some iterations.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Moment {
    /// Iterations of the short search.
    pub iterations: u64,
    /// What records say and what is true.
    pub correlation: Estimate,
    /// How much of it the baseline does not know.
    pub new: Estimate,
    /// The share of moves that have a record.
    pub coverage: Option<f64>,
    /// By how much the strategy's choice is better than the baseline's, in standard deviations of the truth.
    pub advantage: Estimate,
}

impl MeterReport {
    /// What is found by a meter at these positions, in any order.
    pub fn of(meter: &Meter, observed: &[Observed]) -> MeterReport {
        let plan = &meter.plan;
        let mut all: Vec<&Observed> = observed.iter().filter(|one| one.number < plan.positions).collect();
        all.sort_by_key(|one| one.number);
        let truth = |place: Place| {
            let sums = all.iter().map(|one| one.truth[place as usize]);
            sums.fold((0, 0.0), |(count, sum), (more, variance)| (count + more, sum + variance))
        };
        let mut agreement = Moments::default();
        all.iter().for_each(|one| agreement.add(&one.agreement));
        let strategies = (0..plan.by.len()).map(|number| Gathered { plan, all: &all, number }.report()).collect();
        MeterReport {
            plan: plan.clone(),
            positions: all.len() as u64,
            decisions: Place::ALL.map(|place| truth(place).0),
            spread: Place::ALL.map(|place| deviation(truth(place))),
            reliability: agreement.correlation().map(|halves| 2.0 * halves / (1.0 + halves)),
            strategies,
        }
    }
}

fn deviation((decisions, variance): (u64, f64)) -> Option<f64> {
    (decisions > 0 && variance > 0.0).then(|| (variance / decisions as f64).sqrt())
}

/// All that is known of one strategy.
struct Gathered<'a> {
    plan: &'a MeterPlan,
    all: &'a [&'a Observed],
    number: usize,
}

impl Gathered<'_> {
    fn heard(&self, unit: usize) -> &Heard {
        &self.all[unit].heard[self.number]
    }

    fn report(&self) -> StrategyReport {
        let tree_only = (0..self.all.len()).any(|unit| self.heard(unit).tree_only);
        let own = if tree_only { Place::Tree } else { Place::Playout };
        let [playouts, tree, nodes] = Place::ALL.map(|place| self.place(place));
        let at = self.plan.number_at();
        let moment = &(if tree_only { &tree } else { &playouts }).moments[at];
        let pairs = |units: &[usize]| {
            let mut sums = Pairs::default();
            units.iter().for_each(|&unit| sums.add(&self.heard(unit).areas));
            sums
        };
        let all: Vec<usize> = (0..self.all.len()).collect();
        StrategyReport {
            by: self.plan.by[self.number].clone(),
            acts_in: if tree_only { "tree" } else { "playouts" },
            number: self.advantage(own, at),
            correlation_times_coverage: moment
                .coverage
                .map(|coverage| coverage * moment.correlation.value.unwrap_or(0.0)),
            pairs: pairs(&all).count,
            areas: bootstrap(self.all.len(), |units| pairs(units).correlation()),
            playouts,
            tree,
            nodes,
        }
    }

    fn place(&self, place: Place) -> PlaceReport {
        let moment = |(at, &iterations): (usize, &u64)| {
            let said = self.said(place, at, &(0..self.all.len()).collect::<Vec<_>>());
            Moment {
                iterations,
                correlation: self.estimate(place, at, |said| said.plain.correlation()),
                new: self.estimate(place, at, |said| said.fresh.partial()),
                coverage: (said.moves > 0).then(|| said.covered as f64 / said.moves as f64),
                advantage: self.advantage(place, at),
            }
        };
        PlaceReport { moments: self.plan.iterations.iter().enumerate().map(moment).collect() }
    }

    fn said(&self, place: Place, at: usize, units: &[usize]) -> Said {
        let mut sums = Said::default();
        units.iter().for_each(|&unit| sums.add(&self.heard(unit).said[at][place as usize]));
        sums
    }

    fn estimate(&self, place: Place, at: usize, number: impl Fn(&Said) -> Option<f64>) -> Estimate {
        bootstrap(self.all.len(), |units| number(&self.said(place, at, units)))
    }

    fn advantage(&self, place: Place, at: usize) -> Estimate {
        bootstrap(self.all.len(), |units| {
            let truth = units.iter().map(|&unit| self.all[unit].truth[place as usize]);
            let spread = deviation(truth.fold((0, 0.0), |(n, sum), (more, variance)| (n + more, sum + variance)))?;
            let said = self.said(place, at, units);
            (said.decisions > 0).then(|| said.advantage / said.decisions as f64 / spread)
        })
    }
}
