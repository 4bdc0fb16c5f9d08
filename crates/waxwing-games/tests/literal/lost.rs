//! What is proven lost is not visited again, whatever chooses in the tree.

use rustc_hash::FxHashSet;

use waxwing::search::{Proof, SearchRecords, Trace};
use waxwing::{Agent, Game, Phase};
use waxwing_games::Breakthrough;

use crate::solve::positions;

/// Lines of actions from the root of a tree of two players.
type Lines<A> = FxHashSet<Vec<A>>;

/// What has become of the lines of a tree: those that were visited, and those whose last action is proven lost for the player
/// who chose it.
struct Seen<A> {
    visited: Lines<A>,
    lost: Lines<A>,
}

impl<A: Copy + Eq + std::hash::Hash> Seen<A> {
    /// Learns from an iteration, which proves nothing but nodes of its own line.
    fn learn<G: Game<Action = A>>(&mut self, trace: &Trace<'_, G>, records: &SearchRecords<'_, G>) {
        let mut line = Vec::new();
        for step in trace.steps().take_while(|step| step.phase != Phase::Simulation) {
            line.push(step.action);
            self.visited.insert(line.clone());
            if matches!(records.proof(&line), Proof::Win(winner) if step.player.is_some_and(|player| player != winner))
            {
                self.lost.insert(line.clone());
            }
        }
    }
}

/// Searches a position, and calls `step` for each choice in the tree with what had been seen before the iteration, the line
/// up to the chosen action and the legal actions.
fn follow<G: Game>(
    position: &G,
    text: &str,
    seed: u64,
    mut step: impl FnMut(&Seen<G::Action>, &[G::Action], &[G::Action]),
) {
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    let mut seen = Seen { visited: Lines::default(), lost: Lines::default() };
    let traced = agent.trace(position, seed, 500, &mut |trace, records| {
        let mut line = Vec::new();
        for made in trace.steps().take_while(|step| step.phase != Phase::Simulation) {
            line.push(made.action);
            step(&seen, &line, made.legal);
        }
        seen.learn(trace, records);
    });
    traced.unwrap();
}

/// The lines that differ from this one in their last action.
fn siblings<A: Copy + PartialEq>(line: &[A], legal: &[A]) -> impl Iterator<Item = Vec<A>> {
    let (&chosen, before) = line.split_last().expect("a choice is made");
    legal.iter().filter(move |&&action| action != chosen).map(move |&action| [before, &[action]].concat())
}

#[test]
fn an_action_that_is_proven_lost_is_not_visited_again() {
    let start = Breakthrough::new(5, 3).unwrap();
    let texts = [
        "uct with solver",
        "uct + lgrf with solver",
        "lgr with solver",
        "uct + mast(tau=0.2) with solver",
        "rave > nast with solver",
        "bhrf(accept=always) with solver",
        "uct > lgrf with solver, threshold(5)",
        "uct with solver, im(0.4)",
        "uct with solver, pb, ph(w=2)",
        "uct with solver, pu(first=1)",
        "uct + lgrf with solver, pu(first=2)",
    ];
    for text in texts {
        let mut occasions = 0;
        for (position, seed) in positions(&start, 5, 2).take(12).zip(0..) {
            follow(&position, text, seed, |seen, line, legal| {
                assert!(!seen.lost.contains(line), "`{text}` visits {line:?}, which is lost, with seed {seed}");
                occasions += siblings(line, legal).filter(|other| seen.lost.contains(other)).count();
            });
        }
        assert!(occasions > 100, "`{text}` had {occasions} occasions to be wrong");
    }
}

/// Here visits alone never open a second action: a node has one, or all if that one is lost.
#[test]
fn closed_actions_are_visited_when_the_open_one_is_lost_and_not_before() {
    let start = Breakthrough::new(5, 3).unwrap();
    for text in ["uct with solver, pu(first=1, a=1000000000)", "uct + lgrf with solver, pu(first=1, a=1000000000)"] {
        let mut opened = 0;
        for (position, seed) in positions(&start, 6, 2).take(12).zip(0..) {
            follow(&position, text, seed, |seen, line, legal| {
                let mut visited = siblings(line, legal).filter(|other| seen.visited.contains(other)).peekable();
                if visited.peek().is_some() {
                    let any_lost = visited.any(|other| seen.lost.contains(&other));
                    assert!(any_lost, "`{text}` visits {line:?} where nothing is lost, with seed {seed}");
                    opened += 1;
                }
            });
        }
        assert!(opened > 20, "`{text}` has opened {opened} actions");
    }
}
