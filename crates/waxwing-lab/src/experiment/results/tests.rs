//! Results from the outside: runs that are stopped, stores that are lost, agents that change.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::*;
use crate::experiment::store::PackedGame;
use crate::experiment::testing::{Folder, SMALL};
use crate::experiment::{Experiment, RunOptions, RunProgress, Snapshot, Store, run_experiments};
use crate::report::{Report, report_experiments};
use crate::testing::workshop;

/// Small games with a cell of decided pairs, one with dice, and one that is named twice.
const FILE: &str = "
[[cell]]
label = 'pairs'
agent = 'uct > mast'
pairs = 'decided'
games = 4
[[cell]]
label = 'pairs, depth'
agent = 'uct > mast'
pairs = 'decided'
games = 4
measure = 'depth'
";

fn experiment(text: &str) -> Experiment {
    Experiment::read(&workshop(), "small.toml", text).unwrap()
}

/// Plays a file into a store with results; it is stopped as soon as this many games are finished.
fn play(store: &Path, results: &Path, text: &str, stop_at: u64) -> RunProgress {
    let experiment = experiment(text);
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    let mut store = Store::create(&workshop(), store).unwrap();
    let mut results = ResultsFolder::open(&workshop(), results).unwrap();
    let stop = AtomicBool::new(false);
    let options = RunOptions { jobs: 2, ..RunOptions::default() };
    run_experiments(&mut store, Some(&mut results), &cells, &options, &stop, &mut |now| {
        stop.store(now.cells.iter().map(|cell| cell.finished).sum::<u64>() >= stop_at, Relaxed);
    })
    .unwrap()
}

fn report(store: Option<&Snapshot<'_>>, results: &Path, text: &str) -> Report {
    let mut results = ResultsFolder::open(&workshop(), results).unwrap();
    report_experiments(store, Some(&mut results), &[experiment(text)]).unwrap().remove(0)
}

/// The rows of a file without the time they took.
fn timeless(results: &Path) -> Vec<Row> {
    let file = ResultsFile::read(&results.join("small.csv")).unwrap();
    file.rows().map(|row| Row { sums: Sums { time: 0, ..row.sums.clone() }, ..row.clone() }).collect()
}

#[test]
fn a_run_that_is_stopped_and_loses_its_store_has_the_totals_of_one_that_was_not() {
    let (folder, text) = (Folder::new("results-run"), SMALL.to_owned() + FILE);
    let [whole, parts] = ["whole", "parts"].map(|name| folder.file(name));
    play(&folder.file("whole.sqlite"), &whole, &text, u64::MAX);
    let mut played = 0;
    for (part, stop_at) in [3, 9, 14, u64::MAX].into_iter().enumerate() {
        // The store is another one every time: only rows are left of the games before.
        played += play(&folder.file(&format!("{part}.sqlite")), &parts, &text, stop_at).played;
    }
    let rows = timeless(&whole);
    assert_eq!(timeless(&parts), rows);
    assert_eq!(rows.len(), 4, "a row for each cell, since all are of one build: {rows:?}");
    let games: u64 = rows.iter().map(|row| row.sums.games).sum();
    assert!(played >= games, "games of groups that were not whole are played again");
    assert_eq!(play(&folder.file("again.sqlite"), &parts, &text, u64::MAX).played, 0);
    let seen = report(None, &parts, &text);
    let standings: Vec<_> = seen.cells.iter().map(|cell| (cell.standing, cell.rate, cell.anytime)).collect();
    let store = Store::open(&workshop(), &folder.file("whole.sqlite")).unwrap();
    let snapshot = store.snapshot().unwrap();
    let expected = report_experiments(Some(&snapshot), None, &[experiment(&text)]).unwrap().remove(0);
    let expected_standings: Vec<_> =
        expected.cells.iter().map(|cell| (cell.standing, cell.rate, cell.anytime)).collect();
    assert_eq!(standings, expected_standings);
    let both = report(Some(&snapshot), &parts, &text);
    assert_eq!(
        both.cells.iter().map(|cell| cell.games()).sum::<u64>(),
        expected.cells.iter().map(|cell| cell.games()).sum::<u64>()
    );
    assert!(seen.cells[2].by_groups.is_some() && seen.cells[0].by_groups.is_none(), "backgammon has dice");
    assert_eq!(seen.cells[0].iterations, expected.cells[0].iterations);
}

#[test]
fn rows_are_read_as_they_were_written() {
    let folder = Folder::new("results-round-trip");
    play(&folder.file("store"), &folder.file("results"), &(SMALL.to_owned() + FILE), u64::MAX);
    let path = folder.file("results").join("small.csv");
    let text = fs::read_to_string(&path).unwrap();
    let file = ResultsFile::read(&path).unwrap();
    file.write().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(text.starts_with("cell,game,agents,behaviour,budget,seats,group,"), "{text}");
    assert!(text.contains("\"uct(c=0.7) with im(alpha=0.2, "), "{text}");
    let behaviour = file.rows().next().unwrap().identity.behaviour.clone();
    assert!(behaviour.len() == 16 && u64::from_str_radix(&behaviour, 16).is_ok());
}

#[test]
fn rows_of_another_behaviour_are_old_and_not_counted() {
    let folder = Folder::new("results-old");
    let (results, path) = (folder.file("results"), folder.file("results").join("small.csv"));
    play(&folder.file("store"), &results, SMALL, u64::MAX);
    let mut file = ResultsFile::read(&path).unwrap();
    let mut row = file.rows().find(|row| row.cell == "im 0.2").unwrap().clone();
    file.remove(&row);
    row.identity.behaviour = "0123456789abcdef".into();
    file.add(0, row.clone()).unwrap();
    file.tidy();
    file.write().unwrap();
    let seen = report(None, &results, SMALL);
    assert_eq!((seen.cells[0].games(), seen.cells[1].games(), seen.old.len()), (0, 10, 1));
    assert_eq!((&seen.old[0].cell[..], seen.old[0].state), ("im 0.2", RowState::Old));
    let pages = crate::report_pages(&[seen], Path::new("out"), &[crate::ReportFormat::Markdown]).unwrap();
    let page = String::from_utf8(pages[0].1.clone()).unwrap();
    assert!(page.contains("## Old") && page.contains(&format!("| im 0.2 | 0-9 | {}", row.sums.score.wins)), "{page}");
    // They are played again, and the old ones stay.
    assert_eq!(play(&folder.file("other"), &results, SMALL, u64::MAX).played, 10);
    let file = ResultsFile::read(&path).unwrap();
    assert_eq!(file.rows().filter(|row| row.cell == "im 0.2").count(), 2);
    assert_eq!(report(None, &results, SMALL).cells[0].games(), 10);
    // Another budget is neither: it is another cell.
    let states = |text: &str| ResultsFolder::open(&workshop(), &results).unwrap().status(&experiment(text)).unwrap();
    let other = states(&SMALL.replace("budget = 15", "budget = 16"));
    assert!(other.iter().filter(|row| row.cell != "dice").all(|row| row.state == RowState::Other));
    let changed = states(&SMALL.replace("plain = 'uct'", "plain = 'uct(c=0.6)'"));
    assert!(changed.iter().filter(|row| row.cell != "dice").all(|row| row.state == RowState::Old), "{changed:?}");
}

#[test]
fn rows_that_share_games_are_refused_with_file_and_line() {
    let folder = Folder::new("results-overlap");
    play(&folder.file("store"), &folder.file("results"), SMALL, u64::MAX);
    let path = folder.file("results").join("small.csv");
    let text = fs::read_to_string(&path).unwrap();
    let message = |text: String| {
        fs::write(&path, text).unwrap();
        ResultsFile::read(&path).unwrap_err().to_string().replace(path.to_str().unwrap(), "small.csv")
    };
    let line = text.lines().nth(2).unwrap();
    let twice = message(format!("{text}{line}\n"));
    assert_eq!(twice, "small.csv:5: games 0-9 of `im 0.2` are in line 3 too, as 0-9");
    assert!(
        message(text.replacen(",0-9,", ",0-8,", 1)).contains("small.csv:3: the games 0-8 are not whole groups of 2")
    );
    assert!(message(text.replacen(",0-9,", ",0-11,", 1)).contains("10 games are counted, and 0-11 has 12"));
    assert!(message(text.replacen(",0-9,", ",9-0,", 1)).contains("small.csv:3: `games` cannot be `9-0`"));
    assert!(message(text.replacen("cell,", "cel,", 1)).contains("small.csv:1: the first line is not `cell,game"));
    assert!(message(text.replacen(",all,", ",all,,", 1)).starts_with("small.csv:2: "));
}

#[test]
fn a_store_is_collected_once_and_only_if_its_games_go_the_same_way() {
    let folder = Folder::new("results-collect");
    let (path, results) = (folder.file("store"), folder.file("results"));
    let mut store = Store::create(&workshop(), &path).unwrap();
    crate::experiment::testing::run(&mut store, SMALL, &RunOptions::default());
    let experiment = experiment(SMALL);
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    let (trust, stop) = (Trust { processor: Some("abacus".into()), ..Trust::default() }, AtomicBool::new(false));
    let collect = |store: &Store| {
        let mut folder = ResultsFolder::open(&workshop(), &results).unwrap();
        folder.collect(&store.snapshot().unwrap(), &cells, &trust, &stop).unwrap()
    };
    let collected = collect(&store);
    assert_eq!((collected.games, collected.cells, collected.refused.len()), (22, 3, 0));
    assert_eq!(collect(&store).games, 0, "nothing is counted twice");
    drop(store);
    fs::remove_file(&path).unwrap();
    assert_eq!(report(None, &results, SMALL).cells.iter().map(|cell| cell.games()).sum::<u64>(), 22);

    // Games of an earlier build that went otherwise, and games by the clock, are left out.
    let mut store = Store::create(&workshop(), &folder.file("other")).unwrap();
    let timed = SMALL.replace("budget = 15", "budget = '1ms'").replace("games = 9", "games = 2");
    let timed = super::tests::experiment(&timed);
    let run = store.begin_run().unwrap();
    let spec = &experiment.cells[0].spec;
    let other = Spec { seed: 99, ..spec.clone() };
    let number = store.list("small", "im 0.2", spec, 2).unwrap();
    let clock = store.list("small", "im 0.2", &timed.cells[0].spec, 2).unwrap();
    for game in 0..2 {
        let wrong = other.cell_games(&workshop()).unwrap().play(game, &stop).unwrap();
        let by_clock = timed.cells[0].spec.cell_games(&workshop()).unwrap().play(game, &stop).unwrap();
        let turn = store.turn(run).unwrap();
        turn.keep(number, game, &PackedGame::of(&wrong)).unwrap();
        turn.keep(clock, game, &PackedGame::of(&by_clock)).unwrap();
        turn.commit().unwrap();
    }
    drop(store);
    let connection = rusqlite::Connection::open(folder.file("other")).unwrap();
    connection.execute_batch("UPDATE run SET version = '0.0.1-old'").unwrap();
    drop(connection);
    crate::experiment::testing::make_old(&folder.file("other"));
    let store = Store::open(&workshop(), &folder.file("other")).unwrap();
    let snapshot = store.snapshot().unwrap();
    let mut empty = ResultsFolder::open(&workshop(), &folder.file("empty")).unwrap();
    let cells = [(&experiment, &experiment.cells[0]), (&timed, &timed.cells[0])];
    let collected = empty.collect(&snapshot, &cells, &Trust::default(), &stop).unwrap();
    assert_eq!((collected.games, collected.refused.len()), (0, 2), "{:?}", collected.refused);
    assert!(collected.refused[0].contains("2 games of 0.0.1-old: game 1:0 goes another way now"));
    assert!(collected.refused[1].contains("by the clock"), "{:?}", collected.refused);
    let mut empty = ResultsFolder::open(&workshop(), &folder.file("empty")).unwrap();
    let trust = Trust { unverified: true, ..Trust::default() };
    assert_eq!(empty.collect(&snapshot, &cells, &trust, &stop).unwrap().games, 2);
}

#[test]
fn files_are_merged_row_by_row_and_different_counts_are_refused() {
    let folder = Folder::new("results-merge");
    let files = ["a", "b", "c"].map(|name| folder.file(name));
    let [a, b, out] = ["a/small.csv", "b/small.csv", "c/small.csv"].map(|name| folder.file(name));
    play(&folder.file("1.sqlite"), &files[0], &SMALL.replace("games = 9", "games = 4"), u64::MAX);
    play(&folder.file("2.sqlite"), &files[1], SMALL, u64::MAX);
    fs::create_dir_all(&files[2]).unwrap();
    let rows = |merged: &[MergedRows]| merged.iter().map(|merged| (merged.rows, merged.known)).collect::<Vec<_>>();
    let merged = merge_results(&out, &[&a, &a, &b, &a]).unwrap();
    // The dice are the same in both, and longer rows take the place of shorter ones.
    assert_eq!(rows(&merged), [(3, 0), (0, 3), (2, 1), (0, 3)]);
    assert_eq!(timeless(&files[2]), timeless(&files[1]));
    let before = fs::read_to_string(&out).unwrap();
    let mut file = ResultsFile::read(&b).unwrap();
    let mut row = file.rows().find(|row| row.cell == "im 0.2").unwrap().clone();
    file.remove(&row);
    row.sums.plies += 1;
    file.add(0, row).unwrap();
    file.write().unwrap();
    let message = merge_results(&out, &[&b]).unwrap_err().to_string();
    assert!(message.contains("b/small.csv:") && message.contains("with other counts"), "{message}");
    assert_eq!(fs::read_to_string(&out).unwrap(), before, "nothing is written");
}
