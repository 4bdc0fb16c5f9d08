//! Wrong input: exit code 2, one message, nothing on the output, no panic.

mod common;

use common::{command, printed, waxwing};

/// A command line, and a part of the message it gets.
const WRONG: &[(&[&str], &str)] = &[
    (&[], "Usage"),
    (&["fly"], "unrecognized subcommand"),
    (&["state"], "required arguments"),
    (&["state", "chezz"], "there is no game `chezz`"),
    (&["state", ""], "expected a name"),
    (&["state", "othello("], "expected"),
    (&["state", "othello(rows=6)"], "has no option `rows`"),
    (&["state", "breakthrough(rows=99)"], "a whole number from 4 to 8"),
    (&["state", "breakthrough(rows=-6)"], "a whole number from 4 to 8"),
    (&["state", "breakthrough(6)"], "has a name"),
    (&["state", "breakthrough(rows=6, rows=6)"], "twice"),
    (&["state", "othello", "--moves", "d3 z9"], "move 2: `z9`"),
    (&["state", "othello", "--moves", "d3 d3"], "legal: c3, e3, c5"),
    (&["state", "othello", "--moves", "--"], "move 1"),
    (&["state", "othello", "--moves", "\u{1b}[31m"], "move 1"),
    (&["state", "othello", "--view", "red"], "there is no player `red`; the players are 0 (Black), 1 (White)"),
    (&["state", "othello", "--view", "-1"], "there is no player `-1`"),
    (&["state", "othello", "--view", "-white"], "there is no player `-white`"),
    (&["state", "othello", "--seed", "-1"], "'--seed <S>': expected a whole number from 0"),
    (&["perft", "othello", "-1"], "'<DEPTH>': must be at least 0"),
    (&["perft", "othello", "99999999999"], "'<DEPTH>': can be at most 4294967295"),
    (&["perft", "othello", "0", "--divide"], "no first action"),
    (&["explain", "rvae"], "did you mean `rave`"),
    (&["explain", "uct >"], "expected"),
    (&["explain", ""], "expected"),
    (&["explain", "uct @d6"], "no depth budget"),
    (&["explain", "mast with pb"], "gives a distribution"),
    (&["explain", "gtp(\"gnugo\") @d6"], "no budget of iterations or depth"),
    (&["explain", "uct → mast"], "help: the policy of playouts follows one `>`"),
    (&["explain", "uct with pb(eval=nonsense)", "--game", "othello"], "this game has no evaluation `nonsense`"),
    (&["agents", "nsat"], "did you mean `nast`"),
    (&["search", "othello", "uct(c=-1)"], "`c` must be a number from 0 to 1000000"),
    (&["search", "othello", "uct @0"], "more than 0"),
    (&["search", "hearts", "gtp(\"cat\")"], "play only `go`, `othello`"),
    (&["search", "focus(players=3)", "gtp(\"cat\")"], "is for two players"),
    (&["search", "hearts", "program(\"no-such-program\")"], "`no-such-program` cannot be started"),
    (&["search", "hearts", "program(\"yes\")"], "`y` is no message"),
    (&["search", "go", "gtp(\"no-such-program\")"], "`no-such-program` cannot be started"),
    (&["match", "go", "uct", "gtp(\"true\")"], "instead of answering"),
    (&["match", "othello", "uct", "random", "--records", "x.sgf"], "records as SGF are for `go`"),
    (&["match", "othello", "uct", "random", "--records", "/"], "cannot be written"),
    (&["gtp"], "--agent"),
    (&["gtp", "--agent", "uct", "--game", "hearts"], "plays only `go`, `othello`"),
    (&["gtp", "--agent", "uct", "--resign", "2"], "from 0 to 1"),
    (&["search", "othello", "uct @d5"], "no depth budget"),
    (&["search", "othello", "uct", "--iterations", "0"], "at least 1"),
    (&["search", "othello", "uct", "--iterations", "-5"], "at least 1"),
    (&["search", "othello", "uct", "--iterations", "many"], "whole number"),
    (&["search", "othello", "uct", "--time", "0s"], "more than 0"),
    (&["search", "othello", "uct", "--time", "5"], "unit"),
    (&["search", "othello", "uct", "--time", "1s", "--iterations", "5"], "cannot be used with"),
    (&["search", "othello", "uct", "--memory", "12"], "unit"),
    (&["search", "othello", "uct", "--memory", "1MB"], "at least 16MB"),
    (&["search", "othello", "uct", "--memory", "999999999GB"], "at most"),
    (&["search", "othello", "uct", "--memory", "-64MB"], "'-64MB' for '--memory <SIZE>': must be at least 16MB"),
    (&["search", "othello", "uct", "--time", "-1s"], "'-1s' for '--time <TIME>': must be more than 0"),
    (&["search", "othello", "uct", "--iterations", "-1e9"], "must be at least 1"),
    (&["search", "othello", "uct", "--iterations", "1e99"], "can be at most 1000000000000000"),
    (&["search", "othello", "uct", "--iterations", "--json"], "expected a whole number"),
    (&["search", "othello", "uct", "--seed", "-1"], "'--seed <S>': expected a whole number from 0"),
    (&["search", "othello", "uct", "--threads", "0"], "at least 1"),
    (&["search", "othello", "uct", "--threads", "-2"], "at least 1"),
    (
        &["search", "breakthrough", r#"ab(eval="no/such/file")"#],
        "the evaluation \"no/such/file\" cannot be loaded: it cannot be read",
    ),
    (&["search", "breakthrough", r#"uct with im(0.4, eval=".")"#], "it is not a file of at most 64 MB"),
    (&["match", "breakthrough", "uct", r#"uct > ege(eval="Cargo.toml")"#], "is not a finite number"),
    (
        &["search", "breakthrough", r#"ab(eval="../waxwing-games/src/checkers/features.txt")"#],
        "it is for the game `checkers`, and this is `breakthrough`",
    ),
    (&["search", "othello", r#"ab(eval="../waxwing-games/src/checkers/features.txt")"#], "this game has no features"),
    (&["games", "chess"], "there is no game"),
    (&["games", "breakthrough(rows=99)"], "a whole number from 4 to 8"),
    (
        &[
            "search",
            "breakthrough(rows=4,columns=2)",
            "uct",
            "--moves",
            "a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1",
        ],
        "the game is over",
    ),
    (&["state", "hearts", "--moves", "deal:A.K..Q/K.A.Q./Q..AK./.Q..AK"], "gives North 3 cards; every hand has 13"),
    (&["state", "hearts(ranks=3)", "--moves", "deal:A.K..Q/A.A.Q./Q..AK./.Q..AK"], "deals AC twice"),
    (&["state", "hearts(ranks=3)", "--moves", "deal:A.K..Q/K.A.Q./Q..AK."], "has 3 hands"),
    (&["state", "hearts", "--moves", "QS"], "move 1: `QS` is not a legal move here"),
    (&["state", "hearts(passing=none, deal=\"A.K..Q/K.A.Q./Q..AK./.Q..AK\")", "--moves", "QC QC"], "move 2: `QC`"),
    (&["state", "dou-di-zhu", "--moves", "deal:3334/44/5"], "the hands together must be"),
    (&["state", "dou-di-zhu(deal=\"33333/66/77\")"], "there are no 5 cards 3"),
    (&["state", "dou-di-zhu(deal=\"345/66/77\")", "--moves", "3 pass pass 3"], "move 4: `3` is not a legal move here"),
    (&["state", "dou-di-zhu(deal=334/66/77)"], "a text goes in double quotes: deal=\"…\""),
    (&["state", "dou-di-zhu", "--moves", "33334"], "make no combination"),
    (&["state", "confrontation(setup=\"0:bearer,15:bearer\")"], "the bearer is placed twice"),
    (&["state", "confrontation(setup=\"5:ogre\")"], "the bearer is missing"),
    (&["state", "confrontation", "--moves", "card:5"], "move 1: `card:5` is not a legal move here"),
    (&["state", "confrontation", "--moves", "deal:x"], "move 1"),
    (&["state", "checkers", "--moves", "22-17"], "move 1: `22-17` is not a legal move here; legal: 9-13"),
    (&["state", "backgammon", "--moves", "11"], "is not a possible outcome here; legal: 21, 31"),
    (&["state", "backgammon", "--moves", "31 8/4"], "move 2: `8/4` is not a legal move here"),
    (&["search", "backgammon", "uct"], "chance acts here: add its outcome to --moves, one of 21, 31"),
    (&["search", "hearts", "uct with solver"], "does not work with hidden information"),
    (&["perft", "hearts", "2"], "crosses a chance event"),
    (&["compare", "hearts", "uct"], "required arguments"),
    (&["compare", "hearts", "uct", "rave", "--as", "7"], "there is no player `7`"),
    (&["compare", "hearts", "uct", "rave", "--deals", "0"], "at least 1"),
    (&["compare", "hearts", "uct", "rvae"], "did you mean `rave`"),
    (&["study", "--sample", "0"], "at least 1"),
    (&["match", "dou-di-zhu", "uct", "uct", "--as", "farmer"], "the players are 0 (Landlord), 1 (Peasant-1)"),
    (&["match", "othello"], "required arguments"),
    (&["match", "othello", "uct"], "give two agents"),
    (&["match", "othello", "uct", "uct", "uct"], "3 agents for a game of 2"),
    (&["match", "othello", "uct", "uct", "--games", "0"], "at least 1"),
    (&["match", "othello", "uct", "uct", "-j", "0"], "at least 1"),
    (&["match", "othello", "uct", "uct", "-j", "-many"], "expected a whole number of at least 1"),
    (&["match", "othello", "uct", "uct", "--games", "-3"], "at least 1"),
    (&["match", "othello", "uct", "uct", "--openings", "-x"], "`-x` is neither a file nor a set of openings"),
    (&["match", "othello", "uct", "uct", "--design", "-fair"], "balanced"),
    (&["match", "othello", "uct", "uct", "--design", "fair"], "balanced"),
    (&["match", "othello", "uct", "uct", "--as", "landlord"], "there is no player `landlord`"),
    (&["match", "othello", "uct", "uct > mst"], "did you mean `mast`"),
    (&["match", "othello", "uct", "uct", "--openings", "nope"], "neither a file nor a set of openings of `othello`"),
    (&["match", "breakthrough", "uct", "uct", "--openings", "nope"], "which has breakthrough-20"),
    (&["match", "breakthrough(rows=6)", "uct", "uct", "--openings", "breakthrough-20"], "breakthrough-20:5: move"),
    (&["match", "othello", "uct", "uct", "--openings", "."], "cannot be read"),
    (&["match", "othello", "uct", "uct", "--pairs", "all"], "decided"),
    (&["match", "othello", "uct", "uct", "--pairs", "decided", "--as", "black"], "cannot be used with"),
    (&["match", "othello", "uct", "uct", "--pairs", "decided", "--design", "balanced"], "cannot be used with"),
    (&["match", "hearts", "uct", "uct", "--pairs", "decided"], "for two agents in a game of two"),
    (&["tune", "othello", "uct(c={c})"], "--over"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1"], "at least two values"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1,"], "write `NAME=VALUE,VALUE,…`"),
    (&["tune", "othello", "uct(c={c})", "--over", "k=1,2"], "no place `{k}`"),
    (&["tune", "othello", "uct(c={c}, k={k})", "--over", "c=1,2"], "without values"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1,2", "--over", "c=3,4"], "twice"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1,x"], "uct(c=x)"),
    (&["tune", "othello", "uct @{b}", "--over", "b=10,d5"], "no depth budget"),
    (&["tune", "hearts", "uct(c={c})", "--over", "c=1,2"], "a game of two"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1,2", "--out", "x"], "`--out` is for `--method halving`"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=2,1,3", "--method", "spsa"], "the values of `c` are 2, 1, 3"),
    (&["tune", "othello", "uct(c={c})", "--over", "c=1", "--method", "ntbea"], "at least two values"),
    (
        &["tune", "othello", "uct(c={c})", "--over", "c=1,2", "--method", "halving", "--as", "king"],
        "the players are 0 (Black), 1 (White)",
    ),
    (
        &["tune", "othello", "uct(c={c})", "--over", "c=1,2", "--method", "ntbea", "--shard", "1/2"],
        "for `--method halving`",
    ),
    (
        &["tune", "othello", "uct(c={c})", "--over", "c=1,2", "--method", "halving", "--openings", "x"],
        "no set of openings `x`",
    ),
    (&["evolve", "chezz"], "there is no game `chezz`"),
    (&["evolve", "othello", "--iterations", "0"], "must be at least 1"),
    (&["evolve", "othello", "--for", "2"], "expected a time with its unit"),
    (&["evolve", "othello", "--unmet", "rvae"], "did you mean `rave`"),
    (&["evolve", "othello", "--show", "--test"], "cannot be used with"),
    (&["meter"], "required"),
    (&["meter", "chezz"], "there is no game `chezz`"),
    (&["meter", "othello", "--by", "msat"], "did you mean `mast`"),
    (&["meter", "othello", "--by", "uct > mast"], "what listens is a strategy alone"),
    (&["meter", "othello", "--by", "fast"], "which this game does not offer"),
    (&["meter", "othello", "--baseline", "random"], "the baseline is a search"),
    (&["meter", "othello", "--iterations", "500,100"], "the iterations rise"),
    (&["meter", "othello", "--budget", "700"], "700 iterations, which are none of those asked for"),
    (&["meter", "othello", "--positions", "0"], "must be at least 1"),
    (&["meter", "othello", "--gains", "x"], "cannot be used with"),
    (&["meter", "--gains", "x"], "--from"),
    (&["learn"], "Usage"),
    (&["learn", "openings", "othello"], "--agent"),
    (&["learn", "openings", "othello", "--agent", "random"], "does not search"),
    (&["learn", "openings", "hearts", "--agent", "uct"], "balanced between two players; `hearts` has 4"),
    (&["learn", "openings", "othello", "--agent", "uct", "--balance", "0.6"], "from 0 to 0.5"),
    (&["learn", "openings", "othello", "--agent", "uct", "--balance", "nan"], "from 0 to 0.5"),
    (&["learn", "openings", "othello", "--agent", "uct", "--plies", "0"], "must be at least 1"),
    (&["learn", "openings", "othello", "--agent", "uct", "--plies", "-3x"], "expected a whole number"),
    (&["learn", "features", "othello", "--agent", "uct", "--lambda", "-1"], "from 0 to 1"),
    (&["learn", "features", "othello", "--agent", "uct", "--rate", "11"], "from 0 to 10"),
    (&["learn", "features", "othello", "--agent", "uct", "--passes", "-1"], "must be at least 1"),
    (&["learn", "openings", "othello", "--agent", "uct", "-o", "missing/folder/file"], "cannot be written"),
    (&["learn", "openings", "othello", "--agent", "uct", "-o", "."], "cannot be written"),
    (&["learn", "openings", "othello", "--agent", "uct @9", "--plies", "1", "--count", "9"], "of 9 openings found"),
    (&["learn", "evaluation", "othello"], "--output <FILE>"),
    (&["learn", "evaluation", "othello", "-o", "."], "is a folder"),
    (&["learn", "evaluation", "othello", "-o", "missing/folder/file"], "cannot be read or written"),
    (&["learn", "evaluation", "othello", "-o", "x", "--explore", "2"], "from 0 to 1"),
    (&["learn", "evaluation", "hearts", "-o", "x"], "something is hidden in this game"),
    (&["learn", "evaluation", "focus(players=3)", "-o", "x"], "for two players; this game has 3"),
    (&["learn", "categories", "othello", "--agent", "uct"], "`othello` has no categories of moves"),
    (&["learn", "categories", "othello", "--agent", "utc"], "did you mean `uct`"),
    (&["play", "othello", "hrad"], "did you mean the level `hard`? levels: easy, medium, hard, best"),
    (&["play", "othello", "impossible"], "levels: easy, medium, hard, best; strategies: "),
    (&["explain", "hard"], "`hard` is another agent in each game"),
    (&["play", "othello", "uct", "uct"], "room for 1 agent"),
    (&["play", "othello", "uct", "--seat", "5"], "there is no player `5`"),
    (&["bench", "chess"], "there is no game"),
    (&["bench", "--agent", "utc"], "did you mean `uct`"),
    (&["bench", "--rounds", "0"], "at least 1"),
    (&["bench", "--fingerprint", "othello"], "cannot be used with"),
];

#[test]
fn wrong_input_gets_one_message_and_exit_code_2() {
    for (arguments, part) in WRONG {
        // Messages repeat what they are about: that alone says nothing.
        assert!(!arguments.iter().any(|argument| argument.contains(part)), "{arguments:?} say `{part}` themselves");
        let output = waxwing(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(message.contains(part), "{arguments:?} should say `{part}`: {message}");
        assert!(message.matches("error:").count() <= 1 && !message.contains("panicked"), "{message}");
        assert!(!message.contains('\u{1b}'), "{arguments:?}: control characters are not printed");
    }
}

#[test]
fn an_expression_error_points_at_its_place() {
    let output = waxwing(&["search", "othello", "uct > mst + nast"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("\n  uct > mst + nast\n        ^^^\n"), "{message}");
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let mut child = command(&["agents"]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn help_says_what_the_defaults_are() {
    let help = printed(&["search", "--help"]);
    assert!(help.contains("10000") && help.contains("1GiB"), "{help}");
}

/// Ctrl-C ends a search, a match and a bench with what there is.
#[cfg(unix)]
#[test]
fn an_interruption_shows_what_there_is() {
    let commands: [&[&str]; 3] = [
        &["search", "othello", "uct", "--time", "60s", "--memory", "64MB", "--json"],
        &["match", "othello", "uct", "random", "--iterations", "100", "--games", "1000000", "-j", "1", "--json"],
        &["bench", "othello", "--agent", "uct", "--iterations", "1000", "--rounds", "10000", "--json"],
    ];
    for arguments in commands {
        let mut command = command(arguments);
        let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let counted = match arguments[0] {
            "search" => report["iterations"].as_u64(),
            "match" => report["games"].as_u64(),
            _ => report["games"][0]["agents"][0]["iterations"].as_u64(),
        };
        assert!(counted.is_some_and(|count| count > 0), "{arguments:?}: {report}");
    }
}
