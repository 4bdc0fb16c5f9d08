//! Showing an address in the user's browser.

use std::env;
use std::process::{Child, Command, Stdio};

/// Opens an address on a desktop; returns whether there is one that could be asked.
pub fn open_browser(address: &str) -> bool {
    let opener = match env::consts::OS {
        "macos" => Some("open"),
        "windows" => Some("explorer"),
        _ => has_display().then_some("xdg-open"),
    };
    opener.is_some_and(|opener| start(opener, address).is_some())
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Some openers end only with the browser, so nobody waits for them.
fn start(opener: &str, address: &str) -> Option<Child> {
    let silent =
        |command: &mut Command| command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok();
    silent(Command::new(opener).arg(address))
}
