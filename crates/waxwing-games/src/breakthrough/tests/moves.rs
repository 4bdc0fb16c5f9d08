//! What is said of moves without making them, against what is seen when they are made.

use waxwing::knowledge::{Evaluator as _, Knowledge as _, Priors as _, Weightings};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::super::knowledge::{BoardJudgement, BreakthroughKnowledge};
use super::super::{Breakthrough, BreakthroughMove};
use crate::testing::{after, assert_frequencies, legal};

const WEIGHTINGS: &dyn Weightings<Breakthrough> = BreakthroughKnowledge::USUAL;

/// Looks at the positions of random games on boards of all sizes.
fn on_random_positions(mut look: impl FnMut(&Breakthrough, &[BreakthroughMove])) {
    let mut rng = Rng::new(3);
    for (rows, columns) in (4..=8).flat_map(|rows| (2..=8).map(move |columns| (rows, columns))) {
        for _ in 0..20 {
            let mut state = Breakthrough::new(rows, columns).unwrap();
            while state.turn() != Turn::Over {
                let actions = legal(&state);
                look(&state, &actions);
                state.apply(actions[rng.below(actions.len())]);
            }
        }
    }
}

fn made(state: &Breakthrough, action: BreakthroughMove) -> Breakthrough {
    let mut next = state.clone();
    next.apply(action);
    next
}

fn mover(state: &Breakthrough) -> Player {
    let Turn::Player(player) = state.turn() else { panic!("the game goes on") };
    player
}

#[test]
fn moves_are_evaluated_as_if_they_were_made() {
    let mut positions = 0;
    on_random_positions(|state, actions| {
        positions += 1;
        for judge in [BoardJudgement::Ms, BoardJudgement::Lh] {
            let mut values = Vec::new();
            judge.evaluate_actions(state, actions, &mut values);
            let told = |&action| judge.evaluate(&made(state, action), mover(state));
            assert_eq!(values, actions.iter().map(told).collect::<Vec<f32>>(), "{}", state.draw(None));
        }
    });
    assert!(positions > 10_000);
}

#[test]
fn a_winning_move_is_found_where_there_is_one() {
    let mut found = 0;
    on_random_positions(|state, actions| {
        let wins = |&action: &BreakthroughMove| {
            let next = made(state, action);
            next.turn() == Turn::Over && next.reward(mover(state)) == Reward::WIN
        };
        let winning = BreakthroughKnowledge::USUAL.winning_action(state, actions);
        assert_eq!(winning, actions.iter().position(wins), "{}", state.draw(None));
        // The same among some of them.
        let others: Vec<_> = actions.iter().copied().skip(winning.map_or(0, |place| place + 1)).collect();
        assert_eq!(BreakthroughKnowledge::USUAL.winning_action(state, &others), others.iter().position(wins));
        found += usize::from(winning.is_some());
    });
    assert!(found > 500);
}

/// A move on an array of characters: `+` is a piece of the mover, `-` one of the other; the mover goes up.
struct Seen {
    board: Vec<Vec<char>>,
    from: (usize, usize),
    to: (usize, usize),
}

impl Seen {
    fn new(state: &Breakthrough, action: BreakthroughMove) -> Seen {
        let (rows, columns, white) = (usize::from(state.rows), usize::from(state.column_count()), mover(state).0 == 0);
        let row_of = |row: usize| if white { row } else { rows - 1 - row };
        let piece = |row: usize, column: usize| {
            let has = |player| state.pieces(Player(player)) >> (8 * row_of(row) + column) & 1 == 1;
            match (has(mover(state).0), has(1 - mover(state).0)) {
                (true, _) => '+',
                (_, true) => '-',
                _ => '.',
            }
        };
        let text = state.format(action).replace('x', "");
        let square = |text: &[u8]| (row_of(usize::from(text[1] - b'1')), usize::from(text[0] - b'a'));
        Seen {
            board: (0..rows).map(|row| (0..columns).map(|column| piece(row, column)).collect()).collect(),
            from: square(&text.as_bytes()[..2]),
            to: square(&text.as_bytes()[2..]),
        }
    }

    fn at(&self, row: usize, column: usize) -> char {
        self.board.get(row).and_then(|row| row.get(column)).copied().unwrap_or('.')
    }

    /// What is on both diagonals in a row beside the destination.
    fn beside(&self, row: usize) -> [char; 2] {
        [self.to.1.wrapping_sub(1), self.to.1 + 1].map(|column| self.at(row, column))
    }

    fn is_capture(&self) -> bool {
        self.at(self.to.0, self.to.1) == '-'
    }

    fn wins(&self) -> bool {
        let enemies = self.board.iter().flatten().filter(|&&piece| piece == '-').count();
        self.to.0 + 1 == self.board.len() || (self.is_capture() && enemies == 1)
    }

    /// Whether the captured piece could have won with its next move.
    fn is_urgent(&self) -> bool {
        self.is_capture() && self.to.0 == 1
    }

    fn prior(&self) -> f32 {
        let mut made = Seen { board: self.board.clone(), ..*self };
        made.board[self.from.0][self.from.1] = '.';
        let attackers = made.beside(self.to.0 + 1).iter().filter(|&&piece| piece == '-').count();
        let defenders = made.beside(self.to.0 - 1).iter().filter(|&&piece| piece == '+').count();
        match self.board.len() - 1 - self.to.0 {
            _ if self.wins() => 1.0,
            _ if attackers > defenders && self.is_capture() => 0.6,
            _ if attackers > defenders => 0.3,
            1 => 1.0,
            2 => 0.95,
            3 => 0.85,
            4 => 0.75,
            5 => 0.6,
            _ => 0.3,
        }
    }
}

/// The weights of `code` and `text` as they are told.
fn told(seen: &[Seen]) -> [Vec<f32>; 2] {
    let only = |is_meant: fn(&Seen) -> bool| {
        let weights: Vec<f32> = seen.iter().map(|seen| f32::from(u8::from(is_meant(seen)))).collect();
        weights.contains(&1.0).then_some(weights)
    };
    if let Some(weights) = only(Seen::wins).or_else(|| only(Seen::is_urgent)) {
        return [weights.clone(), weights];
    }
    let code = |seen: &Seen| match seen.beside(seen.to.0 + 1) {
        _ if !seen.is_capture() => 1.0,
        ['.', '.'] => 5.0,
        _ => 2.0,
    };
    let text = |seen: &Seen| {
        if seen.is_capture() && !seen.beside(seen.to.0 + 1).contains(&'-') { 4.0 } else { 1.0 }
    };
    [seen.iter().map(code).collect(), seen.iter().map(text).collect()]
}

#[test]
fn moves_are_weighed_and_rated_as_it_is_told() {
    on_random_positions(|state, actions| {
        let seen: Vec<Seen> = actions.iter().map(|&action| Seen::new(state, action)).collect();
        for ((weighting, name), told) in WEIGHTINGS.all().into_iter().zip(told(&seen)) {
            let mut weights = Vec::new();
            WEIGHTINGS.weigh(weighting, state, actions, &mut weights);
            assert_eq!(weights, told, "{name} {}", state.draw(None));
        }
        let mut rates = Vec::new();
        BreakthroughKnowledge::USUAL.win_rates(state, actions, &mut rates);
        assert_eq!(rates, seen.iter().map(Seen::prior).collect::<Vec<f32>>(), "{}", state.draw(None));
    });
}

#[test]
fn moves_are_drawn_by_their_weights() {
    const DRAWS: usize = 20_000;
    let mut rng = Rng::new(8);
    let mut looked = 0;
    on_random_positions(|state, actions| {
        looked += 1;
        for (weighting, _) in WEIGHTINGS.all() {
            let mut weights = Vec::new();
            WEIGHTINGS.weigh(weighting, state, actions, &mut weights);
            let mut draw = || WEIGHTINGS.draw(weighting, state, &mut rng).unwrap();
            if looked % 101 != 0 {
                let drawn = draw();
                let place = actions.iter().position(|&action| action == drawn).expect("a legal action");
                assert!(weights[place] > 0.0, "{}", state.draw(None));
                continue;
            }
            let mut counts = vec![0; actions.len()];
            for _ in 0..DRAWS {
                let drawn = draw();
                counts[actions.iter().position(|&action| action == drawn).expect("a legal action")] += 1;
            }
            let total: f32 = weights.iter().sum();
            assert!(counts.iter().zip(&weights).all(|(&count, &weight)| weight > 0.0 || count == 0));
            let expected = |weight: f32| DRAWS as f64 * f64::from(weight / total);
            let possible = counts.into_iter().zip(weights).filter(|&(_, weight)| weight > 0.0);
            assert_frequencies(possible.map(|(count, weight)| (count, expected(weight))));
        }
    });
}

#[test]
fn captures_of_undefended_pieces_weigh_most() {
    let weigh = |state: &Breakthrough, name| {
        let (weighting, mut weights) = (WEIGHTINGS.named(name).unwrap(), Vec::new());
        let moves = ["a4xb5", "h4xg5", "d2d3"].map(|text| state.parse(text).unwrap());
        WEIGHTINGS.weigh(weighting, state, &moves, &mut weights);
        weights
    };
    let undefended = after(Breakthrough::new(8, 8).unwrap(), "a2a3 b7b6 a3a4 b6b5 h2h3 g7g6 h3h4 g6g5");
    assert_eq!([weigh(&undefended, "code"), weigh(&undefended, "text")], [[5.0, 5.0, 1.0], [4.0, 4.0, 1.0]]);
    // A piece on a6 defends the one on b5.
    let defended = after(undefended, "c2c3 a7a6");
    assert_eq!([weigh(&defended, "code"), weigh(&defended, "text")], [[2.0, 5.0, 1.0], [1.0, 4.0, 1.0]]);
}
