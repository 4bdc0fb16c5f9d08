//! Reports: what a store has of an experiment, beside what was published.
//!
//! `gather.rs` reads a store, `verdict.rs` compares with the paper, `claims.rs` judges what the paper says in words,
//! `effects.rs` tells factors apart, `figure/` draws, and
//! `html.rs`, `markdown.rs` and `ledger.rs` write. [`report_pages`] makes all files of a folder.

mod claims;
mod effects;
mod figure;
mod gather;
mod grid;
mod html;
mod ledger;
mod markdown;
#[cfg(test)]
mod tests;
mod verdict;
mod words;

use std::path::{Path, PathBuf};

pub use claims::{ClaimReport, ClaimVerdict, Deciding};
pub use effects::{EffectOfMany, FactorEffect, FactorEffects};
pub use figure::FigureError;
pub(crate) use figure::{COLOURS, FAINT, INK, Pen, register_font};
pub use gather::{CellReport, Report, report_experiments};
pub(crate) use html::frame;
pub use verdict::{Agreement, Compared};
pub use words::thousands;

/// Which kinds of files a report has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// A page with everything in it.
    Html,
    /// A text with the figure beside it.
    Markdown,
    /// The figure in lines.
    Svg,
    /// The figure in pixels.
    Png,
}

/// The files of some reports: a page and a figure for each experiment in the folder, and the ledger over all of them, as
/// `index.html` in the folder and as Markdown beside it. Nothing is written.
pub fn report_pages(
    reports: &[Report],
    folder: &Path,
    formats: &[ReportFormat],
) -> Result<Vec<(PathBuf, Vec<u8>)>, FigureError> {
    let mut pages = Vec::new();
    let wants = |format| formats.contains(&format);
    for report in reports.iter().filter(|report| report.has_games()) {
        let path = |name: &str, ending: &str| folder.join(format!("{name}.{ending}"));
        let figures = figure::figures(report)?;
        if wants(ReportFormat::Html) {
            pages.push((path(&report.name, "html"), html::page(report, &figures).into_bytes()));
        }
        if wants(ReportFormat::Markdown) {
            let beside = if wants(ReportFormat::Svg) { &figures[..] } else { &[] };
            pages.push((path(&report.name, "md"), markdown::page(report, beside).into_bytes()));
        }
        for figure in figures {
            if wants(ReportFormat::Png) {
                pages.push((path(&figure.name, "png"), figure.png(report)?));
            }
            if wants(ReportFormat::Svg) {
                pages.push((path(&figure.name, "svg"), figure.svg.into_bytes()));
            }
        }
    }
    if wants(ReportFormat::Html) {
        pages.push((folder.join("index.html"), ledger::html(reports).into_bytes()));
    }
    if wants(ReportFormat::Markdown) {
        let name = folder.file_name().map_or("report".into(), |name| name.to_string_lossy().into_owned());
        pages.push((folder.with_file_name(format!("{name}.md")), ledger::markdown(reports, &name).into_bytes()));
    }
    Ok(pages)
}
