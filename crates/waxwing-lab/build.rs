//! Tells builds apart: the version of the crate with its commit, and `+` if what plays games was changed since.
//!
//! In a checkout of this workspace, git knows the commit; in a packaged crate, a file that cargo has put there. Where neither is
//! there, it is the version of the crate.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What decides how games go, from the root of the workspace.
const SOURCES: [&str; 4] = ["Cargo.lock", "crates/waxwing/src", "crates/waxwing-games/src", "crates/waxwing-lab/src"];

/// How much of a commit's hash is shown.
const DIGITS: usize = 10;

fn main() {
    let version = env!("CARGO_PKG_VERSION");
    let commit = commit_of_checkout().or_else(commit_of_package);
    let commit = commit.map_or(String::new(), |commit| format!("-{commit}"));
    println!("cargo::rustc-env=WAXWING_VERSION={version}{commit}");
    println!("cargo::rerun-if-changed=build.rs");
}

fn commit_of_checkout() -> Option<String> {
    // Some other repository may have this crate among its files.
    (git(&["rev-parse", "--show-prefix"])? == "crates/waxwing-lab/").then_some(())?;
    let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])?;
    watch();
    let from_root = SOURCES.map(|source| format!(":/{source}"));
    let status = ["--no-optional-locks", "status", "--porcelain", "--"].map(str::to_owned);
    let changed = git(&[status.as_slice(), &from_root].concat())?;
    Some(if changed.is_empty() { commit } else { commit + "+" })
}

/// The commit that the crate was packaged from, which cargo writes down as JSON: a hash, and whether files had been changed.
fn commit_of_package() -> Option<String> {
    let text = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let hash = text.split("\"sha1\": \"").nth(1)?.get(..DIGITS)?;
    let is_hash = hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let changed = if text.contains("\"dirty\": true") { "+" } else { "" };
    is_hash.then(|| format!("{hash}{changed}"))
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
