//! Faults put into a game on purpose: a comparison that does not find them proves nothing.

use std::collections::BTreeSet;

use waxwing::{Player, Turn};

use crate::play::{Offer, Play};

/// Puts a fault into a game; returns whether there was a place for it.
type Fault = fn(&mut Play) -> bool;

/// What is wrong in words, and how to make it wrong.
const FAULTS: &[(&str, Fault)] = &[
    ("a legal move is missing", miss_move),
    ("there is a move too many", add_move),
    ("another player acts", change_player),
    ("an outcome of chance has another probability", change_probability),
    ("the rewards are others", change_rewards),
    ("the game goes on", drop_last),
];

/// The game with each fault that has a place in it.
pub fn spoilt(play: &Play) -> Vec<(&'static str, Play)> {
    let spoil = |&(name, fault): &(&'static str, Fault)| {
        let mut play = play.clone();
        fault(&mut play).then_some((name, play))
    };
    FAULTS.iter().filter_map(spoil).collect()
}

/// Does this to the last state that it can be done to; says whether there is one.
fn change_last(play: &mut Play, mut change: impl FnMut(&mut Turn, &mut Offer) -> bool) -> bool {
    play.decisions.iter_mut().rev().any(|decision| change(&mut decision.turn, &mut decision.offer))
}

fn miss_move(play: &mut Play) -> bool {
    change_moves(play, |moves| moves.len() > 1 && moves.pop_last().is_some())
}

fn add_move(play: &mut Play) -> bool {
    change_moves(play, |moves| moves.insert("z0".to_owned()))
}

fn change_moves(play: &mut Play, change: impl Fn(&mut BTreeSet<String>) -> bool) -> bool {
    change_last(play, |_, offer| match offer {
        Offer::Moves(moves) => change(moves),
        Offer::Outcomes(_) | Offer::Unlisted => false,
    })
}

fn change_player(play: &mut Play) -> bool {
    change_last(play, |turn, _| match turn {
        Turn::Player(player) => {
            *player = Player(player.0 ^ 1);
            true
        }
        Turn::Chance | Turn::Over => false,
    })
}

fn change_probability(play: &mut Play) -> bool {
    change_last(play, |_, offer| match offer {
        Offer::Outcomes(outcomes) => outcomes.first_entry().map(|mut first| *first.get_mut() *= 0.9).is_some(),
        Offer::Moves(_) | Offer::Unlisted => false,
    })
}

fn change_rewards(play: &mut Play) -> bool {
    play.rewards.as_mut().map(|rewards| rewards.iter_mut().for_each(|reward| *reward = 0.75 - *reward / 2.0)).is_some()
}

fn drop_last(play: &mut Play) -> bool {
    play.rewards.is_some() && play.decisions.pop().is_some()
}
