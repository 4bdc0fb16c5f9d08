//! How the cells of an experiment are drawn: what a file says under `[figure]`.

use serde::Deserialize;

/// The figure of an experiment. Each cell has its place in it by its row and column.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Figure {
    /// Its form.
    pub kind: FigureKind,
    /// What the columns are: the title of the axis.
    pub columns: String,
    /// What the rows are: the title of the legend.
    pub rows: String,
    /// The row whose interval is the band that the others are compared with.
    pub baseline: Option<String>,
    /// Letters of the names of rows, each for a factor that a row has or has not: their effects are told apart.
    pub factors: Vec<char>,
}

/// The form of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    /// Rates with their intervals, one below the other.
    #[default]
    Table,
    /// A curve for each row over the numbers of the columns.
    Curves,
    /// A group of bars for each column, in it a bar for each row.
    Bars,
}
