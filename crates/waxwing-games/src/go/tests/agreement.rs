//! The board against the reference, and what it keeps against what is there.

use waxwing::{Game, Notation, Player, Rng, Turn};

use super::super::board::{Board, CELLS, Colour, KEYS, Point, STRIDE};
use super::super::rules::{Ko, Rules};
use super::super::surroundings::PLACES;
use super::super::{Go, GoMove};
use super::reference::{self, Place, Reference, Rows};
use crate::testing;

fn signs(state: &Go) -> Rows {
    let sign = |row, column| match state.stone(GoMove::new(column, row).unwrap()) {
        Some(Player(0)) => 'b',
        Some(_) => 'w',
        None => '.',
    };
    (0..state.size()).map(|row| (0..state.size()).map(|column| sign(row, column)).collect()).collect()
}

/// Compares everything that both programs know about a position.
fn compare(state: &Go, reference: &Reference) {
    assert_eq!(signs(state), reference.rows);
    assert_eq!(state.turn() == Turn::Over, reference.is_over());
    let owners: Vec<char> = reference::places(&reference.rows).map(|place| reference.owner(place)).collect();
    for (place, &owner) in reference::places(&reference.rows).zip(&owners) {
        let at = GoMove::new(place.1 as u8, place.0 as u8).unwrap();
        let expected = [('b', Player(0)), ('w', Player(1))].iter().find(|(sign, _)| *sign == owner).map(|pair| pair.1);
        assert_eq!(state.owner(at), expected);
    }
    let count = |colour| owners.iter().filter(|&&owner| owner == colour).count() as u16;
    let (black, white) = (count('b'), count('w'));
    assert_eq!([state.area(Player(0)), state.area(Player(1))], [black, white]);
    assert_eq!(state.score(), f64::from(black) - f64::from(white) - state.komi());
    if state.turn() == Turn::Over {
        let mut actions = Vec::new();
        state.playout_actions(&mut actions);
        assert!(actions.iter().all(|&action| !state.is_playout_action(action) && !state.is_legal(action)));
        return;
    }
    assert_eq!(testing::texts(state), reference.moves(), "\n{}", state.draw(None));
    let mut playable = Vec::new();
    state.playout_actions(&mut playable);
    let texts = playable.iter().map(|&action| state.format(action)).collect();
    assert_eq!(reference.playout_moves(), texts, "\n{}", state.draw(None));
}

/// Plays a random game, with `percent` of a hundred moves drawn as playouts do: such games capture more.
fn follow(size: u8, rules: Rules, percent: usize, seed: u64) {
    let (mut state, mut reference) = (Go::with_rules(size, rules), Reference::new(usize::from(size), rules));
    let (mut rng, mut buffer) = (Rng::new(seed), Vec::new());
    loop {
        compare(&state, &reference);
        if state.turn() == Turn::Over {
            break;
        }
        let playout = rng.below(100) < percent;
        let mut action = if playout {
            state.playout_action(&mut rng, &mut buffer)
        } else {
            state.random_action(&mut rng, &mut buffer)
        };
        // A playout may repeat an earlier position, which the rules forbid.
        if !state.is_legal(action) {
            action = GoMove::PASS;
        }
        reference.apply(&state.format(action));
        state.apply(action);
    }
}

#[test]
fn the_board_agrees_with_rows_of_characters() {
    for ko in [Ko::Positional, Ko::Situational, Ko::Simple] {
        for suicide in [false, true] {
            let rules = Rules { ko, suicide, ..Rules::USUAL };
            for (size, games) in [(2, 40), (3, 60), (4, 30), (5, 15), (6, 6), (9, 1)] {
                (0..games).for_each(|seed| follow(size, rules, 50 * (seed as usize % 3), seed));
            }
        }
    }
}

/// Recomputes all that a board keeps.
fn check(board: &Board, rows: &Rows) {
    let point = |(row, column): Place| (row + 1) * STRIDE + column + 1;
    let sign = |cell: usize| {
        let (row, column) = ((cell / STRIDE).wrapping_sub(1), (cell % STRIDE).wrapping_sub(1));
        rows.get(row).and_then(|line| line.get(column)).copied()
    };
    let colour = |sign: Option<char>| match sign {
        Some('b') => Colour::Black,
        Some('w') => Colour::White,
        Some(_) => Colour::Empty,
        None => Colour::Border,
    };
    let mut hash = 0;
    for place in reference::places(rows) {
        let at = point(place);
        let around = PLACES.iter().map(|&(distance, shift)| (colour(sign(at.wrapping_add(distance))) as u16) << shift);
        assert_eq!(board.surroundings[at], around.sum::<u16>());
        assert_eq!(board.colour(at as Point), colour(sign(at)));
        if sign(at) == Some('.') {
            assert_eq!(usize::from(board.chain[at]), at);
            continue;
        }
        let (stones, _) = reference::flood(rows, place);
        let mut ring: Vec<usize> = board.stones_of(board.chain[at]).map(usize::from).collect();
        ring.sort_unstable();
        assert_eq!(ring, stones.iter().map(|&stone| point(stone)).collect::<Vec<_>>());
        let kept = board.liberties[usize::from(board.chain[at])];
        let liberties = reference::liberties(rows, place);
        assert_eq!(kept.stones(), stones.len() as u64);
        assert!(liberties > 0 && !kept.is_none());
        assert_eq!(kept.is_one(), liberties == 1);
        hash ^= KEYS[usize::from(sign(at) == Some('w'))][at];
    }
    assert_eq!(board.hash, hash);
    let mut empty: Vec<usize> = board.empty().iter().map(|&point| usize::from(point)).collect();
    empty.sort_unstable();
    let expected = reference::places(rows).map(point).filter(|&at| sign(at) == Some('.'));
    assert_eq!(empty, expected.collect::<Vec<_>>());
    let count = |colour| rows.iter().flatten().filter(|&&sign| sign == colour).count() as u16;
    assert_eq!(board.stones, [count('b'), count('w')]);
}

#[test]
fn what_is_kept_from_move_to_move_is_what_is_there() {
    for (size, games, suicide) in [(2, 20, true), (5, 40, true), (9, 10, false), (13, 1, true), (19, 1, false)] {
        let rules = Rules { suicide, ..Rules::USUAL };
        for seed in 0..games {
            let (mut state, mut rng, mut buffer) = (Go::with_rules(size, rules), Rng::new(seed), Vec::new());
            let mut placed = [0, 0];
            while state.turn() != Turn::Over {
                let action = if suicide {
                    state.random_action(&mut rng, &mut buffer)
                } else {
                    state.playout_action(&mut rng, &mut buffer)
                };
                placed[usize::from(state.mover)] += u16::from(action != GoMove::PASS);
                state.apply(action);
                if state.plies % u16::from(size).pow(2).div_ceil(25) == 0 || state.turn() == Turn::Over {
                    check(&state.board, &signs(&state));
                }
                let captured = [0, 1].map(|player| state.captured(Player(player)));
                assert_eq!([0, 1].map(|player| state.board.stones[player] + captured[player]), placed);
            }
        }
    }
}

#[test]
fn a_playout_makes_the_choices_of_its_steps() {
    for (size, seed) in [(2, 1), (5, 2), (9, 3), (9, 4), (13, 5), (19, 6), (19, 7)] {
        let start = Go::new(size, 7.5).unwrap();
        let (mut whole, mut stepped, mut buffer) = (start.clone(), start, Vec::new());
        let plies = whole.playout(&mut Rng::new(seed), &mut buffer, u32::MAX);
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            stepped.apply(stepped.playout_action(&mut rng, &mut buffer));
        }
        assert_eq!((whole.draw(None), whole.plies), (stepped.draw(None), stepped.plies));
        assert_eq!((whole.turn(), stepped.turn()), (Turn::Over, Turn::Over));
        assert_eq!(whole.position_hash(), stepped.position_hash());
    }
}

#[test]
fn a_state_copied_into_another_is_like_its_clone() {
    let mut rng = Rng::new(8);
    let mut buffer = Vec::new();
    let mut room = Go::new(9, 7.5).unwrap();
    for (size, plies) in [(9, 60), (9, 5), (9, 200), (19, 300), (19, 10), (5, 90), (9, 40)] {
        let mut state = Go::new(size, 5.5).unwrap();
        for _ in 0..plies {
            if state.turn() != Turn::Over {
                state.apply(state.random_action(&mut rng, &mut buffer));
            }
        }
        room.clone_from(&state);
        let mut copy = room.clone();
        check(&copy.board, &signs(&state));
        assert_eq!(copy.draw(None), state.draw(None));
        let mut same = Rng::new(plies);
        while state.turn() != Turn::Over {
            assert_eq!(testing::legal(&state), testing::legal(&copy));
            let action = state.random_action(&mut same.clone(), &mut buffer);
            assert_eq!(action, copy.random_action(&mut same, &mut buffer));
            state.apply(action);
            copy.apply(action);
        }
        assert_eq!((copy.turn(), copy.score()), (Turn::Over, state.score()));
        assert_eq!(room.board.surroundings.len(), CELLS);
    }
}
