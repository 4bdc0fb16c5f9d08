//! A program of somebody else, with a game and a strategy of its own: it has every verb. The test is that program, and runs itself.

use std::process::{Command, ExitCode, Output, Stdio};

use waxwing::agent::catalogue::Entry;
use waxwing::strategy::{Built, Gives, Learner, Needs, Ply, Strategy};
use waxwing_workshop::doctest::nim;

/// Set where this program is the stranger's, and not the test.
const STRANGER: &str = "WAXWING_TEST_STRANGER";

/// A strategy that learns nothing: the earlier an action is listed, the more it weighs.
struct Hunch;

impl Learner for Hunch {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Hunch {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        scores.extend((1..=ply.count()).map(|place| 1.0 / place as f32));
    }
}

fn stranger() -> ExitCode {
    let hunch = Entry::strategy("hunch", "plays what feels right").built_by(|_| Ok(Built::strategy(Hunch)));
    waxwing_cli::run(nim().strategy(hunch).unwrap())
}

fn main() -> ExitCode {
    if std::env::var_os(STRANGER).is_some() {
        return stranger();
    }
    every_verb_plays_the_game();
    what_is_not_there_is_refused();
    ExitCode::SUCCESS
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(arguments).env(STRANGER, "1").env("NO_COLOR", "1").current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).output().unwrap()
}

fn every_verb_plays_the_game() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("stranger");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let experiment = "name = 'nim'\ntitle = 'Nim'\nsource = 'here'\n[defaults]\ngame = 'nim'\nagainst = 'random'\n\
                      games = 4\nbudget = 20\n[[cell]]\nlabel = 'uct'\nagent = 'uct'\n";
    std::fs::write(folder.join("nim.toml"), experiment).unwrap();
    let commands: &[(&[&str], &str)] = &[
        (&["games"], "nim\n  take one to three stones\n    heap=21  (1 to 100)\n"),
        (&["agents", "mast"], "mast"),
        (&["agents"], "  hunch\n      plays what feels right\n"),
        (&["agents", "hunch"], "hunch  strategy\n  plays what feels right\n"),
        (&["explain", "uct > hunch"], "plays what feels right"),
        (&["explain", "uct > mast", "--game", "nim"], "nim has all that it needs"),
        (&["state", "nim(heap=5)", "--moves", "2"], "3 stones"),
        (&["perft", "nim(heap=5)", "2"], "8  sequences of 2 plies"),
        (&["search", "nim(heap=10)", "uct > mast with solver", "--json"], "\"best\": \"2\""),
        (&["search", "nim(heap=10)", "uct > hunch", "--json"], "\"best\": \"2\""),
        (&["play", "nim", "uct @20"], "You are player 0, player 1 is uct @20."),
        (&["match", "nim", "uct", "random", "--games", "4", "--iterations", "20"], "nim · 4 games"),
        (&["compare", "nim", "uct", "random", "--deals", "4", "--iterations", "20"], "nim · 4 deals"),
        (
            &["compare", "nim", "uct", "random", "--deals", "2", "--iterations", "9", "--position", "start moves 3"],
            "nim · 2 deals",
        ),
        (&["study", "--iterations", "1"], "16 combinations × 1 roles"),
        (&["study", "nim(heap=9)", "--as", "1", "--iterations", "1"], "player 1"),
        (&["match", "nim", "uct > hunch", "hunch", "--games", "4", "--iterations", "20"], "nim · 4 games"),
        (&["tune", "nim", "uct(c={c}) > hunch", "--over", "c=0.1,1", "--games", "4", "--iterations", "20"], "Winner:"),
        (
            &[
                "evolve",
                "nim(heap=5)",
                "--iterations",
                "1",
                "--population",
                "3",
                "--parents",
                "1",
                "--groups",
                "1",
                "--generations",
                "1",
                "--out",
                "stranger/evolution.sqlite",
            ],
            "Best so far:",
        ),
        (
            &[
                "meter",
                "nim(heap=9)",
                "--by",
                "hunch",
                "--by",
                "mast",
                "--positions",
                "2",
                "--iterations",
                "50",
                "--budget",
                "50",
                "--long",
                "100",
                "--reference",
                "20",
            ],
            "hunch",
        ),
        (&["bench", "--iterations", "20", "--rounds", "1"], "nim · "),
        (&["bench", "--fingerprint", "--json"], "fingerprint"),
        (
            &[
                "learn",
                "openings",
                "nim(heap=5)",
                "--plies",
                "1",
                "--count",
                "1",
                "--agent",
                "uct @9",
                "--balance",
                "0.5",
            ],
            "in nim",
        ),
        (&["experiment", "list", "stranger"], "Nim"),
        (&["experiment", "run", "stranger/nim.toml", "--out", "stranger/nim.sqlite"], "uct"),
        (&["experiment", "replay", "stranger/nim.sqlite", "1:0"], "0 stones"),
        (&["experiment", "report", "stranger/nim.sqlite", "--out", "stranger/report"], "1 of 1 experiment with games"),
        (&["completions", "bash"], "hunch"),
        (&["man", "stranger/man"], "The pages are in stranger/man"),
        (&["search", "--help"], "The game, such as `nim` or `nim(heap=21"),
    ];
    for (arguments, part) in commands {
        let output = run(arguments);
        let [text, errors] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(output.status.success(), "{arguments:?}: {errors}");
        assert!(text.contains(part), "{arguments:?} should say `{part}`: {text}");
    }
}

fn what_is_not_there_is_refused() {
    let commands: &[(&[&str], &str)] = &[
        (&["explain", "uct > hunhc"], "did you mean `hunch`?"),
        (&["state", "othello"], "there is no game `othello`; there are nim"),
        (&["gtp", "--agent", "uct"], "there is no game `go`"),
        (&["search", "nim", "gtp(\"cat\")"], "play only `go`"),
        (&["match", "nim", "uct", "uct", "--records", "x.sgf"], "records as SGF are for `go`"),
    ];
    for (arguments, part) in commands {
        let output = run(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?} should say `{part}`: {message}");
    }
}
