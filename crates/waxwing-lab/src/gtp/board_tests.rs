//! Board games other than Go, by the protocol.

use super::*;
use crate::testing::workshop;
use waxwing::Rng;

fn engine(game: &str, agent: &str) -> Engine {
    let options = Options::new(Limits::iterations(20), 1);
    Engine::new(&workshop().open(game).unwrap(), &Expression::parse(agent).unwrap(), options).unwrap()
}

#[track_caller]
fn assert_answers(engine: &mut Engine, exchanges: &[(&str, &str)]) {
    for (line, answer) in exchanges {
        assert_eq!(engine.answer(line), format!("{answer}\n\n"), "{line}");
    }
}

#[test]
fn othello_is_played_by_its_coordinates() {
    let mut engine = engine("othello", "uct");
    assert_answers(
        &mut engine,
        &[
            ("list_games", "= Othello"),
            ("set_game Othello", "="),
            ("set_game Go", "? this engine plays Othello"),
            ("boardsize 8", "="),
            ("boardsize 10", "? unacceptable size"),
            ("komi 0", "="),
            ("1 play white D3", "?1 it is the other player's turn"),
            ("2 play black D3", "=2"),
            ("play white a1", "? illegal move"),
            ("play white", "? syntax error"),
            ("play green d3", "? syntax error"),
            ("final_score", "? cannot score"),
            ("undo", "="),
            ("undo", "? cannot undo"),
            ("known_command genmove", "= true"),
            ("known_command loadsgf", "= false"),
            ("loadsgf x", "? unknown command"),
        ],
    );
    assert!(engine.answer("showboard").contains("a b c d e f g h"));
    for name in engine.answer("list_commands").trim_start_matches('=').split_whitespace() {
        assert_eq!(engine.answer(&format!("known_command {name}")), "= true\n\n");
    }
    assert!(engine.handle("name", &mut client()) && !engine.handle("quit", &mut client()));
}

fn client() -> Client<'static> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    Client { waiting: &NEVER, gone: &NEVER, print: Box::leak(Box::new(|_: &str| ())) }
}

#[test]
fn whole_games_are_played_by_both_colours_and_counted() {
    let games = [
        ("othello", ["black", "white"]),
        ("breakthrough(rows=5, columns=4)", ["white", "black"]),
        ("lines-of-action", ["black", "white"]),
    ];
    for (game, colours) in games {
        let mut engine = engine(game, "uct > mast with reuse @4");
        let mut moves = 0;
        while engine.answer("final_score").starts_with('?') && moves < 400 {
            let answer = engine.answer(&format!("genmove {}", colours[moves % 2]));
            assert!(answer.starts_with("= "), "{game}: {answer}");
            moves += 1;
        }
        let score = engine.answer("final_score");
        assert!(score.starts_with("= B+") || score.starts_with("= W+") || score == "= 0\n\n", "{game}: {score}");
        assert!(moves > 8, "{game}");
        assert_eq!(engine.answer("clear_board"), "=\n\n");
    }
}

#[test]
fn colours_are_those_of_the_names_and_the_first_player_is_black_otherwise() {
    let first = |game: &str, colour: &str| engine(game, "uct @2").answer(&format!("genmove {colour}"));
    for (game, colour) in [("focus", "b"), ("othello", "b"), ("breakthrough", "w")] {
        let other = if colour == "b" { "w" } else { "b" };
        assert!(first(game, colour).starts_with("= "), "{game}");
        assert_eq!(first(game, other), "? it is the other player's turn\n\n", "{game}");
    }
}

#[test]
fn a_pass_that_is_forced_may_be_left_out() {
    let workshop = workshop();
    // Random games until one has a forced pass, whose moves are then told without it, and with it.
    let (moves, passed) = (0..)
        .find_map(|seed| {
            let (mut rng, mut position) = (Rng::new(seed), workshop.open("othello").unwrap().start());
            while !position.is_over() && position.legal() != ["pass"] {
                position.play_random(&mut rng);
            }
            let passed = position.turn();
            let goes_on = position.play("pass").is_ok() && !position.is_over();
            goes_on.then_some((position, passed))
        })
        .unwrap();
    assert_eq!(passed, moves.turn_before(moves.len() - 1));
    let next = moves.legal().swap_remove(0);
    for with_pass in [true, false] {
        let mut engine = engine("othello", "uct");
        for index in 0..moves.len() {
            let text = moves.move_at(index).unwrap();
            let colour = if moves.turn_before(index) == waxwing::Turn::Player(waxwing::Player(0)) { "b" } else { "w" };
            if text != "pass" || with_pass {
                assert_eq!(engine.answer(&format!("play {colour} {text}")), "=\n\n");
            }
        }
        let colour = if moves.turn() == waxwing::Turn::Player(waxwing::Player(0)) { "b" } else { "w" };
        assert_eq!(engine.answer(&format!("play {colour} a9")), "? illegal move\n\n");
        assert_eq!(engine.answer(&format!("play {colour} {next}")), "=\n\n");
        assert_eq!(engine.answer("undo"), "=\n\n");
        assert!(engine.answer(&format!("genmove {colour}")).starts_with("= "));
    }
}

#[test]
fn other_games_are_refused() {
    let refusal = |game: &str| {
        let options = Options::new(Limits::iterations(20), 1);
        let expression = Expression::parse("uct").unwrap();
        Engine::new(&workshop().open(game).unwrap(), &expression, options).err().unwrap().to_string()
    };
    assert!(refusal("backgammon").contains("plays only `go`, `othello`"));
    assert!(refusal("focus(players=3)").contains("is for two players"));
}
