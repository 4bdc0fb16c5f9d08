//! Beliefs against the model as it is told: the round is dealt and played again by the game's own rules.

use waxwing::game::Observable;
use waxwing::knowledge::Beliefs as _;
use waxwing::{Game, Player, Rng, Turn};

use super::super::beliefs::AGREES;
use super::super::cards::Card;
use super::super::knowledge::HeartsKnowledge;
use super::super::moves::Deal;
use super::super::rule_player;
use super::{Hearts, HeartsMove, Passing, Rules, legal, random_step};
use crate::hearts::Phase;

/// Who played what in this round.
type Plays = Vec<(usize, Card)>;

/// The likelihood of what the others played, in a round without passes that begins with the hands that follow from the root's.
fn literal(root: &Hearts, observer: Player, plays: &Plays) -> f64 {
    let mut hands = root.hands;
    plays.iter().for_each(|(seat, card)| hands[*seat] |= card.bit());
    let mut state = Hearts::with(Rules { passing: Passing::Always(0), ..root.rules });
    state.apply(HeartsMove::Deal(Deal::of(hands)));
    let mut sum = 0.0;
    for &(seat, card) in plays {
        assert_eq!(state.turn(), Turn::Player(Player(seat as u8)));
        if seat != observer.index() {
            let choices = legal(&state).len() as f64;
            let agrees = rule_player::choose(&state) == HeartsMove::Play(card);
            let sure = if agrees { f64::from(AGREES) } else { 0.0 };
            sum += (sure + (1.0 - f64::from(AGREES)) / choices).ln();
        }
        state.apply(HeartsMove::Play(card));
    }
    sum
}

#[test]
fn likelihoods_are_those_of_the_round_played_again() {
    let (mut compared, mut telling) = (0, 0);
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut state = Hearts::with(Rules { limit: 100, ..super::some_rules(seed as usize) });
        let mut seen: [Vec<u64>; 4] = Default::default();
        let mut plays = Plays::new();
        while state.turn() != Turn::Over && state.round < 3 {
            if let (Turn::Player(player), Phase::Play) = (state.turn(), state.phase) {
                let root = state.determinize(player, &mut rng);
                let said = HeartsKnowledge.log_likelihood(&root, player, &seen[player.index()]);
                let expected = literal(&root, player, &plays);
                assert!((f64::from(said) - expected).abs() < 1e-3, "{said}, {expected} after {plays:?}");
                compared += 1;
                telling += usize::from(expected != 0.0);
            }
            let action = random_step(&state, &mut rng);
            match (action, state.turn()) {
                (HeartsMove::Play(card), Turn::Player(player)) => plays.push((player.index(), card)),
                _ => plays.clear(),
            }
            for (seen, player) in seen.iter_mut().zip((0..4).map(Player)) {
                seen.extend(state.observe(action, player).map(|action| state.action_index(action)));
            }
            state.apply(action);
        }
    }
    assert!(compared > 300 && telling > 250, "{telling} of {compared}");
}

#[test]
fn nothing_is_said_of_passes_or_by_a_history_that_is_too_short() {
    let mut rng = Rng::new(3);
    let mut state = Hearts::new();
    state.apply(random_step(&state, &mut rng));
    assert_eq!(HeartsKnowledge.log_likelihood(&state, Player(0), &[7, 8, 9]), 0.0);
    while state.phase != Phase::Play || state.laid < 2 {
        state.apply(random_step(&state, &mut rng));
    }
    assert_eq!(HeartsKnowledge.log_likelihood(&state, Player(0), &[7]), 0.0);
    assert_eq!(HeartsKnowledge.log_likelihood(&state, Player(0), &[7, 52]), 0.0);
}
