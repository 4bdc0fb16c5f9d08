//! What a player cannot see: determinizations are uniform over what is possible, and nothing of the hidden hands shows.

use std::collections::HashMap;

use waxwing::game::Observable;
use waxwing::{Agent, Game, Limits, Notation, Player, Rng, Turn};

use super::super::cards::Cards;
use super::super::deal::{Deal, deck_of, written};
use super::{DouDiZhu, after, dealt};
use crate::testing::assert_frequencies;

/// All ways to give `number` of the physical cards to one player, as the text of what it gets, with their number.
fn shares(cards: &[char], number: usize) -> HashMap<String, f64> {
    let mut ways = HashMap::new();
    for subset in (0u32..1 << cards.len()).filter(|subset| subset.count_ones() as usize == number) {
        let share = (0..cards.len()).filter(|place| subset >> place & 1 == 1).map(|place| cards[place]);
        *ways.entry(share.collect()).or_insert(0.0) += 1.0;
    }
    ways
}

/// Compares determinizations for an observer with all distributions of the other two hands; `fixed` are cards that the
/// Landlord is known to hold.
fn check_uniform(state: &DouDiZhu, observer: u8, fixed: &str) {
    let [first, second] = [(observer + 1) % 3, (observer + 2) % 3].map(usize::from);
    let mut unseen = [first, second].map(|player| written(state.hands[player])).concat().chars().collect::<Vec<_>>();
    for sign in fixed.chars() {
        unseen.remove(unseen.iter().position(|&card| card == sign).unwrap());
    }
    unseen.sort();
    let (landlord, other) = if first == 0 { (first, second) } else { (second, first) };
    // Without the Landlord among the hidden hands nothing is fixed; counted is the hand that has no fixed cards.
    let ways = shares(&unseen, state.hands[other].len());
    let total: f64 = ways.values().sum();
    let mut rng = Rng::new(5);
    let mut drawn: HashMap<String, usize> = HashMap::new();
    let draws = 400 * ways.len();
    for _ in 0..draws {
        let sampled = state.determinize(Player(observer), &mut rng);
        let mut share: Vec<char> = written(sampled.hands[other]).chars().collect();
        share.sort();
        *drawn.entry(share.into_iter().collect()).or_default() += 1;
        let both = state.hands[first].plus(state.hands[second]);
        assert_eq!(sampled.hands[landlord].plus(sampled.hands[other]), both, "the cards stay the same");
    }
    assert!(drawn.keys().all(|share| ways.contains_key(share)), "only what is possible");
    assert!(ways.keys().all(|share| drawn.contains_key(share)), "all that is possible");
    assert_frequencies(ways.iter().map(|(share, ways)| (drawn[share], ways / total * draws as f64)));
}

#[test]
fn determinizations_are_uniform_over_the_distributions_of_the_unseen_cards() {
    let state = dealt("33455w/3346/44577W");
    (0..3).for_each(|observer| check_uniform(&state, observer, ""));
    // The numbers of cards are very different later on.
    let state = after(&dealt("3334445556w/3666/7778889W"), "333444555 pass pass");
    (0..3).for_each(|observer| check_uniform(&state, observer, ""));
}

#[test]
fn shown_cards_stay_with_the_landlord_until_they_are_played() {
    let state = dealt("33455w/3346/44577W/34w");
    check_uniform(&state, 0, "");
    (1..3).for_each(|observer| check_uniform(&state, observer, "34w"));
    let state = after(&state, "3 pass 7");
    (1..3).for_each(|observer| check_uniform(&state, observer, "4w"));
    let state = after(&state, "w pass pass 4");
    (1..3).for_each(|observer| check_uniform(&state, observer, ""));
}

#[test]
fn a_determinization_keeps_all_that_the_observer_knows() {
    let mut rng = Rng::new(3);
    for game in 0..60 {
        let mut state = DouDiZhu::undealt(13, game % 2 == 0);
        state.apply(state.sample_chance(&mut rng));
        while state.turn() != Turn::Over {
            for observer in 0..3 {
                let sampled = state.determinize(Player(observer), &mut rng);
                assert_eq!(sampled.hands.map(Cards::len), state.hands.map(Cards::len));
                assert!(sampled.hands[0].contain(state.shown));
                assert_eq!(sampled.draw(Some(Player(observer))), state.draw(Some(Player(observer))));
                assert_eq!(DouDiZhu { hands: state.hands, ..sampled }, state, "only the hands differ");
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
}

/// Pairs of states that the player to move cannot tell apart.
fn indistinguishable() -> Vec<[DouDiZhu; 2]> {
    let pairs = [
        ("33445566789JQK2/44wW7/TTTAA", "33445566789JQK2/ATTwW/A4T47", ""),
        ("33445566789JQK2/44wW7/TTTAA", "33445566789JQK2/TTTAA/44wW7", ""),
        ("3334445566789TJ/777888w/99TTJJW", "3334445566799TJ/777888w/89TTJJW", "33344456"),
        ("33344455667/777888w/99TTJJW/67", "33344455T67/777888w/996TJJW/67", "334455 pass pass 3"),
        ("333444556678/7788w9/99TTJJWQQ", "333444556678/99JWQ8/9TTJQ778w", "5 pass 9 pass pass TT"),
    ];
    let play = |(first, second, moves): (&str, &str, &str)| [first, second].map(|deal| after(&dealt(deal), moves));
    pairs.into_iter().map(play).collect()
}

#[test]
fn a_determinization_does_not_depend_on_what_is_hidden() {
    for [first, second] in indistinguishable() {
        assert_ne!(first, second);
        let Turn::Player(observer) = first.turn() else { panic!("a player is to move") };
        assert_eq!(first.draw(Some(observer)), second.draw(Some(observer)));
        for seed in 0..200 {
            let [a, b] = [&first, &second].map(|state| state.determinize(observer, &mut Rng::new(seed)));
            assert_eq!(a, b);
        }
    }
}

#[test]
fn a_search_does_not_depend_on_what_is_hidden() {
    for [first, second] in indistinguishable() {
        let [a, b] = [&first, &second].map(|state| {
            let mut agent = Agent::parse("icarus/NRML", state).unwrap();
            agent.search(state, 9, &Limits::iterations(600)).unwrap().actions
        });
        assert_eq!(a, b);
    }
}

#[test]
fn deals_are_drawn_as_physical_cards() {
    // Which three of the fourteen cards a player gets: as often as there are ways to choose them.
    let (deck, draws) = (deck_of(3), 60_000);
    let all: Vec<char> = written(deck).chars().collect();
    let ways = shares(&all, 3);
    let mut rng = Rng::new(8);
    let mut drawn = [(); 3].map(|()| HashMap::<String, usize>::new());
    for _ in 0..draws {
        let deal = Deal::random(deck, true, &mut rng);
        for (counts, cards) in drawn.iter_mut().zip([deal.hands[1], deal.hands[2], deal.shown]) {
            *counts.entry(written(cards)).or_default() += 1;
        }
    }
    for counts in drawn {
        let count = |share| counts.get(share).copied().unwrap_or(0);
        let expected = |ways: f64| ways / 364.0 * f64::from(draws);
        assert_frequencies(ways.iter().map(|(share, &ways)| (count(share), expected(ways))));
    }
}

#[test]
fn a_draw_takes_every_subset_equally_often() {
    let cards = Cards::deck(0b11).or(Cards::deck(1 << 14));
    for number in 0..=9 {
        let mut rng = Rng::new(number as u64);
        let subsets = shares(&['x'; 9], number)[&"x".repeat(number)] as usize;
        let mut drawn: HashMap<Cards, usize> = HashMap::new();
        for _ in 0..300 * subsets {
            *drawn.entry(cards.draw(number, &mut rng)).or_default() += 1;
        }
        assert_eq!(drawn.len(), subsets);
        assert_frequencies(drawn.into_values().map(|count| (count, 300.0)));
    }
}
