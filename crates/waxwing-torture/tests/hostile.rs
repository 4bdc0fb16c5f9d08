//! Searches of games that never end, are slow, or break promises: every limit holds, and every failure is an error.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use waxwing::agent::catalogue::{Catalogue, Role};
use waxwing::game::{BrokenPromise, MAX_PLAYERS};
use waxwing::thinking::Stopped;
use waxwing::{Agent, Control, Game, Limits, Player, Report, SearchError, Turn};
use waxwing_torture::hostile::{Flaw, Hostile, expressions, hidden, hostile};

/// What ends a playout before the game does.
const EARLY: [&str; 5] = ["fet", "det", "cutoff", "greedy", "mixed"];

/// Searches on a thread of its own; a search that does not end is a failure, not a test that hangs.
fn search<G: Game>(text: &str, game: &G, limits: Limits, stop_after: Option<Duration>) -> Report<G::Action> {
    let (sender, receiver) = mpsc::channel();
    let (owned, game) = (text.to_owned(), game.clone());
    thread::spawn(move || {
        let mut agent = Agent::parse(&owned, &game).unwrap_or_else(|error| panic!("{error}"));
        agent.start(&game, 1);
        let stop = AtomicBool::new(false);
        let report = thread::scope(|scope| {
            if let Some(time) = stop_after {
                let stop = &stop;
                scope.spawn(move || {
                    thread::sleep(time);
                    stop.store(true, Relaxed);
                });
            }
            agent.think(&game, &limits, &mut Control { stop: Some(&stop), progress: None })
        });
        let _ = sender.send(report);
    });
    let report = receiver.recv_timeout(Duration::from_secs(30));
    report.unwrap_or_else(|error| panic!("`{text}` does not end: {error}")).unwrap_or_else(|error| panic!("{error}"))
}

fn failure<G: Game>(text: &str, game: &G) -> SearchError {
    let mut agent = Agent::parse(text, game).unwrap_or_else(|error| panic!("{error}"));
    agent.search(game, 1, &Limits::iterations(50)).expect_err(text)
}

#[test]
fn a_playout_without_an_end_counts_as_a_draw() {
    fn check<G: Game<Action = u8>>(game: &G) {
        let expressions = expressions(game);
        assert!(expressions.len() > 60, "{} expressions", expressions.len());
        for text in expressions {
            let report = search(&text, game, Limits::iterations(12).longest(40), None);
            assert_eq!((report.iterations, report.stopped), (12, Stopped::Budget), "`{text}`");
            if !EARLY.iter().any(|early| text.contains(early)) {
                assert_eq!((report.capped, report.plies), (12, 12 * 40), "`{text}`");
            }
            let drawn = report.actions.iter().filter_map(|action| action.value).all(|value| value == 0.5);
            assert!(drawn, "`{text}`: {:?}", report.actions);
        }
    }
    check(&hostile(Flaw::Endless));
    check(&hidden(Flaw::Endless));
}

#[test]
fn the_option_longest_comes_before_the_limit() {
    let report = search("uct with longest(7)", &hostile(Flaw::Endless), Limits::iterations(10).longest(40), None);
    assert_eq!((report.capped, report.plies), (10, 70));
    let report = search("uct", &hostile(Flaw::Endless), Limits::iterations(2), None);
    assert_eq!((report.capped, report.plies), (2, 2 * u64::from(Limits::LONGEST)));
}

/// How much later than asked for a search may end: what a busy machine adds is not its fault.
const LATE: Duration = Duration::from_secs(2);

#[test]
fn time_and_a_stop_end_a_playout_that_does_not() {
    fn check<G: Game>(game: &G) {
        for text in expressions(game) {
            let time = Duration::from_millis(3);
            let report = search(&text, game, Limits::time(time).longest(u32::MAX), None);
            assert_eq!(report.stopped, Stopped::Budget, "`{text}`");
            assert!(report.elapsed >= time && report.elapsed < LATE, "`{text}`: {:?}", report.elapsed);
            let report = search(&text, game, Limits::iterations(u64::MAX).longest(u32::MAX), Some(time));
            assert_eq!(report.stopped, Stopped::Asked, "`{text}`");
            assert!(report.elapsed < LATE, "`{text}`: {:?}", report.elapsed);
        }
    }
    check(&hostile(Flaw::Endless));
    check(&hidden(Flaw::Endless));
}

#[test]
fn a_search_that_is_to_end_at_once_makes_an_iteration_if_that_is_quick() {
    for text in ["uct", "uct > mast with tree(2)", "rave with root(2)"] {
        // A machine that has other things to do may take its time for it: not always.
        let mut searches = (0..50).map(|_| {
            let stop_at_once = Some(Duration::ZERO);
            let stopped = search(text, &hostile(Flaw::Endless), Limits::iterations(99).longest(50), stop_at_once);
            let timed = search(text, &hidden(Flaw::Endless), Limits::time(Duration::ZERO).longest(50), None);
            stopped.iterations.min(timed.iterations)
        });
        assert!(searches.any(|iterations| iterations > 0), "`{text}`");
    }
}

#[test]
fn a_slow_game_does_not_make_a_search_late() {
    let slow = Flaw::Slow(Duration::from_millis(2));
    for text in
        ["uct", "uct > mast", "uct with tree(2)", "uct with root(2)", "rave > nast with tree(2)", "ab", "paranoid"]
    {
        let limits = Limits::time(Duration::from_millis(60)).longest(50);
        let report = search(text, &hostile(slow), limits, None);
        assert!(report.elapsed < Duration::from_millis(400), "`{text}`: {:?}", report.elapsed);
    }
}

#[test]
fn an_abandoned_iteration_leaves_no_visit() {
    for text in ["uct with tree(2)", "uct > mast with tree(2)", "uct", "rave with tree(2)"] {
        for game in [hostile(Flaw::Endless), hostile(Flaw::Slow(Duration::from_micros(10)))] {
            let limits = Limits::time(Duration::from_millis(20)).longest(300);
            let report = search(text, &game, limits, None);
            let visits: u64 = report.actions.iter().map(|action| action.visits).sum();
            assert_eq!(visits, report.iterations, "`{text}`");
        }
    }
    let report = search("uct with tree(2)", &hidden(Flaw::Endless), Limits::time(Duration::from_millis(20)), None);
    assert_eq!(report.actions.iter().map(|action| action.visits).sum::<u64>(), report.iterations);
}

#[test]
fn memory_that_is_full_lets_no_search_go_on_past_its_limits() {
    fn check<G: Game>(game: &G) {
        for text in expressions(game) {
            let mut agent = Agent::parse(&text, game).unwrap();
            let Err(SearchError::Memory { least, .. }) = agent.search(game, 1, &Limits::iterations(1).memory(0)) else {
                panic!("`{text}` needs no memory")
            };
            let limits = Limits::iterations(600).longest(60).memory(least + 2_000);
            let report = search(&text, game, limits, None);
            assert_eq!(report.iterations, 600, "`{text}`");
            assert!(report.bytes <= limits.memory, "`{text}`: {} bytes", report.bytes);
            let timed = Limits::time(Duration::from_millis(5)).longest(60).memory(least);
            assert!(search(&text, game, timed, None).elapsed < LATE, "`{text}`");
            let asked = Limits::iterations(u64::MAX).longest(60).memory(least);
            let stopped = search(&text, game, asked, Some(Duration::from_millis(5)));
            assert_eq!(stopped.stopped, Stopped::Asked, "`{text}`");
        }
    }
    check(&hostile(Flaw::Endless));
    check(&hidden(Flaw::Endless));
}

#[test]
fn a_game_without_a_player_to_move_is_an_error() {
    for text in ["uct", "uct > mast with tree(2)", "random", "ab", "maxn"] {
        let finished = hostile(Flaw::Finished);
        assert_eq!(failure(text, &finished), SearchError::NoPlayerToMove(Turn::Over), "`{text}`");
        let stranger = failure(text, &hostile(Flaw::Stranger));
        assert_eq!(stranger, SearchError::NoSuchPlayer { player: 2, players: 2 }, "`{text}`");
    }
    let mut agent = Agent::parse("uct", &hostile(Flaw::Endless)).unwrap();
    let chosen = agent.choose(&hostile(Flaw::Finished), &Limits::iterations(1), &mut Control::default());
    assert_eq!(chosen.unwrap_err().to_string(), "the game is over: an agent chooses only when a player is to move");
    let traced = agent.trace(&hostile(Flaw::Finished), 1, 1, &mut |_, _| {});
    assert_eq!(traced, Err(SearchError::NoPlayerToMove(Turn::Over)));
}

#[test]
fn a_game_for_no_one_or_for_too_many_is_an_error() {
    for players in [0, MAX_PLAYERS + 1, 200] {
        for text in ["uct", "uct > mast", "rave > nast", "random", "maxn"] {
            let game = hostile(Flaw::Players(players));
            let Ok(mut agent) = Agent::parse(text, &game) else { continue };
            let error = agent.search(&game, 1, &Limits::iterations(5)).unwrap_err();
            assert_eq!(error, SearchError::Players(players), "`{text}`");
        }
    }
    let most = hidden(Flaw::Players(MAX_PLAYERS));
    let report = search("uct > mast", &most, Limits::iterations(20).longest(9), None);
    assert_eq!((report.iterations, report.actions[0].value), (20, Some(1.0 / MAX_PLAYERS as f64)));
}

#[test]
fn a_position_without_actions_is_an_error_wherever_it_comes_up() {
    fn check<G: Game>(make: impl Fn(Flaw) -> G) {
        for plies in [0, 1, 2, 6] {
            let game = make(Flaw::Stuck(plies));
            for text in expressions(&game) {
                let error = failure(&text, &game);
                let SearchError::Game(BrokenPromise::NoActions(turn)) = error else { panic!("`{text}`: {error}") };
                assert_eq!(turn, Turn::Player(Player((plies % 2) as u8)), "`{text}`");
            }
            let error = failure("random", &make(Flaw::Stuck(0)));
            assert_eq!(error.to_string(), "the game lists no action although player 0 is to move");
        }
    }
    check(hostile);
    check(hidden);
    let error = failure("paranoid", &hostile(Flaw::Stuck(2)));
    assert_eq!(error, SearchError::Game(BrokenPromise::NoActions(Turn::Player(Player(0)))));
}

#[test]
fn a_determinization_with_another_turn_is_an_error() {
    let game = Hostile { skips_turn: true, ..hidden(Flaw::Endless) };
    for text in ["uct", "uct > mast with tree(2)", "rave > nast with root(2)"] {
        let SearchError::Game(broken) = failure(text, &game) else { panic!("`{text}`") };
        assert_eq!(broken, BrokenPromise::Determinization { observer: Player(0), turn: Turn::Player(Player(1)) });
    }
}

#[test]
fn a_chance_outcome_that_is_not_listed_is_an_error() {
    for text in ["uct", "uct > mast with tree(2)"] {
        assert_eq!(failure(text, &hostile(Flaw::Surprise)), SearchError::Game(BrokenPromise::UnlistedOutcome));
    }
}

#[test]
fn an_agent_goes_on_after_an_error() {
    let mut agent = Agent::parse("rave > mast + nast with reuse", &hostile(Flaw::Endless)).unwrap();
    let limits = Limits::iterations(30).longest(20);
    assert!(agent.search(&hostile(Flaw::Stuck(4)), 1, &limits).is_err());
    let after = agent.search(&hostile(Flaw::Endless), 1, &limits).unwrap();
    let fresh = Agent::parse("rave > mast + nast with reuse", &hostile(Flaw::Endless)).unwrap().search(
        &hostile(Flaw::Endless),
        1,
        &limits,
    );
    assert_eq!(after.actions, fresh.unwrap().actions);
}

#[test]
fn looking_at_the_clock_changes_no_search() {
    // A slow game is looked at within playouts, a quick one between them.
    for text in ["uct", "uct > mast", "rave > nast", "uct > ege + mast", "uct with longest(33)"] {
        let Ok(_) = Agent::parse(text, &hostile(Flaw::Endless)) else { continue };
        let quick = search(text, &hostile(Flaw::Endless), Limits::iterations(6).longest(50), None);
        let began = Instant::now();
        let slow = hostile(Flaw::Slow(Duration::from_micros(700)));
        let slow = search(text, &slow, Limits::iterations(6).longest(50), None);
        assert!(began.elapsed() > Duration::from_millis(100), "`{text}`");
        assert_eq!(slow.actions, quick.actions, "`{text}`");
    }
}

/// Words of the catalogue that no expression has which this game can serve.
fn left_out<G: Game>(game: &G) -> Vec<String> {
    let all = expressions(game);
    let is_used = |name: &str| {
        let has = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == name);
        all.iter().any(|text| has(text))
    };
    let catalogue = Catalogue::built_in();
    let entries = catalogue.entries(Role::Strategy).chain(catalogue.entries(Role::Option));
    entries.map(|entry| entry.name.to_string()).filter(|name| !is_used(name)).collect()
}

/// `longest` has a test of its own, the game has no beliefs, and some options are refused where something is hidden.
#[test]
fn every_strategy_and_option_is_searched_with() {
    assert_eq!(left_out(&hostile(Flaw::Endless)), ["belief", "longest"]);
    let refused =
        ["lookahead", "solver", "reuse", "im", "threshold", "trials", "mate1", "belief", "maximum", "longest"];
    assert_eq!(left_out(&hidden(Flaw::Endless)), refused);
}
