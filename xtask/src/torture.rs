//! `cargo xtask torture`: random attacks on the release build.

use std::path::Path;
use std::process::Command;

/// Runs the attacks that were built into this folder. Fails if one of them does.
pub fn run(target: &Path, options: &[String]) -> Result<(), String> {
    let release = target.join("release");
    let mut command = Command::new(release.join("waxwing-torture"));
    command.arg(release.join("waxwing")).arg(target.join("torture")).args(options);
    let status = command.status().map_err(|error| format!("the attacks cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("torture failed ({status})")) }
}
