//! Experiments from the command line: killed at random, resumed, merged, replayed, refused.

mod common;

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use common::stores::{FILE, folder, games, refused, text};
use common::{assert_fields, command, json, printed, waxwing};

#[test]
fn a_run_that_is_killed_again_and_again_has_the_games_of_one_that_was_not() {
    let folder = folder("killed");
    let (file, whole, killed) = (folder.join("small.toml"), folder.join("whole"), folder.join("killed"));
    printed(&["experiment", "run", text(&file), "--out", text(&whole), "-j", "1"]);
    // Times that hit the start, the first games and the middle; they do not have to be the same every time.
    let mut random = 12_345u64;
    for _ in 0..12 {
        let run = ["experiment", "run", text(&file), "--out", text(&killed), "-j", "2"];
        let mut child = command(&run).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(5 + (random >> 33) % 60));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    printed(&["experiment", "run", text(&file), "--out", text(&killed), "-j", "2"]);
    assert_eq!(games(&killed), games(&whole));
    let status = json(&["experiment", "status", text(&killed)]);
    assert_eq!(status[0]["games"], 100);
}

#[test]
fn a_plan_is_played_in_pieces_and_refused_with_its_line() {
    let folder = folder("plan");
    let (results, store) = (folder.join("results"), folder.join("store"));
    fs::create_dir_all(&results).unwrap();
    let plan = results.join("plan.toml");
    let steps = "[[step]]\nabout = 'a few'\nexperiments = ['small']\ngames = 6\n\n\
                 [[step]]\nabout = 'more'\nexperiments = ['small']\ngames = 100\nwithin = 30\n";
    fs::write(&plan, steps).unwrap();
    let run = ["experiment", "run", "--plan", text(&plan), "--out", text(&store), "-j", "2"];
    let piece = json(&[&run[..], &["--for", "1ms"]].concat());
    assert_fields(&piece, "steps of hours");
    assert_eq!((piece["steps"].as_array().unwrap().len(), &piece["of"]), (1, &2.into()));
    let rest = json(&run);
    assert_fields(&rest["steps"][1], "about cells complete games missing played failed");
    assert_eq!((&rest["steps"][1]["complete"], &rest["steps"][1]["missing"]), (&3.into(), &0.into()));
    assert!(results.join("small.csv").exists() && rest["hours"].as_f64().unwrap() > 0.0);
    let again = printed(&run);
    assert!(again.contains("2 of 2 steps reached") && again.contains("a few"), "{again}");
    fs::write(&plan, steps.replace("'small'", "'smal'")).unwrap();
    assert!(refused(&run).contains("plan.toml:3: there is no experiment `smal`; did you mean `small`?"));
    assert!(refused(&[&run[..], &["--central"]].concat()).contains("cannot be used with"));
}

#[test]
fn parts_are_merged_and_stand_as_the_whole() {
    let folder = folder("parts");
    let (file, out) = (folder.join("small.toml"), folder.join("merged"));
    let parts = [1, 2].map(|number| folder.join(format!("part-{number}")));
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        let run = ["experiment", "run", text(&file), "--out", text(part), "--shard", shard];
        printed(&[&run[..], &["--cells", "IM 0.2", "--scale", "0.1"]].concat());
    }
    let merge = ["experiment", "merge", text(&out), text(&parts[0]), text(&parts[1])];
    assert!(printed(&merge).contains("6 games new, 0 known"), "{}", printed(&merge));
    assert!(printed(&merge).contains("0 games new, 4 known"));
    let merged = json(&merge);
    assert_fields(&merged[0], "store games known different");
    assert_eq!(merged[1]["store"].as_str(), Some(text(&parts[1])));
    assert_eq!(merged[0]["known"].as_u64().unwrap() + merged[1]["known"].as_u64().unwrap(), 10);
    let status = json(&["experiment", "status", text(&out)]);
    assert_fields(
        &status[0],
        "experiment label cell game agents wanted games failed damaged wins draws losses discarded win_rate ci95 score score_ci95",
    );
    assert_eq!((&status[0]["games"], &status[0]["wanted"]), (&10.into(), &10.into()));
    let replay = json(&["experiment", "replay", text(&out), "1:7"]);
    assert_eq!((&replay["same"], &replay["by_seed"]), (&true.into(), &true.into()));
    assert!(printed(&["experiment", "replay", text(&out), "1:7"]).contains("played again by its seeds"));
    let csv = folder.join("games.csv");
    printed(&["experiment", "export", text(&out), "--csv", text(&csv)]);
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 21);
    let export = ["experiment", "export", text(&out), "--csv"];
    let exported = json(&[&export[..], &[text(&csv)]].concat());
    assert_fields(&exported, "store file bytes");
    assert_eq!(exported["bytes"], fs::metadata(&csv).unwrap().len());
    assert!(refused(&[&export[..], &["-", "--json"]].concat()).contains("give `--csv` a file"));
    let trees = json(&["experiment", "status", text(&out), "--trees"]);
    assert_fields(&trees[0], "experiment label cell games visits value depth");
    assert_eq!(trees[0]["games"], 10);
    let list = json(&["experiment", "list", text(&folder)]);
    assert_eq!((&list[0]["cells"], &list[0]["games"]), (&3.into(), &220.into()));
}

#[test]
fn a_report_is_a_folder_of_pages_with_a_ledger() {
    let folder = folder("report");
    let (file, store, out) = (folder.join("small.toml"), folder.join("store"), folder.join("pages"));
    let smaller = "[reproduction]\nbudget = '50%'\ncentral = 4\nothers = 2\nonly = ['0.2']\n";
    fs::write(&file, FILE.replace("[defaults]", "central = ['pairs']\n[defaults]") + smaller).unwrap();
    printed(&["experiment", "run", text(&file), "--out", text(&store), "--reproduction"]);
    let report = ["experiment", "report", text(&store), text(&file), "--out", text(&out)];
    // The games have half of the budget: for the whole one there are none, and that is said.
    let error = refused(&report);
    assert!(error.contains("with other budgets: give `--budget` or `--reproduction`"), "{error}");
    assert!(!out.exists());
    let said = printed(&[&report[..], &["--reproduction"]].concat());
    assert!(said.starts_with("1 of 1 experiment with games; 6 files written"), "{said}");
    let page = fs::read_to_string(out.join("small.html")).unwrap();
    assert!(page.contains("A smaller version: 50 % of each budget, 4 games of each central cell"), "{page}");
    assert!(fs::read_to_string(folder.join("pages.md")).unwrap().contains("](pages/small.md)"));
    let reports = json(&[&report[..], &["--reproduction"]].concat());
    let budgets: Vec<&str> = (0..3).map(|cell| reports[0]["cells"][cell]["budget"].as_str().unwrap()).collect();
    assert_eq!((budgets, &reports[0]["cells"][1]["rate"]), (vec!["10"; 3], &serde_json::Value::Null));
    let blocked = ["experiment", "report", text(&store), text(&file), "--out", text(&file), "--reproduction"];
    assert!(refused(&blocked).contains("cannot be made"), "{}", refused(&blocked));
}

#[test]
fn a_store_says_which_build_played_its_games() {
    let folder = folder("build");
    let (file, out) = (folder.join("small.toml"), folder.join("store"));
    printed(&["experiment", "run", text(&file), "--out", text(&out), "--scale", "0.02"]);
    let version = waxwing_lab::VERSION;
    assert_eq!(printed(&["--version"]), format!("waxwing {version}\n"));
    let table = printed(&["experiment", "export", text(&out), "--csv", "-"]);
    assert!(table.lines().skip(1).all(|line| line.contains(&format!(",{version},"))), "{table}");
    let commit = version.strip_prefix(env!("CARGO_PKG_VERSION")).unwrap().trim_end_matches('+');
    let is_commit = |text: &str| text.len() >= 10 && text.chars().all(|c| c.is_ascii_hexdigit());
    assert!(commit.is_empty() || commit.strip_prefix('-').is_some_and(is_commit), "{version}");
}

#[test]
fn a_parquet_file_is_whole_or_not_there() {
    let folder = folder("parquet");
    let (file, out, table) = (folder.join("small.toml"), folder.join("store"), folder.join("games.parquet"));
    printed(&["experiment", "run", text(&file), "--out", text(&out), "--scale", "0.02"]);
    let output = waxwing(&["experiment", "export", text(&out), "--parquet", text(&table)]);
    if cfg!(feature = "parquet") {
        let bytes = fs::read(&table).unwrap();
        assert!(output.status.success() && bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    } else {
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("--features parquet"));
        assert!(!table.exists());
    }
    assert_eq!(
        fs::read_dir(&folder).unwrap().filter(|entry| text(&entry.as_ref().unwrap().path()).contains("part")).count(),
        0
    );
}

#[test]
fn what_is_wrong_is_said_before_any_game() {
    let folder = folder("wrong");
    let (file, out, notes) = (folder.join("small.toml"), folder.join("store"), folder.join("notes"));
    fs::write(folder.join("wrong.toml"), FILE.replace("uct > mast", "uct > msat")).unwrap();
    fs::write(&notes, "my notes").unwrap();
    let (wrong, none) = (folder.join("wrong.toml"), folder.join("none"));
    let cases: &[(&[&str], &str)] = &[
        (&["run", text(&wrong)], "wrong.toml:19: "),
        (&["run", text(&none)], "cannot be read"),
        (&["run", text(&file), "--scale", "0"], "above 0"),
        (&["run", text(&file), "--budget", "soon"], "`soon` is no budget"),
        (&["run", text(&file), "--budget", "d5"], "no depth budget"),
        (&["run", text(&file), "--shard", "3/2"], "the K-th of N parts"),
        (&["run", text(&file), "--until", "bored"], "expected `width=3%`"),
        (&["run", text(&file), "--until", "width=3%", "--shard", "1/2"], "cannot be used with"),
        (&["run", text(&file), "--cells", "nothing"], "no cell has such a label"),
        (&["run", text(&file), "--longest", "5"], "unit"),
        (&["run", text(&file), "--longest", "-1s"], "must be more than 0"),
        (&["run", text(&file), "--shard", "-1/2"], "the K-th of N parts"),
        (&["run", text(&file), "--budget", "-5%"], "`-5%` is no budget"),
        (&["status", text(&none)], "there is no store"),
        (&["status", text(&notes)], "is not a store of results"),
        (&["merge", text(&out), text(&notes)], "is not a store of results"),
        (&["replay", text(&none), "1:1"], "there is no store"),
        (&["list", text(&none)], "cannot be read"),
        (&["export", text(&none), "--csv", "-"], "there is no store"),
    ];
    for (arguments, part) in cases {
        let arguments = [&["experiment"], *arguments].concat();
        let arguments =
            if arguments[1] == "run" { [&arguments[..], &["--out", text(&out)]].concat() } else { arguments };
        let output = waxwing(&arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(part) && output.stdout.is_empty(), "{arguments:?} should say `{part}`: {message}");
        assert!(!out.exists(), "{arguments:?} has made a store");
    }
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_what_there_is() {
    let folder = folder("interrupted");
    let (file, out) = (folder.join("small.toml"), folder.join("store"));
    fs::write(&file, FILE.replace("budget = 20", "budget = 20000")).unwrap();
    let run = ["experiment", "run", text(&file), "--out", text(&out), "-j", "2"];
    let child = command(&run).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The store is made when the run is ready to be interrupted.
    while !out.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let notes = String::from_utf8_lossy(&output.stderr);
    assert!(notes.contains("missing") && !notes.contains("another run"), "{notes}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("im 0.2"));
}
