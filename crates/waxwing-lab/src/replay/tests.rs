//! Lists of moves that are followed, and lists that are refused.

use super::*;
use proptest::prelude::*;
use waxwing::{Game, Player, Reward, Rng};
use waxwing_games::{Breakthrough, Othello};

fn error<G: Notation>(start: &G, moves: &str) -> String {
    replay(start, moves, 1).err().expect("the moves are wrong").to_string()
}

#[test]
fn moves_are_followed_to_the_end_and_no_further() {
    let start = Breakthrough::new(4, 2).unwrap();
    let won = "a2a3 b3xa2 b1xa2 a4xa3";
    let message = error(&start, won);
    assert!(message.starts_with("move 1: "), "{message}");
    let states = replay(&start, "  a2xb3  a4xb3\n b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1 ", 1);
    let states = states.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(states.last().unwrap().1.turn(), Turn::Over);
}

#[test]
fn a_wrong_move_is_named_with_its_place_and_what_would_be_right() {
    let start = Othello::default();
    assert_eq!(error(&start, "d3 zz"), "move 2: `zz` is not a move; a move is a square from a1 to h8, or `pass`");
    assert_eq!(error(&start, "a1"), "move 1: `a1` is not a legal move here; legal: d3, c4, f5, e6");
    let long = "x".repeat(100_000);
    assert!(error(&start, &long).len() < 200);
    let many = error(&Breakthrough::new(8, 8).unwrap(), "a1a2");
    assert!(many.ends_with(" and 10 more"), "{many}");
}

proptest! {
    #[test]
    fn any_text_is_followed_or_refused_without_a_panic(text in ".{0,60}") {
        let _ = replay(&Othello::default(), &text, 1);
        let _ = replay(&Breakthrough::new(6, 4).unwrap(), &text, 1);
    }

    #[test]
    fn texts_that_look_like_moves_are_followed_or_refused(text in "([a-h][0-9]x?([a-h][0-9])? ?|pass ){0,30}") {
        for moves in [&text[..], &format!("d3 {text}")] {
            if let Ok(states) = replay(&Othello::default(), moves, 1) {
                prop_assert_eq!(states.len(), moves.split_whitespace().count());
            }
        }
        let _ = replay(&Breakthrough::new(4, 8).unwrap(), &text, 1);
    }

    #[test]
    fn random_games_are_followed_as_they_were_played(seed in any::<u64>()) {
        let (mut state, mut rng, mut buffer) = (Othello::default(), Rng::new(seed), Vec::new());
        let mut moves = String::new();
        while state.turn() != Turn::Over {
            let action = state.random_action(&mut rng, &mut buffer);
            moves += &format!("{} ", state.format(action));
            state.apply(action);
        }
        let states = replay(&Othello::default(), &moves, 1).unwrap();
        prop_assert_eq!(states.last().unwrap().1.draw(None), state.draw(None));
        let message = error(&Othello::default(), &(moves + "pass"));
        prop_assert!(message.ends_with("`pass` comes after the end of the game"));
    }
}

/// A deal of one of a thousand hands, a coin, a choice: what a game with chance looks like.
#[derive(Clone, Debug, PartialEq)]
struct Cards(Vec<u32>);

impl Game for Cards {
    type Action = u32;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        [Turn::Chance, Turn::Chance, Turn::Player(Player(0)), Turn::Over][self.0.len()]
    }
    fn legal_actions(&self, actions: &mut Vec<u32>) {
        actions.extend([7, 8]);
    }
    fn apply(&mut self, action: u32) {
        self.0.push(action);
    }
    fn reward(&self, _: Player) -> Reward {
        Reward::DRAW
    }
    fn chance_outcomes(&self, outcomes: &mut Vec<(u32, f64)>) {
        if self.0.len() == 1 {
            outcomes.extend([(0, 0.5), (1, 0.5)]);
        }
    }
    fn is_outcome(&self, action: u32) -> bool {
        match self.0.len() {
            0 => action < 1000,
            1 => action < 2,
            _ => false,
        }
    }
    fn sample_chance(&self, rng: &mut Rng) -> u32 {
        if self.0.is_empty() { rng.below(1000) as u32 } else { rng.below(2) as u32 }
    }
}

impl Notation for Cards {
    fn format(&self, action: u32) -> String {
        if self.0.is_empty() { format!("deal:{action}") } else { action.to_string() }
    }
    fn parse(&self, text: &str) -> Result<u32, String> {
        let number = if self.0.is_empty() { text.strip_prefix("deal:") } else { Some(text) };
        number.and_then(|number| number.parse().ok()).ok_or(format!("`{text}` is not a move"))
    }
    fn draw(&self, _: Option<Player>) -> String {
        format!("{:?}", self.0)
    }
}

fn after(moves: &str, seed: u64) -> Vec<u32> {
    replay(&Cards(Vec::new()), moves, seed).unwrap().pop().unwrap().1.0
}

#[test]
fn a_deal_is_followed_or_drawn_from_the_seed() {
    assert_eq!(after("deal:5 1 7", 1), [5, 1, 7]);
    let drawn = after("1 7", 1);
    assert_eq!((drawn.len(), &drawn[1..]), (3, &[1, 7][..]));
    assert_eq!(drawn, after("1 7", 1));
    assert!((2..9).any(|seed| after("1 7", seed) != drawn), "another seed deals another hand");
    let position = crate::Position::of("cards", &Cards(Vec::new()), None);
    assert!(position.sampled && position.legal.is_empty() && position.to_move == crate::ToMove::Chance);
}

#[test]
fn an_outcome_that_is_not_listed_is_refused() {
    let message = error(&Cards(Vec::new()), "deal:5 2");
    assert_eq!(message, "move 2: `2` is not a possible outcome here; legal: 0, 1");
    let message = error(&Cards(Vec::new()), "deal:5000 1");
    assert!(message.starts_with("move 1: "), "no hand has this number: {message}");
}
