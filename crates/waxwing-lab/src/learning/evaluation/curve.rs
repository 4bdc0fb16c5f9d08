//! The learning curve, as a table and as a picture.

use std::fmt::Write as _;

use plotters::prelude::*;

use crate::report::{COLOURS, FAINT, FigureError, INK, Pen, register_font};

const SIZE: (u32, u32) = (640, 400);

/// How well a model plays after this many games.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct CurvePoint {
    /// The games that it has learned from.
    pub games: u64,
    /// √ of the mean of (goal - V)² since the point before.
    pub error: f64,
    /// The share of points against a player who moves at random.
    pub random: Option<f64>,
    /// The share of points against a player who looks as far ahead, by the game's default evaluation.
    pub evaluation: Option<f64>,
}

/// How well a model plays, as it learns.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct Curve {
    /// From the beginning to the end.
    pub points: Vec<CurvePoint>,
}

/// What a line of the picture shows of a point.
type Share = fn(&CurvePoint) -> Option<f64>;

/// The first line of the table.
const HEADER: &str = "games,error,score_random,score_evaluation";

impl Curve {
    /// The curve as CSV.
    pub fn csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for point in &self.points {
            let score = |score: Option<f64>| score.map_or(String::new(), |score| score.to_string());
            let CurvePoint { games, error, random, evaluation } = *point;
            let _ = writeln!(text, "{games},{error},{},{}", score(random), score(evaluation));
        }
        text
    }

    /// Reads what [`Curve::csv`] has written.
    pub(super) fn read(text: &str) -> Option<Curve> {
        let mut lines = text.lines();
        if lines.next()? != HEADER {
            return None;
        }
        let score = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
        let point = |line: &str| {
            let [games, error, random, evaluation] = line.split(',').collect::<Vec<_>>()[..] else { return None };
            Some(CurvePoint {
                games: games.parse().ok()?,
                error: error.parse().ok()?,
                random: score(random)?,
                evaluation: score(evaluation)?,
            })
        };
        Some(Curve { points: lines.map(point).collect::<Option<_>>()? })
    }

    /// The curve as a picture.
    pub fn svg(&self, title: &str) -> Result<String, FigureError> {
        register_font();
        let mut svg = String::new();
        self.draw(title, &mut svg).map_err(FigureError::new)?;
        Ok(svg)
    }

    fn draw(&self, title: &str, svg: &mut String) -> Result<(), impl ToString + use<>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let pen = Pen::new(1.0);
        let last = self.points.last().map_or(1, |point| point.games.max(1)) as f64;
        let draw = || {
            area.fill(&WHITE)?;
            let mut chart = ChartBuilder::on(&area)
                .margin(10)
                .margin_right(30)
                .caption(title, pen.text(15.0, INK))
                .x_label_area_size(42)
                .y_label_area_size(48)
                .build_cartesian_2d(0.0..last, 0.0..100.0)?;
            chart
                .configure_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(pen.line(FAINT, 1.0))
                .axis_style(pen.line(INK, 1.0))
                .label_style(pen.text(12.0, INK))
                .axis_desc_style(pen.text(13.0, INK))
                .x_desc("games")
                .y_desc("per cent")
                .x_label_formatter(&|games| format!("{games:.0}"))
                .y_label_formatter(&|share| format!("{share:.0}"))
                .draw()?;
            let rows: [(&str, Share); 3] = [
                ("points against the default evaluation", |point| point.evaluation),
                ("points against random moves", |point| point.random),
                ("distance to the goals", |point| (point.games > 0).then_some(point.error)),
            ];
            for ((name, value), colour) in rows.into_iter().zip(COLOURS) {
                let points = self.points.iter().filter_map(|point| Some((point.games as f64, 100.0 * value(point)?)));
                let points: Vec<(f64, f64)> = points.collect();
                if points.is_empty() {
                    continue;
                }
                let line = pen.line(colour, 2.0);
                chart
                    .draw_series(LineSeries::new(points, line))?
                    .label(name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], line));
            }
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::MiddleRight)
                .background_style(WHITE.mix(0.85))
                .label_font(pen.text(12.0, INK))
                .draw()?;
            area.present()
        };
        draw()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_read_as_it_was_written_and_drawn() {
        let point = |games, error, evaluation| CurvePoint { games, error, random: Some(0.1 + 0.2), evaluation };
        let curve = Curve { points: vec![point(0, 0.0, None), point(1_000, 1.0 / 3.0, Some(0.75))] };
        assert_eq!(Curve::read(&curve.csv()), Some(curve.clone()));
        assert_eq!((Curve::read("games\n"), Curve::read(&(curve.csv() + "1,2,3"))), (None, None));
        let svg = curve.svg("othello").unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("othello") && svg.contains("against the default evaluation"));
    }
}
