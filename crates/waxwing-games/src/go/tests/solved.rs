//! Small boards: all positions, and what the first player gets with best play.

use waxwing::{Agent, Game, Limits, Turn};

use super::super::board::{Board, Colour, Point};
use super::super::rules::{Ko, Rules};
use super::super::{Go, GoMove};

/// How many arrangements of stones have a liberty for every chain, by trying all of them.
fn legal_positions(size: u8) -> usize {
    let points: Vec<Point> = Board::new(size).points().collect();
    let arrangements = 3usize.pow(points.len() as u32);
    (0..arrangements).filter(|&arrangement| is_reachable(size, &points, arrangement)).count()
}

/// Puts the stones of an arrangement on a board, in an order in which each has a liberty or joins a chain that keeps one;
/// that is possible exactly if all chains have one at the end, since points only ever become fewer.
fn is_reachable(size: u8, points: &[Point], arrangement: usize) -> bool {
    let (mut board, mut left, mut stones) = (Board::new(size), arrangement, Vec::new());
    for &point in points {
        match left % 3 {
            1 => stones.push((point, Colour::Black)),
            2 => stones.push((point, Colour::White)),
            _ => {}
        }
        left /= 3;
    }
    for &(point, colour) in &stones {
        board.put(point, colour);
        board.remove_if_dead(point, colour);
    }
    // What was captured on the way did not have a liberty with all stones on the board.
    usize::from(board.stones[0] + board.stones[1]) == stones.len()
}

#[test]
fn there_are_as_many_legal_positions_as_published() {
    assert_eq!([legal_positions(2), legal_positions(3)], [57, 12_675]);
}

/// Whether Black gets at least `lead` points more than White with best play, in at most `plies` plies.
fn black_gets(state: &Go, lead: i32, plies: u32) -> bool {
    let Turn::Player(mover) = state.turn() else { return state.board.score() >= lead };
    if plies == 0 {
        return false;
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    // Passing first settles what needs no more moves.
    actions.rotate_right(1);
    let mut good = actions.into_iter().map(|action| {
        let mut after = state.clone();
        after.apply(action);
        black_gets(&after, lead, plies - 1)
    });
    if mover.0 == 0 { good.any(|good| good) } else { good.all(|good| good) }
}

#[test]
fn black_gets_the_whole_three_by_three_board_from_its_centre() {
    let mut state = Go::with_rules(3, Rules::USUAL);
    state.apply(GoMove::new(1, 1).unwrap());
    let found = (4..=16).find(|&plies| black_gets(&state, 9, plies));
    assert!(found.is_some());
}

/// The best score for Black, exactly: alpha-beta without a table, since the rules remember all positions.
fn value(state: &Go, mut alpha: i32, mut beta: i32) -> i32 {
    let Turn::Player(mover) = state.turn() else { return state.board.score() };
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions.rotate_right(1);
    let mut best = if mover.0 == 0 { i32::MIN } else { i32::MAX };
    for action in actions {
        let mut after = state.clone();
        after.apply(action);
        let value = value(&after, alpha, beta);
        if mover.0 == 0 {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn black_wins_two_by_two_by_one_point() {
    assert_eq!(value(&Go::with_rules(2, Rules::USUAL), -4, 4), 1);
}

#[test]
fn a_search_begins_in_the_centre_of_five_by_five() {
    let state = Go::new(5, 8.5).unwrap();
    let mut agent = Agent::parse("uct > mast + lgrf", &state).unwrap();
    let report = agent.search(&state, 1, &Limits::iterations(10_000)).unwrap();
    assert_eq!(report.best.place(), Some((2, 2)));
}

#[test]
fn alpha_beta_wins_three_by_three_with_any_komi_below_nine() {
    let rules = Rules { komi: 17, ko: Ko::Simple, ..Rules::USUAL };
    let state = Go::with_rules(3, rules);
    let mut agent = Agent::parse("ab", &state).unwrap();
    let report = agent.search(&state, 1, &Limits::iterations(50_000)).unwrap();
    assert_eq!(report.best.place(), Some((1, 1)));
}
