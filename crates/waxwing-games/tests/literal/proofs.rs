//! What the solver proves is true, and it does prove.

use std::hash::Hash;

use waxwing::thinking::{Proven, Stopped};
use waxwing::{Agent, Game, Limits, Reward};
use waxwing_games::{Breakthrough, Othello};

use crate::solve::{Solver, positions};

fn outcome(value: Reward) -> Proven {
    match value {
        Reward::WIN => Proven::Win,
        Reward::LOSS => Proven::Loss,
        _ => Proven::Draw,
    }
}

/// Returns how many of the positions were proven in the end.
fn check<G: Game + Hash + Eq + std::fmt::Debug>(start: &G, text: &str, least: usize, count: usize, most: u64) -> usize {
    let mut solver = Solver::new();
    let mut solved = 0;
    for (number, position) in positions(start, 99, least).take(count).enumerate() {
        let values = solver.actions(&position);
        let best = values.iter().map(|&(_, value)| value).max().expect("an action");
        let mut budget = 30;
        loop {
            let mut agent = Agent::parse(text, &position).unwrap_or_else(|error| panic!("{error}"));
            let report = agent.search(&position, number as u64, &Limits::iterations(budget)).unwrap();
            for action in report.actions.iter() {
                let (_, value) = values.iter().find(|(known, _)| *known == action.action).expect("a legal action");
                let proven = action.proven.unwrap_or(outcome(*value));
                assert_eq!(proven, outcome(*value), "`{text}` about {:?} in {position:?}", action.action);
            }
            if report.stopped == Stopped::Proven {
                let (_, chosen) = values.iter().find(|(known, _)| *known == report.best).expect("a legal action");
                assert_eq!(*chosen, best, "`{text}` plays {:?} in {position:?}", report.best);
                let wins = report.actions.iter().any(|action| action.proven == Some(Proven::Win));
                let all = report.actions.iter().all(|action| action.proven.is_some());
                assert!(wins || all, "`{text}` stops too early in {position:?}");
                assert_eq!(wins, best == Reward::WIN, "`{text}` in {position:?}");
                solved += 1;
                break;
            }
            if budget >= most {
                break;
            }
            budget *= 10;
        }
    }
    solved
}

#[test]
fn proofs_on_breakthrough_agree_with_exhaustive_search() {
    let start = Breakthrough::new(4, 3).unwrap();
    assert_eq!(check(&start, "uct with solver", 0, 60, 300_000), 60);
    assert_eq!(check(&start, "rave > mast with solver", 0, 30, 300_000), 30);
    let start = Breakthrough::new(5, 3).unwrap();
    assert_eq!(check(&start, "uct with solver", 7, 60, 300_000), 60);
    assert_eq!(check(&start, "uct > nast with solver, pb, pu(first=2)", 7, 30, 300_000), 30);
    // Visits alone never open a second action here: it is looked at because the first is lost.
    assert_eq!(check(&start, "uct with solver, pu(first=1, a=1000000000)", 7, 60, 300_000), 60);
}

#[test]
fn proofs_on_othello_4x4_agree_with_exhaustive_search() {
    let start = Othello::<4>::start();
    assert_eq!(check(&start, "uct with solver", 0, 60, 300_000), 60);
    assert_eq!(check(&start, "grave > lgrf with solver", 0, 30, 300_000), 30);
}
