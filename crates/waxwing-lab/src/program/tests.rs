//! Programs that do not work as they should, and GNU Go where it is installed. (`tests/gnugo.rs` plays whole games.)

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::*;
use crate::{Design, MatchPlan, MatchReport, Setting, run_match};

/// A shell script that answers every command by these lines of `case`.
fn script(cases: &str, timeout: f64) -> Expression {
    let text = format!("while read -r c a b; do case $c in {cases} *) echo '= '; echo;; esac; done");
    let command = format!("sh -c '{}'", text.replace('\'', "'\\''"));
    let quoted = command.replace('\\', "\\\\").replace('"', "\\\"");
    Expression::parse(&format!("gtp(\"{quoted}\", timeout={timeout})")).unwrap_or_else(|error| panic!("{error}"))
}

fn play(program: Expression) -> MatchReport {
    let start = Go::new(5, 0.5).unwrap();
    let plan = MatchPlan {
        agents: vec![program, Expression::parse("random").unwrap()],
        assignments: Design::Rotations.assignments(2, 2).unwrap(),
        group: 2,
        games: 2,
        seed: 1,
        jobs: 2,
        limits: Limits::iterations(10),
    };
    run_match(&Setting::new("go(size=5)", &start), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[track_caller]
fn assert_loses(program: Expression, reason: &str) {
    let report = play(program);
    let failures = report.results[0].failures.as_ref().expect("the program fails");
    assert!(failures.last.contains(reason), "{}", failures.last);
    assert_eq!((report.games, failures.games, report.results[0].won.losses), (2, 2, 2));
    assert_eq!(report.results[1].failures, None);
    assert!(!report.reproducible);
}

#[test]
fn a_program_that_does_not_work_loses_and_the_match_goes_on() {
    assert_loses(script("genmove) echo it hurts >&2; exit 3;;", 5.0), "it said: it hurts");
    assert_loses(script("genmove) exit 3;;", 5.0), "ended (exit status: 3) instead of answering `genmove");
    assert_loses(script("genmove) echo '= Z99'; echo;;", 5.0), "played `Z99`: not a move");
    assert_loses(script("genmove) echo '= A1'; echo;;", 5.0), "played `A1`: illegal move");
    assert_loses(script("genmove) echo hello; echo;;", 5.0), "`hello` is no answer of the Go Text Protocol");
    assert_loses(
        script("play) echo '? illegal move'; echo;; genmove) echo '= pass'; echo;;", 5.0),
        "was refused: illegal move",
    );
}

#[test]
fn a_program_that_takes_too_long_loses_soon() {
    let started = Instant::now();
    assert_loses(script("genmove) sleep 60;;", 0.3), "no answer to `genmove");
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_may_resign_or_pass_and_that_is_no_failure() {
    let resigned = play(script("genmove) echo '= resign'; echo;;", 5.0));
    assert_eq!((resigned.results[0].won.losses, &resigned.results[0].failures), (2, &None));
    let passed = play(script("genmove) echo '= PASS'; echo;;", 5.0));
    assert_eq!((passed.games, &passed.results[0].failures), (2, &None));
}

#[test]
fn what_cannot_be_a_program_is_refused_before_any_game() {
    let go = Go::new(5, 0.5).unwrap();
    let refusal = |text: &str| try_agent(&Expression::parse(text).unwrap(), &go).unwrap_err().to_string();
    assert!(refusal("gtp(\"no-such-program-here\")").contains("`no-such-program-here` cannot be started"));
    assert!(refusal("gtp(\"\")").contains("this is not a command"));
    assert!(refusal("gtp(\"sh 'unclosed\")").contains("this is not a command"));
    assert!(refusal("gtp(\"true\")").contains("instead of answering `boardsize 5`"));
    assert!(refusal("gtp(\"cat\") @500").contains("no budget of iterations"));
    let othello = waxwing_games::Othello::<8>::start();
    let refused = try_agent(&Expression::parse("gtp(\"cat\")").unwrap(), &othello).unwrap_err();
    assert!(refused.to_string().contains("play only `go`"));
    assert!(Agent::parse("gtp(\"cat\")", &go).is_err_and(|error| error.to_string().contains("starts no programs")));
}

#[test]
fn waiting_for_a_program_can_be_stopped() {
    let expression = script("genmove) sleep 60;;", 60.0);
    let go = Go::new(5, 0.5).unwrap();
    let mut agent = build_agent(expression, &go).unwrap();
    agent.start(&go, 1);
    let stop = AtomicBool::new(true);
    let mut control = waxwing::Control { stop: Some(&stop), progress: None };
    let started = Instant::now();
    let report = agent.choose(&go, &Limits::iterations(1), &mut control).unwrap();
    assert!(report.gave_up.is_some() && started.elapsed() < Duration::from_secs(20));
}
