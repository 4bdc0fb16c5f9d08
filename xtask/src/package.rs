//! Whether crates can be published as they are, and whether the files that forges and citers read are what they have to be.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{book, oracles};

/// Files that their publishers have a schema for.
const SCHEMAS: [(&str, &str); 2] =
    [(".github/workflows/ci.yml", "vendor.github-workflows"), ("CITATION.cff", "vendor.citation-file-format")];
/// What a package must have beside its code.
const FILES: [&str; 3] = [LICENCES[0], LICENCES[1], "README.md"];
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
const FIELDS: [&str; 6] = ["description", "license", "readme", "rust_version", "keywords", "categories"];

/// The names of the crates that are published.
pub fn published() -> Result<Vec<String>, String> {
    let packages = packages()?;
    Ok(packages.iter().filter_map(|package| package["name"].as_str()).map(str::to_owned).collect())
}

/// What cargo says of the crates that are published.
fn packages() -> Result<Vec<Value>, String> {
    let text = cargo(&["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    // `publish = false` is an empty list of registries.
    let is_published = |package: &Value| !package["publish"].as_array().is_some_and(Vec::is_empty);
    Ok(packages.into_iter().filter(is_published).collect())
}

/// Fails if a crate lacks what readers of a registry look for, a file that its code needs, or what is said of its version.
pub fn check_crates() -> Result<(), String> {
    let mut faults = Vec::new();
    for package in packages()? {
        let name = package["name"].as_str().unwrap_or_default();
        let lacks = |field: &&&str| match &package[**field] {
            Value::Null => true,
            Value::Array(items) => items.is_empty() || items.len() > 5,
            _ => false,
        };
        faults.extend(FIELDS.iter().filter(lacks).map(|field| format!("{name} has no {field}")));
        faults.extend(other_licences(&Path::new("crates").join(name))?);
        faults.extend(missing_files(name)?.into_iter().map(|file| format!("the package {name} has no {file}")));
        faults.extend(silent_files(package["version"].as_str().unwrap_or_default())?);
    }
    faults.extend(other_licences(Path::new("python"))?);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// The licences of a package that are not those of the repository. They are copies: not every system keeps links.
fn other_licences(folder: &Path) -> Result<Vec<String>, String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut others = Vec::new();
    for licence in LICENCES {
        let copy = folder.join(licence);
        if read(&copy)? != read(Path::new(licence))? {
            others.push(format!("{} is not the repository's {licence}", copy.display()));
        }
    }
    Ok(others)
}

/// The files that say nothing of a version and should.
fn silent_files(version: &str) -> Result<Vec<String>, String> {
    let mut silent = Vec::new();
    for (file, line) in [("CHANGELOG.md", format!("## {version}")), ("CITATION.cff", format!("version: {version}"))] {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        if !text.lines().any(|known| known.starts_with(&line)) {
            silent.push(format!("{file} has no line `{line}`"));
        }
    }
    Ok(silent)
}

/// The files that are not in a package and should be.
fn missing_files(name: &str) -> Result<Vec<String>, String> {
    let words = ["package", "--list", "--quiet", "--package", name];
    let listed = cargo(&words.into_iter().chain(allow_dirty()).collect::<Vec<_>>())?;
    let listed: Vec<PathBuf> = listed.lines().map(PathBuf::from).collect();
    let mut wanted: Vec<PathBuf> = FILES.map(PathBuf::from).into();
    let folder = Path::new("crates").join(name);
    for inside in ["src", "assets", "build.rs"] {
        files(&folder, Path::new(inside), &mut wanted).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let missing = wanted.into_iter().filter(|file| !listed.contains(file));
    Ok(missing.map(|file| file.display().to_string()).collect())
}

/// Adds the files below a path in a folder, if there is anything.
fn files(folder: &Path, path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let whole = folder.join(path);
    if whole.is_file() {
        found.push(path.to_owned());
    } else if whole.is_dir() {
        for entry in whole.read_dir()? {
            files(folder, &path.join(entry?.file_name()), found)?;
        }
    }
    Ok(())
}

/// The arguments of cargo that do all of a release but the upload.
pub fn rehearsal() -> Vec<&'static str> {
    let words = ["publish", "--dry-run", "--workspace", "--no-verify", "--quiet"];
    words.into_iter().chain(allow_dirty()).collect()
}

/// What is not committed may be in a package, except where `CI` says that all is committed.
fn allow_dirty() -> Option<&'static str> {
    std::env::var_os("CI").is_none().then_some("--allow-dirty")
}

/// Compares files with the schemas of those who read them.
pub fn check_schemas() -> Result<(), String> {
    let python = oracles::python(&book::TOOLS)?;
    for (file, schema) in SCHEMAS {
        let mut check = Command::new(&python);
        check.args(["-m", "check_jsonschema", "--quiet", "--builtin-schema", schema, file]);
        match check.status() {
            Ok(status) if status.success() => {}
            Ok(_) => return Err(format!("{file} is not what it has to be (see above)")),
            Err(error) => return Err(format!("cannot run {python}: {error}")),
        }
    }
    Ok(())
}

/// What cargo prints.
fn cargo(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO")).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|_| "what cargo prints is not text".to_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
