//! Lots by themselves: players that end in the middle, a run that is begun again, games that end everybody.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;

use super::testing::{Folder, SMALL, games, run};
use super::*;
use crate::testing::workshop;

static GO_ON: AtomicBool = AtomicBool::new(false);
const LONG: Duration = Duration::from_secs(60);
const ALL: Duration = Duration::MAX;

fn small() -> Experiment {
    Experiment::read(&workshop(), "small.toml", SMALL).unwrap()
}

fn begin(store: Store, experiment: &Experiment) -> Dispatch {
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (experiment, cell)).collect();
    Dispatch::begin(store, &cells, &RunOptions::default()).unwrap()
}

fn give(dispatch: &mut Dispatch) -> Option<(GivenLot, Lot)> {
    let given = dispatch.give(LONG, 2).unwrap()?;
    let lot = Lot::read(&workshop(), &given.bytes).unwrap();
    Some((given, lot))
}

/// Plays a lot to its end.
fn play(dispatch: &mut Dispatch, given: &GivenLot, mut lot: Lot) {
    dispatch.take(&lot.play(ALL, &GO_ON)).unwrap();
    assert!(lot.is_done());
    dispatch.end(given.number).unwrap();
}

/// What a batch says, with a change.
fn changed(batch: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let mut batch: Value = serde_json::from_slice(batch).unwrap();
    change(&mut batch);
    serde_json::to_vec(&batch).unwrap()
}

#[test]
fn lots_give_the_games_of_a_run_whoever_ends_in_the_middle() {
    let folder = Folder::new("lots");
    let whole = &mut Store::create(&workshop(), &folder.file("whole")).unwrap();
    run(whole, SMALL, &RunOptions::default());
    let (path, experiment) = (folder.file("store"), small());
    let (mut rounds, mut late) = (0, Vec::new());
    loop {
        // A run that ends with lots out, and is begun again, goes on with what is in the store.
        let mut dispatch = begin(Store::create(&workshop(), &path).unwrap(), &experiment);
        // What a player of the run before brings late is not asked for any more, or it is one of these games: the same.
        late.drain(..).for_each(|batch: Vec<u8>| drop(dispatch.take(&batch)));
        let mut kept = Vec::new();
        for _ in 0..5 {
            let Some((given, mut lot)) = give(&mut dispatch) else { break };
            rounds += 1;
            match rounds % 4 {
                // It ends before it is heard of; after it was; after a game; or it plays all.
                0 => dispatch.end(given.number).unwrap(),
                1 => {
                    dispatch.take(&lot.play(Duration::ZERO, &GO_ON)).unwrap();
                    dispatch.end(given.number).unwrap();
                }
                2 => {
                    dispatch.take(&lot.play(Duration::from_nanos(1), &GO_ON)).unwrap();
                    kept.push((given, lot));
                }
                _ => play(&mut dispatch, &given, lot),
            }
        }
        late.extend(kept.into_iter().map(|(_, mut lot)| lot.play(ALL, &GO_ON)));
        if dispatch.look().unwrap() {
            break;
        }
        assert!(rounds < 1_000, "{:?}", dispatch.progress());
    }
    let store = Store::open(&workshop(), &path).unwrap();
    assert_eq!(games(&store), games(whole));
    assert!(rounds > 20 && store.snapshot().unwrap().damage().is_empty(), "{rounds}");
}

#[test]
fn lots_grow_with_what_is_known_of_their_games_and_share_what_is_left() {
    let folder = Folder::new("paces");
    let experiment = Experiment::read(&workshop(), "small.toml", &SMALL.replace("games = 9", "games = 4000")).unwrap();
    let cells = [(&experiment, &experiment.cells[0])];
    let store = Store::create(&workshop(), &folder.file("store")).unwrap();
    let mut dispatch = Dispatch::begin(store, &cells, &RunOptions::default()).unwrap();
    let games = |dispatch: &mut Dispatch, time: u64, players: usize| {
        dispatch.give(Duration::from_secs(time), players).unwrap().map_or(0, |lot| lot.games)
    };
    // As long as nothing is known, a lot is one game.
    assert_eq!([games(&mut dispatch, 60, 2), games(&mut dispatch, 60, 2)], [1, 1]);
    let (_, mut lot) = give(&mut dispatch).unwrap();
    let batch = lot.play(ALL, &GO_ON);
    dispatch.take(&changed(&batch, |batch| batch["seconds"] = 0.5.into())).unwrap();
    // 3,997 games of half a second are left.
    assert_eq!(games(&mut dispatch, 60, 2), 120);
    assert_eq!(games(&mut dispatch, 60, 100), 19, "a half of what is left, for a hundred players");
    assert_eq!(games(&mut dispatch, 60, 1_000_000), 2, "no less than a second");
    assert_eq!(dispatch.lots_out(), 6);
    assert!(!dispatch.look().unwrap());
}

#[test]
fn a_game_that_ends_everybody_who_plays_it_is_noted_and_the_others_go_on() {
    let folder = Folder::new("deadly");
    let experiment = small();
    let mut dispatch = begin(Store::create(&workshop(), &folder.file("store")).unwrap(), &experiment);
    let (first, mut lot) = give(&mut dispatch).unwrap();
    // A player that is gone before it has begun says nothing about the game.
    dispatch.end(first.number).unwrap();
    for _ in 0..10 {
        let (given, _) = give(&mut dispatch).unwrap();
        assert_eq!(given.games, 1);
        dispatch.end(given.number).unwrap();
    }
    assert_eq!(dispatch.progress().failed, 0);
    for _ in 0..5 {
        let (given, begun) = give(&mut dispatch).unwrap();
        lot = begun;
        dispatch.take(&lot.play(Duration::ZERO, &GO_ON)).unwrap();
        dispatch.end(given.number).unwrap();
    }
    assert_eq!(dispatch.progress().failed, 1);
    while let Some((given, lot)) = give(&mut dispatch) {
        play(&mut dispatch, &given, lot);
    }
    assert!(dispatch.look().unwrap());
    let progress = dispatch.progress();
    assert_eq!((progress.played, progress.failed, progress.missing()), (21, 1, 0));
    drop((dispatch, lot));
    let store = Store::open(&workshop(), &folder.file("store")).unwrap();
    let failures = store.snapshot().unwrap().failures(9).unwrap();
    assert_eq!(failures, [("1:0".to_owned(), "5 processes have ended while they played it".to_owned())]);
}

#[test]
fn what_is_no_lot_no_batch_or_of_another_version_is_refused() {
    let folder = Folder::new("refused");
    let experiment = small();
    let mut dispatch = begin(Store::create(&workshop(), &folder.file("store")).unwrap(), &experiment);
    let (given, mut lot) = give(&mut dispatch).unwrap();
    let refused = |bytes: &[u8]| Lot::read(&workshop(), bytes).err().expect("it is refused").to_string();
    assert!(refused(b"hello").starts_with("these bytes are no lot: "));
    let other = changed(&given.bytes, |lot| lot["version"] = "0.0.1".into());
    assert!(refused(&other).ends_with(
        "the lot is from waxwing 0.0.1: games are the same only where the version is, so install one wheel everywhere"
    ));
    let unknown = changed(&given.bytes, |lot| {
        lot["spec"] = lot["spec"].as_str().unwrap().replace("breakthrough", "brakethrough").into();
    });
    assert!(refused(&unknown).starts_with("a lot cannot be played here: "), "{}", refused(&unknown));
    let batch = lot.play(ALL, &GO_ON);
    let mut refused = |bytes: &[u8]| dispatch.take(bytes).unwrap_err().to_string();
    assert!(refused(b"{}").starts_with("these bytes are no batch: "));
    assert!(refused(&changed(&batch, |batch| batch["player"]["version"] = "0.0.1".into())).contains("0.0.1"));
    assert!(refused(&changed(&batch, |batch| batch["games"][0][0] = 7.into())).contains("not those of its lot"));
    let seats = |batch: &mut Value| batch["games"][0][1]["Played"]["seats"] = Vec::<u8>::new().into();
    assert!(refused(&changed(&batch, seats)).contains("not those of its lot"));
    assert_eq!(dispatch.progress().played, 0);
    dispatch.take(&batch).unwrap();
    // The same again, and one of a lot that is not out, change nothing.
    assert!(dispatch.take(&batch).is_err());
    dispatch.end(given.number).unwrap();
    dispatch.take(&batch).unwrap();
    assert_eq!(dispatch.progress().played, 1);
}

#[test]
fn nothing_is_given_out_when_the_time_is_over_and_others_may_go_on() {
    let folder = Folder::new("over");
    let (path, experiment) = (folder.file("store"), small());
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    let options = RunOptions { time: Some(Duration::ZERO), ..RunOptions::default() };
    let mut late = Dispatch::begin(Store::create(&workshop(), &path).unwrap(), &cells, &options).unwrap();
    assert!(late.is_late() && late.give(LONG, 1).unwrap().is_none() && late.look().unwrap());
    // Two runs at once share the games, and each waits for those of the other.
    let mut one = begin(Store::create(&workshop(), &path).unwrap(), &experiment);
    let mut two = begin(Store::create(&workshop(), &path).unwrap(), &experiment);
    let (given, lot) = give(&mut one).unwrap();
    while let Some((given, lot)) = give(&mut two) {
        play(&mut two, &given, lot);
    }
    assert!(!two.look().unwrap(), "a game is being played by the other run");
    play(&mut one, &given, lot);
    assert!(give(&mut two).is_none() && two.look().unwrap());
    assert_eq!((one.progress().played, two.progress().played), (1, 21));
    drop(one);
    assert_eq!(games(&Store::open(&workshop(), &path).unwrap()).len(), 1 + 2 * 22);
}
