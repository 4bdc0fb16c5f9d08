//! A curve for each row over the numbers of the columns: the paper's on the left, ours on the right.

use plotters::prelude::*;

use super::{Area, COLOURS, CellReport, Drawn, FAINT, INK, Pen, Report, numbers, range};
use crate::report::grid::distinct;

const PANEL: u32 = 520;
const HEIGHT: u32 = 430;

/// A point of a curve with the ends of its interval, in per cent.
struct Point {
    x: f64,
    y: f64,
    ends: Option<(f64, f64)>,
}

/// Which numbers a panel shows.
type Numbers = fn(&CellReport) -> Option<Point>;

pub(super) fn size(report: &Report) -> (u32, u32) {
    (PANEL * panels(report).len() as u32, HEIGHT)
}

fn panels(report: &Report) -> Vec<(&'static str, Numbers)> {
    let mut panels: Vec<(&str, Numbers)> = vec![("Waxwing", ours)];
    if report.cells.iter().any(|cell| cell.published.is_some()) {
        panels.insert(0, ("published", theirs));
    }
    panels
}

fn ours(cell: &CellReport) -> Option<Point> {
    let ends = (100.0 * cell.interval.low, 100.0 * cell.interval.high);
    Some(Point { x: cell.column.parse().ok()?, y: 100.0 * cell.rate?, ends: Some(ends) })
}

fn theirs(cell: &CellReport) -> Option<Point> {
    let published = cell.published?;
    let ends = published.plus_minus.map(|half| (published.value - half, published.value + half));
    Some(Point { x: cell.column.parse().ok()?, y: published.value, ends })
}

pub(super) fn draw<DB: DrawingBackend>(area: &Area<DB>, report: &Report, pen: Pen) -> Drawn<DB> {
    let panels = panels(report);
    for (part, (title, point)) in area.split_evenly((1, panels.len())).iter().zip(panels) {
        draw_panel(part, report, pen, title, point)?;
    }
    Ok(())
}

fn draw_panel<DB: DrawingBackend>(
    area: &Area<DB>,
    report: &Report,
    pen: Pen,
    title: &str,
    point: Numbers,
) -> Drawn<DB> {
    let columns = report.cells.iter().filter_map(|cell| cell.column.parse::<f64>().ok());
    let (first, last) = columns.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    let (low, high) = range(numbers(report.cells.iter()));
    let margin = ((last - first) * 0.03).max(1e-9);
    let mut chart = ChartBuilder::on(area)
        .margin(pen.px(10.0))
        .caption(title, pen.text(15.0, INK))
        .x_label_area_size(pen.px(42.0))
        .y_label_area_size(pen.px(48.0))
        .build_cartesian_2d(first - margin..last + margin, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(pen.line(FAINT, 1.0))
        .axis_style(pen.line(INK, 1.0))
        .label_style(pen.text(12.0, INK))
        .axis_desc_style(pen.text(13.0, INK))
        .x_desc(report.figure.columns.as_str())
        .y_desc("per cent")
        .x_labels(8)
        .y_labels(10)
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    chart.draw_series(LineSeries::new([(first - margin, 50.0), (last + margin, 50.0)], pen.line(INK, 1.0)))?;
    for (row, &colour) in distinct(&report.cells, |cell| &cell.row).into_iter().zip(COLOURS.iter().cycle()) {
        let points: Vec<Point> = report.cells.iter().filter(|cell| cell.row == row).filter_map(point).collect();
        if points.is_empty() {
            continue;
        }
        let line = pen.line(colour, 2.0);
        chart
            .draw_series(LineSeries::new(points.iter().map(|point| (point.x, point.y)), line))?
            .label(row)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + pen.px(18.0), y)], line));
        let bar = |point: &Point| {
            point.ends.map(|(low, high)| ErrorBar::new_vertical(point.x, low, point.y, high, line, pen.upx(5.0)))
        };
        chart.draw_series(points.iter().filter_map(bar))?;
        chart.draw_series(points.iter().map(|point| Circle::new((point.x, point.y), pen.px(3.0), colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .margin(pen.px(8.0))
        .legend_area_size(pen.px(24.0))
        .background_style(WHITE.mix(0.85))
        .label_font(pen.text(12.0, INK))
        .draw()
}
