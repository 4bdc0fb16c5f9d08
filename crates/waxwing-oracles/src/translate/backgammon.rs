//! Backgammon. OpenSpiel moves two checkers by one action, and after a double has two such actions; in Waxwing each
//! checker's move is an action. OpenSpiel's pairs are therefore cut: what the first may be in any pair, then what
//! the second may be after the first that was taken. A pass is no action in Waxwing.
//!
//! OpenSpiel also rolls for who begins; Waxwing's player 0 does, so the players change their numbers if the other one
//! does. OpenSpiel tells the dice apart, Waxwing does not. A game that OpenSpiel stops after 500 turns of a player is
//! followed up to there.

use std::collections::{BTreeMap, BTreeSet};

use waxwing::{Player, Turn};

use crate::play::{Decision, Offer, Play, win_or_loss};
use crate::transcript::{SpielGame, SpielState};

/// OpenSpiel's numbers of the bar and of no checker at all. Its actions are pairs of such numbers; those in which the
/// smaller die is played first come after all in which the larger one is.
const BAR: u32 = 24;
const NONE: u32 = 25;
const SOURCES: u32 = 26;
const PAIRS: u32 = SOURCES * SOURCES;

/// One or two checkers' moves in Waxwing's notation, in the order in which they are made.
type Moves = Vec<String>;

/// Every game by itself.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let begins = game.states.get(1).and_then(|state| state.player).ok_or("nobody begins")?;
    let mut dice = [0, 0];
    let mut decisions = Vec::with_capacity(3 * game.states.len());
    for state in &game.states {
        match state.player {
            None => {
                decisions.push(translate_roll(state)?);
                dice = roll(state.action())?;
            }
            Some(player) => decisions.extend(translate_pair(state, player, player ^ begins, dice)?),
        }
    }
    let is_stopped = game.returns.iter().all(|&value| value == 0.0);
    let mut rewards = win_or_loss(game);
    rewards.rotate_left(begins.into());
    Ok(Play { seeds: vec![game.seed], decisions, rewards: (!is_stopped).then_some(rewards) })
}

/// The dice of `… (roll: 31)`, the larger one first.
fn roll(action: &str) -> Result<[u32; 2], String> {
    let dice = action.split_once("(roll: ").map(|(_, rest)| rest.as_bytes());
    match dice {
        Some(&[one @ b'1'..=b'6', two @ b'1'..=b'6', b')']) => {
            Ok([one.max(two), one.min(two)].map(|die| u32::from(die - b'0')))
        }
        _ => Err(format!("`{action}` is not a roll of OpenSpiel's Backgammon")),
    }
}

fn translate_roll(state: &SpielState) -> Result<Decision, String> {
    let mut outcomes = BTreeMap::new();
    for (action, probability) in state.actions.iter().zip(&state.probabilities) {
        *outcomes.entry(written(roll(action)?)).or_default() += probability;
    }
    let chosen = written(roll(state.action())?);
    Ok(Decision { turn: Turn::Chance, offer: Offer::Outcomes(outcomes), chosen })
}

fn written([larger, smaller]: [u32; 2]) -> String {
    format!("{larger}{smaller}")
}

/// The choices that make up OpenSpiel's one.
fn translate_pair(state: &SpielState, player: u8, number: u8, dice: [u32; 2]) -> Result<Vec<Decision>, String> {
    let pairs: Result<Vec<Moves>, _> = state.actions.iter().map(|action| moves(action, player, dice)).collect();
    let pairs = pairs?;
    let chosen = &pairs[state.chosen];
    let decisions = chosen.iter().enumerate().map(|(place, text)| {
        let alike = pairs.iter().filter(|pair| pair[..place.min(pair.len())] == chosen[..place]);
        let offer: Option<BTreeSet<String>> = alike.map(|pair| pair.get(place).cloned()).collect();
        let offer = offer.ok_or_else(|| format!("`{}` may be half of an action, and whole", state.action()))?;
        Ok(Decision { turn: Turn::Player(Player(number)), offer: Offer::Moves(offer), chosen: text.clone() })
    });
    decisions.collect()
}

/// The checkers' moves of an action such as `978 - 13/9 8/7`, or `Pass` if there are none. The number says all; the rest is put differently.
fn moves(action: &str, player: u8, [larger, smaller]: [u32; 2]) -> Result<Moves, String> {
    if action == "Pass" {
        return Ok(Vec::new());
    }
    let number = action.split_once(" - ").and_then(|(number, _)| number.parse().ok());
    let number: u32 = number
        .filter(|&number| number < 2 * PAIRS)
        .ok_or_else(|| format!("`{action}` is not a move of OpenSpiel's Backgammon"))?;
    let dice = if number < PAIRS { [larger, smaller] } else { [smaller, larger] };
    let sources = [number % PAIRS % SOURCES, number % PAIRS / SOURCES];
    let played = sources.into_iter().zip(dice).filter(|&(source, _)| source != NONE);
    Ok(played.map(|(source, die)| checker_move(source, player, die)).collect())
}

fn checker_move(source: u32, player: u8, die: u32) -> String {
    let source = match (source, player) {
        (BAR, _) => 25,
        (point, 0) => 24 - point,
        (point, _) => point + 1,
    };
    let from = if source == 25 { "bar".to_owned() } else { source.to_string() };
    if source > die { format!("{from}/{}", source - die) } else { format!("{from}/off({die})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_of_open_spiel_is_two_moves_in_their_order() {
        for (player, dice, action, moves_of_it) in [
            (0, [4, 1], "978 - 13/9 8/7", ["8/7", "13/9"]),
            (0, [4, 1], "427 - 13/9 8/7", ["13/9", "8/7"]),
            (1, [4, 1], "85 - 8/4/3", ["8/4", "4/3"]),
            (1, [6, 5], "1298 - Bar/20* 24/18*", ["bar/20", "24/18"]),
        ] {
            assert_eq!(moves(action, player, dice).unwrap(), moves_of_it, "{action}");
        }
        assert_eq!(moves("673 - 1/Off Pass", 0, [6, 5]).unwrap(), ["1/off(6)"]);
        assert!(moves("Pass", 0, [6, 5]).unwrap().is_empty());
        assert!(moves("13/9 8/7", 0, [6, 5]).is_err());
    }

    #[test]
    fn a_pair_becomes_two_choices() {
        let actions = ["978 - 13/9 8/7", "427 - 13/9 8/7", "980 - 13/9 6/5", "434 - 8/7 6/2", "1160 - 8/7 6/2"];
        let actions = actions.map(str::to_owned).to_vec();
        let state = SpielState { player: Some(0), actions, ..SpielState::default() };
        let decisions = translate_pair(&state, 0, 1, [4, 1]).unwrap();
        let offers: Vec<String> = decisions.iter().map(|decision| decision.offer.to_string()).collect();
        assert_eq!(offers, ["13/9 6/2 6/5 8/7", "13/9 6/2"]);
        assert_eq!([&*decisions[0].chosen, &*decisions[1].chosen], ["8/7", "13/9"]);
    }
}
