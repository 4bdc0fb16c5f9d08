//! Dou Di Zhu against the crate `dou_dizhu`, which follows the same rules and shares no code: all plays of a hand, and
//! which play beats which. There is no difference to report.

use std::collections::{BTreeMap, BTreeSet};

use dou_dizhu::core::Guard;
use dou_dizhu::{Hand, Play, PlayKind};
use waxwing::{Game, Notation, Rng, Turn};
use waxwing_games::DouDiZhu;

const SIGNS: &str = "3456789TJQKA2wW";

const KINDS: [PlayKind; 14] = [
    PlayKind::Solo,
    PlayKind::Chain,
    PlayKind::Pair,
    PlayKind::PairsChain,
    PlayKind::Trio,
    PlayKind::Airplane,
    PlayKind::TrioWithSolo,
    PlayKind::AirplaneWithSolos,
    PlayKind::TrioWithPair,
    PlayKind::AirplaneWithPairs,
    PlayKind::Bomb,
    PlayKind::FourWithDualSolo,
    PlayKind::FourWithDualPair,
    PlayKind::Rocket,
];

type Counts = [u8; 15];

fn counts(text: &str) -> Counts {
    let mut counts = [0; 15];
    for sign in text.chars() {
        counts[SIGNS.find(sign).expect("a card")] += 1;
    }
    counts
}

fn hand(counts: Counts) -> Hand {
    Hand::try_from(counts).expect("cards of one deck")
}

/// The plays of a hand by their cards.
fn plays(counts: Counts) -> BTreeMap<Counts, Guard<Play>> {
    let of_kind = |kind| hand(counts).plays(kind).map(|play| (play.to_hand().to_array(), play));
    KINDS.into_iter().flat_map(of_kind).collect()
}

fn is_pass(cards: &Counts) -> bool {
    *cards == [0; 15]
}

/// What the player to move may do: the cards of the legal actions, none for a pass.
fn legal(state: &DouDiZhu) -> BTreeSet<Counts> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let texts = actions.iter().map(|&action| state.format(action));
    texts.map(|text| if text == "pass" { [0; 15] } else { counts(&text) }).collect()
}

#[test]
fn the_legal_plays_of_random_games_are_those_of_the_crate() {
    let mut rng = Rng::new(21);
    let (mut states, mut following) = (0, 0);
    for _ in 0..200 {
        let mut state = DouDiZhu::new();
        let deal = state.sample_chance(&mut rng);
        let text = state.format(deal);
        let mut hands: Vec<Counts> = text.strip_prefix("deal:").expect("a deal").split('/').map(counts).collect();
        state.apply(deal);
        // The last play with its player, as the crate sees it.
        let mut last: Option<(Guard<Play>, u8)> = None;
        while let Turn::Player(player) = state.turn() {
            let to_beat = last.as_ref().filter(|(_, by)| *by != player.0).map(|(play, _)| play);
            let mut possible = plays(hands[player.index()]);
            possible.retain(|_, play| to_beat.is_none_or(|last| *play > *last));
            let mut expected: BTreeSet<Counts> = possible.keys().copied().collect();
            expected.extend(to_beat.map(|_| [0; 15]));
            assert_eq!(legal(&state), expected, "{}", state.draw(None));
            states += 1;
            following += usize::from(to_beat.is_some());

            let action = state.random_action(&mut rng, &mut Vec::new());
            let text = state.format(action);
            if text != "pass" {
                let cards = counts(&text);
                (0..15).for_each(|rank| hands[player.index()][rank] -= cards[rank]);
                last = possible.remove(&cards).map(|play| (play, player.0));
            }
            state.apply(action);
        }
    }
    assert!(states > 10_000 && following > 6_000, "{states} {following}");
}

#[test]
fn the_plays_of_the_whole_deck_are_those_of_the_crate() {
    let deck = Hand::FULL_DECK.to_array();
    // Twenty cards are the most a hand has; the crate also lists longer plays.
    let mut all = plays(deck);
    all.retain(|cards, _| cards.iter().sum::<u8>() <= 20);
    assert_eq!(all.len(), 12_654);
    let game = DouDiZhu::with_deal("3/4/5").expect("a deal");
    for cards in all.keys() {
        let of_rank = |rank: usize| SIGNS[rank..=rank].repeat(usize::from(cards[rank]));
        let text: String = (0..15).rev().map(of_rank).collect();
        let action = game.parse(&text).expect("a play");
        assert_eq!(counts(&game.format(action)), *cards);
    }
    let of_twenty = |kind| hand(deck).plays(kind).filter(|play| play.to_hand().len() <= 20).count();
    assert_eq!(KINDS.map(of_twenty), [15, 36, 13, 52, 13, 45, 182, 7161, 156, 2939, 13, 1170, 858, 1]);
}

/// A random hand of a size, from cards of the deck.
fn random_hand(cards: &mut Vec<usize>, size: usize, rng: &mut Rng) -> Counts {
    rng.shuffle(cards);
    let mut counts = [0; 15];
    cards.drain(..size).for_each(|rank| counts[rank] += 1);
    counts
}

fn text(counts: &Counts) -> String {
    (0..15).map(|rank| SIGNS[rank..=rank].repeat(usize::from(counts[rank]))).collect()
}

#[test]
fn rich_hands_answer_every_kind_of_play_as_the_crate_does() {
    let mut rng = Rng::new(22);
    let mut kinds = BTreeSet::new();
    for _ in 0..400 {
        // Few ranks make airplanes, bombs and long chains.
        let lowest = rng.below(8);
        let mut cards: Vec<usize> = (lowest..lowest + 5).chain([12]).flat_map(|rank| [rank; 4]).collect();
        cards.extend([13, 14]);
        let deal = [11, 13, 2].map(|size| random_hand(&mut cards, size, &mut rng));
        let state = DouDiZhu::with_deal(&deal.each_ref().map(text).join("/")).expect("a deal");
        assert_eq!(legal(&state), plays(deal[0]).keys().copied().collect());
        for (cards, play) in plays(deal[0]) {
            kinds.insert(KINDS.iter().position(|&kind| kind == play.kind()));
            let mut next = state.clone();
            next.apply(state.parse(&text(&cards)).expect("a play"));
            if next.turn() == Turn::Over {
                continue;
            }
            let answers = plays(deal[1]).into_iter().filter(|(_, answer)| *answer > play).map(|(cards, _)| cards);
            let found = legal(&next).into_iter().filter(|cards| !is_pass(cards));
            assert!(answers.eq(found), "{} after {}", text(&deal[1]), text(&cards));
        }
    }
    assert_eq!(kinds.len(), KINDS.len());
}
