//! Games as texts: options in one order, and errors that point at their place.

use waxwing_games::standard;

fn error(text: &str) -> String {
    standard().open(text).unwrap_err().to_string()
}

#[test]
fn defaults_are_left_out_and_options_have_one_order() {
    let canonical = |text: &str| standard().open(text).unwrap().to_string();
    assert_eq!(canonical("othello()"), "othello");
    assert_eq!(canonical("breakthrough(columns=5, rows=6)"), "breakthrough(rows=6, columns=5)");
    assert_eq!(canonical("breakthrough(rows=8, columns=\"8\")"), "breakthrough");
    let deal = "33334444555566667777/88889999TTTTJJJJQ/QQQKKKKAAAA2222wW";
    assert_eq!(canonical(&format!("dou-di-zhu(deal=\"{deal}\")")), format!("dou-di-zhu(deal=\"{deal}\")"));
}

#[test]
fn what_a_game_prints_opens_it_again() {
    let workshop = standard();
    for text in ["loa(size=5)", "go(size=9, komi=6.5)", "hearts(passing=none)", "kalah(start=random, houses=4)"] {
        let printed = workshop.open(text).unwrap().to_string();
        assert_eq!(workshop.open(&printed).unwrap().to_string(), printed, "from {text}");
    }
}

#[test]
fn errors_point_at_their_place() {
    assert_eq!(error("otelo"), "there is no game `otelo`; did you mean `othello`?\n  otelo\n  ^^^^^");
    assert!(error("othello(rows=6)").ends_with("  othello(rows=6)\n          ^^^^^^"));
    assert!(error("othello(rows=6)").starts_with("`othello` has no option `rows`; it has none\n"));
    assert!(error("breakthrough(size=6)").starts_with("`breakthrough` has no option `size`; it has rows, columns\n"));
    assert!(error("breakthrough(rows=6, rows=5)").ends_with("\n                       ^^^^^^"));
    assert!(error("breakthrough(6)").contains("help: write `name=6`"));
    assert!(error("breakthrough(rows=").contains("expected"));
    for value in ["3", "9", "\"\"", "\"-4\"", "eight", "4.5", "99999999999"] {
        let bare = value.trim_matches('"');
        let reason = "`rows` is a whole number from 4 to 8";
        let expected = format!("`rows={bare}` is not possible in `breakthrough`: {reason}\n");
        let message = error(&format!("breakthrough(rows={value})"));
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn who_forgets_the_quotes_of_a_text_is_told_of_them() {
    let help = "help: a text goes in double quotes: deal=\"…\"";
    assert!(error("dou-di-zhu(deal=3333/4444/5555)").contains(help));
    assert!(!error("dou-di-zhu(deal=\"zz/4444/5555\")").contains(help), "they are there");
    assert!(!error("breakthrough(rows=3/4)").contains("double quotes"), "the game has no such option");
}
