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
        let (mut columns, mut rows): (Vec<&str>, Vec<(&str, Vec<Option<&CellReport>>)>) = Default::default();
        for cell in &report.cells {
            let column = place(&mut columns, &cell.column);
            let row = rows.iter().position(|(name, _)| *name == cell.row).unwrap_or_else(|| {
                rows.push((&cell.row, Vec::new()));
                rows.len() - 1
            });
            let line = &mut rows[row].1;
            line.resize(line.len().max(column + 1), None);
            line[column] = Some(cell);
        }
        let width = columns.len();
        rows.iter_mut().for_each(|(_, line)| line.resize(width, None));
        (width > 1).then_some(Grid { columns, rows })
    }
}

fn place<'r>(names: &mut Vec<&'r str>, name: &'r str) -> usize {
    names.iter().position(|known| *known == name).unwrap_or_else(|| {
        names.push(name);
        names.len() - 1
    })
}
