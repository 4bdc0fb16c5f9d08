use std::collections::HashMap;

use waxwing::Agent;
use waxwing::knowledge::{Episodes as _, Evaluator as _, Knowledge as _, MoveValues as _, Predicates as _};

use super::super::knowledge::{ChineseCheckersKnowledge as Knows, HomeDistance};
use super::super::tables::{self, Board};
use super::*;

/// The distance of a player's checkers, by the index that the numbers of their fields have.
fn distance(state: &ChineseCheckers, player: usize) -> u8 {
    let camp = state.camps[player];
    match camp.outside() {
        0 => tables::distances(Board::Rhombus)[camp.index()],
        outside => 21 + outside as u8,
    }
}

#[test]
fn the_table_has_the_known_numbers_of_configurations() {
    let distances = tables::distances(Board::Rhombus);
    assert_eq!(distances.len(), Board::Rhombus.entries());
    let mut counts = [0; 22];
    distances.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
    let known = [
        1, 10, 81, 476, 2316, 9353, 32145, 94664, 239654, 520615, 980443, 1599320, 2225091, 2571489, 2402772, 1774788,
        1001609, 405083, 106403, 16204, 1261, 38,
    ];
    assert_eq!(counts, known);
    assert_eq!(distances[Camp::START.index()], 17);
    assert_eq!(distances[Camp::HOME.index()], 0);
}

/// A table in which every configuration but the target's has a neighbour that is one nearer, and none that is nearer still,
/// is right. The neighbours come from the slow rules.
#[test]
fn every_distance_is_one_more_than_that_of_the_nearest_neighbour() {
    let (mut rng, mut reference) = (Rng::new(2), Reference::new(2, false, false));
    let inside: Vec<usize> = (0..73).filter(|&field| RHOMBUS >> PLACES[field] & 1 == 1).collect();
    reference.spots.retain(|&spot| !matches!(Reference::corner(spot), Some(1 | 2 | 4 | 5)));
    let order = |field: usize| VIEWS[0].orders[usize::from(PLACES[field])];
    let number = |fields: &[usize]| {
        let mut orders: Vec<u8> = fields.iter().map(|&field| order(field)).collect();
        orders.sort_unstable();
        Camp::new(orders.try_into().unwrap()).index()
    };
    let distances = tables::distances(Board::Rhombus);
    // No player has to stay in its target here.
    reference.homes = vec![1, 4];
    for _ in 0..1_500 {
        let mut fields = inside.clone();
        rng.shuffle(&mut fields);
        fields.truncate(6);
        reference.checkers = fields.iter().map(|&field| (spot(field), 0)).collect();
        let own = distances[number(&fields)];
        let near = reference.moves().into_iter().map(|text| {
            // The reference numbers the fields of the rhombus only.
            let (from, to) = text.split_once('-').unwrap();
            let [from, to] = [from, to].map(|number| inside[number.parse::<usize>().unwrap()]);
            let moved: Vec<usize> = fields.iter().map(|&field| if field == from { to } else { field }).collect();
            distances[number(&moved)]
        });
        let near: Vec<u8> = near.collect();
        assert_eq!(near.iter().min(), Some(&(own - 1)));
        assert!(near.iter().all(|&other| other <= own + 1));
    }
}

/// The coordinates of a field.
fn spot(field: usize) -> reference::Spot {
    let (x, z) = super::super::board::COORDINATES[field];
    (x, -x - z, z)
}

#[test]
fn greedy_play_alone_needs_as_many_moves_as_the_table_says() {
    let mut rng = Rng::new(4);
    for player in 0..6 {
        let mut state = ChineseCheckers::new(6);
        state.occupied = state.home(player);
        for expected in (0..17).rev() {
            state.mover = player as u8;
            let action = Knows.draw_best(&state, &mut rng).unwrap();
            assert!(state.is_legal(action));
            state.apply(action);
            assert_eq!(distance(&state, player), expected);
        }
        assert_eq!(state.outcome, GameStatus::Won(Player(player as u8)));
    }
}

#[test]
fn the_greediest_moves_are_drawn_evenly_and_no_others() {
    let mut rng = Rng::new(6);
    let mut ties = 0;
    for round in 0..400 {
        let state = random_position([2, 3, 4, 6][round % 4], 120, &mut rng);
        let (actions, mover) = (testing::legal(&state), usize::from(state.mover));
        let after = |action: ChineseCheckersMove| {
            let mut after = state;
            after.apply(action);
            after
        };
        let distances: Vec<u8> = actions.iter().map(|&action| distance(&after(action), mover)).collect();
        let mut values = Vec::new();
        Knows.value_actions(&state, &actions, &mut values);
        assert_eq!(values, distances.iter().map(|&distance| -f32::from(distance)).collect::<Vec<_>>());
        let least = distances.iter().min().unwrap();
        let draws = if round % 20 == 0 { 100 } else { 1 };
        let mut counts: HashMap<ChineseCheckersMove, usize> = HashMap::new();
        let best: Vec<_> = actions.iter().zip(&distances).filter(|(_, distance)| *distance == least).collect();
        for _ in 0..draws * best.len() {
            *counts.entry(Knows.draw_best(&state, &mut rng).unwrap()).or_default() += 1;
        }
        assert!(counts.keys().all(|action| best.iter().any(|(best, _)| *best == action)));
        if draws > 1 {
            ties = ties.max(best.len());
            testing::assert_frequencies(best.iter().map(|(action, _)| (counts[action], draws as f64)));
        }
        for way in [HomeDistance::Distance, HomeDistance::Simple] {
            let mut values = Vec::new();
            way.evaluate_actions(&state, &actions, &mut values);
            let slow = actions.iter().map(|&action| way.evaluate(&after(action), Player(state.mover)));
            assert_eq!(values, slow.collect::<Vec<_>>());
        }
        let wins = |action: &ChineseCheckersMove| after(*action).outcome == GameStatus::Won(Player(state.mover));
        assert_eq!(Knows.winning_action(&state, &actions), actions.iter().position(wins));
    }
    assert!(ties > 3);
}

#[test]
fn evaluations_are_what_a_player_is_ahead_of_the_best_of_the_others() {
    let mut rng = Rng::new(7);
    for round in 0..200 {
        let state = random_position([2, 3, 4, 6][round % 4], 150, &mut rng);
        for player in 0..state.players() {
            let others = (0..state.players()).filter(|&other| other != player);
            let best = others.map(|other| distance(&state, other)).min().unwrap();
            let value = HomeDistance::Distance.evaluate(&state, Player(player as u8));
            assert_eq!(value, f32::from(best) - f32::from(distance(&state, player)));
            let scaled = HomeDistance::Distance.scale(value);
            assert!(scaled.abs() < 1.0 && scaled.signum() == value.signum() || value == 0.0);
        }
    }
    let start = ChineseCheckers::new(4);
    assert_eq!([HomeDistance::Distance, HomeDistance::Simple].map(|way| way.evaluate(&start, Player(2))), [0.0, 0.0]);
    let won = testing::after(position(&[[61, 68, 69, 70, 71, 72], [0, 1, 2, 3, 4, 10]], 0), "61-67");
    for way in [HomeDistance::Distance, HomeDistance::Simple] {
        let values = [0, 1].map(|player| way.evaluate(&won, Player(player)));
        assert_eq!(values.map(|value| way.scale(value)), [1.0, -1.0]);
    }
}

#[test]
fn the_simple_evaluation_counts_rows_and_columns_to_the_first_free_field() {
    // The tip, 72, is free: from 70, one to the side and one row down is two; from 71 one of each is less.
    let state = position(&[[70, 71, 67, 68, 69, 36], [0, 1, 2, 3, 4, 5]], 0);
    let way = |field: usize| {
        let column = |field: usize| {
            let (x, z) = super::super::board::COORDINATES[field];
            (x + z.div_euclid(2), z)
        };
        let ((a, b), (c, d)) = (column(field), column(72));
        (a - c).abs() + (b - d).abs()
    };
    assert_eq!([70, 71, 36].map(way), [2, 1, 6]);
    let own: i32 = [70, 71, 67, 68, 69, 36].map(way).iter().sum();
    // The other is home: each field is as far from the tip of its target as those of the first player's from theirs.
    let other: i32 = [67, 68, 69, 70, 71, 72].map(way).iter().sum();
    assert_eq!(HomeDistance::Simple.evaluate(&state, Player(0)), (other - own) as f32);
}

#[test]
fn episodes_begin_when_a_checker_arrives() {
    let start = ChineseCheckers::new(2);
    assert_eq!(Knows.episode(&start), Some(0));
    assert_eq!(Knows.episode(&testing::after(start, "3-9")), None);
    let state = position(&[[61, 68, 69, 70, 10, 11], [0, 1, 2, 3, 4, 30]], 0);
    assert_eq!(Knows.episode(&testing::after(state, "61-67")), Some(1));
    assert_eq!(Knows.episode(&testing::after(state, "61-67 30-31 69-71")), None);
}

#[test]
fn predicates_tell_how_far_the_players_are() {
    let names = Knows.names();
    let holding = |state: &ChineseCheckers| {
        let bits = Knows.holding(state);
        (0..names.len()).filter(|&place| bits >> place & 1 == 1).map(|place| names[place]).collect::<Vec<_>>()
    };
    assert_eq!(holding(&ChineseCheckers::new(2)), ["at-start"]);
    let state = position(&[[0, 13, 68, 69, 70, 71], [1, 2, 3, 4, 5, 40]], 0);
    assert_eq!(holding(&state), ["arriving", "nearly-home", "other-nearly-home", "straggler", "beside"]);
}

/// Tests have no cache: what needs the table of the star is refused, in words that say how to build it.
#[test]
fn an_evaluation_whose_table_is_missing_is_refused() {
    let start = ChineseCheckers::new(2);
    for text in ["uct with det(0.5)", "uct with det(0.5, eval=distance)", "uct with det(0.5, eval=simple)"] {
        assert!(Agent::parse(text, &start).is_ok(), "{text}");
    }
    for text in ["uct with det(0.5, eval=star)", "uct > ege(0.1, by=value, eval=star)", "ab(eval=star)"] {
        let message = Agent::parse(text, &start).map(|_| ()).unwrap_err().to_string();
        assert!(message.contains("the evaluation `star` cannot be used yet"), "{text}: {message}");
        assert!(message.contains("`waxwing tables build chinese-checkers-73` builds it"), "{text}: {message}");
    }
}

#[test]
fn tables_answer_to_their_names() {
    assert_eq!(Board::find("chinese-checkers-73").unwrap(), Board::Star);
    assert_eq!(Board::find("chinese-checkers").unwrap(), Board::Rhombus);
    let message = Board::find("chinese-checkers-37").unwrap_err().to_string();
    assert!(
        message.starts_with("there is no table `chinese-checkers-37`; did you mean `chinese-checkers-"),
        "{message}"
    );
    assert!(Board::ALL.iter().all(|board| tables::path(*board).is_ok()));
}
