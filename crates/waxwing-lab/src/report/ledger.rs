//! The ledger: what the papers say and whether it holds, and all experiments, each with the cells that matter most.

use maud::{Markup, html};

use super::claims::{ClaimReport, ClaimVerdict};
use super::gather::{CellReport, Report};
use super::html::{cell_table, claims_table, differences, frame, how, summary};
use super::markdown::{CLAIM, Text, add_cells, add_differences, claim_line};
use super::verdict::Agreement;
use super::words;

const TITLE: &str = "Published results, and ours";

/// The cells of the ledger: the central ones, if they were played.
fn central(report: &Report) -> Vec<CellReport> {
    report.cells.iter().filter(|cell| cell.central && cell.games() > 0).cloned().collect()
}

/// The ledger as a page.
pub fn html(reports: &[Report]) -> String {
    let content = html! {
        h1 { (TITLE) }
        @if claims(reports).next().is_some() {
            p { (words::CLAIMS) }
            (claims_table(Some("paper"), claims(reports).map(|(report, claim)| (page_of(report), claim))))
        }
        @for report in reports {
            @let name = format!("{}.html", report.name);
            h2 { @if report.has_games() { a href=(name) { (report.title) } } @else { (report.title) } }
            p.source { (report.source) }
            @if !report.has_games() { p { "Not played." } } @else {
                @if let Some(scale) = &report.scale { p.scale { (scale) } }
                (summary(report))
                (cell_table(&central(report)))
                (differences(report))
            }
        }
        (how())
    };
    frame(TITLE, &content)
}

fn page_of(report: &Report) -> Markup {
    let (name, paper) = (format!("{}.html", report.name), words::paper(&report.source));
    html! { @if report.has_games() { a href=(name) { (paper) } } @else { (paper) } }
}

/// All claims, each with its report.
fn claims(reports: &[Report]) -> impl Iterator<Item = (&Report, &ClaimReport)> {
    reports.iter().flat_map(|report| report.claims.iter().map(move |claim| (report, claim)))
}

/// The ledger as text, with pages in a folder of this name.
pub fn markdown(reports: &[Report], folder: &str) -> String {
    let mut text = Text(String::new());
    text.line(format!("# {TITLE}\n"));
    add_claims(&mut text, reports, folder);
    let seconds: f64 = reports.iter().map(Report::cpu_seconds).sum();
    text.line(format!("{} of processor time in all. {}\n", words::time(seconds), words::HOW));
    add_overview(&mut text, reports, folder);
    for report in reports.iter().filter(|report| report.has_games()) {
        text.line(format!("## [{}]({folder}/{}.md)\n\n{}\n", report.title, report.name, report.source));
        report.scale.iter().for_each(|scale| text.line(format!("> {scale}\n")));
        add_cells(&mut text, central(report).iter());
        add_differences(&mut text, report, "###");
    }
    text.0
}

/// The table of all claims, with their papers.
fn add_claims(text: &mut Text, reports: &[Report], folder: &str) {
    let count = |verdict| claims(reports).filter(|(_, claim)| claim.verdict == verdict).count();
    let [holds, fails, open] =
        [ClaimVerdict::Holds, ClaimVerdict::DoesNotHold, ClaimVerdict::NotEnoughGames].map(count);
    if claims(reports).next().is_none() {
        return;
    }
    text.line(format!("{}\n", words::CLAIMS));
    text.line(format!("Claims: {holds} hold, {fails} not, {open} without enough games.\n"));
    let heading = ["paper"].into_iter().chain(CLAIM).map(String::from).collect::<Vec<_>>();
    let rows = claims(reports).map(|(report, claim)| {
        let paper = words::paper(&report.source);
        let paper = match report.has_games() {
            true => format!("[{paper}]({folder}/{}.md)", report.name),
            false => paper.to_owned(),
        };
        std::iter::once(paper).chain(claim_line(claim)).collect::<Vec<_>>()
    });
    text.table_of_words(&heading, rows);
}

fn add_overview(text: &mut Text, reports: &[Report], folder: &str) {
    let heading = ["experiment", "cells", "played", "agree", "differ", "not enough games", "games", "time"];
    let rows = reports.iter().map(|report| {
        let played = report.cells.iter().filter(|cell| cell.games() > 0).count();
        let games: u64 = report.cells.iter().map(CellReport::games).sum();
        let counts = [Agreement::Agrees, Agreement::Differs, Agreement::NotEnoughGames].map(|kind| report.count(kind));
        let name = match report.has_games() {
            true => format!("[{}]({folder}/{}.md)", report.name, report.name),
            false => report.name.clone(),
        };
        let numbers = [report.cells.len(), played].into_iter().chain(counts).map(|number| number.to_string());
        let rest = [words::thousands(games), words::time(report.cpu_seconds())];
        std::iter::once(name).chain(numbers).chain(rest).collect::<Vec<_>>()
    });
    text.table(&heading.map(String::from), rows);
}
