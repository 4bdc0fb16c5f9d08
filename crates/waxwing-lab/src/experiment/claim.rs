//! What a paper says in words, as data: which numbers it is about, and what makes it hold.
//!
//! A claim is about cells by their labels, about a row of the figure in its columns, or about what a factor does. Each of these
//! numbers, or its difference to each of those that `than` names, has to be where the claim says. Whether it is, is
//! computed from the games (`report/claims.rs`); nothing of that is written in the file.

use serde::Deserialize;

use super::file::{At, FileError, Source, nearest};
use super::{Cell, Figure};

/// A statement of a paper.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Claim {
    /// In words.
    pub says: String,
    /// Where the paper says it.
    pub place: String,
    pub(crate) subject: Subject,
    pub(crate) demand: Demand,
    /// How sure one has to be, in per cent.
    pub(crate) level: f64,
}

/// Which numbers a claim is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Subject {
    /// Cells by their places in the file, each alone or less another.
    Cells(Vec<(usize, Option<usize>)>),
    /// What a factor does: the mean of the cells with it less that of the cells without, alone or less what each of some others
    /// does; in each of some columns, or over all of them together.
    Effect { factor: char, than: Vec<char>, columns: Option<Vec<String>> },
}

/// Where a number has to be, in points where it is a rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Demand {
    Above(f64),
    Below(f64),
    /// Not known to be below it.
    NotBelow(f64),
    Near {
        value: f64,
        within: f64,
    },
    /// Near the published number.
    AsPublished {
        within: f64,
    },
}

/// A claim as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawClaim {
    says: String,
    #[serde(rename = "where")]
    place: String,
    cells: Option<Vec<At<String>>>,
    row: Option<At<String>>,
    effect: Option<At<String>>,
    columns: Option<Vec<At<String>>>,
    #[serde(default)]
    than: Vec<At<String>>,
    above: Option<f64>,
    below: Option<f64>,
    not_below: Option<f64>,
    near: Option<f64>,
    within: Option<f64>,
    level: Option<At<f64>>,
}

/// Reads the claims of a file, whose cells are these.
pub(super) fn read(
    source: &Source<'_>,
    claims: &[At<RawClaim>],
    cells: &[Cell],
    figure: &Figure,
) -> Result<Vec<Claim>, FileError> {
    claims.iter().map(|at| Reading { source, at, raw: at.as_ref(), cells, figure }.claim()).collect()
}

struct Reading<'a> {
    source: &'a Source<'a>,
    at: &'a At<RawClaim>,
    raw: &'a RawClaim,
    cells: &'a [Cell],
    figure: &'a Figure,
}

impl Reading<'_> {
    fn claim(&self) -> Result<Claim, FileError> {
        let (subject, demand) = (self.subject()?, self.demand()?);
        if matches!(demand, Demand::AsPublished { .. }) {
            self.check_published(&subject)?;
        }
        let level = self.raw.level.as_ref().map_or(Ok(95.0), |at| {
            let level = Some(*at.as_ref()).filter(|level| (50.0..100.0).contains(level));
            level.ok_or_else(|| self.source.error(at, "`level` is a number of per cent from 50 to below 100"))
        })?;
        Ok(Claim { says: self.raw.says.clone(), place: self.raw.place.clone(), subject, demand, level })
    }

    fn subject(&self) -> Result<Subject, FileError> {
        let RawClaim { cells, row, effect, columns, .. } = self.raw;
        let pairs = match (cells, row, effect) {
            (Some(labels), None, None) if columns.is_none() => self.labelled(labels)?,
            (None, Some(row), None) => self.in_row(row)?,
            (None, None, Some(factor)) => return self.effect(factor),
            _ => {
                let message =
                    "a claim is about `cells`, a `row` or an `effect`, of which the last two may name `columns`";
                return Err(self.source.error(self.at, message));
            }
        };
        if pairs.is_empty() {
            Err(self.source.error(self.at, "the claim is about no cells"))
        } else {
            Ok(Subject::Cells(pairs))
        }
    }

    /// Cells by their labels.
    fn labelled(&self, labels: &[At<String>]) -> Result<Vec<(usize, Option<usize>)>, FileError> {
        let find = |at: &At<String>| {
            let place = self.cells.iter().position(|cell| cell.label == *at.as_ref());
            place.ok_or_else(|| self.unknown(at, "cell with the label", self.cells.iter().map(|cell| &cell.label[..])))
        };
        let than = self.raw.than.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let cells = labels.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        Ok(cells.into_iter().flat_map(|cell| alone_or_less(cell, &than)).collect())
    }

    /// The cells of a row, each beside those of other rows in the same column.
    fn in_row(&self, row: &At<String>) -> Result<Vec<(usize, Option<usize>)>, FileError> {
        for name in [row].into_iter().chain(&self.raw.than) {
            if !self.cells.iter().any(|cell| cell.row == *name.as_ref()) {
                return Err(self.unknown(name, "row", self.cells.iter().map(|cell| &cell.row[..])));
            }
        }
        let columns = self.columns()?;
        let mine = self.cells.iter().enumerate().filter(|(_, cell)| cell.row == *row.as_ref());
        let mine = mine.filter(|(_, cell)| columns.as_ref().is_none_or(|names| names.contains(&cell.column)));
        let mut pairs = Vec::new();
        for (place, cell) in mine {
            let in_column = |name: &At<String>| {
                let is_it = |other: &Cell| other.row == *name.as_ref() && other.column == cell.column;
                let message =
                    || format!("there is no cell of the row `{}` in the column `{}`", name.as_ref(), cell.column);
                self.cells.iter().position(is_it).ok_or_else(|| self.source.error(name, message()))
            };
            let than = self.raw.than.iter().map(in_column).collect::<Result<Vec<_>, _>>()?;
            pairs.extend(alone_or_less(place, &than));
        }
        Ok(pairs)
    }

    fn effect(&self, factor: &At<String>) -> Result<Subject, FileError> {
        let find = |at: &At<String>| {
            let factors: Vec<String> = self.figure.factors.iter().map(char::to_string).collect();
            match at.as_ref().parse::<char>().ok().filter(|factor| self.figure.factors.contains(factor)) {
                Some(factor) => Ok(factor),
                None if factors.is_empty() => Err(self.source.error(at, "`[figure]` has no `factors`")),
                None => {
                    let message =
                        format!("`{}` is no factor of the figure; there are {}", at.as_ref(), factors.join(", "));
                    Err(self.source.error(at, message))
                }
            }
        };
        let than = self.raw.than.iter().map(find).collect::<Result<_, _>>()?;
        Ok(Subject::Effect { factor: find(factor)?, than, columns: self.columns()? })
    }

    fn columns(&self) -> Result<Option<Vec<String>>, FileError> {
        let Some(names) = &self.raw.columns else { return Ok(None) };
        let known = |name: &At<String>| match self.cells.iter().any(|cell| cell.column == *name.as_ref()) {
            true => Ok(name.as_ref().clone()),
            false => Err(self.unknown(name, "column", self.cells.iter().map(|cell| &cell.column[..]))),
        };
        names.iter().map(known).collect::<Result<_, _>>().map(Some)
    }

    fn demand(&self) -> Result<Demand, FileError> {
        let RawClaim { above, below, not_below, near, within, .. } = self.raw;
        match (above, below, not_below, near, within) {
            (Some(value), None, None, None, None) => Ok(Demand::Above(*value)),
            (None, Some(value), None, None, None) => Ok(Demand::Below(*value)),
            (None, None, Some(value), None, None) => Ok(Demand::NotBelow(*value)),
            (None, None, None, Some(value), Some(within)) => Ok(Demand::Near { value: *value, within: *within }),
            (None, None, None, None, Some(within)) => Ok(Demand::AsPublished { within: *within }),
            _ => {
                let message = "a claim has one of `above = x`, `below = x`, `not-below = x`, `near = x` with `within = y`, or \
                               `within = y` alone: of the published number";
                Err(self.source.error(self.at, message))
            }
        }
    }

    /// What is near the published number needs one.
    fn check_published(&self, subject: &Subject) -> Result<(), FileError> {
        let has_number =
            |(place, than): &(usize, Option<usize>)| than.is_none() && self.cells[*place].published.is_some();
        match subject {
            Subject::Cells(pairs) if pairs.iter().all(has_number) => Ok(()),
            _ => Err(self.source.error(self.at, "there is no published number; say what it is to be near: `near = x`")),
        }
    }

    fn unknown<'n>(&self, at: &At<String>, what: &str, names: impl Iterator<Item = &'n str>) -> FileError {
        let meant = nearest(at.as_ref(), names).map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
        self.source.error(at, format!("there is no {what} `{}`{meant}", at.as_ref()))
    }
}

/// A cell alone, or less each of some others.
fn alone_or_less(cell: usize, than: &[usize]) -> Vec<(usize, Option<usize>)> {
    if than.is_empty() { vec![(cell, None)] } else { than.iter().map(|other| (cell, Some(*other))).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::testing::SMALL;
    use super::*;
    use crate::experiment::Experiment;
    use crate::testing::workshop;

    const CLAIM: &str = "
[[claim]]
says = 'more is better'
where = 'nowhere'
cells = ['im 0.4']
than = ['im 0.2']
above = 0
";

    fn read(text: &str) -> Result<Experiment, FileError> {
        Experiment::read(&workshop(), "small.toml", text)
    }

    #[test]
    fn claims_are_about_cells_rows_or_factors() {
        let claims = |claim: &str| read(&(SMALL.to_owned() + claim)).unwrap().claims;
        let claim = &claims(CLAIM)[0];
        assert_eq!((&claim.subject, claim.demand), (&Subject::Cells(vec![(1, Some(0))]), Demand::Above(0.0)));
        let published = CLAIM.replace("0.4", "0.2").replace("than = ['im 0.2']\nabove = 0", "within = 5");
        assert_eq!(claims(&published)[0].demand, Demand::AsPublished { within: 5.0 });
        let row = CLAIM.replace("cells = ['im 0.4']\nthan = ['im 0.2']", "row = 'dice'");
        assert_eq!(claims(&row)[0].subject, Subject::Cells(vec![(2, None)]));
        let effect = CLAIM.replace("cells = ['im 0.4']\nthan = ['im 0.2']", "effect = 'i'\nlevel = 99.9");
        let claim = &claims(&format!("{effect}[figure]\nfactors = ['i']\n"))[0];
        assert_eq!(claim.subject, Subject::Effect { factor: 'i', than: vec![], columns: None });
        assert_eq!(claim.level, 99.9);
    }

    #[test]
    fn a_wrong_claim_is_refused_with_its_line() {
        let first = SMALL.lines().count() + 1;
        for (right, wrong, line, part) in [
            ("['im 0.4']", "['im 0.5']", 4, "there is no cell with the label `im 0.5`; did you mean `im 0.4`?"),
            ("['im 0.2']", "['ice']", 5, "there is no cell with the label `ice`; did you mean `dice`?"),
            ("cells = ['im 0.4']", "row = 'im 0.3'", 4, "there is no row `im 0.3`; did you mean"),
            ("cells = ['im 0.4']", "row = 'im 0.4'\ncolumns = ['x']", 5, "there is no column `x`"),
            ("cells = ['im 0.4']", "effect = 'N'", 5, "`[figure]` has no `factors`"),
            ("cells = ['im 0.4']", "cells = []", 1, "the claim is about no cells"),
            ("cells = ['im 0.4']", "", 1, "a claim is about `cells`, a `row` or an `effect`"),
            ("above = 0", "above = 0\nbelow = 1", 1, "a claim has one of `above = x`"),
            ("above = 0", "within = 5", 1, "there is no published number"),
            ("above = 0", "above = 'all'", 6, "`above` is a number, not the text \"all\""),
            ("above = 0", "above = 0\nlevel = 100", 7, "`level` is a number of per cent"),
            ("says = 'more is better'", "", 1, "there is no `says` here"),
            ("above = 0", "abvoe = 0", 6, "unknown key `abvoe`; did you mean `above`?"),
        ] {
            let message = read(&(SMALL.to_owned() + &CLAIM.replace(right, wrong))).unwrap_err().to_string();
            let place = format!("small.toml:{}: ", first + line);
            assert!(message.starts_with(&place) && message.contains(part), "`{wrong}` at {place}: {message}");
        }
    }
}
