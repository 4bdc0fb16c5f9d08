//! A page with everything in it: no other file is needed to read it.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::claims::{ClaimReport, ClaimVerdict};
use super::effects::FactorEffects;
use super::figure::Figure;
use super::gather::{CellReport, Report};
use super::grid::Grid;
use super::markdown::CLAIM;
use super::verdict::Agreement;
use super::words::{self, NOTHING};

const STYLE: &str = include_str!("style.css");

/// A page around some content.
pub fn frame(title: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { main { (content) } }
        }
    };
    page.into_string()
}

/// The page of an experiment.
pub fn page(report: &Report, figures: &[Figure]) -> String {
    let content = html! {
        h1 { (report.title) }
        p.source { (report.source) }
        @if let Some(scale) = &report.scale { p.scale { (scale) } }
        @if let Some(note) = &report.note { p { (note) } }
        (summary(report))
        @if !report.claims.is_empty() {
            h2 { "What the paper says" }
            (claims_table(None, report.claims.iter().map(|claim| (html! {}, claim))))
        }
        @for figure in figures { figure { (PreEscaped(&figure.svg)) (caption(report, figure)) } }
        @if let Some(grid) = Grid::of(report) {
            h2 { "In the form of the paper" }
            (grid_table(report, &grid))
        }
        @for effects in &report.effects { (effects_table(effects)) }
        h2 { "All cells" }
        (cell_table(&report.cells))
        @if !report.differences().is_empty() {
            h2 { "Where numbers differ" }
            (differences(report))
        }
        @if !report.old.is_empty() {
            h2 { "Old" }
            p.hint { (words::OLD) }
            div.wide { table {
                thead { tr { th { "cell" } th { "games" } th { "won" } th { "drawn" } th { "lost" } th { "version" } } }
                tbody { @for row in &report.old { tr { @for field in words::old(row) { td { (field) } } } } }
            } }
        }
        h2 { "Settings" }
        (settings(report))
        (how())
    };
    frame(&report.title, &content)
}

fn caption(report: &Report, figure: &Figure) -> Markup {
    let measures: Vec<&str> = report.cells.iter().map(|cell| words::measure(cell.measure)).collect();
    let measure = measures.first().filter(|first| measures.iter().all(|other| other == *first));
    html! { figcaption {
        (figure.caption) " "
        @if let Some(measure) = measure { (measure) "; " }
        "bars are 95 % intervals."
    } }
}

/// How many cells are said what of.
pub fn summary(report: &Report) -> Markup {
    let counts = [(Agreement::Agrees, "agree"), (Agreement::Differs, "differ"), (Agreement::NotEnoughGames, "open")];
    let games: u64 = report.cells.iter().map(CellReport::games).sum();
    html! {
        p.summary {
            @for (agreement, word) in counts.into_iter().filter(|(agreement, _)| report.count(*agreement) > 0) {
                span class={ "mark " (class(Some(agreement))) } { (report.count(agreement)) " " (word) } " "
            }
            (words::thousands(games)) " games, " (words::time(report.cpu_seconds())) " of processor time"
        }
    }
}

fn class(agreement: Option<Agreement>) -> &'static str {
    match agreement {
        Some(Agreement::Agrees) => "agrees",
        Some(Agreement::Differs) => "differs",
        Some(Agreement::NotEnoughGames) => "open",
        None => "none",
    }
}

fn class_of(cell: &CellReport) -> &'static str {
    class(cell.compared.map(|compared| compared.agreement))
}

fn grid_table(report: &Report, grid: &Grid<'_>) -> Markup {
    html! {
        div.wide { table.grid {
            thead { tr {
                th { (report.figure.rows) }
                @for column in &grid.columns { th { (column) } }
            } }
            tbody { @for (row, cells) in &grid.rows { tr {
                th { (row) }
                @for cell in cells {
                    @match cell {
                        Some(cell) => td class=(class_of(cell)) title=(words::ours(cell)) {
                            b { (words::rate(cell)) }
                            @if let Some(published) = cell.published { br; span.theirs { (published.value) } }
                        },
                        None => td {},
                    }
                }
            } } }
        } }
        p.hint { "Ours above, the published number below. Columns: " (report.figure.columns) }
    }
}

fn effects_table(effects: &FactorEffects) -> Markup {
    html! {
        h2 { "Effects: " (words::effects_of(effects)) }
        div.wide { table {
            thead { tr { th { "factor" } th { "with" } th { "without" } th { "difference" } } }
            tbody { @for effect in &effects.factors { tr {
                th { (effect.factor) }
                td { (words::percent(effect.with.0)) }
                td { (words::percent(effect.without.0)) }
                td { (words::difference(effect.with.0 - effect.without.0, effect.interval)) }
            } } }
        } }
        p.hint { (words::significant(effects)) }
        div.wide { table {
            thead { tr { @for name in words::ANALYSIS { th { (name) } } } }
            tbody { @for effect in &effects.analysis { tr { @for field in words::analysis(effect) { td { (field) } } } } }
        } }
    }
}

/// Claims with what was found; before each what `first` makes of it, under this heading.
pub fn claims_table<'r>(first: Option<&str>, claims: impl Iterator<Item = (Markup, &'r ClaimReport)>) -> Markup {
    let colour = |claim: &ClaimReport| match claim.verdict {
        ClaimVerdict::Holds => "agrees",
        ClaimVerdict::DoesNotHold => "differs",
        ClaimVerdict::NotEnoughGames => "open",
    };
    html! {
        div.wide { table {
            thead { tr {
                @if let Some(first) = first { th { (first) } }
                @for name in CLAIM { th { (name) } }
            } }
            tbody { @for (before, claim) in claims { tr {
                @if first.is_some() { td { (before) } }
                th { (claim.says) }
                td { (claim.place) }
                td { (words::found(claim)) }
                td { (words::thousands(claim.games)) }
                td class=(colour(claim)) { (words::claim_verdict(claim)) }
            } } }
        } }
    }
}

/// Why numbers differ, as far as it is known.
pub fn differences(report: &Report) -> Markup {
    html! {
        @for (reason, cells) in report.differences() {
            p {
                i { (cells.iter().map(|cell| &cell.label[..]).collect::<Vec<_>>().join("; ")) ": " }
                (reason.unwrap_or(words::NO_REASON))
            }
        }
    }
}

/// Every cell with all its numbers.
pub fn cell_table(cells: &[CellReport]) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th { "cell" } th { "ours, 95 %" } th { "games" } th { "published" } th { "difference, 95 %" } th { "verdict" }
                th { "iterations a move" } th { "plies" } th { "time" }
            } }
            tbody { @for cell in cells { (cell_row(cell)) } }
        } }
    }
}

fn cell_row(cell: &CellReport) -> Markup {
    let difference = cell.compared.map(|found| words::difference(found.difference, found.interval));
    html! {
        tr class=(if cell.central { "central" } else { "" }) {
            th {
                (cell.label)
                @for caveat in words::caveats(cell) { br; span.hint { (caveat) } }
            }
            td { (words::ours(cell)) }
            td { (words::games(cell)) }
            td { (words::theirs(&cell.published)) }
            td { (difference.unwrap_or(NOTHING.into())) }
            td class=(class_of(cell)) { (words::verdict(cell)) }
            td { (words::iterations(cell)) }
            td { (cell.plies.map_or(NOTHING.into(), |plies| format!("{plies:.0}"))) }
            td { (words::time(cell.cpu_seconds)) }
        }
    }
}

fn settings(report: &Report) -> Markup {
    html! {
        details {
            summary { "Games, agents and budgets of all cells" }
            div.wide { table {
                thead { tr { th { "cell" } th { "game" } th { "agents" } th { "budget" } } }
                tbody { @for cell in &report.cells { tr {
                    th { (cell.label) }
                    td { code { (cell.game) } }
                    td { @for (index, agent) in cell.agents.iter().enumerate() {
                        @if index > 0 { br; } code { (agent) }
                    } }
                    td { (cell.budget) }
                } } }
            } }
        }
        p { "Waxwing " (join(&report.versions)) ", on " (join(&report.machines)) "." }
    }
}

fn join(names: &std::collections::BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
}

/// How verdicts and intervals are made.
pub fn how() -> Markup {
    html! { p.hint { (words::HOW) } }
}
