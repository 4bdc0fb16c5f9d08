//! Stores that are not what they should be, and what a full disk does.

use std::fs;

use super::super::testing::{Folder, SMALL, games, run};
use super::super::{Experiment, ResultsError, RunOptions, Spec, run_experiments};
use super::*;
use crate::testing::workshop;
use std::sync::atomic::AtomicBool;

#[test]
fn a_file_that_is_no_store_is_refused_and_left_alone() {
    let folder = Folder::new("foreign");
    let text = folder.file("text");
    fs::write(&text, "these are notes of mine, not a database at all".repeat(40)).unwrap();
    let before = fs::read(&text).unwrap();
    for result in [Store::open(&workshop(), &text), Store::create(&workshop(), &text)] {
        assert!(matches!(result.err().unwrap(), StoreError::Foreign { .. }));
    }
    assert_eq!(fs::read(&text).unwrap(), before);
    let other = folder.file("other");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(Store::create(&workshop(), &other).err().unwrap().to_string().contains("is not a store of results"));
    assert!(matches!(Store::open(&workshop(), &folder.file("none")).err().unwrap(), StoreError::Missing { .. }));
    assert!(matches!(
        Store::create(&workshop(), &folder.file("no/where")).err().unwrap(),
        StoreError::Unreachable { .. }
    ));
    // An empty file is as good as none.
    fs::write(folder.file("empty"), "").unwrap();
    assert!(Store::create(&workshop(), &folder.file("empty")).is_ok());
}

#[test]
fn a_store_of_a_newer_format_is_refused() {
    let folder = Folder::new("newer");
    let path = folder.file("store");
    drop(Store::create(&workshop(), &path).unwrap());
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 3").unwrap();
    let message = Store::open(&workshop(), &path).err().unwrap().to_string();
    assert!(message.contains("has format 3, and this program knows formats up to 2: use a newer version"), "{message}");
}

#[test]
fn a_damaged_store_is_called_damaged() {
    let folder = Folder::new("damaged");
    let path = folder.file("store");
    run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
    let mut bytes = fs::read(&path).unwrap();
    let length = bytes.len();
    bytes[4096..length].fill(0x5A);
    fs::write(&path, bytes).unwrap();
    let _ = fs::remove_file(path.with_extension("store-wal"));
    let result = Store::open(&workshop(), &path).and_then(|store| store.status());
    assert!(matches!(result.err().unwrap(), StoreError::Damaged { .. }));
}

#[test]
fn a_full_disk_ends_the_run_and_loses_nothing() {
    let folder = Folder::new("full");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    run(store, SMALL, &RunOptions::default());
    let before = games(store);
    let pages: i64 = store.connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    store.connection.execute_batch(&format!("PRAGMA max_page_count = {}", pages + 1)).unwrap();
    let more = Experiment::read(
        &workshop(),
        "more.toml",
        &SMALL.replace("games = 9", "games = 400").replace("budget = 15", "budget = 1"),
    );
    let more = more.unwrap();
    let cells: Vec<_> = more.cells.iter().map(|cell| (&more, cell)).collect();
    let result = run_experiments(store, None, &cells, &RunOptions::default(), &AtomicBool::new(false), &mut |_| {});
    assert!(matches!(result.unwrap_err(), ResultsError::Store(StoreError::Full { .. })));
    store.connection.execute_batch("PRAGMA max_page_count = 1000000").unwrap();
    let after = games(store);
    assert!(before.iter().all(|game| after.contains(game)) && after.len() > before.len());
    assert_eq!(
        run_experiments(store, None, &cells, &RunOptions::default(), &AtomicBool::new(false), &mut |_| {})
            .unwrap()
            .missing(),
        0
    );
}

#[test]
fn a_game_is_claimed_once_and_kept_once() {
    let folder = Folder::new("claims");
    let path = folder.file("store");
    let [mut one, mut two] = [0, 1].map(|_| Store::create(&workshop(), &path).unwrap());
    let spec = super::super::testing::spec(["uct", "random"], "5");
    let cell = one.list("e", "l", &spec, 10).unwrap();
    assert_eq!(two.list("e", "other label", &spec, 10).unwrap(), cell);
    let runs = [one.begin_run().unwrap(), two.begin_run().unwrap()];
    let claim = |store: &mut Store, run: i64, number: u64| {
        let turn = store.turn(run).unwrap();
        let claimed = turn.claim(cell, number).unwrap();
        turn.commit().unwrap();
        claimed
    };
    assert!(claim(&mut one, runs[0], 0) && !claim(&mut two, runs[1], 0) && claim(&mut two, runs[1], 1));
    assert!(!two.free_claims(runs[1]).unwrap(), "the other run is alive");
    assert_eq!(one.claimed(cell).unwrap(), 2, "both are at work");
    let played = spec.cell_games(&workshop()).unwrap().play(0, &AtomicBool::new(false)).unwrap();
    for (store, run) in [(&mut one, runs[0]), (&mut two, runs[1])] {
        let turn = store.turn(run).unwrap();
        turn.keep(cell, 0, &PackedGame::of(&played)).unwrap();
        turn.commit().unwrap();
    }
    assert_eq!(one.results(cell, 0).unwrap(), [(0, Some(played.result))]);
    assert!(!claim(&mut two, runs[1], 0), "it is finished");
    // A run whose process is gone, or that was not seen for long, loses what it has claimed.
    one.connection.execute("UPDATE run SET seen = seen - 1000 WHERE id = ?1", [runs[1]]).unwrap();
    assert_eq!(one.claimed(cell).unwrap(), 0, "what a run has claimed that is gone is not being played");
    assert!(one.free_claims(runs[0]).unwrap() && claim(&mut one, runs[0], 1));
    let turn = one.turn(runs[0]).unwrap();
    turn.claim(cell, 2).unwrap();
    drop(turn);
    assert!(claim(&mut two, runs[1], 2), "what was not committed was not claimed");
}

/// A million games are a hundred times as many: 200 MB and two seconds for them are 200 bytes and 2 µs for each.
#[test]
fn ten_thousand_games_are_small_and_all_counted() {
    let folder = Folder::new("many");
    let path = folder.file("store");
    let mut store = Store::create(&workshop(), &path).unwrap();
    let spec = super::super::testing::spec(["uct", "rave"], "5000");
    let mut played = spec.cell_games(&workshop()).unwrap().play(0, &AtomicBool::new(false)).unwrap();
    let run = store.begin_run().unwrap();
    for cell in 0..10 {
        let spec = Spec { seed: cell, ..spec.clone() };
        let cell = store.list("many", &cell.to_string(), &spec, 1_000).unwrap();
        let turn = store.turn(run).unwrap();
        for number in 0..1_000 {
            played.result = GameResult(if number % 3 == 0 { 2 } else { 8 });
            turn.keep(cell, number, &PackedGame::of(&played)).unwrap();
        }
        turn.commit().unwrap();
    }
    let status = store.status().unwrap();
    assert_eq!(status.iter().map(|cell| cell.games).sum::<u64>(), 10_000);
    let expected: u64 = 10_000 * played.seats.iter().map(|seat| u64::from(seat.decisions)).sum::<u64>();
    let mut decisions = 0;
    let snapshot = store.snapshot().unwrap();
    for cell in &status {
        let add = &mut |game: SavedGame| {
            decisions += game.seats.iter().map(|seat| u64::from(seat.decisions)).sum::<u64>();
            Ok::<(), StoreError>(())
        };
        snapshot.each_game(cell.cell, add).unwrap();
    }
    drop(snapshot);
    assert_eq!(decisions, expected);
    store.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let bytes = fs::metadata(&path).unwrap().len() / 10_000;
    assert!(bytes < 200, "{bytes} bytes a game");
}
