//! Why a move: searches without their parts, two moves beside each other, and how a choice changed.

use std::sync::atomic::AtomicBool;

use waxwing::search::TreeScope;
use waxwing::thinking::Slice;
use waxwing::{Limits, Player, Rng, Turn};
use waxwing_workshop::{Beside, ChoiceHistory, Position, Watch, Why, WhyError, WhyReport};

use crate::{expression, open};

const SEED: u64 = 7;

/// A position some moves into a game, in which a player is to move.
fn middle(game: &str, moves: usize) -> (Position, Player) {
    let (mut position, mut rng) = (open(game).start(), Rng::new(4));
    loop {
        if let Turn::Player(player) = position.turn()
            && position.len() >= moves
        {
            return (position, player);
        }
        position.play_random(&mut rng);
    }
}

fn why(game: &str, agent: &str, position: &Position, iterations: u64) -> Why {
    Why::new(&open(game), position, &expression(agent), SEED, &Limits::iterations(iterations)).unwrap()
}

fn finished(mut why: Why, slice: Slice) -> WhyReport {
    while why.advance(slice, Watch::default()).unwrap() {}
    why.report()
}

#[test]
fn a_row_says_what_the_search_without_the_part_says_by_itself() {
    let (position, _) = middle("othello", 12);
    let agent = expression("rave > mast + nast with solver, root(2) @1s");
    let report = finished(why("othello", &agent.to_string(), &position, 400), Slice::REST);
    assert!(report.finished);
    let whole = report.whole.as_ref().unwrap();
    assert!(!whole.changed && whole.iterations == 400 && whole.played.as_ref() == Some(&whole.best));
    assert_eq!(report.without.len(), agent.parts().len());
    for (row, part) in report.without.iter().zip(agent.parts()) {
        let mut without = agent.without(&part).unwrap();
        without.budget = None;
        let mut alone = open("othello").build(&without).unwrap();
        let thought = alone.search(&position, SEED, &Limits::iterations(400)).unwrap();
        let result = row.result.as_ref().unwrap();
        let (best, chosen) = (&result.best, thought.chosen().unwrap());
        assert_eq!(
            (&*best.action, best.visits, best.value),
            (&*thought.best, chosen.visits, chosen.value),
            "{}",
            row.words
        );
        assert_eq!(best.share, chosen.visits as f64 / 400.0);
        assert_eq!(result.changed, thought.best != whole.best.action);
        let played = thought.actions.iter().find(|one| one.action == whole.best.action).unwrap();
        assert_eq!(result.played.as_ref().unwrap().visits, played.visits);
        assert_eq!(row.agent, format!("{without} @400"));
    }
    assert!(report.without.iter().any(|row| row.result.as_ref().unwrap().changed), "no part makes a difference here");
}

#[test]
fn slices_change_no_number_of_the_table() {
    for game in ["othello", "backgammon", "hearts"] {
        let (position, _) = middle(game, 9);
        let table = |slice| {
            let mut report = finished(why(game, "icarus/RM", &position, 150), slice);
            report.history = ChoiceHistory::new(4);
            report
        };
        let whole = table(Slice::REST);
        assert_eq!(whole.without.len(), 2);
        for slice in [40, 149, 1_000] {
            assert_eq!(table(Slice::iterations(slice)), whole, "{game} by {slice}");
        }
    }
}

#[test]
fn a_table_is_filled_row_by_row_and_stops_when_it_is_asked_to() {
    let (position, _) = middle("othello", 12);
    let mut why = why("othello", "uct > mast + nast", &position, 300);
    assert_eq!((why.progress(), why.report().whole), ((0, 4), None));
    assert!(why.advance(Slice::iterations(100), Watch::default()).unwrap());
    let first = why.report();
    assert_eq!(first.whole.unwrap().iterations, 100);
    assert!(!first.finished && first.without.iter().all(|row| row.result.is_none()));
    assert!(why.advance(Slice::REST, Watch::default()).unwrap());
    assert!(why.advance(Slice::REST, Watch::default()).unwrap());
    let filled: Vec<bool> = why.report().without.iter().map(|row| row.result.is_some()).collect();
    assert_eq!((why.progress(), filled), ((2, 4), vec![true, false, false]));
    let stop = AtomicBool::new(true);
    assert!(!why.advance(Slice::REST, Watch::stopped_by(&stop)).unwrap());
    assert!(!why.advance(Slice::REST, Watch::default()).unwrap());
}

#[test]
fn parts_that_leave_the_same_search_share_one() {
    let (position, _) = middle("othello", 12);
    // Without either term, and without all of both, less is left: three parts, two searches beside the whole one.
    let mut why = why("othello", "uct > mast + mast", &position, 50);
    assert_eq!(why.progress(), (0, 3));
    while why.advance(Slice::REST, Watch::default()).unwrap() {}
    let rows = why.report().without;
    assert_eq!(rows[1].result, rows[2].result);
    assert_ne!(rows[0].agent, rows[1].agent);
}

#[test]
fn players_have_no_parts_and_what_a_game_cannot_serve_is_an_error() {
    let (position, _) = middle("breakthrough", 3);
    let report = finished(why("breakthrough", "ab", &position, 500), Slice::REST);
    assert!(report.finished && report.without.is_empty());
    assert!(report.whole.unwrap().best.value.is_some());
    let refused = |agent: &str, game: &str, position: &Position| {
        let limits = Limits::iterations(10);
        Why::new(&open(game), position, &expression(agent), SEED, &limits).err().unwrap()
    };
    assert!(matches!(refused("uct > expert", "breakthrough", &position), WhyError::Agent(_)));
    assert!(matches!(refused("uct", "othello", &position), WhyError::Think(_)));
    let endless = Limits::new(waxwing::Budget::UntilStopped);
    assert!(Why::new(&open("breakthrough"), &position, &expression("uct"), SEED, &endless).is_err());
}

#[test]
fn nothing_that_is_said_depends_on_what_the_player_has_not_seen() {
    for game in ["hearts", "dou-di-zhu", "confrontation"] {
        let (position, player) = middle(game, 10);
        let mut rng = Rng::new(3);
        let mut truths = vec![position.as_start()];
        truths.extend([0; 2].map(|_| position.determinize(player, &mut rng)));
        let said = truths.iter().map(|truth| {
            let mut why = why(game, "rave > mast + lgrf", truth, 120);
            while why.advance(Slice::iterations(50), Watch::default()).unwrap() {}
            let other = why.report().history.moments().last().unwrap().moves.last().unwrap().action.clone();
            let beside = serde_json::to_string(&why.beside(&other).unwrap()).unwrap();
            (serde_json::to_string(&why.report()).unwrap(), beside)
        });
        let said: Vec<_> = said.collect();
        assert!(said.iter().all(|one| *one == said[0]), "{game}");
    }
}

#[test]
fn two_moves_beside_each_other_have_their_figures_and_the_lines_behind_them() {
    let (position, player) = middle("othello", 12);
    let mut agent = open("othello").agent("uct > mast").unwrap();
    agent.start(&position, player, SEED).unwrap();
    let thought = agent.think(&position, &Limits::iterations(3_000), Watch::default()).unwrap();
    let other = &thought.actions[1].action;
    let beside = Beside::new(&agent, &thought, &thought.best, other).unwrap();
    assert_eq!(beside.one.line, thought.line);
    let tree = agent.tree(&[other], &TreeScope::default()).unwrap();
    assert_eq!((beside.other.standing.visits, beside.other.line[0].as_str()), (tree.visits, other.as_str()));
    assert_eq!(beside.other.line[1..], tree.line);
    assert!(beside.other.line.len() > 1, "the second move was hardly tried");
    for case in [&beside.one, &beside.other] {
        let mut after = position.clone();
        for text in &case.line {
            after.play(text).unwrap();
        }
        let (value, error, interval) =
            (case.standing.value.unwrap(), case.standard_error.unwrap(), case.interval.unwrap());
        let said = thought.actions.iter().find(|action| action.action == case.standing.action);
        assert_eq!(said.and_then(|action| action.error), Some(error));
        assert!(interval.low < value - error && value + error < interval.high);
    }
    let (difference, values) =
        (beside.difference.unwrap(), [&beside.one, &beside.other].map(|case| case.standing.value));
    let by = values[0].unwrap() - values[1].unwrap();
    assert!(difference.low < by && by < difference.high);
    let error = Beside::new(&agent, &thought, "z9", other).unwrap_err();
    assert_eq!(error.to_string(), "the search has not considered the move `z9`");
}

#[test]
fn evaluations_and_proofs_have_no_standard_error() {
    let (position, _) = middle("breakthrough", 3);
    let mut agent = open("breakthrough").agent("ab").unwrap();
    let thought = agent.search(&position, SEED, &Limits::iterations(2_000)).unwrap();
    let beside = Beside::new(&agent, &thought, &thought.best, &thought.actions[1].action).unwrap();
    assert_eq!((beside.one.standard_error, beside.difference), (None, None));
    assert_eq!(beside.other.line, [thought.actions[1].action.clone()]);
}

#[test]
fn a_history_covers_a_long_search_with_few_moments() {
    let (position, player) = middle("othello", 12);
    let mut agent = open("othello").agent("uct").unwrap();
    agent.start(&position, player, SEED).unwrap();
    agent.begin(&position, &Limits::iterations(6_000)).unwrap();
    let (mut history, mut last) = (ChoiceHistory::new(12), 0);
    while agent.advance(Slice::iterations(7), Watch::default()).unwrap() {
        let thought = agent.report().unwrap();
        last = thought.iterations;
        history.record(&thought);
        // A report that says nothing new is not noted again.
        history.record(&thought);
        let moments = history.moments();
        assert!(moments.len() <= 12 && moments.last().unwrap().iterations == last);
        assert_eq!(moments[0].iterations, 7);
        assert!(moments.is_sorted_by(|one, next| one.iterations < next.iterations));
    }
    let gaps: Vec<u64> = history.moments().windows(2).map(|pair| pair[1].iterations - pair[0].iterations).collect();
    let (inner, widest) = (&gaps[..gaps.len() - 1], last / 3);
    assert!(history.moments().len() >= 6 && inner.iter().all(|&gap| gap < widest), "{gaps:?}");
    let moment = history.moments().last().unwrap();
    assert!(moment.moves.len() <= 9 && moment.moves.iter().any(|one| one.action == moment.best));
    let shares: f64 = moment.moves.iter().map(|one| one.share).sum();
    assert!(shares > 0.9 && shares < 1.0 + 1e-9, "{shares}");
}
