//! Every kind of error as a user sees it, compared with `messages.txt`.

use crate::agent::Expression;

/// Blocks of a text in quotes, on one line, and the error it gives. `⏎` stands for a line break.
const MESSAGES: &str = include_str!("messages.txt");

fn shown(text: &str) -> String {
    match Expression::parse(text) {
        Ok(expression) => format!("accepted: {expression}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_look_as_written_down() {
    let blocks: Vec<&str> = MESSAGES.trim_end().split("\n----\n").collect();
    assert!(blocks.len() > 60);
    let mut others = Vec::new();
    for block in blocks {
        let (line, expected) = block.split_once('\n').expect("a block has a text and a message");
        let text = line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).expect("a text stands in quotes");
        let text = text.replace('⏎', "\n").replace("\\u{202e}", "\u{202e}");
        if shown(&text) != expected {
            others.push(format!("for {text:?} we got\n{}\ninstead of\n{expected}\n", shown(&text)));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// What people write who know another notation, with the word that the help line must have.
#[test]
fn other_ways_to_join_policies_and_options_get_a_help_line() {
    let joins =
        [">>", "->", "=>", "→", "⇒", "|>", "~>", ",", ";", "|", "||", "&", "&&", "and", "or", "plus", "then", ""];
    for join in joins {
        for text in [format!("uct {join} mast"), format!("uct > mast {join} nast")] {
            let error = Expression::parse(&text).expect_err(&text);
            let help = error.help().unwrap_or_else(|| panic!("no help for `{text}`: {error}"));
            assert!(help.contains('>') || help.contains('+'), "{error}");
        }
        for text in [format!("uct > mast {join} solver"), format!("uct with solver {join} reuse")] {
            let error = Expression::parse(&text).map_or_else(Some, |_| None);
            assert!(error.is_none_or(|error| error.help().is_some()), "{text}");
        }
    }
}

#[test]
fn a_summary_is_one_line_with_line_and_column() {
    for (text, summary) in [
        ("uct > rvae", "1:7: unknown strategy `rvae`; did you mean `rave`?"),
        ("uct >\n\n  rvae", "3:3: unknown strategy `rvae`; did you mean `rave`?"),
        ("uct @0", "1:6: a budget of iterations must be more than 0"),
        ("\"é\" uct", "1:1: expected a strategy, found `\"é\"`"),
    ] {
        assert_eq!(Expression::parse(text).unwrap_err().summary(), summary);
    }
}
