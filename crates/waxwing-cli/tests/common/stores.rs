//! Small stores, and what can happen to them. Everything random follows from a seed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use super::{printed, waxwing};

/// An experiment of small games.
pub const FILE: &str = "
name = 'small'
title = 'Small games'
source = 'nobody'

[defaults]
game = 'breakthrough(rows=5, columns=4)'
against = 'uct'
games = 100
budget = 20

[[cell]]
label = 'im {alpha}'
agent = 'uct with im({alpha})'
over = { alpha = [0.2, 0.4] }

[[cell]]
label = 'pairs'
agent = 'uct > mast'
pairs = 'decided'
games = 20
";

/// A folder of a test's own with the file in it.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("experiment-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("small.toml"), FILE).unwrap();
    folder
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a command says that is not possible.
pub fn refused(arguments: &[&str]) -> String {
    failed_with(2, arguments)
}

/// What a command says that ends with an exit code.
#[track_caller]
pub fn failed_with(code: i32, arguments: &[&str]) -> String {
    let output = waxwing(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    message
}

/// Plays a part of the file in a folder into a store beside it.
pub fn small_store(folder: &Path, name: &str, scale: &str) -> PathBuf {
    let (file, store) = (folder.join("small.toml"), folder.join(name));
    printed(&["experiment", "run", text(&file), "--out", text(&store), "--scale", scale]);
    store
}

/// All games of a table without what depends on the clock, in order.
pub fn timeless_games(table: &str) -> Vec<String> {
    let seconds = table.lines().next().unwrap().split(',').rev().position(|name| name == "cpu_seconds").unwrap();
    let timeless = |line: &str| {
        let mut fields: Vec<&str> = line.rsplit(',').collect();
        fields.remove(seconds);
        fields.join(",")
    };
    let mut games: Vec<String> = table.lines().map(timeless).collect();
    games.sort();
    games
}

/// All games of a healthy store without what depends on the clock, in order.
pub fn games(store: &Path) -> Vec<String> {
    timeless_games(&printed(&["experiment", "export", text(store), "--csv", "-"]))
}

/// The export of a store that may be damaged.
pub fn exported(store: &Path) -> Output {
    waxwing(&["experiment", "export", text(store), "--csv", "-"])
}

/// Numbers by a seed.
pub struct Random(pub u64);

impl Random {
    /// A number below an end.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Writes the bytes with one bit flipped in a byte that is used, and tells which.
pub fn write_flipped(path: &Path, bytes: &[u8], random: &mut Random) -> usize {
    let used: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] != 0).collect();
    let bit = 8 * used[random.below(used.len())] + random.below(8);
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    fs::write(path, bytes).unwrap();
    bit
}

/// Whether an export is that of the healthy store, or says that it is not.
pub fn is_honest(output: &Output, healthy: &Output) -> bool {
    match output.status.code() {
        Some(0) => output.stdout == healthy.stdout,
        Some(1 | 2) => !output.stderr.is_empty(),
        _ => false,
    }
}
