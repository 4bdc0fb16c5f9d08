//! `cargo xtask site`: the page with all games and searches in it, as a folder that any web host can serve.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ASSETS: &str = "crates/waxwing-web/assets";
/// Games with learned evaluations have these files in their folders.
const GAMES: &str = "crates/waxwing-games/src";
const LEARNED: &str = "learned.bin";
const TARGET: &str = "wasm32-unknown-unknown";
/// Vector instructions are worth a factor of seven; names of functions are a third of the file.
const FLAGS: &str = "-C target-feature=+simd128 -C strip=symbols";
/// What says to the page that its session is in a worker.
const LINK: &str = "<meta name=\"waxwing-link\" content=\"worker\">\n";
/// A static page has nobody to say in a header what it may do.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'\">\n";

/// Installs the target, unless it is there. Returns whether it is.
pub fn has_target() -> bool {
    Command::new("rustup").args(["target", "add", TARGET]).status().is_ok_and(|status| status.success())
}

/// Builds the site in a folder under `target`, and returns the folder.
pub fn build(target: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.args(["build", "--release", "--package", "waxwing-wasm", "--target", TARGET]).env("RUSTFLAGS", FLAGS);
    match cargo.status() {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(format!("waxwing-wasm cannot be built ({status})")),
        Err(error) => return Err(format!("cannot run cargo: {error}")),
    }
    let (module, site) = (target.join(TARGET).join("release").join("waxwing_wasm.wasm"), target.join("site"));
    lay_out(&module, &site).map_err(|error| format!("{}: {error}", site.display()))?;
    Ok(site)
}

/// Puts the files of the page where it looks for them.
fn lay_out(module: &Path, site: &Path) -> std::io::Result<()> {
    let assets = site.join("assets");
    let _ = fs::remove_dir_all(site);
    fs::create_dir_all(&assets)?;
    for entry in fs::read_dir(ASSETS)? {
        let entry = entry?;
        if entry.file_name() != "index.html" {
            fs::copy(entry.path(), assets.join(entry.file_name()))?;
        }
    }
    fs::copy(module, assets.join("waxwing.wasm"))?;
    lay_out_learned(&assets.join("learned"))?;
    let page = fs::read_to_string(Path::new(ASSETS).join("index.html"))?;
    let head = page.replacen("<title>", &format!("{POLICY}{LINK}<title>"), 1);
    fs::write(site.join("index.html"), head)
}

/// Puts the files of learned evaluations into a folder, called by the names of their games, with a list of these.
fn lay_out_learned(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(GAMES)? {
        let entry = entry?;
        let (file, name) = (entry.path().join(LEARNED), entry.file_name().to_string_lossy().replace('_', "-"));
        if file.exists() {
            fs::copy(file, folder.join(format!("{name}.bin")))?;
            names.push(name);
        }
    }
    names.sort();
    fs::write(folder.join("names.json"), serde_json::to_string(&names)?)
}
