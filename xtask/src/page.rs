//! `cargo xtask page` and `cargo xtask browser`: the page is what is built of its sources, and works in a browser.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::oracles::{self, run};

const PAGE: &str = "crates/waxwing-web/page";
const ASSETS: &str = "crates/waxwing-web/assets";
/// The only file of the page that is not built.
const DOCUMENT: &str = "index.html";
/// What a session says, for the types of the page.
const SAMPLES: &str = "crates/waxwing-session/tests/samples.json";
const TESTS: &str = "crates/waxwing-web/tests/browser";

/// What a system lacks for a check, which is left out then.
pub struct Lacking(pub String);

/// Builds the page again, and compares it with the files that the server has in it. The outer error is of a system that cannot
/// build it.
pub fn check(target: &Path) -> Result<Result<(), String>, Lacking> {
    oracles::node().map_err(Lacking)?;
    let copy = target.join("page").join("page");
    let samples = || fs::copy(SAMPLES, copy.join("test").join("samples.json")).map(drop);
    let prepared = copy_sources(Path::new(PAGE), &copy).and_then(|()| samples());
    prepared.map_err(|error| Lacking(format!("{} cannot be written: {error}", copy.display())))?;
    install(&copy)?;
    for script in ["check", "test", "build"] {
        if !run(vec!["npm", "run", "--silent", "--prefix", &text(&copy), script]) {
            return Ok(Err(format!("`npm run {script}` fails in {}", copy.display())));
        }
    }
    Ok(compare(&target.join("page").join("assets"), Path::new(ASSETS)))
}

/// The files of two folders, byte for byte.
fn compare(built: &Path, kept: &Path) -> Result<(), String> {
    let (built, kept) = (files(built)?, files(kept)?);
    let names = built.keys().chain(kept.keys());
    let is_other = |name: &&String| *name != DOCUMENT && built.get(*name) != kept.get(*name);
    match names.into_iter().find(is_other) {
        None => Ok(()),
        Some(name) => Err(format!(
            "{ASSETS}/{name} is not what is built of {PAGE}: `npm ci && npm run build` there writes the files anew"
        )),
    }
}

fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let read = || -> std::io::Result<BTreeMap<String, Vec<u8>>> {
        let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        let file =
            |entry: &fs::DirEntry| Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        entries.iter().map(file).collect()
    };
    read().map_err(|error| format!("{}: {error}", folder.display()))
}

/// Copies the page without what is installed in its folder; what is installed in the copy stays.
fn copy_sources(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for old in fs::read_dir(to)? {
        let old = old?;
        match old.file_type()?.is_dir() {
            true if old.file_name() == "node_modules" => {}
            true => fs::remove_dir_all(old.path())?,
            false => fs::remove_file(old.path())?,
        }
    }
    copy(from, to)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true if entry.file_name() == "node_modules" => {}
            true => copy(&entry.path(), &to.join(entry.file_name()))?,
            false => drop(fs::copy(entry.path(), to.join(entry.file_name()))?),
        }
    }
    Ok(())
}

/// Installs what a folder's lock file names, unless that is there already.
fn install(folder: &Path) -> Result<(), Lacking> {
    let (lock, stamp) = (folder.join("package-lock.json"), folder.join("node_modules").join("waxwing-lock.json"));
    let wanted = fs::read(&lock).map_err(|error| Lacking(format!("{}: {error}", lock.display())))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if !run(vec!["npm", "ci", "--no-audit", "--no-fund", "--prefix", &text(folder)]) {
        return Err(Lacking("npm could not install the packages (see its message above)".to_owned()));
    }
    fs::write(&stamp, wanted).map_err(|error| Lacking(format!("{}: {error}", stamp.display())))
}

/// Plays and looks at the page in a browser: these files of tests. `stranger` is a program with a game of its own. The outer
/// error is of a system without browser.
pub fn browse(target: &Path, stranger: &Path, tests: &[&str]) -> Result<Result<(), String>, Lacking> {
    oracles::node().map_err(Lacking)?;
    let browser = oracles::chromium().map_err(Lacking)?;
    let folder = target.join("browser");
    let prepared = fs::create_dir_all(&folder).and_then(|()| {
        let names = ["package.json", "package-lock.json"];
        names.iter().try_for_each(|name| fs::copy(Path::new(TESTS).join(name), folder.join(name)).map(drop))
    });
    prepared.map_err(|error| Lacking(format!("{} cannot be written: {error}", folder.display())))?;
    install(&folder)?;
    let program = target.join("debug").join(if cfg!(windows) { "waxwing.exe" } else { "waxwing" });
    let mut node = Command::new("node");
    node.arg("--test").args(tests.iter().map(|name| Path::new(TESTS).join(name)));
    node.env("NODE_PATH", folder.join("node_modules")).env("CHROMIUM", browser);
    node.env("WAXWING", program).env("STRANGER", stranger).env("SHOTS", &folder);
    node.env("SITE", target.join("site")).env("PICTURES", "docs/pages");
    Ok(match node.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("browser failed ({status}); {} has pictures", folder.display())),
        Err(error) => Err(format!("cannot run node: {error}")),
    })
}

fn text(path: &Path) -> String {
    path.display().to_string()
}
