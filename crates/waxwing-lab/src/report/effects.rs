//! What each of several factors does, where the rows of a figure are combinations of them: in each column, and over all
//! columns together with the column as one more factor.

use serde::Serialize;

use super::gather::CellReport;
use super::grid::distinct;
use crate::experiment::{Figure, Measure, Standing};
use waxwing_workshop::statistics::{Anova, Interval, NORMAL, Sample, Score, factorial, holm};

/// The effects of factors in one column of a figure, or over all.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactorEffects {
    /// The column; `None` over all.
    pub column: Option<String>,
    /// The factors.
    pub factors: Vec<FactorEffect>,
    /// Every effect and interaction: main effects first, in the order of the factors, then those of two, and so on.
    pub analysis: Vec<EffectOfMany>,
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
}

/// A line of an analysis of variance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EffectOfMany {
    /// Its factors: `N`, or `N:L` for an interaction.
    pub name: String,
    /// Degrees of freedom.
    pub degrees: u64,
    /// The mean square by that of the error.
    pub f: f64,
    /// How likely such an F is where there is no such effect.
    pub p: f64,
    /// The same where all effects of the analysis are looked at (Holm).
    pub adjusted_p: f64,
    /// An estimate of its part of all variance; negative where there is less than chance gives.
    pub omega_squared: f64,
    /// The part of the variance, of what other effects leave, that it explains.
    pub partial_eta_squared: f64,
}

impl FactorEffects {
    /// The effects over all columns, if there are several and all combinations of all were played, and in every column whose
    /// combinations were.
    pub(super) fn of(figure: &Figure, cells: &[CellReport]) -> Vec<FactorEffects> {
        if figure.factors.is_empty() {
            return Vec::new();
        }
        let columns = distinct(cells, |cell| &cell.column);
        let designs: Vec<_> = columns.iter().map(|column| combinations(&figure.factors, column, cells)).collect();
        let all: Option<Vec<_>> = designs.iter().cloned().collect();
        let all = all.filter(|designs| designs.len() > 1).and_then(|designs| over_all(figure, &designs));
        let each =
            columns.iter().zip(&designs).filter_map(|(column, design)| in_column(figure, column, design.as_ref()?));
        all.into_iter().chain(each).collect()
    }
}

/// The cells of a column for all combinations of factors, the last changing fastest; `None` if one was not played.
pub(super) fn combinations<'c>(factors: &[char], column: &str, cells: &'c [CellReport]) -> Option<Vec<&'c CellReport>> {
    let has = |cell: &CellReport, number: usize, place: usize| {
        cell.row.contains(factors[place]) == (number >> (factors.len() - 1 - place) & 1 == 1)
    };
    let is_one = |cell: &CellReport, number| {
        cell.column == column && cell.games() > 0 && (0..factors.len()).all(|place| has(cell, number, place))
    };
    (0..1usize << factors.len()).map(|number| cells.iter().find(|cell| is_one(cell, number))).collect()
}

fn in_column(figure: &Figure, column: &str, design: &[&CellReport]) -> Option<FactorEffects> {
    let levels = vec![2; figure.factors.len()];
    let names: Vec<String> = figure.factors.iter().map(char::to_string).collect();
    Some(FactorEffects {
        column: Some(column.to_owned()),
        factors: factors(figure, design),
        analysis: analysis(&levels, &names, design)?,
    })
}

fn over_all(figure: &Figure, designs: &[Vec<&CellReport>]) -> Option<FactorEffects> {
    let mut levels = vec![2; figure.factors.len()];
    levels.push(designs.len());
    let mut names: Vec<String> = figure.factors.iter().map(char::to_string).collect();
    names.push(if figure.columns.is_empty() { "column".into() } else { figure.columns.clone() });
    let combinations = designs.first()?.len();
    let cells: Vec<&CellReport> =
        (0..combinations).flat_map(|one| designs.iter().map(move |design| design[one])).collect();
    Some(FactorEffects { column: None, factors: factors(figure, &cells), analysis: analysis(&levels, &names, &cells)? })
}

fn analysis(levels: &[usize], names: &[String], cells: &[&CellReport]) -> Option<Vec<EffectOfMany>> {
    let samples: Vec<Sample> = cells.iter().map(|cell| sample(cell)).collect();
    let Anova { effects, .. } = factorial(levels, &samples).ok()?;
    let adjusted = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let line = |(effect, adjusted_p): (&waxwing_workshop::statistics::Effect, f64)| EffectOfMany {
        name: effect.name(&names),
        degrees: effect.degrees,
        f: effect.f,
        p: effect.p,
        adjusted_p,
        omega_squared: effect.omega_squared,
        partial_eta_squared: effect.partial_eta_squared,
    };
    Some(effects.iter().zip(adjusted).map(line).collect())
}

/// The results of a cell; games that are won count where the measure is not the points.
fn sample(cell: &CellReport) -> Sample {
    let Standing { wins, draws, losses, .. } = cell.standing;
    match cell.measure {
        Measure::Points => Score { wins, draws, losses }.into(),
        _ => Sample::of_wins(wins, cell.games()),
    }
}

fn factors(figure: &Figure, cells: &[&CellReport]) -> Vec<FactorEffect> {
    let effect = |factor: &char| {
        let group = |with: bool| mean(cells.iter().filter(|cell| cell.row.contains(*factor) == with).copied());
        let [(with, with_error), (without, without_error)] = [group(true), group(false)];
        let around = |mean: f64, error: f64| Interval { low: mean - NORMAL * error, high: mean + NORMAL * error };
        FactorEffect {
            factor: *factor,
            with: (with, around(with, with_error)),
            without: (without, around(without, without_error)),
            interval: around(with - without, with_error.hypot(without_error)),
        }
    };
    figure.factors.iter().map(effect).collect()
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
