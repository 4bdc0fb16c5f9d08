//! What the tests of this folder share.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::spec::Spec;
use super::{Experiment, RunOptions, RunProgress, Store, export_csv, run_experiments};

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
    let experiment = Experiment::read("small.toml", text).unwrap();
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    run_experiments(store, &cells, options, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// All games of a store without what depends on the clock.
pub(crate) fn games(store: &Store) -> Vec<String> {
    let mut text = Vec::new();
    export_csv(store, &mut text).unwrap();
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
