//! `cargo xtask fuzz`: every fuzz target of `fuzz/` for a minute.
//!
//! `cargo fuzz` does the same on a nightly toolchain, with a sanitizer. What it tells the compiler about coverage is possible on a
//! stable one: libFuzzer needs counters in the code and a C++ compiler, nothing else.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What puts libFuzzer's counters into every crate.
const COVERAGE: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
    "-Cdebug-assertions",
    "--cfg=fuzzing",
];

/// The longest input, in bytes, and the seconds that one may take.
const LONGEST: u32 = 4_096;
const SLOWEST: u32 = 20;

const USAGE: &str = "usage: cargo xtask fuzz [--seconds N] [--seed N] [TARGET…]";

/// What is asked for.
struct Options {
    seconds: u64,
    seed: u32,
    targets: Vec<String>,
}

/// Builds the fuzz targets and runs these, or all, one after the other. Fails if an input makes one of them fail.
pub fn run(target: &Path, arguments: &[String], seed: u64) -> Result<(), String> {
    let options = options(arguments, seed)?;
    has_compiler()?;
    let (host, folder) = (host()?, target.join("fuzz"));
    build(&host, &folder)?;
    let mut failed = Vec::new();
    for name in &options.targets {
        eprintln!("== fuzz {name}: seed {}, {} s", options.seed, options.seconds);
        let program = folder.join(&host).join("release").join(name);
        if !attack(&program, name, &folder, &options)? {
            failed.push(name.as_str());
        }
    }
    let all = options.targets.len();
    println!("fuzz: {all} targets for {} s each, seed {}, {} failed", options.seconds, options.seed, failed.len());
    if failed.is_empty() { Ok(()) } else { Err(format!("fuzzing found inputs that fail: {}", failed.join(", "))) }
}

fn options(arguments: &[String], seed: u64) -> Result<Options, String> {
    // libFuzzer takes 0 for "none given".
    let mut options = Options { seconds: 60, seed: (seed as u32).max(1), targets: Vec::new() };
    let known = targets()?;
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        let mut number = || {
            let value = arguments.next().ok_or(USAGE)?;
            value.parse::<u32>().map_err(|_| format!("`{value}` is not a whole number\n{USAGE}"))
        };
        match word.as_str() {
            "--seconds" => options.seconds = number()?.max(1).into(),
            "--seed" => options.seed = number()?.max(1),
            name if known.iter().any(|target| target == name) => options.targets.push(name.to_owned()),
            name => return Err(format!("there is no fuzz target `{name}`; there are {}\n{USAGE}", known.join(", "))),
        }
    }
    if options.targets.is_empty() {
        options.targets = known;
    }
    Ok(options)
}

/// The names of all targets, which are those of their files.
fn targets() -> Result<Vec<String>, String> {
    let files = fs::read_dir("fuzz/fuzz_targets").map_err(|error| format!("`fuzz/fuzz_targets`: {error}"))?;
    let paths = files.filter_map(|file| Some(file.ok()?.path()));
    let mut names: Vec<String> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// libFuzzer is compiled with the targets.
fn has_compiler() -> Result<(), String> {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let found = Command::new(&compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match found {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!(
            "NOTHING WAS FUZZED: libFuzzer needs a C++ compiler, and `{compiler}` is none; install one, or name it in CXX"
        )),
    }
}

/// The target that this machine's compiler builds for by itself.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("cannot run rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what it builds for".to_owned())
}

/// Builds all targets. A target triple that is named keeps the counters out of build scripts and macros.
fn build(host: &str, folder: &Path) -> Result<(), String> {
    let mut build = Command::new(env!("CARGO"));
    build.args([
        "build",
        "--release",
        "--bins",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--target",
        host,
        "--target-dir",
    ]);
    let status = build.arg(folder).env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\x1f")).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("NOTHING WAS FUZZED: the fuzz targets cannot be built ({status})")),
        Err(error) => Err(format!("cannot run cargo: {error}")),
    }
}

/// Runs one target from the inputs of `fuzz/seeds` and those that earlier runs found. Returns whether none made it fail.
fn attack(program: &Path, name: &str, folder: &Path, options: &Options) -> Result<bool, String> {
    let made = |path: PathBuf| match fs::create_dir_all(&path) {
        Ok(()) => Ok(path),
        Err(error) => Err(format!("`{}` cannot be made: {error}", path.display())),
    };
    let corpus = made(folder.join("corpus").join(name))?;
    let artifacts = made(folder.join("artifacts").join(name))?;
    let mut command = Command::new(program);
    command.arg(corpus).arg(Path::new("fuzz/seeds").join(name));
    command.arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.args([format!("-max_total_time={}", options.seconds), format!("-seed={}", options.seed)]);
    command.args([format!("-max_len={LONGEST}"), format!("-timeout={SLOWEST}"), "-print_final_stats=1".to_owned()]);
    let status = command.status().map_err(|error| format!("`{}` cannot be started: {error}", program.display()))?;
    Ok(status.success())
}
