//! Weights of informed playouts, for hands that show what they prefer.

use waxwing::knowledge::Weightings as _;
use waxwing::{Agent, Game, Limits, Notation, Rng, Turn};

use super::super::knowledge::DouDiZhuKnowledge;
use super::super::weights::{BOMB_LED, CARD, ENDS, HIGH_KICKER, HIGHER, TORN};
use super::{DouDiZhu, after, dealt, legal};

fn weigh(state: &DouDiZhu, texts: &[&str]) -> Vec<f32> {
    let actions: Vec<_> = texts.iter().map(|text| state.parse(text).unwrap()).collect();
    let mut weights = Vec::new();
    let weightings: &dyn waxwing::knowledge::Weightings<DouDiZhu> = &DouDiZhuKnowledge;
    DouDiZhuKnowledge.weigh(weightings.named("tidy").unwrap(), state, &actions, &mut weights);
    weights
}

#[test]
fn who_leads_gets_rid_of_many_low_cards_and_keeps_bombs_and_high_kickers() {
    let state = dealt("3345678999AQQQQ/33/44");
    let weights = weigh(&state, &["33", "3", "345678", "4", "QQQQ", "9993", "999A", "9994"]);
    let expected = [
        CARD,
        TORN,
        // A 3 stays behind.
        CARD.powi(5) * TORN,
        HIGHER,
        BOMB_LED,
        CARD.powi(3) * TORN,
        CARD.powi(3) * HIGHER * HIGH_KICKER,
        CARD.powi(3) * HIGHER,
    ];
    for (index, (weight, expected)) in weights.iter().zip(expected).enumerate() {
        assert!((weight / expected - 1.0).abs() < 1e-5, "{index}: {weight}, not {expected}");
    }
}

#[test]
fn a_play_that_empties_the_hand_is_played() {
    assert_eq!(weigh(&dealt("34567/33/44"), &["34567"]), [ENDS]);
    let state = after(&dealt("345/8/44"), "3");
    assert_eq!(weigh(&state, &["8"]), [ENDS]);
    assert!(weigh(&state, &["pass"])[0] < 1.0);
    let mut agent = Agent::parse("uct > ipp", &state).unwrap();
    assert_eq!(agent.search(&state, 1, &Limits::iterations(50)).unwrap().best, state.parse("8").unwrap());
}

#[test]
fn what_weighs_more_is_expected_to_win_more_often() {
    use waxwing::knowledge::Priors as _;
    let state = dealt("3345678999AQQQQ/33/44");
    let actions: Vec<_> = ["QQQQ", "33", "345678"].map(|text| state.parse(text).unwrap()).to_vec();
    let mut rates = Vec::new();
    DouDiZhuKnowledge.win_rates(&state, &actions, &mut rates);
    assert!(rates[0] < rates[1] && rates[1] < rates[2] && rates[2] < 1.0, "{rates:?}");
    let certain = ENDS.powf(0.25) / (1.0 + ENDS.powf(0.25));
    assert!((super::super::weights::prior(ENDS) - certain).abs() < 1e-6 && certain > 0.96);
}

#[test]
fn answers_tear_nothing_and_are_as_low_as_they_can_be() {
    let state = after(&dealt("3JK/5668A/44"), "3");
    let [pass, five, six, eight] = weigh(&state, &["pass", "5", "6", "8"])[..] else { panic!("four moves") };
    assert!(five > pass && pass > eight && eight > six, "{pass} {five} {six} {eight}");
    assert!((six / five - 0.5 * TORN).abs() < 1e-5);
}

#[test]
fn every_legal_action_has_a_weight() {
    let mut rng = Rng::new(5);
    for _ in 0..20 {
        let mut state = DouDiZhu::new();
        state.apply(state.sample_chance(&mut rng));
        while let Turn::Player(_) = state.turn() {
            let (actions, mut weights) = (legal(&state), Vec::new());
            state.tidy_weights(&actions, &mut weights);
            assert_eq!(weights.len(), actions.len());
            assert!(weights.iter().all(|&weight| weight > 0.0 && weight.is_finite()), "{state:?}");
            state.apply(actions[rng.below(actions.len())]);
        }
    }
}
