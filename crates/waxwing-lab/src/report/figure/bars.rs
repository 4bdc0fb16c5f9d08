//! Panels of bars. Where a figure has a baseline, its interval is a band, and bars above or below all of it have colours of
//! their own.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::{Area, BLUE, CellReport, Drawn, FAINT, GREEN, GREY, INK, Pen, RED, Report, range};
use crate::report::grid::distinct;
use crate::report::words;
use waxwing_workshop::statistics::Interval;

const WIDTH: u32 = 1200;
const PANEL_HEIGHT: u32 = 250;
/// What a panel needs for each bar at least, for each letter below it, and besides.
const BAR: f64 = 17.0;
const LETTER: f64 = 6.0;
const AROUND: f64 = 60.0;

/// Bars that are drawn together; everything in per cent.
pub(super) struct Panel {
    title: String,
    bars: Vec<Bar>,
    /// What the bars are compared with.
    band: Option<(f64, f64)>,
}

struct Bar {
    name: String,
    /// Its height and the ends of its interval, if there is anything to draw.
    height: Option<(f64, (f64, f64))>,
    published: Option<f64>,
    colour: RGBColor,
}

/// A panel for each column with a bar for each row.
pub(super) fn of_cells(report: &Report) -> Vec<Panel> {
    let panel = |column: &str| {
        let cells: Vec<&CellReport> = report.cells.iter().filter(|cell| cell.column == column).collect();
        let is_baseline =
            |cell: &&&CellReport| report.figure.baseline.as_ref() == Some(&cell.row) && cell.rate.is_some();
        let band = cells.iter().find(is_baseline).map(|cell| ends(cell.interval));
        Panel { title: column.to_owned(), bars: cells.iter().map(|cell| bar(cell, band)).collect(), band }
    };
    distinct(&report.cells, |cell| &cell.column).into_iter().map(panel).collect()
}

fn bar(cell: &CellReport, band: Option<(f64, f64)>) -> Bar {
    let height = cell.rate.map(|rate| (100.0 * rate, ends(cell.interval)));
    let colour = match (band, height) {
        (Some((_, high)), Some((rate, _))) if rate > high => GREEN,
        (Some((low, _)), Some((rate, _))) if rate < low => RED,
        (Some(_), _) => GREY,
        (None, _) => BLUE,
    };
    Bar { name: cell.row.clone(), height, published: cell.published.map(|published| published.value), colour }
}

/// A panel for each column with two bars for each factor: with it and without.
pub(super) fn of_effects(report: &Report) -> Vec<Panel> {
    let bar = |name: String, (mean, interval): (f64, Interval), colour| Bar {
        name,
        height: Some((100.0 * mean, ends(interval))),
        published: None,
        colour,
    };
    let panel = |effects: &super::super::FactorEffects| {
        let pairs = effects.factors.iter().flat_map(|effect| {
            [bar(effect.factor.to_string(), effect.with, GREEN), bar(String::new(), effect.without, GREY)]
        });
        Panel { title: words::effects_of(effects), bars: pairs.collect(), band: None }
    };
    report.effects.iter().map(panel).collect()
}

fn ends(interval: Interval) -> (f64, f64) {
    (100.0 * interval.low, 100.0 * interval.high)
}

pub(super) fn size(panels: &[Panel]) -> (u32, u32) {
    let (rows, _) = grid(panels);
    (WIDTH, rows as u32 * PANEL_HEIGHT)
}

/// Rows and columns of panels: as many beside each other as have room for their bars.
fn grid(panels: &[Panel]) -> (usize, usize) {
    let letters = |panel: &Panel| panel.bars.iter().map(|bar| bar.name.chars().count()).max().unwrap_or(0);
    let width = |panel: &Panel| panel.bars.len() as f64 * BAR.max(LETTER * letters(panel) as f64) + AROUND;
    let widest = panels.iter().map(width).fold(AROUND, f64::max);
    let count = panels.len().max(1);
    let most = ((f64::from(WIDTH) / widest) as usize).clamp(1, count);
    let rows = count.div_ceil(most);
    // The last row is about as full as the others.
    (rows, count.div_ceil(rows))
}

pub(super) fn draw<DB: DrawingBackend>(area: &Area<DB>, panels: &[Panel], pen: Pen) -> Drawn<DB> {
    let bars = || panels.iter().flat_map(|panel| &panel.bars);
    let heights = bars().filter_map(|bar| bar.height).flat_map(|(_, (low, high))| [low, high]);
    let limits = range(heights.chain(bars().filter_map(|bar| bar.published)));
    for (part, panel) in area.split_evenly(grid(panels)).iter().zip(panels) {
        panel.draw(part, limits, pen)?;
    }
    Ok(())
}

impl Panel {
    fn draw<DB: DrawingBackend>(&self, area: &Area<DB>, (low, high): (f64, f64), pen: Pen) -> Drawn<DB> {
        let width = self.bars.len() as f64;
        let mut chart = ChartBuilder::on(area)
            .margin(pen.px(8.0))
            .caption(&self.title, pen.text(14.0, INK))
            .x_label_area_size(pen.px(20.0))
            .y_label_area_size(pen.px(30.0))
            .build_cartesian_2d(0.0..width, low..high)?;
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
        if let Some((from, to)) = self.band {
            chart.draw_series([Rectangle::new([(0.0, from), (width, to)], GREY.mix(0.2).filled())])?;
        }
        for (index, bar) in self.bars.iter().enumerate() {
            let (left, middle) = (index as f64, index as f64 + 0.5);
            let ((x, y), corner) = (chart.backend_coord(&(middle, low)), area.get_base_pixel());
            let style = pen.text(9.5, INK).pos(Pos::new(HPos::Center, VPos::Top));
            area.draw(&Text::new(bar.name.clone(), (x - corner.0, y - corner.1 + pen.px(5.0)), style))?;
            let Some((height, ends)) = bar.height else { continue };
            let corners = [(left + 0.1, low), (left + 0.9, height.max(low))];
            chart.draw_series([Rectangle::new(corners, bar.colour.mix(0.8).filled())])?;
            chart.draw_series(whisker(middle, ends, pen.line(INK, 1.0)))?;
            let mark = |value| TriangleMarker::new((middle, value), pen.px(4.0), INK.filled());
            chart.draw_series(bar.published.map(mark))?;
        }
        Ok(())
    }
}

/// A line between two heights with a short one across each end.
fn whisker(x: f64, (from, to): (f64, f64), line: ShapeStyle) -> [PathElement<(f64, f64)>; 3] {
    let cap = |y| PathElement::new([(x - 0.15, y), (x + 0.15, y)], line);
    [PathElement::new([(x, from), (x, to)], line), cap(from), cap(to)]
}
