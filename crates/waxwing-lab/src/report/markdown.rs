//! The same as text.

use std::fmt::Write;

use super::claims::ClaimReport;
use super::effects::FactorEffects;
use super::figure::Figure;
use super::gather::{CellReport, Report};
use super::grid::Grid;
use super::words::{self, NOTHING};

/// A text while it is written; nothing can go wrong with it.
pub struct Text(pub String);

impl Text {
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.0 += text.as_ref();
        self.0.push('\n');
    }

    /// A table of numbers, with its first column to the left and all others to the right.
    pub fn table(&mut self, heading: &[String], rows: impl Iterator<Item = Vec<String>>) {
        self.aligned("--:|", heading, rows);
    }

    /// A table of words.
    pub fn table_of_words(&mut self, heading: &[String], rows: impl Iterator<Item = Vec<String>>) {
        self.aligned("---|", heading, rows);
    }

    fn aligned(&mut self, column: &str, heading: &[String], rows: impl Iterator<Item = Vec<String>>) {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |", cells.join(" | "))
        };
        self.line(line(heading));
        self.line(format!("|---|{}", column.repeat(heading.len() - 1)));
        rows.for_each(|row| self.line(line(&row)));
        self.line("");
    }
}

/// The text of an experiment, with the figures that lie beside it.
pub fn page(report: &Report, figures: &[Figure]) -> String {
    let mut text = Text(String::new());
    text.line(format!("# {}\n\n{}\n", report.title, report.source));
    report.scale.iter().for_each(|scale| text.line(format!("> {scale}\n")));
    report.note.iter().for_each(|note| text.line(format!("{note}\n")));
    if !report.claims.is_empty() {
        text.line("## What the paper says\n");
        let rows = report.claims.iter().map(|claim| claim_line(claim).to_vec());
        text.table_of_words(&CLAIM.map(String::from), rows);
    }
    for figure in figures {
        text.line(format!("![{}]({}.svg)\n\n{}\n", report.title, figure.name, figure.caption));
    }
    if let Some(grid) = Grid::of(report) {
        text.line("## In the form of the paper\n\nOurs, and the published number in parentheses.\n");
        add_grid(&mut text, report, &grid);
    }
    report.effects.iter().for_each(|effects| add_effects(&mut text, effects));
    text.line("## All cells\n");
    add_cells(&mut text, report.cells.iter());
    add_differences(&mut text, report, "##");
    if !report.old.is_empty() {
        text.line(format!("## Old\n\n{}\n", words::OLD));
        let heading = ["cell", "games", "won", "drawn", "lost", "version"];
        text.table(&heading.map(String::from), report.old.iter().map(|row| words::old(row).to_vec()));
    }
    text.line("## Settings\n");
    let settings = report.cells.iter().map(|cell| {
        let agents: Vec<String> = cell.agents.iter().map(|agent| format!("`{agent}`")).collect();
        vec![cell.label.clone(), format!("`{}`", cell.game), agents.join(" : "), cell.budget.clone()]
    });
    text.table(&["cell", "game", "agents", "budget"].map(String::from), settings);
    let origins =
        [&report.versions, &report.machines].map(|names| names.iter().cloned().collect::<Vec<_>>().join("; "));
    text.line(format!(
        "Waxwing {}, on {}; {} of processor time.\n",
        origins[0],
        origins[1],
        words::time(report.cpu_seconds())
    ));
    text.line(words::HOW);
    text.0
}

fn add_grid(text: &mut Text, report: &Report, grid: &Grid<'_>) {
    let first = format!("{} \\ {}", report.figure.rows, report.figure.columns);
    let heading: Vec<String> = std::iter::once(first).chain(grid.columns.iter().map(|name| (*name).into())).collect();
    let entry = |cell: &Option<&CellReport>| {
        let Some(cell) = cell else { return String::new() };
        let mut entry = words::rate(cell);
        if let Some(published) = cell.published {
            // Writing to a string does not fail.
            let _ = write!(entry, " ({})", published.value);
        }
        entry
    };
    let rows = grid
        .rows
        .iter()
        .map(|(name, cells)| std::iter::once((*name).to_owned()).chain(cells.iter().map(entry)).collect::<Vec<_>>());
    text.table(&heading, rows);
}

/// The heading of claims.
pub const CLAIM: [&str; 5] = ["claim", "where", "found, 95 %", "games", "verdict"];

/// A claim, where it is from, and what was found.
pub fn claim_line(claim: &ClaimReport) -> [String; 5] {
    let verdict = format!("**{}**", words::claim_verdict(claim));
    [claim.says.clone(), claim.place.clone(), words::found(claim), words::thousands(claim.games), verdict]
}

/// Why numbers differ, as far as it is known.
pub fn add_differences(text: &mut Text, report: &Report, level: &str) {
    let differences = report.differences();
    if !differences.is_empty() {
        text.line(format!("{level} Where numbers differ\n"));
    }
    for (reason, cells) in differences {
        let labels: Vec<&str> = cells.iter().map(|cell| &cell.label[..]).collect();
        text.line(format!("*{}*: {}\n", labels.join("; "), reason.unwrap_or(words::NO_REASON).trim()));
    }
}

fn add_effects(text: &mut Text, effects: &FactorEffects) {
    text.line(format!("## Effects: {}\n", words::effects_of(effects)));
    let rows = effects.factors.iter().map(|effect| {
        vec![
            effect.factor.to_string(),
            words::percent(effect.with.0),
            words::percent(effect.without.0),
            words::difference(effect.with.0 - effect.without.0, effect.interval),
        ]
    });
    text.table(&["factor", "with", "without", "difference"].map(String::from), rows);
    text.line(words::significant(effects) + "\n");
    text.table(
        &words::ANALYSIS.map(String::from),
        effects.analysis.iter().map(|effect| words::analysis(effect).to_vec()),
    );
}

/// A line for each cell.
pub fn add_cells<'r>(text: &mut Text, cells: impl Iterator<Item = &'r CellReport>) {
    let heading = ["cell", "ours, 95 %", "games", "published", "difference, 95 %", "verdict"];
    let row = |cell: &CellReport| {
        let caveats: String = words::caveats(cell).iter().map(|caveat| format!("<br>*{caveat}*")).collect();
        let label = if cell.central { format!("**{}**", cell.label) } else { cell.label.clone() };
        let difference = cell.compared.map(|found| words::difference(found.difference, found.interval));
        vec![
            label + &caveats,
            words::ours(cell),
            words::games(cell),
            words::theirs(&cell.published),
            difference.unwrap_or(NOTHING.into()),
            words::verdict(cell).into(),
        ]
    };
    text.table(&heading.map(String::from), cells.map(row));
}
