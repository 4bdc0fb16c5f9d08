//! What can be seen by looking one or two moves ahead is seen by every preset.

use waxwing::{Agent, Game, Limits, Notation, Phase, Player, Reward, Turn};
use waxwing_games::{Breakthrough, BreakthroughMove};

use crate::solve::{Solver, positions, presets, successors};

const COUNT: usize = 50;
const ITERATIONS: u64 = 5000;
/// Positions that take longer to solve are left out.
const MOST: usize = 30_000;

/// A position and the moves that are right in it.
type Task = (Breakthrough, Vec<BreakthroughMove>);

/// The actions that win at once.
fn wins_at_once(position: &Breakthrough) -> Vec<BreakthroughMove> {
    let Turn::Player(mover) = position.turn() else { return Vec::new() };
    let wins = |next: &Breakthrough| next.turn() == Turn::Over && next.reward(mover) == Reward::WIN;
    successors(position).into_iter().filter(|(_, next)| wins(next)).map(|(action, _)| action).collect()
}

fn every_preset_plays_right(tasks: &[Task]) {
    assert_eq!(tasks.len(), COUNT);
    let mut failures = Vec::new();
    for text in presets() {
        for (number, (position, right)) in tasks.iter().enumerate() {
            let mut agent = Agent::parse(&text, position).unwrap_or_else(|error| panic!("{error}"));
            let report = agent.search(position, number as u64, &Limits::iterations(ITERATIONS)).unwrap();
            if !right.contains(&report.best) {
                failures.push(format!("`{text}` plays {:?} instead of {right:?} in {position:?}", report.best));
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// A position with moves that win at once, while after every other one the opponent can do something about it. (Where
/// the win cannot be stopped, a search may as well put it off.)
fn win_in_one(position: Breakthrough) -> Option<Task> {
    let right = wins_at_once(&position);
    let can_be_stopped = |next: &Breakthrough| {
        !wins_at_once(next).is_empty() || successors(next).iter().any(|(_, after)| wins_at_once(after).is_empty())
    };
    let others = || successors(&position).into_iter().filter(|(action, _)| !right.contains(action));
    let urgent = !right.is_empty() && others().count() > 0 && others().all(|(_, next)| can_be_stopped(&next));
    urgent.then_some((position, right))
}

#[test]
fn every_preset_wins_at_once_where_it_can() {
    let start = Breakthrough::new(8, 8).unwrap();
    every_preset_plays_right(&positions(&start, 31, 0).filter_map(win_in_one).take(COUNT).collect::<Vec<Task>>());
}

/// A position in which the right moves win in the end, by exhaustive search, and every other move lets the opponent win
/// at once.
fn parry(position: Breakthrough, solver: &mut Solver<Breakthrough>) -> Option<Task> {
    let Turn::Player(mover) = position.turn() else { return None };
    if !wins_at_once(&position).is_empty() {
        return None;
    }
    let (lost, left): (Vec<_>, Vec<_>) =
        successors(&position).into_iter().partition(|(_, next)| !wins_at_once(next).is_empty());
    let mut is_won = |next: &Breakthrough| solver.try_value(next, mover, MOST) == Some(Reward::WIN);
    let parried = !lost.is_empty() && !left.is_empty() && left.iter().all(|(_, next)| is_won(next));
    parried.then(|| (position, left.into_iter().map(|(action, _)| action).collect()))
}

#[test]
fn every_preset_parries_a_threat_to_win_at_once() {
    let mut tasks = Vec::new();
    for (rows, columns, least, count) in [(5, 3, 0, 20), (6, 3, 6, 20), (5, 4, 10, 10)] {
        let start = Breakthrough::new(rows, columns).unwrap();
        let mut solver = Solver::new();
        tasks.extend(positions(&start, 41, least).filter_map(|position| parry(position, &mut solver)).take(count));
    }
    every_preset_plays_right(&tasks);
}

/// Whether a move captures a piece that would win with its next move: it stands one row before its goal.
fn prevents_a_win(position: &Breakthrough, rows: usize, action: BreakthroughMove, player: Player) -> bool {
    let row = if player == Player(0) { 2 } else { rows - 1 };
    let text = position.format(action);
    text.contains('x') && text.ends_with(&row.to_string())
}

/// In how many plies of playouts a capture prevents a loss and the mover cannot win at once, and in how many of these it
/// plays another move.
fn lapses(text: &str, (rows, columns): (usize, usize)) -> (u64, u64) {
    let start = Breakthrough::new(rows, columns).unwrap();
    let (mut urgent, mut lapses) = (0, 0);
    for seed in 0..3 {
        let mut agent = Agent::parse(text, &start).unwrap_or_else(|error| panic!("{error}"));
        agent
            .trace(&start, seed, 1000, &mut |trace, _| {
                let mut state = trace.root.clone();
                for step in trace.steps() {
                    let player = step.player.expect("there is no chance");
                    let prevents = |&action: &BreakthroughMove| prevents_a_win(&state, rows, action, player);
                    let is_urgent = step.phase == Phase::Simulation
                        && step.legal.iter().any(prevents)
                        && wins_at_once(&state).is_empty();
                    urgent += u64::from(is_urgent);
                    lapses += u64::from(is_urgent && !prevents(&step.action));
                    state.apply(step.action);
                }
            })
            .unwrap();
    }
    (urgent, lapses)
}

const FULL: (usize, usize) = (8, 8);
const SMALL: (usize, usize) = (6, 5);

#[test]
fn forced_playouts_capture_what_would_win_and_plain_greedy_ones_do_not_always() {
    let (urgent, forced) = lapses("implicit-minimax/bl", FULL);
    assert!(urgent > 50 && forced == 0, "{forced} of {urgent}");
    let (urgent, plain) = lapses("uct(c=0.4) > ege(0.1) with solver, mate1, det(0.5)", FULL);
    assert!(plain > 0, "{plain} of {urgent}");
    // What ε draws may leave it out, and so may the greedy choice by the other evaluation, to which other captures are worth as
    // much where few rows are worth something.
    assert!(lapses("uct(c=0.4) > ege(0.1, forced=yes) with solver, mate1", FULL).1 > 0);
    assert!(lapses("uct(c=0.4) > ege(0, eval=lh) with solver, mate1", SMALL).1 > 0);
    let (urgent, forced) = lapses("uct(c=0.4) > ege(0, eval=lh, forced=yes) with solver, mate1", SMALL);
    assert!(urgent > 50 && forced == 0, "{forced} of {urgent}");
}
