//! Section 4.5: with a convergent tree policy, losing moves of a solved position get an ever smaller share of the visits.

use std::hash::Hash;

use waxwing::{Agent, Game, Limits, Reward};
use waxwing_games::{Breakthrough, Othello};

use crate::solve::{Solver, positions, presets};

/// The share of visits that go to moves which are worth less than the best.
fn wasted<G: Game>(text: &str, position: &G, bad: &[G::Action], iterations: u64) -> f64 {
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    let report = agent.search(position, 17, &Limits::iterations(iterations));
    let wasted: u64 = report.actions.iter().filter(|a| bad.contains(&a.action)).map(|a| a.visits).sum();
    wasted as f64 / iterations as f64
}

/// The first position of random games in which at least two moves win and at least two do not, with those that do not.
fn contrast<G: Game + Hash + Eq>(start: &G, seed: u64) -> (G, Vec<G::Action>) {
    let mut solver = Solver::new();
    for position in positions(start, seed, 0) {
        let actions = solver.actions(&position);
        let bad: Vec<_> =
            actions.iter().filter(|(_, value)| *value != Reward::WIN).map(|(action, _)| *action).collect();
        if bad.len() >= 2 && actions.len() >= bad.len() + 2 {
            return (position, bad);
        }
    }
    unreachable!("random games do not end")
}

fn all_presets_converge<G: Game>(position: &G, bad: &[G::Action]) {
    for text in presets() {
        let shares = [1_000, 10_000, 100_000].map(|iterations| wasted(&text, position, bad, iterations));
        assert!(shares[0] > shares[1] && shares[1] > shares[2] && shares[2] < 0.05, "`{text}`: {shares:?}");
    }
}

#[test]
fn all_presets_converge_on_breakthrough_6x2() {
    let start = Breakthrough::new(6, 2).unwrap();
    let (position, bad) = contrast(&start, 1);
    all_presets_converge(&position, &bad);
}

#[test]
fn all_presets_converge_on_breakthrough_5x3() {
    let (position, bad) = contrast(&Breakthrough::new(5, 3).unwrap(), 2);
    all_presets_converge(&position, &bad);
}

#[test]
fn all_presets_converge_on_othello_4x4() {
    let (position, bad) = contrast(&Othello::<4>::start(), 3);
    all_presets_converge(&position, &bad);
}

#[test]
fn a_coefficient_that_does_not_vanish_keeps_losing_moves_alive() {
    let (position, bad) = contrast(&Breakthrough::new(5, 3).unwrap(), 2);
    for text in ["0.5 uct + 0.5 mast", "0.5 uct + 0.5 tiles(epsilon=0.5)"] {
        let share = wasted(text, &position, &bad, 100_000);
        assert!(share > 0.05, "`{text}`: {share}");
    }
    let share = wasted("[fade(k=50)] mast + uct", &position, &bad, 100_000);
    assert!(share < 0.05, "{share}");
}
