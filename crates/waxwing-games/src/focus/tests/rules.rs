use std::collections::BTreeSet;

use waxwing::{Game, Player, Reward, Rng, Turn};

use super::super::board::{Board, of_player};
use super::super::{Focus, MOST_PLIES};
use super::reference::Reference;
use super::{KINDS, choose, position};
use crate::bits::squares;
use crate::testing::{after, check_hashes, texts};

fn rewards(state: &Focus) -> Vec<f64> {
    assert_eq!(state.turn(), Turn::Over);
    (0..state.players).map(|player| state.reward(Player(player)).value()).collect()
}

/// Fails if the two do not agree on the position.
fn compare(state: &Focus, reference: &Reference) {
    for (&(column, row), pieces) in &reference.stacks {
        let stack = pieces.iter().fold(1, |stack, &piece| stack << 2 | piece as u16);
        assert_eq!(state.board.stack((row * 8 + column) as u8), stack);
    }
    for player in 0..state.players {
        let place = usize::from(player);
        assert_eq!(usize::from(state.reserve(player)), reference.reserves[place]);
        for other in 0..state.players {
            let captured = of_player(state.captured_by(player), other) as usize;
            assert_eq!(captured, reference.captured[place][usize::from(other)]);
        }
    }
}

#[test]
fn games_go_as_on_a_board_of_lists_and_no_piece_is_lost() {
    for (players, reserve) in KINDS {
        let pieces = [18, 12 + reserve, 13][players - 2];
        for game in 0..12 {
            let mut state = Focus::new(players, reserve).unwrap();
            let (mut reference, mut rng) = (Reference::new(players, reserve), Rng::new(game));
            while !reference.is_over() {
                assert_eq!(state.turn(), Turn::Player(Player(reference.mover as u8)));
                assert_eq!(texts(&state), reference.moves());
                let action = choose(&state, [0.0, 0.5, 0.95][game as usize % 3], &mut rng);
                reference.apply(&waxwing::Notation::format(&state, action));
                state.apply(action);
                compare(&state, &reference);
                assert!((0..players).all(|player| reference.pieces_of(player) == pieces));
            }
            let share = 1.0 / players as f64;
            let expected = |player| reference.winner.map_or(share, |winner| f64::from(u8::from(winner == player)));
            assert!((0..players).all(|player| (rewards(&state)[player] - expected(player)).abs() < 1e-9));
        }
    }
}

#[test]
fn the_sets_of_squares_follow_from_the_stacks() {
    for (players, reserve) in KINDS {
        for state in super::states(players, reserve, 3, 5) {
            let stacks = std::array::from_fn(|square| state.board.stack(square as u8));
            assert_eq!(state.board, Board::new(stacks));
        }
    }
}

#[test]
fn random_games_last_as_long_as_those_of_a_separate_program() {
    // Mean lengths and games that hit the limit, of 2,000 games each.
    for (players, length, limited) in [(2, 1246.0, 0.13), (3, 1311.0, 0.25), (4, 829.0, 0.04)] {
        let (games, mut plies, mut drawn) = (1500, 0, 0);
        let mut rng = Rng::new(players as u64);
        for _ in 0..games {
            let mut state = Focus::new(players, 1).unwrap();
            plies += state.playout(&mut rng, &mut Vec::new(), u32::MAX);
            drawn += usize::from(state.plies == MOST_PLIES);
        }
        let (mean, share) = (f64::from(plies) / f64::from(games), drawn as f64 / f64::from(games));
        // The standard deviation of a length is some 550 plies: a difference of two means has a standard error of 19.
        assert!((mean - length).abs() < 76.0, "{players} players: {mean} plies");
        assert!((share - limited).abs() < 0.05, "{players} players: {share} at the limit");
    }
}

#[test]
fn pieces_keep_their_order_and_what_is_too_much_goes_from_the_bottom() {
    // Three pieces onto four: two go, an own one to the reserve.
    let state = after(position(2, "c3:BBABA c6:ABBB f6:B", [0; 4]), "c3-c6");
    let position = position(2, "c3:BB c6:BBABA f6:B", [1, 0, 0, 0]);
    assert_eq!(state.board, position.board);
    assert_eq!(state.reserves, [1, 0, 0, 0]);
    assert_eq!(state.captured, [1 << 8, 0, 0, 0]);
}

#[test]
fn pieces_from_the_reserve_go_anywhere_and_capture_too() {
    let state = position(2, "a3:A d4:BBBBB h6:AB", [1, 2, 0, 0]);
    let drops: BTreeSet<String> = texts(&state).into_iter().filter(|text| text.starts_with('*')).collect();
    assert_eq!(drops.len(), 52);
    let end = after(state, "*d4");
    assert_eq!((end.reserves, end.captured), ([0, 2, 0, 0], [1 << 8, 0, 0, 0]));
    assert_eq!(end.board, position(2, "a3:A d4:BBBBA h6:AB", [0; 4]).board);
    assert!(texts(&end).contains("*a3") && texts(&after(end, "*a3 d4-d5")).contains("*c1"));
}

#[test]
fn who_has_captured_enough_wins() {
    let with = |players, captured: u32| {
        let start = position(players, "a3:A d4:BBBBB d8:B c8:C", [1; 4]);
        let reserves = std::array::from_fn(|player| u8::from(player < players));
        Focus { captured: [captured, 0, 0, 0], reserves, ..start }
    };
    let wins = |players, captured| after(with(players, captured), "*d4").turn() == Turn::Over;
    assert!(!wins(2, 4 << 8) && wins(2, 5 << 8));
    // Three of each, or ten in all.
    assert!(!wins(3, 1 << 8 | 3 << 16) && wins(3, 2 << 8 | 3 << 16) && !wins(3, 2 << 8 | 2 << 16));
    assert!(!wins(3, 8 << 8) && wins(3, 9 << 8) && wins(3, 1 << 8 | 8 << 16));
    // Two of each, or ten in all.
    assert!(wins(4, 1 << 8 | 2 << 16 | 2 << 24) && !wins(4, 1 << 8 | 2 << 16 | 1 << 24));
    assert!(!wins(4, 5 << 8 | 3 << 16) && wins(4, 5 << 8 | 4 << 16));
    assert_eq!(rewards(&after(with(3, 9 << 8), "*d4")), [1.0, 0.0, 0.0]);
}

#[test]
fn own_pieces_that_come_back_are_not_captured() {
    let state = Focus { captured: [5 << 8, 0, 0, 0], ..position(2, "d4:AAAAB d3:A f6:B", [0; 4]) };
    let next = after(state, "d3-d4");
    assert_eq!((next.turn(), next.reserves), (Turn::Player(Player(1)), [1, 0, 0, 0]));
}

#[test]
fn who_cannot_move_is_passed_over_until_a_piece_of_his_surfaces() {
    let state = position(3, "d4:B d3:A f6:CA f5:C", [0; 4]);
    let covered = after(state, "d3-d4");
    assert_eq!(covered.turn(), Turn::Player(Player(2)));
    let round = after(covered, "f5-e5");
    assert_eq!(round.turn(), Turn::Player(Player(0)));
    assert_eq!(after(round, "d4-d5").turn(), Turn::Player(Player(1)));
}

#[test]
fn who_alone_can_move_wins() {
    assert_eq!(rewards(&after(position(2, "d4:B d3:A", [0; 4]), "d3-d4")), [1.0, 0.0]);
    assert_eq!(rewards(&after(position(3, "d4:C d3:A f6:BA", [0; 4]), "d3-d4")), [1.0, 0.0, 0.0]);
    let reserve = after(position(2, "d4:B d3:A", [0, 1, 0, 0]), "d3-d4");
    assert_eq!(reserve.turn(), Turn::Player(Player(1)));
    assert_eq!(texts(&reserve).len(), 52);
}

#[test]
fn the_game_is_drawn_by_the_count_of_plies_unless_the_last_one_wins() {
    for players in 2..=4 {
        let start = Focus { plies: MOST_PLIES - 1, ..Focus::new(players, 1).unwrap() };
        let first = if players == 4 { "d8-d7" } else { "b7-b6" };
        let end = after(start.clone(), first);
        let share = Reward::new(1.0 / players as f64).value();
        assert_eq!(rewards(&end), vec![share; players]);
        assert!(!end.is_legal(waxwing::Notation::parse(&end, "c6-c5").unwrap()));
        assert_eq!(after(Focus { plies: MOST_PLIES - 2, ..start }, first).turn(), Turn::Player(Player(1)));
    }
    let winning = Focus { plies: MOST_PLIES - 1, ..position(2, "d4:B d3:A", [0; 4]) };
    assert_eq!(rewards(&after(winning, "d3-d4")), [1.0, 0.0]);
}

#[test]
fn the_board_has_52_squares_and_the_set_up_of_four_is_the_same_for_all() {
    let board = Focus::new(4, 1).unwrap().board;
    assert_eq!(board.occupied(), super::super::board::BOARD);
    for square in squares(board.occupied()) {
        // Turned to the right, the pieces of each player are where those of the next one were.
        let turned = (7 - square % 8) * 8 + square / 8;
        assert_eq!(board.stack(turned) & 3, (board.stack(square) + 1) & 3);
    }
}

#[test]
fn hashes_tell_positions_apart() {
    for players in 2..=4 {
        let board = |state: &Focus| (state.board.words(), state.captured, state.reserves);
        assert!(check_hashes(&Focus::new(players, 1).unwrap(), 4, board) > 1000);
    }
}
