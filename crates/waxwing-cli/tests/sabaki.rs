//! The library of Sabaki, a Go client, drives Waxwing: a game, analyses, mistakes. `cargo xtask test` installs it.

use std::process::Command;

#[test]
fn a_go_client_plays_analyses_and_is_told_of_mistakes() {
    let client = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sabaki/client.js");
    let output =
        Command::new("node").args([client, env!("CARGO_BIN_EXE_waxwing")]).output().expect("Node.js is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
