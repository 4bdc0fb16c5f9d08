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
columns = 'board'
factors = ['S', 'M']
";

#[test]
fn factors_are_told_apart_in_every_column() {
    let combinations = [("-", "random"), ("S", "uct"), ("M", "random"), ("SM", "uct > mast")];
    let cell = |(row, agent)| format!("[[cell]]\nlabel = '{row} {{rows}}'\nrow = '{row}'\nagent = '{agent}'\n");
    let reports = reported("report-factors", &(FACTORS.to_owned() + &combinations.map(cell).concat()));
    let [all, four, five] = &reports[0].effects[..] else { panic!("two columns: {:?}", reports[0].effects) };
    assert_eq!((four.column.as_deref(), five.column.as_deref()), (Some("4 rows"), Some("5 rows")));
    // The column is one more factor over all of them, and what is not significant is told too.
    let names =
        |effects: &FactorEffects| effects.analysis.iter().map(|one| one.name.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!((names(five), all.column.as_deref()), ("S M S:M".into(), None));
    assert_eq!(names(all), "S M board S:M S:board M:board S:M:board");
    assert!(all.analysis.iter().all(|one| one.degrees == 1 && one.adjusted_p >= one.p && one.omega_squared <= 1.0));
    let [search, mast] = &five.factors[..] else { panic!("two factors") };
    // Search beats chance, and MAST does nothing that could be seen in so few games.
    assert!(search.with.0 > search.without.0 + 0.2 && search.interval.low > 0.0 && five.analysis[0].adjusted_p < 0.01);
    assert!(mast.interval.low < 0.0 && mast.interval.high > 0.0 && five.analysis[1].partial_eta_squared < 0.05);
    let pages = report_pages(&reports, Path::new("out"), &ALL).unwrap();
    assert!(text(&pages, "out/factors-effects.svg").contains("5 rows"));
    assert!(text(&pages, "out/factors.md").contains("## Effects: 4 rows"));
    assert!(text(&pages, "out/factors.md").contains("| S:M |"), "what is not significant is there too");
}

#[test]
fn claims_are_judged_by_the_games_and_open_the_ledger() {
    let combinations = [("-", "random"), ("S", "uct"), ("M", "random"), ("SM", "uct > mast")];
    let cell = |(row, agent)| format!("[[cell]]\nlabel = '{row} {{rows}}'\nrow = '{row}'\nagent = '{agent}'\n");
    let claim = |says: &str, rest: &str| format!("[[claim]]\nsays = '{says}'\nwhere = 'section 1'\n{rest}\n");
    let claims = [
        claim("search beats chance", "cells = ['S 4', 'S 5']\nabove = 50"),
        claim("search is better than chance", "row = 'S'\nthan = ['-']\nabove = 0"),
        claim("search is the best of all", "effect = 'S'\nthan = ['M']\nabove = 0\nlevel = 99.9"),
        claim("mast is better than search", "effect = 'M'\nthan = ['S']\ncolumns = ['5 rows']\nabove = 0"),
        claim("chance wins half", "cells = ['- 4']\nnear = 50\nwithin = 1"),
    ];
    let file = FACTORS.to_owned() + &combinations.map(cell).concat() + &claims.concat();
    let reports = reported("report-claims", &file);
    let verdicts: Vec<ClaimVerdict> = reports[0].claims.iter().map(|claim| claim.verdict).collect();
    let [holds, fails, open] = [ClaimVerdict::Holds, ClaimVerdict::DoesNotHold, ClaimVerdict::NotEnoughGames];
    assert_eq!(verdicts, [holds, holds, holds, fails, open], "{:?}", reports[0].claims);
    let [first, second, third, ..] = &reports[0].claims[..] else { panic!("five claims") };
    assert_eq!((first.numbers, first.games, second.numbers, third.games), (2, 80, 2, 160));
    let effect = &reports[0].effects[0].factors;
    let difference = |place: usize| effect[place].with.0 - effect[place].without.0;
    assert!((third.decides.as_ref().unwrap().value - (difference(0) - difference(1))).abs() < 1e-9);
    // Of one that is not played yet, a number that is elsewhere is enough.
    let Experiment { figure, claims, .. } = Experiment::read(&workshop(), "factors.toml", &file).unwrap();
    let mut cells = reports[0].cells.clone();
    cells.iter_mut().filter(|cell| cell.label == "S 4").for_each(|cell| cell.rate = None);
    let partly = claims::ClaimReport::of(&claims[0], &figure, &cells);
    assert_eq!((partly.verdict, partly.known, partly.numbers), (open, 1, 2));
    let mut with_rate = |rate: f64, half: f64| {
        let interval = waxwing_workshop::statistics::Interval { low: rate - half, high: rate + half };
        let asked = cells.iter_mut().filter(|cell| cell.label == "S 5");
        asked.for_each(|cell| (cell.rate, cell.interval) = (Some(rate), interval));
        claims::ClaimReport::of(&claims[0], &figure, &cells).verdict
    };
    assert_eq!(with_rate(0.1, 0.1), fails);
    // Of two numbers, one is elsewhere by chance more often than one alone would be.
    assert_eq!(with_rate(0.3, 0.19), open);
    let pages = report_pages(&reports, Path::new("out"), &ALL).unwrap();
    let ledger = text(&pages, "out.md");
    assert!(ledger.contains("Claims: 3 hold, 1 not, 1 without enough games."), "{ledger}");
    assert!(ledger.contains("] at 99.9 %") && ledger.matches("] at ").count() == 1);
    let place = |text: &str| ledger.find(text).unwrap_or_else(|| panic!("no {text} in {ledger}"));
    assert!(place("| [nobody](out/factors.md) | search beats chance | section 1 |") < place("| experiment |"));
    assert!(text(&pages, "out/index.html").contains("search beats chance"));
    assert!(text(&pages, "out/factors.md").contains("## What the paper says"));
}

#[test]
fn a_difference_has_its_paragraph() {
    let file = SMALL
        .replace("published = [55.5, nan]", "published = [0.1, 99.9]")
        .replace("seed = 3", "seed = 3\ndifference = 'Nobody has looked.'");
    let reports = reported("report-difference", &file);
    let pages = report_pages(&reports, Path::new("out"), &ALL).unwrap();
    let said = "*im 0.2; im 0.4*: Nobody has looked.";
    assert!(text(&pages, "out/small.md").contains(said), "{}", text(&pages, "out/small.md"));
    assert!(text(&pages, "out.md").contains(said) && text(&pages, "out/small.html").contains("Nobody has looked."));
    let without = reported("report-no-reason", &file.replace("difference =", "note ="));
    let pages = report_pages(&without, Path::new("out"), &ALL).unwrap();
    assert!(text(&pages, "out/small.md").contains("*im 0.2; im 0.4*: No reason is known yet."));
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
