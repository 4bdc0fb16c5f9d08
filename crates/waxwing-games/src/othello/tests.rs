use std::collections::{BTreeSet, HashMap};

use waxwing::game::check_notated_game;
use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::knowledge::OthelloKnowledge;
use super::{Othello, OthelloMove};
use crate::testing;

/// Othello on an array of characters, as the rules are told: slow, and sharing nothing with the bitboards.
struct Reference<const N: usize> {
    board: [[char; N]; N],
    mover: char,
    passes: usize,
}

impl<const N: usize> Reference<N> {
    fn new() -> Self {
        let mut board = [['.'; N]; N];
        let half = N / 2;
        (board[half - 1][half - 1], board[half][half]) = ('w', 'w');
        (board[half - 1][half], board[half][half - 1]) = ('b', 'b');
        Reference { board, mover: 'b', passes: 0 }
    }

    fn other(&self) -> char {
        if self.mover == 'b' { 'w' } else { 'b' }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    /// What a disc on this empty square flips.
    fn flipped(&self, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut flipped = Vec::new();
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let line: Vec<(i32, i32)> = (1..)
                .map(|steps| (row + steps * down, column + steps * right))
                .take_while(|&(row, column)| (down, right) != (0, 0) && self.at(row, column) == Some(self.other()))
                .collect();
            if let Some(&(last_row, last_column)) = line.last()
                && self.at(last_row + down, last_column + right) == Some(self.mover)
            {
                flipped.extend(line);
            }
        }
        flipped
    }

    fn moves(&self) -> BTreeSet<String> {
        let squares = (0..N as i32).flat_map(|row| (0..N as i32).map(move |column| (row, column)));
        let moves =
            squares.filter(|&(row, column)| self.at(row, column) == Some('.') && !self.flipped(row, column).is_empty());
        let mut moves: BTreeSet<String> =
            moves.map(|(row, column)| format!("{}{}", char::from(b'a' + column as u8), row + 1)).collect();
        if moves.is_empty() {
            moves.insert("pass".to_owned());
        }
        moves
    }

    fn apply(&mut self, text: &str) {
        if text == "pass" {
            self.passes += 1;
        } else {
            let (column, row) = (i32::from(text.as_bytes()[0] - b'a'), i32::from(text.as_bytes()[1] - b'1'));
            for (row, column) in self.flipped(row, column).into_iter().chain([(row, column)]) {
                self.board[row as usize][column as usize] = self.mover;
            }
            self.passes = 0;
        }
        self.mover = self.other();
    }

    fn count(&self, disc: char) -> usize {
        self.board.iter().flatten().filter(|&&at| at == disc).count()
    }

    fn is_over(&self) -> bool {
        self.passes == 2 || self.count('.') == 0
    }
}

fn agrees_with_the_reference<const N: usize>(games: usize) {
    let mut rng = Rng::new(3);
    for _ in 0..games {
        let (mut state, mut reference) = (Othello::<N>::start(), Reference::<N>::new());
        while state.turn() != Turn::Over {
            assert!(!reference.is_over());
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let texts: BTreeSet<String> = actions.iter().map(|&action| state.format(action)).collect();
            assert_eq!(texts, reference.moves());
            let action = actions[rng.below(actions.len())];
            reference.apply(&state.format(action));
            state.apply(action);
        }
        assert!(reference.is_over());
        let black = match reference.count('b').cmp(&reference.count('w')) {
            std::cmp::Ordering::Less => Reward::LOSS,
            std::cmp::Ordering::Equal => Reward::DRAW,
            std::cmp::Ordering::Greater => Reward::WIN,
        };
        assert_eq!(state.reward(Player(0)), black);
        assert_eq!(state.reward(Player(1)), black.opposite());
    }
}

#[test]
fn the_bitboards_agree_with_an_array_board() {
    agrees_with_the_reference::<8>(1000);
    agrees_with_the_reference::<6>(500);
    agrees_with_the_reference::<4>(500);
}

#[test]
fn small_boards_keep_the_promises_of_a_game() {
    check_notated_game(&Othello::<4>::start(), 200, 1).unwrap();
    check_notated_game(&Othello::<6>::start(), 100, 1).unwrap();
}

/// What the mover gets with best play by both.
fn solve<const N: usize>(state: &Othello<N>, table: &mut HashMap<(u64, u64, u8), Reward>) -> Reward {
    let Turn::Player(mover) = state.turn() else { return state.reward(Player(state.mover)) };
    let key = (state.own, state.other, state.passes);
    if let Some(&known) = table.get(&key) {
        return known;
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let values = actions.into_iter().map(|action| {
        let mut next = state.clone();
        next.apply(action);
        assert_ne!(next.mover, mover.0);
        solve(&next, table).opposite()
    });
    let best = values.max().expect("a player has an action");
    table.insert(key, best);
    best
}

#[test]
fn the_second_player_wins_on_four_by_four() {
    assert_eq!(solve(&Othello::<4>::start(), &mut HashMap::new()), Reward::LOSS);
}

fn after(moves: &str) -> Othello {
    testing::after(Othello::new(), moves)
}

#[test]
fn the_shortest_game_ends_by_two_passes() {
    let state = after("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    assert!(state.is_legal(OthelloMove::PASS));
    let mut state = state;
    state.apply(OthelloMove::PASS);
    assert_eq!(state.turn(), Turn::Player(Player(0)));
    assert!(state.is_legal(OthelloMove::PASS));
    state.apply(OthelloMove::PASS);
    assert_eq!(state.turn(), Turn::Over);
    assert!(!state.is_legal(OthelloMove::PASS));
    assert_eq!(state.reward(Player(0)), Reward::WIN);
    assert_eq!(OthelloKnowledge.evaluate(&state, Player(0)), 1.0);
    assert_eq!(OthelloKnowledge.evaluate(&state, Player(1)), -1.0);
}

#[test]
fn the_drawing_shows_discs_moves_counts_and_the_last_move() {
    let expected = [
        "   a b c d e f g h",
        " 1 · · · · · · · · 1",
        " 2 · · · · · · · · 2",
        " 3 · · +›● + · · · 3",
        " 4 · · · ● ● · · · 4",
        " 5 · · + ● ○ · · · 5",
        " 6 · · · · · · · · 6",
        " 7 · · · · · · · · 7",
        " 8 · · · · · · · · 8",
        "   a b c d e f g h",
        "  ● 4   ○ 1\n",
    ];
    assert_eq!(after("d3").draw(None), expected.join("\n"));
}

#[test]
fn an_episode_starts_at_the_beginning_and_after_an_edge_move() {
    assert_eq!(OthelloKnowledge.episode(&Othello::new()), Some(0));
    let (mut state, mut rng) = (Othello::new(), Rng::new(4));
    while state.turn() != Turn::Over {
        let action = state.random_action(&mut rng, &mut Vec::new());
        let text = state.format(action);
        state.apply(action);
        let on_edge = text != "pass" && text.contains(['a', 'h', '1', '8']);
        assert_eq!(OthelloKnowledge.episode(&state), on_edge.then_some(u32::from(state.mover)), "{text}");
    }
    assert_eq!(Othello::<8>::EDGE.count_ones(), 28);
    assert_eq!(Othello::<6>::EDGE.count_ones(), 20);
    assert_eq!(Othello::<6>::CORNERS, 1 | 1 << 5 | 1 << 40 | 1 << 45);
}

#[test]
fn predicates_hold_where_they_should() {
    let names = waxwing::knowledge::Predicates::<Othello>::names(&OthelloKnowledge);
    let holding = |state: &Othello| -> Vec<&str> {
        let bits = OthelloKnowledge.holding(state);
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    assert_eq!(holding(&Othello::new()), ["opening"]);
    assert_eq!(holding(&after("d3")), ["few-moves", "opening"]);
    assert_eq!(holding(&after("d3 c3 c4 e3 d2")), ["edge", "opening"]);
    let (own, other) = (1 << 2, 1 << 1 | 1 << 12 | 1 << 13);
    let corner = Othello::<8> { own, other, mover: 0, passes: 0, last: OthelloMove(12) };
    assert_eq!(holding(&corner), ["corner", "edge", "few-moves", "opening"]);
}

#[test]
fn the_evaluation_is_symmetric_and_adds_up_the_square_values() {
    let mut rng = Rng::new(9);
    for _ in 0..50 {
        let mut state = Othello::new();
        while state.turn() != Turn::Over {
            let value = OthelloKnowledge.evaluate(&state, Player(0));
            assert_eq!(value, -OthelloKnowledge.evaluate(&state, Player(1)));
            assert!(value.abs() < 1.0);
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
    // A corner and its two neighbours on the edge, against one square in the centre.
    let state = Othello::<8> { own: 0b111, other: 1 << 27, mover: 0, passes: 0, last: OthelloMove::NONE };
    let difference: f32 = 120.0 - 20.0 + 20.0 - 3.0;
    assert_eq!(OthelloKnowledge.evaluate(&state, Player(0)), difference / (difference + 200.0));
}

#[test]
fn hashes_tell_positions_apart() {
    let large = |state: &Othello| (state.discs(Player(0)), state.discs(Player(1)), state.mover, state.passes);
    assert!(testing::check_hashes(&Othello::new(), 2_000, large) > 100_000);
    let small = |state: &Othello<4>| (state.discs(Player(0)), state.discs(Player(1)), state.mover, state.passes);
    assert!(testing::check_hashes(&Othello::<4>::start(), 3_000, small) > 3_000);
}
