//! Whether the statements of a paper hold, by the games.
//!
//! Every number that a claim is about is a weighted sum of cells' numbers: one cell, a difference of two, what a factor does. Its
//! interval follows from those of the cells, each to the side where it matters (the MOVER method of Zou and Donner):
//!
//! ```text
//! low  = Σ wᵢ rᵢ - √( Σ wᵢ² (rᵢ - lᵢ)² )      with uᵢ in the place of lᵢ where wᵢ < 0; high in the same way
//! ```

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

use super::effects::combinations;
use super::gather::CellReport;
use super::grid::distinct;
use super::verdict::NARROW;
use crate::experiment::{Claim, Demand, Figure, Measure, Subject};
use waxwing_workshop::statistics::{Interval, NORMAL};

/// What is said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// A number is known to be where the claim does not have it.
    DoesNotHold,
    /// Neither is known.
    NotEnoughGames,
    /// All numbers are known to be where the claim has them.
    Holds,
}

/// A claim and what was found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClaimReport {
    /// In words.
    pub says: String,
    /// Where the paper says it.
    pub place: String,
    /// How sure one has to be, in per cent: the level of the interval.
    pub level: f64,
    /// Whether it holds.
    pub verdict: ClaimVerdict,
    /// The number that decides: the one that is farthest from where the claim has it.
    pub decides: Option<Deciding>,
    /// How many numbers it is about.
    pub numbers: usize,
    /// How many of them there are games for.
    pub known: usize,
    /// The games of all cells that it is about.
    pub games: u64,
}

/// A number that a claim is about, with its interval of the claim's level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Deciding {
    /// What it is.
    pub name: String,
    /// The number: a part of one, or plies where it is a depth.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// Whether it is a difference.
    pub is_difference: bool,
    /// Whether it is a part of one.
    pub is_fraction: bool,
}

/// A weighted sum of cells, and where it has to be.
struct Number<'c> {
    name: String,
    parts: Vec<(f64, &'c CellReport)>,
    demand: Demand,
    is_difference: bool,
}

impl ClaimReport {
    /// What the cells say of a claim.
    pub(super) fn of(claim: &Claim, figure: &Figure, cells: &[CellReport]) -> ClaimReport {
        let numbers = numbers(claim, figure, cells);
        let mut involved: Vec<&CellReport> =
            numbers.iter().flatten().flat_map(|one| one.parts.iter().map(|part| part.1)).collect();
        involved.sort_by(|a, b| a.label.cmp(&b.label));
        involved.dedup_by(|a, b| a.label == b.label);
        // All numbers have to be where the claim has them, so each may be asked at its level. One that is elsewhere refutes it, and of
        // many numbers one is elsewhere by chance: that is asked at a level which allows for how many there are (Bonferroni).
        let stricter = 100.0 - (100.0 - claim.level) / numbers.len().max(1) as f64;
        let scales = [claim.level, stricter].map(|level| sureness(level) / NORMAL);
        let judged: Vec<_> = numbers.iter().filter_map(|one| one.as_ref()?.judged(scales)).collect();
        // What was not played cannot hold, but one number that is elsewhere is enough to know that the claim does not.
        let (known, count) = (judged.len(), numbers.len());
        let most = if known < count { ClaimVerdict::NotEnoughGames } else { ClaimVerdict::Holds };
        let least = judged.into_iter().min_by(|a, b| (a.0).cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ClaimReport {
            says: claim.says.clone(),
            place: claim.place.clone(),
            level: claim.level,
            verdict: least.as_ref().map_or(most, |(verdict, _, _)| *verdict).min(most),
            decides: least.map(|(_, _, deciding)| deciding),
            numbers: count,
            known,
            games: involved.iter().map(|cell| cell.games()).sum(),
        }
    }
}

/// How many standard errors an interval of this level has to either side.
fn sureness(level: f64) -> f64 {
    let standard = Normal::new(0.0, 1.0).expect("the parameters are sane");
    standard.inverse_cdf(0.5 + level / 200.0)
}

/// The numbers of a claim; `None` in the place of an effect for which cells are missing.
fn numbers<'c>(claim: &Claim, figure: &Figure, cells: &'c [CellReport]) -> Vec<Option<Number<'c>>> {
    match &claim.subject {
        Subject::Cells(pairs) => {
            let number = |&(cell, than): &(usize, Option<usize>)| {
                let (cell, than) = (&cells[cell], than.map(|than| &cells[than]));
                let parts = [(1.0, cell)].into_iter().chain(than.map(|than| (-1.0, than))).collect();
                let name = than.map_or(cell.label.clone(), |than| format!("{}, less {}", cell.label, than.label));
                let demand = match (claim.demand, cell.published) {
                    (Demand::AsPublished { within }, Some(published)) => {
                        Demand::Near { value: published.value, within }
                    }
                    (demand, _) => demand,
                };
                Some(Number { name, parts, demand, is_difference: than.is_some() })
            };
            pairs.iter().map(number).collect()
        }
        Subject::Effect { factor, than, columns } => {
            let all: Vec<String> = distinct(cells, |cell| &cell.column).into_iter().map(String::from).collect();
            let groups: Vec<Vec<String>> = match columns {
                Some(columns) => columns.iter().map(|column| vec![column.clone()]).collect(),
                None => vec![all],
            };
            let others: Vec<Option<char>> =
                if than.is_empty() { vec![None] } else { than.iter().copied().map(Some).collect() };
            let each = groups.iter().flat_map(|columns| others.iter().map(move |other| (columns, *other)));
            each.map(|(columns, other)| effect(*factor, other, columns, claim.demand, figure, cells)).collect()
        }
    }
}

/// What a factor does over some columns, less what another does.
fn effect<'c>(
    factor: char,
    other: Option<char>,
    columns: &[String],
    demand: Demand,
    figure: &Figure,
    cells: &'c [CellReport],
) -> Option<Number<'c>> {
    let mut parts = Vec::new();
    for column in columns {
        let design = combinations(&figure.factors, column, cells)?;
        let each = 2.0 / (design.len() * columns.len()) as f64;
        let sign = |cell: &CellReport, factor: char| if cell.row.contains(factor) { each } else { -each };
        let weight = |cell: &CellReport| sign(cell, factor) - other.map_or(0.0, |other| sign(cell, other));
        parts.extend(design.into_iter().map(|cell| (weight(cell), cell)).filter(|(weight, _)| *weight != 0.0));
    }
    let where_ = if let [column] = columns { format!(", {column}") } else { String::new() };
    let than = other.map_or(String::new(), |other| format!(" less {other}"));
    Some(Number { name: format!("{factor}{than}{where_}"), parts, demand, is_difference: true })
}

impl Number<'_> {
    /// What is known of it: whether it is where it has to be, and by how much; `None` without games. The interval is as wide as the
    /// first scale says for what holds, and as the second for what does not.
    fn judged(&self, [scale, stricter]: [f64; 2]) -> Option<(ClaimVerdict, f64, Deciding)> {
        let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
        for (weight, cell) in &self.parts {
            let rate = cell.rate?;
            let (down, up) = (weight * (rate - cell.interval.low), weight * (cell.interval.high - rate));
            value += weight * rate;
            let (down, up) = if *weight > 0.0 { (down, up) } else { (up, down) };
            below += down * down;
            above += up * up;
        }
        let at =
            |scale: f64| Interval { low: value - scale * f64::sqrt(below), high: value + scale * f64::sqrt(above) };
        let is_fraction = self.parts.iter().all(|(_, cell)| cell.measure != Measure::Depth);
        let unit = if is_fraction { 100.0 } else { 1.0 };
        let margins = |scale: f64| {
            let Interval { low, high } = at(scale);
            margins(self.demand, Interval { low: unit * low, high: unit * high })
        };
        let ((holds, _), (_, fails)) = (margins(scale), margins(stricter));
        let verdict = if holds > 0.0 {
            ClaimVerdict::Holds
        } else if fails > 0.0 {
            ClaimVerdict::DoesNotHold
        } else {
            ClaimVerdict::NotEnoughGames
        };
        let (name, interval) = (self.name.clone(), at(scale));
        let deciding = Deciding { name, value, interval, is_difference: self.is_difference, is_fraction };
        Some((verdict, holds, deciding))
    }
}

/// By how much an interval is where it has to be, and by how much it is where it must not be; negative where it is not.
fn margins(demand: Demand, Interval { low, high }: Interval) -> (f64, f64) {
    match demand {
        Demand::Above(value) => (low - value, value - high),
        Demand::Below(value) => (value - high, low - value),
        Demand::NotBelow(value) => (low - value + 100.0 * NARROW, value - high),
        Demand::Near { value, within } => {
            ((low - value + within).min(value + within - high), (low - value - within).max(value - within - high))
        }
        // It was resolved with the cell.
        Demand::AsPublished { .. } => (f64::NEG_INFINITY, f64::NEG_INFINITY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(middle: f64, half: f64) -> Interval {
        Interval { low: middle - half, high: middle + half }
    }

    #[test]
    fn what_holds_needs_the_whole_interval() {
        let said = |demand: Demand, interval: Interval| {
            let (holds, fails) = margins(demand, interval);
            (holds > 0.0, fails > 0.0)
        };
        let (yes, no, open) = ((true, false), (false, true), (false, false));
        assert_eq!(said(Demand::Above(50.0), around(55.0, 3.0)), yes);
        assert_eq!(said(Demand::Above(50.0), around(52.0, 3.0)), open);
        assert_eq!(said(Demand::Above(50.0), around(45.0, 3.0)), no);
        assert_eq!(said(Demand::Below(0.0), around(-4.0, 3.0)), yes);
        // No harm is known, and there is none of more than five points.
        assert_eq!(said(Demand::NotBelow(0.0), around(-1.0, 3.0)), yes);
        assert_eq!(said(Demand::NotBelow(0.0), around(-1.0, 6.0)), open);
        assert_eq!(said(Demand::NotBelow(0.0), around(-4.0, 3.0)), no);
        let near = Demand::Near { value: 65.0, within: 5.0 };
        assert_eq!(said(near, around(64.0, 3.0)), yes);
        assert_eq!(said(near, around(68.0, 3.0)), open);
        assert_eq!(said(near, around(58.0, 1.0)), no);
        assert_eq!(said(near, around(74.0, 3.0)), no);
    }

    #[test]
    fn a_level_has_its_standard_errors() {
        assert!((sureness(95.0) - NORMAL).abs() < 1e-3 && (sureness(99.9) - 3.2905).abs() < 1e-3);
    }
}
