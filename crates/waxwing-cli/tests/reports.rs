//! The reports in JSON: their fields, and that seeds decide them.

mod common;

use common::{assert_fields, command, json, printed, timeless, waxwing};
use serde_json::Value;

#[test]
fn a_position_has_its_fields() {
    let state = json(&["state", "othello", "--moves", "d3"]);
    assert_fields(&state, "game players to_move legal terminal rewards text position");
    assert_eq!(state["to_move"], 1);
    assert_eq!(state["rewards"], Value::Null);
    assert_eq!(json(&["perft", "othello", "3"]), serde_json::json!({"game": "othello", "depth": 3, "nodes": 56}));
}

#[test]
fn a_search_has_its_fields_and_adds_up() {
    let search = json(&["search", "othello", "uct > mast with solver @500", "--moves", "d3 c5"]);
    assert_fields(&search, "game agent best iterations elapsed_s actions line nodes depth bytes");
    let actions = search["actions"].as_array().unwrap();
    for action in actions {
        // A value has an error where there are visits enough to tell.
        let known = if action.get("error").is_some() {
            "action visits value error proven"
        } else {
            "action visits value proven"
        };
        assert_fields(action, known);
    }
    assert!(actions.iter().any(|action| action["error"].as_f64().is_some_and(|error| (0.0..0.2).contains(&error))));
    assert_eq!(actions.iter().map(|action| action["visits"].as_u64().unwrap()).sum::<u64>(), 500);
    assert_eq!(search["iterations"], 500);
    assert_eq!(search["line"][0], search["best"]);
    assert!(actions.iter().all(|action| (0.0..=1.0).contains(&action["value"].as_f64().unwrap())));
}

#[test]
fn a_state_says_who_holds_its_places_in_the_end() {
    let state = json(&["state", "go(size=3)", "--moves", "B2", "--ownership", "20"]);
    assert_fields(&state, "game players to_move legal terminal rewards text position ownership");
    let ownership = &state["ownership"];
    assert_fields(ownership, "playouts places");
    let places = ownership["places"].as_array().unwrap();
    places.iter().for_each(|place| assert_fields(place, "place shares"));
    assert_eq!((&ownership["playouts"], places.len(), &places[0]["place"]), (&20.into(), 9, &"A3".into()));
    let board = printed(&["state", "go(size=3)", "--moves", "B2 pass pass", "--ownership", "5"]);
    assert!(board.contains("Black\n      A   B   C\n  3 100 100 100\n"), "{board}");
    assert!(board.contains("White\n      A   B   C\n  3   0   0   0\n"), "{board}");
    let table = printed(&["state", "confrontation", "--view", "wardens", "--ownership", "5"]);
    assert!(table.contains("place  Wardens  Legion\n") && table.contains("percent of 5 playouts"), "{table}");
    let cards = waxwing(&["state", "hearts", "--ownership", "5"]);
    assert!(String::from_utf8_lossy(&cards.stderr).contains("`hearts` has no places"));
}

#[test]
fn a_solved_position_is_proven_and_says_why_it_ended() {
    let search = json(&["search", "breakthrough(rows=4, columns=2)", "uct with solver", "--iterations", "100000"]);
    assert_eq!(search["stopped"], "proven");
    assert!(search["actions"].as_array().unwrap().iter().all(|action| action["proven"] == "loss"));
    assert!(search["iterations"].as_u64().unwrap() < 100_000);
}

#[test]
fn the_seed_decides_a_search_and_threads_do_not() {
    let search = |seed: &str, threads: &str| {
        let agent = "uct > mast with root(3) @600";
        timeless(json(&["search", "othello", agent, "--seed", seed, "--threads", threads]))
    };
    assert_eq!(search("7", "1"), search("7", "3"));
    assert_ne!(search("7", "1")["actions"], search("8", "1")["actions"]);
    assert_eq!(json(&["search", "othello", "uct", "--time", "5ms"])["reproducible"], false);
}

#[test]
fn a_match_has_its_fields_and_does_not_depend_on_jobs() {
    let play = |jobs: &str| {
        let game = "breakthrough(rows=5, columns=4)";
        let arguments = ["match", game, "uct > mast", "rave", "--games", "31", "--iterations", "60", "--seed", "9"];
        json(&[&arguments[..], &["-j", jobs]].concat())
    };
    let report = play("1");
    assert_fields(&report, "game agents games seed results elapsed_s");
    assert_eq!(report["games"], 32, "rounded up to whole groups");
    let results = report["results"].as_array().unwrap();
    let fields = "agent wins draws losses win_rate ci95 score score_ci95 parity elo elo_ci95 los iterations_per_second";
    results.iter().for_each(|result| assert_fields(result, fields));
    assert_eq!(results[0]["wins"], results[1]["losses"]);
    assert_eq!(timeless(report), timeless(play("4")));
}

#[test]
fn a_match_says_what_equal_players_would_score() {
    let play = |more: &[&str]| {
        let arguments = ["match", "focus(players=3)", "random", "random", "--games", "6"];
        printed(&[&arguments[..], more].concat())
    };
    let balanced = play(&[]);
    assert!(balanced.contains("share of the reward: 0.500 among equal players"), "{balanced}");
    assert!(balanced.contains("parity") && balanced.contains("better"), "{balanced}");
    let one = play(&["--design", "one-vs-rest"]);
    assert!(one.contains("one seat of 3, random all others: equal players would score 0.333 and 0.667"), "{one}");
    let role = play(&["--as", "0"]);
    assert!(role.contains("one role only: parity is the agent's share"), "{role}");
    let two = printed(&["match", "breakthrough(rows=4, columns=4)", "random", "random", "--games", "2"]);
    assert!(!two.contains("equal players"), "{two}");
}

#[test]
fn a_match_says_that_it_was_rounded_up_and_a_role_is_kept() {
    let arguments = ["match", "breakthrough(rows=4, columns=4)", "random", "random", "--games", "3"];
    let text = printed(&arguments);
    assert!(text.contains("rounded up from 3 to 4 games"), "{text}");
    let output = waxwing(&[&arguments[..], &["--json"]].concat());
    assert!(String::from_utf8_lossy(&output.stderr).contains("rounded up"));
    let role = json(&[&arguments[..], &["--as", "black"]].concat());
    assert_eq!(role["games"], 3, "one seat assignment is a group of one");
}

#[test]
fn a_comparison_has_its_fields_and_does_not_depend_on_jobs() {
    let compare = |jobs: &str| {
        let game = "dou-di-zhu(ranks=4)";
        let agents = ["compare", game, "random", "uct", "--as", "landlord", "--deals", "6"];
        let mut arguments = agents.to_vec();
        arguments.extend(["--iterations", "50", "-j", jobs]);
        json(&arguments)
    };
    let report = compare("1");
    assert_fields(&report, "game against deals seed results elapsed_s");
    let results = report["results"].as_array().unwrap();
    results.iter().for_each(|result| assert_fields(result, "agent wins draws losses win_rate ci95 paired"));
    assert_eq!((results.len(), &results[0]["paired"]), (2, &Value::Null));
    assert_fields(&results[1]["paired"], "gained lost difference ci95 p_value");
    assert_eq!(timeless(report), timeless(compare("3")));
}

#[test]
fn the_study_is_the_papers_in_size() {
    let study = json(&["study", "--iterations", "1"]);
    assert_fields(&study, "combinations games roles cpu_days");
    assert_eq!((&study["combinations"], &study["games"]), (&16.into(), &1000.into()));
    let roles = study["roles"].as_array().unwrap();
    assert_eq!(roles.len(), 7);
    roles.iter().for_each(|role| assert_fields(role, "game role sample games_per_second cpu_days cpu_days_ci95"));
}

#[test]
fn a_search_sees_no_more_than_its_player() {
    // The Landlord's cards are the same; those of the peasants are not.
    let search = |deal: &str| {
        let game = format!("dou-di-zhu(deal=\"3345678/{deal}\")");
        json(&["search", game.as_str(), "icarus/NRML @500"])
    };
    let [one, other, more] = ["99TT/JJQQ", "JJTT/99QQ", "99TT/JJQK"].map(search);
    assert_eq!((&one["actions"], &one["best"]), (&other["actions"], &other["best"]));
    assert_ne!(one["actions"], more["actions"], "other cards altogether make a difference");
}

#[test]
fn a_bench_has_its_fields() {
    let bench =
        json(&["bench", "othello", "--agent", "uct", "--agent", "rave", "--iterations", "300", "--rounds", "2"]);
    assert_fields(&bench, "games");
    let game = &bench["games"][0];
    assert_fields(game, "game raw_playouts_per_second plies_per_playout agents");
    let agents = game["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 2);
    for agent in agents {
        assert_fields(agent, "agent iterations iterations_per_second ratio nanoseconds_per_ply bytes_per_slot");
        assert_eq!(agent["iterations"], 300);
    }
    let text = printed(&["bench", "othello", "--iterations", "100", "--rounds", "1"]);
    assert!(text.contains("icarus/NRML") && text.contains("1.00×"), "{text}");
}

#[test]
fn the_fingerprint_is_one_number() {
    let print = printed(&["bench", "--fingerprint"]);
    assert_eq!(print.trim().len(), 16);
    assert!(u64::from_str_radix(print.trim(), 16).is_ok());
    assert_eq!(json(&["bench", "--fingerprint"])["fingerprint"], print.trim());
}

/// The verbs that the help of a command lists.
fn listed(words: &[&str]) -> Vec<String> {
    let help = printed(&[words, &["--help"]].concat());
    let Some((_, commands)) = help.split_once("Commands:\n") else { return Vec::new() };
    let lines = commands.lines().take_while(|line| !line.is_empty());
    let verbs = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    verbs.filter(|verb| !verb.is_empty() && *verb != "help").map(str::to_owned).collect()
}

/// All verbs, and verbs of verbs, by their words.
fn all_verbs() -> Vec<String> {
    let all = listed(&[]).into_iter().flat_map(|verb| match &listed(&[&verb])[..] {
        [] => vec![verb],
        inner => inner.iter().map(|inner| format!("{verb} {inner}")).collect(),
    });
    all.collect()
}

const EXPERIMENT: &str = "
name = 'json'
title = 'Two games'
source = 'ours'
[[cell]]
game = 'breakthrough(rows=4, columns=3)'
agent = 'uct > mast'
against = 'uct'
games = 2
budget = 2
";

/// A meter that takes a moment.
const QUICK_METER: [&str; 13] = [
    "breakthrough(rows=4, columns=3)",
    "--positions",
    "2",
    "--iterations",
    "20,40",
    "--budget",
    "40",
    "--long",
    "60",
    "--reference",
    "20",
    "--decisions",
    "3",
];

/// A quick command line for each verb. Those of stores come in the order in which one needs another.
const COMMANDS: &[(&str, &[&str])] = &[
    ("games", &[]),
    ("agents", &["icarus/LRMN"]),
    ("explain", &["icarus/LRMN with solver"]),
    ("state", &["othello"]),
    ("perft", &["othello", "2"]),
    ("search", &["othello", "uct > uniform @10"]),
    ("match", &["breakthrough(rows=4, columns=3)", "random", "random", "--games", "2"]),
    ("compare", &["breakthrough(rows=4, columns=3)", "random", "random", "--deals", "2"]),
    ("tune", &["breakthrough(rows=4, columns=3)", "uct(c={c}) @2", "--over", "c=0.4,0.7", "--games", "2"]),
    (
        "tune",
        &[
            "breakthrough(rows=4, columns=3)",
            "uct(c={c}) @2",
            "--over",
            "c=0.4,0.7",
            "--method",
            "halving",
            "--games",
            "2",
        ],
    ),
    (
        "evolve",
        &[
            "breakthrough(rows=4, columns=3)",
            "--iterations",
            "1",
            "--population",
            "3",
            "--parents",
            "1",
            "--groups",
            "1",
            "--generations",
            "1",
        ],
    ),
    ("meter", &QUICK_METER),
    ("learn openings", &["breakthrough", "--agent", "uct @20", "--count", "2", "--balance", "0.5"]),
    ("learn categories", &["lines-of-action", "--agent", "random", "--games", "1"]),
    ("learn features", &["breakthrough", "--agent", "random", "--games", "2", "--passes", "1"]),
    ("learn evaluation", &["breakthrough(rows=5, columns=4)", "--games", "2", "--tries", "2", "-o", "learned.bin"]),
    ("tables list", &[]),
    ("bench", &["breakthrough", "--agent", "uct", "--iterations", "5", "--rounds", "1"]),
    ("study", &["--iterations", "1"]),
    ("experiment list", &["json.toml"]),
    ("experiment run", &["json.toml", "--out", "store"]),
    ("experiment collect", &["store", "json.toml", "--results", "rows"]),
    ("experiment status", &["store"]),
    ("experiment report", &["store", "json.toml"]),
    ("experiment check", &["store"]),
    ("experiment merge", &["merged", "store"]),
    ("experiment export", &["merged", "--csv", "games.csv"]),
    ("experiment replay", &["merged", "1:0"]),
];

/// Conversations and what is written for shells have no JSON of this kind, and `tables.rs` has what takes seconds.
const OTHERS: [&str; 8] = ["play", "gtp", "engine", "serve", "completions", "man", "tables build", "tables verify"];

#[test]
fn every_verb_prints_json() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("json");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("json.toml"), EXPERIMENT).unwrap();
    let mut missing = all_verbs();
    assert!(missing.len() > 20, "{missing:?}");
    for (verb, arguments) in COMMANDS {
        missing.retain(|other| other != verb);
        let words: Vec<&str> = verb.split(' ').chain(arguments.iter().copied()).chain(["--json"]).collect();
        let output = command(&words).current_dir(&folder).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}");
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let is_empty =
            value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(|map| map.is_empty());
        assert!(!is_empty, "{words:?}");
    }
    missing.retain(|verb| !OTHERS.contains(&verb.as_str()));
    assert!(missing.is_empty(), "no command line for {missing:?}");
}

#[test]
fn a_meter_has_its_fields_goes_on_and_is_held_against_games() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("meter");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (file, page) = (path("meter.jsonl"), path("meter.html"));
    let meter = [&["meter"][..], &QUICK_METER].concat();
    let by = ["--by", "mast", "--by", "nast(n=2)"];
    let found = json(&[&meter[..], &by, &["--out", &file, "--page", &page]].concat());
    assert_fields(&found, "plan positions decisions spread reliability strategies");
    assert_fields(&found["plan"], "game baseline by seed budget iterations long reference decisions");
    assert_eq!(
        (&found["positions"], &found["plan"]["by"]),
        (&serde_json::json!(2), &serde_json::json!(["mast", "nast"]))
    );
    let fields = "by acts_in number correlation_times_coverage playouts tree nodes pairs areas";
    assert_fields(&found["strategies"][1], fields);
    assert_fields(&found["strategies"][1]["playouts"][1], "iterations correlation new coverage advantage");
    assert!(std::fs::read_to_string(&page).unwrap().contains("<code>nast</code>"));
    // What is there is not looked at again, and the number of jobs changes no result.
    let lines = || std::fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(lines(), 3);
    assert_eq!(json(&[&meter[..], &by, &["--out", &file, "-j", "1"]].concat()), found);
    assert_eq!((lines(), json(&[&meter[..], &by, &["-j", "2"]].concat())), (3, found));
    // Two cells, called by game and strategy.
    let experiment = "name = 'gains'\ntitle = 'x'\nsource = 'x'\n[defaults]\ngame = 'breakthrough(rows=4, columns=3)'\n\
        against = 'uct'\ngames = 4\nbudget = 5\n[[cell]]\nlabel = 'small, {by}'\nagent = 'uct > {by}'\nover = { by = ['mast', 'nast'] }\n";
    std::fs::write(path("gains.toml"), experiment).unwrap();
    printed(&["experiment", "run", &path("gains.toml"), "--out", &path("store"), "--results", &path("rows")]);
    let gains = json(&["meter", "--gains", &path("rows/gains.csv"), "--from", &file]);
    assert_fields(&gains, "predictors reliability pairs");
    assert_eq!(gains["pairs"].as_array().unwrap().len(), 2);
    assert_eq!(gains["pairs"][1]["games"], 4);
    assert_fields(&gains["predictors"][0], "name correlation within_games");
}

#[test]
fn what_is_learned_has_its_fields_and_its_file() {
    let file = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("learned-json.txt");
    let path = file.to_str().unwrap();
    let learn = ["learn", "openings", "breakthrough(rows=5, columns=4)", "--agent", "uct @30", "--count", "2"];
    let openings = json(&learn);
    assert_fields(&openings, "game agent plies balance seed drawn openings file");
    assert_fields(&openings["openings"][1], "moves value");
    assert_eq!(openings["file"], Value::Null);
    assert_eq!(json(&[&learn[..], &["-o", path]].concat())["file"].as_str(), Some(path));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(openings["openings"][0]["moves"].as_str().unwrap()), "{text}");
    let games = ["--agent", "random", "--games", "1"];
    let features = json(&[&["learn", "features", "breakthrough", "--passes", "1"][..], &games].concat());
    assert_fields(&features, "game agent games seed features file");
    assert!(features["features"].as_array().unwrap().iter().all(Value::is_number));
    printed(&[&["learn", "features", "breakthrough", "--passes", "1", "-o", path][..], &games].concat());
    let search = json(&["search", "breakthrough", &format!("ab(eval={path:?}) @d2")]);
    assert_eq!(search["agent"], format!("ab(eval={path:?}) @d2"), "what is learned is an evaluation");
    let categories = json(&[&["learn", "categories", "lines-of-action"][..], &games].concat());
    assert_fields(&categories, "game agent games seed categories file");
    assert_fields(&categories["categories"][0], "probability played available");
}

#[test]
fn listings_have_their_json() {
    let games = json(&["games"]);
    assert!(games.as_array().unwrap().iter().any(|game| game["name"] == "othello"));
    let loa = json(&["games", "loa"]);
    assert_fields(&loa, "name aliases description options offers levels");
    let levels: Vec<&str> =
        loa["levels"].as_array().unwrap().iter().map(|one| one["level"].as_str().unwrap()).collect();
    assert_eq!(levels, ["easy", "medium", "hard", "best"]);
    assert_eq!(loa["levels"][0]["agent"], "uct @200");
    let fields = "episodes predicates evaluations weightings categories priors features move_values beliefs attributes";
    assert_fields(&loa["offers"], fields);
    assert_eq!(loa["offers"]["evaluations"], serde_json::json!(["mia", "mia3"]));
    assert_eq!(loa["offers"]["attributes"][2], serde_json::json!({"name": "target", "size": 65}));
    assert!(printed(&["games", "hearts"]).contains("attributes of moves: suit (5), rank (14)\n"));
    let agents = json(&["agents"]);
    assert_fields(&agents, "entries presets");
    assert_eq!(json(&["agents", "rave"])["entries"].as_array().unwrap().len(), 2, "a strategy and a schedule");
}
