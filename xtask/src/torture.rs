//! `cargo xtask torture`: random attacks on the release build, for ten minutes unless another time is given.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Builds the command and the attacks, and runs them. Fails if an attack did.
pub fn run(arguments: Vec<String>) -> Result<(), String> {
    super::step("build", &["build", "--release", "--package", "waxwing-cli", "--package", "waxwing-torture"])?;
    let target = target()?;
    let release = target.join("release");
    let mut command = Command::new(release.join("waxwing-torture"));
    command.arg(release.join("waxwing")).arg(target.join("torture")).args(arguments);
    let status = command.status().map_err(|error| format!("the attacks cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("torture failed ({status})")) }
}

/// The folder that this program was built into.
fn target() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let target = program.parent().and_then(|profile| profile.parent());
    target.map(PathBuf::from).ok_or_else(|| format!("{} is in no target folder", program.display()))
}
