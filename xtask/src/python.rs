//! `cargo xtask python`: the wheel is built, installed where no Rust is needed, and tested as its users have it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::oracles::{self, Packages};

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../python");

/// What builds the wheel and tests it.
const TOOLS: Packages = Packages {
    folder: "wheel",
    about: "what tests the Python package",
    requirements: concat!(env!("CARGO_MANIFEST_DIR"), "/../python/tests/requirements.txt"),
    options: &[],
    works: "import mypy, pytest",
};

/// What is too large for every run.
const LARGE: Packages = Packages {
    folder: "wheel-all",
    about: "what tests all of the Python package",
    requirements: concat!(env!("CARGO_MANIFEST_DIR"), "/../python/tests/requirements-all.txt"),
    options: &[],
    works: "import mypy, pytest",
};

/// The name of the stub, below the package and below what maturin writes.
const STUB: &str = "waxwing/_waxwing.pyi";

/// Tests the package: its wheel, stubs, types, documentation and tests.
pub fn test(target: &Path, all: bool) -> Result<(), String> {
    let python = PathBuf::from(oracles::python(if all { &LARGE } else { &TOOLS })?);
    let wheel = wheel(target, &python)?;
    let installing =
        ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"];
    run("installing the wheel", Command::new(&python).args(installing).arg(&wheel))?;
    run("twine", Command::new(&python).args(["-m", "twine", "check", "--strict"]).arg(&wheel))?;
    stubs(target, &python)?;
    // Away from the sources, so that what is tested is what was installed.
    let tests = Path::new(PACKAGE).join("tests");
    let here = |module: &str, arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.current_dir(&tests).args(["-I", "-m", module]).args(arguments);
        command
    };
    run("mypy", Command::new(&python).current_dir(PACKAGE).args(["-m", "mypy"]))?;
    run("stubtest", &mut here("mypy.stubtest", &["waxwing._waxwing", "--mypy-config-file", "../pyproject.toml"]))?;
    let options = ["-q", "-c", "../pyproject.toml", "--rootdir", "..", "."];
    let marked: &[&str] = if all { &["-m", "long or not long"] } else { &[] };
    run("pytest", here("pytest", &options).args(marked).args(["--pyargs", "waxwing"]))
}

/// Builds the wheel, with what the tests of the workspace have compiled already.
fn wheel(target: &Path, python: &Path) -> Result<PathBuf, String> {
    let folder = target.join("wheels");
    let _ = fs::remove_dir_all(&folder);
    let building = ["build", "--profile", "dev", "--out"];
    run("maturin", maturin(target, python).args(building).arg(&folder))?;
    let mut files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let built =
        files.find_map(|file| Some(file.ok()?.path()).filter(|path| path.extension().is_some_and(|end| end == "whl")));
    built.ok_or_else(|| format!("maturin left no wheel in {}", folder.display()))
}

fn maturin(target: &Path, python: &Path) -> Command {
    let mut command = Command::new(python);
    command.current_dir(PACKAGE).args(["-m", "maturin"]).env("CARGO_TARGET_DIR", target);
    command
}

/// The stubs that are kept are those that the code has now.
fn stubs(target: &Path, python: &Path) -> Result<(), String> {
    let folder = target.join("stubs");
    run("stubs", maturin(target, python).args(["generate-stubs", "--out"]).arg(&folder))?;
    let read = |path: PathBuf| fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
    if read(folder.join(STUB))? == read(Path::new(PACKAGE).join(STUB))? {
        return Ok(());
    }
    Err(format!("python/{STUB} is not what the code says: `maturin generate-stubs --out .` in python/ writes it anew"))
}

fn run(name: &str, command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("python: {name} failed ({status})")),
        Err(error) => Err(format!("python: {name} cannot run: {error}")),
    }
}
