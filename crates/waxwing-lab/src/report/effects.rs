//! What each of several factors does, where the rows of a figure are combinations of them.

use serde::Serialize;

use super::gather::CellReport;
use super::grid::distinct;
use crate::experiment::{Figure, Measure, Standing};
use waxwing_workshop::statistics::{Anova, Interval, NORMAL, Sample, Score, factorial, holm};

/// Interactions are told where chance gives one as strong less often than this, all effects considered.
const LEVEL: f64 = 0.05;

/// The effects of factors in one column of a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactorEffects {
    /// The column.
    pub column: String,
    /// The factors.
    pub factors: Vec<FactorEffect>,
    /// Interactions that cannot be taken for chance, such as `N:L`, with their adjusted p.
    pub interactions: Vec<(String, f64)>,
    /// How many effects were looked at.
    pub considered: usize,
}

/// What a factor does on average over all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactorEffect {
    /// Its letter.
    pub factor: char,
    /// The mean rate of the rows that have it, with its interval.
    pub with: (f64, Interval),
    /// The mean rate of the others, with its interval.
    pub without: (f64, Interval),
    /// The interval of their difference.
    pub interval: Interval,
    /// Of the analysis of variance.
    pub f: f64,
    /// How likely such an F is where the factor does nothing.
    pub p: f64,
    /// The same where all effects of the column are looked at (Holm).
    pub adjusted_p: f64,
    /// The part of the variance, of what other effects leave, that the factor explains.
    pub partial_eta_squared: f64,
}

impl FactorEffects {
    /// The effects in every column whose combinations were all played.
    pub(super) fn of(figure: &Figure, cells: &[CellReport]) -> Vec<FactorEffects> {
        if figure.factors.is_empty() {
            return Vec::new();
        }
        let in_column = |column| {
            let cells = cells.iter().filter(|cell| cell.column == column && cell.games() > 0).collect::<Vec<_>>();
            FactorEffects::in_column(column, &figure.factors, &cells)
        };
        distinct(cells, |cell| &cell.column).into_iter().filter_map(in_column).collect()
    }

    fn in_column(column: &str, factors: &[char], cells: &[&CellReport]) -> Option<FactorEffects> {
        let has = |cell: &CellReport, number: usize, place: usize| {
            cell.row.contains(factors[place]) == (number >> (factors.len() - 1 - place) & 1 == 1)
        };
        let of = |number| cells.iter().copied().find(|cell| (0..factors.len()).all(|place| has(cell, number, place)));
        let design: Vec<&CellReport> = (0..1usize << factors.len()).map(of).collect::<Option<_>>()?;
        let samples: Vec<Sample> = design.iter().map(|cell| sample(cell)).collect();
        let anova = factorial(&vec![2; factors.len()], &samples).ok()?;
        let adjusted = holm(&anova.effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
        let names: Vec<String> = factors.iter().map(char::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let strong = anova.effects.iter().zip(&adjusted).filter(|(effect, p)| effect.factors.len() > 1 && **p < LEVEL);
        Some(FactorEffects {
            column: column.to_owned(),
            factors: factors.iter().enumerate().map(|place| effect(place, &design, &anova, &adjusted)).collect(),
            interactions: strong.map(|(effect, p)| (effect.name(&names), *p)).collect(),
            considered: adjusted.len(),
        })
    }
}

/// The results of a cell; games that are won count where the measure is not the points.
fn sample(cell: &CellReport) -> Sample {
    let Standing { wins, draws, losses, .. } = cell.standing;
    match cell.measure {
        Measure::Points => Score { wins, draws, losses }.into(),
        _ => Sample::of_wins(wins, cell.games()),
    }
}

fn effect((place, &factor): (usize, &char), design: &[&CellReport], anova: &Anova, adjusted: &[f64]) -> FactorEffect {
    // Main effects come first, in the order of the factors.
    let found = &anova.effects[place];
    let group = |with: bool| mean(design.iter().filter(|cell| cell.row.contains(factor) == with).copied());
    let [(with, with_error), (without, without_error)] = [group(true), group(false)];
    let around = |mean: f64, error: f64| Interval { low: mean - NORMAL * error, high: mean + NORMAL * error };
    FactorEffect {
        factor,
        with: (with, around(with, with_error)),
        without: (without, around(without, without_error)),
        interval: around(with - without, with_error.hypot(without_error)),
        f: found.f,
        p: found.p,
        adjusted_p: adjusted[place],
        partial_eta_squared: found.partial_eta_squared,
    }
}

/// The mean of some cells' rates, and its standard error.
fn mean<'r>(cells: impl Iterator<Item = &'r CellReport>) -> (f64, f64) {
    let (mut count, mut sum, mut variance) = (0.0, 0.0, 0.0);
    for cell in cells {
        let rate = cell.rate.unwrap_or(0.0);
        count += 1.0;
        sum += rate;
        variance += rate * (1.0 - rate) / cell.games() as f64;
    }
    (sum / count, f64::sqrt(variance) / count)
}
