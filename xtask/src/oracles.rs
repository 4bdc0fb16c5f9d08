//! What the oracles run in: GNU Go, the library of a Go client, and a Python with OpenSpiel, the last two kept under `target/`. Found, or
//! installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Packages that a Python of ours has.
pub struct Packages {
    /// The folder of the environment.
    pub folder: &'static str,
    /// What it is to have, for messages.
    pub about: &'static str,
    /// The file that lists them.
    pub requirements: &'static str,
    /// What pip is told besides.
    pub options: &'static [&'static str],
    /// A program that works if they do.
    pub works: &'static str,
}

/// OpenSpiel's games are one compiled module, which needs no other package.
pub const OPEN_SPIEL: Packages = Packages {
    folder: "python",
    about: "OpenSpiel",
    requirements: concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/waxwing-oracles/open_spiel/requirements.txt"),
    options: &["--no-deps"],
    works: "import pyspiel; pyspiel.load_game('tic_tac_toe').new_initial_state().apply_action(4)",
};

/// Where a Python may be found, and what it must answer: OpenSpiel is built for these versions.
const NAMES: &[&str] = &["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
const IS_NEW_ENOUGH: &str = "import sys; sys.exit(not (3, 11) <= sys.version_info[:2])";

/// A Python that has these packages: made now, or the one of the last time if it still works.
pub fn python(packages: &Packages) -> Result<String, String> {
    let Packages { about, requirements, works, .. } = packages;
    let folder = folder(packages.folder)?;
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = folder.join("requirements.txt");
    let required = required(Path::new(requirements))?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == required) && succeeds(&python, &["-c", works]) {
        return Ok(python.display().to_string());
    }
    eprintln!("== oracles: installing {about} in {}", folder.display());
    environment(&folder)?;
    install(&python, packages)?;
    fs::write(&stamp, required).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(python.display().to_string())
}

/// A list of packages with the lists that it names.
fn required(list: &Path) -> Result<String, String> {
    let mut all = fs::read_to_string(list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let others: Vec<PathBuf> =
        all.lines().filter_map(|line| line.strip_prefix("-r ")).map(|other| list.with_file_name(other)).collect();
    for other in others {
        all += &required(&other)?;
    }
    Ok(all)
}

/// A folder for something that is installed, next to what cargo builds.
fn folder(what: &str) -> Result<PathBuf, String> {
    Ok(super::target_folder()?.join("oracles").join(what))
}

/// Makes an empty virtual environment, with a Python and its venv from the system's packages if need be.
fn environment(folder: &Path) -> Result<(), String> {
    if find().is_some_and(|python| make(&python, folder)) {
        return Ok(());
    }
    let installed = install_system_packages(&["python3", "python3-venv"]);
    let python = find().ok_or_else(|| lacking("Python 3.11 or later", &installed))?;
    if make(&python, folder) { Ok(()) } else { Err(lacking("Python's venv module", &installed)) }
}

/// What to tell somebody on whose machine something is missing that could not be installed.
fn lacking(what: &str, installed: &Result<(), String>) -> String {
    let tried = match installed {
        Ok(()) => "the packages python3 and python3-venv were installed and do not suffice".to_owned(),
        Err(message) => message.clone(),
    };
    format!("the oracles need {what}, and {tried}; install it and try again")
}

/// A Python that is new enough.
fn find() -> Option<String> {
    let found = NAMES.iter().find(|name| succeeds(Path::new(name), &["-c", IS_NEW_ENOUGH]));
    found.map(|&name| name.to_owned())
}

/// Makes a virtual environment with pip in it; returns whether that has worked.
fn make(python: &str, folder: &Path) -> bool {
    let folder = folder.display().to_string();
    succeeds(Path::new(python), &["-m", "venv", "--clear", &folder])
}

/// Installs the required packages; no package is ever compiled here.
fn install(python: &Path, packages: &Packages) -> Result<(), String> {
    let Packages { about, requirements, options, works, .. } = packages;
    let arguments = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
    let status = Command::new(python).args(arguments).args(*options).args(["--requirement", requirements]).status();
    match status {
        Ok(status) if status.success() && succeeds(python, &["-c", works]) => Ok(()),
        Ok(status) if status.success() => Err(format!("{about} is installed but does not run on this machine")),
        Ok(_) => Err(format!("pip cannot install {about} (it needs the network once; see its message above)")),
        Err(error) => Err(format!("cannot run {}: {error}", python.display())),
    }
}

/// GNU Go, which Go programs are compared with.
pub fn gnugo() -> Result<(), String> {
    game_program("gnugo", "gnugo")
}

/// A program that plays a game: found, or installed from the system's packages.
pub fn game_program(name: &str, package: &str) -> Result<(), String> {
    // Debian keeps games out of the usual path.
    let in_games = format!("/usr/games/{name}");
    let is_there = || [name, &in_games].iter().any(|name| succeeds(Path::new(name), &["--version"]));
    if is_there() {
        return Ok(());
    }
    install_system_packages(&[package])?;
    if is_there() { Ok(()) } else { Err(format!("the package {package} was installed and does not run")) }
}

/// The version that `tests/sabaki/client.js` is written for.
const SABAKI: &str = "@sabaki/gtp@3.0.0";

/// The folder of the modules with the library of Sabaki, a Go client, in it: that of the last time, or installed by npm, which comes from
/// the system's packages if need be.
pub fn sabaki() -> Result<String, String> {
    let folder = folder("sabaki")?;
    let modules = folder.join("node_modules").display().to_string();
    let works = || succeeds(Path::new("node"), &["-e", &format!("require({modules:?} + '/@sabaki/gtp')")]);
    if works() {
        return Ok(modules);
    }
    node()?;
    eprintln!("== oracles: installing {SABAKI} in {}", folder.display());
    let prefix = folder.display().to_string();
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {prefix}: {error}"))?;
    run(vec!["npm", "install", "--no-audit", "--no-fund", "--no-save", "--prefix", &prefix, SABAKI]);
    if works() { Ok(modules) } else { Err(format!("npm could not install {SABAKI} (see its message above)")) }
}

/// Node and npm: found, or installed from the system's packages.
pub fn node() -> Result<(), String> {
    let are_there = || ["node", "npm"].iter().all(|name| succeeds(Path::new(name), &["--version"]));
    if !are_there() {
        install_system_packages(&["nodejs", "npm"])?;
    }
    if are_there() { Ok(()) } else { Err("the packages nodejs and npm were installed and do not run".to_owned()) }
}

/// A browser that the page is tested in: found, or installed from the system's packages.
pub fn chromium() -> Result<&'static str, String> {
    let find = || ["chromium", "chromium-browser"].into_iter().find(|name| succeeds(Path::new(name), &["--version"]));
    if let Some(found) = find() {
        return Ok(found);
    }
    install_system_packages(&["chromium"])?;
    find().ok_or_else(|| "the package chromium was installed and does not run".to_owned())
}

/// Installs packages on systems with apt-get, directly or with a sudo that does not ask.
fn install_system_packages(packages: &[&str]) -> Result<(), String> {
    let apt = Path::new("apt-get");
    if !succeeds(apt, &["--version"]) {
        return Err("this system has no apt-get to install it with".to_owned());
    }
    let names = packages.join(" and ");
    eprintln!("== oracles: installing {names}");
    let update = ["apt-get", "update", "--quiet"];
    let install = [&["apt-get", "install", "--quiet", "--yes", "--no-install-recommends"], packages].concat();
    let all_run = |prefix: &[&str]| {
        // An update that fails in part may still have what is needed.
        run([prefix, &update].concat());
        run([prefix, &install[..]].concat())
    };
    if all_run(&[]) || (succeeds(Path::new("sudo"), &["-n", "true"]) && all_run(&["sudo", "-n"])) {
        Ok(())
    } else {
        Err(format!("apt-get could not install {names} (see its message above)"))
    }
}

/// Runs a program with its output shown; returns whether it succeeds.
pub fn run(words: Vec<&str>) -> bool {
    let status = Command::new(words[0]).args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive").status();
    status.is_ok_and(|status| status.success())
}

/// Runs a program without output; returns whether it succeeds.
pub fn succeeds(program: &Path, arguments: &[&str]) -> bool {
    let silent = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    silent.is_ok_and(|status| status.success())
}
