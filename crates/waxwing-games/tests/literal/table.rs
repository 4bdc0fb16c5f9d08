//! Searches in the middle of a game: the moves before the root are context where a strategy looks at them.

use waxwing::{Agent, Game, Rng, Turn};
use waxwing_games::{Breakthrough, Othello};

use crate::cards::Cards;
use crate::follow::Follower;
use crate::icarus::Before;
use crate::race::Race;

/// Plays a game at random, and follows the agent's searches for one player at three points of it.
fn follow_game<G: Game>(start: &G, text: &str, keeps: bool, seed: u64, iterations: u64) {
    let Turn::Player(me) = start.turn() else { panic!("a player begins") };
    let mut agent = Agent::parse(text, start).unwrap_or_else(|error| panic!("{error}"));
    agent.start(start, seed);
    let mut before = Before::nothing(start);
    let mut follower = Follower::new(start, text, before.clone());
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut searches = 0;
    let mut buffer = Vec::new();
    for ply in 0.. {
        match position.turn() {
            Turn::Over => break,
            Turn::Player(player) if player == me && ply > 0 && searches < 3 => {
                follower.next_search(before.clone(), |_| keeps);
                let followed = follower.follow(&mut agent, &position, iterations);
                followed.unwrap_or_else(|error| panic!("`{text}` with seed {seed} at ply {ply}: {error}"));
                searches += 1;
            }
            _ => {}
        }
        let action = match position.turn() {
            Turn::Chance => position.sample_chance(&mut rng),
            _ => position.random_action(&mut rng, &mut buffer),
        };
        let seen = position.observe(action, me);
        position.apply(action);
        agent.observe(seen, &position);
        before.observe(seen, &position);
    }
    assert!(searches > 0, "the game was too short");
}

const CONTEXTS: &[&str] = &[
    "uct > nast(n=3, prefix=yes)",
    "uct > nast(n=2, prefix=yes, short=uniform)",
    "uct > lgrf(context=2, prefix=yes)",
    "uct > lgr(prefix=yes)",
    "nast(prefix=yes)",
    "uct > epic",
    "uct > epic(strict=yes)",
    "epic",
    // These begin at the root whatever came before it.
    "rave(k=20) > mast(tau=0.2) + nast + lgrf(context=2) + tiles",
];

fn follow_games<G: Game>(start: &G, iterations: u64) {
    for (seed, text) in CONTEXTS.iter().enumerate() {
        follow_game(start, text, false, seed as u64 + 1, iterations);
    }
}

#[test]
fn moves_before_the_root_are_context_in_breakthrough() {
    follow_games(&Breakthrough::new(5, 5).unwrap(), 300);
}

#[test]
fn moves_before_the_root_are_context_in_othello() {
    follow_games(&Othello::<6>::start(), 150);
}

#[test]
fn moves_before_the_root_are_context_in_the_race() {
    follow_games(&Race::start(), 400);
}

#[test]
fn what_the_player_saw_before_the_root_is_context_in_the_card_game() {
    follow_games(&Cards::deal(5), 400);
}

#[test]
fn progressive_history_is_kept_for_the_game_or_for_one_search() {
    let board = Breakthrough::new(5, 4).unwrap();
    follow_game(&board, "uct with ph(w=3, keep=game)", true, 3, 500);
    follow_game(&board, "uct with ph(w=3, keep=search)", false, 3, 500);
}

#[test]
fn a_reply_forest_is_kept_for_the_game_or_for_one_search() {
    let board = Breakthrough::new(5, 4).unwrap();
    for seed in [3, 4] {
        follow_game(&board, "uct > bhrf(keep=game)", true, seed, 500);
        follow_game(&board, "uct > bhrf(keep=search)", false, seed, 500);
    }
}
