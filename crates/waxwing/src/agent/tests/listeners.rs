//! Strategies that listen to a search: they learn what they would learn, change nothing, and say what their records say.

use super::drivers::{FOR_OPEN_GAMES, Row};
use crate::agent::catalogue::{Catalogue, Role};
use crate::icarus::{Information, Record};
use crate::search::Hearing;
use crate::{Agent, Expression, Game, Limits, Player};

fn parsed(text: &str) -> Expression {
    Expression::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn listened_to<G: Game>(text: &str, listeners: &[&str], game: &G) -> Agent<G> {
    let listeners = listeners.iter().map(|text| parsed(text)).collect();
    Agent::listened_to(parsed(text), listeners, game).unwrap_or_else(|error| panic!("{error}"))
}

/// Every strategy listens to every kind of search, alone and with all the others.
fn compare<G: Game>(game: &G) {
    let catalogue = Catalogue::built_in();
    let names = catalogue.entries(Role::Strategy).map(|entry| entry.name.to_string());
    let names: Vec<String> = names.filter(|name| !G::HIDDEN || !FOR_OPEN_GAMES.contains(&&**name)).collect();
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(all.len() > 20);
    for text in ["uct", "uct > mast", "nast > tiles", "rave > epic", "uct > lgrf with fet(3)", "uct with ph(keep=game)"]
    {
        let found = |listeners: &[&str]| {
            let mut agent = listened_to(text, listeners, game);
            let report = agent.search(game, 7, &Limits::iterations(300)).unwrap();
            format!("{:?} {:?} {:?} {} {}", report.best, report.actions, report.line, report.plies, report.nodes)
        };
        let alone = found(&[]);
        for listener in &all {
            assert_eq!(found(&[listener]), alone, "`{listener}` listens to `{text}`");
        }
        assert_eq!(found(&all), alone, "all listen to `{text}`");
    }
}

#[test]
fn what_listens_changes_no_search_by_lists() {
    compare(&Row::<false, false>::START);
}

#[test]
fn what_listens_changes_no_search_by_sets() {
    compare(&Row::<true, false>::START);
}

#[test]
fn what_listens_changes_no_search_where_something_is_hidden() {
    compare(&Row::<true, true>::START);
}

/// Compares the opinions of a voice with what the records themselves say, which are named one by one. Returns how many have visits.
fn agree<G: Game<Action = u8>>(
    agent: &Agent<G>,
    game: &G,
    hearing: &Hearing<u8>,
    voice: usize,
    record: impl Fn(u8) -> Record<u8>,
) -> u32 {
    let records = agent.records(game).unwrap();
    let mut visited = 0;
    for (&action, opinion) in hearing.actions.iter().zip(&hearing.voices[voice].opinions) {
        let opinion = opinion.unwrap();
        let recalled = records.recall(&record(action));
        let matches = recalled.iter().any(|information| match *information {
            Information::Statistics { sum, visits, .. } => {
                visits == u64::from(opinion.visits)
                    && (visits == 0 || (sum / visits as f64 - f64::from(opinion.value)).abs() < 1e-5)
            }
            _ => false,
        });
        assert!(matches, "{:?}: {opinion:?} is none of {recalled:?}", record(action));
        visited += u32::from(opinion.visits > 0);
    }
    visited
}

#[test]
fn opinions_are_what_the_records_say() {
    let game = Row::<true, false>::START;
    let listeners = ["mast", "nast(n=3)", "tiles", "epic", "amaf", "records(by=action&last(2))"];
    let mut agent = listened_to("uct", &listeners, &game);
    agent.search(&game, 3, &Limits::iterations(3_000)).unwrap();
    let path = [4, 9];
    let hearing = agent.hear(&game, &path, 50).unwrap();
    assert!(hearing.in_tree && hearing.player == Player(0) && hearing.actions.len() == 16);
    let player = hearing.player;
    let mut visited = Vec::new();
    visited.push(agree(&agent, &game, &hearing, 1, |action| Record::Action { player, action }));
    visited.push(agree(&agent, &game, &hearing, 2, |action| Record::Gram { player, moves: vec![4, 9, action] }));
    visited.push(agree(&agent, &game, &hearing, 3, |second| Record::Tile { player, first: 4, second }));
    // AMAF keeps records where all actions have been visited.
    let above = agent.hear(&game, &[4], 50).unwrap();
    let history = |action| Record::History { observer: above.player, moves: vec![4, action] };
    visited.push(agree(&agent, &game, &above, 5, history));
    assert!(visited.iter().all(|&visited| visited > 8), "{visited:?}");

    // A setting of records that is a known strategy says the same.
    let said =
        |voice: usize| hearing.voices[voice].opinions.iter().map(|opinion| opinion.map(|one| (one.value, one.visits)));
    assert!(said(2).eq(said(6)));

    // The baseline's own: what the tree says.
    let tree = agent.tree(&path, &Default::default()).unwrap();
    assert_eq!(hearing.known.iter().map(|known| u64::from(known.0)).sum::<u64>(), tree.visits - 1);
    assert_eq!(hearing.voices[0].opinions[0].unwrap().visits, hearing.known[0].0);
}

#[test]
fn a_reply_is_worth_one_and_all_else_nothing() {
    let game = Row::<true, false>::START;
    let mut agent = listened_to("uct", &["lgr"], &game);
    agent.search(&game, 3, &Limits::iterations(2_000)).unwrap();
    let hearing = agent.hear(&game, &[7], 200).unwrap();
    let lgr = &hearing.voices[1];
    let said: Vec<f32> = lgr.opinions.iter().map(|opinion| opinion.unwrap().value).collect();
    assert_eq!(said.iter().sum::<f32>(), 1.0, "{said:?}");
    assert!(lgr.chances.iter().zip(&said).all(|(chance, said)| (chance - said).abs() < 1e-3), "{:?}", lgr.chances);
}

#[test]
fn below_the_tree_the_baseline_has_nothing_to_say_and_others_have() {
    let game = Row::<true, false>::START;
    let mut agent = listened_to("uct", &["nast", "amaf"], &game);
    agent.search(&game, 3, &Limits::iterations(500)).unwrap();
    let hearing = agent.hear(&game, &[0, 17, 3, 12, 9, 1], 50).unwrap();
    assert!(!hearing.in_tree && hearing.known.iter().all(|&known| known == (0, 0.0)));
    let [own, nast, amaf] = &hearing.voices[..] else { panic!("three voices") };
    assert!(own.opinions.is_empty() && own.chances.iter().all(|&chance| chance == own.chances[0]));
    assert!(nast.opinions.len() == 12 && !nast.tree_only);
    assert!(amaf.opinions.is_empty() && amaf.tree_only);
}

#[test]
fn what_listens_is_a_strategy_alone() {
    let game = Row::<true, false>::START;
    for text in ["uct > mast", "nast with solver", "mast @100", "random"] {
        let Err(error) = Agent::listened_to(parsed("uct"), vec![parsed(text)], &game) else { panic!("`{text}`") };
        assert!(error.to_string().contains("what listens is a strategy alone"), "{error}");
    }
}

#[test]
fn what_is_known_in_a_forest_is_what_its_report_says() {
    let game = Row::<true, true>::START;
    let mut agent = listened_to("uct", &["mast"], &game);
    let report = agent.search(&game, 3, &Limits::iterations(1_000)).unwrap();
    let hearing = agent.hear(&game, &[], 10).unwrap();
    for (action, known) in hearing.actions.iter().zip(&hearing.known) {
        let reported = report.actions.iter().find(|reported| reported.action == *action).unwrap();
        assert_eq!(reported.visits, u64::from(known.0));
        assert!((reported.value.unwrap() - f64::from(known.1)).abs() < 1e-4);
    }
    // The other player's node: its visits are those of the action that leads there.
    let below = agent.hear(&game, &[hearing.actions[0]], 10).unwrap();
    assert!(below.in_tree && below.player == Player(1));
    let visits: u32 = below.known.iter().map(|known| known.0).sum();
    assert!(visits + 1 == hearing.known[0].0, "{visits} of {}", hearing.known[0].0);
}
