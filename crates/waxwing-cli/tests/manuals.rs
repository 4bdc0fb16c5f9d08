//! Completions and manual pages: they know every verb, and the games and agents that there are.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{json, printed, waxwing};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// All verbs, as the help lists them.
fn verbs() -> Vec<String> {
    let help = printed(&["--help"]);
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    // What continues a line begins further to the right.
    let lines = listed.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    let verbs: Vec<String> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(verbs.len() > 18, "{verbs:?}");
    verbs
}

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("manuals-{test}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Whether this machine has a program.
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// What bash would complete the last of these words to.
fn completed_by_bash(words: &[&str]) -> Vec<String> {
    let script = folder(&format!("bash-{}", words.len()));
    fs::write(&script, printed(&["completions", "bash"])).unwrap();
    // The last two arguments are the current and the previous word.
    let asked = "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
                 _waxwing waxwing \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash").args(["-c", asked, "bash"]).arg(&script).args(words).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_script_of_every_shell_knows_the_verbs_the_games_and_the_presets() {
    let games = json(&["games"]);
    let games = games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap().to_owned());
    let words: Vec<String> = games.chain(verbs()).chain(["icarus/NRML".to_owned(), "medium".to_owned()]).collect();
    for shell in SHELLS {
        let script = printed(&["completions", shell]);
        // What is no option is not completed by these two.
        let known: &[String] = if ["elvish", "powershell"].contains(&shell) { &verbs() } else { &words };
        for word in known {
            assert!(script.contains(word.as_str()), "the script for {shell} does not know {word}");
        }
    }
}

#[test]
fn bash_reads_its_script_and_completes_verbs_games_and_agents() {
    if !has("bash") {
        return;
    }
    assert_eq!(completed_by_bash(&["waxwing", "sea"]), ["search"]);
    assert_eq!(completed_by_bash(&["waxwing", "search", "oth"]), ["othello"]);
    assert_eq!(completed_by_bash(&["waxwing", "match", "othello", "icarus/NRM"]), ["icarus/NRM", "icarus/NRML"]);
    assert_eq!(completed_by_bash(&["waxwing", "explain", "uct", "--game", "othe"]), ["othello"]);
}

#[test]
fn a_text_that_no_shell_would_complete_is_taken_all_the_same() {
    assert!(printed(&["explain", "uct > mast", "--game", "breakthrough(rows=6)"]).contains("has all that it needs"));
    let help = printed(&["search", "--help"]);
    assert!(!help.contains("possible values"), "{help}");
}

#[test]
fn every_verb_has_a_manual_page_that_the_first_page_names() {
    let folder = folder("man").join("man1");
    let text = folder.to_str().unwrap();
    assert!(printed(&["man", text]).contains(text));
    let first = fs::read_to_string(folder.join("waxwing.1")).unwrap();
    for verb in verbs() {
        assert!(first.contains(&format!("waxwing\\-{verb}(1)")), "{verb} is not named: {first}");
        let page = fs::read_to_string(folder.join(format!("waxwing-{verb}.1"))).unwrap();
        assert!(page.starts_with(".ie") && page.contains(".SH SYNOPSIS"), "{verb}: {page}");
    }
    assert!(folder.join("waxwing-experiment-run.1").exists(), "verbs of verbs have pages too");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let output = waxwing(&["man", "/dev/null/pages"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.contains("/dev/null/pages")), (Some(1), true), "{errors}");
}

#[test]
fn a_shell_that_is_not_known_is_refused_with_those_that_are() {
    let output = waxwing(&["completions", "tcsh"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(SHELLS.iter().all(|shell| errors.contains(shell)), "{errors}");
}

#[test]
fn the_version_has_the_commit_of_a_clone() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // A copy that lies in another repository has commits that are not its own.
    if git(&["rev-parse", "--show-prefix"]).is_none_or(|prefix| prefix != "crates/waxwing-cli/") {
        return;
    }
    let (version, commit) = (printed(&["--version"]), git(&["rev-parse", "--short=10", "HEAD"]).unwrap());
    assert!(version.contains(&commit), "{version} does not name {commit}");
}
