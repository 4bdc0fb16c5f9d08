mod knowledge;
mod reference;

use std::collections::{BTreeMap, BTreeSet};

use waxwing::game::check_notated_game;
use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::knowledge::CheckersKnowledge;
use super::{Board, Checkers, CheckersMove, Rules, history};
use crate::testing::{after, check_hashes, texts};
use reference::{Reference, dark_squares};

const WHOLE: Rules = Rules { whole_turns: true, ..Rules::USUAL };

fn start(size: i32, [whole_turns, count_men, repetition]: [bool; 3]) -> Checkers {
    Checkers::with_rules(size as u8, Rules { whole_turns, count_men, repetition })
}

/// Both implementations of a position, from the numbers of the squares; those of kings have a `K` before them.
fn both(mover: char, black: &str, white: &str, rules: Rules) -> (Checkers, Reference) {
    let mut board = Board { own: 0, other: 0, kings: 0, ..Board::start(8) };
    let mut pieces = BTreeMap::new();
    for (squares, letter) in [(black, 'b'), (white, 'w')] {
        for square in squares.split_whitespace() {
            let (number, king) = square.strip_prefix('K').map_or((square, false), |number| (number, true));
            let place: usize = number.parse::<usize>().unwrap() - 1;
            let own = if letter == mover { &mut board.own } else { &mut board.other };
            *own |= 1 << place;
            board.kings |= u32::from(king) << place;
            pieces.insert(dark_squares(8)[place], if king { letter.to_ascii_uppercase() } else { letter });
        }
    }
    board.mover = u8::from(mover == 'w');
    let Rules { whole_turns, count_men, repetition } = rules;
    let state = Checkers { board, ..Checkers::with_rules(8, rules) };
    (state, Reference::with_pieces(8, pieces, mover, [whole_turns, count_men, repetition]))
}

fn position(mover: char, black: &str, white: &str) -> Checkers {
    both(mover, black, white, Rules::USUAL).0
}

/// Plays both on with random moves, at most `plies`, and compares all they say.
fn agree(mut state: Checkers, mut reference: Reference, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        if let Some(black) = reference.outcome() {
            assert_eq!(state.turn(), Turn::Over, "{}", state.draw(None));
            assert_eq!([0, 1].map(|player| state.reward(Player(player))), [black, black.opposite()]);
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

fn all_rules() -> impl Iterator<Item = [bool; 3]> + Clone {
    (0..8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0))
}

#[test]
fn the_bitboards_agree_with_a_map_of_pieces_in_random_games() {
    let mut rng = Rng::new(7);
    for (size, games) in [(8, 25), (6, 40), (4, 60)] {
        for rules in all_rules() {
            for _ in 0..games {
                let [whole, count_men, repetition] = rules;
                let reference = Reference::new(size, whole, count_men, repetition);
                agree(start(size, rules), reference, 10_000, &mut rng);
            }
        }
    }
}

/// Pieces on random squares, most of them kings; no man is where it would have been crowned.
fn random_position(rng: &mut Rng, rules: [bool; 3]) -> (Checkers, Reference) {
    let mut squares: Vec<usize> = (1..=32).collect();
    rng.shuffle(&mut squares);
    let mut sides = [String::new(), String::new()];
    for (place, &square) in squares[..2 + rng.below(18)].iter().enumerate() {
        let player = place % 2;
        let far_row = [29..=32, 1..=4][player].contains(&square);
        let king = far_row || rng.below(3) > 0;
        sides[player] += &format!(" {}{square}", if king { "K" } else { "" });
    }
    let [whole_turns, count_men, repetition] = rules;
    both(['b', 'w'][rng.below(2)], &sides[0], &sides[1], Rules { whole_turns, count_men, repetition })
}

#[test]
fn the_bitboards_agree_with_a_map_of_pieces_where_there_are_many_kings() {
    let mut rng = Rng::new(8);
    for _ in 0..400 {
        for rules in all_rules() {
            let (state, reference) = random_position(&mut rng, rules);
            agree(state, reference, 12, &mut rng);
        }
    }
}

#[test]
fn every_combination_of_options_keeps_the_promises_of_a_game() {
    for (size, rules) in [8, 6, 4].into_iter().flat_map(|size| all_rules().map(move |rules| (size, rules))) {
        check_notated_game(&start(size, rules), 15, 1).unwrap_or_else(|fault| panic!("{size} {rules:?}: {fault}"));
    }
}

#[test]
fn positions_with_many_kings_keep_the_promises_of_a_game() {
    let mut rng = Rng::new(6);
    for _ in 0..60 {
        for rules in [Rules::USUAL, WHOLE] {
            let (state, _) = random_position(&mut rng, [rules.whole_turns, false, true]);
            check_notated_game(&state, 2, 1).unwrap_or_else(|fault| panic!("{fault}\n{}", state.draw(None)));
        }
    }
}

#[test]
fn a_playout_makes_the_choices_of_random_actions() {
    let (mut one, mut two) = (Rng::new(3), Rng::new(3));
    let mut buffer = Vec::new();
    for rules in all_rules().cycle().take(800) {
        let (mut played, mut stepped) = (start(8, rules), start(8, rules));
        let plies = played.playout(&mut one, &mut buffer, u32::MAX);
        let mut count = 0;
        while stepped.turn() != Turn::Over {
            stepped.apply(stepped.random_action(&mut two, &mut buffer));
            count += 1;
        }
        assert_eq!((played.board, played.drawn, plies), (stepped.board, stepped.drawn, count));
    }
}

#[test]
fn pieces_leave_one_by_one_and_only_by_jumps() {
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let mut state = Checkers::new();
        while let Turn::Player(player) = state.turn() {
            let sides = [player, Player(1 - player.0)];
            let before = sides.map(|side| state.pieces(side).count_ones());
            let kings = state.board.kings.count_ones();
            let action = state.random_action(&mut rng, &mut Vec::new());
            state.apply(action);
            let lost = u32::from(action.is_jump());
            assert_eq!(sides.map(|side| state.pieces(side).count_ones()), [before[0], before[1] - lost]);
            assert_eq!(state.board.own & state.board.other, 0);
            assert_eq!(state.board.kings & !(state.board.own | state.board.other), 0);
            assert!(state.board.kings.count_ones() + lost >= kings);
            let men = |side| state.pieces(Player(side)) & !state.board.kings;
            assert_eq!((men(0) & 0xf000_0000, men(1) & 0xf), (0, 0), "a man on the far row");
        }
    }
}

fn list(moves: &str) -> BTreeSet<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn who_can_jump_must_and_may_choose() {
    assert_eq!(texts(&Checkers::new()), list("9-13 9-14 10-14 10-15 11-15 11-16 12-16"));
    assert_eq!(texts(&after(Checkers::new(), "11-15 22-18")), list("15x22"));
    // One turn captures two pieces, the other one: the choice is free.
    assert_eq!(texts(&position('b', "1 12", "6 15 16")), list("1x10 12x19"));
}

#[test]
fn a_piece_goes_on_jumping_and_no_other_piece_may() {
    let state = position('b', "1 12", "6 15 16");
    let chain = after(state, "1x10");
    assert_eq!(chain.turn(), Turn::Player(Player(0)));
    assert_eq!(texts(&chain), list("10x19"));
    assert_eq!(after(chain, "10x19").turn(), Turn::Player(Player(1)));
    let whole = both('b', "1 12", "6 15 16", WHOLE).0;
    assert_eq!(texts(&whole), list("1x10x19 12x19"));
}

#[test]
fn crowning_ends_the_turn() {
    let state = after(position('b', "21", "25 26 27"), "21x30");
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    assert_eq!(state.board.kings, 1 << 29);
    // A king that comes the same way goes on.
    let state = after(position('b', "K21", "25 26 27"), "21x30");
    assert_eq!(texts(&state), list("30x23"));
}

#[test]
fn a_turn_has_up_to_nine_jumps() {
    let (state, reference) = both('w', "6 7 8 14 15 16 22 23 24", "K1", WHOLE);
    let longest = texts(&state).into_iter().max_by_key(|text| text.matches('x').count()).unwrap();
    assert_eq!(longest.matches('x').count(), CheckersMove::MOST_JUMPS, "{:?}", texts(&state));
    assert_eq!(texts(&state), reference.moves());
    let end = after(state, &longest);
    assert_eq!((end.turn(), end.pieces(Player(0))), (Turn::Over, 0));
    assert_eq!(end.reward(Player(1)), Reward::WIN);
}

/// White has a man on 13, whom Black's piece on 5 bars from moving by going to 9.
fn about_to_be_barred(black: &str, rules: Rules, counted: usize) -> Checkers {
    let mut state = both('b', black, "13", rules).0;
    (0..counted).for_each(|_| state.history.push(history::OF_MAN));
    after(state, "5-9")
}

#[test]
fn a_player_without_a_move_has_lost() {
    let end = about_to_be_barred("5 6", Rules::USUAL, 0);
    assert_eq!(end.turn(), Turn::Over);
    assert_eq!([0, 1].map(|player| end.reward(Player(player))), [Reward::WIN, Reward::LOSS]);
    assert_eq!([0, 1].map(|player| CheckersKnowledge::USUAL.evaluate(&end, Player(player))), [1.0, -1.0]);
    assert!(!end.is_legal(end.parse("13-9").unwrap()));
    let end = after(position('b', "5", "9"), "5x14");
    assert_eq!((end.turn(), end.reward(Player(0))), (Turn::Over, Reward::WIN));
}

#[test]
fn the_count_of_plies_goes_before_the_loss() {
    let captures = Rules { count_men: true, ..Rules::USUAL };
    for (black, rules, limit) in [("5 6", captures, 40), ("K5 6", captures, 40), ("K5 6", Rules::USUAL, 80)] {
        let rewards = [2, 1].map(|missing| about_to_be_barred(black, rules, limit - missing).reward(Player(0)));
        assert_eq!(rewards, [Reward::WIN, Reward::DRAW]);
    }
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let round = "1-5 32-28 5-1 28-32";
    let state = after(position('b', "K1 12", "K32 21"), round);
    assert_eq!(after(state.clone(), "1-5 32-28 5-1").turn(), Turn::Player(Player(1)));
    let end = after(state.clone(), round);
    assert_eq!(end.turn(), Turn::Over);
    assert_eq!([0, 1].map(|player| end.reward(Player(player))), [Reward::DRAW; 2]);
    assert!(!end.is_legal(end.parse("1-5").unwrap()));
    assert_eq!(CheckersKnowledge::USUAL.evaluate(&end, Player(0)), 0.0);
    // A man's move in between makes all positions new.
    let moved = after(state, "12-16 21-17");
    assert_eq!(after(moved, round).turn(), Turn::Player(Player(0)));
    let endless = both('b', "K1 12", "K32 21", Rules { repetition: false, ..Rules::USUAL }).0;
    assert_eq!(after(endless, &[round; 3].join(" ")).turn(), Turn::Player(Player(0)));
}

#[test]
fn the_game_is_drawn_by_the_count_of_plies() {
    let endless = Rules { repetition: false, ..Rules::USUAL };
    let round = "1-5 32-28 5-1 28-32";
    let rounds = |count| [round].repeat(count).join(" ");
    let state = after(both('b', "K1 12", "K32 21", endless).0, &(rounds(19) + " 12-16"));
    let last = after(state, "32-28 1-5 28-32 5-1");
    let last = after(last, &rounds(18).replace("1-5 32-28 5-1 28-32", "32-28 1-5 28-32 5-1"));
    assert_eq!(after(last.clone(), "32-28 1-5 28-32").turn(), Turn::Player(Player(0)));
    let end = after(last, "32-28 1-5 28-32 5-1");
    assert_eq!((end.turn(), end.reward(Player(0))), (Turn::Over, Reward::DRAW));
    // With captures alone a man's move does not start the count again.
    let captures = Rules { count_men: true, ..endless };
    let state = after(both('b', "K1 12", "K32 21", captures).0, &(rounds(9) + " 12-16 21-17 1-5"));
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    let end = after(state, "32-28");
    assert_eq!((end.turn(), end.reward(Player(1))), (Turn::Over, Reward::DRAW));
}

#[test]
fn where_men_are_counted_positions_before_their_moves_do_not_come_back() {
    let captures = Rules { count_men: true, ..Rules::USUAL };
    let round = "1-5 32-28 5-1 28-32";
    let state = after(both('b', "K1 12", "K32 21", captures).0, &format!("{round} 12-16 21-17 {round}"));
    assert_eq!(state.turn(), Turn::Player(Player(0)));
    assert_eq!(after(state, round).turn(), Turn::Over);
}

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let message = |state: &Checkers, text: &str| state.parse(text).unwrap_err();
    let (jumps, whole, small) = (Checkers::new(), start(8, [true, false, true]), start(4, [false, false, true]));
    let form = "is not a move; a move is squares from 1 to 32: `11-15` to step, `15x22` to jump";
    for text in
        ["", "11", "11-", "-15", "11-33", "0-4", "11x", "011-15", "+11-15", "11-15x22", "300-301", "e3-d4", "１-５"]
    {
        assert_eq!(message(&jumps, text), format!("`{text}` {form}"));
    }
    assert!(message(&whole, "x").ends_with("squares from 1 to 32: `11-15` to step, `15x22` or `15x22x29` to jump"));
    assert!(message(&small, "1-9").contains("squares from 1 to 8"));
    let step = "a piece steps diagonally to the next square, a jump is written with `x`";
    for text in ["11-18", "4-5", "11-11", "11-15-18", "1-2"] {
        assert_eq!(message(&jumps, text), format!("`{text}` is not a step; {step}"));
    }
    let jump = "a piece jumps diagonally over one square to the next";
    for text in ["11x15", "4x12", "4x13", "11x11"] {
        assert_eq!(message(&jumps, text), format!("`{text}` is not a jump; {jump}"));
    }
    assert_eq!(message(&jumps, "11x18x25"), "`11x18x25` is too long; a move is one jump here");
    let long = ["11x18"].repeat(6).join("x");
    assert_eq!(message(&whole, &long), format!("`{long}` is too long; a move is at most 9 jumps here"));
}

#[test]
fn moves_of_others_and_unfinished_turns_are_not_legal() {
    let state = Checkers::new();
    let legal = |state: &Checkers, text: &str| state.is_legal(state.parse(text).unwrap());
    for text in ["11-8", "22-18", "15-19", "11x18", "12-8"] {
        assert!(!legal(&state, text), "{text}");
    }
    let black = state.parse("11-15").unwrap();
    assert!(state.is_legal(black) && !after(state, "11-15").is_legal(black));
    let whole = both('b', "1 12", "6 15 16", WHOLE).0;
    let jumps = position('b', "1 12", "6 15 16");
    for (text, turn) in [("1x10", false), ("1x10x19", true), ("1x10x19x26", false), ("1x10x1", false), ("12x19", true)]
    {
        assert_eq!(legal(&whole, text), turn, "{text}");
        let action = whole.parse(text).unwrap();
        assert_eq!(jumps.is_legal(action), ["1x10", "12x19"].contains(&text), "{text}");
    }
}

#[test]
fn the_drawing_has_black_at_the_top_and_marks_the_last_move() {
    let state = after(position('b', "1 K2 12", "6 15 16 K32"), "1x10");
    let expected = [
        "  1–4    ›·   ♚   ·   ·",
        "  5–8   ·   ·   ·   ·",
        "  9–12    ·  ›●   ·   ●",
        " 13–16  ·   ·   ○   ○",
        " 17–20    ·   ·   ·   ·",
        " 21–24  ·   ·   ·   ·",
        " 25–28    ·   ·   ·   ·",
        " 29–32  ·   ·   ·   ♔",
        "  ● 2  ♚ 1   ○ 2  ♔ 1\n",
    ];
    assert_eq!(state.draw(None), expected.join("\n"));
    let small = start(4, [false, false, true]).draw(Some(Player(1)));
    assert_eq!(small, "  1–2     ●   ●\n  3–4   ·   ·\n  5–6     ·   ·\n  7–8   ○   ○\n  ● 2  ♚ 0   ○ 2  ♔ 0\n");
}

#[test]
fn hashes_tell_positions_apart() {
    let board = |state: &Checkers| (state.board, state.active, state.drawn, state.history.count());
    assert!(check_hashes(&Checkers::new(), 2_000, board) > 100_000);
    assert!(check_hashes(&Checkers::with_rules(6, WHOLE), 1_000, board) > 10_000);
}
