//! Analysis of variance: which factors make a difference, and how much of one.
//!
//! Results are independent and lie in the cells of a design, one for each combination of the levels of its factors. The
//! model has every main effect and every interaction (it is saturated), so that the error is what varies inside the
//! cells. Cells may have different numbers of results: sums of squares are of **type III**, which compare averages over
//! cells that all weigh the same. Where all cells are equally large, types I, II and III are one. With `m` the vector
//! of the cells' means, `K` the contrasts of an effect and `D` the diagonal matrix of 1 ÷ results,
//!
//! ```text
//! SS = (K m)ᵀ (K D Kᵀ)⁻¹ (K m)
//! ```
//!
//! which does not depend on the choice of contrasts. Effect sizes, with `s²` the mean square of the error:
//!
//! ```text
//! η² = SS ÷ SS_total      partial η² = SS ÷ (SS + SS_error)      ω² = (SS - df·s²) ÷ (SS_total + s²)
//! ```
//!
//! Results need not be normally distributed: with the hundreds of games of an experiment wins and losses will do. Games
//! that share deals over all cells are more alike than this model knows; what they share is in the error, and the test
//! errs on the side of caution.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

use super::Score;

/// The results of one cell, as far as analysis of variance needs them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Σ (result - mean)².
    squares: f64,
}

impl Sample {
    /// A sample of `games` games, of which `wins` were won: a won game is 1, any other 0.
    pub fn of_wins(wins: u64, games: u64) -> Sample {
        Sample::of_counts(&[(wins, 1.0), (games.saturating_sub(wins), 0.0)])
    }

    /// Any numbers.
    pub fn of(numbers: &[f64]) -> Sample {
        let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
        let squares = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        Sample { count: numbers.len() as u64, mean, squares }
    }

    /// Results with how often each came.
    fn of_counts(results: &[(u64, f64)]) -> Sample {
        let count: u64 = results.iter().map(|(times, _)| times).sum();
        let mean = results.iter().map(|(times, result)| *times as f64 * result).sum::<f64>() / count.max(1) as f64;
        let squares = results.iter().map(|(times, result)| *times as f64 * (result - mean) * (result - mean)).sum();
        Sample { count, mean, squares }
    }
}

impl From<Score> for Sample {
    /// Points: a won game is 1, a drawn one ½, a lost one 0.
    fn from(score: Score) -> Sample {
        Sample::of_counts(&[(score.wins, 1.0), (score.draws, 0.5), (score.losses, 0.0)])
    }
}

/// What one factor does, or some together beyond what each does alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effect {
    /// Its factors by number, in order: one for a main effect, more for an interaction.
    pub factors: Vec<usize>,
    /// The sum of squares, of type III.
    pub sum_of_squares: f64,
    /// Degrees of freedom.
    pub degrees: u64,
    /// The mean square by that of the error.
    pub f: f64,
    /// How likely an `f` as large as this is where there is no such effect.
    pub p: f64,
    /// The share of all variation.
    pub eta_squared: f64,
    /// The share of the variation that no other effect explains.
    pub partial_eta_squared: f64,
    /// An estimate of the share of all variation without the upward bias of η²; negative where there is less than
    /// chance gives.
    pub omega_squared: f64,
}

impl Effect {
    /// Its name, from those of all factors: `N`, or `N:L` for an interaction.
    pub fn name(&self, factors: &[&str]) -> String {
        let names: Vec<&str> = self.factors.iter().map(|factor| factors.get(*factor).copied().unwrap_or("?")).collect();
        names.join(":")
    }
}

/// An analysis of variance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Anova {
    /// Main effects first, then interactions of two factors, and so on.
    pub effects: Vec<Effect>,
    /// What varies inside the cells.
    pub error_sum_of_squares: f64,
    /// Results beyond one a cell.
    pub error_degrees: u64,
    /// What varies about the mean of all results.
    pub total_sum_of_squares: f64,
    /// The mean of all cells' means for each level of each factor: `level_means[factor][level]`.
    pub level_means: Vec<Vec<f64>>,
}

/// Why there is no analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnovaError {
    /// The cells are not those of the design.
    #[error("the design has {expected} cells, and {found} are given; a factor has at least two levels")]
    Shape {
        /// How many the design has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A cell without results.
    #[error("cell {0} has no results")]
    Empty(usize),
    /// There is nothing to measure effects by.
    #[error("no cell has two results that differ, so there is nothing to measure effects by")]
    NoError,
}

/// One factor: do any of these differ?
///
/// ```
/// use waxwing_workshop::statistics::{Sample, one_way};
/// let anova = one_way(&[Sample::of_wins(520, 1000), Sample::of_wins(533, 1000), Sample::of_wins(601, 1000)])?;
/// assert!(anova.effects[0].p < 0.001);
/// # Ok::<(), waxwing_workshop::statistics::AnovaError>(())
/// ```
pub fn one_way(groups: &[Sample]) -> Result<Anova, AnovaError> {
    factorial(&[groups.len()], groups)
}

/// Several factors with a number of levels each; the cells are in the order in which the last factor's level changes
/// fastest. It gives every main effect and every interaction.
///
/// Two enhancements, absent and present, alone and together:
///
/// ```
/// use waxwing_workshop::statistics::{Sample, factorial};
/// let cells = [(498, 1000), (541, 1000), (560, 1000), (612, 1000)].map(|(wins, games)| Sample::of_wins(wins, games));
/// let anova = factorial(&[2, 2], &cells)?;
/// let names: Vec<String> = anova.effects.iter().map(|effect| effect.name(&["N", "L"])).collect();
/// assert_eq!(names, ["N", "L", "N:L"]);
/// assert!(anova.effects[0].p < 0.001 && anova.effects[2].p > 0.5);
/// # Ok::<(), waxwing_workshop::statistics::AnovaError>(())
/// ```
pub fn factorial(levels: &[usize], cells: &[Sample]) -> Result<Anova, AnovaError> {
    check(levels, cells)?;
    let error_sum_of_squares: f64 = cells.iter().map(|cell| cell.squares).sum();
    let results: u64 = cells.iter().map(|cell| cell.count).sum();
    let error_degrees = results - cells.len() as u64;
    if error_degrees == 0 || error_sum_of_squares <= 0.0 {
        return Err(AnovaError::NoError);
    }
    let mut anova = Anova {
        effects: Vec::new(),
        error_sum_of_squares,
        error_degrees,
        total_sum_of_squares: error_sum_of_squares + between(cells),
        level_means: (0..levels.len()).map(|factor| level_means(levels, cells, factor)).collect(),
    };
    anova.effects = effects(levels.len()).into_iter().map(|factors| anova.effect(levels, cells, factors)).collect();
    Ok(anova)
}

impl Anova {
    fn effect(&self, levels: &[usize], cells: &[Sample], factors: Vec<usize>) -> Effect {
        let contrasts = contrasts(levels, &factors);
        let degrees = contrasts.len();
        let sum_of_squares = sum_of_squares(&contrasts, cells);
        let noise = self.error_sum_of_squares / self.error_degrees as f64;
        let f = sum_of_squares / degrees as f64 / noise;
        let distribution = FisherSnedecor::new(degrees as f64, self.error_degrees as f64);
        Effect {
            factors,
            sum_of_squares,
            degrees: degrees as u64,
            f,
            p: distribution.expect("both degrees of freedom are positive").sf(f),
            eta_squared: sum_of_squares / self.total_sum_of_squares,
            partial_eta_squared: sum_of_squares / (sum_of_squares + self.error_sum_of_squares),
            omega_squared: (sum_of_squares - degrees as f64 * noise) / (self.total_sum_of_squares + noise),
        }
    }
}

fn check(levels: &[usize], cells: &[Sample]) -> Result<(), AnovaError> {
    let expected = levels.iter().fold(1usize, |product, levels| product.saturating_mul(*levels));
    if expected != cells.len() || levels.is_empty() || levels.iter().any(|levels| *levels < 2) {
        return Err(AnovaError::Shape { expected, found: cells.len() });
    }
    match cells.iter().position(|cell| cell.count == 0) {
        Some(empty) => Err(AnovaError::Empty(empty)),
        None => Ok(()),
    }
}

/// Every set of factors, small ones first.
fn effects(factors: usize) -> Vec<Vec<usize>> {
    let sets = 1..1usize << factors;
    let mut effects: Vec<Vec<usize>> =
        sets.map(|set| (0..factors).filter(|factor| set >> factor & 1 == 1).collect()).collect();
    effects.sort_by_key(|factors: &Vec<usize>| (factors.len(), factors.clone()));
    effects
}

/// What varies between the cells' means.
fn between(cells: &[Sample]) -> f64 {
    let count: f64 = cells.iter().map(|cell| cell.count as f64).sum();
    let mean = cells.iter().map(|cell| cell.count as f64 * cell.mean).sum::<f64>() / count;
    cells.iter().map(|cell| cell.count as f64 * (cell.mean - mean) * (cell.mean - mean)).sum()
}

/// The mean of the cells' means for each level of a factor.
fn level_means(levels: &[usize], cells: &[Sample], factor: usize) -> Vec<f64> {
    let below: usize = levels[factor + 1..].iter().product();
    let mut sums = vec![0.0; levels[factor]];
    for (number, cell) in cells.iter().enumerate() {
        sums[number / below % levels[factor]] += cell.mean;
    }
    let cells_a_level = (cells.len() / levels[factor]) as f64;
    sums.into_iter().map(|sum| sum / cells_a_level).collect()
}

/// The contrasts of an effect over all cells: products of differences to the first level for its own factors, and of
/// sums over all levels for the others. There are as many as it has degrees of freedom.
fn contrasts(levels: &[usize], effect: &[usize]) -> Vec<Vec<f64>> {
    let mut rows = vec![vec![1.0]];
    for (factor, levels) in levels.iter().copied().enumerate() {
        let of_factor: Vec<Vec<f64>> = match effect.contains(&factor) {
            true => (1..levels).map(|level| difference(levels, level)).collect(),
            false => vec![vec![1.0; levels]],
        };
        rows = rows.iter().flat_map(|row| of_factor.iter().map(|factor| product(row, factor))).collect();
    }
    rows
}

fn difference(levels: usize, level: usize) -> Vec<f64> {
    let mut row = vec![0.0; levels];
    (row[0], row[level]) = (-1.0, 1.0);
    row
}

fn product(row: &[f64], factor: &[f64]) -> Vec<f64> {
    row.iter().flat_map(|a| factor.iter().map(move |b| a * b)).collect()
}

/// (K m)ᵀ (K D Kᵀ)⁻¹ (K m), by elimination in the positive definite matrix K D Kᵀ with K m beside it.
fn sum_of_squares(contrasts: &[Vec<f64>], cells: &[Sample]) -> f64 {
    let over_cells = |of: &dyn Fn(usize) -> f64| (0..cells.len()).map(of).sum::<f64>();
    let mut matrix: Vec<Vec<f64>> = contrasts
        .iter()
        .map(|a| contrasts.iter().map(|b| over_cells(&|i| a[i] * b[i] / cells[i].count as f64)).collect())
        .collect();
    let mut values: Vec<f64> = contrasts.iter().map(|a| over_cells(&|i| a[i] * cells[i].mean)).collect();
    let mut sum = 0.0;
    for pivot in 0..values.len() {
        let (done, below) = matrix.split_at_mut(pivot + 1);
        let (top, value) = (&done[pivot], values[pivot]);
        sum += value * value / top[pivot];
        for (row, rest) in below.iter_mut().zip(&mut values[pivot + 1..]) {
            let times = row[pivot] / top[pivot];
            *rest -= times * value;
            row.iter_mut().zip(top).for_each(|(entry, top)| *entry -= times * top);
        }
    }
    sum
}

#[cfg(test)]
mod tests;
