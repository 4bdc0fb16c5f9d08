//! Records as SGF.

use super::*;
use crate::{GoRecord, GoStep};

fn steps(text: &str) -> Vec<GoStep> {
    GoRecord::read(text).unwrap_or_else(|error| panic!("{text}: {error}")).steps
}

fn message(text: &str) -> String {
    GoRecord::read(text).unwrap_err().to_string()
}

#[test]
fn the_main_line_is_read_and_the_rest_is_passed_over() {
    let text = "Dear friend,\n(;GaMe[1]FF[4]SZ[5]KM[0.5]PB[a\\]b\\\\]C[( ; [not\nread\\]]\n AB[aa][ba:bb] PL[W]
        ;W[ee]N[x](;B[]XX[1][2];W[tt](;B[cc])(;B[dd]))(;B[ed]))(;SZ[19])";
    let record = GoRecord::read(text).unwrap();
    assert_eq!((record.size, record.komi, record.names[0].as_str()), (5, 0.5, "a]b\\"));
    let state = &record.follow(&Go::new(19, 7.5).unwrap(), None).unwrap().pop().unwrap().1;
    let stones = |player| state.area(Player(player));
    assert_eq!(record.steps.len(), 3 + 1 + 4);
    assert_eq!(record.steps[4], GoStep::Play(Player(1), GoMove::new(4, 0).unwrap()));
    assert_eq!((stones(0), stones(1)), (4, 1), "{}", state.draw(None));
    assert_eq!(record.follow(&Go::new(19, 7.5).unwrap(), Some(1)).unwrap().len(), 5);
    assert_eq!(record.follow(&Go::new(19, 7.5).unwrap(), Some(0)).unwrap().len(), 4);
}

#[test]
fn a_record_survives_writing_and_reading() {
    let mut rng = Rng::new(5);
    for size in [2, 5, 9, 19] {
        let mut state = Go::new(size, 6.5).unwrap();
        let mut record = GoRecord { size, komi: 6.5, result: "B+0.5".into(), ..GoRecord::default() };
        record.names = ["back\\slash]".into(), "uct > mast, \"quoted\"\nin two lines".into()];
        for index in 0..60 {
            let player = Player(rng.below(2) as u8);
            state.set_turn(player);
            let at = state.random_action(&mut rng, &mut Vec::new());
            let step = match index {
                0..4 if at != GoMove::PASS => GoStep::Place(player, at),
                10 => GoStep::Turn(player),
                _ => GoStep::Play(player, at),
            };
            if state.step(step).is_ok() {
                record.steps.push(step);
            }
        }
        let text = record.to_string();
        assert_eq!(GoRecord::read(&text).as_ref(), Ok(&record), "{text}");
        assert_eq!(
            record.follow(&Go::new(19, 7.5).unwrap(), None).unwrap().last().unwrap().1.draw(None),
            state.draw(None)
        );
    }
}

#[test]
fn broken_files_are_refused_with_their_place() {
    assert_eq!(message(""), "line 1, column 1: there is no game: it would begin with `(;`");
    assert_eq!(message("(;SZ[9]\n;B[dd]\n"), "line 3, column 1: the game has no end: a `)` is missing");
    let unclosed = "line 2, column 3: a `]` is missing: the value that begins here has no end";
    assert_eq!(message("(;SZ[9]\n;B[dd)"), unclosed);
    assert_eq!(message("(;SZ[9]B)"), "line 1, column 9: a `[` is missing after `B`");
    assert_eq!(message("(;SZ[9]\n ;B[jj])"), "line 2, column 3: `jj` is not a point of a board of 9 rows");
    assert_eq!(message("(;SZ[9];AB[tt])"), "line 1, column 9: `tt` is not a point of a board of 9 rows");
    assert_eq!(message("(;SZ[52])"), "line 1, column 3: `SZ[52]`: the size must be a number from 2 to 19");
    assert_eq!(message("(;SZ[9:13])"), "line 1, column 3: `SZ[9:13]`: the board must be a square");
    assert_eq!(message("(;GM[2])"), "line 1, column 3: `GM[2]` is not Go, which is `GM[1]`");
    assert!(message("(;KM[x])").contains("`KM[x]` is not a number") && message("(;KM[nan])").contains("half points"));
    assert!(message("(B[aa])").contains("`B` is not expected here"));
    let illegal = GoRecord::read("(;SZ[9];B[dd];W[dd])").unwrap().follow(&Go::new(19, 7.5).unwrap(), None).unwrap_err();
    assert_eq!(illegal, "step 2 (`W[dd]`): illegal move");
}

#[test]
fn deep_and_torn_files_do_no_harm() {
    let deep = "(;".repeat(200_000);
    assert!(message(&deep).contains("no end"));
    let text = GoRecord { steps: steps("(;SZ[19];B[dd];W[pp]AB[aa:cc])"), ..GoRecord::default() }.to_string();
    for end in 0..text.len() {
        assert!(GoRecord::read(&text[..end]).is_err(), "{}", &text[..end]);
    }
}
