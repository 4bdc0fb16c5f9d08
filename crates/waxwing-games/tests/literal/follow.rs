//! Follows an engine's trace step by step, and compares what both have learned.

use rustc_hash::FxHashSet;
use std::fmt::{Debug, Display};

use waxwing::knowledge::Offers;
use waxwing::search::{SearchRecords, Trace};
use waxwing::{Agent, Game, Information, Phase, Player, Record, Reward, Turn};

use crate::combine::{Interpreter, Wins};
use crate::decision::Decision;
use crate::icarus::{Before, Playout, Ply};
use crate::uniformity::Uniformity;

/// After this many iterations all records are compared, not just those of the last playout.
const COMPLETE: u64 = 500;
/// The number of actions that are asked about in all pairs, to find what the engine knows and should not.
const ASKED: usize = 12;

pub struct Follower<G: Game> {
    interpreter: Interpreter<G>,
    tree: Uniformity,
    playout: Uniformity,
    chance: Uniformity,
    actions: Vec<G::Action>,
    known_actions: FxHashSet<G::Action>,
    /// Who has last made a decision, and whether that has ended the playout.
    won: (Player, Wins),
    players: usize,
    /// How many predicates the game has.
    predicates: usize,
    iterations: u64,
    /// How the engine is asked for a record of the interpreter.
    rename: fn(&Record<G::Action>) -> Record<G::Action>,
}

type Followed = Result<(), String>;

/// Follows `iterations` iterations of the agent `text` from a position; the interpreter is told `read` instead.
pub fn follow_as<G: Game>(position: &G, text: &str, read: &str, seed: u64, iterations: u64) -> Followed {
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    agent.start(position, seed);
    let mut follower = Follower::new(position, read, Before::nothing(position));
    follower.follow(&mut agent, position, iterations).map_err(|error| format!("`{text}` with seed {seed}: {error}"))
}

/// Where interpreter and engine do not agree, in any of these expressions.
pub fn disagreements<'a, G: Game>(
    position: &G,
    expressions: impl IntoIterator<Item = &'a str>,
    iterations: u64,
) -> Vec<String> {
    let follow = |text: &str| {
        let seed = text.bytes().fold(iterations, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte));
        follow_as(position, text, text, seed, iterations).err()
    };
    expressions.into_iter().filter_map(follow).collect()
}

impl<G: Game> Follower<G> {
    pub fn new(position: &G, text: &str, before: Before<G::Action>) -> Follower<G> {
        Follower {
            interpreter: Interpreter::parse(text, position, before),
            tree: Uniformity::new(1),
            playout: Uniformity::new(2),
            chance: Uniformity::new(3),
            actions: Vec::new(),
            known_actions: FxHashSet::default(),
            won: (Player(0), Wins::No),
            players: position.players(),
            predicates: Offers::of(position).predicates.len(),
            iterations: 0,
            rename: Record::clone,
        }
    }

    /// Where the engine has the records by other names.
    pub fn asking(self, rename: fn(&Record<G::Action>) -> Record<G::Action>) -> Follower<G> {
        Follower { rename, ..self }
    }

    /// Lets the agent think on at its table, and follows it.
    pub fn follow(&mut self, agent: &mut Agent<G>, position: &G, iterations: u64) -> Followed {
        let mut outcome = Ok(());
        agent
            .trace_on(position, iterations, &mut |trace, records| {
                if outcome.is_ok() {
                    outcome = self.iteration(trace, records, iterations);
                    outcome = std::mem::replace(&mut outcome, Ok(()))
                        .map_err(|error| format!("iteration {}: {error}", self.iterations));
                }
            })
            .unwrap();
        outcome?;
        expect(self.iterations, iterations, "iterations")?;
        self.tree.verdict().map_err(|error| format!("in the tree, {error}"))?;
        self.playout.verdict().map_err(|error| format!("in playouts, {error}"))?;
        self.chance.verdict().map_err(|error| format!("chance, {error}"))
    }

    fn iteration(&mut self, trace: &Trace<'_, G>, records: &SearchRecords<'_, G>, iterations: u64) -> Followed {
        self.iterations += 1;
        let before = self.interpreter.before.clone();
        let mut playout = Playout::new(trace.root.clone(), &before);
        for (ply, step) in trace.steps().enumerate() {
            self.step(&mut playout, &step).map_err(|error| format!("ply {ply}: {error}"))?;
        }
        self.enter(&mut playout);
        let ends = self.ends(&playout);
        if !ends.iter().any(|rewards| trace.rewards == rewards) {
            return Err(format!("rewards: {:?}, but should be one of {ends:?}", trace.rewards));
        }
        let rewards: Vec<f64> = trace.rewards.iter().map(|reward| reward.value()).collect();

        let (of_base, of_parts) = self.interpreter.learn(&playout, &rewards);
        of_base.iter().try_for_each(|record| self.compare_baseline(record, records))?;
        of_parts.iter().try_for_each(|record| self.compare(record, records))?;
        if self.iterations.is_multiple_of(COMPLETE) || self.iterations == iterations {
            self.compare_all(records)?;
        }
        Ok(())
    }

    /// Notes where the playout leaves the trees.
    fn enter(&mut self, playout: &mut Playout<'_, G>) {
        if playout.steps.is_empty() {
            self.won = (Player(0), Wins::No);
        }
        if playout.begun.is_none() && self.interpreter.base.is_below(playout) {
            playout.begun = Some(playout.steps.len());
        }
    }

    /// What the players may get if the playout ends in its current state: nothing if it cannot.
    fn ends(&self, playout: &Playout<'_, G>) -> Vec<Vec<Reward>> {
        let (state, (winner, wins)) = (playout.state(), self.won);
        if state.turn() == Turn::Over {
            return vec![self.interpreter.ending.of_game(state)];
        }
        let mut won = vec![Reward::LOSS; self.players];
        won[winner.index()] = Reward::WIN;
        let evaluated = self.interpreter.ending.rewards(playout).filter(|_| wins != Wins::Certainly);
        evaluated.into_iter().chain((wins != Wins::No).then_some(won)).collect()
    }

    /// Whether the playout cannot go on.
    fn must_end(&self, playout: &Playout<'_, G>) -> bool {
        self.won.1 == Wins::Certainly || self.interpreter.ending.rewards(playout).is_some()
    }

    fn step(&mut self, playout: &mut Playout<'_, G>, step: &waxwing::search::TraceStep<'_, G::Action>) -> Followed {
        self.enter(playout);
        if self.must_end(playout) {
            return Err(format!("{:?} is played after the end of the playout", step.action));
        }
        let state = playout.state();
        let base = &self.interpreter.base;
        let player = match state.turn() {
            Turn::Over => return Err(format!("{:?} is played after the end", step.action)),
            Turn::Player(player) => player,
            Turn::Chance => {
                expect(step.player, None, "player")?;
                let mut outcomes = Vec::new();
                state.chance_outcomes(&mut outcomes);
                let (actions, weights): (Vec<G::Action>, Vec<f64>) = outcomes.into_iter().unzip();
                self.chance.add(&Decision::weights(&weights), place(&actions, step.action)?);
                let (phase, visits) = base.phase(playout, Player(0), &actions, true);
                if !G::HIDDEN {
                    expect(step.phase, phase, "phase of a chance node")?;
                }
                self.won.1 = Wins::No;
                playout.push(None, step.action, Vec::new(), phase, visits);
                return Ok(());
            }
        };
        expect(step.player, Some(player), "player")?;
        let mut legal = Vec::new();
        match step.phase {
            Phase::Simulation => state.playout_actions(&mut legal),
            Phase::Selection | Phase::Expansion => state.legal_actions(&mut legal),
        }
        let same = legal.len() == step.legal.len() && legal.iter().all(|action| step.legal.contains(action));
        if !same {
            return Err(format!("legal actions are {:?}, but should be {legal:?}", step.legal));
        }
        let (phase, visits) = base.phase(playout, player, &legal, false);
        expect(step.phase, phase, "phase")?;
        let ply = Ply { playout, player, legal: &legal, listed: step.legal, phase, visits, base };
        let decision = self.interpreter.policy(&ply, step.legal);
        let chosen = place(&legal, step.action)?;
        if !decision.possible[chosen] {
            return Err(format!("{:?} is played in a {phase:?} node by {decision:?} over {legal:?}", step.action));
        }
        self.won = (player, if phase == Phase::Simulation { self.interpreter.wins(&ply, chosen) } else { Wins::No });
        let choices = if phase == Phase::Simulation { &mut self.playout } else { &mut self.tree };
        choices.add(&decision, chosen);
        for &action in &legal {
            if self.known_actions.insert(action) {
                self.actions.push(action);
            }
        }
        playout.push(Some(player), step.action, legal, phase, visits);
        Ok(())
    }

    fn compare_baseline(&self, record: &Record<G::Action>, records: &SearchRecords<'_, G>) -> Followed {
        let Record::History { observer, moves } = record else { unreachable!("the baseline keeps histories") };
        let counts = &self.interpreter.base.records[record];
        let Some(Information::Statistics { sum, visits, available }) = records.baseline(record) else {
            return Err(format!("the engine does not know {record:?}"));
        };
        expect(visits, counts.n, format_args!("visits of {record:?}"))?;
        let Some((last, parent)) = moves.split_last() else { return Ok(()) };
        if G::HIDDEN {
            expect(available, Some(counts.m), format_args!("availability of {record:?}"))?;
            return same_sum(sum, counts.q[observer.index()], record);
        }
        if available.is_some() || counts.m == 0 {
            return Err(format!("availability of {record:?} is {available:?} and {}", counts.m));
        }
        if self.known_actions.contains(last) {
            // A player's choice: the availability need not be counted, since it follows from the parent's visits.
            let parent_visits = self.visits_of(parent);
            let derived = parent_visits - u64::from(!parent.is_empty());
            expect(derived, counts.m, format_args!("derived availability of {record:?}"))?;
            return same_sum(sum, counts.q[observer.index()], record);
        }
        Ok(())
    }

    /// The visits of a node where nothing is hidden, whoever moved last.
    fn visits_of(&self, moves: &[G::Action]) -> u64 {
        let of = |observer: usize| {
            self.interpreter.base.visits(&Record::History { observer: Player(observer as u8), moves: moves.to_vec() })
        };
        (0..self.players).map(of).max().unwrap_or(0)
    }

    fn compare(&self, record: &Record<G::Action>, records: &SearchRecords<'_, G>) -> Followed {
        let (ours, theirs) = (self.interpreter.recall(record, self.players), records.recall(&(self.rename)(record)));
        let same = ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(x, y)| same_information(x, y));
        if same { Ok(()) } else { Err(format!("{record:?} is {theirs:?}, but should be {ours:?}")) }
    }

    /// Everything the interpreter knows, and much that it does not.
    fn compare_all(&self, records: &SearchRecords<'_, G>) -> Followed {
        for record in self.interpreter.base.records.keys() {
            self.compare_baseline(record, records)?;
        }
        for (_, record) in self.interpreter.records.keys() {
            self.compare(record, records)?;
        }
        let asked = &self.actions[..self.actions.len().min(ASKED)];
        for player in (0..self.players).map(|player| Player(player as u8)) {
            for &first in asked {
                self.compare(&Record::Action { player, action: first }, records)?;
                self.compare(&Record::Reply { player, moves: vec![first] }, records)?;
                self.compare(&Record::Gram { player, moves: vec![first] }, records)?;
                self.compare(&Record::Episode { player, label: None, moves: vec![first] }, records)?;
                for predicate in 0..self.predicates {
                    self.compare(&Record::Predicate { player, predicate, action: first }, records)?;
                }
                for &second in asked {
                    self.compare(&Record::Tile { player, first, second }, records)?;
                    self.compare(&Record::Reply { player, moves: vec![first, second] }, records)?;
                    self.compare(&Record::Gram { player, moves: vec![first, second] }, records)?;
                    self.compare(&Record::Gram { player, moves: vec![first, second, first] }, records)?;
                    self.compare(&Record::Episode { player, label: Some(0), moves: vec![first, second] }, records)?;
                }
            }
        }
        Ok(())
    }

    /// Begins another search of the same game: `keeps` tells which parts go on.
    pub fn next_search(&mut self, before: Before<G::Action>, keeps: impl Fn(&Record<G::Action>) -> bool) {
        self.interpreter.base = crate::baseline::Baseline::new();
        self.interpreter.records.retain(|(_, record), _| keeps(record));
        self.interpreter.before = before;
        self.iterations = 0;
    }
}

fn expect<T: PartialEq + Debug>(theirs: T, ours: T, what: impl Display) -> Followed {
    if theirs == ours { Ok(()) } else { Err(format!("{what}: {theirs:?}, but should be {ours:?}")) }
}

fn place<A: Copy + PartialEq + Debug>(actions: &[A], chosen: A) -> Result<usize, String> {
    actions.iter().position(|&action| action == chosen).ok_or_else(|| format!("{chosen:?} is not one of {actions:?}"))
}

fn is_same(x: f64, y: f64) -> bool {
    (x - y).abs() <= 1e-9 * x.abs().max(y.abs()).max(1.0)
}

fn same_sum<A: Debug>(theirs: f64, ours: f64, record: &Record<A>) -> Followed {
    if is_same(theirs, ours) { Ok(()) } else { Err(format!("sum of {record:?} is {theirs}, but should be {ours}")) }
}

fn same_information<A: PartialEq>(x: &Information<A>, y: &Information<A>) -> bool {
    match (x, y) {
        (
            Information::Statistics { sum, visits, available },
            Information::Statistics { sum: their_sum, visits: their_visits, available: their_available },
        ) => is_same(*sum, *their_sum) && visits == their_visits && available == their_available,
        (
            Information::Moments { sum, squares, visits, available },
            Information::Moments { sum: their_sum, squares: their_squares, visits: theirs, available: their_available },
        ) => {
            let same = is_same(*sum, *their_sum) && is_same(*squares, *their_squares);
            same && visits == theirs && available == their_available
        }
        (Information::Reply(ours), Information::Reply(theirs)) => ours == theirs,
        _ => false,
    }
}
