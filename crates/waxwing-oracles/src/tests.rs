//! The comparison finds agreement where there is some, and every fault.

use std::path::Path;

use crate::follow::{Tally, follow};
use crate::run::{self, Failure, follow_all};
use crate::spoil::spoilt;
use crate::table::{Entry, entries};
use crate::transcript::next_game;

const BREAKTHROUGH: &str = include_str!("data/breakthrough-6x2.txt");
const OTHELLO: &str = include_str!("data/othello.txt");

fn entry(spiel: &str) -> Entry {
    entries().into_iter().find(|entry| entry.spiel == spiel).expect("the entry is in the table")
}

fn compare(spiel: &str, transcript: &str) -> Result<Tally, Failure> {
    Ok(follow_all(&entry(spiel), transcript.as_bytes())?.0)
}

/// What is said about Breakthrough when the first of these texts is replaced by the second.
fn altered(from: &str, to: &str) -> String {
    assert!(BREAKTHROUGH.contains(from), "there is something to alter");
    compare("breakthrough(rows=6,columns=2)", &BREAKTHROUGH.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn games_of_open_spiel_are_followed_to_their_end() {
    let tally = compare("breakthrough(rows=6,columns=2)", BREAKTHROUGH).unwrap();
    assert_eq!(tally, Tally { games: 3, ended: 3, states: 38, actions: 142 });
    let tally = compare("othello", OTHELLO).unwrap();
    assert_eq!((tally.games, tally.ended, tally.states), (1, 1, 11));
}

#[test]
fn a_missing_move_is_reported_with_seed_moves_and_both_sets() {
    assert_eq!(
        altered("0\t2\ta6a5\tb6a5\tb5a4\tb4a3*\tb4b3", "0\t1\ta6a5\tb5a4\tb4a3*\tb4b3"),
        "what can be done differs (seed 1, after 2 moves)\n  moves: a2b3 a5a4\n  \
         OpenSpiel: a1a2 b2a3 b3b4 b3xa4\n  Waxwing: a1a2 b1a2 b2a3 b3b4 b3xa4"
    );
}

#[test]
fn every_altered_line_is_reported() {
    for (from, to, subject) in [
        ("0\t3\ta5a4\ta5b4\tb5a4\tb5b4", "1\t3\ta5a4\ta5b4\tb5a4\tb5b4", "the turn differs"),
        ("\ta2b3\tb2a3\tb2b3", "\ta2b3\tb2a3*\tb2b3", "what can be done differs"),
        ("\tb2a1\n", "\tb2a1\tb2b1\n", "what can be done differs"),
        ("over\t1.0\t-1.0", "over\t-1.0\t1.0", "the rewards differ"),
        ("over\t1.0\t-1.0", "over\t0.0\t0.0", "the rewards differ"),
        ("0\t3\ta5a4\ta5b4*\tb5a4\tb2a1\nover", "over", "the end differs"),
    ] {
        let message = altered(from, to);
        assert!(message.starts_with(subject), "{from:?} became {to:?}: {message}");
    }
}

#[test]
fn another_game_is_reported() {
    let message = compare("breakthrough(rows=6,columns=3)", BREAKTHROUGH).unwrap_err().to_string();
    assert!(message.starts_with("what can be done differs (seed 0, after 0 moves)"), "{message}");
    let message = compare("othello", BREAKTHROUGH).unwrap_err().to_string();
    assert!(message.starts_with("what can be done differs (seed 0, after 0 moves)"), "{message}");
}

#[test]
fn every_fault_that_is_put_in_on_purpose_is_noticed() {
    let game = next_game(&mut BREAKTHROUGH.as_bytes()).unwrap().unwrap();
    let breakthrough = entry("breakthrough(rows=6,columns=2)");
    let play = &(breakthrough.translation)(&[game]).unwrap()[0];
    let start = breakthrough.start().unwrap();
    follow(&start, play, &mut Tally::default()).unwrap();
    let spoilt = spoilt(play);
    assert_eq!(spoilt.len(), 5);
    for (fault, play) in spoilt {
        assert!(follow(&start, &play, &mut Tally::default()).is_err(), "{fault}");
    }
}

#[test]
fn an_oracle_that_does_not_run_or_ends_early_is_a_failure() {
    let othello = entry("othello");
    assert!(matches!(run::compare(&othello, Path::new("/no/such/python")), Err(Failure::Start { .. })));
    assert!(matches!(run::compare(&othello, Path::new("true")), Err(Failure::Ended { games: 0, .. })));
}

#[test]
fn every_entry_opens_a_game() {
    for entry in entries() {
        let opened = follow_all(&entry, &b""[..]);
        assert!(matches!(opened, Ok((_, 0))), "{}", entry.spiel);
    }
}
