//! The view of a tree against a naive count of every iteration.

use std::collections::HashMap;

use super::slips::Slips;
use crate::game::{Game, Player, Turn};
use crate::search::{Trace, TreeNode, TreeScope};
use crate::thinking::Slice;
use crate::{Agent, Control, Limits};

/// The visits of every history that an observer has seen, and what each player got.
#[derive(Default)]
struct Naive {
    records: HashMap<Vec<u8>, (u64, [f64; 2])>,
}

impl Naive {
    /// One more iteration: every move that the observer sees counts, down to the first new history.
    fn add<G: Game<Action = u8>>(&mut self, trace: &Trace<'_, G>, observer: Player) {
        let (mut state, mut history) = (trace.root.clone(), Vec::new());
        self.visit(&history, trace);
        for step in trace.steps() {
            let seen = state.observe(step.action, observer);
            state.apply(step.action);
            let Some(seen) = seen else { continue };
            history.push(seen);
            if self.visit(&history, trace) {
                break;
            }
        }
    }

    /// Counts a visit; returns whether it is the first.
    fn visit<G: Game<Action = u8>>(&mut self, history: &[u8], trace: &Trace<'_, G>) -> bool {
        let record = self.records.entry(history.to_vec()).or_default();
        record.0 += 1;
        record.1.iter_mut().zip(trace.rewards).for_each(|(sum, reward)| *sum += reward.value());
        record.0 == 1
    }

    /// The visited continuations of a history.
    fn children(&self, history: &[u8]) -> Vec<Vec<u8>> {
        let is_child = |other: &&Vec<u8>| other.len() == history.len() + 1 && other.starts_with(history);
        self.records.keys().filter(is_child).cloned().collect()
    }
}

const ALL: TreeScope = TreeScope { depth: 4, children: 10, line: 20, tree: 0, observer: None };

/// Compares a node and all below it. `value_of` is whose reward the value of a child is, by who acts in its parent.
fn compare(
    naive: &Naive,
    history: &mut Vec<u8>,
    node: &TreeNode<u8>,
    value_of: &dyn Fn(&TreeNode<u8>) -> Option<usize>,
) {
    let (visits, _) = naive.records[history];
    assert_eq!(node.visits, visits, "{history:?}");
    assert!(node.children.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
    let visited: Vec<&TreeNode<u8>> = node.children.iter().filter(|child| child.visits > 0).collect();
    if history.len() < ALL.depth as usize {
        assert_eq!(visited.len(), naive.children(history).len(), "{history:?}");
        assert!(node.child_count >= node.children.len());
    }
    for child in visited {
        history.push(child.action.expect("a child has an action"));
        let (visits, sums) = naive.records[history];
        let mean = value_of(node).map(|player| sums[player] / visits as f64);
        match (child.value, mean) {
            (Some(value), Some(mean)) => assert!((value - mean).abs() < 1e-9, "{history:?}: {value} is not {mean}"),
            (value, mean) => assert_eq!(value, mean, "{history:?}"),
        }
        compare(naive, history, child, value_of);
        history.pop();
    }
}

fn actor(node: &TreeNode<u8>) -> Option<usize> {
    match node.turn {
        Some(Turn::Player(player)) => Some(player.index()),
        _ => None,
    }
}

fn trace<G: Game<Action = u8>>(agent: &mut Agent<G>, start: &G, observer: Player) -> Naive {
    let mut naive = Naive::default();
    agent.trace(start, 8, 400, &mut |trace, _| naive.add(trace, observer)).unwrap();
    naive
}

fn check_open<G: Game<Action = u8>>(start: &G) {
    for text in ["uct", "rave > mast", "uct > nast with pb, ph", "uct with threshold(3)"] {
        let mut agent = Agent::parse(text, start).unwrap();
        let naive = trace(&mut agent, start, Player(0));
        let root = agent.tree(&[], &ALL).unwrap();
        compare(&naive, &mut Vec::new(), &root, &actor);
        let second = root.children[0].action.unwrap();
        let below = agent.tree(&[second], &TreeScope { depth: 3, ..ALL }).unwrap();
        assert_eq!(below, root.children[0], "`{text}`: a path leads where the root sees it");
        assert!(agent.tree(&[second, 77], &ALL).is_none() && agent.tree(&[], &ALL.tree(1)).is_none());
    }
}

#[test]
fn the_view_agrees_with_a_naive_count() {
    check_open(&Slips::<false, false>::new(1));
    check_open(&Slips::<true, false>::new(2));
}

#[test]
fn every_observer_has_a_tree_where_information_is_hidden() {
    let start = Slips::<true, true>::new(3);
    for text in ["uct", "uct > mast"] {
        for observer in [Player(0), Player(1)] {
            let mut agent = Agent::parse(text, &start).unwrap();
            let naive = trace(&mut agent, &start, observer);
            let root = agent.tree(&[], &ALL.observer(observer)).unwrap();
            compare(&naive, &mut Vec::new(), &root, &|_| Some(observer.index()));
            assert_eq!(root.turn, Some(Turn::Player(Player(0))));
        }
        let agent = Agent::parse(text, &start).unwrap();
        assert!(agent.tree(&[], &ALL).is_none(), "nothing was searched");
    }
}

/// What the view of the root has in common with a report.
fn check_report<G: Game<Action = u8>>(text: &str, start: &G) {
    let mut agent = Agent::parse(text, start).unwrap();
    agent.start(start, 4);
    agent.begin(start, &Limits::iterations(300)).unwrap();
    while agent.advance(Slice::iterations(60), &mut Control::default()).unwrap() {
        let report = agent.report().unwrap();
        let root = agent.tree(&[], &ALL).unwrap();
        assert_eq!(root.visits, report.iterations, "`{text}`");
        for action in report.actions.iter().filter(|action| action.visits > 0) {
            let child = root.children.iter().find(|child| child.action == Some(action.action)).unwrap();
            let said = (action.visits, action.value, action.proven, action.minimax);
            assert_eq!((child.visits, child.value, child.proven, child.minimax), said, "`{text}`");
            if action.action == report.best {
                assert_eq!([&[report.best], &child.line[..]].concat(), report.line, "`{text}`");
            }
        }
        let sum: u64 = root.children.iter().map(|child| child.visits).sum();
        assert_eq!(sum, root.visits, "`{text}`: every iteration goes through a child of the root");
    }
    let whole = agent.tree(&[], &ALL).unwrap();
    agent.finish();
    assert_eq!(agent.tree(&[], &ALL), Some(whole), "`{text}`: the view stays after the search");
}

#[test]
fn the_root_of_the_view_says_what_the_report_says() {
    for text in ["uct", "rave > mast", "uct with solver", "uct with im(0.4)", "uct with priors(5), final(value)"] {
        check_report(text, &Slips::<false, false>::new(1));
    }
    check_report("uct with solver", &Slips::<true, false>::new(2));
    check_report("uct > mast", &Slips::<false, true>::new(3));
    check_report("uct", &Slips::<true, true>::new(4));
}

#[test]
fn a_view_shows_no_more_than_it_was_asked_for() {
    let start = Slips::<false, false>::new(1);
    let mut agent = Agent::parse("uct with priors(5)", &start).unwrap();
    agent.search(&start, 1, &Limits::iterations(500)).unwrap();
    let root = agent.tree(&[], &TreeScope::default().depth(2).children(2).line(1)).unwrap();
    assert!(root.child_count > 2 && root.children.len() == 2 && root.line.len() == 1);
    assert!(root.children.iter().all(|child| child.children.iter().all(|below| below.children.is_empty())));
    let prior = |child: &TreeNode<u8>| child.prior == child.action.map(|action| 0.25 + f64::from(action) / 8.0);
    assert!(root.children.iter().all(prior));
    assert!(root.prior.is_none() && root.value.is_none() && root.action.is_none());
}

#[test]
fn the_trees_of_one_root_are_shown_one_by_one() {
    let start = Slips::<false, false>::new(1);
    let mut agent = Agent::parse("uct with root(3)", &start).unwrap();
    let report = agent.search(&start, 1, &Limits::iterations(301)).unwrap();
    let trees: Vec<TreeNode<u8>> = (0..3).map(|tree| agent.tree(&[], &ALL.tree(tree)).unwrap()).collect();
    assert_eq!(trees.iter().map(|tree| tree.visits).collect::<Vec<_>>(), [101, 100, 100]);
    for action in &report.actions {
        let of = |tree: &TreeNode<u8>| {
            tree.children.iter().find(|child| child.action == Some(action.action)).unwrap().visits
        };
        assert_eq!(trees.iter().map(of).sum::<u64>(), action.visits);
    }
}
