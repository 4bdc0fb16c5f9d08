use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::Budget;

use super::*;
use crate::experiment::testing::{Folder, games};
use crate::testing::workshop;

fn ground(game: &str, role: Option<&str>) -> Ground {
    Ground::new(&workshop().open(game).unwrap(), role, Budget::Iterations(8), None).unwrap()
}

fn board() -> Ground {
    ground("breakthrough(rows=5, columns=4)", None)
}

/// Does something with duels in a store, until this many games are played.
fn with_duels<T>(path: &Path, most: u64, act: impl FnOnce(&mut Duels<'_>) -> T) -> T {
    let mut store = Store::create(&workshop(), path).unwrap();
    let (stop, mut options) = (AtomicBool::new(false), RunOptions::default());
    options.jobs = 1;
    let mut before = 0;
    let progress = &mut |_: &str, now: &RunProgress| {
        before = before.max(now.played);
        stop.store(now.played >= most, Relaxed);
    };
    act(&mut Duels::new(&mut store, "test", &options, &stop, progress))
}

fn meeting(first: &str, second: &str, groups: u64) -> Meeting {
    Meeting { agents: [first.to_owned(), second.to_owned()], seed: 5, groups }
}

#[test]
fn results_are_those_of_the_first_agent_and_change_sides_with_it() {
    let folder = Folder::new("duels-sides");
    for (game, role) in [("breakthrough(rows=5, columns=4)", None), ("dou-di-zhu", Some("landlord"))] {
        let ground = ground(game, role);
        let results = with_duels(&folder.file(&format!("{}", role.is_some())), u64::MAX, |duels| {
            let meetings = [meeting("uct @60", "random", 5), meeting("random", "uct @60", 5), meeting("uct", "uct", 3)];
            duels.play(&ground, "one", "one", &meetings).unwrap()
        });
        let mean = |results: &[f64]| results.iter().sum::<f64>() / results.len() as f64;
        assert!(mean(&results[0]) > 0.6, "{game}: {results:?}");
        assert!(mean(&results[1]) < 0.4, "{game}: {results:?}");
        assert_eq!(results[2], [0.5; 3], "who meets itself plays no game");
    }
}

#[test]
fn a_stage_is_played_once_and_then_found() {
    let folder = Folder::new("duels-once");
    let path = folder.file("store");
    let meetings = [meeting("uct", "random", 4), meeting("uct > mast", "random", 4)];
    let play = |most| with_duels(&path, most, |duels| duels.play(&board(), "one", "one", &meetings));
    assert!(matches!(play(0), Err(Pause::Paused)));
    let first = play(u64::MAX).unwrap();
    let after_first = games(&Store::open(&workshop(), &path).unwrap());
    assert_eq!(after_first.len(), 1 + 2 * 4 * 2 * 2, "a heading, and a line for each seat of two games a group");
    assert_eq!(play(0).unwrap(), first);
    assert_eq!(games(&Store::open(&workshop(), &path).unwrap()), after_first);
    let looked = with_duels(&path, u64::MAX, |duels| {
        duels.set_playing(false);
        [
            duels.play(&board(), "one", "one", &meetings).is_ok(),
            duels.play(&board(), "two", "two", &[meeting("uct", "rave", 1)]).is_ok(),
        ]
    });
    assert_eq!(looked, [true, false], "whoever only looks finds what is there and plays nothing");
}

#[test]
fn a_stage_can_be_played_in_parts_that_are_merged() {
    let folder = Folder::new("duels-parts");
    let meetings = [meeting("uct", "random", 5)];
    let part = |file: &str, shard: &str| {
        let mut store = Store::create(&workshop(), &folder.file(file)).unwrap();
        let (stop, mut options) = (AtomicBool::new(false), RunOptions::default());
        options.shard = shard.parse().unwrap();
        let mut silent = |_: &str, _: &RunProgress| {};
        let mut duels = Duels::new(&mut store, "test", &options, &stop, &mut silent);
        duels.play(&board(), "one", "one", &meetings)
    };
    assert!(matches!(part("a", "1/2"), Err(Pause::Paused)) && matches!(part("b", "2/2"), Err(Pause::Paused)));
    let mut store = Store::create(&workshop(), &folder.file("a")).unwrap();
    store.merge(&Store::open(&workshop(), &folder.file("b")).unwrap()).unwrap();
    drop(store);
    let merged = part("a", "1/2").unwrap();
    assert_eq!(merged, part("whole", "1/1").unwrap());
}

#[test]
fn halving_finds_the_strongest_and_everybody_meets_the_same() {
    let folder = Folder::new("duels-halving");
    let agents: Vec<String> = ["random", "uct @2", "uct @120", "uct @4", "random @3"].map(str::to_owned).to_vec();
    let contest = Contest {
        stage: "race".into(),
        title: "race".into(),
        contestants: &agents,
        pool: &agents[..2],
        seed: 3,
        groups: 4,
        keep: 1,
    };
    let halving = with_duels(&folder.file("store"), u64::MAX, |duels| {
        let mut halving = Halving::default();
        contest.play(duels, &board(), &mut halving).unwrap();
        halving
    });
    assert_eq!(halving.left, [2]);
    let sizes: Vec<usize> = halving.rounds.iter().map(|round| round.standings.len()).collect();
    assert!(sizes[0] == 5 && sizes.is_sorted_by(|a, b| a > b), "{sizes:?}");
    for (number, round) in halving.rounds.iter().enumerate() {
        let groups = 4 * ((2 << number) - 1);
        assert!(round.standings.iter().all(|standing| standing.groups == groups), "{round:?}");
        assert!(round.standings.iter().all(|one| one.interval.low <= one.score && one.score <= one.interval.high));
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let game = workshop().open("breakthrough").unwrap();
    let message = |role, openings| Ground::new(&game, role, Budget::Iterations(5), openings).unwrap_err().to_string();
    assert!(message(Some("king"), None).contains("king"));
    assert!(message(None, Some("gambits")).starts_with("`breakthrough` has no set of openings `gambits`: it has"));
    assert_eq!(
        (board().group(), ground("dou-di-zhu", None).group(), ground("dou-di-zhu", Some("landlord")).group()),
        (2, 6, 2)
    );
}
