//! Programs from outside: games that fail are told of, and nothing is left of a program, however a command ends.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{command, json, waxwing};
use serde_json::Value;
use waxwing_lab::{HOSTILE_PROGRAMS, surviving_processes};

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("programs-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The expression of a hostile program, which notes its processes in a file; it waits long for none.
fn hostile(name: &str, processes: &Path) -> String {
    let program = HOSTILE_PROGRAMS.iter().find(|program| program.name == name).expect("there is such a program");
    program.expression(processes)
}

/// The same, but with so much patience that only an interruption ends the waiting.
fn patient(name: &str, processes: &Path) -> String {
    hostile(name, processes).replace("timeout=0.5", "timeout=600")
}

#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        sleep(Duration::from_millis(5));
    }
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn a_match_tells_of_failures_apart_from_its_score() {
    let folder = folder("match");
    let program = hostile("crashes with a word", &folder.join("processes"));
    let play =
        |others: &[&str]| waxwing(&[&["match", "go(size=5)", &program, "random", "--games", "3"], others].concat());
    let output = play(&["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["games"], &report["failed"]), (Some(1), &0.into(), &4.into()));
    let failure = &report["failures"][1];
    assert_eq!((&failure["game"], &failure["agent"]), (&1.into(), &report["agents"][0]));
    assert!(failure["reason"].as_str().unwrap().contains("it said: it hurts"), "{failure}");
    let first = &report["results"][0];
    assert_eq!((&first["losses"], &first["score"], &first["elo"]), (&0.into(), &Value::Null, &Value::Null));
    let output = play(&[]);
    let (text, message) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("0 games, failed: 4") && text.contains("game 0 failed: gtp("), "{text}");
    assert!(message.contains("all games failed (4): there is no result"), "{message}");
    let output = play(&["--forfeits", "count", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["games"], &report["failed"]), (Some(0), &4.into(), &4.into()));
    assert_eq!((&report["forfeits"], &report["results"][0]["losses"]), (&"count".into(), &4.into()));
}

#[test]
fn other_verbs_end_with_failure_too() {
    let folder = folder("verbs");
    let program = hostile("crashes with a word", &folder.join("processes"));
    let said = |arguments: &[&str]| {
        let output = waxwing(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        (String::from_utf8_lossy(&output.stdout).into_owned(), message)
    };
    let game = "go(size=5)";
    let (_, message) = said(&["search", game, &program]);
    assert!(message.contains("it said: it hurts"), "{message}");
    let (text, message) = said(&["compare", game, "uct @9", &program, "--deals", "2"]);
    assert!(text.contains("count for nobody, since a game failed: 2") && message.contains("all games"), "{text}");
    let template = program.replace("timeout=60", "timeout={t}");
    let (text, message) = said(&["tune", game, &template, "--over", "t=50,60", "--games", "2"]);
    assert!(text.contains("ended after 0 of 1 encounters") && text.contains("game 1 failed: gtp("), "{text}");
    assert!(message.contains("failed: there is no winner"), "{message}");
    let output = common::waxwing_with(&["play", game, &program], b"C3\nC4\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has failed: `sh`: ended"));
}

#[test]
fn an_experiment_tells_of_failures_apart_from_its_score() {
    let folder = folder("experiment");
    let (file, store) = (folder.join("programs.toml"), folder.join("store"));
    let program = hostile("leaves a process behind", &folder.join("processes"));
    let text = format!(
        "name = 'programs'\ntitle = ''\nsource = ''\n[[cell]]\nlabel = 'a'\ngame = 'go(size=5)'\n\
         agent = '''{program}'''\nagainst = 'random'\ngames = 2\nbudget = '1s'\n"
    );
    fs::write(&file, text).unwrap();
    let [file, store] = [&file, &store].map(|path| path.to_str().unwrap());
    let run = |others: &[&str]| waxwing(&[&["experiment", "run", file, "--out", store], others].concat());
    for _ in 0..2 {
        let output = run(&[]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "also when nothing new is played: {message}");
        assert!(message.contains("2 games of these cells failed"), "{message}");
    }
    let status = common::printed(&["experiment", "status", store]);
    assert!(status.contains("game 1:0: gtp(") && status.contains("instead of answering `genmove"), "{status}");
    assert_eq!(run(&["--forfeits", "count"]).status.code(), Some(0));
    let cells = json(&["experiment", "status", store]);
    let counts = |cell: usize| ["games", "failed", "losses"].map(|name| cells[cell][name].as_u64().unwrap());
    assert_eq!((counts(0), counts(1)), ([0, 2, 0], [2, 0, 2]));
    wait_until("nothing is left", || surviving_processes(&folder.join("processes")).is_empty());
}

/// Signals to a command that waits for a program, and what it ends with.
#[test]
fn nothing_is_left_of_a_program_when_a_command_is_interrupted() {
    let folder = folder("interrupted");
    let verbs: [(&str, &[&str]); 5] = [
        ("match", &["match", "go(size=5)", "random", "PROGRAM", "-j", "2"]),
        ("search", &["search", "go(size=5)", "PROGRAM"]),
        ("play", &["play", "go(size=5)", "PROGRAM", "--seat", "white"]),
        ("compare", &["compare", "go(size=5)", "random", "PROGRAM", "-j", "1"]),
        ("gtp", &["gtp", "--agent", "PROGRAM"]),
    ];
    let name = "leaves an orphan that holds the pipes";
    for ((verb, arguments), signals) in verbs.iter().zip([["-INT"], ["-TERM"]].iter().cycle()) {
        let processes = folder.join(verb);
        let program = patient(name, &processes);
        let arguments: Vec<&str> =
            arguments.iter().map(|&word| if word == "PROGRAM" { &program[..] } else { word }).collect();
        let mut command = command(&arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, b"genmove b\n").unwrap();
        // The program has been tried; then it was started again, and has left its orphan.
        wait_until("it is to move", || fs::read_to_string(&processes).is_ok_and(|text| text.lines().count() >= 3));
        signals.iter().for_each(|name| signal(&child, name));
        assert_eq!(child.wait().unwrap().code(), Some(130), "{verb}");
        wait_until("nothing is left", || surviving_processes(&processes).is_empty());
    }
}

#[test]
fn a_second_interruption_ends_programs_too() {
    let processes = folder("twice").join("processes");
    // It is silent from its first command on, so that the first signal has to wait.
    let script = "echo $$ >>\\\"$0\\\"; (sleep 1000 & echo $! >>\\\"$0\\\") & sleep 1000";
    let program = format!("gtp(\"sh -c '{script}' '{}'\", timeout=600)", processes.display());
    let mut child = command(&["match", "go(size=5)", "random", &program]).stdout(Stdio::null()).spawn().unwrap();
    wait_until("it runs", || fs::read_to_string(&processes).is_ok_and(|text| text.lines().count() >= 2));
    signal(&child, "-INT");
    // Signals that come together are one.
    sleep(Duration::from_millis(400));
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    wait_until("nothing is left", || surviving_processes(&processes).is_empty());
}

/// The records of a match of four games.
fn records(game: &str, agent: &str, file: &Path) -> Vec<Value> {
    let _ = fs::remove_file(file);
    let arguments = ["match", game, agent, "random", "--games", "4", "--iterations", "25", "-j", "2", "--records"];
    json(&[&arguments[..], &[file.to_str().unwrap()]].concat());
    let text = fs::read_to_string(file).unwrap();
    let mut games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    games.sort_by_key(|game| game["number"].as_u64());
    games
}

/// The expression of our own engine behind pipes.
fn engine(game: &str, agent: &str) -> String {
    format!("program(\"{} engine '{game}' '{agent}'\")", env!("CARGO_BIN_EXE_waxwing"))
}

#[test]
fn an_engine_behind_pipes_plays_the_games_that_its_agent_plays_by_itself() {
    let folder = folder("engine");
    let cases = [
        ("othello", "uct > mast with reuse"),
        ("breakthrough(rows=5, columns=4)", "ab @200"),
        ("backgammon", "uct"),
        ("kalah(start=random)", "uct with ph(keep=game)"),
    ];
    for (game, agent) in cases {
        let [own, other] =
            [agent.to_owned(), engine(game, agent)].map(|agent| records(game, &agent, &folder.join("games")));
        assert_eq!(own.len(), 4);
        for (own, other) in own.iter().zip(&other) {
            assert_eq!((&own["moves"], &own["rewards"]), (&other["moves"], &other["rewards"]), "{game}: {agent}");
        }
    }
}

#[test]
fn an_engine_behind_pipes_plays_games_with_secrets_and_hears_only_what_its_seat_sees() {
    let folder = folder("secrets");
    for (number, game) in ["hearts(limit=10)", "dou-di-zhu", "confrontation"].into_iter().enumerate() {
        let [heard, script] = ["heard", "sh"].map(|ending| folder.join(format!("{number}.{ending}")));
        let text = format!("tee -a \"$1\" | {} engine '{game}' uct\n", env!("CARGO_BIN_EXE_waxwing"));
        fs::write(&script, text).unwrap();
        let agent = format!("program(\"sh {} {}\")", script.display(), heard.display());
        let arguments = ["match", game, &agent, "random", "--design", "one-vs-rest", "--games", "2", "-j", "1"];
        let report = json(&[&arguments[..], &["--iterations", "15"]].concat());
        assert_eq!((report.get("failed"), &report["reproducible"]), (None, &false.into()), "{report}");
        let (mut seat, mut choices, mut unseen) = (Value::Null, 0, 0);
        for line in fs::read_to_string(&heard).unwrap().lines() {
            let request: Value = serde_json::from_str(line).unwrap();
            match request["type"].as_str().unwrap() {
                "sit" => seat = request["seat"].clone(),
                "choose" => choices += 1,
                "observe" if request["by"] == seat => assert!(request["move"].is_string(), "its own move"),
                _ => unseen += usize::from(request.get("move").is_none()),
            }
            assert!(!line.contains("deal:"), "a deal is nobody's to see: {line}");
        }
        assert!(choices > 5 && (unseen > 0 || game == "confrontation"), "{game}: {choices} choices, {unseen} unseen");
    }
}

#[test]
fn what_an_engine_refuses_is_told_before_the_first_game() {
    let output = waxwing(&["match", "hearts", &engine("othello", "uct with reuse"), "random"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("`sit` was refused: `reuse` does not work with hidden information"), "{message}");
}
