//! Stores that something happens to: flipped bits, strange names, folders that cannot be written, interruptions.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::stores::{
    FILE, Random, exported, failed_with, folder, games, is_honest, refused, small_store, text, write_flipped,
};
use common::{assert_fields, command, json, printed, waxwing};

#[test]
fn an_export_of_a_store_with_a_flipped_bit_is_the_same_or_says_what_is_wrong() {
    let folder = folder("flips");
    let store = small_store(&folder, "store", "0.1");
    let (bytes, healthy) = (fs::read(&store).unwrap(), exported(&store));
    let mut random = Random(2);
    for _ in 0..25 {
        let bit = write_flipped(&store, &bytes, &mut random);
        let output = exported(&store);
        assert!(is_honest(&output, &healthy), "bit {bit}: {output:?}");
    }
}

/// A store with a damaged game, and the name of that game.
fn damaged_store(folder: &Path) -> (PathBuf, String) {
    let store = small_store(folder, "store", "0.1");
    let bytes = fs::read(&store).unwrap();
    let mut random = Random(3);
    for _ in 0..500 {
        write_flipped(&store, &bytes, &mut random);
        let output = waxwing(&["experiment", "check", text(&store), "--json"]);
        let Ok(checked) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else { continue };
        let damage = checked["damage"].as_array().unwrap();
        if let [only] = &damage[..]
            && let Some(name) = only.as_str().unwrap().strip_prefix("game ")
        {
            assert_eq!(output.status.code(), Some(1));
            assert_fields(&checked, "format cells games damage repaired");
            return (store.clone(), name.split(' ').next().unwrap().to_owned());
        }
    }
    panic!("no flip has hit a game");
}

#[test]
fn a_damaged_game_is_named_by_every_command_and_played_again_by_a_repair() {
    let folder = folder("damaged");
    let healthy = games(&small_store(&folder, "healthy", "0.1"));
    let (store, game) = damaged_store(&folder);
    let (file, out, merged) = (folder.join("small.toml"), folder.join("pages"), folder.join("merged"));
    let named = format!("game {game} is not what was written");
    let csv = folder.join("games.csv");
    for arguments in [
        &["status", text(&store)][..],
        &["status", text(&store), "--trees"],
        &["report", text(&store), "--out", text(&out)],
        &["export", text(&store), "--csv", text(&csv)],
        &["merge", text(&merged), text(&store)],
        &["run", text(&file), "--out", text(&store), "--scale", "0.1"],
    ] {
        let message = failed_with(1, &[&["experiment"], arguments].concat());
        assert!(message.contains(&named), "{arguments:?}: {message}");
    }
    // What is intact was written, the damaged game was not.
    let written = fs::read_to_string(&csv).unwrap();
    assert_eq!(written.lines().count(), healthy.len() - 2);
    assert!(!written.contains(&format!(",{game},")) && out.join("small.html").exists());
    assert_eq!(games(&merged).len(), healthy.len() - 2);
    let replayed = failed_with(1, &["experiment", "replay", text(&store), &game]);
    assert!(replayed.contains(&named), "{replayed}");
    let repair = ["experiment", "check", text(&store), "--repair"];
    let said = printed(&repair);
    assert!(said.contains(&named) && said.contains("1 game played again of 1, 0 failed"), "{said}");
    assert_eq!(games(&store), healthy);
    assert!(folder.join("store.damaged").exists());
    assert!(printed(&repair).contains("intact") && !printed(&repair).contains("repaired"));
}

#[test]
fn a_store_of_the_first_format_is_read_with_a_note_and_goes_on() {
    let folder = folder("format-1");
    let store = folder.join("store");
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    fs::copy(format!("{data}/format-1.sqlite"), &store).unwrap();
    let file = format!("{data}/old.toml");
    let before = games(&store);
    assert_eq!(before.len(), 25);
    for arguments in [&["status"][..], &["check"], &["export", "--csv", "-"]] {
        let output = waxwing(&[&["experiment", arguments[0], text(&store)], &arguments[1..]].concat());
        let note = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && note.contains("has format 1: its games have no checksums"), "{note}");
    }
    let report = ["experiment", "report", text(&store)];
    let message = refused(&report);
    assert!(message.contains("has format 1, which keeps no experiment files") && message.contains("FILE"), "{message}");
    let pages = folder.join("pages");
    printed(&[&report[..], &[&file, "--out", text(&pages)]].concat());
    let output = waxwing(&["experiment", "run", &file, "--out", text(&store)]);
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && notes.contains("had format 1; its games have checksums from now on"), "{notes}");
    assert_eq!((games(&store), json(&["experiment", "check", text(&store)])["format"].as_i64()), (before, Some(2)));
}

#[test]
fn a_report_needs_no_file_where_the_store_has_kept_it() {
    let folder = folder("kept");
    let file = folder.join("small.toml");
    fs::write(folder.join("first.txt"), "a2a3 b4b3\n").unwrap();
    fs::write(&file, FILE.replace("budget = 20", "budget = 20\nopenings = 'first.txt'")).unwrap();
    let store = small_store(&folder, "store", "0.02");
    let other = folder.join("elsewhere");
    fs::create_dir(&other).unwrap();
    let report = |arguments: &[&str]| {
        let all = [&["experiment", "report", text(&store), "--json"], arguments].concat();
        let output = command(&all).current_dir(&other).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let with_file = report(&[text(&file)]);
    fs::remove_file(&file).unwrap();
    fs::remove_file(folder.join("first.txt")).unwrap();
    assert_eq!(report(&[]), with_file);
}

#[test]
fn names_of_stores_are_plain_paths() {
    let folder = folder("names");
    for name in [":memory:", "file:x", "file:y?mode=memory"] {
        let run = ["experiment", "run", "small.toml", "--out", name, "--scale", "0.02"];
        assert!(command(&run).current_dir(&folder).output().unwrap().status.success(), "{name}");
        let status = command(&["experiment", "status", name, "--json"]).current_dir(&folder).output().unwrap();
        assert!(status.status.success() && folder.join(name).is_file(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_that_of_its_file() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = folder("bytes");
    let store = small_store(&folder, "store", "0.02");
    let strange = folder.join(OsString::from_vec(b"caf\xe9".to_vec()));
    let expected = games(&store);
    fs::rename(&store, &strange).unwrap();
    let merge = command(&["experiment", "merge", text(&folder.join("out"))]).arg(&strange).output().unwrap();
    assert!(merge.status.success(), "{merge:?}");
    assert_eq!(games(&folder.join("out")), expected);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files, [strange, folder.join("out"), folder.join("small.toml")]);
}

#[test]
fn a_store_is_not_merged_with_itself_and_a_damaged_input_is_blamed() {
    let folder = folder("itself");
    let [store, healthy] = ["store", "healthy"].map(|name| small_store(&folder, name, "0.02"));
    let began = Instant::now();
    let names = [text(&store).to_owned(), format!("{}/./store", text(&folder))];
    for name in &names {
        let message = refused(&["experiment", "merge", text(&store), text(&healthy), name]);
        assert!(message.contains("are the same store"), "{message}");
    }
    assert!(began.elapsed() < Duration::from_secs(20), "it does not wait for itself");
    let mut bytes = fs::read(&healthy).unwrap();
    bytes[100..3000].fill(0x5A);
    fs::write(&healthy, bytes).unwrap();
    let message = failed_with(1, &["experiment", "merge", text(&store), text(&healthy)]);
    assert!(message.contains("healthy` is damaged") && !message.contains("store` is damaged"), "{message}");
}

/// The command as somebody who may not write the folder: root becomes the user `nobody`.
#[cfg(unix)]
fn as_nobody(folder: &Path, arguments: &[&str]) -> std::process::Output {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let mut ordinary = command(arguments);
    let probe = folder.join("probe");
    if fs::write(&probe, "").is_err() {
        return ordinary.output().unwrap();
    }
    fs::remove_file(probe).unwrap();
    // The command itself may lie where the user `nobody` may not look.
    let program = std::env::temp_dir().join(format!("waxwing-for-nobody-{}", std::process::id()));
    fs::copy(env!("CARGO_BIN_EXE_waxwing"), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    const NOBODY: u32 = 65_534;
    let mut command = Command::new(&program);
    command.args(arguments).env("NO_COLOR", "1").current_dir("/").uid(NOBODY).gid(NOBODY);
    // A process that another test has just begun to start holds what was open then, this copy too, until it is a program.
    let busy = |result: &std::io::Result<_>| matches!(result, Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy);
    let mut output = command.output();
    while busy(&output) {
        std::thread::sleep(std::time::Duration::from_millis(5));
        output = command.output();
    }
    fs::remove_file(&program).unwrap();
    output.unwrap()
}

#[cfg(unix)]
#[test]
fn a_store_in_a_folder_that_cannot_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let made = folder("read-only");
    let store = small_store(&made, "store", "0.02");
    // A folder that everybody can reach.
    let folder = std::env::temp_dir().join(format!("waxwing-read-only-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let lent = folder.join("store #1?");
    fs::copy(&store, &lent).unwrap();
    let set = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let healthy = exported(&store).stdout;
    for mode in [0o644, 0o444] {
        set(&lent, mode);
        set(&folder, 0o555);
        for arguments in [&["export", text(&lent), "--csv", "-"][..], &["status", text(&lent)], &["check", text(&lent)]]
        {
            let output = as_nobody(&folder, &[&["experiment"], arguments].concat());
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{arguments:?}: {message}");
            assert!(arguments[0] != "export" || output.stdout == healthy);
        }
        set(&folder, 0o755);
    }
    // What is only in a log that cannot be read is not left out in silence.
    fs::write(folder.join("store #1?-wal"), "a log").unwrap();
    set(&folder, 0o555);
    let output = as_nobody(&folder, &["experiment", "status", text(&lent)]);
    set(&folder, 0o755);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("in its log") && message.contains("copy both files"), "{message}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Starts a command that blocks when it writes a file, sends it a signal, and tells its exit code.
#[cfg(unix)]
fn interrupted(arguments: &[&str], blocking: &Path, signal: &str) -> Option<i32> {
    assert!(Command::new("mkfifo").arg(blocking).status().unwrap().success());
    let mut child = command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Whoever opens a pipe for writing waits until it is read: give the command time to get there.
    std::thread::sleep(Duration::from_millis(400));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let began = Instant::now();
    let code = child.wait().unwrap().code();
    assert!(sent.success() && began.elapsed() < Duration::from_secs(10));
    code
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_ends_with_130_and_leaves_nothing_half_written() {
    let folder = folder("broken-off");
    let store = small_store(&folder, "store", "0.02");
    let (csv, pages) = (folder.join("x.csv"), folder.join("pages"));
    fs::create_dir(&pages).unwrap();
    for signal in ["-INT", "-TERM"] {
        let part = folder.join("x.csv.part");
        let export = ["experiment", "export", text(&store), "--csv", text(&csv)];
        assert_eq!(interrupted(&export, &part, signal), Some(130));
        assert!(!part.exists() && !csv.exists());
        let part = pages.join("small.html.part");
        let report = ["experiment", "report", text(&store), "--out", text(&pages)];
        assert_eq!(interrupted(&report, &part, signal), Some(130));
        assert_eq!(fs::read_dir(&pages).unwrap().count(), 0);
    }
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert!(files.iter().all(|name| !name.to_str().unwrap().contains("part")), "{files:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_merge_leaves_a_whole_store_or_none() {
    let folder = folder("broken-merge");
    let (store, out) = (small_store(&folder, "store", "0.5"), folder.join("out"));
    let whole = games(&store);
    for delay in [2, 5, 8, 12, 16, 20, 25, 30] {
        let merge = ["experiment", "merge", text(&out), text(&store)];
        let mut child = command(&merge).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        // It may have ended before.
        let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status();
        match child.wait().unwrap().code() {
            Some(0) => assert_eq!(games(&out), whole),
            code => assert!(matches!(code, None | Some(130)) && !out.exists(), "after {delay} ms: {code:?}"),
        }
        let _ = fs::remove_file(&out);
    }
}

/// A device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn an_error_stream_that_cannot_be_written_is_no_failure() {
    let folder = folder("full");
    let (file, store) = (folder.join("small.toml"), folder.join("store"));
    let run = ["experiment", "run", text(&file), "--out", text(&store), "--scale", "0.02"];
    let timed = ["match", "breakthrough(rows=4, columns=3)", "uct @1ms", "random", "--games", "2", "--json"];
    let cases: &[(&[&str], i32)] = &[
        (&run, 0),
        (&timed, 0),
        (&["search", "chezz", "uct"], 2),
        (&["fly"], 2),
        (&["experiment", "status", "no-such-store"], 2),
        (&["experiment", "export", text(&store), "--csv", "/no/such/folder/x"], 2),
    ];
    for (arguments, code) in cases {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = command(arguments).stdout(Stdio::null()).stderr(full).status().unwrap();
        assert_eq!(status.code(), Some(*code), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_and_not_replaced() {
    let folder = folder("device");
    let store = small_store(&folder, "store", "0.02");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let export = ["experiment", "export", text(&store), "--csv", text(&pipe)];
    let mut child = command(&export).spawn().unwrap();
    let read = fs::read(&pipe).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(read, exported(&store).stdout);
}
