//! The tables of `docs/papers.md` say what is there: files exist, expressions can be read, tests have the names that are given.

use std::collections::HashSet;
use std::path::Path;

use waxwing::Expression;

/// A row: what the mechanism is, section, reading, code, expressions, tests.
struct Row<'a> {
    key: &'a str,
    cells: Vec<&'a str>,
}

const EXPRESSIONS: usize = 4;
const TESTS: usize = 5;

fn docs() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))
}

/// The texts between two marks.
fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(inside, _)| inside)
}

fn rows(page: &str) -> Vec<Row<'_>> {
    let row = |line| {
        let key = between(line, "<a id=\"", "\"").next()?;
        Some(Row { key, cells: line.trim_matches('|').split(" | ").collect() })
    };
    page.lines().filter(|line| line.starts_with("| <a id")).filter_map(row).collect()
}

/// The texts in code font.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn the_tables_of_the_papers_name_what_exists() {
    let page = std::fs::read_to_string(docs().join("papers.md")).expect("the page is part of the repository");
    let rows = rows(&page);
    assert!(rows.len() > 100, "{} rows", rows.len());
    let keys: HashSet<&str> = rows.iter().map(|row| row.key).collect();
    assert_eq!(keys.len(), rows.len(), "a key has one row");
    let mut faults = Vec::new();
    for Row { key, cells } in &rows {
        if cells.len() != 6 {
            faults.push(format!("{key}: {} cells", cells.len()));
            continue;
        }
        for target in cells.iter().flat_map(|cell| between(cell, "](", ")")) {
            let exists = match target.strip_prefix('#') {
                Some(other) => keys.contains(other),
                None => docs().join(target).exists(),
            };
            if !exists {
                faults.push(format!("{key}: there is no {target}"));
            }
        }
        for text in quoted(cells[EXPRESSIONS]).filter(|text| !text.starts_with("waxwing ")) {
            if let Err(error) = Expression::parse(text) {
                faults.push(format!("{key}: {error}"));
            }
        }
        let files = between(cells[TESTS], "](", ")").filter_map(|file| std::fs::read_to_string(docs().join(file)).ok());
        let files: String = files.collect();
        faults
            .extend(quoted(cells[TESTS]).filter(|name| !files.contains(name)).map(|name| format!("{key}: no {name}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
