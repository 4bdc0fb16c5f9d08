//! Paranoid, best-reply and maxⁿ search against versions that look at everything, on games that a hash has drawn.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::naive::{Naive, Search, successors};
use super::trees::{Rules, Tree};
use crate::game::{Game, Player, Reward, Turn};
use crate::thinking::{Budget, Proven, Stopped};
use crate::{Agent, Control, Limits, Report, Rng};

const SEARCHES: [(&str, Search); 10] = [
    ("paranoid", Search::Paranoid),
    ("paranoid(table=no, killers=no, history=no)", Search::Paranoid),
    ("paranoid(history=plain, etc=no, categories=no)", Search::Paranoid),
    ("brs", Search::BestReply),
    ("brs(table=no, killers=no, history=no)", Search::BestReply),
    ("brs(history=plain, etc=no, categories=no)", Search::BestReply),
    ("maxn", Search::MaxN { paranoid_ties: false }),
    ("maxn(table=no)", Search::MaxN { paranoid_ties: false }),
    ("maxn(ties=paranoid)", Search::MaxN { paranoid_ties: true }),
    ("maxn(table=no, ties=paranoid)", Search::MaxN { paranoid_ties: true }),
];

/// More than any of the small games lasts.
const TO_THE_END: u32 = 9;

fn agent(text: &str, game: &Tree) -> Agent<Tree> {
    Agent::parse(text, game).unwrap_or_else(|error| panic!("{error}"))
}

fn mover(state: &Tree) -> Player {
    let Turn::Player(mover) = state.turn() else { panic!("somebody is to move") };
    mover
}

/// A value as reports have it.
fn reported(value: f64) -> f64 {
    if value.abs() > 1.0 { f64::from(value > 0.0) } else { (value + 1.0) / 2.0 }
}

/// Compares a report with what a search of this depth finds that looks at everything.
fn check(text: &str, search: Search, position: &Tree, depth: u32, report: &Report<u8>) {
    let naive = Naive { search, root: mover(position) };
    let values: Vec<f64> = successors(position).iter().map(|next| naive.value(next, 1, depth - 1)).collect();
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    let of = |action: u8| values[usize::from(action)];
    assert_eq!(reported(of(report.best)), reported(best), "`{text}` plays {} of {values:?}", report.best);
    for action in report.actions.iter().filter(|action| report.depth == depth || action.action == report.best) {
        let same = action.value.is_none_or(|value| value == reported(of(action.action)));
        assert!(same, "`{text}` @d{depth} about {action:?}: {values:?} in {position:?}");
    }
    let chosen = report.actions.iter().find(|action| action.action == report.best).expect("it is legal");
    assert!(chosen.value.is_some(), "`{text}` knows what it plays");
    check_line(position, &report.line);
}

/// A line can be played.
fn check_line(position: &Tree, line: &[u8]) {
    let mut state = *position;
    for &action in line {
        assert!(matches!(state.turn(), Turn::Player(_)) && state.is_legal(action), "{line:?}");
        state.apply(action);
    }
}

#[test]
fn all_have_the_values_of_searches_that_look_at_everything() {
    for players in 2..=4 {
        for seed in 0..150 {
            let position = Tree::small(seed, players);
            for (text, search) in SEARCHES {
                let depth = 1 + (seed % 6) as u32;
                let mut agent = agent(&format!("{text} @d{depth}"), &position);
                let report = agent.search(&position, seed, &Limits::iterations(1)).unwrap();
                assert!(report.reproducible && report.depth <= depth);
                check(text, search, &position, depth, &report);
            }
        }
    }
}

#[test]
fn eight_players_are_not_too_many() {
    for seed in 0..20 {
        let position = Tree::small(seed, 8);
        for (text, search) in SEARCHES {
            let report =
                agent(&format!("{text} @d4"), &position).search(&position, seed, &Limits::iterations(1)).unwrap();
            check(text, search, &position, 4, &report);
        }
    }
}

#[test]
fn with_two_players_all_agree_with_alpha_beta() {
    let plain = "null=0, quiescence=no, depths=fixed";
    for seed in 0..150 {
        let position = Tree::small(seed, 2);
        for depth in 1..=6 {
            let search = |text: &str| {
                let report = agent(&format!("{text} @d{depth}"), &position)
                    .search(&position, seed, &Limits::iterations(1))
                    .unwrap();
                let best = report.actions.iter().find(|action| action.action == report.best).cloned();
                (report, best.expect("it is legal"))
            };
            let (ab, best) = search(&format!("ab({plain})"));
            for text in ["paranoid", "brs"] {
                let (report, chosen) = search(text);
                assert_eq!((report.nodes, report.stopped, report.depth), (ab.nodes, ab.stopped, ab.depth), "`{text}`");
                assert_eq!((chosen, &report.line), (best.clone(), &ab.line), "`{text}`");
            }
            assert_eq!(search("maxn").1.value, best.value);
        }
    }
}

#[test]
fn what_is_proven_is_true_whatever_the_others_do() {
    let mut claims = [0; 3];
    for (players, seed) in (2..=4).flat_map(|players| (0..300).map(move |seed| (players, seed))) {
        let position = Tree::small(seed, players);
        let paranoid = Naive { search: Search::Paranoid, root: mover(&position) };
        for (text, search) in SEARCHES {
            let nodes = 1 + Rng::derive(seed, 7) % 400;
            let report =
                agent(&format!("{text} @{nodes}"), &position).search(&position, seed, &Limits::iterations(1)).unwrap();
            for action in &report.actions {
                let after = successors(&position)[usize::from(action.action)];
                let value = paranoid.value(&after, 1, TO_THE_END);
                let wins_at_once = after.turn() == Turn::Over && after.reward(paranoid.root) == Reward::WIN;
                let sees_all = search == Search::Paranoid || (players == 2 && search == Search::BestReply);
                let is_true = match action.proven {
                    None => continue,
                    Some(Proven::Win) => value > 1.0 && (sees_all || wins_at_once),
                    Some(Proven::Draw) => value == 0.0 && sees_all && players == 2,
                    Some(Proven::Loss) => value < -1.0 && sees_all && players == 2,
                    Some(Proven::CoalitionLoss) => value < -1.0 && search == Search::Paranoid && players > 2,
                };
                assert!(is_true, "`{text}` about {action:?} in {position:?}: {value}");
                let claim = match action.proven {
                    Some(Proven::Win) => 0,
                    Some(Proven::CoalitionLoss) => 1,
                    _ => 2,
                };
                claims[claim] += 1;
            }
            if report.stopped == Stopped::Proven {
                let best = report.actions.iter().find(|action| action.action == report.best).expect("it is legal");
                assert!(best.proven.is_some_and(|proven| proven != Proven::CoalitionLoss));
            }
        }
    }
    assert!(claims.iter().all(|&claims| claims > 100), "{claims:?}");
}

#[test]
fn a_search_that_has_seen_everything_ends() {
    for (text, search) in SEARCHES {
        let stopped = (0..50).map(|seed| {
            let position = Tree::new(Rules { odd_rewards: false, ..Tree::small(seed, 3).rules });
            let report = agent(text, &position).search(&position, seed, &Limits::iterations(1_000_000)).unwrap();
            check(text, search, &position, TO_THE_END, &report);
            report.stopped
        });
        assert!(stopped.clone().all(|stopped| [Stopped::Proven, Stopped::Exhausted].contains(&stopped)), "`{text}`");
        assert!(stopped.filter(|&stopped| stopped == Stopped::Exhausted).count() > 5, "`{text}`");
    }
}

#[test]
fn one_agent_may_play_for_all_in_turn() {
    for (seed, (text, search)) in (0..60).flat_map(|seed| SEARCHES.map(|search| (seed, search))) {
        let mut position = Tree::new(Rules { plies: 12, ..Tree::small(seed, 3).rules });
        let mut agent = agent(text, &position);
        agent.start(&position, seed);
        // Each search is less deep by a ply, so that what the table keeps from the one before is as deep as what is
        // asked for.
        for depth in (1..=5).rev() {
            if position.turn() == Turn::Over {
                break;
            }
            let limits = Limits { budget: Budget::Depth(depth), ..Limits::iterations(1) };
            let report = agent.think(&position, &limits, &mut Control::default()).unwrap();
            check(text, search, &position, depth, &report);
            position.apply(report.best);
        }
    }
}

#[test]
fn a_search_is_as_long_as_its_budget_says_and_repeats() {
    let start = Tree::large(5, 3);
    for (text, _) in SEARCHES {
        let search = |budget: &str| {
            agent(&format!("{text} @{budget}"), &start).search(&start, 1, &Limits::iterations(1)).unwrap()
        };
        let [one, two] = [search("3000"), search("3000")];
        assert_eq!((one.nodes, one.stopped, one.reproducible), (3_000, Stopped::Budget, true), "`{text}`");
        assert_eq!((one.best, &one.actions, &one.line), (two.best, &two.actions, &two.line), "`{text}`");
        assert_eq!((search("d4").depth, search("1").nodes), (4, 1), "`{text}`");
        let timed = search("0.05s");
        // What a busy machine adds is not the search's fault: the bound is loose, the search looks every millisecond.
        assert!((50..500).contains(&timed.elapsed.as_millis()) && !timed.reproducible, "`{text}`: {:?}", timed.elapsed);
        let small = Limits::iterations(100_000).memory(1 << 18);
        let report = agent(text, &start).search(&start, 1, &small).unwrap();
        assert!(report.bytes <= 1 << 18 && report.nodes == 100_000, "`{text}`: {} bytes", report.bytes);
    }
}

#[test]
fn a_search_can_be_stopped() {
    let start = Tree::large(6, 4);
    for text in ["paranoid", "brs", "maxn"] {
        let stop = AtomicBool::new(false);
        let mut progress = |report: &Report<_>| stop.store(report.depth == 4, Ordering::Relaxed);
        let mut control = Control { stop: Some(&stop), progress: Some(&mut progress) };
        let report = agent(text, &start).think(&start, &Limits::time(Duration::from_secs(60)), &mut control).unwrap();
        assert_eq!((report.stopped, report.depth), (Stopped::Asked, 4), "`{text}`");
    }
}

#[test]
fn tables_and_pruning_save_nodes() {
    let nodes = |text: &str| -> u64 {
        let search = |seed| {
            let start = Tree::new(Rules { width: 40, ..Tree::large(seed, 3).rules });
            agent(&format!("{text} @d8"), &start).search(&start, seed, &Limits::iterations(1)).unwrap().nodes
        };
        (0..20).map(search).sum()
    };
    for name in ["paranoid", "brs", "maxn"] {
        let (with, without) = (nodes(name), nodes(&format!("{name}(table=no)")));
        assert!(3 * with < 2 * without, "`{name}`: {with} and {without} nodes");
    }
    assert!(2 * nodes("paranoid(table=no)") < nodes("maxn(table=no)"), "paranoid search prunes");
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let refused = |text, start| Agent::parse(text, &start).err().map(|error| error.message().to_owned());
    let message = |text, players| refused(text, Tree::small(1, players));
    assert_eq!(
        message("ab", 3).as_deref(),
        Some("`ab` is for two players who see everything, and this game has 3 players")
    );
    assert_eq!(
        message("maxn", 1).as_deref(),
        Some("`maxn` is for two or more players who see everything, and this game has 1 player")
    );
    assert_eq!(message("brs", 4), None);
    let strict = |players| Tree::new(Rules { lends_turns: false, ..Tree::small(1, players).rules });
    assert_eq!(
        refused("brs", strict(3)).as_deref(),
        Some("`brs` lets players reply out of turn, which this game does not offer")
    );
    assert_eq!(
        (refused("brs", strict(2)), refused("paranoid", strict(3)), refused("maxn", strict(3))),
        (None, None, None)
    );
}
