//! Games with GNU Go: both programs must agree on what is legal and on the score. `cargo xtask test` installs it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::{command, json};
use waxwing::{Game, Notation, Rng, Turn};
use waxwing_games::Go;

const RULES: [&str; 6] = ["--mode", "gtp", "--level", "1", "--chinese-rules", "--positional-superko"];

/// Debian keeps games out of the usual path.
fn gnugo() -> &'static str {
    let found = |name: &&&str| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
    ["gnugo", "/usr/games/gnugo"].iter().find(found).expect("GNU Go is installed")
}

/// A program that is asked line by line; it ends when its input does.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &mut Command) -> Program {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Program { child, input, output }
    }

    #[track_caller]
    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert!(self.output.read_line(&mut answer).unwrap() > 0, "{line}: the program is gone");
        }
        answer.strip_prefix("=").unwrap_or_else(|| panic!("{line}: {answer}")).trim().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

fn gnu() -> Program {
    Program::start(Command::new(gnugo()).args(RULES))
}

fn waxwing(agent: &str) -> Program {
    Program::start(&mut command(&["gtp", "--agent", agent]))
}

#[test]
fn a_match_is_played_to_its_end() {
    let agent = format!("gtp(\"{} {}\")", gnugo(), RULES.join(" "));
    let report = json(&["match", "go", "uct @200", &agent, "--games", "2"]);
    assert_eq!(report["games"], 2);
    assert_eq!(report["reproducible"], false);
    assert_eq!(report.get("failed"), None, "{report}");
}

#[test]
fn both_programs_find_the_moves_of_the_other_legal() {
    for (size, agent) in [(9, "rave > mast with reuse @50"), (7, "uct @50")] {
        let mut programs = [waxwing(agent), gnu()];
        for line in [format!("boardsize {size}"), "komi 6.5".into(), "clear_board".into()] {
            programs.iter_mut().for_each(|program| drop(program.ask(&line)));
        }
        let mut passes = 0;
        for ply in 0..size * size {
            let (mover, colour) = (ply % 2, if ply % 2 == 0 { "black" } else { "white" });
            let chosen = programs[mover].ask(&format!("genmove {colour}"));
            passes = if chosen.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
            if passes == 2 || chosen.eq_ignore_ascii_case("resign") {
                break;
            }
            programs[1 - mover].ask(&format!("play {colour} {chosen}"));
        }
        let mut boards = programs.iter_mut().map(|program| stones(&program.ask("showboard"), size));
        assert_eq!(boards.next(), boards.next());
    }
}

/// The points of a drawing, row by row.
fn stones(board: &str, size: usize) -> String {
    let rows = board.lines().filter(|line| line.trim().starts_with(|sign: char| sign.is_ascii_digit()));
    let signs = rows.flat_map(|row| row.split_whitespace().skip(1).take(size).collect::<Vec<_>>());
    signs.map(|sign| if sign == "+" { "." } else { sign }).map(|sign| sign.trim_matches(['(', ')'])).collect()
}

#[test]
fn both_programs_count_games_that_are_played_out_alike() {
    let (mut gnu, mut waxwing) = (gnu(), waxwing("random"));
    for (seed, size) in [(1, 5), (2, 7), (3, 9), (4, 9), (5, 9)] {
        for line in [format!("boardsize {size}"), "komi 7.5".into(), "clear_board".into()] {
            gnu.ask(&line);
            waxwing.ask(&line);
        }
        let mut state = Go::new(size, 7.5).unwrap();
        let mut rng = Rng::new(seed);
        while let Turn::Player(player) = state.turn() {
            let mut action = state.playout_action(&mut rng, &mut Vec::new());
            if !state.is_legal(action) {
                action = waxwing_games::GoMove::PASS;
            }
            let line = format!("play {} {}", state.player_name(player), state.format(action));
            gnu.ask(&line);
            waxwing.ask(&line);
            state.apply(action);
        }
        let scores = [gnu.ask("final_score"), waxwing.ask("final_score")];
        assert_eq!(scores[0], scores[1], "seed {seed}:\n{}", state.draw(None));
    }
}
