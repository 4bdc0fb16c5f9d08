//! Tells builds apart: the version of the crate, in a checkout with its commit, and `+` if what plays games was changed
//! since.
//!
//! Without git, and outside a checkout of this workspace (a packaged crate), it is the version of the crate.

use std::path::Path;
use std::process::Command;

/// What decides how games go, from the root of the workspace.
const SOURCES: [&str; 4] = ["Cargo.lock", "crates/waxwing/src", "crates/waxwing-games/src", "crates/waxwing-lab/src"];

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let commit = commit().map_or(String::new(), |commit| format!("-{commit}"));
    println!("cargo::rustc-env=WAXWING_VERSION={version}{commit}");
    println!("cargo::rerun-if-changed=build.rs");
}

fn commit() -> Option<String> {
    // Some other repository may have this crate among its files.
    (git(&["rev-parse", "--show-prefix"])? == "crates/waxwing-lab/").then_some(())?;
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    watch();
    let from_root = SOURCES.map(|source| format!(":/{source}"));
    let status = ["--no-optional-locks", "status", "--porcelain", "--"].map(str::to_owned);
    let changed = git(&[status.as_slice(), &from_root].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// Has this run again when another commit is checked out or made, and when something changes.
fn watch() {
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).unwrap_or_default();
    let of_git = ["HEAD", "logs/HEAD", "packed-refs", &branch].into_iter().filter(|name| !name.is_empty());
    let of_git = of_git.filter_map(|name| git(&["rev-parse", "--git-path", name]));
    let of_tree = SOURCES.map(|source| format!("../../{source}"));
    // A file that is not there would count as changed every time.
    for path in of_git.chain(of_tree).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// What git says, if it can be asked.
fn git<T: AsRef<std::ffi::OsStr>>(arguments: &[T]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
