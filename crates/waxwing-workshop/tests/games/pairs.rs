//! Decided pairs on boards that favour a seat.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing_workshop::{MOST_FOR_EACH, MatchPlan, MatchReport, Setting, run_pairs};

use crate::{open, plan_of_two};

const KALAH: &str = "kalah(houses=3, stones=3, start=random)";

fn play(game: &str, plan: &MatchPlan) -> MatchReport {
    run_pairs(&Setting::new(&open(game)), plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn pairs_are_played_until_enough_are_decided_whatever_runs_at_once() {
    let [one, four] = [1, 4].map(|jobs| play(KALAH, &plan_of_two(["uct", "random"], 25, jobs)));
    let counts = |report: &MatchReport| (report.games, report.pairs, report.results[0].won.wins);
    assert_eq!(counts(&one), counts(&four));
    let pairs = one.pairs.unwrap();
    assert_eq!((pairs.decided, one.games), (25, 2 * (pairs.decided + pairs.discarded)));
    assert!(pairs.discarded > 0, "some boards favour a seat");
    let [first, second] = [0, 1].map(|agent| one.results[agent].won);
    assert_eq!((first.wins + first.losses, first.draws, second.wins), (25, 0, first.losses));
    assert!(first.wins > 18, "{first:?}");
}

#[test]
fn agents_that_never_decide_a_pair_are_sent_home() {
    // Whoever moves second wins on this board, and both know how.
    let agent = "uct with solver @2000";
    let report = play("breakthrough(rows=4, columns=2)", &plan_of_two([agent, agent], 1, 2));
    let pairs = report.pairs.unwrap();
    assert_eq!((pairs.decided, pairs.discarded, pairs.failed), (0, MOST_FOR_EACH, 0));
    assert_eq!((report.results[0].won.win_rate, report.games), (None, 2 * MOST_FOR_EACH));
}

#[test]
fn stopped_pairs_are_reported_as_far_as_they_got() {
    let stop = AtomicBool::new(false);
    let at_three = &mut |report: &MatchReport| stop.store(report.games >= 6, Relaxed);
    let plan = plan_of_two(["uct", "random"], 1_000, 2);
    let report = run_pairs(&Setting::new(&open(KALAH)), &plan, &stop, at_three).unwrap();
    assert!((6..100).contains(&report.games), "{}", report.games);
}
