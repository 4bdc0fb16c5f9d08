//! Matches of games with deals and several seats, and matches from a position.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use waxwing::{Limits, Player, Rng, Turn};
use waxwing_workshop::{
    Design, GamePlan, GameRecord, MatchPlan, MatchReport, OpenGame, Openings, SeatRecord, Seeds, Setting, Watch,
    play_game, run_match,
};

use crate::{open, plan_of_two};

/// Plays a match: its report, and its games in the order of their numbers.
fn play(setting: &Setting<'_>, plan: &MatchPlan) -> (MatchReport, Vec<GameRecord>) {
    let records = Mutex::new(Vec::new());
    let witness = |number, record: &GameRecord| records.lock().unwrap().push((number, record.clone()));
    let report = run_match(&setting.before(&witness), plan, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let mut records = records.into_inner().unwrap();
    records.sort_by_key(|&(number, _)| number);
    (report, records.into_iter().map(|(_, record)| record).collect())
}

#[test]
fn the_games_of_a_group_have_one_deal() {
    let game = open("dou-di-zhu");
    let assignments = Design::Balanced.assignments(2, 3).unwrap();
    let plan = MatchPlan { group: assignments.len(), assignments, ..plan_of_two(["uct @20", "random"], 12, 2) };
    let (report, records) = play(&Setting::new(&game), &plan);
    assert_eq!((report.games, records.len()), (12, 12));
    let deals: Vec<&str> = records.iter().map(|record| record.moves[0].as_str()).collect();
    assert!(deals.chunks(plan.group).all(|group| group.iter().all(|deal| *deal == group[0])));
    assert!(deals[0].starts_with("deal:") && deals[0] != deals[plan.group], "another group has another deal");
}

#[test]
fn games_go_on_from_a_position_and_its_openings() {
    let game = open("othello");
    let mut position = game.start();
    position.follow("d3 c3", 1).unwrap();
    let openings = Openings::read("mine", "c4\nb3", &position).unwrap();
    let from_here = Setting { position: Some(&position), ..Setting::new(&game) };
    let plan = plan_of_two(["uct @20", "random"], 4, 1);
    for (setting, starts) in [
        (from_here, ["d3 c3 ", "d3 c3 "]),
        (Setting { openings: Some(&openings), ..from_here }, ["d3 c3 c4 ", "d3 c3 b3 "]),
    ] {
        let (_, records) = play(&setting, &plan);
        assert_eq!(records.len(), 4);
        for (number, record) in records.iter().enumerate() {
            let moves = record.moves.join(" ");
            assert!(moves.starts_with(starts[number / 2]), "{moves}");
            let mut end = game.start();
            end.follow(&moves, 1).unwrap();
            assert!(end.is_over(), "the game was played to its end");
            let decisions = record.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize;
            assert_eq!(decisions, record.moves.len() - starts[number / 2].split_whitespace().count());
        }
    }
}

/// A game in which every choice is a whole thought: its moves, and what is counted of each seat.
fn play_by_thoughts(game: &OpenGame, agents: &[&str], seeds: Seeds, limits: &Limits) -> (Vec<String>, Vec<SeatRecord>) {
    let (mut position, mut chance) = (game.start(), Rng::new(seeds.chance));
    let mut agents: Vec<_> = agents.iter().map(|text| game.agent(text).unwrap()).collect();
    for (seat, agent) in agents.iter_mut().enumerate() {
        agent.start(&position, Player(seat as u8), Rng::derive(seeds.agents, seat as u64)).unwrap();
    }
    let mut seats = vec![SeatRecord::default(); agents.len()];
    while !position.is_over() {
        let Turn::Player(player) = position.turn() else {
            position.roll(&mut chance);
            continue;
        };
        let thought = agents[player.index()].choose(&position, limits, Watch::default()).unwrap();
        let (seat, chosen) = (&mut seats[player.index()], thought.chosen().unwrap());
        seat.decisions += 1;
        seat.searches += u32::from(thought.iterations > 0);
        seat.iterations += thought.iterations;
        seat.plies += thought.plies;
        seat.chosen_visits += chosen.visits;
        seat.chosen_value += chosen.value.unwrap_or(0.0);
        seat.depth += u64::from(thought.depth);
        position.play(&thought.best).unwrap();
    }
    (position.moves(), seats)
}

#[test]
fn a_choice_without_the_other_moves_is_the_choice_of_a_whole_thought() {
    for (text, agents) in [
        ("othello", &["uct > mast with reuse", "random"][..]),
        ("backgammon", &["rave", "uct"]),
        ("breakthrough(rows=5, columns=4)", &["ab @d2", "uct"]),
        ("dou-di-zhu", &["uct", "icarus/NRML", "random"]),
    ] {
        let (game, limits) = (open(text), Limits::iterations(20));
        for seed in 0..2 {
            let seeds = Seeds { chance: seed, agents: seed + 7 };
            let mut built: Vec<_> = agents.iter().map(|text| game.agent(text).unwrap()).collect();
            let plan = GamePlan { start: &game.start(), seeds, limits: &limits, stop: &AtomicBool::new(false) };
            let record = play_game(&plan, &mut built).unwrap().unwrap();
            let (moves, seats) = play_by_thoughts(&game, agents, seeds, &limits);
            assert_eq!(record.moves, moves, "{text}");
            let counted = |seat: &SeatRecord| SeatRecord {
                time: Default::default(),
                processor_time: Default::default(),
                ..*seat
            };
            assert_eq!(record.seats.iter().map(counted).collect::<Vec<_>>(), seats, "{text}");
        }
    }
}

/// Every game's reward is shared out, a three-way draw in thirds: random players are worth the same in any number.
#[test]
fn three_equal_players_score_a_third_and_have_no_rating() {
    let game = open("focus(players=3)");
    let assignments = Design::Rotations.assignments(3, 3).unwrap();
    let random = crate::expression("random");
    let plan = MatchPlan {
        agents: vec![random; 3],
        group: assignments.len(),
        assignments,
        ..plan_of_two(["random", "random"], 300, 2)
    };
    let (report, records) = play(&Setting::new(&game), &plan);
    let sum: f64 = report.results.iter().map(|result| result.score.unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    for result in &report.results {
        assert_eq!(result.parity, 1.0 / 3.0);
        assert!(result.elo_ci95.low < 0.0 && result.elo_ci95.high > 0.0, "{result:?}");
        assert!((0.02..0.98).contains(&result.los), "{result:?}");
    }
    let drawn =
        records.iter().filter(|record| record.rewards.iter().all(|reward| *reward == record.rewards[0])).count();
    assert!(drawn > 0, "some of them are draws of three, which count a third");
}

/// In a game of cards the deal belongs to a group, so that the group is what is counted; without chance it is the game.
#[test]
fn groups_that_share_a_deal_or_an_opening_are_one_observation() {
    let [cards, board] = ["dou-di-zhu(ranks=4)", "breakthrough(rows=5, columns=4)"].map(open);
    assert!(Setting::new(&cards).groups_share() && !Setting::new(&board).groups_share());
    let openings = Openings::read("mine", "a2a3\nb2b3", &board.start()).unwrap();
    let from_openings = Setting { openings: Some(&openings), ..Setting::new(&board) };
    assert!(from_openings.groups_share());

    let plan = plan_of_two(["random", "random"], 200, 2);
    let (report, records) = play(&from_openings, &plan);
    let shares = |record: &GameRecord, number: usize| record.rewards[number % 2].value();
    let groups: Vec<f64> =
        (0..100).map(|group| (shares(&records[2 * group], 0) + shares(&records[2 * group + 1], 1)) / 2.0).collect();
    let mean = groups.iter().sum::<f64>() / 100.0;
    let error = (groups.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 99.0 / 100.0).sqrt();
    // The 97.5 % quantile of 99 degrees of freedom.
    let found = report.results[0].score_ci95;
    assert!((report.results[0].score.unwrap() - mean).abs() < 1e-12);
    assert!(((found.high - found.low) / 2.0 - 1.984_217 * error).abs() < 1e-5, "{found:?} {error}");
}
