//! Single rules, and whole random games beside the reference.

use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::super::KalahMove;
use super::super::deal::Deal;
use super::reference::Reference;
use super::{NORTH, SOUTH, after, is_turn_of, pits, position, start};
use crate::kalah::Kalah;
use crate::testing::check_hashes;

/// A board of random size and seeds, in both programs.
fn random_start(rng: &mut Rng) -> (Kalah, Reference) {
    let (houses, stones, empty_captures) = (1 + rng.below(6), 1 + rng.below(6), rng.below(2) == 0);
    let deal = Deal::random(houses as u8, stones as u8, rng);
    let mut state = Kalah { empty_captures, ..Kalah::undealt(houses as u8, stones as u8) };
    state.apply(KalahMove::deal(&deal));
    (state, Reference::new(deal.rows(), empty_captures))
}

fn assert_same(state: &Kalah, reference: &Reference) {
    let pits: Vec<usize> = pits(state).concat().into_iter().map(usize::from).collect();
    assert_eq!(pits, reference.pits);
    assert_eq!(pits.iter().sum::<usize>(), usize::from(state.total()), "seeds are neither made nor lost");
    assert_eq!(state.turn() == Turn::Over, reference.over);
}

#[test]
fn the_table_of_sowings_agrees_with_sowing_seed_by_seed() {
    let mut rng = Rng::new(5);
    for game in 0..6000 {
        let (mut state, mut reference) = match game % 6 {
            0 => (start(6, 4, true), Reference::new([&[4; 6]; 2], true)),
            1 => (start(6, 4, false), Reference::new([&[4; 6]; 2], false)),
            _ => random_start(&mut rng),
        };
        while state.turn() != Turn::Over {
            assert_same(&state, &reference);
            assert!(is_turn_of(&state, Player(reference.mover as u8)));
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let texts: Vec<String> = actions.iter().map(|&action| state.format(action)).collect();
            assert_eq!(texts, reference.moves(), "{}", state.draw(None));
            let all = (0..13).map(KalahMove);
            let legal: Vec<KalahMove> = all.filter(|&action| state.is_legal(action)).collect();
            assert_eq!(legal, actions);
            let action = actions[rng.below(actions.len())];
            reference.apply(&state.format(action));
            state.apply(action);
        }
        assert_same(&state, &reference);
        let south = Reward::new(0.5 + 0.5 * f64::from(reference.lead().signum()));
        assert_eq!([SOUTH, NORTH].map(|player| state.reward(player)), [south, south.opposite()]);
    }
}

#[test]
fn a_house_of_any_number_of_seeds_is_sown_as_told() {
    for (houses, seeds) in (1..=6).flat_map(|houses| (1..=60).map(move |seeds| (houses, seeds))) {
        for (house, empty_captures) in (0..houses).flat_map(|house| [(house, true), (house, false)]) {
            let (mut south, north) = ([0; 6], [1; 6]);
            south[house] = seeds;
            let rows = [&south[..houses], &north[..houses]];
            let mut reference = Reference::new(rows, empty_captures);
            let mut state = Kalah { empty_captures, ..position(rows[0], rows[1]) };
            let text = (house + 1).to_string();
            reference.apply(&text);
            state.apply(state.parse(&text).unwrap());
            let ours: Vec<usize> = pits(&state).concat().into_iter().map(usize::from).collect();
            assert_eq!(ours, reference.pits, "{houses} houses, {seeds} seeds in house {house}");
        }
    }
}

#[test]
fn a_playout_makes_the_moves_of_random_action() {
    for (seed, state) in (0..200).zip([start(6, 4, true), start(6, 4, false), start(3, 6, true)].iter().cycle()) {
        let (mut rng, mut buffer) = (Rng::new(seed), Vec::new());
        let (mut stepped, mut plies) = (state.clone(), 0);
        while stepped.turn() != Turn::Over {
            stepped.apply(stepped.random_action(&mut rng, &mut buffer));
            plies += 1;
        }
        let (mut played, mut same) = (state.clone(), Rng::new(seed));
        assert_eq!((played.playout(&mut same, &mut buffer, u32::MAX), &played), (plies, &stepped));
        assert_eq!(same.next_u64(), rng.next_u64());
    }
}

#[test]
fn the_last_seed_in_the_store_gives_another_move() {
    let state = after(start(6, 4, true), "3");
    assert!(is_turn_of(&state, SOUTH));
    assert_eq!(pits(&state), [vec![4, 4, 0, 5, 5, 5, 1], vec![4, 4, 4, 4, 4, 4, 0]]);
    assert!(is_turn_of(&after(state, "6"), NORTH));
}

#[test]
fn sowing_passes_over_the_store_of_the_other() {
    let state = after(position(&[0, 0, 1, 8], &[1, 1, 1, 1]), "4");
    assert_eq!(pits(&state), [vec![1, 1, 2, 0, 1], vec![2, 2, 2, 2, 0]]);
    assert!(is_turn_of(&state, NORTH));
}

#[test]
fn the_last_seed_in_an_empty_house_captures_what_faces_it() {
    let state = after(position(&[2, 0, 0, 5], &[1, 7, 1, 1]), "1");
    assert_eq!(pits(&state), [vec![0, 1, 0, 5, 1 + 7], vec![1, 0, 1, 1, 0]]);
    assert!(is_turn_of(&state, NORTH));
    // In an empty house of the other it captures nothing.
    let state = after(position(&[1, 0, 3, 0], &[0, 0, 1, 1]), "3");
    assert_eq!(pits(&state), [vec![1, 0, 0, 1, 1], vec![1, 0, 1, 1, 0]]);
}

#[test]
fn a_seed_that_faces_an_empty_house_is_captured_only_by_the_rule_for_it() {
    let [empty, standard] = [true, false].map(|empty_captures| {
        let state = Kalah { empty_captures, ..position(&[1, 0, 3], &[1, 0, 1]) };
        after(state, "1")
    });
    assert_eq!(pits(&empty), [vec![0, 0, 3, 1], vec![1, 0, 1, 0]]);
    assert_eq!(pits(&standard), [vec![0, 1, 3, 0], vec![1, 0, 1, 0]]);
    assert!([empty, standard].iter().all(|state| is_turn_of(state, NORTH)));
}

#[test]
fn a_full_round_ends_in_its_own_house_and_captures() {
    let state = after(position(&[1, 7, 2], &[4, 0, 6]), "2");
    // Every house got a seed; the second, empty by then, captures the one that has just come to face it.
    assert_eq!(pits(&state), [vec![2, 0, 3, 1 + 1 + 1], vec![5, 0, 7, 0]]);
    // With another round the house holds two seeds at the end: nothing is captured.
    let state = after(position(&[1, 14, 2], &[4, 0, 6]), "2");
    assert_eq!(pits(&state), [vec![3, 2, 4, 2], vec![6, 2, 8, 0]]);
}

#[test]
fn the_game_ends_when_a_row_is_empty_whoever_would_move() {
    // South's last seed falls into its store: no other move is left to it.
    let end = after(position(&[0, 0, 1], &[2, 0, 3]), "3");
    assert_eq!((end.turn(), pits(&end)), (Turn::Over, [vec![0, 0, 0, 1], vec![0, 0, 0, 5]]));
    assert_eq!([SOUTH, NORTH].map(|player| end.reward(player)), [Reward::LOSS, Reward::WIN]);
    // A capture takes North's last seeds.
    let end = after(position(&[1, 0, 5], &[0, 4, 0]), "1");
    assert_eq!((end.turn(), pits(&end)), (Turn::Over, [vec![0, 0, 0, 10], vec![0, 0, 0, 0]]));
    assert_eq!(end.reward(SOUTH), Reward::WIN);
    // South has emptied its own row, and it would be North's turn.
    let end = after(position(&[0, 0, 3], &[1, 1, 0]), "3");
    assert_eq!((end.turn(), pits(&end)), (Turn::Over, [vec![0, 0, 0, 1], vec![0, 0, 0, 4]]));
    assert!((0..13).all(|number| !end.is_legal(KalahMove(number))));
}

#[test]
fn equal_stores_are_a_draw() {
    let end = after(start(1, 1, true), "1");
    assert_eq!((end.turn(), pits(&end)), (Turn::Over, [vec![0, 1], vec![0, 1]]));
    assert_eq!([SOUTH, NORTH].map(|player| end.reward(player)), [Reward::DRAW; 2]);
}

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let state = start(4, 3, true);
    for text in ["", "0", "5", "01", "1 ", "+1", "a", "１", "11", "-1"] {
        let message = format!("`{text}` is not a move; a move is a house of the mover, from 1 to 4");
        assert_eq!(state.parse(text), Err(message));
    }
    let emptied = after(state, "2");
    assert!(!emptied.is_legal(emptied.parse("2").unwrap()));
}

#[test]
fn the_drawing_has_south_at_the_bottom_and_marks_the_last_move() {
    let state = after(start(4, 4, true), "1 4 4");
    let expected = [
        "       4   3   2   1   North",
        "     ┌───┬───┬───┬───┐",
        "     │› ·│  5│  5│  5│",
        "   1 ├───┼───┼───┼───┤  2",
        "     │  1│  6│  6│  1│",
        "     └───┴───┴───┴───┘",
        "       1   2   3   4   South",
    ];
    assert_eq!(state.draw(None), expected.join("\n") + "\n");
    assert_eq!(state.draw(Some(NORTH)), state.draw(None));
}

#[test]
fn hashes_tell_positions_apart() {
    assert!(check_hashes(&start(6, 4, true), 4_000, |state| (pits(state), state.mover)) > 100_000);
    assert!(check_hashes(&start(3, 2, true), 3_000, |state| (pits(state), state.mover)) > 300);
}
