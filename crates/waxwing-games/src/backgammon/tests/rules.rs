//! The rules one by one, in positions made for them.

use waxwing::{Game, Player, Reward, Turn};

use super::super::{Backgammon, BackgammonMove, MOST_TURNS};
use super::{after, legal, moves, position};

/// White has one checker on the bar, and Black holds Black's points 1 to 6 except these.
fn entering(open: &[u8]) -> Backgammon {
    let held: Vec<(u8, u8)> = (1..=6).filter(|point| !open.contains(point)).map(|point| (point, 2)).collect();
    position(&[(25, 1), (6, 3)], &held)
}

#[test]
fn both_players_start_with_167_pips() {
    let state = Backgammon::new();
    assert_eq!([0, 1].map(|player| state.sides[player].pips()), [167, 167]);
    assert_eq!([24, 13, 8, 6].map(|point| state.sides[0].count(point)), [2, 5, 3, 5]);
}

#[test]
fn the_first_roll_is_no_double_unless_the_option_allows_it() {
    let chances = |state: &Backgammon| {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        outcomes.into_iter().map(|(action, chance)| (action.roll().unwrap(), chance)).collect::<Vec<_>>()
    };
    let first = chances(&Backgammon::new());
    assert_eq!(first.len(), 15);
    assert!(first.iter().all(|(roll, chance)| !roll.is_double() && (chance - 1.0 / 15.0).abs() < 1e-15));
    let played = after(Backgammon::new(), "31 8/5 6/5");
    for state in [Backgammon::with_options(15, true), played] {
        let rolls = chances(&state);
        assert_eq!(rolls.len(), 21);
        for (roll, chance) in rolls {
            let ways = if roll.is_double() { 1.0 } else { 2.0 };
            assert!((chance - ways / 36.0).abs() < 1e-15);
        }
    }
}

#[test]
fn a_turn_is_two_moves_and_after_a_double_four() {
    let state = after(Backgammon::new(), "31 8/5");
    assert_eq!(state.turn(), Turn::Player(Player(0)));
    assert_eq!(moves(&state), "5/4 6/5 8/7 24/23");
    let state = after(state, "6/5 66 24/18 24/18 13/7");
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    assert_eq!(after(state, "13/7").turn(), Turn::Chance);
}

#[test]
fn a_single_checker_is_hit_and_goes_to_the_bar() {
    let state = after(position(&[(8, 1), (1, 1)], &[(20, 1), (1, 1)]), "31 8/5*");
    assert_eq!([25, 20, 1].map(|point| state.sides[1].count(point)), [1, 0, 1]);
    assert_eq!(state.sides[0].count(5), 1);
}

#[test]
fn points_with_two_enemy_checkers_are_closed() {
    // Black holds White's point 5: 8/5 and 7/5 are not possible.
    let state = after(position(&[(8, 2), (7, 2)], &[(20, 2), (1, 2)]), "32");
    assert_eq!(moves(&state), "7/4 8/6");
}

#[test]
fn a_player_on_the_bar_must_come_in_before_anything_else() {
    let state = after(entering(&[3]), "32");
    assert_eq!(moves(&state), "bar/22");
    // From 22 the 2 ends on a closed point.
    assert_eq!(moves(&after(state, "bar/22")), "6/4");
}

#[test]
fn with_two_on_the_bar_both_dice_bring_one_in() {
    let state = position(&[(25, 2), (6, 3)], &[(1, 2), (2, 2)]);
    assert_eq!(moves(&after(state.clone(), "43 bar/21")), "bar/22");
    // The 2 cannot come in, and nothing else may be moved with it.
    let state = after(state, "42 bar/21");
    assert_eq!(state.turn(), Turn::Chance);
    assert_eq!((state.mover, state.sides[0].count(25)), (1, 1));
}

#[test]
fn who_cannot_come_in_loses_the_turn_right_after_the_roll() {
    for roll in ["66", "65", "11"] {
        let state = after(entering(&[]), roll);
        assert_eq!((state.turn(), state.mover, state.turns), (Turn::Chance, 1, 3));
    }
    assert_eq!(moves(&after(entering(&[4]), "44")), "bar/21");
}

#[test]
fn the_order_must_be_one_in_which_both_dice_can_be_played() {
    // Black holds White's point 8: 14/8 is not possible, but 14/13 and then 13/7.
    let state = position(&[(14, 1)], &[(17, 2), (1, 2)]);
    assert_eq!(moves(&after(state.clone(), "61")), "14/13");
    assert_eq!(moves(&after(state, "61 14/13")), "13/7");
}

#[test]
fn a_move_that_leaves_nothing_to_the_other_die_is_not_legal_if_another_does() {
    // Black holds White's points 7 and 9: after 14/8 no checker could move by 1.
    let state = position(&[(14, 1), (10, 1)], &[(18, 2), (16, 2)]);
    assert_eq!(moves(&after(state.clone(), "61")), "10/4 14/13");
    assert_eq!(moves(&after(state.clone(), "61 10/4")), "4/3 14/13");
    assert_eq!(moves(&after(state, "61 14/13")), "10/4");
}

#[test]
fn the_larger_die_is_played_if_only_one_can_be() {
    // Black holds White's point 3, where both dice together would lead.
    let either = position(&[(14, 1)], &[(22, 2)]);
    assert_eq!(moves(&after(either.clone(), "65")), "14/8");
    assert_eq!(after(either, "65 14/8").turn(), Turn::Chance);
    // Here Black holds White's point 8 too.
    let smaller = position(&[(14, 1)], &[(22, 2), (17, 2)]);
    assert_eq!(moves(&after(smaller.clone(), "65")), "14/9");
    assert_eq!(after(smaller, "65 14/9").turn(), Turn::Chance);
}

#[test]
fn of_a_double_as_many_are_played_as_can_be() {
    let state = after(position(&[(20, 1), (7, 1)], &[(15, 2)]), "55");
    assert_eq!(moves(&state), "7/2 20/15");
    let state = after(state, "20/15");
    assert_eq!(moves(&state), "7/2");
    assert_eq!(after(state, "7/2").turn(), Turn::Chance);
}

#[test]
fn checkers_are_borne_off_only_when_all_are_at_home() {
    let outside = position(&[(7, 1), (6, 2)], &[(1, 2)]);
    assert_eq!(moves(&after(outside.clone(), "61")), "7/1 6/5 7/6");
    assert_eq!(moves(&after(outside, "61 7/6")), "6/off");
    let hit = position(&[(25, 1), (6, 2)], &[(1, 2)]);
    assert_eq!(moves(&after(hit, "66")), "bar/19");
}

#[test]
fn a_die_bears_off_from_its_point_or_from_the_highest_if_that_is_nearer() {
    let state = position(&[(6, 1), (4, 1), (2, 1)], &[(1, 2)]);
    assert_eq!(moves(&after(state.clone(), "65")), "6/off 6/1");
    assert_eq!(moves(&after(state, "65 6/off")), "4/off");
    // From 3 nothing is borne off with a 5 as long as there is a checker on 6.
    assert_eq!(moves(&after(position(&[(6, 1), (3, 1)], &[(1, 2)]), "51")), "6/1 3/2 6/5");
}

#[test]
fn who_can_neither_move_nor_bear_off_loses_the_turn() {
    let state = after(position(&[(6, 2), (1, 1)], &[(24, 2)]), "55");
    assert_eq!((state.turn(), state.mover), (Turn::Chance, 1));
}

#[test]
fn both_dice_are_played_even_if_one_would_end_the_game() {
    let state = position(&[(3, 1)], &[(1, 2)]);
    assert_eq!(moves(&after(state.clone(), "31")), "3/2");
    assert_eq!(after(state, "31 3/2 2/off").reward(Player(0)), Reward::WIN);
    // Either die takes the last checker off, and nothing is left for the other.
    let last = after(position(&[(1, 1)], &[(1, 2)]), "65");
    assert_eq!(legal(&last), [BackgammonMove::step(1, 6)]);
}

#[test]
fn who_has_borne_off_all_checkers_has_won_and_the_rest_of_his_dice_do_not_matter() {
    let state = after(position(&[(6, 1), (5, 1), (1, 1)], &[(1, 1)]), "66 6/off 5/off 1/off");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!([0, 1].map(|player| state.reward(Player(player))), [Reward::WIN, Reward::LOSS]);
    let state = after(position(&[(6, 1)], &[(2, 1), (1, 1)]), "21 6/4 4/3 65 2/off(6) 1/off");
    assert_eq!([0, 1].map(|player| state.reward(Player(player))), [Reward::LOSS, Reward::WIN]);
}

#[test]
fn after_a_thousand_turns_the_game_is_drawn() {
    let state = Backgammon { turns: MOST_TURNS - 1, ..Backgammon::new() };
    let last = after(state, "31 8/5");
    assert_eq!(last.turn(), Turn::Player(Player(0)));
    let end = after(last, "6/5");
    assert_eq!(end.turn(), Turn::Over);
    assert_eq!([0, 1].map(|player| end.reward(Player(player))), [Reward::DRAW; 2]);
    // A turn that is lost counts too.
    let closed = Backgammon { turns: MOST_TURNS - 1, ..entering(&[]) };
    assert_eq!(after(closed, "66").turn(), Turn::Over);
    // Who wins in the last turn has won.
    let winning = Backgammon { turns: MOST_TURNS - 1, ..position(&[(1, 1)], &[(1, 1)]) };
    assert_eq!(after(winning, "21 1/off").reward(Player(0)), Reward::WIN);
}
