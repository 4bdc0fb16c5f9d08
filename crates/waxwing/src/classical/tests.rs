//! Searches of a small game that offers all the knowledge there is, and lies about it: its evaluation is random, its null
//! moves are bad, its likely actions are no better than others. Proofs must be true all the same.

mod naive;
mod several;
mod trees;

use std::collections::HashMap;

use crate::game::{Game, Player, Reward, Turn};
use crate::knowledge::{Attribute, Attributes, Classical, Evaluation, Evaluator, Knowledge, Weighting, Weightings};
use crate::thinking::{Proven, Stopped};
use crate::{Agent, Limits, Rng};

/// Two heaps; who takes the last stone wins, and who takes two stones moves again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Heaps {
    stones: [u8; 2],
    mover: u8,
    /// Who took the last stone.
    last: u8,
}

type Taking = (u8, u8);

impl Game for Heaps {
    type Action = Taking;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.stones == [0, 0] { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<Taking>) {
        for heap in 0..2 {
            actions.extend((1..=self.stones[usize::from(heap)].min(3)).map(|count| (heap, count)));
        }
    }

    fn apply(&mut self, (heap, count): Taking) {
        self.stones[usize::from(heap)] -= count;
        self.last = self.mover;
        self.mover ^= u8::from(count != 2);
    }

    fn reward(&self, player: Player) -> Reward {
        match self.stones {
            // Nothing was there from the start.
            _ if self.last > 1 => Reward::DRAW,
            _ if player.0 == self.last => Reward::WIN,
            _ => Reward::LOSS,
        }
    }

    fn position_hash(&self) -> Option<u64> {
        Some(Rng::derive(self.stones[0].into(), u64::from(self.stones[1]) << 8 | u64::from(self.mover)))
    }

    fn knowledge(&self) -> &dyn Knowledge<Heaps> {
        &Liar
    }
}

struct Liar;

/// How likely it is to take one stone, two and three.
const LIKELY: [f32; 3] = [0.5, 0.25, 0.05];

impl Knowledge<Heaps> for Liar {
    fn evaluations(&self) -> Vec<Evaluation<Heaps>> {
        vec![Evaluation::new("guess", Liar)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Heaps>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Heaps>> {
        Some(self)
    }

    fn classical(&self) -> Option<&dyn Classical<Heaps>> {
        Some(self)
    }
}

impl Evaluator<Heaps> for Liar {
    fn evaluate(&self, state: &Heaps, player: Player) -> f32 {
        let guess = (Rng::derive(9, state.position_hash().unwrap_or(0)) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        if player == Player(0) { guess } else { -guess }
    }
}

impl Weightings<Heaps> for Liar {
    fn names(&self) -> Vec<&str> {
        vec!["count"]
    }

    fn weigh(&self, _: Weighting, _: &Heaps, actions: &[Taking], weights: &mut Vec<f32>) {
        weights.extend(actions.iter().map(|&(_, count)| LIKELY[usize::from(count) - 1]));
    }

    fn by_attribute(&self, _: Weighting) -> Option<(Attribute, &[f32])> {
        Some((Attribute::at(0), &LIKELY))
    }
}

impl Attributes<Heaps> for Liar {
    fn ranges(&self) -> Vec<(&str, usize)> {
        vec![("count", LIKELY.len())]
    }

    fn describe(&self, _: Attribute, _: &Heaps, actions: &[Taking], numbers: &mut Vec<u16>) {
        numbers.extend(actions.iter().map(|&(_, count)| u16::from(count) - 1));
    }
}

impl Classical<Heaps> for Liar {
    fn after_null_move(&self, state: &Heaps) -> Option<Heaps> {
        Some(Heaps { mover: 1 - state.mover, ..*state })
    }

    fn noisy_actions(&self, state: &Heaps, actions: &mut Vec<Taking>) {
        state.legal_actions(actions);
        actions.retain(|&(_, count)| count == 3);
    }
}

fn heaps(one: u8, two: u8) -> Heaps {
    Heaps { stones: [one, two], mover: 0, last: 2 }
}

/// Whether the player to move wins.
fn is_won(state: Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
    if let Some(&won) = known.get(&state) {
        return won;
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let won = actions.into_iter().any(|action| wins(state, action, known));
    known.insert(state, won);
    won
}

fn wins(state: Heaps, action: Taking, known: &mut HashMap<Heaps, bool>) -> bool {
    let mut after = state;
    after.apply(action);
    after.stones == [0, 0] || is_won(after, known) == (after.mover == state.mover)
}

const OPTIONS: [&str; 8] = [
    "",
    "(table=no, etc=no)",
    "(null=0, depths=fixed, quiescence=no)",
    "(null=0, depths=erps)",
    "(null=0, depths=rps)",
    "(null=3, multicut=yes, depths=fixed)",
    "(noise=2, categories=no, null=1)",
    "(multicut=yes, killers=no, history=plain)",
];

#[test]
fn what_is_proven_is_true_whatever_the_options() {
    let mut known = HashMap::new();
    let (mut claims, mut solved) = ([0; 3], 0);
    for (one, two) in (1..12).flat_map(|one| (1..12).map(move |two| (one, two))) {
        let start = heaps(one, two);
        for (options, nodes) in OPTIONS.iter().flat_map(|options| [(options, 60), (options, 3_000)]) {
            let mut agent = Agent::parse(&format!("ab{options} @{nodes}"), &start).unwrap();
            let report = agent.search(&start, 1, &Limits::iterations(1)).unwrap();
            for action in &report.actions {
                let truth = if wins(start, action.action, &mut known) { Proven::Win } else { Proven::Loss };
                assert!(action.proven.is_none_or(|proven| proven == truth), "ab{options}: {action:?} in {start:?}");
                claims[action.proven.map_or(2, |proven| proven as usize / 2)] += 1;
            }
            if report.stopped == Stopped::Proven {
                assert_eq!(wins(start, report.best, &mut known), is_won(start, &mut known), "ab{options} in {start:?}");
                solved += 1;
            }
        }
    }
    let [won, lost, open] = claims;
    assert!(won > 500 && lost > 300 && open > 300 && solved > 1_000, "{claims:?}, {solved} solved");
}

#[test]
fn likely_moves_are_searched_deeper_and_null_moves_save_nodes() {
    let start = heaps(60, 61);
    let nodes = |options: &str| {
        let mut agent = Agent::parse(&format!("ab(table=no, {options}) @d7"), &start).unwrap();
        agent.search(&start, 1, &Limits::iterations(1)).unwrap().nodes
    };
    let plain = nodes("null=0, depths=fixed, quiescence=no");
    assert!(nodes("null=2, depths=fixed, quiescence=no") < plain);
    assert!(nodes("null=0, depths=fixed, quiescence=no, multicut=yes") < plain);
    assert!(nodes("null=0, depths=fixed") > plain, "quiescence search looks at more");
    assert!(nodes("null=0, depths=rps, quiescence=no") != nodes("null=0, depths=erps, quiescence=no"));
    assert_eq!(nodes("null=0, quiescence=no"), nodes("null=0, depths=erps, quiescence=no"), "where it can");
}

#[test]
fn a_search_is_as_long_as_its_budget_says() {
    let start = heaps(100, 100);
    for (text, depth, nodes) in [("ab @d3", Some(3), None), ("ab @777", None, Some(777))] {
        let report = Agent::parse(text, &start).unwrap().search(&start, 1, &Limits::iterations(1)).unwrap();
        assert!(depth.is_none_or(|depth| report.depth == depth) && nodes.is_none_or(|nodes| report.nodes == nodes));
        assert_eq!((report.stopped, report.line[0]), (Stopped::Budget, report.best));
    }
}
