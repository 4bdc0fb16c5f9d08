use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use waxwing::agent::PRESETS;
use waxwing::{Budget, Expression, Rng};

use super::*;
use crate::experiment::testing::Folder;
use crate::experiment::{RunOptions, RunProgress};
use crate::testing::workshop;

fn ground() -> Ground {
    let game = workshop().open("breakthrough(rows=5, columns=4)").unwrap();
    Ground::new(&game, None, Budget::Iterations(10), None).unwrap()
}

#[test]
fn ten_thousand_new_agents_are_read_built_and_printed_back() {
    let (ground, none) = (ground(), HashSet::new());
    let (plain, knowing) = (Breeder::new(&ground, false), Breeder::new(&ground, true));
    let presets: Vec<Expression> =
        PRESETS.iter().filter(|preset| preset.family == "icarus").map(|preset| preset.expression().clone()).collect();
    let mut agents: Vec<Expression> = presets.clone();
    let mut different = HashSet::new();
    for number in 0..10_000u64 {
        let mut rng = Rng::new(Rng::derive(7, number));
        let breeder = if number % 4 == 0 { &knowing } else { &plain };
        let [first, second] = [0, 1].map(|_| agents[rng.below(agents.len())].clone());
        let bred = match number % 3 {
            0 => breeder.crossed([&first, &second], &none, &mut rng),
            _ => breeder.mutated(&first, &none, &mut rng),
        };
        let bred = bred.unwrap_or_else(|| panic!("nothing comes of {first} and {second}"));
        let text = bred.expression.to_string();
        let read = Expression::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&read, read.to_string()), (&bred.expression, text.clone()), "{}", bred.how);
        assert!(ground.check(&read).is_ok() && !bred.how.is_empty(), "{text}");
        different.insert(text);
        // The new ones are the parents of others, so that they grow; a small crowd keeps what is at hand near the presets.
        let at = rng.below(agents.len());
        agents[at] = if rng.below(40) == 0 { presets[rng.below(presets.len())].clone() } else { bred.expression };
    }
    assert!(different.len() > 7_000, "{} different ones", different.len());
    let has = |parts: &[&str]| different.iter().filter(|text| parts.iter().all(|part| text.contains(part))).count();
    for parts in [
        ["records(by=action&", "policy="],
        ["records(by=", "learn=good"],
        ["records(by=", "target"],
        ["vote(", ""],
        ["product(", ""],
        ["switch(", "depth="],
        ["switch(", "phase="],
    ] {
        assert!(has(&parts) > 100, "{} with {parts:?}", has(&parts));
    }
}

#[test]
fn without_knowledge_no_agent_needs_more_than_the_rules() {
    let ground = ground();
    let breeder = Breeder::new(&ground, false);
    let uct = Expression::parse("uct > mast").unwrap();
    for number in 0..300 {
        let bred = breeder.mutated(&uct, &HashSet::new(), &mut Rng::new(number)).unwrap();
        let text = bred.expression.to_string();
        for word in
            ["ege", "im", "ipp", "expert", "mixed", "root", "tree(", "episode", "predicates", "target", "capture"]
        {
            assert!(!text.split(|c: char| !c.is_ascii_alphanumeric() && c != '(').any(|part| part == word), "{text}");
        }
    }
}

#[test]
fn what_is_known_is_not_made_again() {
    let ground = ground();
    let breeder = Breeder::new(&ground, false);
    let (uct, mut known) = (Expression::parse("uct").unwrap(), HashSet::new());
    for number in 0..200 {
        let bred = breeder.mutated(&uct, &known, &mut Rng::new(number)).unwrap();
        assert!(known.insert(bred.expression.to_string()));
    }
}

/// An evolution so small that it takes seconds.
fn plan(game: &str) -> EvolutionPlan {
    let mut plan = EvolutionPlan::new(&workshop().open(game).unwrap());
    (plan.iterations, plan.population, plan.parents, plan.groups, plan.generations) = (4, 5, 2, 2, 2);
    (plan.final_games, plan.unmet_games, plan.ablation_games) = (12, 8, 4);
    plan
}

const BOARD: &str = "breakthrough(rows=5, columns=3)";

/// Goes on with an evolution until this many games are played, and returns what has happened by then.
fn run(path: &Path, plan: &EvolutionPlan, most: u64, test: bool) -> History {
    let mut store = Store::create(&workshop(), path).unwrap();
    let evolution = Evolution::new(&workshop(), plan.clone()).unwrap();
    evolution.begin(&mut store).unwrap();
    let (stop, mut options) = (AtomicBool::new(false), RunOptions::default());
    options.jobs = 1;
    let (mut before, mut stage) = (0, (String::new(), 0));
    let progress = &mut |title: &str, now: &RunProgress| {
        if stage.0 != title {
            before += stage.1;
        }
        stage = (title.to_owned(), now.played);
        stop.store(before + now.played >= most, Relaxed);
    };
    let mut duels = Duels::new(&mut store, Evolution::NAME, &options, &stop, progress);
    evolution.run(&mut duels, test).unwrap()
}

fn said(history: &History) -> String {
    serde_json::to_string(history).unwrap()
}

fn games(path: &Path) -> Vec<String> {
    let mut all = crate::experiment::testing::games(&Store::open(&workshop(), path).unwrap());
    all.sort();
    all
}

#[test]
fn an_evolution_that_is_stopped_again_and_again_is_the_one_that_was_not() {
    let folder = Folder::new("evolution-pieces");
    let (whole, pieces) = (folder.file("whole"), folder.file("pieces"));
    let plan = plan(BOARD);
    let unbroken = run(&whole, &plan, u64::MAX, false);
    assert_eq!((unbroken.generations.len(), unbroken.agents.len()), (2, 16 + 3 + 3));
    for (piece, most) in [1, 40, 90, 7, 33].into_iter().enumerate() {
        let history = run(&pieces, &plan, most, false);
        assert!(history.generations.len() < 2 || piece > 1, "it was stopped");
    }
    assert_eq!(said(&run(&pieces, &plan, u64::MAX, false)), said(&unbroken));
    assert_eq!(run(&pieces, &plan, 0, false).agents.len(), unbroken.agents.len(), "nothing is played again");
    let tested = run(&whole, &plan, u64::MAX, true);
    run(&pieces, &plan, 9, true);
    assert_eq!(said(&run(&pieces, &plan, u64::MAX, false)), said(&tested), "a test that was begun is finished");
    assert_eq!(games(&pieces), games(&whole), "every game is in the store, once");
}

#[test]
fn the_final_test_has_seeds_and_a_player_that_evolution_never_met() {
    let folder = Folder::new("evolution-test");
    let (path, plan) = (folder.file("store"), plan(BOARD));
    run(&path, &plan, u64::MAX, false);
    let history = run(&path, &plan, u64::MAX, true);
    assert!(history.winner.is_some() && history.playoff.is_some());
    let store = Store::open(&workshop(), &path).unwrap();
    let experiments = store.snapshot().unwrap().experiments().unwrap();
    let is_test =
        |name: &str| ["evolve.final", "evolve.unmet", "evolve.without"].iter().any(|one| name.starts_with(one));
    let is_note = |name: &str| ["evolve.plan", "evolve.closed"].contains(&name);
    let cells = |test: bool| {
        let wanted = experiments.iter().filter(move |one| is_test(&one.name) == test && !is_note(&one.name));
        wanted.flat_map(|one| one.cells.iter().map(|cell| cell.spec.clone())).collect::<Vec<_>>()
    };
    let seeds = |test| cells(test).iter().map(|spec| spec.seed).collect::<HashSet<u64>>();
    assert!(seeds(true).is_disjoint(&seeds(false)) && !seeds(false).is_empty());
    let before: HashSet<String> = cells(false).into_iter().flat_map(|spec| spec.agents).collect();
    assert!(!before.contains(&plan.unmet), "{}", plan.unmet);
    let all = games(&path).len() as u64 - 1;
    assert_eq!(2 * (history.race_games + history.test_games), all, "a line for each seat of each game");
    if let Some(test) = &history.test {
        assert_eq!((test.against_best.games, test.against_unmet.as_ref().unwrap().games), (12, 8));
        assert!(cells(true).iter().any(|spec| spec.agents.contains(&plan.unmet)));
        let parts = Expression::parse(&test.against_best.agent).unwrap().parts().len();
        assert_eq!(test.ablation.len(), parts);
    }
    // The plan was there first: runs come after it.
    let kept = experiments.iter().find(|one| one.name == "evolve.plan").unwrap();
    assert_eq!(EvolutionPlan::read(kept.note.as_deref().unwrap()).unwrap(), plan);
    let page = evolution_page(std::slice::from_ref(&history));
    assert!(
        history.agents.iter().all(|agent| page.contains(&agent.agent.replace('>', "&gt;"))),
        "failures are told, too"
    );
    assert_eq!(history.csv().lines().count(), 1 + history.agents.len());
}

#[test]
fn another_plan_and_senseless_ones_are_refused_with_the_reason() {
    let folder = Folder::new("evolution-refused");
    let mut store = Store::create(&workshop(), &folder.file("store")).unwrap();
    let first = plan(BOARD);
    let mut begin = |plan: EvolutionPlan| Evolution::new(&workshop(), plan)?.begin(&mut store);
    begin(first.clone()).unwrap();
    assert!(begin(first.clone()).is_ok());
    let mut refused = |change: &dyn Fn(&mut EvolutionPlan)| {
        let mut other = first.clone();
        change(&mut other);
        begin(other).expect_err("it is refused").to_string()
    };
    assert!(
        refused(&|plan| plan.iterations = 5)
            .starts_with("this store was begun with `iterations = 4`, not `iterations = 5`")
    );
    assert!(refused(&|plan| plan.role = Some("white".into())).contains("no `as`, not `as = \"white\"`"));
    assert!(refused(&|plan| plan.parents = 5).contains("no room for new agents"));
    assert!(refused(&|plan| plan.unmet = "rave > mast".into()).contains("one of the sixteen"));
    assert!(refused(&|plan| plan.unmet = "uct @d5".into()).contains("no depth budget"));
    assert!(refused(&|plan| plan.groups = 0).contains("at least 1"));
    let missing = Store::create(&workshop(), &folder.file("empty")).unwrap();
    assert_eq!(Evolution::of(&workshop(), &missing).err().unwrap().to_string(), "no evolution was begun in this store");
}

#[test]
fn equal_time_gives_slow_agents_fewer_iterations_and_keeps_what_was_measured() {
    let folder = Folder::new("evolution-time");
    let path = folder.file("store");
    let mut plan = plan(BOARD);
    (plan.equal, plan.iterations, plan.generations) = (Equal::Time, 40, 1);
    let first = run(&path, &plan, u64::MAX, false);
    assert!(first.agents.iter().all(|agent| agent.cost.is_some_and(|cost| cost > 0.0)));
    let fits = |agent: &Individual| agent.iterations == ((40.0 / agent.cost.unwrap()).round() as u64).max(1);
    assert!(first.agents.iter().all(fits));
    // Clocks never show the same twice: what is said again was kept.
    assert_eq!(said(&run(&path, &plan, 0, false)), said(&first));
}
