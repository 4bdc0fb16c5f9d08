//! The cells of a report in the form of the paper's table.

use super::gather::{CellReport, Report};

/// Rows and columns with a cell where they meet.
pub struct Grid<'r> {
    pub columns: Vec<&'r str>,
    pub rows: Vec<(&'r str, Vec<Option<&'r CellReport>>)>,
}

impl Grid<'_> {
    /// The table of a report; `None` if its cells have no columns.
    pub fn of(report: &Report) -> Option<Grid<'_>> {
        let columns = distinct(&report.cells, |cell| &cell.column);
        let find = |row: &str, column: &str| report.cells.iter().find(|cell| cell.row == row && cell.column == column);
        let line = |row| (row, columns.iter().map(|column| find(row, column)).collect());
        let rows = distinct(&report.cells, |cell| &cell.row).into_iter().map(line).collect();
        (columns.len() > 1).then_some(Grid { columns, rows })
    }
}

/// The different rows or columns of cells, in the order of the file.
pub fn distinct<'r>(cells: &'r [CellReport], name: impl Fn(&'r CellReport) -> &'r str) -> Vec<&'r str> {
    let mut names: Vec<&str> = Vec::new();
    for cell in cells {
        if !names.contains(&name(cell)) {
            names.push(name(cell));
        }
    }
    names
}
