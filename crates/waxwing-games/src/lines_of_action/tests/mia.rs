//! The evaluations against a second implementation, which counts square by square.

use waxwing::knowledge::{Classical as _, Evaluator as _, Offers};
use waxwing::{Game, Player, Rng, Turn};

use super::super::knowledge::{LinesOfActionKnowledge, Mia};
use super::{LinesOfAction, Rules, all_rules, position, random_position, start};
use crate::testing::{after, legal};

/// The square values of 8×8 as published: a quarter, from the corner.
const QUARTER: [[f64; 4]; 4] =
    [[-80.0, -25.0, -20.0, -20.0], [-25.0, 10.0, 10.0, 10.0], [-20.0, 10.0, 25.0, 25.0], [-20.0, 10.0, 25.0, 50.0]];

/// A board of squares: 0 for Black, 1 for White.
struct Naive {
    size: i32,
    squares: Vec<Vec<Option<usize>>>,
}

impl Naive {
    fn new(state: &LinesOfAction) -> Self {
        let size = i32::from(state.board.size);
        let colour = |square: i32| (0..2).find(|&player| state.pieces(Player(player as u8)) >> square & 1 == 1);
        let row = |row: i32| (0..size).map(|column| colour(row * 8 + column)).collect();
        Naive { size, squares: (0..size).map(row).collect() }
    }

    fn inside(&self, row: i32, column: i32) -> bool {
        (0..self.size).contains(&row) && (0..self.size).contains(&column)
    }

    fn at(&self, row: i32, column: i32) -> Option<usize> {
        if self.inside(row, column) { self.squares[row as usize][column as usize] } else { None }
    }

    fn pieces(&self, player: usize) -> Vec<(i32, i32)> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.at(row, column) == Some(player)).collect()
    }

    fn centre(&self, player: usize) -> (i32, i32) {
        let pieces = self.pieces(player);
        let mean = |sum: i32| (f64::from(sum) / pieces.len() as f64 + 0.5).floor() as i32;
        (mean(pieces.iter().map(|piece| piece.0).sum()), mean(pieces.iter().map(|piece| piece.1).sum()))
    }

    /// Counted from the corner on the rim, and from the centre inside.
    fn value(&self, (row, column): (i32, i32)) -> f64 {
        let [row, column] = [row, column].map(|place| place.min(self.size - 1 - place));
        if row.min(column) == 0 {
            return QUARTER[0][row.max(column).min(3) as usize];
        }
        let missing = 3 - (self.size - 1) / 2;
        QUARTER[(row + missing) as usize][(column + missing) as usize]
    }

    /// Where a piece gets in a direction, if that is on the board, and whether it jumps over an enemy.
    fn way(&self, (row, column): (i32, i32), (up, right): (i32, i32)) -> Option<((i32, i32), bool)> {
        let far = -self.size..=self.size;
        let count = far.filter(|k| self.at(row + k * up, column + k * right).is_some()).count() as i32;
        let enemy = self.at(row, column).map(|player| 1 - player);
        let jumps = (1..count).any(|k| self.at(row + k * up, column + k * right) == enemy);
        let to = (row + count * up, column + count * right);
        self.inside(to.0, to.1).then_some((to, jumps))
    }

    fn on_edge(&self, (row, column): (i32, i32)) -> bool {
        [row, column].iter().any(|&place| place == 0 || place == self.size - 1)
    }

    fn mobility(&self, player: usize) -> f64 {
        let mut sum = 0.0;
        for from in self.pieces(player) {
            for (direction, (to, jumps)) in directions().filter_map(|way| Some((way, self.way(from, way)?))) {
                if jumps || self.at(to.0, to.1) == Some(player) {
                    continue;
                }
                let capture = if self.at(to.0, to.1).is_some() { 2.0 } else { 1.0 };
                let ends = if self.on_edge(to) { 0.5 } else { 1.0 };
                let next = (from.0 + direction.0, from.1 + direction.1);
                let straight = direction.0 == 0 || direction.1 == 0;
                // (A straight move across the board has an inner square next to it.)
                let runs = straight && self.on_edge(from) && self.on_edge(next) && self.on_edge(to);
                sum += capture * ends * if runs { 0.5 } else { 1.0 };
            }
        }
        sum
    }

    /// The walls of a player around the other's pieces.
    fn walls(&self, player: usize) -> f64 {
        let mut sum = 0.0;
        for piece in self.pieces(1 - player).into_iter().filter(|&piece| self.on_edge(piece)) {
            let off_rim: Vec<_> = directions().filter(|&way| self.leads_off(piece, way)).collect();
            let blocked = off_rim.iter().filter(|&&way| self.way(piece, way).is_some_and(|(_, jumps)| jumps)).count();
            sum += match off_rim.len() - blocked {
                0 => 2.0,
                1 if blocked > 0 => 1.0,
                _ => 0.0,
            };
        }
        sum
    }

    /// Whether a way leads off every edge that the square lies on.
    fn leads_off(&self, (row, column): (i32, i32), (up, right): (i32, i32)) -> bool {
        let stays = |place: i32, step: i32| (place == 0 || place == self.size - 1) && step == 0;
        self.inside(row + up, column + right) && !stays(row, up) && !stays(column, right)
    }

    /// The features but the last, in their order.
    fn features(&self, player: usize) -> [f64; 8] {
        let pieces = self.pieces(player);
        let count = pieces.len() as f64;
        let centre = self.centre(player);
        let king = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        let distances: i32 = pieces.iter().map(|&piece| king(piece, centre)).sum();
        let least: i32 = [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2].iter().take(pieces.len()).sum();
        let half = |place: i32| f64::from(place) + 0.5;
        let quads = (0..self.size - 1).flat_map(|row| (0..self.size - 1).map(move |column| (row, column)));
        let near_quads = quads.filter(|&(row, column)| {
            let rows = (half(row) - f64::from(centre.0)).abs();
            let columns = (half(column) - f64::from(centre.1)).abs();
            let corners = [(row, column), (row + 1, column), (row, column + 1), (row + 1, column + 1)];
            rows.max(columns) <= 2.0 && corners.iter().filter(|corner| pieces.contains(corner)).count() >= 3
        });
        let neighbours: usize =
            pieces.iter().map(|&piece| pieces.iter().filter(|&&other| king(piece, other) == 1).count()).sum();
        let extent = |places: Vec<i32>| places.iter().max().unwrap() - places.iter().min().unwrap() + 1;
        let area =
            extent(pieces.iter().map(|piece| piece.0).collect()) * extent(pieces.iter().map(|piece| piece.1).collect());
        [
            count / f64::from(distances - least + 1),
            pieces.iter().map(|&piece| self.value(piece)).sum::<f64>() / count,
            self.value(centre),
            near_quads.count() as f64,
            self.mobility(player),
            self.walls(player),
            neighbours as f64 / count,
            f64::from(self.size * self.size) / f64::from(area),
        ]
    }
}

fn directions() -> impl Iterator<Item = (i32, i32)> {
    let all = (-1..=1).flat_map(|up| (-1..=1).map(move |right| (up, right)));
    all.filter(|&way| way != (0, 0))
}

/// The state as it were with the other player to move.
fn turned(state: &LinesOfAction) -> LinesOfAction {
    let mut state = state.clone();
    state.board.pass_on();
    state
}

#[test]
fn every_feature_is_what_is_counted_square_by_square() {
    let mut rng = Rng::new(11);
    let mut seen = [0; 8];
    for size in [8, 7, 6, 5, 4, 8, 8].into_iter().cycle().take(5000) {
        let (state, _) = random_position(&mut rng, size, Rules::USUAL);
        let naive = Naive::new(&state);
        let [black, white] = [0, 1].map(|player| naive.features(player));
        let (found, other) = (state.features(), turned(&state).features());
        for feature in 0..8 {
            let expected = black[feature] - white[feature];
            let error = (f64::from(found[feature]) - expected).abs();
            assert!(
                error < 1e-3,
                "{}: {} is not {expected}\n{state:?}",
                super::super::LINES_OF_ACTION_FEATURES[feature],
                found[feature]
            );
            assert_eq!(found[feature], -other[feature]);
            seen[feature] += usize::from(expected != 0.0);
        }
        assert_eq!((found[8], other[8]), (1.0, 1.0));
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn values_are_those_of_the_weights_in_the_file() {
    let text = include_str!("../mia/weights.txt");
    let mut rng = Rng::new(12);
    for (evaluation, set) in ["loa_v1", "loa_v1_few"].into_iter().enumerate() {
        let line = text.lines().find(|line| line.split('|').next().unwrap().trim() == set).unwrap();
        let weights: Vec<f32> = line.split('|').skip(1).map(|field| field.trim().parse().unwrap()).collect();
        for size in (4..=8).cycle().take(500) {
            let (state, _) = random_position(&mut rng, size, Rules::USUAL);
            for state in [turned(&state), state] {
                let expected: f32 =
                    state.features().iter().zip(&weights).map(|(feature, weight)| feature * weight).sum();
                let mover = state.board.mover;
                let value = Mia(evaluation).evaluate(&state, Player(mover));
                assert!((value - expected).abs() < 0.05, "{value} is not {expected}");
                assert_eq!(Mia(evaluation).evaluate(&state, Player(1 - mover)), -value);
            }
        }
    }
}

/// The value after a move, where draws by repetition are not seen.
fn value_after(evaluation: usize, state: &LinesOfAction, action: super::LinesOfActionMove) -> f32 {
    let Turn::Player(player) = state.turn() else { panic!("the game is over") };
    let mut forgetful = LinesOfAction::with_rules(state.board, state.rules);
    forgetful.plies = state.plies;
    forgetful.apply(action);
    Mia(evaluation).evaluate(&forgetful, player)
}

#[test]
fn values_of_actions_are_those_of_the_positions_behind_them() {
    let mut rng = Rng::new(13);
    let mut ends = [0; 3];
    let mut check = |state: &LinesOfAction| {
        let actions = legal(state);
        for evaluation in 0..2 {
            let mut values = Vec::new();
            Mia(evaluation).evaluate_actions(state, &actions, &mut values);
            let expected: Vec<f32> = actions.iter().map(|&action| value_after(evaluation, state, action)).collect();
            assert_eq!(values, expected);
            for (end, value) in ends.iter_mut().zip([10_000.0, -10_000.0, 0.0]) {
                *end += values.iter().filter(|&&found| found == value).count();
            }
        }
    };
    for (size, rules) in [8, 7, 6, 5, 4].into_iter().cycle().zip(all_rules().cycle()).take(80) {
        let mut state = start(size, rules);
        while state.turn() != Turn::Over {
            check(&state);
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
        let (state, _) = random_position(&mut rng, size, rules);
        check(&turned(&state));
        check(&state);
    }
    assert!(ends.iter().all(|&count| count > 20), "{ends:?}");
}

#[test]
fn waiting_is_worth_what_the_position_is_worth_after_a_null_move() {
    let mut rng = Rng::new(29);
    for (size, rules) in [8, 7, 6, 5].into_iter().cycle().zip(all_rules().cycle()).take(40) {
        let mut state = start(size, rules);
        while let Turn::Player(player) = state.turn() {
            // (A null move may end the game by repetition or by its length, which waiting does not.)
            let passed = LinesOfActionKnowledge.after_null_move(&state).filter(|passed| passed.turn() != Turn::Over);
            for evaluation in 0..2 {
                let waiting = Mia(evaluation).evaluate_waiting(&state);
                let expected = passed.as_ref().map_or(waiting, |passed| Mia(evaluation).evaluate(passed, player));
                assert!((waiting - expected).abs() < 0.01, "{waiting} is not {expected}");
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
}

/// How many of the moves improve the position for the mover, as Corrective sees it.
fn improving(state: &LinesOfAction) -> usize {
    let mut values = Vec::new();
    Mia(0).evaluate_actions(state, &legal(state), &mut values);
    let waiting = Mia(0).evaluate_waiting(state);
    values.iter().filter(|&&value| value > waiting).count()
}

#[test]
fn most_first_moves_improve_the_position() {
    let start = LinesOfAction::new();
    // With the mover's own turn in the value of the position none of them would.
    assert_eq!((improving(&start), legal(&start).len()), (32, 36));
    let mut rng = Rng::new(30);
    let (mut improve, mut all) = (0, 0);
    for _ in 0..20 {
        let mut state = LinesOfAction::new();
        for _ in 0..12 {
            if state.turn() == Turn::Over {
                break;
            }
            improve += improving(&state);
            all += legal(&state).len();
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
    assert!((all * 2 / 5..all * 4 / 5).contains(&improve), "{improve} of {all}");
}

#[test]
fn the_last_ply_a_pass_and_a_player_without_moves_are_seen_in_advance() {
    for rules in all_rules() {
        let state = position("b1 a2 b2 g8 h7 e7", "a1 h8", rules);
        let mut late = state.clone();
        late.plies = super::MOST_PLIES - 1;
        for state in [late, state] {
            for evaluation in 0..2 {
                let (actions, mut values) = (legal(&state), Vec::new());
                Mia(evaluation).evaluate_actions(&state, &actions, &mut values);
                let expected: Vec<f32> =
                    actions.iter().map(|&action| value_after(evaluation, &state, action)).collect();
                assert_eq!(values, expected);
                if rules.stuck_loses || state.plies > 0 {
                    continue;
                }
                let stuck = after(state.clone(), "e7-g7");
                let mut values = Vec::new();
                Mia(evaluation).evaluate_actions(&stuck, &legal(&stuck), &mut values);
                assert_eq!(values, [value_after(evaluation, &stuck, super::LinesOfActionMove::PASS)]);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_is_worth_its_outcome() {
    let values = |state: &LinesOfAction| [0, 1].map(|player| Mia(0).evaluate(state, Player(player)));
    let drawn = after(position("a1 c2 d2", "c1 f6", Rules::USUAL), "a1xc1");
    assert_eq!(values(&drawn), [0.0, 0.0]);
    let won = after(position("a1 c2 d2", "c8 f6", Rules::USUAL), "a1-b1");
    assert_eq!(values(&won), [10_000.0, -10_000.0]);
    let mut actions = Vec::new();
    Mia(0).evaluate_actions(&won, &[], &mut actions);
    assert!(actions.is_empty());
}

#[test]
fn seven_hundred_points_are_an_expected_score_of_95_percent() {
    let scale = |points| Mia(0).scale(points);
    assert!((scale(700.0) - 0.9).abs() < 1e-3 && scale(0.0) == 0.0);
    assert_eq!((scale(10_000.0), scale(-10_000.0)), (1.0, -1.0));
    assert_eq!(scale(-123.0), -scale(123.0));
    assert_eq!(Offers::of(&LinesOfAction::new()).evaluations, ["mia", "mia3"]);
}
