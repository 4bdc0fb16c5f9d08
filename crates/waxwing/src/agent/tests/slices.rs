//! A search in slices is the search of one call.

use std::time::Duration;

use super::slips::{Slips, expressions};
use crate::game::{Game, Player, Turn};
use crate::thinking::{Budget, Slice, Stopped};
use crate::{Agent, Control, Limits, Report, Rng, SearchError};

/// Everything that a report says, except for how long it took.
fn said<A: Clone + std::fmt::Debug>(report: &Report<A>) -> String {
    format!("{:?}", Report { elapsed: Duration::ZERO, ..report.clone() })
}

/// How to cut a search: the next slice.
type Cut = fn(&mut Rng) -> Slice;

const CUTS: [(&str, Cut); 4] = [
    ("single iterations", |_| Slice::iterations(1)),
    ("sevens", |_| Slice::iterations(7)),
    ("moments", |_| Slice::time(Duration::ZERO)),
    ("any", |rng| match rng.below(3) {
        0 => Slice::time(Duration::ZERO),
        1 => Slice::iterations(rng.below(40) as u64),
        _ => Slice::iterations(50).at_most(Duration::from_micros(rng.below(30) as u64)),
    }),
];

/// Thinks in slices, reporting after each.
fn think<G: Game>(agent: &mut Agent<G>, position: &G, limits: &Limits, cut: Cut) -> Report<G::Action> {
    agent.begin(position, limits).unwrap();
    let mut rng = Rng::new(5);
    while agent.advance(cut(&mut rng), &mut Control::default()).unwrap() {
        let report = agent.report().expect("it thinks");
        assert_eq!(report.stopped, Stopped::Running);
    }
    agent.finish().expect("it has thought")
}

/// Some moves of a game by one agent in both seats.
fn play<G: Game>(text: &str, start: &G, mut think: impl FnMut(&mut Agent<G>, &G) -> Report<G::Action>) -> Vec<String> {
    let mut agent = Agent::parse(text, start).unwrap();
    agent.start(start, 11);
    let (mut state, mut rng, mut reports) = (start.clone(), Rng::new(3), Vec::new());
    for _ in 0..5 {
        let action = match state.turn() {
            Turn::Player(_) => {
                let report = think(&mut agent, &state);
                reports.push(said(&report));
                report.best
            }
            Turn::Chance => state.sample_chance(&mut rng),
            Turn::Over => break,
        };
        let seen = state.observe(action, Player(0));
        state.apply(action);
        agent.observe(seen, &state);
    }
    reports
}

fn check<G: Game>(start: &G, at_least: usize) {
    let texts = expressions(start);
    assert!(texts.len() >= at_least, "{} expressions", texts.len());
    let limits = Limits::iterations(60);
    for text in texts {
        let whole = play(&text, start, |agent, state| agent.think(state, &limits, &mut Control::default()).unwrap());
        assert!(whole.len() > 2);
        for (name, cut) in CUTS {
            let sliced = play(&text, start, |agent, state| think(agent, state, &limits, cut));
            assert_eq!(sliced, whole, "`{text}` in {name}");
        }
    }
}

#[test]
fn slices_change_no_number_where_everything_is_seen() {
    check(&Slips::<false, false>::new(1), 60);
}

#[test]
fn slices_change_no_number_with_chance() {
    check(&Slips::<true, false>::new(2), 50);
}

#[test]
fn slices_change_no_number_with_hidden_information() {
    check(&Slips::<false, true>::new(3), 45);
    check(&Slips::<true, true>::new(4), 45);
}

#[test]
fn slices_of_a_shared_tree_use_up_the_budget() {
    let start = Slips::<true, false>::new(5);
    for (_, cut) in CUTS {
        let mut agent = Agent::parse("uct > mast with tree(3)", &start).unwrap();
        let report = think(&mut agent, &start, &Limits::iterations(500), cut);
        let visits: u64 = report.actions.iter().map(|action| action.visits).sum();
        assert_eq!((report.iterations, visits, report.stopped), (500, 500, Stopped::Budget));
        assert!(!report.reproducible);
    }
}

#[test]
fn a_time_budget_is_that_of_all_slices_together() {
    let start = Slips::<false, false>::new(6);
    for text in ["uct", "uct with root(2)", "uct with tree(2)"] {
        let mut agent = Agent::parse(text, &start).unwrap();
        agent.begin(&start, &Limits::time(Duration::from_millis(12))).unwrap();
        let mut slices = 1;
        while agent.advance(Slice::time(Duration::from_millis(2)), &mut Control::default()).unwrap() {
            slices += 1;
        }
        let report = agent.finish().unwrap();
        assert_eq!(report.stopped, Stopped::Budget, "`{text}`");
        assert!(slices <= 6 && report.elapsed >= Duration::from_millis(12), "`{text}`: {slices} {:?}", report.elapsed);
    }
}

#[test]
fn a_search_ends_when_its_owner_ends_it() {
    let start = Slips::<false, false>::new(7);
    for text in ["uct > mast", "uct with root(3)", "ab"] {
        let mut agent = Agent::parse(text, &start).unwrap();
        assert_eq!(agent.advance(Slice::REST, &mut Control::default()), Ok(false), "nothing was begun");
        assert!(agent.report().is_none() && agent.finish().is_none());
        agent.begin(&start, &Limits::new(Budget::UntilStopped)).unwrap();
        assert_eq!(agent.advance(Slice::iterations(30), &mut Control::default()), Ok(true));
        let report = agent.finish().unwrap();
        assert!(report.iterations >= 30 && report.stopped == Stopped::Asked && !report.reproducible, "`{text}`");
        assert!(agent.report().is_none(), "`{text}`");
        agent.begin(&start, &Limits::new(Budget::UntilStopped)).unwrap();
        let endless = agent.advance(Slice::REST, &mut Control::default());
        assert_eq!(endless, Err(SearchError::NothingStops), "`{text}`");
    }
}
