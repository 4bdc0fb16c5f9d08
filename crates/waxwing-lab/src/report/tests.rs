//! Reports from the outside: games are played into a store, and pages are made of it.

use std::path::Path;

use super::*;
use crate::experiment::testing::{Folder, SMALL, run};
use crate::experiment::{Experiment, RunOptions, Store};
use crate::testing::workshop;

const ALL: [ReportFormat; 4] = [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Svg, ReportFormat::Png];

/// The report of a file whose games are played into a store of this name.
fn reported(name: &str, text: &str) -> Vec<Report> {
    let folder = Folder::new(name);
    let mut store = Store::create(&workshop(), &folder.file("games.sqlite")).unwrap();
    run(&mut store, text, &RunOptions::default());
    let experiment = Experiment::read(&workshop(), "small.toml", text).unwrap();
    report_experiments(Some(&store.snapshot().unwrap()), None, &[experiment]).unwrap()
}

/// The file of an ending.
fn file<'p>(pages: &'p [(PathBuf, Vec<u8>)], name: &str) -> &'p [u8] {
    let found = pages.iter().find(|(path, _)| path == Path::new(name));
    &found.unwrap_or_else(|| panic!("no {name} in {:?}", pages.iter().map(|page| &page.0).collect::<Vec<_>>())).1
}

fn text<'p>(pages: &'p [(PathBuf, Vec<u8>)], name: &str) -> &'p str {
    std::str::from_utf8(file(pages, name)).unwrap()
}

#[test]
fn a_report_has_what_the_store_has_beside_what_was_published() {
    let report = &reported("report-numbers", SMALL)[0];
    let [first, second, dice] = &report.cells[..] else { panic!("three cells") };
    assert_eq!((first.games(), second.games(), dice.games()), (10, 10, 2));
    assert_eq!(first.rate, first.standing.win_rate);
    let compared = first.compared.unwrap();
    assert!((compared.difference - (first.rate.unwrap() - 0.555)).abs() < 1e-12);
    assert!(compared.agreement != Agreement::Agrees, "ten games say nothing");
    assert!(second.compared.is_none() && second.central);
    assert!(first.cpu_seconds > 0.0 && first.plies.unwrap() > 5.0);
    // Fifteen iterations for every searched move of either agent.
    assert_eq!(first.iterations, [Some(15.0), Some(15.0)]);
    assert_eq!((report.versions.len(), report.machines.len()), (1, 1));
}

#[test]
fn the_pages_of_a_folder_need_nothing_else() {
    let reports = reported("report-pages", &SMALL.replace("Small games", "Small <games> & more"));
    let pages = report_pages(&reports, Path::new("out/all"), &ALL).unwrap();
    assert_eq!(pages.len(), 6);
    let page = text(&pages, "out/all/small.html");
    assert!(page.contains("<h1>Small &lt;games&gt; &amp; more</h1>") && page.contains("<svg"));
    assert!(!page.contains("src=") && !page.contains("<script") && !page.contains("<link"));
    let rate = 100.0 * reports[0].cells[0].rate.unwrap();
    assert!(page.contains(&format!("{rate:.1} [")) && page.contains("55.5 ±3.1"));
    let markdown = text(&pages, "out/all/small.md");
    assert!(markdown.contains("](small.svg)") && markdown.contains(&format!("| im 0.2 | {rate:.1} [")));
    assert!(text(&pages, "out/all.md").contains("](all/small.md)"));
    assert!(text(&pages, "out/all/index.html").contains("href=\"small.html\""));
    let png = file(&pages, "out/all/small.png");
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert!(pixels.iter().any(|byte| *byte < 100), "something is drawn");
}

#[test]
fn only_the_files_that_are_asked_for_are_made() {
    let reports = reported("report-files", SMALL);
    let pages = report_pages(&reports, Path::new("out"), &[ReportFormat::Svg]).unwrap();
    let names: Vec<_> = pages.iter().map(|(path, _)| path.display().to_string()).collect();
    assert_eq!(names, ["out/small.svg"]);
    let pages = report_pages(&reports, Path::new("out"), &[ReportFormat::Markdown]).unwrap();
    assert!(!text(&pages, "out/small.md").contains(".svg"));
}

const FACTORS: &str = "
name = 'factors'
title = 'Factors'
source = 'nobody'
[defaults]
game = 'breakthrough(rows={rows}, columns=4)'
column = '{rows} rows'
against = 'random'
games = 40
budget = 80
over = { rows = [4, 5] }
[figure]
kind = 'bars'
baseline = '-'
factors = ['S', 'M']
";

#[test]
fn factors_are_told_apart_in_every_column() {
    let combinations = [("-", "random"), ("S", "uct"), ("M", "random"), ("SM", "uct > mast")];
    let cell = |(row, agent)| format!("[[cell]]\nlabel = '{row} {{rows}}'\nrow = '{row}'\nagent = '{agent}'\n");
    let reports = reported("report-factors", &(FACTORS.to_owned() + &combinations.map(cell).concat()));
    let [four, five] = &reports[0].effects[..] else { panic!("two columns: {:?}", reports[0].effects) };
    assert_eq!((&four.column[..], &five.column[..], five.considered), ("4 rows", "5 rows", 3));
    let [search, mast] = &five.factors[..] else { panic!("two factors") };
    // Search beats chance, and MAST does nothing that could be seen in so few games.
    assert!(search.with.0 > search.without.0 + 0.2 && search.interval.low > 0.0 && search.adjusted_p < 0.01);
    assert!(mast.interval.low < 0.0 && mast.interval.high > 0.0 && mast.partial_eta_squared < 0.05);
    let pages = report_pages(&reports, Path::new("out"), &ALL).unwrap();
    assert!(text(&pages, "out/factors-effects.svg").contains("5 rows"));
    assert!(text(&pages, "out/factors.md").contains("## Effects: 4 rows"));
}

#[test]
fn curves_have_a_line_for_each_row() {
    let curves = SMALL.replace("label = 'im {alpha}'", "label = 'im {alpha}'\nrow = 'curve'\ncolumn = '{alpha}'")
        + "[figure]\nkind = 'curves'\ncolumns = 'share'\n";
    let pages = report_pages(&reported("report-curves", &curves), Path::new("out"), &ALL).unwrap();
    let svg = text(&pages, "out/small.svg");
    assert!(["published", "Waxwing", "curve", "share"].iter().all(|word| svg.contains(word)), "{svg}");
    assert!(text(&pages, "out/small.md").contains("## In the form of the paper"));
}
