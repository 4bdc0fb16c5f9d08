//! The figure of a report: curves, bars or rates one below the other, as SVG and as PNG.
//!
//! All is drawn by the same code onto either kind of area; a [`Pen`] knows how large things are on it.

mod bars;
mod curves;
mod rates;

use std::sync::Once;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::gather::{CellReport, Report};
use crate::experiment::FigureKind;

/// Letters for systems that have none.
const FONT: &[u8] = include_bytes!("sans.ttf");
/// How much larger than on a page a picture of pixels is.
const PIXELS: f64 = 2.0;

/// Why nothing was drawn.
#[derive(Debug, thiserror::Error)]
#[error("the figure cannot be drawn: {0}")]
pub struct FigureError(String);

impl FigureError {
    pub(crate) fn new(error: impl ToString) -> FigureError {
        FigureError(error.to_string())
    }
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;
type Area<DB> = DrawingArea<DB, Shift>;

/// Colours that people with any kind of sight tell apart (Okabe and Ito).
pub(crate) const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(110, 110, 110),
];
const BLUE: RGBColor = COLOURS[0];
const RED: RGBColor = COLOURS[1];
const GREEN: RGBColor = COLOURS[2];
const GREY: RGBColor = COLOURS[6];
pub(crate) const INK: RGBColor = RGBColor(40, 40, 40);
pub(crate) const FAINT: RGBColor = RGBColor(225, 225, 225);

/// How large things are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    scale: f64,
}

impl Pen {
    pub fn new(scale: f64) -> Pen {
        Pen { scale }
    }

    fn px(self, size: f64) -> i32 {
        (size * self.scale).round() as i32
    }

    fn upx(self, size: f64) -> u32 {
        self.px(size).max(1) as u32
    }

    pub fn line(self, colour: RGBColor, width: f64) -> ShapeStyle {
        ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: self.upx(width) }
    }

    pub fn text(self, size: f64, colour: RGBColor) -> TextStyle<'static> {
        ("sans-serif", size * self.scale).into_font().color(&colour)
    }
}

/// What a figure shows.
#[derive(Clone, Copy)]
enum Content {
    /// The cells, in the form that the file names.
    Cells(FigureKind),
    /// What factors do.
    Effects,
}

/// A figure of a report.
pub(super) struct Figure {
    /// The name of its files.
    pub name: String,
    /// The text below it.
    pub caption: &'static str,
    /// Drawn in lines.
    pub svg: String,
    content: Content,
}

/// All figures of a report that has games.
pub(super) fn figures(report: &Report) -> Result<Vec<Figure>, FigureError> {
    let kind = report.figure.kind;
    let mut figures = vec![Figure::new(report, Content::Cells(kind), String::new(), caption(report))?];
    if !report.effects.is_empty() {
        let caption = "Each factor on average over all combinations of the others: with it (green) and without (grey).";
        figures.push(Figure::new(report, Content::Effects, "-effects".into(), caption)?);
    }
    Ok(figures)
}

fn caption(report: &Report) -> &'static str {
    match (report.figure.kind, &report.figure.baseline) {
        (FigureKind::Bars, Some(_)) => "The band is the interval of the baseline; green above all of it, red below.",
        _ => "",
    }
}

impl Figure {
    fn new(report: &Report, content: Content, ending: String, caption: &'static str) -> Result<Figure, FigureError> {
        register_font();
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, size(report, content)).into_drawing_area();
        draw(&area, report, content, Pen { scale: 1.0 }).map_err(failed)?;
        drop(area);
        Ok(Figure { name: format!("{}{ending}", report.name), caption, svg, content })
    }

    /// Drawn in pixels, as PNG.
    pub fn png(&self, report: &Report) -> Result<Vec<u8>, FigureError> {
        let (width, height) = size(report, self.content);
        let (width, height) = (width * PIXELS as u32, height * PIXELS as u32);
        let mut pixels = vec![255; width as usize * height as usize * 3];
        let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        draw(&area, report, self.content, Pen { scale: PIXELS }).map_err(failed)?;
        drop(area);
        encode(&pixels, width, height).map_err(failed)
    }
}

fn encode(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(bytes)
}

fn failed(error: impl ToString) -> FigureError {
    FigureError(error.to_string())
}

pub(crate) fn register_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It comes with the program: should it ever be unreadable, figures say so themselves.
        let _ = plotters::style::register_font("sans-serif", FontStyle::Normal, FONT);
    });
}

fn size(report: &Report, content: Content) -> (u32, u32) {
    match content {
        Content::Cells(FigureKind::Curves) => curves::size(report),
        Content::Cells(FigureKind::Bars) => bars::size(&bars::of_cells(report)),
        Content::Cells(FigureKind::Table) => rates::size(report),
        Content::Effects => bars::size(&bars::of_effects(report)),
    }
}

fn draw<DB: DrawingBackend>(area: &Area<DB>, report: &Report, content: Content, pen: Pen) -> Drawn<DB> {
    area.fill(&WHITE)?;
    match content {
        Content::Cells(FigureKind::Curves) => curves::draw(area, report, pen)?,
        Content::Cells(FigureKind::Bars) => bars::draw(area, &bars::of_cells(report), pen)?,
        Content::Cells(FigureKind::Table) => rates::draw(area, report, pen)?,
        Content::Effects => bars::draw(area, &bars::of_effects(report), pen)?,
    }
    area.present()
}

/// A range of per cents around all of these, in whole tens.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers.fold((50.0f64, 50.0f64), |(low, high), number| (low.min(number), high.max(number)));
    let tens = ((low / 10.0 - 0.1).floor() * 10.0, (high / 10.0 + 0.1).ceil() * 10.0);
    (tens.0.max(0.0), tens.1.min(100.0))
}

/// All rates, ends of intervals and published numbers of some cells.
fn numbers<'r>(cells: impl Iterator<Item = &'r CellReport>) -> impl Iterator<Item = f64> {
    cells.flat_map(|cell| {
        let ours = cell.rate.map(|_| [100.0 * cell.interval.low, 100.0 * cell.interval.high]);
        ours.into_iter().flatten().chain(cell.published.map(|published| published.value))
    })
}
