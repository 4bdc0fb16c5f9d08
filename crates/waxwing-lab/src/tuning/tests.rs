use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::Budget;

use super::*;
use crate::experiment::testing::Folder;
use crate::experiment::{RunOptions, RunProgress, Store};
use crate::testing::workshop;

fn ground() -> Ground {
    let game = workshop().open("breakthrough(rows=5, columns=4)").unwrap();
    Ground::new(&game, None, Budget::Iterations(10), None).unwrap()
}

fn tuning(method: Method, template: &str, over: &[&str], games: u64) -> Result<Tuning, TuningError> {
    let over: Vec<String> = over.iter().map(|text| (*text).to_owned()).collect();
    Tuning::new(&workshop(), method, (template, &over), ground(), Some("uct @12".to_owned()), (games, 4))
}

/// Tunes in a store until this many games are played in this run.
fn run(tuning: &Tuning, path: &Path, most: u64) -> TuningReport {
    let mut store = Store::create(&workshop(), path).unwrap();
    let (stop, mut options) = (AtomicBool::new(false), RunOptions::default());
    options.jobs = 1;
    let mut played = 0;
    let progress = &mut |_: &str, now: &RunProgress| {
        // Each stage is told in the beginning, when nothing of it is played, and in the end.
        played += if now.missing() == 0 { now.played } else { 0 };
        stop.store(played >= most, Relaxed);
    };
    let mut duels = Duels::new(&mut store, tuning.name(), &options, &stop, progress);
    tuning.run(&mut duels).unwrap()
}

fn said(report: &TuningReport) -> String {
    serde_json::to_string(report).unwrap()
}

#[test]
fn each_method_finds_the_value_that_is_better_by_far_and_goes_on_where_it_was_stopped() {
    let folder = Folder::new("tuning-methods");
    for (method, games) in [(Method::Halving, 8), (Method::Ntbea, 60), (Method::Spsa, 60)] {
        // The more iterations, the better: from one to a hundred.
        let over = ["n=1,20,60,100", "c=0.3,0.6"];
        let tuning = tuning(method, "uct(c={c}) @{n}", &over, games).unwrap();
        let name = format!("{method:?}");
        let whole = run(&tuning, &folder.file(&name), u64::MAX);
        assert!(whole.is_complete, "{method:?}");
        let chosen: f64 = whole.agents[0].values.0[0].1.parse().unwrap();
        assert!(chosen >= 55.0, "{method:?} chooses {}", whole.agents[0].values);
        let piece = folder.file(&format!("{name}-pieces"));
        let parts: Vec<TuningReport> = (0..3).map(|_| run(&tuning, &piece, 10)).collect();
        assert!(!parts[0].is_complete && parts[0].games < whole.games, "{method:?}");
        assert_eq!(said(&run(&tuning, &piece, u64::MAX)), said(&whole), "{method:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let message = |method, template: &str, over: &[&str], games| {
        tuning(method, template, over, games).err().expect("it is refused").to_string()
    };
    assert!(message(Method::Halving, "uct", &[], 20).contains("there is one agent only"));
    assert!(message(Method::Ntbea, "uct(c={c})", &["c=0.1,-3"], 20).contains("-3"));
    let spsa = |over: &str| message(Method::Spsa, "uct(c={c})", &[over], 20);
    assert!(spsa("c=0.4,0.2,0.3").contains("the values of `c` are 0.4, 0.2, 0.3"), "{}", spsa("c=0.4,0.2,0.3"));
    assert_eq!(message(Method::Spsa, "uct(c={c})", &["c=0.2,0.4"], 2), "2 games are too few: this needs at least 20");
    let many: Vec<String> = ["a", "b", "c"].map(|name| format!("{name}=1,2,3,4,5,6,7,8,9,10,11")).to_vec();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let template = "grave(ref={a}) > nast(c={b}) with threshold({c})";
    assert_eq!(
        message(Method::Halving, template, &many, 20),
        "`halving` plays every agent, and 1331 are more than 1000; `ntbea` or `spsa` can choose among them"
    );
    assert!(tuning(Method::Ntbea, template, &many, 20).is_ok());
}

#[test]
fn spsa_walks_between_the_values_and_keeps_whole_numbers_whole() {
    let tuning = tuning(Method::Spsa, "grave(ref={r}) > nast(c={c})", &["r=10,20,40", "c=0.1,0.4"], 20).unwrap();
    let walk = spsa::Walk::new(&tuning).unwrap();
    assert_eq!(walk.values(&[0.0, 1.0]), ["10", "0.4"]);
    assert_eq!(walk.values(&[0.75, 0.5]), ["30", "0.25"]);
    assert_eq!(walk.values(&[0.51, -3.0]), ["20", "0.1"]);
}
