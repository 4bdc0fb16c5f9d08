//! Determinizations against the list of all states that the observer cannot tell from the true one.

use std::collections::HashMap;

use waxwing::game::Observable;
use waxwing::{Game, Notation, Player, Rng, Turn};

use super::reference::Reference;
use super::{Hearts, HeartsMove, Passing, Rules, assert_uniform, random_step};
use crate::hearts::Phase;
use crate::hearts::cards::{Card, HEARTS, cards};
use crate::hearts::hidden::{ALL_BUT_HEARTS, ALL_BUT_PENALTIES};

/// What has happened in a round since the exchange.
type Plays = Vec<(usize, Card)>;

/// More ways to deal the hidden cards than this are not listed.
const MOST_WAYS: usize = 1_700;

/// All ways to deal cards to hands of these sizes.
fn ways(cards: &[Card], sizes: [usize; 4], hands: [u64; 4], found: &mut Vec<[u64; 4]>) {
    let Some((card, rest)) = cards.split_first() else {
        found.push(hands);
        return;
    };
    for seat in (0..4).filter(|&seat| sizes[seat] > 0) {
        let (mut sizes, mut hands) = (sizes, hands);
        sizes[seat] -= 1;
        hands[seat] |= card.bit();
        ways(rest, sizes, hands, found);
    }
}

fn count_ways(sizes: [usize; 4]) -> usize {
    let factorial = |number: usize| (1..=number).product::<usize>();
    factorial(sizes.iter().sum()) / sizes.map(factorial).iter().product::<usize>()
}

/// The sizes of the hands that the observer does not see.
fn hidden_sizes(state: &Hearts, observer: usize) -> [usize; 4] {
    let mut sizes = state.hands.map(|hand| hand.count_ones() as usize);
    sizes[observer] = 0;
    sizes
}

/// The hands of every state that agrees with what the observer has seen: played through from the start by the rules as
/// lists of cards know them.
fn worlds(state: &Hearts, observer: usize, plays: &Plays) -> Vec<[u64; 4]> {
    let sizes = hidden_sizes(state, observer);
    let hidden = (0..4).filter(|&seat| seat != observer).fold(0, |set, seat| set | state.hands[seat]);
    let mut own = [0; 4];
    own[observer] = state.hands[observer];
    let mut found = Vec::new();
    ways(&cards(hidden).collect::<Vec<_>>(), sizes, own, &mut found);
    found.retain(|&hands| is_possible(state, observer, plays, hands));
    found
}

fn is_possible(state: &Hearts, observer: usize, plays: &Plays, mut hands: [u64; 4]) -> bool {
    for &(seat, card) in plays {
        hands[seat] |= card.bit();
    }
    if state.passes[observer] & !hands[state.receiver(observer)] != 0 {
        return false;
    }
    let texts = hands.map(|hand| cards(hand).map(|card| card.to_string()).collect()).to_vec();
    let mut reference = Reference::playing(state.rules, texts);
    for &(seat, card) in plays {
        if reference.mover() != Some(seat) || !reference.legal().contains(&card.to_string()) {
            return false;
        }
        reference.apply(&card.to_string());
    }
    reference.mover() == Some(usize::from(state.mover))
}

/// Counts how often each world is drawn; none must be missing, and nothing else must come.
fn check_determinizations(state: &Hearts, observer: usize, plays: &Plays, rng: &mut Rng) -> usize {
    let worlds = worlds(state, observer, plays);
    assert!(worlds.contains(&state.hands), "the true state is possible");
    let places: HashMap<[u64; 4], usize> = worlds.iter().enumerate().map(|(place, &hands)| (hands, place)).collect();
    let mut counts = vec![0; worlds.len()];
    for _ in 0..40 * worlds.len() {
        let sampled = state.determinize(Player(observer as u8), rng);
        let place = places.get(&sampled.hands);
        counts[*place.unwrap_or_else(|| panic!("impossible hands:\n{}", sampled.draw(None)))] += 1;
        assert!(sampled.future != 0 && sampled.turn() == state.turn());
    }
    assert!(!counts.contains(&0), "of {} states some do not come", counts.len());
    assert_uniform(&counts);
    // A true state of any other world looks the same to the observer.
    let other = Hearts { hands: worlds[rng.below(worlds.len())], ..state.clone() };
    let drawn = |state: &Hearts| state.determinize(Player(observer as u8), &mut Rng::new(7));
    assert_eq!(drawn(state), drawn(&other));
    worlds.len()
}

#[test]
fn determinizations_are_uniform_over_all_states_that_the_observer_cannot_tell_apart() {
    let mut rng = Rng::new(11);
    let (mut checked, mut several, mut penalties, mut hearts, mut passed) = (0, 0, 0, 0, 0);
    for game in 0..260 {
        let ranks = 3 + (game % 4) as u8;
        let passing = Passing::Always((game / 4 % 4) as u8);
        let mut state = Hearts::with(Rules { limit: 1, ranks, passing, breaking: HEARTS });
        let mut plays = Plays::new();
        while state.turn() != Turn::Over {
            if state.phase == Phase::Play && rng.below(4) == 0 {
                let observer = if rng.below(3) > 0 { usize::from(state.mover) } else { rng.below(4) };
                if count_ways(hidden_sizes(&state, observer)) <= MOST_WAYS {
                    several += usize::from(check_determinizations(&state, observer, &plays, &mut rng) > 1);
                    let lacks = |what: u8| (0..4).any(|seat| seat != observer && state.lacks[seat] & what == what);
                    checked += 1;
                    hearts += usize::from(lacks(ALL_BUT_HEARTS));
                    penalties += usize::from(lacks(ALL_BUT_PENALTIES));
                    passed += usize::from(state.passes[observer] != 0 && state.direction() != 0);
                }
            }
            let action = random_step(&state, &mut rng);
            if let HeartsMove::Play(card) = action {
                plays.push((usize::from(state.mover), card));
            }
            state.apply(action);
        }
    }
    assert!(
        checked > 600 && several > 300 && penalties > 20 && hearts > 20 && passed > 200,
        "{checked} {several} {penalties} {hearts} {passed}"
    );
}

#[test]
fn before_the_exchange_hands_and_passes_are_drawn_uniformly() {
    let mut rng = Rng::new(12);
    let mut state = Hearts::with(Rules { limit: 1, ranks: 4, passing: Passing::Cycle, breaking: HEARTS });
    state.apply(state.sample_chance(&mut rng));
    (0..3).for_each(|_| state.apply(random_step(&state, &mut rng)));
    let own = state.hands[3];
    let (mut kept, mut first_hand) = (vec![0; 64], HashMap::new());
    for _ in 0..64_000 {
        let sampled = state.determinize(Player(3), &mut rng);
        assert_eq!((sampled.hands[3], sampled.passes[3]), (own, 0));
        assert_eq!(sampled.hands.iter().fold(0, |set, hand| set | hand).count_ones(), 16);
        let place = (0..3).fold(0, |place, seat| {
            let (hand, pass) = (sampled.hands[seat], sampled.passes[seat]);
            assert_eq!((pass & !hand, pass.count_ones(), hand.count_ones()), (0, 3, 4));
            4 * place + cards(hand).position(|card| pass & card.bit() == 0).unwrap()
        });
        kept[place] += 1;
        *first_hand.entry(sampled.hands[0]).or_insert(0) += 1;
    }
    assert_uniform(&kept);
    assert_eq!(first_hand.len(), 495);
    assert_uniform(&first_hand.into_values().collect::<Vec<_>>());
}
