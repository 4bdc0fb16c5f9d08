//! Tables in a cache directory of their own: built, found, damaged, and where nothing can be written.

mod common;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use common::{assert_fields, command};
use serde_json::Value;

/// An empty directory for one test.
fn cache(test: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tables-{test}"));
    let _ = fs::remove_dir_all(&directory);
    directory
}

fn run(cache: &Path, arguments: &[&str]) -> Output {
    command(arguments).env("WAXWING_CACHE", cache).output().unwrap()
}

fn json(cache: &Path, arguments: &[&str]) -> Value {
    let output = run(cache, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn states(cache: &Path) -> Vec<String> {
    let listed = json(cache, &["tables", "list"]);
    let states = listed.as_array().unwrap().iter().map(|table| {
        assert_fields(table, "name path configurations state");
        table["state"].as_str().unwrap().to_owned()
    });
    states.collect()
}

/// Two processes that build at once share one table; a damaged one is built again.
#[test]
fn a_table_is_built_once_verified_and_built_again_when_damaged() {
    let cache = cache("built");
    assert_eq!(states(&cache), ["not built", "not built"]);
    let build = || command(&["tables", "build", "--json"]).env("WAXWING_CACHE", &cache).output().unwrap();
    let outputs = std::thread::scope(|scope| {
        let both = [scope.spawn(build), scope.spawn(build)];
        both.map(|one| one.join().unwrap())
    });
    let reports = outputs.map(|output| serde_json::from_slice::<Value>(&output.stdout).unwrap());
    reports.iter().for_each(|report| assert_fields(report, "name path built elapsed_s"));
    assert_eq!(reports.iter().filter(|report| report["built"] == true).count(), 1);
    assert_eq!(states(&cache), ["ready", "not built"]);

    let path = cache.join("chinese-checkers-49.table");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(states(&cache)[0].starts_with("damaged: it has "));
    let output = run(&cache, &["tables", "verify"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is damaged: it has"));
    // Whoever plays repairs it.
    let search = json(&cache, &["search", "chinese-checkers", "uct @20"]);
    assert_eq!(search["iterations"], 20);
    assert!(fs::read(&path).unwrap() == whole, "the same table again");

    let verified = json(&cache, &["tables", "verify", "chinese-checkers"]);
    assert_fields(&verified, "name path distances elapsed_s");
    let distances: Vec<u64> = verified["distances"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!((distances.len(), distances[13], distances.iter().sum()), (22, 2_571_489, 13_983_816));
    fs::remove_dir_all(cache).unwrap();
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let cache = cache("unwritable");
    fs::create_dir_all(&cache).unwrap();
    let file = cache.join("file");
    fs::write(&file, "").unwrap();
    let output = run(&file.join("inside"), &["tables", "build"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("inside` cannot be written: "), "{message}");
    assert!(output.stdout.is_empty());
    fs::remove_dir_all(cache).unwrap();
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest_one() {
    let cache = cache("names");
    for verb in ["build", "verify"] {
        let output = run(&cache, &["tables", verb, "chinese-chequers-73"]);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.contains("there is no table `chinese-chequers-73`; did you mean `chinese-checkers-73`?"),
            "{message}"
        );
        let output = run(&cache, &["tables", verb, "x"]);
        assert!(String::from_utf8_lossy(&output.stderr).contains("there are chinese-checkers-49, chinese-checkers-73"));
    }
    let output = run(&cache, &["tables", "verify"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has not been built; `waxwing tables build"));
    assert!(!cache.exists(), "nothing is written by asking");
}

/// The checksum that tables have.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}

/// Puts a table of the star into a cache that says of every configuration that it is home. No real table is so easily made,
/// and none is so easily told from the one of the rhombus.
fn put_star(cache: &Path) {
    const ENTRIES: u64 = 170_230_452;
    let mut header = [0; 64];
    header[..8].copy_from_slice(b"waxtable");
    header[8..12].copy_from_slice(&1_u32.to_le_bytes());
    header[12..16].copy_from_slice(&73_u32.to_le_bytes());
    header[16..24].copy_from_slice(&ENTRIES.to_le_bytes());
    // Of a large table, a sample is compared when it is loaded: 512 pieces of 64 bytes.
    header[28..32].copy_from_slice(&crc32(&[0; 512 * 64]).to_le_bytes());
    let sum = crc32(&header[..60]);
    header[60..].copy_from_slice(&sum.to_le_bytes());
    fs::create_dir_all(cache).unwrap();
    let mut file = fs::File::create(cache.join("chinese-checkers-73.table")).unwrap();
    file.write_all(&header).unwrap();
    // The rest is a hole in the file.
    file.set_len(64 + ENTRIES).unwrap();
}

/// What a search finds, without its times.
fn found(cache: &Path, agent: &str) -> Value {
    let mut report = json(cache, &["search", "chinese-checkers", agent, "--iterations", "60", "--seed", "5"]);
    report.as_object_mut().unwrap().retain(|name, _| !name.starts_with("elapsed"));
    report
}

#[test]
fn a_search_does_not_depend_on_which_tables_are_in_the_cache() {
    let (without, with) = (cache("without-star"), cache("with-star"));
    put_star(&with);
    // Built once for both.
    assert!(run(&without, &["tables", "build"]).status.success());
    fs::copy(without.join("chinese-checkers-49.table"), with.join("chinese-checkers-49.table")).unwrap();
    assert_eq!(states(&with), ["ready", "ready"]);
    let by_value = "uct > ege(0.1, by=value) with det(20)";
    for agent in [by_value, "uct > ege(0.1, by=move)", "uct > ege(0.1, by=value, eval=simple)"] {
        assert_eq!(found(&without, agent), found(&with, agent), "{agent}");
    }
    let star = "uct > ege(0.1, by=value, eval=star) with det(20, eval=star)";
    assert_ne!(found(&with, star)["actions"], found(&with, by_value)["actions"], "it is another evaluation");
    let output = run(&without, &["search", "chinese-checkers", star]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("the evaluation `star` cannot be used yet"), "{message}");
    assert!(message.contains("`waxwing tables build chinese-checkers-73` builds it"), "{message}");
    for cache in [without, with] {
        fs::remove_dir_all(cache).unwrap();
    }
}

#[test]
fn an_engine_keeps_the_table_of_a_game_that_it_opens() {
    let cache = cache("engine");
    let mut engine = command(&["engine"]);
    engine.env("WAXWING_CACHE", &cache).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut engine = engine.spawn().unwrap();
    let request = r#"{"type": "open", "game": "chinese-checkers(players=3)", "seats": [null, null, null]}"#;
    writeln!(engine.stdin.take().unwrap(), "{request}").unwrap();
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"type\":\"position\""));
    assert_eq!(states(&cache), ["ready", "not built"]);
}
