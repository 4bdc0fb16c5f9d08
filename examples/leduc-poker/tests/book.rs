//! The code in the book is the code of the examples.
//!
//! A block of code that is taken from an example has the example's path in a comment above it:
//! `<!-- examples/leduc-poker/src/lib.rs -->`. It must be in that file, line for line.

use std::fs;
use std::path::{Path, PathBuf};

const BOOK: &str = "docs/adding-a-game.md";
/// The files that the book goes through from their first line to their last.
const WHOLE: [&str; 3] =
    ["examples/leduc-poker/src/lib.rs", "examples/leduc-poker/src/notation.rs", "examples/leduc-poker/src/main.rs"];

/// A block of code, and where it is from.
struct Quote {
    path: String,
    lines: Vec<String>,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> Vec<String> {
    let text = fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(str::to_owned).collect()
}

/// The blocks of a page that are taken from examples.
fn quotes(page: &str) -> Vec<Quote> {
    let mut quotes = Vec::new();
    let mut lines = read(page).into_iter();
    while let Some(line) = lines.next() {
        let Some(path) = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        assert!(lines.next().is_some_and(|line| line.starts_with("```r")), "no code below {line} of {page}");
        let code = lines.by_ref().take_while(|line| line != "```").collect();
        quotes.push(Quote { path: path.to_owned(), lines: code });
    }
    quotes
}

/// Where in a file the lines are, one after the other.
fn place(file: &[String], lines: &[String]) -> Option<usize> {
    file.windows(lines.len()).position(|window| window == lines)
}

#[test]
fn every_block_from_an_example_is_in_that_example() {
    for (page, least) in [(BOOK, 20), ("README.md", 1)] {
        let quotes = quotes(page);
        assert!(quotes.len() >= least, "{page} has {} blocks from examples", quotes.len());
        for Quote { path, lines } in quotes {
            assert!(
                place(&read(&path), &lines).is_some(),
                "{page} has code that {path} has not:\n{}",
                lines.join("\n")
            );
        }
    }
}

#[test]
fn every_block_of_rust_in_the_book_is_from_an_example() {
    let blocks = read(BOOK).iter().filter(|line| line.starts_with("```r")).count();
    assert_eq!(blocks, quotes(BOOK).len());
}

#[test]
fn leduc_poker_is_in_the_book_from_its_first_line_to_its_last() {
    for path in WHOLE {
        let of_file = quotes(BOOK).into_iter().filter(|quote| quote.path == path);
        let told: Vec<String> = of_file.flat_map(|quote| quote.lines).filter(|line| !line.is_empty()).collect();
        let file: Vec<String> = read(path).into_iter().filter(|line| !line.is_empty()).collect();
        let differs = told.iter().zip(&file).find(|(told, line)| told != line);
        assert_eq!((differs, told.len()), (None, file.len()), "{path} is not told in its order, or not whole");
    }
}
