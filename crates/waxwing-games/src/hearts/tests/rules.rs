use waxwing::game::{Observable, check_notated_game};
use waxwing::knowledge::{Episodes as _, Predicates as _};
use waxwing::{Game, Player, Reward, Rng, Turn};

use super::{Hearts, HeartsMove, Passing, Rules, USUAL, after, legal_texts, random_step, some_rules};
use crate::hearts::Phase;
use crate::hearts::cards::{HEARTS, QUEEN, deck};
use crate::hearts::knowledge::HeartsKnowledge;
use crate::hearts::scores;

/// A single round of a short deck, without passing.
fn short(ranks: u8) -> Rules {
    Rules { limit: 1, ranks, passing: Passing::Always(0), breaking: HEARTS }
}

/// West has nothing but hearts and the queen of spades.
const PENALTIES_ONLY: &str = "deal:Q.AK../K.Q..A/A..Q.K/..AK.Q QC KC AC";
/// After the first trick South has nothing but hearts.
const HEARTS_ONLY: &str = "deal:Q.AK../K.Q..A/A..KQ./..A.KQ QC KC AC KS";
/// South takes everything.
const MOON: &str = "deal:Q.A.K./K.Q.Q./A..A.A/.K..KQ QC KC AC KD AS KS AD QD AH QS KH QH";

#[test]
fn the_lowest_club_is_led_by_its_holder() {
    let state = after(short(4), "deal:Q.QJ..K/K.AK.J./AJ..KQ./..A.AQJ");
    assert_eq!(state.turn(), Turn::Player(Player(2)));
    assert_eq!(legal_texts(&state), ["JC"]);
}

#[test]
fn points_are_played_to_the_first_trick_only_by_who_has_nothing_else() {
    let state = after(short(4), "deal:QJ.QJ../K.AK.J./A..KQ.J/..A.AKQ JC KC AC");
    assert_eq!(legal_texts(&state), ["KS", "AS"]);
    assert_eq!(legal_texts(&after(short(3), PENALTIES_ONLY)), ["KH", "AH", "QS"]);
}

#[test]
fn hearts_are_led_once_one_was_played_or_when_there_is_nothing_else() {
    let after_queen = format!("{PENALTIES_ONLY} QS");
    assert_eq!(legal_texts(&after(short(3), &after_queen)), ["KS"]);
    let queen_breaks = Rules { breaking: HEARTS | QUEEN, ..short(3) };
    assert_eq!(legal_texts(&after(queen_breaks, &after_queen)), ["QH", "KS"]);
    assert_eq!(legal_texts(&after(short(3), &format!("{PENALTIES_ONLY} KH"))), ["QH", "KS"]);
    assert_eq!(legal_texts(&after(short(3), HEARTS_ONLY)), ["QH", "KH"]);
}

#[test]
fn who_takes_everything_pays_nothing_and_the_others_all() {
    let state = after(short(3), MOON);
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.totals, [16, 16, 0, 16]);
    let rewards = [0, 1, 2, 3].map(|player| state.reward(Player(player)));
    assert_eq!(rewards, [Reward::LOSS, Reward::LOSS, Reward::WIN, Reward::LOSS]);
    assert_eq!(scores::of_round([0, 26, 0, 0], 26), [26, 0, 26, 26]);
    assert_eq!(scores::of_round([25, 1, 0, 0], 26), [25, 1, 0, 0]);
}

#[test]
fn rewards_go_by_rank_and_equal_totals_share_them() {
    let rewards = |totals| [0, 1, 2, 3].map(|player| scores::reward(totals, Player(player)).value());
    assert_eq!(rewards([10, 20, 50, 24]), [1.0, 0.5, 0.0, 0.5]);
    assert_eq!(rewards([10, 10, 50, 24]), [1.0, 1.0, 0.0, 0.5]);
    assert_eq!(rewards([50, 20, 50, 24]), [0.0, 1.0, 0.0, 0.5]);
    assert_eq!(rewards([50, 20, 50, 50]), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(rewards([50, 50, 50, 50]), [1.0; 4]);
    assert_eq!(rewards([7, 7, 50, 50]), [1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn cards_go_left_right_and_across_and_then_stay_for_eight_rounds() {
    let mut rng = Rng::new(3);
    let mut state = Hearts::with(Rules { limit: 200, ..USUAL });
    for receiver in [1, 3, 2, 0, 1, 3, 2, 0] {
        state.apply(state.sample_chance(&mut rng));
        let dealt = state.hands;
        if receiver == 0 {
            assert_eq!(state.phase, Phase::Play);
        } else {
            (0..4).for_each(|_| state.apply(random_step(&state, &mut rng)));
            let passed = state.passes;
            let seen = state.observe(HeartsMove::Exchange, Player(receiver)).unwrap();
            state.apply(HeartsMove::Exchange);
            assert!(matches!(seen, HeartsMove::Receive(three) if three.set() == passed[0]));
            for giver in 0..4 {
                let kept = dealt[giver] & !passed[giver];
                let came_from = (giver + 4 - usize::from(receiver)) % 4;
                assert_eq!(state.hands[giver], kept | passed[came_from]);
            }
        }
        while state.phase == Phase::Play {
            state.apply(random_step(&state, &mut rng));
        }
    }
    assert_eq!(state.round, 8);
}

#[test]
fn cards_and_points_are_conserved_and_the_game_ends_at_the_limit() {
    let mut rng = Rng::new(4);
    for number in 0..400 {
        let rules = if number < 100 { USUAL } else { some_rules(number) };
        let moon = u32::from(13 + rules.ranks);
        let mut state = Hearts::with(rules);
        let (mut played, mut sum) = (0, 0);
        while state.turn() != Turn::Over {
            let round = state.round;
            let action = random_step(&state, &mut rng);
            if let HeartsMove::Play(card) = action {
                played |= card.bit();
            }
            state.apply(action);
            let held = state.hands.iter().fold(0, |set, hand| set | hand);
            let count: u32 = state.hands.iter().map(|hand| hand.count_ones()).sum();
            assert_eq!((held & played, held.count_ones()), (0, count));
            if state.round == round {
                assert!(held == 0 || held | played == deck(rules.ranks));
                assert!(state.totals.iter().all(|&total| total < rules.limit));
            } else {
                assert_eq!(played, deck(rules.ranks));
                played = 0;
                let new_sum: u32 = state.totals.iter().map(|&total| u32::from(total)).sum();
                assert!([moon, 3 * moon].contains(&(new_sum - sum)), "{sum} {new_sum}");
                sum = new_sum;
            }
        }
        assert!(state.totals.iter().any(|&total| total >= rules.limit));
    }
}

#[test]
fn a_playout_makes_the_choices_of_single_steps() {
    let mut rng = Rng::new(5);
    for number in 0..600 {
        let mut state = Hearts::with(if number % 2 == 0 { USUAL } else { some_rules(number) });
        for _ in 0..rng.below(70) {
            if state.turn() != Turn::Over {
                state.apply(random_step(&state, &mut rng));
            }
        }
        if number % 3 == 0 {
            state = state.determinize(Player(1), &mut rng);
        }
        let (mut stepped, mut played) = (state.clone(), state);
        let (mut step_rng, mut play_rng) = (rng.clone(), rng.clone());
        let mut plies = 0;
        while stepped.turn() != Turn::Over {
            stepped.apply(random_step(&stepped, &mut step_rng));
            plies += 1;
        }
        assert_eq!(played.playout(&mut play_rng, &mut Vec::new(), u32::MAX), plies);
        assert_eq!(played, stepped);
        assert_eq!(play_rng.next_u64(), step_rng.next_u64());
    }
}

#[test]
fn rules_of_all_kinds_keep_the_promises_of_a_game() {
    for number in 0..44 {
        assert_eq!(check_notated_game(&Hearts::with(some_rules(number)), 3, 1), Ok(()), "{:?}", some_rules(number));
    }
}

#[test]
fn episodes_are_the_deal_with_the_passes_and_every_trick() {
    let mut rng = Rng::new(6);
    let mut state = Hearts::new();
    let episode = |state: &Hearts| HeartsKnowledge.episode(state);
    assert_eq!(episode(&state), Some(0));
    state.apply(state.sample_chance(&mut rng));
    for _ in 0..5 {
        assert_eq!(episode(&state), None);
        state.apply(random_step(&state, &mut rng));
    }
    for ply in 0..52 {
        let label = super::mover(&state).map(|player| 1 + u32::from(player.0));
        assert_eq!(episode(&state), label.filter(|_| ply % 4 == 0));
        state.apply(random_step(&state, &mut rng));
    }
    assert_eq!(episode(&state), Some(0));
}

#[test]
fn predicates_hold_where_they_should() {
    let names = HeartsKnowledge.names();
    let holding = |rules: Rules, moves: &str| -> Vec<&str> {
        let bits = HeartsKnowledge.holding(&after(rules, moves));
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    let deal = "deal:Q.AK../K.Q..A/A..Q.K/..AK.Q";
    assert_eq!(holding(Rules { passing: Passing::Cycle, ..short(3) }, deal), ["passing", "queen-out"]);
    assert_eq!(holding(short(3), deal), ["leading", "queen-out"]);
    assert_eq!(holding(short(3), PENALTIES_ONLY), ["last-to-play", "void", "holds-queen", "penalties-only"]);
    let queen_taken = format!("{PENALTIES_ONLY} QS");
    assert_eq!(holding(short(3), &queen_taken), ["leading", "has-taken", "moon-possible"]);
    let heart_laid = format!("{queen_taken} KS AH");
    assert_eq!(holding(short(3), &heart_laid), ["void", "points-on-table", "hearts-broken"]);
}
