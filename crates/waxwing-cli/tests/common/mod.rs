//! Running the command.

#[allow(dead_code)]
pub mod stores;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The command with these arguments, without colours.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_waxwing"));
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    // Those who run the tests keep their own tables.
    command.env("WAXWING_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

/// Runs the command to its end.
pub fn waxwing(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the command starts")
}

/// Runs the command with an input.
#[allow(dead_code)]
pub fn waxwing_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = command(arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that ends before it has read everything closes its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// What a successful command prints.
#[allow(dead_code)]
pub fn printed(arguments: &[&str]) -> String {
    let output = waxwing(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a successful command prints with `--json`.
#[allow(dead_code)]
pub fn json(arguments: &[&str]) -> Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&printed(&arguments)).unwrap()
}

/// Whether an object has exactly these fields.
#[allow(dead_code)]
#[track_caller]
pub fn assert_fields(value: &Value, fields: &str) {
    let mut expected: Vec<&str> = fields.split_whitespace().collect();
    let mut found: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// A report without the fields that tell how fast the machine was.
#[allow(dead_code)]
pub fn timeless(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        if let Value::Object(fields) = value {
            fields.retain(|name, _| name != "elapsed_s" && name != "iterations_per_second");
            fields.values_mut().for_each(strip);
        } else if let Value::Array(items) = value {
            items.iter_mut().for_each(strip);
        }
    }
    strip(&mut value);
    value
}
