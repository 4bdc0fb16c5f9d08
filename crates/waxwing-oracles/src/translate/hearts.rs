//! Hearts. A game of OpenSpiel's is one round, for which chance draws the passing direction; the cards are dealt one by one and
//! passed one by one. Waxwing's game is rounds until somebody has fifty points, with the directions in turn, one event
//! for a deal and one action for a pass. So rounds of the right directions are put together to whole games, with
//! OpenSpiel's points added up.
//!
//! OpenSpiel pays 26 less the points, which tells the points.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use waxwing::{Player, Turn};

use crate::play::{Decision, Offer, Play};
use crate::transcript::{SpielGame, SpielState};

/// The directions in their order, in OpenSpiel's words.
const DIRECTIONS: [&str; 4] = ["Left", "Right", "Across", "No Pass"];
const LIMIT: u32 = 50;
const CARDS: usize = 52;
const PASSED: usize = 3;
const RANKS: &str = "23456789TJQKA";

/// Makes as many games as there are rounds for; the last one may be without an end.
pub fn translate(rounds: &[SpielGame]) -> Result<Vec<Play>, String> {
    let mut waiting: BTreeMap<&str, VecDeque<&SpielGame>> = BTreeMap::new();
    for round in rounds {
        let direction = round.states.first().ok_or("a round without a state")?.action();
        waiting.entry(direction).or_default().push_back(round);
    }
    let mut plays = Vec::new();
    loop {
        let play = translate_game(&mut waiting)?;
        if play.decisions.is_empty() {
            return Ok(plays);
        }
        plays.push(play);
    }
}

/// A game of the rounds that are waiting, up to its end or to where one is missing.
fn translate_game(waiting: &mut BTreeMap<&str, VecDeque<&SpielGame>>) -> Result<Play, String> {
    let mut play = Play { seeds: Vec::new(), decisions: Vec::new(), rewards: None };
    let mut totals = [0; 4];
    for direction in DIRECTIONS.iter().cycle() {
        let Some(round) = waiting.get_mut(direction).and_then(VecDeque::pop_front) else { break };
        play.seeds.push(round.seed);
        play.decisions.extend(translate_round(round, *direction != "No Pass")?);
        totals.iter_mut().zip(&round.returns).for_each(|(total, payment)| *total += (26.0 - payment) as u32);
        if totals.iter().any(|&total| total >= LIMIT) {
            play.rewards = Some(rewards(totals));
            break;
        }
    }
    Ok(play)
}

/// 1 for the fewest points, 0 for the most, ½ between them.
fn rewards(totals: [u32; 4]) -> Vec<f64> {
    let (fewest, most) = (totals.iter().min(), totals.iter().max());
    let reward = |total| match () {
        () if Some(total) == fewest => 1.0,
        () if Some(total) == most => 0.0,
        () => 0.5,
    };
    totals.iter().map(reward).collect()
}

fn translate_round(round: &SpielGame, passes: bool) -> Result<Vec<Decision>, String> {
    let states = &round.states[1..];
    let (deal, rest) = states.split_at_checked(CARDS).ok_or("a round without a deal")?;
    let (passed, played) =
        rest.split_at_checked(if passes { 4 * PASSED } else { 0 }).ok_or("a round without passes")?;
    let mut decisions = vec![Decision { turn: Turn::Chance, offer: Offer::Unlisted, chosen: translate_deal(deal) }];
    for cards in passed.chunks(PASSED) {
        decisions.push(translate_pass(cards)?);
    }
    if passes {
        let exchange = || "exchange".to_owned();
        let offer = Offer::Outcomes(BTreeMap::from([(exchange(), 1.0)]));
        decisions.push(Decision { turn: Turn::Chance, offer, chosen: exchange() });
    }
    for state in played {
        let player = state.player.ok_or("chance in the middle of a round")?;
        decisions.push(Decision::renamed(player, state, |card| Ok(card.to_owned()))?);
    }
    Ok(decisions)
}

/// The cards go round, one by one, from player 0.
fn translate_deal(deal: &[SpielState]) -> String {
    let hand = |seat: usize| {
        let cards: Vec<&str> = deal.iter().skip(seat).step_by(4).map(SpielState::action).collect();
        let suit = |letter: char| -> String { cards.iter().filter_map(|card| card.strip_suffix(letter)).collect() };
        ['C', 'D', 'H', 'S'].map(suit).join(".")
    };
    format!("deal:{}", [0, 1, 2, 3].map(hand).join("/"))
}

/// The place of a card in the deck: its suit, then its rank.
fn place(card: &str) -> (Option<char>, Option<usize>) {
    let mut letters = card.chars();
    let rank = letters.next().and_then(|rank| RANKS.find(rank));
    (letters.next(), rank)
}

/// Three cards of one player: any three of those it could begin with.
fn translate_pass(cards: &[SpielState]) -> Result<Decision, String> {
    let player = cards[0].player.ok_or("chance in the middle of the passes")?;
    // In the order in which Waxwing writes them, which saves reading them.
    let mut hand = cards[0].actions.clone();
    hand.sort_by_key(|card| place(card));
    let mut offer = BTreeSet::new();
    for (third, c) in hand.iter().enumerate() {
        for (second, b) in hand[..third].iter().enumerate() {
            offer.extend(hand[..second].iter().map(|a| format!("{a},{b},{c}")));
        }
    }
    let chosen: Vec<&str> = cards.iter().map(SpielState::action).collect();
    Ok(Decision { turn: Turn::Player(Player(player)), offer: Offer::Moves(offer), chosen: chosen.join(",") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_points_win_and_the_most_lose() {
        assert_eq!(rewards([50, 10, 10, 34]), [0.0, 1.0, 1.0, 0.5]);
        assert_eq!(rewards([52, 52, 0, 0]), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn a_deal_goes_round_and_a_pass_is_any_three_cards() {
        let state =
            |card: &str| SpielState { player: Some(2), actions: vec![card.to_owned()], ..SpielState::default() };
        let deal = ["2C", "3D", "4H", "5S", "TC", "AC", "KH", "6S"].map(state);
        assert_eq!(translate_deal(&deal), "deal:2T.../A.3../..4K./...56");
        let mut cards = ["KH", "2C", "5S"].map(state);
        cards[0].actions = ["KH", "2C", "5S", "7D"].map(str::to_owned).to_vec();
        let pass = translate_pass(&cards).unwrap();
        assert_eq!((pass.offer.len(), &*pass.chosen, pass.turn), (4, "KH,2C,5S", Turn::Player(Player(2))));
    }
}
