//! What the tests of this folder share.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rusqlite::Connection;

use super::spec::Spec;
use super::{Damage, Experiment, RunOptions, RunProgress, Store, StoreError, export_csv, run_experiments};
use crate::report::report_experiments;
use crate::testing::workshop;

/// Two agents on a small board.
pub(crate) fn spec(agents: [&str; 2], budget: &str) -> Spec {
    Spec {
        game: "breakthrough(rows=5, columns=4)".into(),
        agents: agents.map(str::to_owned).to_vec(),
        seats: vec![vec![0, 1], vec![1, 0]],
        group: 2,
        pairs: false,
        seed: 1,
        budget: budget.into(),
        threads: 1,
        openings: None,
        forfeits: Default::default(),
    }
}

/// A file of two cells with small games.
pub(crate) const SMALL: &str = "\
name = 'small'
title = 'Small games'
source = 'nobody'
central = ['im 0.4']

[agents]
plain = 'uct'

[defaults]
game = 'breakthrough(rows=5, columns=4)'
against = 'plain'
games = 9
budget = 15
seed = 3

[[cell]]
label = 'im {alpha}'
agent = '{plain} with im({alpha})'
over = { alpha = [0.2, 0.4] }
published = [55.5, nan]
plus-minus = 3.1
published-games = 1000

[[cell]]
label = 'dice'
game = 'backgammon'
agent = 'uct > mast'
games = 2
budget = 2
";

/// A folder of a test's own, which goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("waxwing-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in a folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs all cells of a text.
pub(crate) fn run(store: &mut Store, text: &str, options: &RunOptions) -> RunProgress {
    let experiment = Experiment::read(&workshop(), "small.toml", text).unwrap();
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    run_experiments(store, None, &cells, options, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// All games of a store without what depends on the clock.
pub(crate) fn games(store: &Store) -> Vec<String> {
    let mut text = Vec::new();
    export_csv(&store.snapshot().unwrap(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let heading: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let seconds = heading.len() - heading.iter().position(|name| *name == "cpu_seconds").unwrap();
    let timeless = |line: &str| {
        let mut fields: Vec<&str> = line.rsplit(',').collect();
        fields.remove(seconds - 1);
        fields.join(",")
    };
    text.lines().map(timeless).collect()
}

/// Everything that is said of a store: its games, its cells, its searches, its reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said {
    pub games: String,
    pub cells: String,
    pub reports: String,
    pub damage: Vec<Damage>,
}

impl Said {
    pub(crate) fn of(path: &Path) -> Result<Said, StoreError> {
        let store = Store::open(&workshop(), path)?;
        let snapshot = store.snapshot()?;
        let mut games = Vec::new();
        export_csv(&snapshot, &mut games)
            .map_err(|error| StoreError::Other { path: path.into(), reason: error.to_string() })?;
        let cells = (snapshot.status()?, snapshot.trees()?, snapshot.failures(100)?);
        let reports = report_experiments(Some(&snapshot), None, &snapshot.experiments()?)
            .map_err(|error| StoreError::Other { path: path.into(), reason: error.to_string() })?;
        Ok(Said {
            games: String::from_utf8(games).unwrap(),
            cells: format!("{cells:?}"),
            reports: serde_json::to_string(&reports).unwrap(),
            damage: snapshot.damage().to_vec(),
        })
    }
}

/// Makes a store with something in every table: games on several pages, some with their moves, failures, two experiments.
pub(crate) fn small_store(path: &Path) {
    let mut store = Store::create(&workshop(), path).unwrap();
    let many = SMALL.replace("games = 9", "games = 60").replace("budget = 15", "budget = 3");
    run(&mut store, &many, &RunOptions::default());
    let timed =
        SMALL.replace("'small'", "'timed'").replace("budget = 15", "budget = '1ms'").replace("games = 9", "games = 2");
    run(&mut store, &timed, &RunOptions::default());
    let turn = store.begin_run().unwrap();
    let turn = store.turn(turn).unwrap();
    turn.fail(1, 60, "panicked at here.rs:1: unlucky").unwrap();
    turn.commit().unwrap();
}

/// The places of some bits of a file, by a seed: most of them in bytes that are used.
pub(crate) fn some_bits(bytes: &[u8], seed: u64, count: usize) -> Vec<usize> {
    let used: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
    let mut rng = waxwing::Rng::new(seed);
    let mut bit = |index: usize| {
        let place = if index.is_multiple_of(4) { rng.below(bytes.len()) } else { used[rng.below(used.len())] };
        8 * place + rng.below(8)
    };
    (0..count).map(&mut bit).collect()
}

/// The bytes with a bit flipped.
pub(crate) fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// Makes a store one of the first format.
pub(crate) fn make_old(path: &Path) {
    let drop = |table: &str| format!("ALTER TABLE {table} DROP COLUMN checksum;");
    let changes = ["run", "cell", "listing", "game", "failure"].map(drop).concat();
    let rest = "DROP TABLE tally; DROP TABLE file; CREATE INDEX game_result ON game (cell, result);
        PRAGMA user_version = 1;";
    Connection::open(path).unwrap().execute_batch(&(changes + rest)).unwrap();
}
