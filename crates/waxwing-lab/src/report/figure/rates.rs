//! Rates with their intervals one below the other, each beside the published one.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, BLUE, CellReport, Drawn, FAINT, GREEN, GREY, INK, Pen, RED, Report, numbers, range};
use crate::report::verdict::Agreement;

const WIDTH: u32 = 900;
const LINE: u32 = 24;
/// Title above and axis below.
const AROUND: u32 = 96;
const LETTER: f64 = 7.0;

pub(super) fn size(report: &Report) -> (u32, u32) {
    (WIDTH, AROUND + LINE * shown(report).len() as u32)
}

fn shown(report: &Report) -> Vec<&CellReport> {
    report.cells.iter().filter(|cell| cell.rate.is_some() && cell.is_fraction()).collect()
}

pub(super) fn draw<DB: DrawingBackend>(area: &Area<DB>, report: &Report, pen: Pen) -> Drawn<DB> {
    let cells = shown(report);
    let (low, high) = range(numbers(cells.iter().copied()));
    let longest = cells.iter().map(|cell| cell.label.chars().count()).max().unwrap_or(0);
    let labels = (longest as f64 * LETTER + 16.0).min(420.0);
    let mut chart = ChartBuilder::on(area)
        .margin(pen.px(12.0))
        .margin_top(pen.px(36.0))
        .x_label_area_size(pen.px(40.0))
        .y_label_area_size(pen.px(labels))
        .build_cartesian_2d(low..high, -(cells.len() as f64)..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .light_line_style(TRANSPARENT)
        .bold_line_style(pen.line(FAINT, 1.0))
        .axis_style(pen.line(INK, 1.0))
        .label_style(pen.text(12.0, INK))
        .axis_desc_style(pen.text(13.0, INK))
        .x_labels(11)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .x_desc("per cent")
        .draw()?;
    chart.draw_series([PathElement::new([(50.0, 0.0), (50.0, -(cells.len() as f64))], pen.line(INK, 1.0))])?;
    for (index, cell) in cells.iter().enumerate() {
        let height = -(index as f64) - 0.5;
        if let Some(published) = cell.published {
            let half = published.plus_minus.unwrap_or(0.0);
            let ends = [(published.value - half, height - 0.22), (published.value + half, height - 0.22)];
            chart.draw_series([PathElement::new(ends, pen.line(GREY, 2.0))])?;
            chart.draw_series([TriangleMarker::new((published.value, height - 0.22), pen.px(5.0), GREY.filled())])?;
        }
        let colour = colour(cell);
        let ends = [(100.0 * cell.interval.low, height), (100.0 * cell.interval.high, height)];
        chart.draw_series([PathElement::new(ends, pen.line(colour, 2.0))])?;
        let rate = 100.0 * cell.rate.unwrap_or(0.0);
        chart.draw_series([Circle::new((rate, height), pen.px(4.0), colour.filled())])?;
        let (left, y) = chart.backend_coord(&(low, height));
        let style = pen.text(12.0, INK).pos(Pos::new(HPos::Right, VPos::Center));
        area.draw(&Text::new(cell.label.clone(), (left - pen.px(8.0), y), style))?;
    }
    draw_key(area, pen)
}

/// What the marks mean.
fn draw_key<DB: DrawingBackend>(area: &Area<DB>, pen: Pen) -> Drawn<DB> {
    let words = [("agrees", GREEN), ("differs", RED), ("not enough games, or nothing published", BLUE)];
    let mut x = pen.px(16.0);
    let y = pen.px(20.0);
    let text = |colour: RGBColor| pen.text(12.0, colour).pos(Pos::new(HPos::Left, VPos::Center));
    for (word, colour) in words {
        area.draw(&Circle::new((x, y), pen.px(4.0), colour.filled()))?;
        area.draw(&Text::new(word, (x + pen.px(9.0), y), text(INK)))?;
        x += pen.px(26.0 + LETTER * 0.9 * word.len() as f64);
    }
    area.draw(&TriangleMarker::new((x, y), pen.px(5.0), GREY.filled()))?;
    area.draw(&Text::new("published", (x + pen.px(9.0), y), text(INK)))
}

fn colour(cell: &CellReport) -> RGBColor {
    match cell.compared.map(|compared| compared.agreement) {
        Some(Agreement::Agrees) => GREEN,
        Some(Agreement::Differs) => RED,
        _ => BLUE,
    }
}
