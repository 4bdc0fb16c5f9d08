//! Running tests, with a fault or without.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::list::{Target, Tests};
use super::plant::SWITCH;

/// A program that holds the tests of a target.
pub struct Program {
    executable: PathBuf,
    /// Where cargo would run it.
    folder: PathBuf,
}

/// What cargo says of something it has built.
#[derive(Deserialize)]
struct Message {
    reason: String,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

impl Program {
    /// Builds the tests of a target of the workspace in `tree`.
    pub fn build(tree: &Path, built: &Path, target: &Target) -> Result<Program, String> {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--no-run", "--quiet", "--message-format", "json-render-diagnostics"])
            .args(&target.arguments)
            .current_dir(tree)
            .env("CARGO_TARGET_DIR", built)
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !output.status.success() {
            return Err(format!("the tests of `{target}` do not compile with the faults planted"));
        }
        let messages = output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
        let mut programs = messages.filter_map(|message: Message| {
            let is_test = message.reason == "compiler-artifact" && message.profile.is_some_and(|profile| profile.test);
            let folder = message.manifest_path?.parent()?.to_owned();
            Some(Program { executable: message.executable.filter(|_| is_test)?, folder })
        });
        programs.next().ok_or_else(|| format!("cargo built no tests of `{target}`"))
    }

    /// Runs the tests whose names contain one of these, with this fault.
    pub fn run(&self, tests: &Tests, fault: Option<&str>, limit: Duration, log: &Path) -> Result<Run, String> {
        let fault_of_log = |error| format!("cannot write {}: {error}", log.display());
        let output = File::create(log).map_err(fault_of_log)?;
        let started = Instant::now();
        let mut child = Command::new(&self.executable)
            .args(&tests.filters)
            .current_dir(&self.folder)
            .env(SWITCH, fault.unwrap_or_default())
            .stdin(Stdio::null())
            .stderr(output.try_clone().map_err(fault_of_log)?)
            .stdout(output)
            .spawn()
            .map_err(|error| format!("cannot run {}: {error}", self.executable.display()))?;
        let status = loop {
            match child.try_wait().map_err(|error| format!("cannot wait for tests: {error}"))? {
                Some(status) => break Some(status),
                None if started.elapsed() > limit => {
                    // It may have ended by itself in the meantime.
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
                None => thread::sleep(Duration::from_millis(10)),
            }
        };
        let said = fs::read(log).map_err(|error| format!("cannot read {}: {error}", log.display()))?;
        let ending = status.map(|status| status.success());
        Ok(Run { verdict: judge(&String::from_utf8_lossy(&said), ending), time: started.elapsed() })
    }
}

/// How a run of tests went.
pub struct Run {
    pub verdict: Verdict,
    pub time: Duration,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This many tests passed, and none failed.
    Passed(usize),
    /// The tests that failed.
    Failed(Vec<String>),
    /// The program ended without saying which tests failed.
    Crashed,
    /// It was still running at the end of its time.
    Endless,
}

/// What a test program's output means; `succeeds` is `None` where it was stopped.
fn judge(output: &str, succeeds: Option<bool>) -> Verdict {
    let with = |ending: &str| -> Vec<String> {
        let name = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(ending)?.to_owned());
        output.lines().filter_map(name).collect()
    };
    match (succeeds, with(" ... FAILED")) {
        (Some(true), _) => Verdict::Passed(with(" ... ok").len()),
        (None, failed) if failed.is_empty() => Verdict::Endless,
        (Some(false), failed) if failed.is_empty() => Verdict::Crashed,
        (_, failed) => Verdict::Failed(failed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_tests_is_understood() {
        let output = "running 2 tests\ntest a::b ... ok\ntest a::c - should panic ... ok\n\ntest result: ok. 2 passed";
        assert_eq!(judge(output, Some(true)), Verdict::Passed(2));
        assert_eq!(judge("running 0 tests\n", Some(true)), Verdict::Passed(0));
        let output = "running 2 tests\ntest a::b ... ok\ntest a::c ... FAILED\n";
        assert_eq!(judge(output, Some(false)), Verdict::Failed(vec!["a::c".to_owned()]));
        assert_eq!(judge(output, None), Verdict::Failed(vec!["a::c".to_owned()]));
        assert_eq!(judge("running 1 test\n", Some(false)), Verdict::Crashed);
        assert_eq!(judge("running 1 test\n", None), Verdict::Endless);
    }
}
