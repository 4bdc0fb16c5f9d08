//! The one strategy in which the known ones are points: settings that are known are followed by the interpreter's version of the
//! known strategy, record for record, and settings that nobody has named by its own.

use waxwing::agent::{Call, Expression, WrittenPolicy};
use waxwing::strategy::About;
use waxwing::{Agent, Game, Notation, Record, Rng, Turn};
use waxwing_games::{
    Backgammon, Breakthrough, Checkers, Confrontation, DouDiZhu, Go, Hearts, Kalah, LinesOfAction, Othello,
};

use crate::agreement::agree;
use crate::cards::Cards;
use crate::follow::{Follower, follow_as};
use crate::grove::Grove;
use crate::icarus::Before;
use crate::race::Race;
use crate::start::start;
use crate::veiled::Veiled;

/// Settings that every game can serve, and what they are.
const NAMED: &[(&str, &str)] = &[
    ("records", "mast"),
    ("records(tau=0.2)", "mast(tau=0.2)"),
    ("records(policy=greedy, epsilon=0.1)", "mast(policy=greedy, epsilon=0.1)"),
    ("records(policy=roulette)", "mast(policy=roulette)"),
    ("records(policy=ucb1, trials=available)", "mast(policy=ucb1)"),
    ("records(from=tree, tau=0.3)", "to-mast(tau=0.3)"),
    ("records(from=tree, policy=greedy, epsilon=0.2)", "to-mast(policy=greedy, epsilon=0.2)"),
    ("records(from=tree, policy=roulette)", "to-mast(policy=roulette)"),
    ("records(from=tree, policy=ucb1, trials=available, c=0.2)", "to-mast(policy=ucb1, c=0.2)"),
    ("records(policy=ucb1)", "nast(n=1)"),
    ("records(by=action&last(1), policy=ucb1)", "nast"),
    ("records(by=action&last(2), policy=ucb1, c=0.3)", "nast(n=3, c=0.3)"),
    ("records(by=action&last(1), policy=ucb1, short=uniform)", "nast(short=uniform)"),
    ("records(by=action&last(2), policy=ucb1, short=uniform)", "nast(n=3, short=uniform)"),
    ("records(by=action&last(2), policy=ucb1, prefix=yes)", "nast(n=3, prefix=yes)"),
    ("records(by=action&last(1), learn=good, policy=reply, short=uniform)", "lgr"),
    ("records(by=action&last(1), learn=good-forgetting, policy=reply, short=uniform)", "lgrf"),
    ("records(by=action&last(1), learn=good-forgetting, policy=reply, short=uniform, prefix=yes)", "lgrf(prefix=yes)"),
    (
        "records(by=action&last(2), learn=good, policy=reply, short=uniform, \
         else=records(by=action&last(1), learn=good, policy=reply, short=uniform))",
        "lgr(context=2)",
    ),
    (
        "records(by=action&last(2), learn=good-forgetting, policy=reply, short=uniform, \
         else=records(by=action&last(1), learn=good-forgetting, policy=reply, short=uniform))",
        "lgrf(context=2)",
    ),
    ("records(by=action&own(1), from=below, policy=greedy, short=uniform, epsilon=0.2)", "tiles"),
    ("records(by=action&own(1), from=below, policy=greedy, short=uniform, epsilon=0.6)", "tiles(epsilon=0.6)"),
];

/// Those that choose in the tree.
const NAMED_IN_TREES: &[(&str, &str)] = &[
    ("records(by=action&node, from=tree, policy=ucb1, trials=available)", "uct"),
    ("records(by=action&node, policy=ucb1, trials=available, c=2)", "uct(c=2)"),
    ("records(by=action&node, from=below, policy=ucb1)", "amaf"),
    ("records(by=action&node, from=below, policy=ucb1, c=0.3)", "amaf(c=0.3)"),
];

const NAMED_BY_EPISODES: &[(&str, &str)] = &[
    ("records(by=action&episode, policy=ucb1, trials=available)", "epic"),
    ("records(by=action&episode, policy=ucb1, trials=available, c=0.2)", "epic(c=0.2)"),
];

const NAMED_BY_PREDICATES: &[(&str, &str)] = &[
    ("records(by=action&predicates, tau=0.2)", "past(tau=0.2)"),
    ("records(by=action&predicates, tau=0.5, min=4)", "past(tau=0.5, min=4)"),
];

/// Settings that nobody has named, in the playouts or everywhere.
const UNNAMED: &[&str] = &[
    "uct > records(by=action&last(1), tau=0.2)",
    "uct > records(by=action&own(1), policy=ucb1)",
    "uct > records(by=action&own(2)&last(1), policy=roulette)",
    "uct > records(by=action&last(3), from=playout, policy=ucb1, trials=available, c=0.3)",
    "uct > records(by=action&depth(4), policy=ucb1)",
    "uct > records(by=action&depth(1), from=playout, policy=greedy, epsilon=0.1)",
    "uct > records(from=below, tau=0.3)",
    "uct > records(by=action&last(1), from=below, policy=ucb1, trials=available)",
    "uct > records(learn=discounted, gamma=0.9, tau=0.2)",
    "uct > records(by=action&last(1), learn=discounted, policy=ucb1)",
    "uct > records(learn=discounted, gamma=1, policy=ucb1, trials=available)",
    "uct > records(learn=variance, policy=ucb1, c=1)",
    "uct > records(by=action&last(1), learn=variance, policy=ucb1, trials=available, c=1)",
    "uct > records(learn=variance, policy=roulette, min=3)",
    "uct > records(min=5, policy=ucb1)",
    "uct > records(min=5, policy=greedy, epsilon=0.3)",
    "uct > records(policy=reply, min=2)",
    "uct > records(by=action&last(2), policy=reply, else=records(tau=0.3))",
    "uct > records(by=action&own(1), learn=good-forgetting, policy=reply, else=nast)",
    "uct > records(learn=good)",
    "uct > records(by=action&last(1), learn=good-forgetting, policy=greedy, epsilon=0.3)",
    "uct > records(by=action&depth(3), learn=good, policy=roulette)",
    "uct > records(by=action&last(1), learn=good, policy=ucb1)",
    "uct > records(by=action&own(1), from=below, learn=good, policy=reply)",
    "records(by=action&last(1), policy=ucb1)",
    "records(by=action&node, from=below, policy=ucb1, trials=available) > records(from=tree)",
    "records(by=action&node&last(1), policy=ucb1, c=0.4)",
    "records(by=action&node, learn=variance, policy=ucb1, trials=available, c=1)",
    "records(by=action&node, tau=0.1)",
    "records(by=action&node, learn=good, policy=greedy)",
    "blend([rave(k=30)] records(by=action&node, from=below, policy=ucb1), uct) > records(policy=ucb1) + records(tau=0.2)",
    "uct > 0.5 records(learn=good, policy=reply) + 0.5 mast(tau=0.2)",
    "blend(uct, records(by=action&last(1), policy=ucb1)) with ph(w=2)",
];

const UNNAMED_BY_EPISODES: &[&str] = &[
    "uct > records(by=action&episode, policy=ucb1)",
    "uct > records(by=action&episode&own(1), tau=0.2)",
    "uct > records(by=action&episode, learn=good, policy=reply, else=nast)",
];

const UNNAMED_BY_PREDICATES: &[&str] = &[
    "uct > records(by=action&predicates, policy=ucb1)",
    "uct > records(by=action&predicates&last(1), policy=ucb1, trials=available, min=2)",
    "uct > records(by=action&predicates, from=below, policy=greedy)",
    "uct > records(by=action&predicates, learn=good, policy=reply)",
    "uct > records(by=action&predicates, learn=variance, policy=ucb1, c=1)",
];

const UNNAMED_BY_SIGHT: &[&str] = &[
    "uct > records(by=action&seen, policy=ucb1)",
    "uct > records(by=action&seen, tau=0.2, prefix=yes)",
    "records(by=action&seen, policy=ucb1, trials=available)",
];

/// The name of a record of the known strategy among those of `records`.
fn composed<A: Copy>(record: &Record<A>) -> Record<A> {
    let split = |moves: &[A]| moves.split_last().map(|(&last, before)| (last, before.to_vec()));
    let (player, about) = match record {
        &Record::Action { player, action } => (player, vec![About::Action(action)]),
        &Record::Predicate { player, predicate, action } => {
            (player, vec![About::Action(action), About::Predicate(predicate)])
        }
        &Record::Tile { player, first, second } => (player, vec![About::Action(second), About::Own(vec![first])]),
        Record::Reply { player, moves } => (*player, vec![About::Last(moves.clone())]),
        Record::Gram { player, moves } => match split(moves) {
            Some((last, before)) => (*player, vec![About::Action(last), About::Last(before)]),
            None => return record.map(|action| action),
        },
        Record::History { observer, moves } => match split(moves) {
            Some((last, before)) => (*observer, vec![About::Action(last), About::Node(before)]),
            None => return record.map(|action| action),
        },
        Record::Episode { player, label, moves } => match split(moves) {
            Some((last, moves)) => (*player, vec![About::Action(last), About::Episode { label: *label, moves }]),
            None => return record.map(|action| action),
        },
        other => return other.map(|action| action),
    };
    Record::Composed { player, about }
}

/// The same where only grams of one action have a name.
fn composed_of_one<A: Copy>(record: &Record<A>) -> Record<A> {
    match record {
        Record::Gram { player, moves } if moves.len() == 1 => {
            Record::Composed { player: *player, about: vec![About::Action(moves[0])] }
        }
        other => other.map(|action| action),
    }
}

/// The one strategy that a text is.
fn strategy(text: &str) -> Call {
    let expression = Expression::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let Some(WrittenPolicy::Call(call)) = expression.tree() else { panic!("`{text}` is one strategy") };
    call.clone()
}

/// Follows a search whose `records` are told to be what `same_as` says they are.
fn follow_named<G: Game>(position: &G, settings: &[(&str, &str)], frame: (&str, &str), iterations: u64) {
    for &(setting, name) in settings {
        assert_eq!(strategy(setting).same_as().as_deref(), Some(name), "{setting}");
        let back = strategy(name).as_records().unwrap_or_else(|| panic!("`{name}` is a setting of `records`"));
        assert_eq!(back.same_as().as_deref(), Some(name), "{back}");
        let [text, read] = [setting, name].map(|strategy| format!("{}{strategy}{}", frame.0, frame.1));
        let mut agent = Agent::parse(&text, position).unwrap_or_else(|error| panic!("{error}"));
        agent.start(position, 11);
        let rename = if name == "nast(n=1)" { composed_of_one } else { composed };
        let mut follower = Follower::new(position, &read, Before::nothing(position)).asking(rename);
        let followed = follower.follow(&mut agent, position, iterations);
        followed.unwrap_or_else(|error| panic!("`{text}`, which is `{read}`: {error}"));
    }
}

const IN_PLAYOUTS: (&str, &str) = ("uct > ", "");
const EVERYWHERE: (&str, &str) = ("", "");

/// All that a game can serve, from its first decision.
fn compare<G: Game>(state: &G, iterations: u64) {
    let knowledge = state.knowledge();
    let (episodes, predicates) = (knowledge.episodes().is_some(), knowledge.predicates().is_some());
    follow_named(state, NAMED, IN_PLAYOUTS, iterations);
    follow_named(state, &NAMED[..4], EVERYWHERE, iterations);
    follow_named(state, NAMED_IN_TREES, EVERYWHERE, iterations);
    agree(state, UNNAMED.iter().copied(), iterations);
    if episodes {
        follow_named(state, NAMED_BY_EPISODES, IN_PLAYOUTS, iterations);
        follow_named(state, NAMED_BY_EPISODES, EVERYWHERE, iterations);
        agree(state, UNNAMED_BY_EPISODES.iter().copied(), iterations);
    }
    if predicates {
        follow_named(state, NAMED_BY_PREDICATES, IN_PLAYOUTS, iterations);
        agree(state, UNNAMED_BY_PREDICATES.iter().copied(), iterations);
    }
    if G::HIDDEN {
        agree(state, UNNAMED_BY_SIGHT.iter().copied(), iterations);
    }
    let attributes = knowledge.attributes().map(|attributes| attributes.ranges()).unwrap_or_default();
    let names: Vec<&str> = attributes.iter().map(|&(name, _)| name).collect();
    for (place, name) in names.iter().enumerate() {
        let other = names[(place + 1) % names.len()];
        let both = if other == *name { String::new() } else { format!("&{other}") };
        let texts = [
            format!("uct > records(by={name}, tau=0.2)"),
            format!("uct > records(by={name}&last(1), policy=ucb1)"),
            format!("uct > records(by=action&{name}{both}, policy=ucb1, trials=available)"),
            format!("uct > records(by={name}{both}&own(1), from=below, policy=greedy)"),
            format!("records(by={name}&node, from=below, policy=ucb1, trials=available)"),
            format!("uct > records(by={name}, from=tree, policy=ucb1, trials=available, learn=variance) + mast"),
        ];
        agree(state, texts.iter().map(String::as_str), iterations);
    }
}

/// Past the deals at the beginning.
fn begun<G: Notation>(game: &str) -> G {
    let (mut state, mut rng) = (start::<G>(game), Rng::new(1));
    while state.turn() == Turn::Chance {
        let outcome = state.sample_chance(&mut rng);
        state.apply(outcome);
    }
    state
}

/// One test for each game.
macro_rules! compared {
    ($($name:ident: $position:expr => $iterations:expr),* $(,)?) => {
        $(#[test]
        fn $name() {
            compare(&$position, $iterations);
        })*
    };
}

fn breakthrough(rows: usize, columns: usize) -> Breakthrough {
    Breakthrough::new(rows, columns).expect("a board size")
}

/// Pieces of both sides within reach of each other.
const SKIRMISH: &str = "3:ranger+scout,4:bearer+guardian,7:wolf,8:fire-fiend,11:lurker+outrider;wardens:1+3+recall;\
                        legion:2+recall+sidestep;move:wardens";

compared! {
    settings_agree_on_othello: Othello::new() => 60,
    settings_agree_on_othello_6x6: Othello::<6>::start() => 200,
    settings_agree_on_breakthrough_5x5: breakthrough(5, 5) => 600,
    settings_agree_on_breakthrough_8x8: breakthrough(8, 8) => 40,
    settings_agree_on_go_4x4: Go::new(4, 0.5).expect("a board size") => 80,
    settings_agree_on_the_race: Race::start() => 1000,
    settings_agree_on_cards: Cards::deal(1) => 1000,
    settings_agree_on_a_grove_of_three: Grove::large(3, 15) => 600,
    settings_agree_on_veiled_breakthrough: Veiled(breakthrough(5, 4)) => 400,
    settings_agree_on_checkers: begun::<Checkers>("checkers(size=4)") => 200,
    settings_agree_on_whole_turns_of_checkers: begun::<Checkers>("checkers(size=6, turn=whole)") => 60,
    settings_agree_on_backgammon: begun::<Backgammon>("backgammon(checkers=2)") => 150,
    settings_agree_on_dou_di_zhu: begun::<DouDiZhu>("dou-di-zhu(ranks=4, kitty=shown)") => 150,
    settings_agree_on_hearts: begun::<Hearts>("hearts(ranks=4)") => 150,
    settings_agree_on_confrontation: begun::<Confrontation>(&format!("confrontation(setup=\"{SKIRMISH}\")")) => 100,
    settings_agree_on_kalah: begun::<Kalah>("kalah(houses=3, stones=2)") => 200,
    settings_agree_on_lines_of_action: begun::<LinesOfAction>("lines-of-action(size=4)") => 100,
}

/// The tree's own records are the baseline's; those of the setting are beside them.
fn compare_with_the_tree<G: Game>(state: &G, iterations: u64) {
    let text = "records(by=action&node, policy=ucb1, trials=available)";
    let mut agent = Agent::parse(text, state).unwrap_or_else(|error| panic!("{error}"));
    let mut compared = 0;
    let compare = &mut |trace: &waxwing::search::Trace<'_, G>, records: &waxwing::search::SearchRecords<'_, G>| {
        let before = Before::nothing(state);
        let mut playout = crate::icarus::Playout::new(trace.root.clone(), &before);
        for step in trace.steps() {
            let length = playout.steps.len();
            if let (Some(player), true) = (step.player, step.phase != waxwing::Phase::Simulation) {
                let moves = playout.view(player, length);
                let about = vec![About::Action(step.action), About::Node(moves.clone())];
                let [beside] = &records.recall(&Record::Composed { player, about })[..] else { panic!("one answer") };
                let history = Record::History { observer: player, moves: [&moves[..], &[step.action]].concat() };
                let Some(own) = records.baseline(&history) else { panic!("the tree knows {history:?}") };
                let [of_setting, of_tree] = [beside, &own].map(|information| match information {
                    waxwing::Information::Statistics { sum, visits, .. } => (*sum, *visits),
                    other => panic!("{other:?}"),
                });
                assert_eq!(of_setting, of_tree, "{history:?}");
                compared += 1;
            }
            playout.push(step.player, step.action, step.legal.to_vec(), step.phase, 0);
        }
    };
    agent.trace(state, 3, iterations, compare).unwrap();
    assert!(compared > iterations, "{compared} records");
}

#[test]
fn the_records_of_nodes_are_those_of_the_tree() {
    compare_with_the_tree(&breakthrough(5, 5), 1500);
    compare_with_the_tree(&Othello::<6>::start(), 500);
    compare_with_the_tree(&Race::start(), 1500);
    compare_with_the_tree(&Grove::large(3, 15), 800);
}

const DISTRIBUTION: &str = "do not follow the policy";
const CHOICE: &str = "is played in a";
const RECORD: &str = "but should be";

fn disagree<G: Game>(position: &G, text: &str, read: &str, iterations: u64, because: &str) {
    follow_as(position, text, text, 7, iterations).unwrap_or_else(|error| panic!("{error}"));
    let error = follow_as(position, text, read, 7, iterations).expect_err(&format!("`{text}` is taken for `{read}`"));
    assert!(error.contains(because), "`{text}` taken for `{read}`: {error}");
}

/// A setting of `records` in the playouts, and another that the interpreter takes it for.
#[test]
fn a_wrong_setting_is_noticed() {
    let board = breakthrough(5, 5);
    let wrong = |text: &str, read: &str, iterations: u64, because: &str| {
        let [text, read] = [text, read].map(|setting| format!("uct > records({setting})"));
        disagree(&board, &text, &read, iterations, because);
    };
    wrong("by=action&last(1)", "by=action&last(2)", 20, RECORD);
    wrong("by=action&last(1)", "by=action&own(1)", 20, RECORD);
    wrong("by=action&depth(4)", "by=action&depth(5)", 20, RECORD);
    wrong("by=action&target", "by=action&from", 20, RECORD);
    wrong("by=action&last(1), short=uniform", "by=action&last(1)", 20, RECORD);
    wrong("by=action", "by=action, from=tree", 20, RECORD);
    wrong("by=action", "by=action, from=playout", 20, RECORD);
    wrong("by=action", "by=action, from=below", 20, RECORD);
    wrong("by=action&last(1), learn=good", "by=action&last(1), learn=good-forgetting", 100, RECORD);
    wrong("learn=discounted, gamma=0.9", "learn=discounted, gamma=0.91", 20, RECORD);
    wrong("learn=variance, policy=ucb1, c=1", "policy=ucb1, c=1", 20, RECORD);
    wrong("learn=variance, policy=ucb1, c=1", "learn=variance, policy=ucb1, c=1.03", 600, CHOICE);
    wrong("policy=ucb1", "policy=ucb1, c=0.72", 1500, CHOICE);
    wrong("policy=ucb1", "policy=ucb1, trials=available", 20, RECORD);
    wrong("policy=greedy, epsilon=0.3", "policy=greedy, epsilon=0.4", 1500, DISTRIBUTION);
    wrong("tau=0.2", "tau=0.25", 1500, DISTRIBUTION);
    wrong("tau=0.2", "policy=roulette", 1500, CHOICE);
    wrong("policy=greedy, min=4", "policy=greedy, min=8", 1500, "in ");
    wrong("policy=reply, min=4, else=mast(tau=0.3)", "policy=reply, min=4, else=mast(tau=0.1)", 1500, "in playouts");
    wrong("policy=reply, min=3", "policy=reply, min=2", 1500, "in ");
    let cards = Cards::deal(1);
    disagree(&cards, "uct > records(by=action&seen)", "uct > records(by=action&last(7))", 50, RECORD);
    disagree(
        &cards,
        "uct > records(by=action&node, from=tree)",
        "uct > records(by=action&node, from=below)",
        50,
        RECORD,
    );
}
