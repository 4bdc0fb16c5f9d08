//! What alpha-beta proves is true, it proves what is known, and it keeps its budgets.

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use waxwing::thinking::{Proven, Stopped};
use waxwing::{Agent, Control, Expression, Game, Limits, Report, Reward};
use waxwing_games::{Backgammon, Breakthrough, Checkers, Hearts, Kalah, Othello};

use crate::solve::{Solver, positions};
use crate::veiled::Veiled;

fn agent<G: Game>(text: &str, game: &G) -> Agent<G> {
    Agent::parse(text, game).unwrap_or_else(|error| panic!("{error}"))
}

fn outcome(value: Reward) -> Proven {
    match value {
        Reward::WIN => Proven::Win,
        Reward::LOSS => Proven::Loss,
        _ => Proven::Draw,
    }
}

/// What is proven about the action that is played.
fn proven<A: PartialEq>(report: &Report<A>) -> Option<Proven> {
    report.actions.iter().find(|action| action.action == report.best).and_then(|action| action.proven)
}

/// Compares what searches of several lengths claim to be proven with exhaustive search; how many claims there were.
fn check<G: Game + Hash + Eq + std::fmt::Debug>(start: &G, least: usize, count: usize) -> [usize; 3] {
    let mut solver = Solver::new();
    let mut claims = [0; 3];
    for (number, position) in positions(start, 99, least).take(count).enumerate() {
        let values = solver.actions(&position);
        let best = values.iter().map(|&(_, value)| value).max().expect("an action");
        for (nodes, options) in
            [(40, ""), (1_000, "(multicut=yes)"), (1_000, "(table=no)"), (300_000, "(multicut=yes)")]
        {
            let report = agent(&format!("ab{options}"), &position)
                .search(&position, number as u64, &Limits::iterations(nodes))
                .unwrap();
            for action in &report.actions {
                let Some(proven) = action.proven else { continue };
                let (_, value) = values.iter().find(|(known, _)| *known == action.action).expect("a legal action");
                assert_eq!(proven, outcome(*value), "about {:?} in {position:?}", action.action);
                claims[proven as usize] += 1;
            }
            if report.stopped == Stopped::Proven {
                assert_eq!(proven(&report), Some(outcome(best)), "{position:?}");
            } else {
                assert!(nodes < 300_000 && report.nodes == nodes, "{position:?} is not solved");
            }
        }
    }
    claims
}

#[test]
fn what_alpha_beta_proves_agrees_with_exhaustive_search() {
    assert!(check(&Breakthrough::new(4, 3).unwrap(), 0, 400)[..].iter().sum::<usize>() > 1_000);
    assert!(check(&Breakthrough::new(5, 3).unwrap(), 8, 400).iter().sum::<usize>() > 1_000);
    let othello = check(&Othello::<4>::start(), 2, 400);
    assert!(othello.iter().all(|&claims| claims > 20), "{othello:?}");
    let othello = check(&Othello::new(), 52, 300);
    assert!(othello.iter().all(|&claims| claims > 5), "{othello:?}");
    for (houses, stones) in [(2, 2), (3, 2), (2, 4), (4, 2)] {
        let kalah = check(&Kalah::new(houses, stones).unwrap(), 0, 300);
        assert!(kalah.iter().all(|&claims| claims > 20), "{kalah:?}");
    }
}

/// What the first player can get.
fn solve<G: Game>(start: &G, text: &str, nodes: u64) -> Option<Proven> {
    let report = agent(text, start).search(start, 1, &Limits::iterations(nodes)).unwrap();
    assert_eq!(report.stopped, Stopped::Proven, "{} nodes were not enough", report.nodes);
    proven(&report)
}

#[test]
fn small_boards_of_breakthrough_have_their_known_winners() {
    let second = [(4, 2), (4, 3), (4, 4), (5, 2), (5, 3)];
    for (rows, columns) in second {
        let start = Breakthrough::new(rows, columns).unwrap();
        assert_eq!(solve(&start, "ab", 4_000_000), Some(Proven::Loss), "{rows}×{columns}");
        assert_eq!(solve(&start, "uct with solver", 4_000_000), Some(Proven::Loss), "{rows}×{columns}");
    }
    assert_eq!(solve(&Breakthrough::new(6, 2).unwrap(), "ab", 4_000_000), Some(Proven::Win));
}

#[test]
fn small_boards_of_kalah_have_their_known_results() {
    use Proven::{Draw, Loss, Win};
    // Larger boards have known results too, but they take longer.
    let table: [&[Proven]; 5] = [
        &[Draw, Loss, Win, Loss, Win, Draw],
        &[Win, Loss, Loss, Loss, Win, Win],
        &[Draw, Win, Win, Win, Win],
        &[Win, Win, Win, Win],
        &[Draw, Draw],
    ];
    for (houses, row) in (1..).zip(table) {
        for (stones, &known) in (1..).zip(row) {
            let start = Kalah::new(houses, stones).unwrap();
            assert_eq!(solve(&start, "ab", 4_000_000), Some(known), "{houses} houses, {stones} seeds");
            if houses <= 3 && stones <= 3 {
                assert_eq!(solve(&start, "uct with solver", 1_000_000), Some(known), "{houses} houses, {stones} seeds");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let start = Kalah::new(6, 4).unwrap();
    for text in ["ab @20000", "ab @d7", "ab(noise=0.05) @20000", "ab(depths=fixed, multicut=yes) @20000"] {
        let [one, two] = [agent(text, &start), agent(text, &start)].map(|mut agent| {
            agent.search(&start, 3, &Limits::iterations(100)).unwrap();
            agent.search(&start, 5, &Limits::iterations(100)).unwrap()
        });
        assert_eq!(
            (one.best, &one.actions, &one.line, one.nodes),
            (two.best, &two.actions, &two.line, two.nodes),
            "`{text}`"
        );
        assert!(one.reproducible && one.stopped == Stopped::Budget, "`{text}`");
        assert!(one.nodes == 20_000 || text.ends_with("d7") && one.depth == 7, "`{text}`");
    }
}

#[test]
fn noise_makes_other_games_of_other_seeds() {
    let start = Othello::new();
    let values = |text: &str| -> Vec<_> {
        let search = |seed| agent(text, &start).search(&start, seed, &Limits::iterations(100)).unwrap();
        (0..5).map(search).map(|report| report.actions.iter().find_map(|action| action.value)).collect()
    };
    let without = values("ab @d3");
    assert!(without.iter().all(|&value| value == without[0]));
    let with = values("ab(noise=0.01) @d3");
    assert!(with.iter().any(|&value| value != with[0]));
    assert!(with.iter().flatten().all(|value| (value - without[0].unwrap()).abs() <= 0.01), "{with:?} {without:?}");
}

#[test]
fn time_is_kept_and_a_search_can_be_stopped() {
    let start = Othello::new();
    let report = agent("ab", &start).search(&start, 1, &Limits::time(Duration::from_millis(150))).unwrap();
    // What a busy machine adds is not the search's fault: the bound is loose, the search looks every millisecond.
    assert!((150..1_000).contains(&report.elapsed.as_millis()) && !report.reproducible, "{:?}", report.elapsed);
    let stop = AtomicBool::new(false);
    let mut depths = Vec::new();
    let mut progress = |report: &Report<_>| {
        assert_eq!(report.stopped, Stopped::Running);
        depths.push(report.depth);
        stop.store(report.depth == 4, Ordering::Relaxed);
    };
    let mut control = Control { stop: Some(&stop), progress: Some(&mut progress) };
    let report = agent("ab", &start).think(&start, &Limits::time(Duration::from_secs(60)), &mut control).unwrap();
    assert_eq!((report.stopped, depths), (Stopped::Asked, vec![1, 2, 3, 4]));
}

#[test]
fn even_the_smallest_budget_gives_a_legal_move_and_memory_is_kept() {
    let start = Breakthrough::new(8, 8).unwrap();
    for nodes in [1, 2, 30] {
        let report = agent("ab", &start).search(&start, 1, &Limits::iterations(nodes)).unwrap();
        assert!(start.is_legal(report.best) && report.nodes == nodes);
    }
    let limit = 1 << 18;
    let report = agent("ab", &start).search(&start, 1, &Limits::iterations(200_000).memory(limit)).unwrap();
    assert!(report.bytes <= limit && report.memory_full && report.nodes == 200_000);
}

#[test]
fn a_whole_game_is_played_with_what_was_found_before() {
    let start = Kalah::new(4, 3).unwrap();
    let (mut state, mut agent) = (start.clone(), agent("ab @d5", &start));
    agent.start(&start, 1);
    let mut fewer = 0;
    while state.turn() != waxwing::Turn::Over {
        let mut fresh = Agent::parse("ab @d5", &start).unwrap();
        let report = agent.think(&state, &Limits::iterations(1), &mut Control::default()).unwrap();
        fewer += i32::from(report.nodes < fresh.search(&state, 1, &Limits::iterations(1)).unwrap().nodes);
        state.apply(report.best);
        agent.observe(Some(report.best), &state);
    }
    assert!(fewer > 3, "what is known helps");
}

#[test]
fn games_that_alpha_beta_cannot_play_are_refused() {
    let message = |error: waxwing::agent::ExpressionError| error.message().to_owned();
    let dice = Agent::parse("ab @d2", &Backgammon::new()).err().map(message);
    assert_eq!(
        dice.as_deref(),
        Some("`ab` is for two players who see everything, and this game has chance between moves")
    );
    let hidden = Agent::parse("ab @d2", &Hearts::new()).err().map(message);
    assert_eq!(
        hidden.as_deref(),
        Some("`ab` is for two players who see everything, and this game has hidden information")
    );
    for (text, hidden) in
        [("paranoid", true), ("brs", true), ("maxn", true), ("maxn @d2", false), ("paranoid @d2", false)]
    {
        let name = text.split(' ').next().expect("a name");
        let (error, reason) = match hidden {
            true => (Agent::parse(text, &Hearts::new()).err(), "hidden information"),
            false => (Agent::parse(text, &Backgammon::new()).err(), "chance between moves"),
        };
        let expected = format!("`{name}` is for two or more players who see everything, and this game has {reason}");
        assert_eq!(error.map(message), Some(expected));
    }
    let lookahead = Agent::parse("uct > lookahead", &Veiled(Breakthrough::new(5, 4).unwrap())).err().map(message);
    let expected = "`lookahead` is for players who see everything, and this game has hidden information";
    assert_eq!(lookahead.as_deref(), Some(expected));
    assert!(Agent::parse("uct > lookahead", &Backgammon::new()).is_ok());
    let depths = Agent::parse("ab(depths=erps)", &Othello::new()).err().map(message);
    assert_eq!(depths.as_deref(), Some("`depths=erps` needs categories of moves, which this game does not offer"));
    let options = Expression::parse("ab with solver").err().map(message);
    assert_eq!(options.as_deref(), Some("`ab` is not a search and takes no options"));
}

/// The nodes of searches of a few positions.
fn nodes<G: Game>(text: &str, start: &G, least: usize) -> u64 {
    let search = |position: G| agent(text, &position).search(&position, 1, &Limits::iterations(1)).unwrap().nodes;
    positions(start, 7, least).take(3).map(search).sum()
}

#[test]
fn ordering_and_tables_save_nodes() {
    // A change of these numbers is a change of the search: it should be meant, and for the better.
    let golden = [
        ("ab @d8", [169_696, 122_643, 9_649, 21_615]),
        ("ab(etc=no) @d8", [175_565, 154_459, 9_661, 23_691]),
        ("ab(killers=no) @d8", [169_189, 124_117, 10_288, 20_802]),
        ("ab(history=plain) @d8", [172_212, 121_627, 10_041, 22_436]),
        ("ab(history=no) @d8", [214_783, 116_893, 9_335, 23_151]),
        ("ab(table=no) @d8", [320_739, 327_355, 15_716, 52_295]),
        ("ab(multicut=yes) @d8", [85_655, 88_656, 8_460, 16_695]),
    ];
    let nodes = |text: &str| {
        let breakthrough = nodes(text, &Breakthrough::new(6, 6).unwrap(), 4);
        [
            nodes(text, &Othello::new(), 8),
            breakthrough,
            nodes(text, &Kalah::new(6, 4).unwrap(), 4),
            nodes(text, &Checkers::new(), 8),
        ]
    };
    assert_eq!(golden.map(|(text, _)| (text, nodes(text))), golden);
}
