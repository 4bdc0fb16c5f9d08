//! Agents one after the other on the same deals.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::Limits;
use waxwing_workshop::statistics::Wins;
use waxwing_workshop::{Comparison, ComparisonReport, GameRecord, Setting, run_comparison};

use crate::{expression, open};

const GAME: &str = "breakthrough(rows=5, columns=4)";

fn comparison(agents: &[&str], deals: u64, jobs: usize) -> Comparison {
    Comparison {
        agents: agents.iter().map(|text| expression(text)).collect(),
        opponent: expression("uct @30"),
        role: None,
        deals,
        seed: 3,
        jobs,
        limits: Limits::iterations(200),
    }
}

fn run(comparison: &Comparison) -> ComparisonReport {
    run_comparison(&Setting::new(&open(GAME)), comparison, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

#[test]
fn a_stronger_agent_gains_deals_whatever_runs_at_once() {
    let [one, three] = [1, 3].map(|jobs| run(&comparison(&["random", "uct"], 40, jobs)));
    let wins = |report: &ComparisonReport| report.results.iter().map(|result| result.won.wins).collect::<Vec<_>>();
    assert_eq!(wins(&one), wins(&three));
    assert!(one.reproducible && !run(&comparison(&["random", "uct @1ms"], 1, 1)).reproducible);
    let difference = one.results[1].paired.unwrap();
    assert!(one.results[0].paired.is_none() && one.deals == 40);
    assert_eq!(difference.gained as i64 - difference.lost as i64, wins(&one)[1] as i64 - wins(&one)[0] as i64);
    assert!(difference.ci95.low > 0.0 && difference.p_value < 0.001, "{difference:?}");
}

#[test]
fn a_stopped_comparison_counts_whole_deals_only() {
    let stop = AtomicBool::new(false);
    let enough = &mut |report: &ComparisonReport| stop.store(report.deals >= 3, Relaxed);
    let comparison = comparison(&["random", "uct", "rave"], 1_000, 2);
    let report = run_comparison(&Setting::new(&open(GAME)), &comparison, &stop, enough).unwrap();
    assert!((3..50).contains(&report.deals));
    let games = |won: &Wins| won.wins + won.draws + won.losses;
    assert!(report.results.iter().all(|result| games(&result.won) == report.deals));
}

#[test]
fn deals_can_begin_with_a_position() {
    let game = open(GAME);
    let position = game.read_position("start moves a2a3 a4b3").unwrap();
    let witness = |_, record: &GameRecord| assert_eq!(record.moves[..2], ["a2a3", "a4b3"]);
    let setting = Setting { position: Some(&position), ..Setting::new(&game) };
    let setting = setting.before(&witness);
    let comparison = comparison(&["random", "uct @5"], 3, 1);
    let report = run_comparison(&setting, &comparison, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(report.deals, 3);
}
