//! Transcripts, and lines that no client would send.

use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use super::go::GoEngine;
use super::*;
use crate::testing::workshop;
use waxwing::{Game, Notation, Rng, Turn};

/// A conversation: a line that begins with `>` is sent, those up to the next are the expected answer without its last,
/// empty line.
const TRANSCRIPTS: &str = include_str!("transcripts.txt");

fn engine_of(game: &str, agent: &str, options: Options) -> GoEngine {
    let game = workshop().open(game).unwrap();
    GoEngine::new(&game, go_of(&game).unwrap(), &Expression::parse(agent).unwrap(), options).unwrap()
}

fn engine(agent: &str) -> GoEngine {
    let options = Options::new(Limits::iterations(30), 1);
    engine_of("go", agent, options)
}

#[test]
fn every_command_answers_as_the_transcripts_say() {
    let mut sent = String::new();
    for conversation in TRANSCRIPTS.split("\n--").skip(1) {
        let mut engine = engine("uct");
        let mut exchanges = conversation.split("\n> ");
        let title = exchanges.next().unwrap_or_default();
        for exchange in exchanges {
            let (line, expected) = exchange.split_once('\n').unwrap_or((exchange, ""));
            let answer = engine.answer(line);
            let expected = if expected.is_empty() { String::new() } else { format!("{}\n\n", expected.trim_end()) };
            assert_eq!(answer, expected, "{title}: {line}");
            sent += &format!("{line}\n");
        }
    }
    for name in engine("uct").answer("list_commands").trim_start_matches('=').split_whitespace() {
        let is_tried = sent.lines().any(|line| line.split_whitespace().any(|word| word == name));
        assert!(is_tried || name.contains("analyze") || name == "cputime", "no transcript has `{name}`");
    }
}

#[test]
fn whole_games_are_played_by_both_colours_with_and_without_a_kept_tree() {
    for agent in ["uct @40", "rave > mast with reuse @40", "uct > bhrf @20", "random"] {
        let mut engine = engine(agent);
        engine.answer("boardsize 5");
        engine.answer("komi 0.5");
        for ply in 0..100 {
            let answer = engine.answer(if ply % 2 == 0 { "genmove b" } else { "genmove w" });
            assert!(answer.starts_with("= "), "{agent}: {answer}");
            if engine.steps.state().turn() == Turn::Over {
                break;
            }
        }
        let score = engine.answer("final_score");
        assert!(score.starts_with("= B+") || score.starts_with("= W+"), "{agent}: {score}");
        let record = waxwing_games::GoRecord::read(&engine.answer("printsgf")[2..]).unwrap();
        assert!(record.steps.len() > 4);
    }
}

#[test]
fn a_sure_win_is_passed_out_and_nothing_else() {
    let mut engine = engine("uct @30");
    for line in
        ["boardsize 5", "komi 0.5", "play b C1", "play b C2", "play b C3", "play b C4", "play b C5", "play w pass"]
    {
        assert!(engine.answer(line).starts_with('='));
    }
    assert_eq!(engine.answer("genmove b"), "= pass\n\n");
    engine.answer("undo");
    engine.answer("komi 100");
    engine.answer("play w pass");
    assert_ne!(engine.answer("kgs-genmove_cleanup b"), "");
}

#[test]
fn a_lost_game_is_resigned_only_where_that_is_asked_for() {
    let lost = |resign| {
        let options = Options { resign, ..Options::new(Limits::iterations(60), 1) };
        let mut engine = engine_of("go(size=5, komi=100)", "uct", options);
        (0..4).map(|_| engine.answer("genmove b")).any(|answer| answer == "= resign\n\n")
    };
    assert!(lost(Some(0.05)) && !lost(None));
}

#[test]
fn stones_without_life_are_dead() {
    let mut engine = engine("uct");
    engine.answer("boardsize 7");
    // Black has the whole board but for a stone in each of two corners.
    let wall = ["D1", "D2", "D3", "D4", "D5", "D6", "B2", "C2", "E2", "F2", "B5", "E5", "F6", "B6", "C6", "E6"];
    for at in wall {
        assert_eq!(engine.answer(&format!("play b {at}")), "=\n\n");
    }
    engine.answer("play w A1");
    engine.answer("play w G7");
    let dead = engine.answer("final_status_list dead");
    assert!(dead == "= A1\nG7\n\n", "{dead}");
    assert!(engine.answer("final_status_list alive").contains("D3"));
    assert_eq!(engine.answer("final_status_list seki"), "=\n\n");
}

#[test]
fn an_analysis_goes_on_until_the_next_command() {
    for (command, scale) in [("lz-analyze b 1", 10_000.0), ("5 kata-analyze interval 1 maxmoves 3", 1.0)] {
        let mut engine = engine("uct @5");
        let [waiting, gone] = [(); 2].map(|()| AtomicBool::new(false));
        let mut lines: Vec<String> = Vec::new();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(800));
                waiting.store(true, Relaxed);
            });
            let print = &mut |text: &str| lines.push(text.to_owned());
            engine.handle(command, &mut Client { waiting: &waiting, gone: &gone, print });
        });
        assert_eq!(
            (lines[0].as_str(), lines.last().map(String::as_str)),
            (if scale > 1.0 { "=\n" } else { "=5\n" }, Some("\n"))
        );
        let infos = &lines[1..lines.len() - 1];
        assert!(!infos.is_empty());
        for info in infos {
            let words: Vec<&str> = info.split_whitespace().collect();
            assert_eq!((words[0], words[1], words[3], words[5]), ("info", "move", "visits", "winrate"), "{info}");
            let value: f64 = words[6].parse().unwrap();
            assert!((0.0..=scale).contains(&value));
        }
        let words: Vec<&str> = infos[infos.len() - 1].split_whitespace().collect();
        let visits = words.windows(2).filter(|pair| pair[0] == "visits").map(|pair| pair[1].parse::<u64>().unwrap());
        assert!(visits.sum::<u64>() > 5, "the expression's budget is for moves");
        assert_eq!(engine.steps.state().stone(engine.steps.state().parse("E5").unwrap()), None, "nothing was played");
    }
}

#[test]
fn a_move_can_be_chosen_aloud() {
    let mut engine = engine("uct @200");
    let answer = engine.answer("3 lz-genmove_analyze b 1");
    let last = answer.trim_end().lines().last().unwrap();
    assert!(answer.starts_with("=3\n") && last.starts_with("play ") && answer.ends_with("\n\n"), "{answer}");
    assert!(engine.answer("undo") == "=\n\n");
}

#[test]
fn a_clock_ends_a_move_in_time_and_the_expression_comes_first() {
    let mut engine = engine("uct");
    engine.answer("time_settings 0 1 2");
    let started = std::time::Instant::now();
    engine.answer("genmove b");
    // Half a second is due. Thirty iterations would take less, and a move without a clock would not end.
    let took = started.elapsed();
    assert!((Duration::from_millis(200)..Duration::from_secs(5)).contains(&took), "{took:?}");
    engine.answer("kgs-time_settings none");
    assert_eq!(engine.clock.time(waxwing::Player(0), 81), None);
}

#[test]
fn a_clock_without_time_leaves_the_budget_as_it_is() {
    let first = |settings: &str| {
        let mut engine = engine("uct > mast");
        assert_eq!(engine.answer(settings), "=\n\n");
        engine.answer("genmove b")
    };
    let expected = first("kgs-time_settings none");
    assert_ne!(expected, "= pass\n\n");
    for settings in
        ["time_settings 0 0 0", "time_settings 0 0 5", "time_settings 0 10 0", "kgs-time_settings absolute 0"]
    {
        assert_eq!(first(settings), expected, "{settings}");
    }
}

#[test]
fn nothing_is_thought_for_a_client_that_is_gone() {
    let commands =
        ["genmove b", "reg_genmove b", "kgs-genmove_cleanup b", "lz-genmove_analyze b 1", "kata-analyze b 1"];
    for command in commands {
        let mut engine = engine("uct @600s");
        let [waiting, gone] = [(); 2].map(|()| AtomicBool::new(false));
        let (started, mut printed) = (std::time::Instant::now(), String::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                gone.store(true, Relaxed);
                waiting.store(true, Relaxed);
            });
            let print = &mut |text: &str| printed += text;
            engine.handle(command, &mut Client { waiting: &waiting, gone: &gone, print });
        });
        assert!(started.elapsed() < Duration::from_secs(60), "{command}");
        assert_eq!(printed.contains("interrupted"), command != "kata-analyze b 1", "{command}: {printed}");
        assert!(engine.steps.is_empty(), "{command}: nothing is played that was not thought to its end");
    }
}

#[test]
fn random_lines_are_answered_and_do_no_harm() {
    let words = [
        "play",
        "genmove",
        "undo",
        "b",
        "w",
        "black",
        "D4",
        "A1",
        "pass",
        "resign",
        "Z9",
        "boardsize",
        "5",
        "2",
        "19",
        "-1",
        "komi",
        "0.5",
        "nan",
        "1e99",
        "clear_board",
        "fixed_handicap",
        "set_free_handicap",
        "place_free_handicap",
        "C3",
        "loadsgf",
        "/dev/null",
        "/",
        "time_left",
        "time_settings",
        "0",
        "1",
        "final_score",
        "final_status_list",
        "dead",
        "showboard",
        "printsgf",
        "lz-analyze",
        "kata-genmove_analyze",
        "interval",
        "reg_genmove",
        "gogui-play_sequence",
        "gogui-setup_player",
        "kgs-genmove_cleanup",
        "kgs-time_settings",
        "canadian",
        "#",
        "\u{1}",
        "é",
        "99999999999999999999",
        "quit",
        "known_command",
        "B2",
        "E5",
        "J9",
    ];
    let mut rng = Rng::new(3);
    let mut engine = engine("uct @2");
    engine.answer("boardsize 3");
    for _ in 0..4_000 {
        let count = 1 + rng.below(6);
        let line: Vec<&str> = (0..count).map(|_| words[rng.below(words.len())]).collect();
        let line = line.join(" ");
        // Clocks and large boards would make this a long test.
        if line.contains("time_") || line.contains("19") && line.contains("boardsize") {
            continue;
        }
        let answer = engine.answer(&line);
        let is_whole =
            answer.starts_with(['=', '?']) && answer.ends_with("\n\n") && answer.matches("\n\n").count() == 1;
        assert!(answer.is_empty() && Line::read(&line).is_none() || is_whole, "{line:?}: {answer:?}");
    }
}

#[test]
fn a_record_is_loaded_up_to_a_move() {
    let path = std::env::temp_dir().join(format!("waxwing gtp {}.sgf", std::process::id()));
    std::fs::write(&path, "(;SZ[7]KM[3.5]AB[cc][ee];W[dd];B[de];W[ed])").unwrap();
    let path_text = path.display().to_string();
    let mut engine = engine("uct @20");
    assert_eq!(engine.answer(&format!("loadsgf {path_text}")), "=\n\n");
    assert_eq!(engine.answer("printsgf").matches(";W[").count(), 2);
    assert_eq!(engine.answer(&format!("loadsgf {path_text} 2")), "=\n\n");
    let record = engine.answer("printsgf");
    assert!(record.contains("SZ[7]KM[3.5]PB[uct]HA[2]AB[cc][ee]\n;W[dd])"), "{record}");
    assert!(engine.answer("genmove b").starts_with("= "));
    std::fs::write(&path, "(;SZ[7]\n;B[cc];W[cc])").unwrap();
    assert_eq!(
        engine.answer(&format!("loadsgf {path_text}")),
        "? cannot load file: step 2 (`W[cc]`): illegal move\n\n"
    );
    std::fs::write(&path, "(;SZ[7]\n;B[zz])").unwrap();
    let place = "? cannot load file: line 2, column 2: `zz` is not a point of a board of 7 rows\n\n";
    assert_eq!(engine.answer(&format!("loadsgf {path_text}")), place);
    std::fs::remove_file(&path).unwrap();
    assert!(engine.answer("showboard").contains("komi 3.5"), "the board stays as it was");
}
