mod beliefs;
mod hidden;
mod reference;
mod weights;

use std::collections::{HashMap, HashSet};

use waxwing::knowledge::{Episodes as _, Predicates as _};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::cards::Cards;
use super::deal::{Deal, deck_of};
use super::knowledge::DouDiZhuKnowledge;
use super::plays::{PLAY_COUNT, Play};
use super::{DouDiZhu, DouDiZhuMove};
use crate::testing::{self, assert_frequencies, legal};

fn dealt(deal: &str) -> DouDiZhu {
    DouDiZhu::with_deal(deal).unwrap()
}

/// The texts of the legal actions, with spaces between them.
fn texts(state: &DouDiZhu) -> String {
    legal(state).into_iter().map(|action| state.format(action)).collect::<Vec<_>>().join(" ")
}

fn after(start: &DouDiZhu, moves: &str) -> DouDiZhu {
    testing::after(start.clone(), moves)
}

#[test]
fn there_are_as_many_plays_of_each_category_as_the_rules_say() {
    const NUMBERS: [(&str, usize); 14] = [
        ("single", 15),
        ("pair", 13),
        ("triplet", 13),
        ("triplet and single", 182),
        ("triplet and pair", 156),
        ("sequence", 36),
        ("pair sequence", 52),
        ("airplane", 45),
        ("airplane and singles", 7161),
        ("airplane and pairs", 2939),
        ("bomb", 13),
        ("rocket", 1),
        ("quad and singles", 1170),
        ("quad and pairs", 858),
    ];
    let mut counted: HashMap<&str, usize> = HashMap::new();
    for (_, play) in Play::all() {
        let kind = reference::classify(&play.cards().counts().map(usize::from)).expect("a play of the rules");
        *counted.entry(kind.name()).or_default() += 1;
    }
    assert_eq!(counted, NUMBERS.into());
    assert_eq!(counted.values().sum::<usize>(), 12_654);
}

#[test]
fn every_play_has_its_own_cards_and_its_own_number() {
    let cards: HashSet<Cards> = Play::all().map(|(_, play)| play.cards()).collect();
    assert_eq!(cards.len(), PLAY_COUNT - 1);
    for (number, play) in Play::all() {
        assert_eq!(play.number(), number);
        assert_eq!(Play::numbered(number), Some(play));
        assert!(play.cards().len() <= 20);
        assert!(play.taken_from(play.cards()).is_empty());
    }
    assert_eq!(Play::numbered(0), None);
    assert_eq!(Play::numbered(PLAY_COUNT as u16), None);
}

#[test]
fn one_play_beats_another_as_plain_numbers_of_cards_say() {
    let kinds: Vec<_> = Play::all()
        .map(|(_, play)| (play, reference::classify(&play.cards().counts().map(usize::from)).unwrap()))
        .collect();
    // Every play against a sample that has all shapes in it.
    for &(play, kind) in &kinds {
        for &(other, other_kind) in kinds.iter().step_by(23).chain(&kinds[..90]).chain(&kinds[kinds.len() - 20..]) {
            assert_eq!(play.beats(other), reference::beats(kind, other_kind), "{play:?} {other:?}");
        }
    }
    let airplane = dealt("QQQKKK34/5/6").parse("QQQKKK34").unwrap().play().unwrap();
    let higher = Play::all().filter(|(_, play)| play.shape == airplane.shape && play.beats(airplane));
    assert_eq!(higher.count(), 77);
}

#[test]
fn an_action_is_small() {
    assert_eq!(size_of::<DouDiZhuMove>(), 8);
    assert!(size_of::<DouDiZhu>() <= 64);
}

#[test]
fn the_leader_may_play_anything_but_not_pass() {
    let state = dealt("3334wW/5/6");
    assert_eq!(texts(&state), "3 4 w W 33 333 3334 333w 333W wW");
    assert!(!state.is_legal(state.parse("pass").unwrap()));
}

#[test]
fn a_play_is_beaten_by_a_higher_one_of_its_kind_a_bomb_or_the_rocket() {
    let state = dealt("3456789TTTTKK/3456789JJJJwW/44KK");
    assert_eq!(texts(&after(&state, "34567")), "pass 45678 56789 JJJJ wW");
    assert_eq!(texts(&after(&state, "TTTT")), "pass JJJJ wW");
    assert_eq!(texts(&after(&state, "TTTT JJJJ pass pass wW")), "pass");
    // Four of a kind with kickers is no bomb.
    assert_eq!(
        texts(&after(&state, "TTTT35")),
        "pass JJJJ34 JJJJ35 JJJJ45 JJJJ36 JJJJ46 JJJJ56 JJJJ37 JJJJ47 JJJJ57 \
        JJJJ67 JJJJ38 JJJJ48 JJJJ58 JJJJ68 JJJJ78 JJJJ39 JJJJ49 JJJJ59 JJJJ69 JJJJ79 JJJJ89 JJJJ3w JJJJ4w JJJJ5w \
        JJJJ6w JJJJ7w JJJJ8w JJJJ9w JJJJ3W JJJJ4W JJJJ5W JJJJ6W JJJJ7W JJJJ8W JJJJ9W JJJJ wW"
    );
}

#[test]
fn who_has_passed_may_play_again_and_two_passes_give_the_lead() {
    let state = dealt("3579J/468TQ/3579K");
    let again = after(&state, "3 pass 5 7 8");
    assert_eq!(again.turn(), Turn::Player(Player(2)));
    let lead = after(&again, "pass pass");
    assert_eq!(texts(&lead), "4 6 T Q");
    assert_eq!(lead.turn(), Turn::Player(Player(1)));
}

#[test]
fn the_first_empty_hand_wins_for_its_side() {
    let rewards = |state: &DouDiZhu| [0, 1, 2].map(|player| state.reward(Player(player)));
    let landlord = after(&dealt("34/5/6"), "3 pass pass 4");
    assert_eq!((landlord.turn(), rewards(&landlord)), (Turn::Over, [Reward::WIN, Reward::LOSS, Reward::LOSS]));
    let peasants = after(&dealt("34/5/6"), "3 pass 6");
    assert_eq!((peasants.turn(), rewards(&peasants)), (Turn::Over, [Reward::LOSS, Reward::WIN, Reward::WIN]));
}

#[test]
fn random_actions_are_uniform_in_rich_hands() {
    let mut rng = Rng::new(6);
    for (deal, moves) in [
        ("3334445556667wW/7/8", ""),
        ("33334444555TTJJQQKwW/7/8", ""),
        ("333444555678JJQQKKAA/3/4", ""),
        ("3456789TJQKA2wW/7/8", ""),
        ("33344456/5556667778889wW9/3", "33344456"),
        ("33334455/66667777889wW/4", "33334455"),
        ("33334w/66667777889TW/4", "33334w"),
        ("333444555678/66777888999TTJJW/3", "333444555678"),
    ] {
        let state = after(&dealt(deal), moves);
        let actions = legal(&state);
        let mut counts: HashMap<DouDiZhuMove, usize> = actions.iter().map(|&action| (action, 0)).collect();
        for _ in 0..200 * actions.len() {
            *counts.get_mut(&state.random_action(&mut rng, &mut Vec::new())).expect("a legal action") += 1;
        }
        assert_frequencies(counts.into_values().map(|count| (count, 200.0)));
    }
}

#[test]
fn a_playout_makes_the_choices_of_random_actions() {
    for seed in 0..300 {
        let start = DouDiZhu::undealt(3 + (seed % 11) as u8, seed % 2 == 0);
        let (mut played, mut stepped) = (start.clone(), start);
        let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
        let plies = played.playout(&mut rng, &mut Vec::new(), u32::MAX);
        stepped.apply(stepped.sample_chance(&mut same));
        for _ in 1..plies {
            stepped.apply(stepped.random_action(&mut same, &mut Vec::new()));
        }
        assert_eq!((stepped, same.next_u64()), (played, rng.next_u64()));
    }
}

#[test]
fn cards_go_from_the_hands_to_the_table_and_nowhere_else() {
    let mut rng = Rng::new(2);
    for game in 0..300 {
        let mut state = DouDiZhu::undealt(13, game % 2 == 0);
        state.apply(state.sample_chance(&mut rng));
        assert_eq!(state.hands.map(Cards::len), [20, 17, 17]);
        assert_eq!(state.shown.len(), if game % 2 == 0 { 3 } else { 0 });
        let mut table = Cards::NONE;
        while let Turn::Player(player) = state.turn() {
            assert_eq!(state.hands.iter().fold(table, |cards, &hand| cards.plus(hand)), deck_of(13));
            assert!(state.hands[0].contain(state.shown));
            let action = state.random_action(&mut rng, &mut Vec::new());
            let held = state.hands;
            state.apply(action);
            for other in (0..3).filter(|&other| other != player.index()) {
                assert_eq!(state.hands[other], held[other]);
            }
            table = table.plus(action.play().map_or(Cards::NONE, Play::cards));
        }
        assert_eq!(state.hands.iter().filter(|hand| hand.is_empty()).count(), 1);
    }
}

#[test]
fn fewer_ranks_make_smaller_hands() {
    let sizes = |ranks: u8| {
        let deal = Deal::random(deck_of(ranks), false, &mut Rng::new(1));
        deal.hands.map(Cards::len)
    };
    assert_eq!([3, 4, 6, 9, 13].map(sizes), [[8, 3, 3], [8, 5, 5], [12, 7, 7], [16, 11, 11], [20, 17, 17]]);
    assert_eq!(super::deal::written(deck_of(4)), "3333444455552222wW");
}

#[test]
fn a_deal_is_one_number() {
    let mut rng = Rng::new(4);
    for ranks in 3..=13 {
        for kitty in [false, true] {
            for _ in 0..200 {
                let deal = Deal::random(deck_of(ranks), kitty, &mut rng);
                assert_eq!(Deal::unpacked(deal.packed(), deck_of(ranks), kitty), deal);
            }
        }
    }
    // The largest number there is, with what is added to it.
    let largest = 15_u128.pow(13) * 9 * 680 - 1;
    assert!(largest + u128::from(DouDiZhuMove::FIRST_DEAL) <= u128::from(u64::MAX));
}

#[test]
fn an_impossible_deal_is_answered_with_what_is_wrong() {
    let state = DouDiZhu::undealt(3, false);
    let message = |text: &str| state.parse(text).unwrap_err();
    assert!(state.parse("deal:333344wW/442/222").is_ok());
    assert_eq!(
        message("deal:3/4"),
        "`deal:3/4` is not a deal: a deal is three hands with `/` between them, and perhaps \
        the Landlord's shown cards"
    );
    assert!(message("33").contains("a deal looks like `deal:…/…/…`"));
    assert!(message("deal:33334xwW/442/222").ends_with("`x` is no card; the cards are 3456789TJQKA2, w and W"));
    assert!(message("deal:33333wwW/442/222").ends_with("there are no 5 cards 3"));
    assert!(message("deal:3333wwW4/442/222").ends_with("there are no 2 cards w"));
    assert!(message("deal:33334wW/442/222").ends_with("the hands together must be 333344442222wW"));
    assert!(message("deal:333344wW4/42/222").ends_with("the hands have 8, 3 and 3 cards"));
    assert!(message("deal:333344wW/442/222/3").ends_with("0 cards of the Landlord are shown behind the hands, not 1"));
    assert!(message(&"deal:3".repeat(100)).starts_with("`deal:3"));
    let shown = DouDiZhu::undealt(3, true);
    assert!(shown.parse("deal:333344wW/442/222/33w").is_ok());
    assert!(shown.parse("deal:333344wW/442/222/332").unwrap_err().ends_with("are at most 3 of the Landlord's"));
    // Once the cards are dealt, what is wrong with a deal still matters more.
    let dealt = after_deal(&state, "deal:333344wW/442/222");
    assert!(dealt.parse("deal:3/4").unwrap_err().contains("three hands"));
    assert!(dealt.parse("deal:333344wW/442/222").unwrap_err().ends_with("the cards have been dealt already"));
    assert_eq!(DouDiZhu::with_deal("3//4").unwrap_err(), "`3//4` is not a deal: a hand has 1 to 20 cards, not 0");
}

fn after_deal(state: &DouDiZhu, deal: &str) -> DouDiZhu {
    let mut state = state.clone();
    state.apply(state.parse(deal).unwrap());
    state
}

#[test]
fn plays_are_written_with_the_main_part_first_and_read_in_any_order() {
    let state = dealt("TTTJJJ34wW/5/6");
    for (text, written) in [("34TJTJTJ", "TTTJJJ34"), ("wtttjjj3", "TTTJJJ3w"), ("Ww", "wW"), ("t4tt", "TTT4")] {
        assert_eq!(state.format(state.parse(text).unwrap()), written);
    }
    let message = |text: &str| state.parse(text).unwrap_err();
    assert!(message("34").starts_with("`34` is not a play: these cards make no combination; plays look like `7`"));
    assert!(message("10").contains("`1` is no card"));
    assert!(message("33333").ends_with("there are no 5 cards 3"));
    assert!(message("").contains("plays look like"));
    assert!(message("TTTJJJ33").contains("no combination"), "kickers are of different ranks");
    assert!(message("TTTJJJwW").contains("no combination"), "not both jokers");
}

#[test]
fn every_play_can_be_read_as_it_is_written() {
    let state = dealt("3/4/5");
    for (number, _) in Play::all().step_by(7) {
        let action = DouDiZhuMove::numbered(number);
        assert_eq!(state.parse(&state.format(action)), Ok(action));
        assert!(state.format(action).chars().all(|sign| "3456789TJQKA2wW".contains(sign)));
    }
}

#[test]
fn a_drawing_shows_a_player_only_what_he_may_see() {
    let state = after(&dealt("33445566T2w/789JQ/888KKA/2w"), "334455 pass pass T");
    let expected = [
        "  Landlord   4  66 2 w",
        "  Peasant-1  5  7 8 9 J Q",
        "  Peasant-2  6  888 KK A",
        "  played        33 44 55 T",
        "  table         T by Landlord\n",
    ];
    assert_eq!(state.draw(None), expected.join("\n"));
    let seen = [
        "  Landlord   4  2 w ··",
        "  Peasant-1  5  7 8 9 J Q",
        "  Peasant-2  6  ······",
        "  unseen        66 888 KK A 2 w",
        "  played        33 44 55 T",
        "  table         T by Landlord\n",
    ];
    assert_eq!(state.draw(Some(Player(1))), seen.join("\n"));
    assert!(after(&state, "pass pass").draw(None).ends_with("nothing, Landlord leads\n"));
    assert_eq!(DouDiZhu::new().draw(Some(Player(1))), "  54 cards to deal: 20, 17 and 17\n");
}

#[test]
fn an_episode_starts_where_a_player_is_to_lead() {
    let episode = |moves| DouDiZhuKnowledge.episode(&after(&dealt("34455/66/77"), moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("3"), None);
    assert_eq!(episode("3 6 pass"), None);
    assert_eq!(episode("3 6 pass pass"), Some(1));
    assert_eq!(episode("3 6 pass pass 6"), None);
    assert_eq!(DouDiZhuKnowledge.episode(&DouDiZhu::new()), None);
}

#[test]
fn predicates_hold_where_they_should() {
    let names = DouDiZhuKnowledge.names();
    let holding = |state: &DouDiZhu| -> Vec<&str> {
        let bits = DouDiZhuKnowledge.holding(state);
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    let state = dealt("3455556/667wW/78888");
    assert_eq!(holding(&state), ["leading", "landlord", "can-bomb"]);
    assert_eq!(holding(&after(&state, "3")), ["can-bomb"]);
    assert_eq!(holding(&after(&state, "3 6")), ["partner-last", "can-bomb"]);
    assert_eq!(holding(&after(&state, "3 6 8888")), ["landlord", "bomb-last", "opponent-few", "opponent-one"]);
    assert_eq!(holding(&after(&state, "5555")), ["can-bomb", "bomb-last", "opponent-few"]);
    assert_eq!(holding(&after(&state, "5555 wW")), ["partner-last", "bomb-last", "opponent-few"]);
    assert_eq!(holding(&after(&state, "3 6 pass pass 6")), ["partner-last", "can-bomb"]);
    assert_eq!(holding(&after(&state, "3 w pass pass W pass 5555")), ["bomb-last", "few-cards", "opponent-few"]);
}
