//! Programs, most of which do not work as they should. (The command line's `tests/programs.rs` has signals, `tests/gnugo.rs` whole
//! games.)

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use waxwing::{Limits, Player};

use super::*;
use crate::experiment::testing::{Folder, run};
use crate::testing::workshop;
use crate::{RunOptions, Store, Tournament, run_elimination};
use waxwing_workshop::{
    Comparison, Design, Forfeits, MatchPlan, MatchReport, OpenGame, Setting, Watch, run_comparison, run_match,
    run_pairs,
};

/// A shell script that answers commands by these lines of `case`.
fn script(cases: &str, timeout: f64) -> Expression {
    let text = format!("while read -r c a b; do case $c in {cases} *) echo '= '; echo;; esac; done");
    let command = format!("sh -c '{}'", text.replace('\'', "'\\''"));
    let quoted = command.replace('\\', "\\\\").replace('"', "\\\"");
    parse(&format!("gtp(\"{quoted}\", timeout={timeout})"))
}

fn parse(text: &str) -> Expression {
    Expression::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A program that crashes when it is to move.
fn crashing() -> Expression {
    script("genmove) echo it hurts >&2; exit 3;;", 60.0)
}

fn board() -> OpenGame {
    workshop().open("go(size=5, komi=0.5)").unwrap()
}

fn plan(program: Expression, forfeits: Forfeits) -> MatchPlan {
    MatchPlan {
        agents: vec![program, parse("random")],
        assignments: Design::Rotations.assignments(2, 2).unwrap(),
        group: 2,
        games: 2,
        seed: 1,
        jobs: 2,
        limits: Limits::iterations(10),
        forfeits,
    }
}

fn play(program: Expression, forfeits: Forfeits) -> MatchReport {
    let (game, plan) = (board(), plan(program, forfeits));
    run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// Waits until nothing is left of the programs of a file: to be killed takes a moment.
#[track_caller]
fn assert_gone(processes: &Path) {
    let began = Instant::now();
    while !surviving_processes(processes).is_empty() {
        assert!(began.elapsed() < Duration::from_secs(10), "{:?} survive", surviving_processes(processes));
        thread::sleep(Duration::from_millis(5));
    }
    assert!(std::fs::read_to_string(processes).unwrap().lines().count() >= 2, "two games have noted their processes");
}

/// Plays two games with a hostile program; what is wrong with the result, if something is.
fn wrong_with(hostile: &HostileProgram, folder: &Folder) -> Option<String> {
    let processes = folder.file(hostile.name);
    let report = play(parse(&hostile.expression(&processes)), Forfeits::Apart);
    assert_gone(&processes);
    let reasons = report.failures.listed.iter().map(|failed| failed.reason.as_str());
    let as_told = reasons.clone().all(|reason| reason.contains(hostile.reason) && reason.len() < 1_000);
    let scores = report.results.iter().all(|result| result.score.is_none() && result.won.losses == 0);
    let right = as_told && scores && (report.games, report.failures.games) == (0, 2) && !report.reproducible;
    (!right).then(|| format!("`{}`: {:?}, {}", hostile.name, reasons.collect::<Vec<_>>(), report.games))
}

#[test]
fn a_hostile_program_fails_and_leaves_nothing_behind_and_the_match_goes_on() {
    let folder = Folder::new("hostile");
    let wrong: Vec<String> = thread::scope(|scope| {
        let programs = HOSTILE_PROGRAMS.iter().map(|hostile| (hostile, &folder));
        let played: Vec<_> =
            programs.map(|(hostile, folder)| scope.spawn(move || wrong_with(hostile, folder))).collect();
        played.into_iter().filter_map(|one| one.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn failures_count_as_losses_only_where_that_is_asked_for() {
    let apart = play(crashing(), Forfeits::Apart);
    assert_eq!((apart.games, apart.played(), apart.failures.games), (0, 2, 2));
    let [first, second] = &apart.failures.listed[..] else { panic!("{:?}", apart.failures) };
    assert_eq!((first.game, second.game, &first.agent), (0, 1, &apart.agents[0]));
    assert!(first.reason.ends_with("; it said: it hurts"), "{}", first.reason);
    let counted = play(crashing(), Forfeits::Count);
    assert_eq!((counted.games, counted.played(), &counted.failures), (2, 2, &apart.failures));
    assert_eq!((counted.results[0].won.losses, counted.results[1].won.wins), (2, 2));
}

#[test]
fn a_program_may_resign_or_pass_and_that_is_no_failure() {
    let resigned = play(script("genmove) echo '= resign'; echo;;", 60.0), Forfeits::Apart);
    assert_eq!((resigned.results[0].won.losses, resigned.failures.is_empty()), (2, true));
    let passed = play(script("genmove) echo '= PASS'; echo;;", 60.0), Forfeits::Apart);
    assert_eq!((passed.games, passed.failures.is_empty()), (2, true));
}

#[test]
fn a_program_that_refuses_a_clock_plays_without_one() {
    let clockless = script("time_settings) echo '? unknown command'; echo;; genmove) echo '= pass'; echo;;", 60.0);
    let mut plan = plan(clockless, Forfeits::Apart);
    plan.limits = Limits::time(Duration::from_millis(1));
    let start = board();
    let report = run_match(&Setting::new(&start), &plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!((report.games, report.failures.games), (2, 0));
}

#[test]
fn pairs_deals_and_encounters_with_a_failure_count_for_nobody() {
    let (start, stop) = (board(), AtomicBool::new(false));
    let setting = Setting::new(&start);
    let pairs = run_pairs(&setting, &plan(crashing(), Forfeits::Apart), &stop, &mut |_| {}).unwrap();
    let counts = pairs.pairs.unwrap();
    assert_eq!((counts.decided, counts.discarded, counts.failed, pairs.failures.games), (0, 0, 2, 4));
    let comparison = Comparison {
        agents: vec![parse("uct"), crashing()],
        opponent: parse("random"),
        role: None,
        deals: 2,
        seed: 1,
        jobs: 1,
        limits: Limits::iterations(5),
    };
    let compared = run_comparison(&setting, &comparison, &stop, &mut |_| {}).unwrap();
    assert_eq!((compared.deals, compared.failed_deals, compared.failures.games), (0, 2, 2));
    assert!(compared.results.iter().all(|result| result.won.wins + result.won.losses == 0));
    let limits = Limits::iterations(5);
    let tournament =
        Tournament { agents: vec![parse("random").into(), crashing().into()], games: 2, seed: 1, jobs: 1, limits };
    let played = run_elimination(&setting, &tournament, &stop, &mut |_, _| {}).unwrap();
    assert_eq!((played.bracket.winner, played.undecided, played.failures.games), (None, Some([0, 1]), 2));
}

#[test]
fn an_experiment_keeps_failures_apart_and_plays_them_again_if_asked() {
    let folder = Folder::new("programs");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    let text = format!(
        "name = 'p'\ntitle = ''\nsource = ''\n[[cell]]\nlabel = 'a'\ngame = 'go(size=5)'\nagent = '''{}'''\n\
         against = 'random'\ngames = 4\nbudget = '1s'\n",
        crashing()
    );
    let options = |retry| RunOptions { retry, ..RunOptions::default() };
    let first = run(store, &text, &options(false));
    assert_eq!((first.played, first.failed, first.missing()), (0, 4, 0));
    assert_eq!((first.cells[0].score.games(), first.cells[0].results.count), (0, 0.0));
    let status = store.status().unwrap();
    assert_eq!((status[0].games, status[0].failed, status[0].standing.score), (0, 4, None));
    let failures = store.snapshot().unwrap().failures(10).unwrap();
    assert!(
        failures[0].1.starts_with("gtp(command=\"sh -c") && failures[0].1.ends_with("it said: it hurts"),
        "{failures:?}"
    );
    assert_eq!(run(store, &text, &options(false)).failed, 0, "they are not tried again by themselves");
    assert_eq!(run(store, &text, &options(true)).failed, 4);
    let mut counting = crate::Experiment::read(&workshop(), "p.toml", &text).unwrap();
    counting.set_forfeits(Forfeits::Count);
    let cells = [(&counting, &counting.cells[0])];
    let stop = AtomicBool::new(false);
    let counted = crate::run_experiments(store, None, &cells, &options(false), &stop, &mut |_| {}).unwrap();
    assert_eq!((counted.played, counted.failed, counted.cells[0].score.losses), (4, 0, 4));
    assert_eq!(store.status().unwrap().len(), 2, "they are another cell");
}

#[test]
fn a_program_that_reads_its_input_ends_by_itself_and_others_are_killed() {
    let folder = Folder::new("quit");
    let quits = "genmove) echo '= resign'; echo;; quit) sleep 1000 & echo $! >>\"$0\"; echo bye >>\"$0\"; exit;;";
    let stays = "genmove) echo '= resign'; echo;; quit) sleep 1000;;";
    for (name, cases, is_polite) in [("quits", quits, true), ("stays", stays, false)] {
        let processes = folder.file(name);
        let file = processes.display();
        let text = format!("echo $$ >>\"$0\"; while read -r c a b; do case $c in {cases} *) echo =; echo;; esac; done");
        let command = format!("sh -c '{}' {file}", text.replace('\'', "'\\''")).replace('"', "\\\"");
        let report = play(parse(&format!("gtp(\"{}\")", command.replace("'\\''", "'\\\\''"))), Forfeits::Apart);
        assert_eq!(report.results[0].won.losses, 2);
        assert_gone(&processes);
        assert_eq!(std::fs::read_to_string(&processes).unwrap().contains("bye"), is_polite);
    }
}

#[test]
fn what_cannot_be_a_program_is_refused_before_any_game() {
    let go = board();
    let refusal = |text: &str| go.try_agent(&parse(text)).unwrap_err().to_string();
    assert!(refusal("gtp(\"no-such-program-here\")").contains("`no-such-program-here` cannot be started"));
    assert!(refusal("gtp(\"\")").contains("this is not a command"));
    assert!(refusal("gtp(\"sh 'unclosed\")").contains("this is not a command"));
    assert!(refusal("gtp(\"true\")").contains("instead of answering `boardsize 5`"));
    assert!(refusal("gtp(\"yes\")").contains("`y` is no answer of the Go Text Protocol (asked `boardsize 5`)"));
    assert!(refusal("gtp(\"cat\") @500").contains("no budget of iterations"));
    let hearts = workshop().open("hearts").unwrap();
    let refused = hearts.try_agent(&parse("gtp(\"cat\")")).unwrap_err();
    assert!(refused.to_string().contains("play only `go`, `othello`"));
    assert!(refusal("program(\"no-such-program-here\")").contains("cannot be started"));
    assert!(refusal("program(\"sh 'unclosed\")").contains("write `program(\"waxwing engine othello uct\")`"));
    assert!(refusal("program(\"true\")").contains("instead of answering `sit`"));
    assert!(refusal("program(\"yes\")").contains("`y` is no message (asked `sit`)"));
    let without = waxwing_games::standard().open("go").unwrap();
    for text in ["gtp(\"cat\")", "program(\"cat\")"] {
        assert!(without.agent(text).is_err_and(|error| error.to_string().contains("starts no programs")));
    }
}

#[test]
fn waiting_for_a_program_can_be_stopped_whatever_it_was_asked() {
    for cases in ["genmove) sleep 1000;;", "boardsize) sleep 1000;;", "play) sleep 1000;;"] {
        let game = board();
        let mut agent = game.build(&script(cases, 60.0)).unwrap();
        let mut position = game.start();
        agent.start(&position, Player(1), 1).unwrap();
        position.play("C3").unwrap();
        let stop = AtomicBool::new(true);
        let started = Instant::now();
        let report = agent.choose(&position, &Limits::iterations(1), Watch::stopped_by(&stop)).unwrap();
        assert!(report.gave_up.is_some() && started.elapsed() < Duration::from_secs(20));
    }
}
