//! `cargo xtask book`: the pages of the repository as a site with search, and the reference of its crates beside them.

mod links;
mod tags;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::oracles::{self, Packages};
use crate::package::published;

const CONFIGURATION: &str = "book/mkdocs.yml";
/// The folder of the crates' reference in the book.
const REFERENCE: &str = "rust";

/// What builds the book, and checks files by their schemas. The file lists all that they depend on, too.
pub const TOOLS: Packages = Packages {
    folder: "book",
    about: "what builds the book",
    requirements: concat!(env!("CARGO_MANIFEST_DIR"), "/../book/requirements.txt"),
    options: &["--no-deps"],
    works: "import check_jsonschema, material, mkdocs",
};

/// Builds the book in a folder under `target`, with the crates' reference if cargo has built it there, and follows its links.
/// Returns the folder.
pub fn build(target: &Path, reference: bool) -> Result<PathBuf, String> {
    let (python, site) = (oracles::python(&TOOLS)?, target.join("book"));
    let crates = if reference { published()? } else { Vec::new() };
    make(&python, &site, &crates)?;
    if reference {
        let copied = copy(&target.join("doc"), &site.join(REFERENCE));
        copied.map_err(|error| format!("the reference cannot be copied: {error}"))?;
    }
    let links = links::check(&site, REFERENCE)?;
    eprintln!("== book: {links} links lead somewhere");
    Ok(site)
}

/// Has MkDocs make the site, with links to the reference of these crates.
fn make(python: &str, site: &Path, crates: &[String]) -> Result<(), String> {
    let mut command = Command::new(python);
    command.args(["-m", "mkdocs", "build", "--quiet", "--clean", "--config-file", CONFIGURATION, "--site-dir"]);
    // What the theme's authors have to say is for those who choose its version.
    command.arg(site).env("WAXWING_CRATES", crates.join(",")).env("NO_MKDOCS_2_WARNING", "1");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("MkDocs cannot build the book ({status})")),
        Err(error) => Err(format!("cannot run {python}: {error}")),
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &to)?,
            false => drop(fs::copy(entry.path(), to)?),
        }
    }
    Ok(())
}
