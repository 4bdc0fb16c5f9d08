//! `cargo xtask light`: what it costs to compile matches of a game of one's own, with nothing but the light crates.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The most seconds of processor time that it may take.
const MOST: f64 = 60.0;

/// Compiles the example `nim-match` from nothing on one core, with both of cargo's profiles, and prints the processor time. Fails
/// if one takes longer than [`MOST`].
pub fn run(target: &Path) -> Result<(), String> {
    let folder = target.join("light");
    let mut slow = Vec::new();
    for profile in ["dev", "release"] {
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let seconds = build(&folder, profile)?;
        println!("{profile:<8} {seconds:>6.1} s of processor time");
        if seconds > MOST {
            slow.push(format!("{profile}: {seconds:.1} s"));
        }
    }
    println!("matches of a game of one's own, compiled from nothing on one core (examples/nim-match)");
    if slow.is_empty() { Ok(()) } else { Err(format!("above {MOST} s: {}", slow.join("; "))) }
}

/// Builds with one job, and returns the user time of all that took part.
fn build(folder: &Path, profile: &str) -> Result<f64, String> {
    // The shell knows the times of what it has waited for.
    let script = "\"$@\" && times";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "light", env!("CARGO"), "build", "--jobs", "1", "--profile", profile]);
    shell.args(["--package", "nim-match", "--manifest-path", "examples/Cargo.toml", "--target-dir"]).arg(folder);
    let output = shell.output().map_err(|error| format!("cannot run sh: {error}"))?;
    if !output.status.success() {
        return Err(format!("`nim-match` cannot be built: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    user_time_of_children(&text).ok_or_else(|| format!("`{text}` are not the times of a shell"))
}

/// The user time in what `times` prints: a line for the shell and one for its children, each with user and system time, as in
/// `1m23.450s`.
fn user_time_of_children(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.lines().nth(1)?.split_whitespace().next()?.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_the_compilers_is_read_and_not_that_of_the_shell() {
        assert_eq!(user_time_of_children("0m0.010s 0m0.000s\n1m2.500s 0m9.000s\n"), Some(62.5));
        assert_eq!(user_time_of_children("0m0.010s 0m0.000s\n"), None);
    }
}
