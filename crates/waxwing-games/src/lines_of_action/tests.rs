mod groups;
mod knowledge;
mod mia;
mod reference;

use std::collections::{BTreeMap, BTreeSet};

use waxwing::game::{check_notated_game, perft};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::{Board, LinesOfAction, LinesOfActionMove, MOST_PLIES, Rules};
use crate::testing::{after, texts};
use reference::Reference;

const OPEN_SPIEL: Rules = Rules { mover_wins: true, stuck_loses: true, repetition: 2 };

fn start(size: u8, rules: Rules) -> LinesOfAction {
    LinesOfAction::with_rules(Board::start(size), rules)
}

fn reference(size: u8, Rules { mover_wins, stuck_loses, repetition }: Rules) -> Reference {
    Reference::new(size.into(), (mover_wins, stuck_loses, repetition))
}

fn all_rules() -> impl Iterator<Item = Rules> + Clone {
    (0..8).map(|bits| Rules {
        mover_wins: bits & 1 != 0,
        stuck_loses: bits & 2 != 0,
        repetition: if bits & 4 == 0 { 3 } else { 2 },
    })
}

/// The set of squares with these names.
fn squares(names: &str) -> u64 {
    let squares = names.split_whitespace().map(|name| {
        let &[column, row] = name.as_bytes() else { panic!("{name} is not a square") };
        crate::grid::square(column, row, 8, 8).unwrap()
    });
    squares.fold(0, |set, square| set | 1 << square)
}

/// A position with Black to move.
fn position(black: &str, white: &str, rules: Rules) -> LinesOfAction {
    LinesOfAction::with_rules(Board::new(8, squares(black), squares(white)), rules)
}

fn list(moves: &str) -> BTreeSet<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

fn rewards(state: &LinesOfAction) -> [Reward; 2] {
    assert_eq!(state.turn(), Turn::Over, "{}", state.draw(None));
    [0, 1].map(|player| state.reward(Player(player)))
}

const BLACK_WINS: [Reward; 2] = [Reward::WIN, Reward::LOSS];
const WHITE_WINS: [Reward; 2] = [Reward::LOSS, Reward::WIN];
const DRAWN: [Reward; 2] = [Reward::DRAW; 2];

/// Plays both on with random moves, and compares all they say.
fn agree(mut state: LinesOfAction, mut reference: Reference, rng: &mut Rng) {
    loop {
        if let Some(black) = reference.outcome() {
            assert_eq!(rewards(&state), [black, black.opposite()]);
            return;
        }
        assert_eq!(state.turn(), Turn::Player(reference.player()), "{}", state.draw(None));
        let moves = texts(&state);
        assert_eq!(moves, reference.moves(), "{}", state.draw(None));
        let text = moves.iter().nth(rng.below(moves.len())).unwrap();
        state.apply(state.parse(text).unwrap());
        reference.apply(text);
    }
}

#[test]
fn the_bitboards_agree_with_a_map_of_pieces_in_random_games() {
    let mut rng = Rng::new(7);
    for (size, games) in [(8, 2), (7, 2), (6, 4), (5, 20), (4, 100)] {
        for rules in all_rules() {
            for _ in 0..games {
                agree(start(size, rules), reference(size, rules), &mut rng);
            }
        }
    }
}

/// Pieces of both players on random squares, none of them connected.
fn random_position(rng: &mut Rng, size: u8, rules: Rules) -> (LinesOfAction, Reference) {
    loop {
        let (state, reference) = random_pieces(rng, size, rules);
        if ['b', 'w'].iter().all(|&colour| reference.groups(colour) > 1) {
            return (state, reference);
        }
    }
}

fn random_pieces(rng: &mut Rng, size: u8, rules: Rules) -> (LinesOfAction, Reference) {
    let mut board: Vec<(u8, u8)> = (0..size).flat_map(|row| (0..size).map(move |column| (row, column))).collect();
    rng.shuffle(&mut board);
    let most = usize::from(size - 2) * 2;
    let counts = [2 + rng.below(most - 1), 2 + rng.below(most - 1)];
    let (mut sets, mut pieces) = ([0, 0], BTreeMap::new());
    for (place, &(row, column)) in board[..counts[0] + counts[1]].iter().enumerate() {
        let player = usize::from(place >= counts[0]);
        sets[player] |= 1 << (row * 8 + column);
        pieces.insert((i32::from(row), i32::from(column)), ['b', 'w'][player]);
    }
    let Rules { mover_wins, stuck_loses, repetition } = rules;
    let state = LinesOfAction::with_rules(Board::new(size, sets[0], sets[1]), rules);
    (state, Reference::with_pieces(size.into(), pieces, (mover_wins, stuck_loses, repetition)))
}

#[test]
fn the_bitboards_agree_with_a_map_of_pieces_one_move_after_any_position() {
    let mut rng = Rng::new(8);
    for (size, rules) in (4..=8).cycle().zip(all_rules().cycle()).take(8000) {
        let (mut state, mut reference) = random_position(&mut rng, size, rules);
        let moves = texts(&state);
        assert_eq!(moves, reference.moves(), "{}", state.draw(None));
        let text = moves.iter().nth(rng.below(moves.len())).unwrap();
        state.apply(state.parse(text).unwrap());
        reference.apply(text);
        match reference.outcome() {
            Some(black) => assert_eq!(rewards(&state), [black, black.opposite()]),
            None => assert_eq!(texts(&state), reference.moves()),
        }
    }
}

#[test]
fn every_combination_of_options_keeps_the_promises_of_a_game() {
    for (size, rules) in (4..=8).flat_map(|size| all_rules().map(move |rules| (size, rules))) {
        check_notated_game(&start(size, rules), 4, 1).unwrap_or_else(|fault| panic!("{size} {rules:?}: {fault}"));
    }
}

#[test]
fn any_position_keeps_the_promises_of_a_game() {
    let mut rng = Rng::new(6);
    for _ in 0..60 {
        let (state, _) = random_position(&mut rng, 8, Rules::USUAL);
        check_notated_game(&state, 1, 1).unwrap_or_else(|fault| panic!("{fault}\n{}", state.draw(None)));
    }
}

#[test]
fn a_playout_makes_the_choices_of_random_actions() {
    let (mut one, mut two) = (Rng::new(3), Rng::new(3));
    let mut buffer = Vec::new();
    for (size, rules) in [8, 6, 4].into_iter().cycle().zip(all_rules().cycle()).take(600) {
        let (mut played, mut stepped) = (start(size, rules), start(size, rules));
        let plies = played.playout(&mut one, &mut buffer, u32::MAX);
        let mut count = 0;
        while stepped.turn() != Turn::Over {
            stepped.apply(stepped.random_action(&mut two, &mut buffer));
            count += 1;
        }
        assert_eq!((played.outcome, plies, played.draw(None)), (stepped.outcome, count, stepped.draw(None)));
    }
}

#[test]
fn pieces_leave_one_by_one_and_only_by_captures() {
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut state = LinesOfAction::new();
        while let Turn::Player(player) = state.turn() {
            let sides = [player, Player(1 - player.0)];
            let before = sides.map(|side| state.pieces(side).count_ones());
            let action = state.random_action(&mut rng, &mut Vec::new());
            let lost = u32::from(state.format(action).contains('x'));
            state.apply(action);
            assert_eq!(sides.map(|side| state.pieces(side).count_ones()), [before[0], before[1] - lost]);
            assert_eq!(state.board.own & state.board.other, 0);
            assert_eq!(state.history.count() == 0, lost == 1);
        }
    }
}

/// The number of captures among the last moves of all sequences.
fn captures(state: &LinesOfAction, depth: u32) -> usize {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let count = |action| {
        let mut next = state.clone();
        next.apply(action);
        captures(&next, depth - 1)
    };
    match depth {
        1 => actions.iter().filter(|&&action| state.format(action).contains('x')).count(),
        _ => actions.into_iter().map(count).sum(),
    }
}

#[test]
fn as_many_moves_capture_as_another_program_counted() {
    assert_eq!([1, 2, 3].map(|depth| captures(&LinesOfAction::new(), depth)), [4, 156, 5980]);
    let captures = texts(&LinesOfAction::new()).into_iter().filter(|text| text.contains('x'));
    assert_eq!(captures.collect::<BTreeSet<_>>(), list("c1xa3 f1xh3 c8xa6 f8xh6"));
}

#[test]
fn small_boards_count_as_the_map_of_pieces_does() {
    fn count(state: &Reference, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if state.outcome().is_some() {
            return 0;
        }
        let moves = state.moves().into_iter().map(|text| {
            let mut next = state.clone();
            next.apply(&text);
            count(&next, depth - 1)
        });
        moves.sum()
    }
    for (size, depth) in [(4, 5), (5, 4), (6, 3)] {
        for rules in [Rules::USUAL, OPEN_SPIEL] {
            let counted = perft(&start(size, rules), depth).unwrap();
            assert_eq!(counted, count(&reference(size, rules), depth), "{size}");
        }
    }
}

#[test]
fn the_shortest_game_ends_with_the_fifth_move_of_black() {
    let moves = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5";
    for rules in all_rules() {
        assert_eq!(rewards(&after(start(8, rules), moves)), BLACK_WINS);
    }
}

#[test]
fn a_piece_jumps_over_its_own_but_not_over_enemies() {
    let moves_of_b2 = |black: &str, white: &str| -> BTreeSet<String> {
        texts(&position(black, white, Rules::USUAL)).into_iter().filter(|text| text.starts_with("b2")).collect()
    };
    // Two pieces on the row and on the diagonal up to the right, three on the column, one on the other diagonal.
    assert_eq!(moves_of_b2("b2 b3", "b7 d2 d4"), list("b2-b5 b2xd2 b2xd4 b2-a3 b2-c1"));
    assert_eq!(moves_of_b2("b2 h7", "b3 d2 d4"), list("b2xd2 b2xd4 b2-a3 b2-c1"), "not over b3");
    assert_eq!(moves_of_b2("b2 b4 d4", "d2"), list("b2xd2 b2-a3 b2-c1"), "not onto b4 and d4");
}

#[test]
fn every_number_is_a_legal_move_or_none() {
    let mut rng = Rng::new(5);
    let mut actions = Vec::new();
    for size in (4..=8).cycle().take(50) {
        let (state, _) = random_position(&mut rng, size, Rules::USUAL);
        actions.clear();
        state.legal_actions(&mut actions);
        for action in (0..=u16::MAX).map(LinesOfActionMove) {
            assert_eq!(state.is_legal(action), actions.contains(&action), "{action:?}\n{}", state.draw(None));
        }
    }
}

#[test]
fn a_single_piece_is_connected_and_wins_for_its_owner() {
    let end = after(position("a1 a8 h2", "c1 f6", Rules::USUAL), "a1xc1");
    assert_eq!(rewards(&end), WHITE_WINS);
    assert!(!end.is_legal(end.parse("f6-f7").unwrap()) && !end.is_legal(LinesOfActionMove::PASS));
}

#[test]
fn when_both_are_connected_it_is_a_draw_or_the_mover_wins() {
    for rules in all_rules() {
        let end = after(position("a1 c2 d2", "c1 f6", rules), "a1xc1");
        assert_eq!(rewards(&end), if rules.mover_wins { BLACK_WINS } else { DRAWN });
    }
}

#[test]
fn a_player_without_a_move_passes_or_has_lost() {
    for rules in all_rules() {
        let state = position("b1 a2 b2 g8 h7 e7", "a1 h8", rules);
        assert!(!state.is_legal(LinesOfActionMove::PASS));
        let stuck = after(state, "e7-g7");
        if rules.stuck_loses {
            assert_eq!(rewards(&stuck), BLACK_WINS);
        } else {
            assert_eq!(stuck.turn(), Turn::Player(Player(1)));
            assert_eq!(texts(&stuck), list("pass"));
            assert_eq!(stuck.random_action(&mut Rng::new(1), &mut Vec::new()), LinesOfActionMove::PASS);
            assert_eq!(after(stuck, "pass b2-d2").turn(), Turn::Player(Player(1)));
        }
    }
}

#[test]
fn random_moves_are_even_where_few_are_legal() {
    // Of 24 ways to go only two are open, so that some moves are drawn from the list of all.
    let state = position("a1 h8 h1", "b1 a2 g8 h7 g1 h2 g2", Rules::USUAL);
    assert_eq!(texts(&state), list("a1-c3 h8-f6"));
    let mut rng = Rng::new(2);
    let drawn = (0..2000).map(|_| state.format(state.random_action(&mut rng, &mut Vec::new())));
    let first = drawn.filter(|text| text == "a1-c3").count();
    assert!((900..=1100).contains(&first), "{first}");
}

/// Four moves from the start that lead back to it.
const ROUND: &str = "d1-d3 a4-c4 d3-d1 c4-a4";

#[test]
fn a_position_that_comes_up_again_is_a_draw_the_third_time_or_the_second() {
    let once = after(LinesOfAction::new(), ROUND);
    assert_eq!(after(once.clone(), "d1-d3 a4-c4 d3-d1").turn(), Turn::Player(Player(1)));
    let end = after(once, ROUND);
    assert_eq!(rewards(&end), DRAWN);
    assert!(!end.is_legal(end.parse("d1-d3").unwrap()));
    let twice = Rules { repetition: 2, ..Rules::USUAL };
    assert_eq!(after(start(8, twice), "d1-d3 a4-c4 d3-d1").turn(), Turn::Player(Player(1)));
    assert_eq!(rewards(&after(start(8, twice), ROUND)), DRAWN);
}

#[test]
fn after_a_capture_positions_are_counted_anew() {
    let state = after(LinesOfAction::new(), "d1-d3 a4-c4 d3-d1 c4-a4 c1xa3");
    let round = "a4-c4 d1-d3 c4-a4 d3-d1";
    assert_eq!(after(state.clone(), round).turn(), Turn::Player(Player(1)));
    assert_eq!(rewards(&after(state, &[round, round].join(" "))), DRAWN);
}

#[test]
fn the_game_is_drawn_by_the_count_of_plies_unless_the_last_one_connects() {
    let late = |mut state: LinesOfAction, missing: u16| {
        state.plies = MOST_PLIES - missing;
        state
    };
    assert_eq!(after(late(LinesOfAction::new(), 2), "d1-d3").turn(), Turn::Player(Player(1)));
    assert_eq!(rewards(&after(late(LinesOfAction::new(), 1), "d1-d3")), DRAWN);
    let connecting = late(position("a1 c2 d2", "c8 f6", Rules::USUAL), 1);
    assert_eq!(rewards(&after(connecting, "a1-b1")), BLACK_WINS);
}

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let state = LinesOfAction::new();
    let message = |text: &str| state.parse(text).unwrap_err();
    let form = "is not a move; a move is two squares from a1 to h8: `b1-b3`, `c1xa3` to capture, or `pass`";
    for text in ["", "b1b3", "b1-b9", "i1-i2", "b1-", "B1-B3", "b1–b3", "b1-b3-b5", "Pass", "b0-b1"] {
        assert_eq!(message(text), format!("`{text}` {form}"));
    }
    assert!(start(5, Rules::USUAL).parse("b1-f1").unwrap_err().contains("from a1 to e5"));
    for text in ["b1-c3", "b1-b1", "a2-h8"] {
        let line = "a piece goes along its row, its column or a diagonal";
        assert_eq!(message(text), format!("`{text}` is not a move; {line}"));
    }
    assert_eq!(message("c1-a3"), "`c1-a3`: an enemy is on a3; a capture is written c1xa3");
    assert_eq!(message("b1xb3"), "`b1xb3`: nothing is captured on b3; write b1-b3");
    assert!(state.parse("pass").is_ok() && state.parse("c1xa3").is_ok());
}

#[test]
fn the_drawing_marks_the_last_move() {
    let expected = [
        "   a b c d e",
        " 5 · ● ● ● · 5",
        " 4 ○ · · · ○ 4",
        " 3›● · · · ○ 3",
        " 2 ○ · · · ○ 2",
        " 1 · ●›· ● · 1",
        "   a b c d e",
        "  ● 6   ○ 5\n",
    ];
    assert_eq!(after(start(5, Rules::USUAL), "c1xa3").draw(None), expected.join("\n"));
    assert!(!start(5, Rules::USUAL).draw(Some(Player(0))).contains('›'));
}
