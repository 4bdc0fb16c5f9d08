//! Games with Rhino, an Othello program that speaks the Go Text Protocol. `cargo xtask test --all` installs it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::json;
use waxwing::{Player, Rng, Turn};

/// Debian keeps games out of the usual path.
fn rhino() -> &'static str {
    let found = |name: &&&str| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok();
    ["gtp-rhino", "/usr/games/gtp-rhino"].iter().find(found).expect("Rhino is installed")
}

/// Rhino, asked line by line.
struct Rhino {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Rhino {
    fn start() -> Rhino {
        let mut child = Command::new(rhino()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Rhino { child, input, output }
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert!(self.output.read_line(&mut answer).unwrap() > 0, "{line}: the program is gone");
        }
        answer.trim().to_owned()
    }
}

impl Drop for Rhino {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[test]
fn a_match_is_played_to_its_end() {
    let agent = format!("gtp(\"{} --level=1 --rand=5\")", rhino());
    let report = json(&["match", "othello", "uct @200", &agent, "--games", "6"]);
    assert_eq!((&report["games"], report.get("failed")), (&6.into(), None), "{report}");
}

#[test]
fn both_programs_find_the_same_moves_legal_and_count_alike() {
    let (game, mut rhino, mut passes) = (waxwing_games::standard().open("othello").unwrap(), Rhino::start(), 0);
    for seed in 0..30 {
        let (mut rng, mut position) = (Rng::new(seed), game.start());
        rhino.ask("clear_board");
        while let Turn::Player(player) = position.turn() {
            let colour = if player == Player(0) { "black" } else { "white" };
            position.play_random(&mut rng);
            match position.last_move().unwrap().as_str() {
                "pass" => passes += 1,
                text => assert_eq!(rhino.ask(&format!("play {colour} {text}")), "=", "seed {seed}: {colour} {text}"),
            }
        }
        let ours = match position.rewards().unwrap()[0] {
            win if win > 0.5 => "= B+",
            loss if loss < 0.5 => "= W+",
            _ => "= 0",
        };
        let theirs = rhino.ask("final_score");
        assert!(theirs.starts_with(ours), "seed {seed}: {theirs}");
    }
    assert!(passes > 3, "passes are among the moves");
}
