mod moves;

use std::collections::{BTreeSet, HashMap};

use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::Breakthrough;
use super::knowledge::{BoardJudgement, BreakthroughKnowledge};
use crate::testing;

/// Breakthrough on an array of characters, as the rules are told: slow, and sharing nothing with the bitboards.
struct Reference {
    board: Vec<Vec<char>>,
    mover: char,
}

impl Reference {
    fn new(rows: usize, columns: usize) -> Self {
        let piece = |row: usize| match row {
            0 | 1 => 'w',
            _ if row + 2 >= rows => 'b',
            _ => '.',
        };
        Reference { board: (0..rows).map(|row| vec![piece(row); columns]).collect(), mover: 'w' }
    }

    /// The mover's moves: their text, and where they begin and end.
    fn moves(&self) -> HashMap<String, [(usize, usize); 2]> {
        let mut moves = HashMap::new();
        for (row, column) in
            (0..self.board.len()).flat_map(|row| (0..self.board[0].len()).map(move |column| (row, column)))
        {
            if self.board[row][column] != self.mover {
                continue;
            }
            let ahead = if self.mover == 'w' { row + 1 } else { row - 1 };
            for to in [column.wrapping_sub(1), column, column + 1] {
                let Some(&at) = self.board[ahead].get(to) else { continue };
                let sign = match at {
                    '.' => "",
                    _ if at != self.mover && to != column => "x",
                    _ => continue,
                };
                let letter = |column: usize| char::from(b'a' + column as u8);
                let text = format!("{}{}{sign}{}{}", letter(column), row + 1, letter(to), ahead + 1);
                moves.insert(text, [(row, column), (ahead, to)]);
            }
        }
        moves
    }

    fn apply(&mut self, text: &str) {
        let [(row, column), (to_row, to_column)] = self.moves()[text];
        self.board[row][column] = '.';
        self.board[to_row][to_column] = self.mover;
        self.mover = if self.mover == 'w' { 'b' } else { 'w' };
    }

    fn winner(&self) -> Option<char> {
        let has = |piece: char| self.board.iter().flatten().any(|&at| at == piece);
        let far = self.board.len() - 1;
        match () {
            () if self.board[far].contains(&'w') || !has('b') => Some('w'),
            () if self.board[0].contains(&'b') || !has('w') => Some('b'),
            () => None,
        }
    }
}

fn board(rows: usize, columns: usize) -> Breakthrough {
    Breakthrough::new(rows, columns).unwrap()
}

#[test]
fn the_bitboards_agree_with_an_array_board() {
    let mut rng = Rng::new(5);
    for game in 0..1500 {
        let (rows, columns) = if game < 300 { (8, 8) } else { (4 + rng.below(5), 2 + rng.below(7)) };
        let (mut state, mut reference) = (board(rows, columns), Reference::new(rows, columns));
        while state.turn() != Turn::Over {
            assert_eq!(reference.winner(), None);
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let texts: BTreeSet<String> = actions.iter().map(|&action| state.format(action)).collect();
            assert_eq!(texts, reference.moves().into_keys().collect(), "{}", state.draw(None));
            let action = actions[rng.below(actions.len())];
            reference.apply(&state.format(action));
            state.apply(action);
        }
        let white = if reference.winner() == Some('w') { Reward::WIN } else { Reward::LOSS };
        assert!(reference.winner().is_some());
        assert_eq!([0, 1].map(|player| state.reward(Player(player))), [white, white.opposite()]);
    }
}

/// Whether the mover wins with best play by both.
fn wins(state: &Breakthrough, table: &mut HashMap<(u64, u64), bool>) -> bool {
    if state.is_over() {
        return false;
    }
    let key = (state.own, state.other);
    if let Some(&known) = table.get(&key) {
        return known;
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    // Foremost pieces first: a proof is found sooner.
    actions.sort_by_key(|action| std::cmp::Reverse(action.parts().2));
    let won = actions.into_iter().any(|action| {
        let mut next = state.clone();
        next.apply(action);
        !wins(&next, table)
    });
    table.insert(key, won);
    won
}

#[test]
fn small_boards_are_won_by_the_player_who_is_known_to_win() {
    // Rows, columns, whether the first player wins; found by another program.
    const SOLVED: [(usize, usize, bool); 10] = [
        (4, 2, false),
        (4, 3, false),
        (4, 4, false),
        (4, 5, false),
        (5, 2, false),
        (5, 3, false),
        (6, 2, true),
        (6, 3, true),
        (7, 2, false),
        (8, 2, true),
    ];
    for (rows, columns, first_wins) in SOLVED {
        assert_eq!(wins(&board(rows, columns), &mut HashMap::new()), first_wins, "{rows}×{columns}");
    }
}

fn after(rows: usize, columns: usize, moves: &str) -> Breakthrough {
    testing::after(board(rows, columns), moves)
}

#[test]
fn reaching_the_far_row_wins() {
    let state = after(4, 3, "a2xb3 a3a2 b3xa4");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.reward(Player(0)), Reward::WIN);
}

#[test]
fn capturing_the_last_piece_wins() {
    let mut state = Breakthrough { own: 1 << 16, other: 1 << 25, ..board(8, 8) };
    state.apply(state.parse("a3xb4").unwrap());
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.reward(Player(0)), Reward::WIN);
}

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let state = after(8, 8, "a2a3 b7b6 a3a4 b6b5");
    let message = |text: &str| state.parse(text).unwrap_err();
    assert_eq!(message("a4b5"), "`a4b5`: a piece stands on b5; a capture is written a4xb5");
    assert_eq!(message("c2xd3"), "`c2xd3`: nothing is captured on d3; write c2d3");
    assert!(message("c2c4").ends_with("a piece of White goes one row forward, straight or diagonally"));
    assert!(message("h2a3").ends_with("a piece of White goes one row forward, straight or diagonally"));
    assert!(message("i2i3").contains("two squares from a1 to h8"));
    assert!(message("").contains("two squares from a1 to h8"));
    assert!(state.parse("a4xb5").is_ok());
    let blocked = after(4, 3, "");
    let straight = blocked.parse("a2a3").unwrap();
    assert!(!blocked.is_legal(straight));
    assert_eq!(blocked.parse("a2xa3").unwrap_err(), "`a2xa3`: nothing is captured on a3; write a2a3");
}

#[test]
fn the_drawing_has_white_at_the_bottom_and_marks_the_last_move() {
    let expected =
        ["   a b c", " 5 ● ● ● 5", " 4 ● ● ● 4", " 3›○ · · 3", " 2›· ○ ○ 2", " 1 ○ ○ ○ 1", "   a b c", "  ○ 6   ● 6\n"];
    assert_eq!(after(5, 3, "a2a3").draw(None), expected.join("\n"));
}

#[test]
fn an_episode_starts_at_the_beginning_and_after_a_capture() {
    let episode = |moves| BreakthroughKnowledge::USUAL.episode(&after(8, 8, moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("a2a3"), None);
    assert_eq!(episode("a2a3 b7b6 a3a4 b6b5 a4xb5"), Some(1));
    assert_eq!(episode("a2a3 b7b6 a3a4 b6b5 a4xb5 c7c6"), None);
    assert_eq!(episode("a2a3 b7b6 a3a4 b6b5 a4xb5 c7c6 b5xc6"), Some(1));
}

#[test]
fn predicates_hold_where_they_should() {
    let names = BreakthroughKnowledge::USUAL.names();
    let holding = |moves: &str| -> Vec<&str> {
        let bits = BreakthroughKnowledge::USUAL.holding(&after(8, 8, moves));
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    assert!(holding("").is_empty());
    assert_eq!(holding("a2a3 b7b6 a3a4 b6b5"), ["capture"]);
    assert_eq!(holding("a2a3 b7b6 a3a4 b6b5 a4xb5"), ["behind"]);
    let invaded = "a2a3 h7h6 a3a4 h6h5 a4a5 h5h4 a5a6 h4h3 a6xb7";
    assert_eq!(holding(invaded), ["capture", "threatened", "home-capture", "behind", "past-middle"]);
    let winning = "a2a3 h7h6 a3a4 h6h5 a4a5 h5h4 a5a6 h4h3 a6xb7 h3xg2";
    assert_eq!(holding(winning), ["capture", "win", "threatened", "home-capture", "past-middle"]);
}

/// The evaluations as they are told, by a loop over the squares of White's view.
fn told(state: &Breakthrough) -> [f64; 2] {
    const LH: [[i32; 8]; 8] = [
        [5, 15, 15, 5, 5, 15, 15, 5],
        [2, 3, 3, 3, 3, 3, 3, 2],
        [4, 6, 6, 6, 6, 6, 6, 4],
        [7, 10, 10, 10, 10, 10, 10, 7],
        [11, 15, 15, 15, 15, 15, 15, 11],
        [16, 21, 21, 21, 21, 21, 21, 16],
        [20, 28, 28, 28, 28, 28, 28, 20],
        [36; 8],
    ];
    let (mut pieces, mut progress, mut squares) = ([0, 0], [0, 0], [0, 0]);
    for (square, player) in (0..64).flat_map(|square| [(square, 0), (square, 1)]) {
        if state.pieces(Player(player as u8)) >> square & 1 == 1 {
            let row = if player == 0 { square / 8 } else { 7 - square / 8 };
            pieces[player] += 1;
            progress[player] = progress[player].max(row as i32);
            squares[player] += LH[row][square % 8];
        }
    }
    let difference = 10.0 * f64::from(pieces[0] - pieces[1]) + 2.5 * f64::from(progress[0] - progress[1]);
    [(difference.clamp(-100.0, 100.0) / 60.0).tanh(), (f64::from(squares[0] - squares[1]) / 100.0).tanh()]
}

#[test]
fn the_evaluations_are_those_of_the_paper() {
    let mut rng = Rng::new(2);
    for _ in 0..100 {
        let mut state = board(8, 8);
        while state.turn() != Turn::Over {
            for (judge, told) in [BoardJudgement::Ms, BoardJudgement::Lh].into_iter().zip(told(&state)) {
                let value = |player| judge.evaluate(&state, Player(player));
                assert!((f64::from(value(0)) - told).abs() < 1e-6);
                assert_eq!(value(0), -value(1));
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
        let winner = u8::from(state.reward(Player(1)) == Reward::WIN);
        assert_eq!(
            [BoardJudgement::Ms, BoardJudgement::Lh].map(|judge| judge.evaluate(&state, Player(winner))),
            [1.0, 1.0]
        );
    }
}

#[test]
fn hashes_tell_positions_apart() {
    let board = |state: &Breakthrough| [state.pieces(Player(0)), state.pieces(Player(1)), state.mover.into()];
    assert!(testing::check_hashes(&Breakthrough::new(8, 8).unwrap(), 2_000, board) > 100_000);
    assert!(testing::check_hashes(&Breakthrough::new(5, 3).unwrap(), 3_000, board) > 3_000);
}
