//! A panel for each column with a bar for each row. Where the figure has a baseline, its interval is a band, and bars above or
//! below all of it have colours of their own.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, BLUE, CellReport, Drawn, FAINT, GREEN, GREY, INK, Pen, RED, Report, distinct, numbers, range};

const WIDTH: u32 = 1200;
const PANEL_HEIGHT: u32 = 250;
/// What a panel needs for each bar at least, for each letter below it, and besides.
const BAR: f64 = 17.0;
const LETTER: f64 = 6.0;
const AROUND: f64 = 60.0;

/// What all panels have in common.
struct Panels<'r> {
    pen: Pen,
    baseline: Option<&'r str>,
    low: f64,
    high: f64,
}

pub(super) fn size(report: &Report) -> (u32, u32) {
    let (rows, _) = grid(report);
    (WIDTH, rows as u32 * PANEL_HEIGHT)
}

/// Rows and columns of panels: as many beside each other as have room for their bars.
fn grid(report: &Report) -> (usize, usize) {
    let panels = distinct(&report.cells, |cell| &cell.column).len();
    let names = distinct(&report.cells, |cell| &cell.row);
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let needed = names.len() as f64 * BAR.max(LETTER * longest as f64) + AROUND;
    let across = ((f64::from(WIDTH) / needed) as usize).clamp(1, panels);
    (panels.div_ceil(across), across)
}

pub(super) fn draw<DB: DrawingBackend>(area: &Area<DB>, report: &Report, pen: Pen) -> Drawn<DB> {
    let (low, high) = range(numbers(report.cells.iter()));
    let panels = Panels { pen, baseline: report.figure.baseline.as_deref(), low, high };
    let parts = area.split_evenly(grid(report));
    for (part, column) in parts.iter().zip(distinct(&report.cells, |cell| &cell.column)) {
        let cells: Vec<&CellReport> = report.cells.iter().filter(|cell| cell.column == column).collect();
        panels.draw(part, column, &cells)?;
    }
    Ok(())
}

impl Panels<'_> {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>, title: &str, cells: &[&CellReport]) -> Drawn<DB> {
        let Panels { pen, low, high, .. } = *self;
        let mut chart = ChartBuilder::on(area)
            .margin(pen.px(8.0))
            .caption(title, pen.text(14.0, INK))
            .x_label_area_size(pen.px(20.0))
            .y_label_area_size(pen.px(30.0))
            .build_cartesian_2d(0.0..cells.len() as f64, low..high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .light_line_style(TRANSPARENT)
            .bold_line_style(pen.line(FAINT, 1.0))
            .axis_style(pen.line(INK, 1.0))
            .label_style(pen.text(11.0, INK))
            .y_labels(6)
            .y_label_formatter(&|y| format!("{y:.0}"))
            .draw()?;
        let band = self.band(cells);
        if let Some((from, to)) = band {
            let corners = [(0.0, from), (cells.len() as f64, to)];
            chart.draw_series([Rectangle::new(corners, GREY.mix(0.2).filled())])?;
        }
        for (index, cell) in cells.iter().enumerate() {
            let (left, middle) = (index as f64, index as f64 + 0.5);
            let (x, y) = chart.backend_coord(&(middle, low));
            let style = pen.text(9.5, INK).pos(Pos::new(HPos::Center, VPos::Top));
            let corner = area.get_base_pixel();
            area.draw(&Text::new(cell.row.clone(), (x - corner.0, y - corner.1 + pen.px(5.0)), style))?;
            let Some(rate) = cell.rate.map(|rate| 100.0 * rate) else { continue };
            let corners = [(left + 0.1, low), (left + 0.9, rate.max(low))];
            chart.draw_series([Rectangle::new(corners, colour(rate, band).mix(0.8).filled())])?;
            chart.draw_series(self.whisker(cell, middle))?;
            let published = cell.published.map(|published| published.value);
            let mark = |value| TriangleMarker::new((middle, value), pen.px(4.0), INK.filled());
            chart.draw_series(published.map(mark))?;
        }
        Ok(())
    }

    /// The interval of the baseline.
    fn band(&self, cells: &[&CellReport]) -> Option<(f64, f64)> {
        let cell = cells.iter().find(|cell| self.baseline == Some(&cell.row) && cell.rate.is_some())?;
        Some(self.ends(cell))
    }

    fn ends(&self, cell: &CellReport) -> (f64, f64) {
        (100.0 * cell.interval.low, 100.0 * cell.interval.high)
    }

    fn whisker(&self, cell: &CellReport, x: f64) -> impl IntoIterator<Item = PathElement<(f64, f64)>> {
        let (from, to) = self.ends(cell);
        let line = self.pen.line(INK, 1.0);
        let cap = |y| PathElement::new([(x - 0.15, y), (x + 0.15, y)], line);
        [PathElement::new([(x, from), (x, to)], line), cap(from), cap(to)]
    }
}

/// Above or below the whole interval of the baseline, or neither.
fn colour(rate: f64, band: Option<(f64, f64)>) -> RGBColor {
    match band {
        Some((_, high)) if rate > high => GREEN,
        Some((low, _)) if rate < low => RED,
        Some(_) => GREY,
        None => BLUE,
    }
}
