//! Searches from the outside: budgets, memory, threads, stopping, reuse.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waxwing::thinking::Stopped;
use waxwing::{
    Agent, Budget, Control, Expression, Game, Information, Limits, Player, Record, Report, Rng, SearchError, Turn,
};
use waxwing_games::{Breakthrough, DouDiZhu, Hearts, Othello};

fn agent<G: Game>(text: &str, game: &G) -> Agent<G> {
    Agent::parse(text, game).unwrap_or_else(|error| panic!("{error}"))
}

fn visits<A>(report: &Report<A>) -> u64 {
    report.actions.iter().map(|action| action.visits).sum()
}

#[test]
fn a_time_budget_is_kept() {
    let start = Othello::new();
    for text in ["uct", "icarus/NRML", "uct with root(2)", "uct > mast with tree(2)"] {
        let report = agent(text, &start).search(&start, 1, &Limits::time(Duration::from_millis(150))).unwrap();
        // What a busy machine adds is not the search's fault: the bound is loose, the search looks every millisecond.
        assert!((150..1_000).contains(&report.elapsed.as_millis()), "`{text}` took {:?}", report.elapsed);
        assert_eq!(report.stopped, Stopped::Budget);
        assert!(!report.reproducible);
    }
}

#[test]
fn a_memory_budget_is_kept_and_the_search_goes_on() {
    let start = Breakthrough::new(8, 8).unwrap();
    let limit = 4 << 20;
    for text in [
        "uct",
        "rave",
        "grave",
        "uct > epic",
        "uct > nast(n=3)",
        "uct > records(by=action&last(2), learn=variance, policy=ucb1)",
        "records(by=action&node, policy=ucb1)",
        "uct with solver, pb, pu",
        "uct with root(3)",
    ] {
        let report = agent(text, &start).search(&start, 1, &Limits::iterations(60_000).memory(limit)).unwrap();
        assert!(report.bytes <= limit, "`{text}` uses {} bytes", report.bytes);
        assert!(report.memory_full, "`{text}` says that it ran out of memory");
        assert_eq!((report.iterations, visits(&report)), (60_000, 60_000), "`{text}`");
    }
}

#[test]
fn a_memory_budget_below_what_an_agent_needs_is_an_error_that_says_the_least() {
    let start = Othello::new();
    for text in ["uct", "rave > nast", "uct > lgrf + epic", "uct > mast with root(3)", "uct with tree(2), ph", "ab"] {
        let mut agent = agent(text, &start);
        let limits = Limits::iterations(500);
        let error = agent.search(&start, 1, &limits.memory(1)).unwrap_err();
        let SearchError::Memory { limit: 1, least } = error else { panic!("`{text}`: {error}") };
        assert!(agent.search(&start, 1, &limits.memory(least - 1)).is_err(), "`{text}`");
        let report = agent.search(&start, 1, &limits.memory(least)).unwrap();
        assert!(report.iterations == 500 && report.bytes <= least, "`{text}` uses {} of {least}", report.bytes);
    }
}

#[test]
fn an_agent_that_is_given_less_memory_than_it_has_begins_with_nothing() {
    let start = Breakthrough::new(8, 8).unwrap();
    for text in ["uct > nast(n=3)", "uct with ph(keep=game)", "rave > mast with reuse"] {
        let mut agent = agent(text, &start);
        let large = agent.search(&start, 1, &Limits::iterations(20_000)).unwrap();
        let limit = large.bytes / 2;
        let small = agent.search(&start, 1, &Limits::iterations(20_000).memory(limit)).unwrap();
        assert!(small.bytes <= limit && small.iterations == 20_000, "`{text}`: {} of {limit}", small.bytes);
    }
}

#[test]
fn trees_of_one_root_share_the_iterations_and_add_up() {
    let start = Othello::new();
    let one = agent("uct > mast with root(1)", &start).search(&start, 9, &Limits::iterations(1_000)).unwrap();
    let plain = agent("uct > mast", &start).search(&start, 9, &Limits::iterations(1_000)).unwrap();
    assert_eq!(one.actions, plain.actions, "one tree is the search of one thread");
    let four = agent("uct > mast with root(4)", &start).search(&start, 9, &Limits::iterations(4_001)).unwrap();
    assert_eq!((four.iterations, visits(&four)), (4_001, 4_001));
    let first = agent("uct > mast", &start).search(&start, 9, &Limits::iterations(1_001)).unwrap();
    let enough = four.actions.iter().all(|sum| {
        let part = first.actions.iter().find(|part| part.action == sum.action).expect("the same actions");
        sum.visits >= part.visits
    });
    assert!(enough, "the first of the trees is part of the sum");
}

/// The first decision of a game with a deal.
fn dealt<G: Game>(start: G) -> G {
    let (mut state, mut rng) = (start, Rng::new(3));
    while state.turn() == Turn::Chance {
        let outcome = state.sample_chance(&mut rng);
        state.apply(outcome);
    }
    state
}

#[test]
fn a_search_does_not_depend_on_the_one_before_it() {
    fn check<G: Game>(game: &str, position: &G, text: &str) {
        let mut agent = agent(text, position);
        let mut search = || agent.search(position, 5, &Limits::iterations(3_000)).expect("a player is to move").actions;
        assert_eq!(search(), search(), "{text} in {game}");
    }
    for text in ["uct", "rave > mast + nast", "uct > epic"] {
        check("hearts", &dealt(Hearts::new()), text);
        check("dou-di-zhu", &dealt(DouDiZhu::new()), text);
        check("othello", &Othello::new(), text);
    }
}

#[test]
fn threads_that_share_a_tree_lose_no_visit_and_no_record() {
    let start = Othello::new();
    let limits = Limits::iterations(20_000);
    for text in ["uct > mast with tree(4)", "rave > mast with tree(4), solver"] {
        let mut agent = agent(text, &start);
        let report = agent.search(&start, 3, &limits).unwrap();
        assert_eq!((report.iterations, visits(&report)), (20_000, 20_000), "`{text}`");
        // Every step of every iteration is one visit of a MAST record.
        let records = agent.records(&start).expect("it searches");
        let mut recorded = 0;
        for player in [Player(0), Player(1)] {
            for action in all_othello_moves() {
                for information in records.recall(&Record::Action { player, action }) {
                    let Information::Statistics { visits, .. } = information else { panic!("MAST has statistics") };
                    recorded += visits;
                }
            }
        }
        assert_eq!(recorded, report.plies, "`{text}`");
    }
}

/// Every action that can occur, from random games.
fn all_othello_moves() -> Vec<<Othello as Game>::Action> {
    let mut rng = waxwing::Rng::new(1);
    let mut moves = std::collections::HashSet::new();
    for _ in 0..400 {
        let mut state = Othello::new();
        while let waxwing::Turn::Player(_) = state.turn() {
            let action = state.random_action(&mut rng, &mut Vec::new());
            moves.insert(action);
            state.apply(action);
        }
    }
    assert_eq!(moves.len(), 61, "sixty squares and the pass");
    moves.into_iter().collect()
}

#[test]
fn every_strategy_runs_with_a_shared_tree() {
    let start = Breakthrough::new(6, 6).unwrap();
    let texts = [
        "grave > nast with tree(3)",
        "uct > lgrf(context=2) + epic with tree(3)",
        "uct > past + tiles with tree(3), pb, ph, pu",
        "uct > epic(strict=yes) with tree(2), solver",
        "records(by=action&node, policy=ucb1, trials=available) > records(by=action&last(1), policy=ucb1) with tree(3)",
        "uct > records(by=target&own(1), learn=variance) + records(learn=discounted) with tree(3)",
        "uct > vote(records(by=action&last(1), learn=good, policy=reply), mast, records(from=below)) with tree(2)",
    ];
    for text in texts {
        let report = agent(text, &start).search(&start, 5, &Limits::iterations(4_000)).unwrap();
        assert_eq!(visits(&report), report.iterations, "`{text}`");
        assert!(!report.reproducible);
    }
}

#[test]
fn a_search_can_be_stopped_and_reports_progress() {
    let start = Othello::new();
    for text in ["uct", "uct > mast with root(2)", "uct with tree(2)"] {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let mut progress = |report: &Report<_>| {
            seen += 1;
            assert!(report.iterations > 0 && report.stopped == Stopped::Running);
            stop.store(true, Ordering::Relaxed);
        };
        let mut control = Control { stop: Some(&stop), progress: Some(&mut progress) };
        let limits = Limits::time(Duration::from_secs(60));
        let mut agent = agent(text, &start);
        agent.start(&start, 1);
        let report = agent.choose(&start, &limits, &mut control).unwrap();
        assert_eq!(report.stopped, Stopped::Asked, "`{text}`");
        assert!(seen > 0 && report.elapsed < Duration::from_secs(10), "`{text}`");
    }
}

#[test]
fn a_budget_without_an_end_is_refused_where_nothing_can_stop_it_and_ends_by_a_stop() {
    let start = Othello::new();
    for text in ["uct", "uct > mast with root(2)", "uct with tree(2)", "ab", "random"] {
        let mut agent = agent(&format!("{text} @until-stopped"), &start);
        let error = agent.search(&start, 1, &Limits::iterations(1)).unwrap_err();
        assert_eq!(error, SearchError::NothingStops, "`{text}`");
        let stop = AtomicBool::new(true);
        let mut control = Control { stop: Some(&stop), progress: None };
        let report = agent.think(&start, &Limits::iterations(1), &mut control).unwrap();
        let expected = if text == "random" { Stopped::Budget } else { Stopped::Asked };
        assert_eq!((report.stopped, report.reproducible), (expected, text == "random"), "`{text}`");
    }
    let proven = Breakthrough::new(4, 2).unwrap();
    let mut agent = agent("uct with solver", &proven);
    let limits = Limits::new(Budget::UntilStopped);
    let mut control = Control { stop: Some(&AtomicBool::new(false)), progress: None };
    assert_eq!(agent.think(&proven, &limits, &mut control).unwrap().stopped, Stopped::Proven);
}

#[test]
fn a_tree_search_has_no_depth_budget() {
    let start = Othello::new();
    let limits = Limits::new(Budget::Depth(3));
    assert_eq!(agent("uct", &start).search(&start, 1, &limits).unwrap_err(), SearchError::DepthBudget);
    assert_eq!(agent("ab", &start).search(&start, 1, &limits).unwrap().depth, 3);
}

#[test]
fn a_reused_tree_keeps_the_visits_below_the_moves_that_were_played() {
    let start = Breakthrough::new(6, 6).unwrap();
    for text in ["uct with reuse", "rave > mast with reuse, solver", "uct with reuse, pb, pu"] {
        let mut agent = agent(text, &start);
        let limits = Limits::iterations(5_000);
        agent.start(&start, 4);
        let mut state = start.clone();
        let first = agent.choose(&state, &limits, &mut Control::default()).unwrap();
        assert_eq!(visits(&first), 5_000, "`{text}`");
        for &action in &first.line[..2] {
            state.apply(action);
            agent.observe(Some(action), &state);
        }
        let second = agent.choose(&state, &limits, &mut Control::default()).unwrap();
        assert!(
            visits(&second) > second.iterations + 20,
            "`{text}`: {} visits are more than this search's",
            visits(&second)
        );
        assert!(second.iterations <= 5_000 && second.nodes > second.iterations, "`{text}`");
    }
}

#[test]
fn an_only_move_needs_no_search() {
    let mut state = Othello::new();
    let mut rng = waxwing::Rng::new(2);
    let mut legal = Vec::new();
    loop {
        legal.clear();
        state.legal_actions(&mut legal);
        if legal.len() == 1 {
            break;
        }
        state.apply(legal[rng.below(legal.len())]);
    }
    let mut agent = agent("uct", &state);
    let report = agent.choose(&state, &Limits::iterations(100), &mut Control::default()).unwrap();
    assert_eq!((report.best, report.iterations, report.stopped), (legal[0], 0, Stopped::OnlyMove));
}

/// The same search, with strategies that listen to it and without.
fn listened_to<G: Game>(start: &G, listeners: &[&str]) {
    let parsed = |text: &&str| Expression::parse(text).unwrap();
    let limits = Limits::iterations(300);
    for text in ["uct", "uct > nast", "rave > mast"] {
        let alone = agent(text, start).search(start, 5, &limits).unwrap();
        let listening = listeners.iter().map(parsed).collect();
        let mut agent = Agent::listened_to(parsed(&text), listening, start).unwrap();
        let report = agent.search(start, 5, &limits).unwrap();
        assert_eq!((report.actions, report.plies, report.line), (alone.actions, alone.plies, alone.line), "`{text}`");
    }
}

#[test]
fn what_listens_changes_no_search() {
    let all = [
        "mast",
        "to-mast",
        "past",
        "lgrf(context=2)",
        "nast(n=3)",
        "epic",
        "epic(strict=yes)",
        "tiles",
        "amaf",
        "grave",
    ];
    let others =
        ["mast(policy=ucb1)", "bhrf", "pool-rave", "records(by=action&last(1))", "records(by=node&action, from=below)"];
    let listeners = [&all[..], &others].concat();
    listened_to(&Othello::new(), &listeners);
    listened_to(&Breakthrough::new(6, 6).unwrap(), &listeners);
    listened_to(&dealt(DouDiZhu::new()), &listeners);
}
