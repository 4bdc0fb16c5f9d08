//! Expert playouts and priors: by diagrams, against naive rules, and turned and mirrored.

mod naive;

use std::collections::{BTreeMap, BTreeSet};

use waxwing::knowledge::{EXPERT, Priors as _, Weightings};
use waxwing::{Game, Notation as _, Rng, Turn};

use super::super::expert::PATTERNS;
use super::super::knowledge::GoKnowledge;
use super::super::rules::Rules;
use super::super::surroundings::PLACES;
use super::super::{Go, GoMove};
use super::reference::Reference;
use crate::testing;
use naive::Window;

/// A position and the points that are marked in its drawing. `x` is Black, `o` White, a capital letter the last stone; `*` marks an
/// empty point.
fn position(rows: &str) -> (Go, BTreeSet<String>) {
    let lines: Vec<Vec<char>> =
        rows.lines().map(|line| line.split_whitespace().flat_map(str::chars).collect()).collect();
    let lines: Vec<&Vec<char>> = lines.iter().filter(|line| !line.is_empty()).collect();
    let mut state = Go::new(lines.len() as u8, 0.5).unwrap();
    let found = |wanted: char| -> Vec<GoMove> {
        let all = lines.iter().rev().enumerate().flat_map(|(row, line)| {
            line.iter().enumerate().map(move |(column, &sign)| (sign, GoMove::new(column as u8, row as u8).unwrap()))
        });
        all.filter(|&(sign, _)| sign == wanted).map(|(_, at)| at).collect()
    };
    let marked = found('*').into_iter().map(|at| state.format(at)).collect();
    // The last stone comes last, and the other player is to move.
    let (mut black, mut white) = (found('x'), found('o'));
    let last = [found('X'), found('O')].concat();
    let ends_black = !found('X').is_empty();
    while !black.is_empty() || !white.is_empty() {
        state.apply(black.pop().unwrap_or(GoMove::PASS));
        state.apply(white.pop().unwrap_or(GoMove::PASS));
    }
    if !ends_black && !last.is_empty() {
        state.apply(GoMove::PASS);
    }
    last.into_iter().for_each(|at| state.apply(at));
    (state, marked)
}

fn weigh(state: &Go, actions: &[GoMove], weights: &mut Vec<f32>) {
    let experts: &dyn Weightings<Go> = &GoKnowledge;
    experts.weigh(experts.named(EXPERT).unwrap(), state, actions, weights);
}

fn draw(state: &Go, rng: &mut Rng) -> GoMove {
    let experts: &dyn Weightings<Go> = &GoKnowledge;
    experts.draw(experts.named(EXPERT).unwrap(), state, rng).unwrap()
}

/// The moves that an expert may draw.
fn drawn(state: &Go) -> BTreeSet<String> {
    let actions = testing::legal(state);
    let mut weights = Vec::new();
    weigh(state, &actions, &mut weights);
    assert_eq!(weights.len(), actions.len());
    assert!(weights.iter().all(|&weight| weight == 0.0 || weight == 1.0));
    let drawn = actions.iter().zip(&weights).filter(|&(_, &weight)| weight > 0.0);
    drawn.map(|(&action, _)| state.format(action)).collect()
}

fn proposes(rows: &str) {
    let (state, marked) = position(rows);
    assert_eq!(drawn(&state), marked, "\n{}", state.draw(None));
}

#[test]
fn a_chain_that_the_last_stone_leaves_in_atari_is_captured() {
    proposes(
        ". . . . . .
         . . x x . .
         . x o O * .
         . . x x . .
         . . . . . .
         . . . . . .",
    );
    // Not the last stone's own chain, but one that it touches at a corner.
    proposes(
        ". . . . . .
         . . x . . .
         . x o * . .
         . . x O . .
         . . . . . .
         . . . . . .",
    );
}

#[test]
fn a_chain_in_atari_escapes_by_extension_or_by_capture() {
    proposes(
        ". . . . . .
         . . o . . .
         . o x * . .
         . . O . . .
         . . . . . .
         . . . . . .",
    );
    // In the corner the chain would still be in atari.
    let (state, _) = position(
        ". . . . o x .
         . . . . . O .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    assert!(!drawn(&state).contains("G7"), "\n{}", state.draw(None));
    // It cannot be extended, but a chain beside it can be captured, far from the last stone.
    proposes(
        ". x o * . .
         . o x o . .
         . o x o . .
         . o x o . .
         . o x . o .
         . . O o . .",
    );
}

#[test]
fn a_pattern_beside_the_last_stone_is_played() {
    // Both sides of a contact are a hane round one of the stones.
    proposes(
        ". . . . . . .
         . . . . . . .
         . . * x * . .
         . . * O * . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
}

#[test]
fn no_stones_are_put_in_atari_and_no_eye_is_filled_while_there_is_anything_else() {
    // White has two eyes and Black none: only the outside is left to both.
    let (state, _) = position(
        ". o . o x
         o o o o x
         x x x x x
         . x . . x
         x x x x .",
    );
    let moves = drawn(&state);
    for eye in ["A5", "C5"] {
        assert!(!moves.contains(eye), "\n{}", state.draw(None));
    }
}

/// Positions of games in which both play as experts do, or at random, or by turns.
fn positions(size: u8, games: u64, mut look: impl FnMut(&Go, &Reference)) {
    for seed in 0..games {
        let (mut state, mut reference) =
            (Go::with_rules(size, Rules::USUAL), Reference::new(usize::from(size), Rules::USUAL));
        let mut rng = Rng::new(seed);
        while state.turn() != Turn::Over {
            look(&state, &reference);
            let expert = rng.below(3) < seed as usize % 4;
            let action = match expert {
                true => draw(&state, &mut rng),
                false => state.playout_action(&mut rng, &mut Vec::new()),
            };
            let action = if state.is_legal(action) { action } else { GoMove::PASS };
            reference.apply(&state.format(action));
            state.apply(action);
        }
    }
}

fn last_place(state: &Go) -> Option<(usize, usize)> {
    state.last.place().map(|(column, row)| (usize::from(row), usize::from(column)))
}

#[test]
fn experts_draw_what_the_naive_rules_allow() {
    for (size, games) in [(3, 8), (5, 12), (7, 8), (9, 4)] {
        positions(size, games, |state, reference| {
            let expected = reference.expert_moves(last_place(state));
            // Playouts know the simple rule of ko alone: what superko forbids is not listed here.
            let legal = testing::texts(state);
            let possible = expected.intersection(&legal).cloned().collect();
            assert_eq!(drawn(state), possible, "\n{}", state.draw(None));
        });
    }
}

#[test]
fn stones_that_a_move_puts_in_atari_are_counted_as_the_naive_rules_do() {
    for (size, games) in [(5, 20), (9, 4)] {
        positions(size, games, |state, reference| {
            for action in testing::legal(state) {
                let Some((column, row)) = action.place() else { continue };
                let stones = state.board.self_atari(action.point(), state.colour());
                assert_eq!(
                    stones as usize,
                    reference.self_atari((row.into(), column.into())),
                    "\n{}",
                    state.draw(None)
                );
            }
        });
    }
}

#[test]
fn draws_are_as_frequent_as_their_weights_say() {
    const DRAWS: usize = 2_000;
    let mut rng = Rng::new(3);
    positions(5, 12, |state, _| {
        if state.plies % 7 > 0 {
            return;
        }
        let mut playable = Vec::new();
        state.playout_actions(&mut playable);
        let mut weights = Vec::new();
        weigh(state, &playable, &mut weights);
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for _ in 0..DRAWS {
            let action = draw(state, &mut rng);
            assert!(state.is_playout_action(action));
            *counts.entry(state.action_index(action)).or_default() += 1;
        }
        let total: f32 = weights.iter().sum();
        let expected = playable.iter().zip(&weights).filter(|&(_, &weight)| weight > 0.0);
        let pairs: Vec<(usize, f64)> = expected
            .map(|(&action, &weight)| {
                let count = counts.remove(&state.action_index(action)).unwrap_or(0);
                (count, f64::from(weight / total) * DRAWS as f64)
            })
            .collect();
        assert!(counts.is_empty(), "{counts:?}");
        testing::assert_frequencies(pairs);
    });
}

/// Surroundings as rows of signs, and back.
fn window(surroundings: u16) -> Window {
    let sign = |place: usize| ['.', 'b', 'w', '='][usize::from(surroundings >> PLACES[place].1 & 3)];
    [[sign(5), sign(0), sign(4)], [sign(2), '.', sign(1)], [sign(7), sign(3), sign(6)]]
}

#[test]
fn the_table_has_the_patterns_of_the_file_and_nothing_else() {
    let found = (0..=u16::MAX).filter(|&surroundings| PATTERNS.contains(surroundings));
    let expected: Vec<u16> = (0..=u16::MAX).filter(|&surroundings| naive::has_pattern(window(surroundings))).collect();
    assert!(found.eq(expected.iter().copied()));
    assert!((1_000..30_000).contains(&expected.len()), "{}", expected.len());
}

/// The rates of a position's legal moves.
fn rates(state: &Go) -> BTreeMap<String, f32> {
    let actions = testing::legal(state);
    let mut rates = Vec::new();
    GoKnowledge.win_rates(state, &actions, &mut rates);
    assert_eq!(rates.len(), actions.len());
    assert!(rates.iter().all(|rate| (0.0..=1.0).contains(rate)));
    actions.iter().zip(rates).map(|(&action, rate)| (state.format(action), rate)).collect()
}

#[test]
fn priors_like_captures_escapes_and_patterns_and_dislike_eyes_and_self_atari() {
    let (capture, marked) = position(
        ". . . . . . .
         . . . . . . .
         . . x x . . .
         . x o O * . .
         . . x x . . .
         . . . . . . .
         . . . . . . .",
    );
    let known = rates(&capture);
    let best = known.iter().max_by(|one, other| one.1.total_cmp(other.1)).unwrap();
    assert!(marked.contains(best.0) && *best.1 > 0.8, "{best:?}");
    let opening = rates(&Go::new(9, 7.5).unwrap());
    assert!(opening["A1"] < 0.3 && opening["A1"] < opening["B2"] && opening["B2"] < opening["C3"]);
    assert!(opening["C3"] > 0.5 && opening["E5"] == 0.5 && opening["pass"] < 0.2);
    let (eyes, _) = position(
        ". x . x O
         x x x x o
         . . . . .
         . . . . .
         . . . . .",
    );
    let known = rates(&eyes);
    assert!(known["A5"] < 0.2 && known["C5"] < 0.2 && known["A5"] < known["B2"], "{known:?}");
    // A stone in the corner would be in atari.
    let (rash, _) = position(
        ". o . . .
         . . o . .
         . . . . .
         . . . . .
         . . . . .",
    );
    let known = rates(&rash);
    assert!(known["A5"] < known["A3"], "{known:?}");
}

#[test]
fn a_pass_that_wins_is_sure_and_others_are_not() {
    let mut state = testing::after(Go::new(5, 0.5).unwrap(), "C3");
    assert!(rates(&state)["pass"] < 0.2);
    state.apply(GoMove::PASS);
    // Black has the whole board.
    assert_eq!(rates(&state)["pass"], 1.0);
    let losing = testing::after(Go::new(5, 30.5).unwrap(), "C3 pass");
    assert!(rates(&losing)["pass"] < 0.2);
}

/// A move turned and mirrored in one of eight ways.
fn moved(action: GoMove, size: u8, way: u8) -> GoMove {
    let Some((column, row)) = action.place() else { return action };
    let (column, row) = if way & 1 > 0 { (size - 1 - column, row) } else { (column, row) };
    let (column, row) = if way & 2 > 0 { (column, size - 1 - row) } else { (column, row) };
    let (column, row) = if way & 4 > 0 { (row, column) } else { (column, row) };
    GoMove::new(column, row).unwrap()
}

#[test]
fn a_turned_or_mirrored_board_and_the_other_colours_change_nothing() {
    for (size, seed) in [(5, 1), (7, 2), (9, 3), (9, 4)] {
        for way in 0..16 {
            let start = Go::with_rules(size, Rules { komi: 0, ..Rules::USUAL });
            let (mut state, mut other, mut rng) = (start.clone(), start, Rng::new(seed));
            if way >= 8 {
                other.apply(GoMove::PASS);
            }
            while state.turn() != Turn::Over && other.turn() != Turn::Over {
                let renamed = |text: &String| {
                    let action = moved(state.parse(text).unwrap(), size, way % 8);
                    state.format(action)
                };
                assert_eq!(drawn(&state).iter().map(renamed).collect::<BTreeSet<_>>(), drawn(&other));
                // After nothing at all, and after the pass that gives White the first move, a pass means something else.
                let stones = |rates: BTreeMap<String, f32>| rates.into_iter().filter(|(text, _)| text != "pass");
                let renamed_rates: BTreeMap<String, f32> =
                    stones(rates(&state)).map(|(text, rate)| (renamed(&text), rate)).collect();
                assert_eq!(renamed_rates, stones(rates(&other)).collect());
                let action = draw(&state, &mut rng);
                let action = if state.is_legal(action) { action } else { GoMove::PASS };
                state.apply(action);
                other.apply(moved(action, size, way % 8));
            }
        }
    }
}
