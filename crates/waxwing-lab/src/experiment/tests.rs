//! Experiments from the outside: files, runs, parts, merging, two runs at once.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::testing::{Folder, SMALL, games, run};
use super::*;
use crate::testing::workshop;

fn jobs(jobs: usize) -> RunOptions {
    RunOptions { jobs, ..RunOptions::default() }
}

fn message(text: &str) -> String {
    Experiment::read(&workshop(), "small.toml", text).expect_err("the file is refused").to_string()
}

#[test]
fn a_file_becomes_cells() {
    let experiment = Experiment::read(&workshop(), "small.toml", SMALL).unwrap();
    let labels: Vec<&str> = experiment.cells.iter().map(|cell| cell.label.as_str()).collect();
    assert_eq!(labels, ["im 0.2", "im 0.4", "dice"]);
    let [first, second, dice] = &experiment.cells[..] else { panic!("three cells") };
    assert_eq!(first.agents(), ["uct with im(alpha=0.2)", "uct"]);
    let published = Published { value: 55.5, plus_minus: Some(3.1), games: Some(1000) };
    assert_eq!((first.published, second.published, dice.published), (Some(published), None, None));
    assert!(second.central && !first.central && dice.game() == "backgammon");
    assert_eq!((first.games_at(1.0), first.games_at(0.05), dice.games_at(1.0)), (10, 2, 2));
}

#[test]
fn names_of_a_table_change_together() {
    let together = "over = { pairs = [{ alpha = 0.2, budget = 7 }, { alpha = 0.4, budget = 9 }] }";
    let text =
        SMALL.replace("over = { alpha = [0.2, 0.4] }", together).replace("im({alpha})'", "im({alpha}) @{budget}'");
    let experiment = Experiment::read(&workshop(), "small.toml", &text).unwrap();
    let agents: Vec<&str> = experiment.cells[..2].iter().map(|cell| cell.agents()[0].as_str()).collect();
    assert_eq!(agents, ["uct with im(alpha=0.2) @7", "uct with im @9"]);
}

#[test]
fn another_budget_makes_other_cells() {
    let [mut other, same] = [0, 1].map(|_| Experiment::read(&workshop(), "small.toml", SMALL).unwrap());
    other.set_budget("7").unwrap();
    assert!(other.cells.iter().zip(&same.cells).all(|(other, same)| other.spec.key() != same.spec.key()));
    assert_eq!(other.cells[0].spec.budget, "7");
    assert!(other.set_budget("d5").unwrap_err().contains("no depth budget"));
    assert!(other.set_budget("soon").unwrap_err().starts_with("`soon` is no budget"));
}

/// A change to the file, and the message it gets.
const WRONG: &[(&str, &str, &str)] = &[
    ("name = 'small'", "name = 'a b'", "1: a name has letters"),
    ("title = 'Small games'", "tilte = 'x'", "2: unknown key `tilte`; did you mean `title`?"),
    ("title = 'Small games'\n", "", "1: there is no `title` here"),
    ("central = ['im 0.4']", "central = ['im 0.5']", "4: there is no cell with the label `im 0.5`; did you mean `im"),
    ("central = ['im 0.4']", "central = ['a', 'b', 'c']", "4: at most two cells are central"),
    ("rows=5", "rows=99", "10: `rows=99` is not possible in `breakthrough`: `rows` is a whole number from 4 to 8"),
    ("game = 'backgammon'", "game = 'bagkammon'", "26: there is no game `bagkammon`; did you mean `backgammon`?"),
    ("against = 'plain'", "against = 'plian'", "11: unknown strategy `plian`"),
    ("against = 'plain'", "against = 'plian'", "`[agents]` has `plain`"),
    ("against = 'plain'\n", "", "15: the cell has no `against`, and `[defaults]` has none either"),
    ("agent = 'uct > mast'", "agent = 'uct > msat'", "help: did you mean `mast`?"),
    ("agent = 'uct > mast'", "agent = 'uct with solver, im(7)'", "27: `alpha` must be a number from 0 to 1, not `7`"),
    ("agent = 'uct > mast'", "agent = 'uct > categories'", "27: "),
    ("games = 9", "games = 0", "12: `games` is a whole number from 1"),
    ("games = 9", "games = 'many'", "12: `games` is a whole number, not the text \"many\""),
    ("games = 9", "games = 1.5", "12: `games` is a whole number, not the number 1.5"),
    ("seed = 3", "figure.kind = 'pie'", "14: unknown key `figure`"),
    ("budget = 15", "budget = 'soon'", "13: `soon` is no budget: `5000` (iterations), `1s`"),
    ("budget = 15", "budget = -5", "13: `-5` is no budget"),
    ("budget = 15", "budget = true", "13: `true` is no budget: `5000` (iterations)"),
    ("budget = 15", "budget = [5]", "13: `[5]` is no budget"),
    ("budget = 15", "budget = 'd5'", "18: a tree search has no depth budget"),
    ("seed = 3", "seed = -3", "14: a seed is a whole number of at least 0"),
    ("seed = 3", "desing = 'balanced'", "14: unknown key `desing`; did you mean `design`?"),
    ("seed = 3", "design = 'one-vs-all'", "14: `one-vs-all` is not known here; write \"rotations\" or"),
    ("seed = 3", "kind = 'campare'", "did you mean \"compare\"?"),
    ("seed = 3", "openings = 'loa-100'", "14: `loa-100` is neither a file beside this one nor a set of `breakthrough`"),
    ("seed = 3", "as = 'red'", "14: there is no player `red`"),
    ("seed = 3", "measure = 'elo'", "14: `elo` is not known here; write \"wins\" or \"points\""),
    ("over = { alpha = [0.2, 0.4] }", "over = { beta = [0.2] }", "19: no text of the cell has a place `{beta}`"),
    ("over = { alpha = [0.2, 0.4] }", "over = { alpha = 0.2 }", "19: `alpha` lists numbers or texts"),
    ("over = { alpha = [0.2, 0.4] }", "over = { plain = [1] }", "19: `plain` is an agent of this file"),
    (
        "over = { alpha = [0.2, 0.4] }",
        "over = { both = [{ alpha = 0.2 }, { beta = 0.4 }] }",
        "19: `both` lists numbers or texts, or tables with the same names",
    ),
    ("over = { alpha = [0.2, 0.4] }", "over = { alpha = [0.2], both = [{ alpha = 1 }] }", "19: `alpha` is swept twice"),
    ("im({alpha})'", "im({beta})'", "18: the template has a place `{beta})` without values; there are values of alpha"),
    ("published = [55.5, nan]", "published = [1, 2, 3]", "20: `published` has 3 numbers; one for each cell would be 2"),
    ("published = [55.5, nan]", "published = 'high'", "20: `published` is a number, or a list"),
    ("label = 'im {alpha}'", "label = 'im'", "16: the label `im` stands twice"),
    ("[[cell]]", "[[cel]]", "unknown key `cel`; did you mean `cell`?"),
    ("source = 'nobody'", "source = 'nobody", "3: invalid literal string"),
];

#[test]
fn a_wrong_file_is_refused_with_its_line_and_what_would_be_right() {
    let mut others = Vec::new();
    for (right, wrong, part) in WRONG {
        assert!(SMALL.contains(right), "{right}");
        let message = message(&SMALL.replacen(right, wrong, 1));
        let place = if part.starts_with(|c: char| c.is_ascii_digit()) { "small.toml:" } else { "" };
        if !message.contains(&format!("{place}{part}")) {
            others.push(format!("`{wrong}` should say `{part}`: {message}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
    assert!(message("name = 'a'\ntitle = ''\nsource = ''").contains("there are no cells"));
}

/// The keys of a file, each with its table.
const KEYS: &[(&str, &str)] = &[
    ("", "name title source note difference central agents defaults cell claim figure reproduction"),
    (
        "[defaults]",
        "label kind game agent against agents design as openings pairs games budget threads seed over measure published \
         plus-minus published-games note difference row column",
    ),
    ("[figure]", "kind columns rows baseline factors"),
    ("[reproduction]", "budget central others only"),
];

#[test]
fn a_value_of_the_wrong_kind_is_refused_in_the_words_of_a_file() {
    const WRONG: [&str; 7] = ["'x'", "-5", "1.5", "true", "[]", "[{}]", "{ x = 1 }"];
    let (mut refused, mut others) = (0, Vec::new());
    for (table, keys) in KEYS {
        for (key, value) in keys.split_whitespace().flat_map(|key| WRONG.map(|value| (key, value))) {
            let Err(error) = Experiment::read(&workshop(), "small.toml", &format!("{table}\n{key} = {value}\n")) else {
                continue;
            };
            // What is of the right kind is missed, if anything, somewhere else.
            if error.message.starts_with("there is no ") {
                continue;
            }
            refused += 1;
            let jargon = ["i64", "u64", "struct", "invalid", "string", "map", "sequence", "expected", "something"];
            let is_named = error.message.starts_with('`') || error.message.starts_with("unknown key `x`");
            let is_plain = is_named && !jargon.iter().any(|word| error.message.contains(word));
            if !is_plain || error.line != 2 {
                others.push(format!("`{key} = {value}`: {error}"));
            }
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
    assert!(refused > 150, "{refused}");
}

#[test]
fn the_same_file_gives_the_same_games_however_it_is_run() {
    let folder = Folder::new("same");
    let whole = &mut Store::create(&workshop(), &folder.file("whole")).unwrap();
    let progress = run(whole, SMALL, &jobs(1));
    assert_eq!((progress.played, progress.failed, progress.missing()), (22, 0, 0));
    let expected = games(whole);
    assert_eq!(expected.len(), 1 + 2 * 22);
    assert_eq!(run(whole, SMALL, &jobs(2)).played, 0, "nothing is left to play");
    // At another number of jobs, and interrupted again and again.
    let parts = &mut Store::create(&workshop(), &folder.file("parts")).unwrap();
    let experiment = Experiment::read(&workshop(), "small.toml", SMALL).unwrap();
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    let (mut played, mut runs) = (0, 0);
    while played < 22 {
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5 + 7 * runs));
                stop.store(true, Relaxed);
            });
            played += run_experiments(parts, None, &cells, &jobs(3), &stop, &mut |_| {}).unwrap().played;
        });
        runs += 1;
        assert!(runs < 1_000, "{played} games after {runs} runs");
    }
    assert_eq!(games(parts), expected);
}

#[test]
fn parts_merge_into_the_whole_and_merging_again_changes_nothing() {
    let folder = Folder::new("parts");
    let whole = &mut Store::create(&workshop(), &folder.file("whole")).unwrap();
    run(whole, SMALL, &jobs(2));
    let merged = &mut Store::create(&workshop(), &folder.file("merged")).unwrap();
    for (index, shard) in ["1/3", "2/3", "3/3"].iter().enumerate() {
        let part = &mut Store::create(&workshop(), &folder.file(&format!("part-{index}"))).unwrap();
        // After others, so that the cells have other numbers.
        if index == 1 {
            run(part, &SMALL.replace("'small'", "'other'").replace("seed = 3", "seed = 4"), &jobs(1));
        }
        run(part, SMALL, &RunOptions { shard: shard.parse().unwrap(), ..jobs(2) });
        let first = merged.merge(part).unwrap();
        assert!(first.games > 0 && first.different == 0);
        let again = merged.merge(part).unwrap();
        assert_eq!((again.games, again.different), (0, 0));
        assert!(again.known > 0);
    }
    // Cells may have other numbers, and be in another order.
    let sorted = |store: &Store| {
        let numberless =
            |line: &String| line.split(',').filter(|field| !field.contains(':')).collect::<Vec<_>>().join(",");
        let mut lines: Vec<String> =
            games(store).iter().filter(|line| !line.ends_with(",other")).map(numberless).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(merged), sorted(whole));
}

#[test]
fn two_runs_at_once_share_the_games() {
    let folder = Folder::new("two");
    let path = folder.file("store");
    let alone = &mut Store::create(&workshop(), &path.with_extension("alone")).unwrap();
    run(alone, SMALL, &jobs(1));
    drop(Store::create(&workshop(), &path).unwrap());
    let played: u64 = std::thread::scope(|scope| {
        let runs = [0, 1]
            .map(|_| scope.spawn(|| run(&mut Store::create(&workshop(), &path).unwrap(), SMALL, &jobs(1)).played));
        runs.into_iter().map(|run| run.join().unwrap()).sum()
    });
    assert_eq!(played, 22, "each game was played once");
    assert_eq!(games(&Store::open(&workshop(), &path).unwrap()), games(alone));
}

#[test]
fn games_that_take_too_long_are_noted_and_played_again_if_asked() {
    let folder = Folder::new("long");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    let slow = SMALL.replace("budget = 15", "budget = 100000000").replace("games = 9", "games = 2");
    let first_cell = |text: &str, longest: Option<Duration>, retry: bool, store: &mut Store| {
        let experiment = Experiment::read(&workshop(), "slow.toml", text).unwrap();
        let cells = [(&experiment, &experiment.cells[0])];
        let options = RunOptions { longest, retry, ..jobs(2) };
        run_experiments(store, None, &cells, &options, &AtomicBool::new(false), &mut |_| {}).unwrap()
    };
    let progress = first_cell(&slow, Some(Duration::from_millis(20)), false, store);
    assert_eq!((progress.played, progress.failed, progress.missing()), (0, 2, 0));
    let failures = store.snapshot().unwrap().failures(10).unwrap();
    assert_eq!(failures[0], ("1:0".to_owned(), "took longer than a game may".to_owned()));
    assert_eq!(store.status().unwrap()[0].failed, 2);
    assert_eq!(first_cell(&slow, Some(Duration::from_millis(20)), false, store).failed, 0, "they are done with");
    assert_eq!(first_cell(&slow, Some(Duration::from_millis(20)), true, store).failed, 2);
}

#[test]
fn decided_pairs_and_early_decisions_end_a_cell() {
    let folder = Folder::new("pairs");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    let pairs = SMALL
        .replace("seed = 3", "pairs = 'decided'")
        .replace("over = { alpha = [0.2, 0.4] }", "over = { alpha = [0.2] }");
    let pairs = pairs.replace("central = ['im 0.4']\n", "").replace("published = [55.5, nan]\n", "");
    run(store, &pairs, &jobs(2));
    let statuses = store.status().unwrap();
    let pairs = statuses.iter().find(|status| status.label == "im 0.2").unwrap();
    assert_eq!((pairs.standing.counted(), pairs.standing.draws), (9, 0));
    assert_eq!(pairs.games, 2 * (9 + pairs.standing.discarded));
    let folder = Folder::new("until");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    let against_random = SMALL.replace("plain = 'uct'", "plain = 'random'").replace("{plain} with", "uct with");
    let options = RunOptions { until: Some("sprt(0.3, 0.8)".parse().unwrap()), ..jobs(2) };
    let progress = run(store, &against_random.replace("games = 9", "games = 2000"), &options);
    assert!(progress.cells[0].finished < 60, "{}", progress.cells[0].finished);
    assert_eq!(progress.missing(), 0);
}

#[test]
fn a_game_is_replayed_by_its_seeds_or_by_its_moves() {
    let folder = Folder::new("replay");
    let store = &mut Store::create(&workshop(), &folder.file("store")).unwrap();
    let timed =
        SMALL.replace("budget = 2\n", "budget = '1ms'\n").replace("backgammon", "breakthrough(rows=4, columns=3)");
    run(store, &timed, &jobs(2));
    let replay = |id: &str| {
        replay_game(&store.snapshot().unwrap(), id, &AtomicBool::new(false))
            .map(|game| game.expect("it is not stopped"))
    };
    let [by_seed, by_moves] = ["1:3", "3:1"].map(|id| replay(id).unwrap());
    assert!(by_seed.by_seed && by_seed.same && by_seed.agents == ["uct", "uct with im(alpha=0.2)"]);
    assert!(!by_moves.by_seed && by_moves.same && !by_moves.moves.is_empty());
    for wrong in ["", "1", "1:x", "9:0", "1:99", "-1:0"] {
        assert!(replay(wrong).unwrap_err().to_string().contains("there is no game"), "{wrong}");
    }
}

#[test]
fn every_experiment_that_comes_with_waxwing_can_be_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let (mut experiments, mut errors) = (Vec::new(), Vec::new());
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let experiment = match Experiment::read(&workshop(), &path.to_string_lossy(), &text) {
            Ok(experiment) => experiment,
            Err(error) => {
                errors.push(error.to_string());
                continue;
            }
        };
        let stem = path.file_stem().unwrap().to_string_lossy();
        assert_eq!(experiment.name, stem, "a file is named after its experiment");
        assert!(experiment.cells.iter().any(|cell| cell.central), "{stem} has no central cell");
        experiments.push(experiment);
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(experiments.len() >= 19, "{} files", experiments.len());
    let plan = std::fs::read_to_string(Path::new(folder).join("results/plan.toml")).unwrap();
    Plan::read(&workshop(), "plan.toml", &plan, &experiments).unwrap();
}
