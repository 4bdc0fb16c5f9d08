//! What can be seen by looking one or two moves ahead is seen by every preset.

use waxwing::{Agent, Game, Limits, Player, Reward, Turn};
use waxwing_games::Breakthrough;

use crate::solve::{Solver, positions, presets, successors};

const COUNT: usize = 50;
const ITERATIONS: u64 = 5000;

/// The actions that win at once.
fn wins_at_once<G: Game>(position: &G) -> Vec<G::Action> {
    let Turn::Player(mover) = position.turn() else { return Vec::new() };
    let wins = |next: &G| next.turn() == Turn::Over && next.reward(mover) == Reward::WIN;
    successors(position).into_iter().filter(|(_, next)| wins(next)).map(|(action, _)| action).collect()
}

fn every_preset_plays<G: Game + std::fmt::Debug>(tasks: &[(G, Vec<G::Action>)]) {
    let mut failures = Vec::new();
    for text in presets() {
        for (number, (position, right)) in tasks.iter().enumerate() {
            let mut agent = Agent::parse(&text, position).unwrap_or_else(|error| panic!("{error}"));
            let report = agent.search(position, number as u64, &Limits::iterations(ITERATIONS));
            if !right.contains(&report.best) {
                failures.push(format!("`{text}` plays {:?} instead of {right:?} in {position:?}", report.best));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_preset_wins_at_once_where_it_can() {
    let start = Breakthrough::new(8, 8).unwrap();
    let tasks: Vec<_> = positions(&start, 31)
        .map(|position| {
            let right = wins_at_once(&position);
            (position, right)
        })
        .filter(|(_, right)| !right.is_empty())
        .take(COUNT)
        .collect();
    every_preset_plays(&tasks);
}

/// A position in which every move but the right ones lets the opponent win at once, and the right ones win in the end.
fn parries(
    position: Breakthrough,
    solver: &mut Solver<Breakthrough>,
) -> Option<(Breakthrough, Vec<<Breakthrough as Game>::Action>)> {
    let Turn::Player(mover) = position.turn() else { return None };
    if !wins_at_once(&position).is_empty() {
        return None;
    }
    let (lost, left): (Vec<_>, Vec<_>) =
        successors(&position).into_iter().partition(|(_, next)| !wins_at_once(next).is_empty());
    let mut is_won = |player: Player, next: &Breakthrough| solver.value(next, player) == Reward::WIN;
    let all_win = !lost.is_empty() && !left.is_empty() && left.iter().all(|(_, next)| is_won(mover, next));
    all_win.then(|| (position, left.into_iter().map(|(action, _)| action).collect()))
}

#[test]
fn every_preset_parries_a_threat_to_win_at_once() {
    let boards = [(5, 4), (5, 5), (6, 4)].map(|(rows, columns)| Breakthrough::new(rows, columns).unwrap());
    let mut tasks = Vec::new();
    for (seed, start) in boards.iter().enumerate() {
        let mut solver = Solver::new();
        let found = positions(start, 41 + seed as u64).filter_map(|position| parries(position, &mut solver));
        tasks.extend(found.take(COUNT.div_ceil(boards.len())));
    }
    every_preset_plays(&tasks);
}
