mod knowledge;
mod reference;

use waxwing::knowledge::MoveValues as _;
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::board::{AREAS, MOST_MOVES, RHOMBUS, VIEWS};
use super::camp::Camp;
use super::knowledge::ChineseCheckersKnowledge;
use super::{ChineseCheckers, ChineseCheckersMove, GameStatus, MOST_PLIES, PLACES, Rules};
use crate::testing;
use reference::Reference;

/// A position with these fields for the checkers of each player.
fn position(fields: &[[usize; 6]], mover: u8) -> ChineseCheckers {
    let mut state = ChineseCheckers::new(fields.len() as u8);
    state.occupied = 0;
    for (player, fields) in fields.iter().enumerate() {
        let mut orders = fields.map(|field| VIEWS[usize::from(state.homes[player])].orders[usize::from(PLACES[field])]);
        orders.sort_unstable();
        state.camps[player] = Camp::new(orders);
        state.occupied |= fields.iter().fold(0, |set, &field| set | 1u128 << PLACES[field]);
    }
    state.mover = mover;
    state
}

/// A position of a random game, after at most `plies` plies, with some of the moves toward the end of the game.
fn random_position(players: u8, plies: usize, rng: &mut Rng) -> ChineseCheckers {
    let (mut state, mut buffer) = (ChineseCheckers::new(players), Vec::new());
    let forward = rng.below(100);
    for _ in 0..rng.below(plies) {
        let before = state;
        let action = match rng.below(100) < forward {
            true => ChineseCheckersKnowledge.draw_best(&state, rng).unwrap(),
            false => state.random_action(rng, &mut buffer),
        };
        state.apply(action);
        if state.turn() == Turn::Over {
            return before;
        }
    }
    state
}

fn agrees_with_the_reference(players: u8, rules: Rules, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut state = ChineseCheckers::with_rules(players, rules);
    let mut reference = Reference::new(usize::from(players), rules.forbids_foreign, rules.needs_own);
    let mut passes = 0;
    while state.turn() != Turn::Over {
        assert_eq!(reference.winner, None);
        assert_eq!(state.turn(), Turn::Player(Player(reference.mover as u8)));
        let actions = testing::legal(&state);
        assert!(actions.len() <= MOST_MOVES);
        assert_eq!(testing::texts(&state), reference.moves());
        // Greedy moves now and then, or few games would end.
        let action = match rng.below(2) {
            0 => ChineseCheckersKnowledge.draw_best(&state, &mut rng).unwrap(),
            _ => actions[rng.below(actions.len())],
        };
        passes += usize::from(action == ChineseCheckersMove::PASS);
        let text = state.format(action);
        state.apply(action);
        reference.apply(&text);
        for (&spot, &player) in &reference.checkers {
            assert_eq!(state.set(player) >> PLACES[reference.number(spot)] & 1, 1);
        }
        let sets = (0..state.players()).map(|player| state.set(player));
        assert_eq!(sets.fold(0, |all, set| all ^ set), state.occupied);
        assert_eq!(state.occupied.count_ones(), 6 * u32::from(players));
    }
    let winner = reference.winner.map_or(GameStatus::Drawn, |player| GameStatus::Won(Player(player as u8)));
    assert_eq!(state.outcome, winner);
    assert!(winner != GameStatus::Drawn || state.plies == MOST_PLIES);
    passes
}

#[test]
fn the_bits_agree_with_a_map_of_checkers_in_random_games() {
    for players in [2, 3, 4, 6] {
        for seed in 0..6 {
            let rules = Rules { forbids_foreign: seed % 3 == 2, needs_own: seed % 2 == 1 };
            agrees_with_the_reference(players, rules, seed);
        }
    }
}

#[test]
fn the_star_has_six_triangles_and_a_hexagon() {
    let numbers = |set: u128| (0..73).filter(|&field| set >> PLACES[field] & 1 == 1).collect::<Vec<_>>();
    let triangles = [
        [0, 1, 2, 3, 4, 5],
        [13, 14, 15, 23, 24, 32],
        [47, 55, 56, 64, 65, 66],
        [67, 68, 69, 70, 71, 72],
        [40, 48, 49, 57, 58, 59],
        [6, 7, 8, 16, 17, 25],
    ];
    for (area, fields) in AREAS.into_iter().zip(triangles) {
        assert_eq!(numbers(area), fields);
    }
    assert_eq!((AREAS[6].count_ones(), RHOMBUS.count_ones()), (37, 49));
    // In its own view every player starts with the first orders and wants to have the last ones of the rhombus.
    for (home, view) in VIEWS.iter().enumerate() {
        let set = |camp: Camp| camp.orders().iter().fold(0, |set, &order| set | 1 << view.places[usize::from(order)]);
        assert_eq!(set(Camp::START), AREAS[home]);
        assert_eq!(set(Camp::HOME), AREAS[(home + 3) % 6]);
    }
}

#[test]
fn who_enters_his_target_when_it_is_full_then_wins() {
    // Five checkers of the player at the top are home, and the sixth is in front of them.
    let state = position(&[[60, 67, 68, 69, 70, 71], [0, 1, 2, 3, 4, 50]], 0);
    assert_eq!(state.target(0) & !state.occupied, 1 << PLACES[72]);
    let moves = testing::texts(&state);
    assert!(moves.contains("70-72") && moves.contains("71-72"));
    // Within the target no player wins, and no checker leaves it.
    let inside = testing::after(state, "70-72");
    assert_eq!(inside.outcome, GameStatus::Open);
    assert!(moves.iter().all(|text| text.starts_with("60-") || text.ends_with("-72")));
    let won = testing::after(inside, "50-51 60-70");
    assert_eq!(won.outcome, GameStatus::Won(Player(0)));
    assert_eq!([won.reward(Player(0)), won.reward(Player(1))], [Reward::WIN, Reward::LOSS]);
    assert!(!won.is_legal(ChineseCheckersMove::PASS) && won.turn() == Turn::Over);
}

#[test]
fn a_checker_that_stays_at_home_keeps_nobody_from_winning() {
    let state = position(&[[61, 68, 69, 70, 71, 10], [0, 1, 2, 3, 4, 72]], 0);
    let won = testing::after(state, "61-67");
    assert_eq!(won.outcome, GameStatus::Won(Player(0)));
    // The owner of the checker does not win for the other by completing the triangle.
    let state = position(&[[62, 68, 69, 70, 71, 10], [0, 1, 2, 3, 72, 61]], 1);
    assert_eq!(testing::after(state, "61-67").outcome, GameStatus::Open);
}

/// With `blocked=no` a target is full of its player's own checkers or not full, and sequences of moves go on where the game
/// would be over otherwise.
#[test]
fn only_own_checkers_fill_a_target_where_blocking_is_allowed() {
    let own_only = Rules { needs_own: true, ..Rules::default() };
    let fields = [[61, 68, 69, 70, 71, 10], [0, 1, 2, 3, 4, 72]];
    let counted = [Rules::default(), own_only].map(|rules| {
        let state = ChineseCheckers { rules, ..position(&fields, 0) };
        let mut slow = Reference::new(2, false, rules.needs_own);
        slow.checkers.clear();
        for (player, fields) in fields.iter().enumerate() {
            slow.checkers.extend(fields.iter().map(|&field| (slow.spots[field], player)));
        }
        let count = waxwing::game::perft(&state, 3).unwrap();
        assert_eq!(count, slow.perft(3), "{rules:?}");
        count
    });
    assert!(counted[0] < counted[1], "a win ends sequences that go on otherwise: {counted:?}");
    let blocked = ChineseCheckers { rules: own_only, ..position(&fields, 0) };
    assert_eq!(testing::after(blocked, "61-67").outcome, GameStatus::Open);
    let own = ChineseCheckers { rules: own_only, ..position(&[[60, 67, 68, 69, 71, 72], [0, 1, 2, 3, 4, 50]], 0) };
    assert_eq!(testing::after(own, "60-70").outcome, GameStatus::Won(Player(0)));
}

#[test]
fn chains_of_jumps_go_over_anybody_and_may_end_after_any_jump() {
    let state = position(&[[36, 37, 0, 1, 3, 5], [28, 46, 67, 68, 69, 71]], 0);
    let moves: Vec<String> = testing::texts(&state).into_iter().filter(|text| text.starts_with("36-")).collect();
    // Steps to 29, 35, 43 and 44; over 28 to 19; over 37 to 38, and on over 46 to 55.
    assert_eq!(moves, ["36-19", "36-29", "36-35", "36-38", "36-43", "36-44", "36-55"]);
}

#[test]
fn after_a_thousand_plies_everybody_gets_an_equal_share() {
    for players in [2, 3, 4, 6] {
        let mut state = ChineseCheckers::new(players);
        let (mut rng, mut buffer) = (Rng::new(5), Vec::new());
        state.plies = MOST_PLIES - 1;
        let action = state.random_action(&mut rng, &mut buffer);
        state.apply(action);
        assert_eq!((state.turn(), state.outcome), (Turn::Over, GameStatus::Drawn));
        assert_eq!(state.reward(Player(1)), Reward::new(1.0 / f64::from(players)));
    }
}

#[test]
fn who_cannot_move_passes() {
    // The player at the top is shut in: each of its checkers, and each field behind, is occupied.
    let mut state = ChineseCheckers::new(2);
    state.occupied = AREAS.iter().sum();
    assert_eq!(testing::texts(&state).into_iter().collect::<Vec<_>>(), ["pass"]);
    assert!(state.is_legal(ChineseCheckersMove::PASS));
    assert_eq!(state.action_index(ChineseCheckersMove::PASS), 0);
    state.apply(ChineseCheckersMove::PASS);
    assert_eq!((state.turn(), state.plies), (Turn::Player(Player(1)), 1));
    assert!(!ChineseCheckers::new(2).is_legal(ChineseCheckersMove::PASS));
}

#[test]
fn hashes_tell_positions_apart() {
    let seen = testing::check_hashes(&ChineseCheckers::new(3), 3, |state| (state.camps, state.outcome));
    assert!(seen > 1_000);
}

#[test]
fn random_actions_are_uniform_in_positions_with_jumps() {
    let (mut rng, mut buffer) = (Rng::new(3), Vec::new());
    for _ in 0..5 {
        let state = random_position(4, 100, &mut rng);
        let actions = testing::legal(&state);
        let mut counts = vec![0; actions.len()];
        for _ in 0..200 * actions.len() {
            let action = state.random_action(&mut rng, &mut buffer);
            counts[actions.iter().position(|&listed| listed == action).unwrap()] += 1;
        }
        testing::assert_frequencies(counts.into_iter().map(|count| (count, 200.0)));
    }
}

#[test]
fn moves_are_two_different_fields() {
    let state = ChineseCheckers::new(2);
    assert_eq!(state.parse("3-9").map(|action| action.fields()), Ok(Some((3, 9))));
    assert_eq!(state.parse("pass"), Ok(ChineseCheckersMove::PASS));
    for wrong in ["", "-", "3", "3-", "-9", "3-3", "0-0", "3-73", "999-1", "+3-9", "3-9-12", "3–9", "a-b", "003-9"] {
        let message = state.parse(wrong).unwrap_err();
        assert!(message.contains(&format!("`{wrong}`")) && message.contains("fields from 0 to 72"), "{message}");
    }
}

#[test]
fn the_drawing_is_a_star_with_all_numbers() {
    let state = testing::after(ChineseCheckers::new(2), "3-9 67-60");
    let drawing = state.draw(None);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 14);
    assert_eq!(lines[0].trim(), "● 0");
    assert_eq!(lines[2].trim(), "3 ● 4 ● 5");
    assert_eq!(lines[10].trim(), "› 67 ○68 ○69");
    assert_eq!(lines[13], "  ● North 0/6  ○ South 0/6");
    assert!((0..73).all(|field| drawing.contains(&format!("{field:2}"))));
    assert_eq!(ChineseCheckers::new(6).player_name(Player(4)), "Southwest");
}
