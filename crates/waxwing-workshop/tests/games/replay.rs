//! Lists of moves that are followed, and lists that are refused.

use proptest::prelude::*;
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};
use waxwing_workshop::{GameEntry, GameKind, Position, ToMove, Workshop};

use crate::open;

fn after(start: &Position, moves: &str) -> Result<Position, String> {
    let mut position = start.clone();
    position.follow(moves, 1).map_err(|error| error.to_string())?;
    Ok(position)
}

fn error(start: &Position, moves: &str) -> String {
    after(start, moves).expect_err("the moves are wrong")
}

#[test]
fn moves_are_followed_to_the_end_and_no_further() {
    let start = open("breakthrough(rows=4, columns=2)").start();
    let message = error(&start, "a2a3 b3xa2 b1xa2 a4xa3");
    assert!(message.starts_with("move 1: "), "{message}");
    let end = after(&start, "  a2xb3  a4xb3\n b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1 ").unwrap();
    assert_eq!(end.turn(), Turn::Over);
}

#[test]
fn a_wrong_move_is_named_with_its_place_and_what_would_be_right() {
    let start = open("othello").start();
    assert_eq!(error(&start, "d3 zz"), "move 2: `zz` is not a move; a move is a square from a1 to h8, or `pass`");
    assert_eq!(error(&start, "a1"), "move 1: `a1` is not a legal move here; legal: d3, c4, f5, e6");
    let long = "x".repeat(100_000);
    assert!(error(&start, &long).len() < 200);
    let many = error(&open("breakthrough").start(), "a1a2");
    assert!(many.ends_with(" and 10 more"), "{many}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_followed_or_refused_without_a_panic(text in ".{0,60}") {
        let _ = after(&open("othello").start(), &text);
        let _ = after(&open("breakthrough(rows=6, columns=4)").start(), &text);
    }

    #[test]
    fn texts_that_look_like_moves_are_followed_or_refused(text in "([a-h][0-9]x?([a-h][0-9])? ?|pass ){0,30}") {
        for moves in [&text[..], &format!("d3 {text}")] {
            if let Ok(position) = after(&open("othello").start(), moves) {
                prop_assert_eq!(position.len(), moves.split_whitespace().count());
            }
        }
        let _ = after(&open("breakthrough(rows=4)").start(), &text);
    }

    #[test]
    fn random_games_are_followed_as_they_were_played(seed in any::<u64>()) {
        let start = open("othello").start();
        let (mut position, mut rng) = (start.clone(), Rng::new(seed));
        while !position.is_over() {
            position.play_random(&mut rng);
        }
        let moves = position.moves().join(" ");
        let followed = after(&start, &moves).unwrap();
        prop_assert_eq!(followed.draw(None), position.draw(None));
        let message = error(&start, &(moves + " pass"));
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

fn cards() -> Position {
    let kind = GameKind::new(GameEntry::new("cards", "a deal, a coin, a choice"), |_| Ok(Cards(Vec::new())));
    Workshop::new().game(kind).unwrap().open("cards").unwrap().start()
}

fn dealt(moves: &str, seed: u64) -> Vec<u32> {
    let mut position = cards();
    position.follow(moves, seed).unwrap();
    position.state::<Cards>().expect("this is the game").0.clone()
}

#[test]
fn a_deal_is_followed_or_drawn_from_the_seed() {
    assert_eq!(dealt("deal:5 1 7", 1), [5, 1, 7]);
    let drawn = dealt("1 7", 1);
    assert_eq!((drawn.len(), &drawn[1..]), (3, &[1, 7][..]));
    assert_eq!(drawn, dealt("1 7", 1));
    assert!((2..9).any(|seed| dealt("1 7", seed) != drawn), "another seed deals another hand");
    let described = cards().describe(None);
    assert!(described.sampled && described.legal.is_empty() && described.to_move == ToMove::Chance);
    let mut position = cards();
    position.draw_deals(1);
    assert_eq!(position.state(), Some(&Cards(vec![drawn[0]])), "the same deal, and no coin");
}

#[test]
fn an_outcome_that_is_not_listed_is_refused() {
    let message = error(&cards(), "deal:5 2");
    assert_eq!(message, "move 2: `2` is not a possible outcome here; legal: 0, 1");
    let message = error(&cards(), "deal:5000 1");
    assert!(message.starts_with("move 1: "), "no hand has this number: {message}");
}
