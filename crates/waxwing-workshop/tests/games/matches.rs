//! Matches of games with deals and several seats, and matches from a position.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use waxwing_workshop::{Design, GameRecord, MatchPlan, MatchReport, Openings, Setting, run_match};

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
