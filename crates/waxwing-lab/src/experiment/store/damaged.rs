//! Damaged stores: whatever bit flips, nothing is silently different, and a repair brings the games back.

use std::fs;
use std::sync::atomic::AtomicBool;

use rusqlite::Connection;

use super::super::RunOptions;
use super::super::testing::{Folder, SMALL, Said, flipped, games, make_old, run, small_store, some_bits};
use super::*;
use crate::testing::workshop;

/// A seed and a number of flips; the environment may ask for others, such as `WAXWING_FLIPS=7:100000`.
fn flips() -> (u64, usize) {
    let asked = std::env::var("WAXWING_FLIPS").ok();
    let asked = asked.as_ref().and_then(|text| text.split_once(':'));
    asked.map_or((1, 300), |(seed, count)| (seed.parse().unwrap(), count.parse().unwrap()))
}

#[test]
fn a_flipped_bit_is_noticed_or_changes_nothing() {
    let folder = Folder::new("flips");
    let path = folder.file("store");
    small_store(&path);
    let bytes = fs::read(&path).unwrap();
    let healthy = Said::of(&path).unwrap();
    assert!(healthy.damage.is_empty(), "{:?}", healthy.damage);
    let (seed, count) = flips();
    let (mut noticed, mut silent) = (0, Vec::new());
    for bit in some_bits(&bytes, seed, count) {
        fs::write(&path, flipped(&bytes, bit)).unwrap();
        match Said::of(&path) {
            Ok(said) if said.damage.is_empty() && said != healthy => silent.push(bit),
            Ok(said) if said.damage.is_empty() => {}
            _ => noticed += 1,
        }
        let _ = fs::remove_file(open::log_of(&path));
    }
    assert!(silent.is_empty(), "these bits change what is said, and no damage is found: {silent:?}");
    assert!(noticed > count / 3, "{noticed} of {count} flips were noticed");
}

/// The games of a store in any order, without the numbers of cells: a cell that was lost comes back behind the others.
fn games_of_cells(path: &Path) -> Vec<String> {
    let mut games: Vec<String> = games(&Store::open(&workshop(), path).unwrap())
        .iter()
        .map(|line| {
            let [experiment, cell, _number, rest] = line.rsplitn(4, ',').collect::<Vec<_>>()[..] else {
                panic!("`{line}` is no game");
            };
            [rest, cell, experiment].join(",")
        })
        .collect();
    games.sort();
    games
}

#[test]
fn a_repair_brings_back_what_one_bit_has_destroyed() {
    let folder = Folder::new("repairs");
    let healthy = folder.file("healthy");
    run(&mut Store::create(&workshop(), &healthy).unwrap(), SMALL, &RunOptions::default());
    let bytes = fs::read(&healthy).unwrap();
    let expected = games_of_cells(&healthy);
    let mut repaired = 0;
    for (index, bit) in some_bits(&bytes, 5, 40).into_iter().enumerate() {
        let path = folder.file(&format!("store-{index}"));
        fs::write(&path, flipped(&bytes, bit)).unwrap();
        // A head or a description of tables that cannot be read is beyond repair, and that is said.
        let Ok(repair) = repair_store(&workshop(), &path, 1, &AtomicBool::new(false)) else { continue };
        let Some(repair) = repair else { continue };
        assert_eq!(fs::read(&repair.damaged).unwrap(), flipped(&bytes, bit), "the damaged file is kept");
        let checked = Store::open(&workshop(), &path).unwrap().check().unwrap();
        assert!(checked.damage.is_empty(), "bit {bit}: {:?}", checked.damage);
        // What was lost without a trace is missing, and only that.
        let progress = run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
        assert!(progress.played <= repair.unknown, "bit {bit}: {repair:?}, then {} played", progress.played);
        assert_eq!(games_of_cells(&path), expected, "bit {bit}");
        repaired += 1;
    }
    assert!(repaired > 15, "{repaired} were repaired");
}

/// Changes a healthy store by a statement, and tells what is damaged then.
fn after(name: &str, statement: &str) -> Vec<String> {
    let folder = Folder::new(name);
    let path = folder.file("store");
    run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
    Connection::open(&path).unwrap().execute_batch(statement).unwrap();
    let store = Store::open(&workshop(), &path).unwrap();
    let snapshot = store.snapshot().unwrap();
    let status = snapshot.status().unwrap();
    let lost: u64 = status.iter().map(|cell| cell.damaged).sum();
    let counted: u64 = status.iter().map(|cell| cell.games).sum();
    let listed: u64 = status.iter().map(|cell| cell.wanted.div_ceil(2) * 2).sum();
    assert_eq!(counted + lost, listed, "{statement}: what is not counted is told");
    // Nothing is written to a store that is damaged.
    assert!(matches!(Store::create(&workshop(), &path), Err(StoreError::Damaged { .. })), "{statement}");
    snapshot.damage().iter().map(ToString::to_string).collect()
}

#[test]
fn damage_is_named() {
    let cases = [
        ("UPDATE game SET result = result + 1 WHERE cell = 1 AND number = 3", "game 1:3 is not what was written"),
        ("UPDATE game SET plies = plies + 1 WHERE cell = 2 AND number = 7", "game 2:7 is not what was written"),
        ("UPDATE game SET number = 77 WHERE cell = 2 AND number = 7", "game 2:77 is not what was written"),
        ("DELETE FROM game WHERE cell = 1 AND number = 9", "cell 1: 1 of the games that were written cannot be found"),
        ("UPDATE run SET version = 'x'", "22 games belong to the run 1, which is missing or damaged"),
    ];
    for (index, (statement, expected)) in cases.into_iter().enumerate() {
        let found = after(&format!("named-{index}"), statement);
        assert!(found.iter().any(|damage| damage == expected), "{statement}: {found:?}");
    }
}

#[test]
fn a_damaged_cell_or_label_is_left_out_and_named() {
    let folder = Folder::new("cells");
    let path = folder.file("store");
    run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
    let bytes = fs::read(&path).unwrap();
    let damaged = |statement: &str| {
        fs::write(&path, &bytes).unwrap();
        Connection::open(&path).unwrap().execute_batch(statement).unwrap();
        let said = Said::of(&path).unwrap();
        (said.games.lines().count() - 1, said.damage.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (rows, damage) = damaged("UPDATE cell SET spec = replace(spec, '0.2', '0.3')");
    assert_eq!(rows, 2 * 12);
    assert_eq!(damage[0], "the cell `1` is not what was written");
    assert!(damage.contains(&"10 games belong to the cell 1, which is missing or damaged".to_owned()), "{damage:?}");
    let (rows, damage) = damaged("UPDATE listing SET label = 'im 0.6' WHERE label = 'im 0.4'");
    assert_eq!((rows, &damage[..]), (2 * 12, &["the listing `small im 0.6` is not what was written".to_owned()][..]));
    let (rows, damage) = damaged("DELETE FROM listing WHERE label = 'dice'");
    assert_eq!((rows, &damage[..]), (2 * 20, &["not every listing that was written can be found".to_owned()][..]));
    let (rows, damage) = damaged("UPDATE tally SET count = count - 1 WHERE about = 'game' AND cell = 2");
    assert_eq!((rows, &damage[..]), (2 * 22, &["the tally `game 2` is not what was written".to_owned()][..]));
    let (rows, damage) = damaged("UPDATE file SET text = text || ' '");
    assert_eq!((rows, &damage[..]), (2 * 22, &["the file `small` is not what was written".to_owned()][..]));
}

#[test]
fn a_store_of_the_first_format_is_read_and_becomes_one_of_the_second_when_it_is_written() {
    let folder = Folder::new("old");
    let path = folder.file("store");
    run(
        &mut Store::create(&workshop(), &path).unwrap(),
        &SMALL.replace("games = 9", "games = 5"),
        &RunOptions::default(),
    );
    let before = games(&Store::open(&workshop(), &path).unwrap());
    make_old(&path);
    let old = Store::open(&workshop(), &path).unwrap();
    let snapshot = old.snapshot().unwrap();
    assert!(snapshot.format() == 1 && !snapshot.has_checksums() && snapshot.damage().is_empty());
    assert!(snapshot.experiments().unwrap().is_empty());
    drop(snapshot);
    assert_eq!(games(&old), before);
    // Another process that has it open is not left with a file that is gone.
    assert!(matches!(Store::create(&workshop(), &path), Err(StoreError::InUse { .. })));
    drop(old);
    let mut store = Store::create(&workshop(), &path).unwrap();
    assert!(store.snapshot().unwrap().has_checksums() && games(&store) == before);
    assert_eq!(run(&mut store, SMALL, &RunOptions::default()).played, 8);
    drop(store);
    assert!(Store::open(&workshop(), &path).unwrap().check().unwrap().damage.is_empty());
    let left: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["store"]);
    // What can be seen to be wrong without checksums is seen.
    make_old(&path);
    Connection::open(&path).unwrap().execute_batch("UPDATE game SET seats = x'ff' WHERE number = 3").unwrap();
    let store = Store::open(&workshop(), &path).unwrap();
    let damage = store.snapshot().unwrap().damage().to_vec();
    assert_eq!(damage, [1, 2].map(|cell| Damage::Game { cell, number: 3 }));
    drop(store);
    assert!(matches!(Store::create(&workshop(), &path), Err(StoreError::Damaged { .. })));
}

#[test]
fn merging_blames_the_store_that_is_damaged_and_takes_what_is_intact() {
    let folder = Folder::new("blame");
    let [healthy, damaged, torn] = ["healthy", "damaged", "torn"].map(|name| folder.file(name));
    for path in [&healthy, &damaged] {
        run(&mut Store::create(&workshop(), path).unwrap(), SMALL, &RunOptions::default());
    }
    Connection::open(&damaged)
        .unwrap()
        .execute_batch("UPDATE game SET plies = 1 WHERE cell = 1 AND number = 4")
        .unwrap();
    let mut out = Store::create(&workshop(), &folder.file("out")).unwrap();
    let merged = out.merge(&Store::open(&workshop(), &damaged).unwrap()).unwrap();
    assert_eq!((merged.games, merged.known), (21, 0));
    assert_eq!(merged.damage, [Damage::Game { cell: 1, number: 4 }]);
    let merged = out.merge(&Store::open(&workshop(), &healthy).unwrap()).unwrap();
    assert_eq!((merged.games, merged.known, merged.damage.len()), (1, 21, 0));
    assert!(out.check().unwrap().damage.is_empty());
    let mut bytes = fs::read(&healthy).unwrap();
    bytes[100..4096].fill(0x5A);
    fs::write(&torn, bytes).unwrap();
    let error = Store::open(&workshop(), &torn).and_then(|torn| out.merge(&torn)).unwrap_err();
    assert!(error.to_string().contains("torn` is damaged"), "{error}");
}

#[test]
fn a_store_is_not_merged_with_itself() {
    let folder = Folder::new("itself");
    let path = folder.file("store");
    run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
    let mut store = Store::create(&workshop(), &path).unwrap();
    let mut names = vec![path.clone(), path.parent().unwrap().join(".").join("store")];
    #[cfg(unix)]
    {
        let links = [folder.file("symbolic"), folder.file("hard")];
        std::os::unix::fs::symlink(&path, &links[0]).unwrap();
        fs::hard_link(&path, &links[1]).unwrap();
        names.extend(links);
    }
    for name in names {
        let error = store.merge(&Store::open(&workshop(), &name).unwrap()).unwrap_err();
        assert!(matches!(error, StoreError::Same { .. }), "{}: {error}", name.display());
    }
}

/// Names that mean something else to SQLite, or are no text.
#[test]
fn a_name_is_nothing_but_a_path() {
    let folder = Folder::new("names");
    let mut names: Vec<PathBuf> =
        ["a?mode=memory", "50%41", "file:x", ":memory:"].map(|name| folder.file(name)).to_vec();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        names.push(folder.file("x").with_file_name(std::ffi::OsString::from_vec(b"caf\xe9".to_vec())));
    }
    for path in &names {
        run(&mut Store::create(&workshop(), path).unwrap(), SMALL, &RunOptions::default());
    }
    let found = fs::read_dir(folder.file("x").parent().unwrap()).unwrap();
    let found: std::collections::BTreeSet<PathBuf> = found.map(|file| file.unwrap().path()).collect();
    assert_eq!(found, names.iter().cloned().collect());
    let mut out = Store::create(&workshop(), &folder.file("out")).unwrap();
    for (index, path) in names.iter().enumerate() {
        let merged = out.merge(&Store::open(&workshop(), path).unwrap()).unwrap();
        assert_eq!((merged.games, merged.known), if index == 0 { (22, 0) } else { (0, 22) });
    }
}

#[test]
fn a_claim_of_an_unknown_run_is_free() {
    let folder = Folder::new("unknown");
    let mut store = Store::create(&workshop(), &folder.file("store")).unwrap();
    store.connection.execute_batch("INSERT INTO claim VALUES (1, 0, 99), (1, 5, 98)").unwrap();
    assert_eq!(run(&mut store, SMALL, &RunOptions::default()).missing(), 0);
    assert_eq!(store.claimed(1).unwrap(), 0);
}

#[test]
fn an_interrupted_merge_changes_nothing() {
    static STOP: AtomicBool = AtomicBool::new(true);
    let folder = Folder::new("stopped");
    let path = folder.file("store");
    run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &RunOptions::default());
    let mut other = Store::open(&workshop(), &path).unwrap();
    other.stop_on(&STOP);
    let mut out = Store::create(&workshop(), &folder.file("out")).unwrap();
    assert!(matches!(out.merge(&other), Err(StoreError::Interrupted)));
    assert!(out.status().unwrap().is_empty() && matches!(other.status(), Err(StoreError::Interrupted)));
}
