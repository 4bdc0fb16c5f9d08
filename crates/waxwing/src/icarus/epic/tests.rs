//! The records against Specification 7 written down with hash maps, on a game made to be awkward: episodes of all
//! lengths, chance between the moves, and positions-in-episode where now one player acts and now another.

use std::collections::HashMap;

use crate::game::{ActionSet, Game, HiddenInformation, Player, Reward, Turn};
use crate::icarus::{Information, Phase, Record, mix};
use crate::knowledge::{self, EpisodeLabel, Episodes, Knowledge};
use crate::{Agent, Limits, SearchError};

/// How a game tells its actions: by numbers that say nothing, by numbers below 12, or by sets of bits in two words.
const SPARSE: u8 = 0;
const DENSE: u8 = 1;
const SETS: u8 = 2;
/// The index of the first action in sets, and of the first bit of their first word.
const FIRST_OF_SETS: u8 = 124;
const FIRST_BIT: u8 = 64;

/// A game whose course is told by a hash of the moves. Actions are numbers below 12.
#[derive(Clone)]
struct Maze<const ACTIONS: u8, const HIDDEN: bool> {
    hash: u64,
    /// Hashes of what each player has seen: its actions depend on nothing else.
    seen: [u64; 3],
    left: u8,
}

type Open = Maze<DENSE, false>;
type Sparse = Maze<SPARSE, false>;
type InSets = Maze<SETS, false>;
type Veiled = Maze<DENSE, true>;
type VeiledInSets = Maze<SETS, true>;

struct Labels;

impl<const ACTIONS: u8, const HIDDEN: bool> Knowledge<Maze<ACTIONS, HIDDEN>> for Labels {
    fn episodes(&self) -> Option<&dyn Episodes<Maze<ACTIONS, HIDDEN>>> {
        Some(self)
    }
}

impl<const ACTIONS: u8, const HIDDEN: bool> Episodes<Maze<ACTIONS, HIDDEN>> for Labels {
    fn episode(&self, state: &Maze<ACTIONS, HIDDEN>) -> Option<EpisodeLabel> {
        (state.roll(1, 5) == 0).then(|| state.roll(2, 2) as EpisodeLabel)
    }
}

impl<const ACTIONS: u8, const HIDDEN: bool> Maze<ACTIONS, HIDDEN> {
    fn new(left: u8) -> Self {
        Maze { hash: 77, seen: [77; 3], left }
    }

    fn roll(&self, what: u64, sides: u64) -> u64 {
        roll(self.hash, what, sides)
    }
}

fn roll(hash: u64, what: u64, sides: u64) -> u64 {
    (mix(mix(hash, what), 9) >> 40) % sides
}

impl<const ACTIONS: u8, const HIDDEN: bool> Maze<ACTIONS, HIDDEN> {
    fn observed(&self, action: u8, observer: Player) -> Option<u8> {
        let acts = self.turn() == Turn::Player(observer);
        if acts || !HIDDEN { Some(action) } else { Some(action % 3).filter(|&seen| seen > 0) }
    }
}

impl<const ACTIONS: u8, const HIDDEN: bool> Game for Maze<ACTIONS, HIDDEN> {
    type Action = u8;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = if HIDDEN {
        Some(HiddenInformation { determinize: |maze, _, _| maze.clone(), observe: Self::observed })
    } else {
        None
    };

    fn players(&self) -> usize {
        3
    }

    fn turn(&self) -> Turn {
        match self.roll(3, 8) {
            _ if self.left == 0 => Turn::Over,
            // The search begins with a player.
            0 | 1 if self.hash != 77 => Turn::Chance,
            other => Turn::Player(Player((other % 3) as u8)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        let Turn::Player(player) = self.turn() else { return };
        let seen = self.seen[player.index()];
        let first = roll(seen, 4, 4) as u8;
        // Often one action only, so that what was played once is played again.
        let count = [1, 1, 2, 3, 5, 8][roll(seen, 5, 6) as usize];
        actions.extend(first..first + count);
        actions.rotate_left(roll(seen, 6, 2) as usize);
    }

    fn apply(&mut self, action: u8) {
        let observed = [0, 1, 2].map(|player| self.observed(action, Player(player)));
        for (seen, action) in self.seen.iter_mut().zip(observed) {
            *seen = action.map_or(*seen, |action| mix(*seen, action.into()));
        }
        self.hash = mix(self.hash, action.into());
        self.left -= 1;
    }

    fn reward(&self, player: Player) -> Reward {
        Reward::new(self.roll(7 + u64::from(player.0), 3) as f64 / 2.0)
    }

    fn action_space(&self) -> usize {
        match ACTIONS {
            SPARSE => 0,
            DENSE => 12,
            _ => usize::from(FIRST_OF_SETS) + 12,
        }
    }

    fn playout_set(&self) -> Option<ActionSet<u8>> {
        let mut set = ActionSet { first: FIRST_BIT.into(), words: [0; 3], action: |index| index as u8 - FIRST_OF_SETS };
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        for action in actions {
            let bit = FIRST_OF_SETS - FIRST_BIT + action;
            set.words[usize::from(bit / 64)] |= 1 << (bit % 64);
        }
        (ACTIONS == SETS).then_some(set)
    }

    fn action_index(&self, action: u8) -> u64 {
        match ACTIONS {
            SPARSE => mix(5, action.into()),
            DENSE => action.into(),
            _ => (FIRST_OF_SETS + action).into(),
        }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.extend([(1, 0.5), (2, 0.5)]);
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &Labels
    }
}

/// A position-in-episode, in a player's eyes.
type Position = (Player, Option<EpisodeLabel>, Vec<u8>);

/// Specification 7, literally: every record with q, n and m.
#[derive(Default)]
struct Model {
    records: HashMap<Position, HashMap<u8, (f64, u64, u64)>>,
}

impl Model {
    fn value(&self, position: &Position, action: u8) -> f64 {
        match self.records.get(position).and_then(|actions| actions.get(&action)) {
            Some(&(q, n, m)) if n > 0 => q / n as f64 + 0.7 * ((m as f64).ln() / n as f64).sqrt(),
            _ => f64::INFINITY,
        }
    }

    fn count(&mut self, position: &Position, action: u8, legal: &[u8], reward: f64) {
        let actions = self.records.entry(position.clone()).or_default();
        for &available in legal {
            actions.entry(available).or_default().2 += 1;
        }
        let (q, n, _) = actions.entry(action).or_default();
        *q += reward;
        *n += 1;
    }
}

/// Follows a search and compares every choice and every record.
fn compare<G: Game<Action = u8>>(game: &G, expression: &str, seed: u64, iterations: u64, checks_choices: bool) {
    let mut agent = Agent::parse(expression, game).unwrap_or_else(|error| panic!("{error}"));
    let mut model = Model::default();
    let mut done = 0;
    let traced = agent.trace(game, seed, iterations, &mut |trace, records| {
        let mut state = trace.root.clone();
        let mut views = vec![(knowledge::episode(&state), Vec::new()); state.players()];
        let mut passed = Vec::new();
        for step in trace.steps() {
            if let Some(player) = step.player {
                let (label, moves) = &views[player.index()];
                let position = (player, *label, moves.clone());
                if checks_choices && step.phase == Phase::Simulation {
                    let best = step.legal.iter().map(|&action| model.value(&position, action)).fold(0.0, f64::max);
                    let chosen = model.value(&position, step.action);
                    assert!(chosen >= best - 1e-5, "{position:?}: {} is worth {chosen}, not {best}", step.action);
                }
                passed.push((position, step.action, step.legal.to_vec()));
            }
            for (view, (_, moves)) in views.iter_mut().enumerate() {
                let observer = Player(if G::HIDDEN { view as u8 } else { 0 });
                moves.extend(state.observe(step.action, observer));
            }
            state.apply(step.action);
            if let Some(label) = knowledge::episode(&state) {
                views.fill((Some(label), Vec::new()));
            }
        }
        for (position, action, legal) in &passed {
            model.count(position, *action, legal, trace.rewards[position.0.index()].value());
        }
        done += 1;
        let check = |position: &Position| {
            let (player, label, before) = position;
            // Actions that were never legal are asked for too.
            for action in 0..12 {
                let moves = before.iter().copied().chain([action]).collect();
                let found = records.recall(&Record::Episode { player: *player, label: *label, moves });
                let (sum, visits, available) = model.records[position].get(&action).copied().unwrap_or_default();
                let expected = Information::Statistics { sum, visits, available: Some(available) };
                assert!(!found.is_empty());
                for found in found {
                    assert_eq!(found, expected, "{position:?} {action} after {done} iterations");
                }
            }
        };
        passed.iter().for_each(|(position, ..)| check(position));
        if done % 500 == 0 {
            model.records.keys().for_each(check);
        }
    });
    traced.unwrap();
    assert_eq!(done, iterations);
    assert!(model.records.len() > 500, "{} positions are too few to tell", model.records.len());
}

#[test]
fn records_and_choices_are_those_of_specification_7() {
    for seed in 0..4 {
        compare(&Open::new(14), "uct > epic", seed, 1500, true);
        compare(&Sparse::new(14), "uct > epic", seed, 1500, true);
        compare(&InSets::new(14), "uct > epic", seed, 1500, true);
    }
}

#[test]
fn records_and_choices_are_each_players_own_where_something_is_hidden() {
    for seed in 0..3 {
        compare(&Veiled::new(12), "uct > epic", seed, 1500, true);
        compare(&VeiledInSets::new(12), "uct > epic", seed, 1500, true);
    }
}

#[test]
fn records_are_complete_where_other_policies_choose_without_a_list() {
    compare(&Open::new(14), "uct > epic + mast", 1, 1000, false);
    compare(&Sparse::new(14), "uct > mast + lgrf + epic", 2, 1000, false);
    compare(&InSets::new(14), "uct > mast + lgrf + epic", 3, 1000, false);
}

#[test]
fn records_are_complete_where_two_strategies_play_by_episodes() {
    compare(&InSets::new(14), "uct > epic + epic(c=1)", 4, 1000, false);
}

#[test]
fn a_trace_makes_the_choices_of_a_search() {
    trace_and_search(&Open::new(14));
    trace_and_search(&InSets::new(14));
}

fn trace_and_search<G: Game>(game: &G) {
    let mut agent = Agent::parse("uct > epic", game).expect("it is a valid expression");
    let mut plies = 0;
    agent.trace(game, 5, 2000, &mut |trace, _| plies += trace.steps().count() as u64).unwrap();
    let mut seated = Agent::parse("uct > epic", game).expect("it is a valid expression");
    let report = seated.search(game, 5, &Limits::iterations(2000)).unwrap();
    assert_eq!(report.plies, plies);
}

#[test]
fn a_search_without_memory_goes_on_with_what_it_has() {
    search_with_little_memory(&Open::new(40));
    search_with_little_memory(&InSets::new(40));
}

fn search_with_little_memory<G: Game>(game: &G) {
    let mut agent = Agent::parse("uct > epic", game).expect("it is a valid expression");
    let Err(SearchError::Memory { least, .. }) = agent.search(game, 1, &Limits::iterations(1).memory(0)) else {
        panic!("a search takes some memory")
    };
    for memory in [least, 1 << 20, 1 << 21] {
        let report = agent.search(game, 1, &Limits::iterations(20_000).memory(memory)).unwrap();
        assert_eq!(report.iterations, 20_000);
        assert!(report.bytes <= memory, "{} bytes of {memory}", report.bytes);
    }
}

#[test]
fn threads_that_share_the_records_search_to_the_end() {
    let game = Open::new(14);
    let mut agent = Agent::parse("uct > epic with tree(2)", &game).expect("it is a valid expression");
    for _ in 0..2 {
        let report = agent.search(&game, 3, &Limits::iterations(5000)).unwrap();
        assert_eq!(report.iterations, 5000);
        assert_eq!(report.actions.iter().map(|action| action.visits).sum::<u64>(), 5000);
    }
}
