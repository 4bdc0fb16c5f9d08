//! Section 4.5: with a convergent tree policy, losing moves of a solved position get an ever smaller share of the visits.

use std::hash::Hash;

use waxwing::{Agent, Game, Limits, Reward, Turn};
use waxwing_games::{Breakthrough, Othello};

use crate::solve::{Solver, positions, presets, successors};

/// The share of visits that go to moves which are worth less than the best.
fn wasted<G: Game>(text: &str, position: &G, bad: &[G::Action], iterations: u64) -> f64 {
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    let report = agent.search(position, 17, &Limits::iterations(iterations)).unwrap();
    let wasted: u64 = report.actions.iter().filter(|a| bad.contains(&a.action)).map(|a| a.visits).sum();
    wasted as f64 / iterations as f64
}

/// The first position of random games in which at least two moves win and at least two do not, while the end is more
/// than two plies away; with the moves that do not win.
fn contrast<G: Game + Hash + Eq>(start: &G, seed: u64, least: usize) -> (G, Vec<G::Action>) {
    let mut solver = Solver::new();
    let is_over = |state: &G| state.turn() == Turn::Over;
    let ends_soon = |next: &G| is_over(next) || successors(next).iter().any(|(_, after)| is_over(after));
    for position in positions(start, seed, least) {
        if successors(&position).iter().any(|(_, next)| ends_soon(next)) {
            continue;
        }
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
        assert!(shares[0] > shares[1] && shares[1] > shares[2] && shares[2] < 0.2, "`{text}`: {shares:?}");
    }
}

#[test]
fn all_presets_converge_on_breakthrough_6x2() {
    let (position, bad) = contrast(&Breakthrough::new(6, 2).unwrap(), 1, 0);
    all_presets_converge(&position, &bad);
}

#[test]
fn all_presets_converge_on_breakthrough_5x3() {
    let (position, bad) = contrast(&Breakthrough::new(5, 3).unwrap(), 5, 5);
    all_presets_converge(&position, &bad);
}

#[test]
fn all_presets_converge_on_breakthrough_6x3() {
    let (position, bad) = contrast(&Breakthrough::new(6, 3).unwrap(), 4, 6);
    all_presets_converge(&position, &bad);
}

#[test]
fn all_presets_converge_on_othello_4x4() {
    let (position, bad) = contrast(&Othello::<4>::start(), 3, 2);
    all_presets_converge(&position, &bad);
}

#[test]
fn a_coefficient_that_does_not_vanish_keeps_losing_moves_alive() {
    let (position, bad) = contrast(&Breakthrough::new(5, 3).unwrap(), 5, 5);
    for text in ["0.5 uct + 0.5 mast", "0.5 uct + 0.5 tiles(epsilon=0.5)"] {
        let share = wasted(text, &position, &bad, 100_000);
        assert!(share > 0.2, "`{text}`: {share}");
    }
    let share = wasted("[fade(k=50)] mast + uct", &position, &bad, 100_000);
    assert!(share < 0.1, "{share}");
}
