//! Knowledge in the tree: implicit minimax, constant and progressive bias, priors, the threshold, maximum backpropagation.
//!
//! A naive tree (hash maps from move lists to counts) is grown from the engine's trace. It computes the value of every
//! choice anew, with an explicit minimax over the whole tree, and the engine must have chosen a best one.

use rustc_hash::FxHashMap;

use waxwing::search::{Proof, SearchRecords, Trace};
use waxwing::thinking::{Proven, Stopped};
use waxwing::{Agent, Game, Limits, Phase, Player, Reward, Rng, Turn};
use waxwing_games::{Backgammon, Breakthrough, Kalah, LinesOfAction, Othello};

use crate::known;

/// How far below the best a choice may lie: the engine computes in single precision.
const NEAR: f64 = 1e-4;

/// What an expression says, for the naive tree.
#[derive(Clone, Default)]
struct Reading {
    c: f64,
    /// α and which children count: `all`, `later` or `one`.
    minimax: Option<(f64, &'static str)>,
    /// Whether α belongs to the progressive bias, whose values fade.
    fades: bool,
    /// Whether ends of games are evaluated, and proven nodes keep their values.
    evaluates_ends: bool,
    constant: Option<f64>,
    progressive_add: Option<f64>,
    priors: Option<u64>,
    threshold: u64,
    maximum: Option<u64>,
    solver: bool,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    visits: u64,
    /// The rewards of the player who acts in the parent.
    sum: f64,
}

struct Naive<G: Game> {
    root: G,
    reading: Reading,
    nodes: FxHashMap<Vec<G::Action>, Counts>,
    /// The values that proven nodes had before they were proven.
    kept: FxHashMap<Vec<G::Action>, f64>,
}

/// The evaluation in [-1, 1] for player 0.
fn evaluation<G: Game>(state: &G) -> f64 {
    match state.turn() {
        Turn::Over => 2.0 * state.reward(Player(0)).value() - 1.0,
        _ => f64::from(known::scaled(0, state, Player(0))),
    }
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut after = state.clone();
    after.apply(action);
    after
}

/// The legal actions, or the outcomes of chance with their probabilities.
fn branches<G: Game>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = Vec::new();
    match state.turn() {
        Turn::Over => {}
        Turn::Chance => state.chance_outcomes(&mut outcomes),
        Turn::Player(_) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            outcomes.extend(legal.into_iter().map(|action| (action, 1.0)));
        }
    }
    outcomes
}

/// The best of some values for player 0: the maximum in that player's turn, the minimum in the other's, the expectation
/// of chance.
fn best(turn: Turn, values: &[(f64, f64)]) -> f64 {
    let alone = values.iter().map(|&(value, _)| value);
    match turn {
        Turn::Player(Player(0)) => alone.fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => alone.fold(f64::INFINITY, f64::min),
        _ => {
            let total: f64 = values.iter().map(|&(_, probability)| probability).sum();
            values.iter().map(|&(value, probability)| value * probability).sum::<f64>() / total
        }
    }
}

impl<G: Game> Naive<G> {
    fn new(root: &G, reading: Reading) -> Naive<G> {
        Naive { root: root.clone(), reading, nodes: FxHashMap::default(), kept: FxHashMap::default() }
    }

    fn counts(&self, moves: &[G::Action]) -> Counts {
        self.nodes.get(moves).copied().unwrap_or_default()
    }

    /// What minimax values are made of.
    fn leaf(&self, state: &G) -> f64 {
        if self.reading.evaluates_ends && state.turn() == Turn::Over {
            return known::ended(0, state, Player(0)).into();
        }
        evaluation(state)
    }

    /// The minimax values of the nodes on a path that are in the tree.
    fn on_path(&self, path: &[G::Action], proof: &impl Fn(&[G::Action]) -> Proof) -> Vec<f64> {
        let mut state = self.root.clone();
        let known = |depth: &usize| self.nodes.contains_key(&path[..*depth]);
        let values = (0..=path.len()).take_while(known).map(|depth| {
            if depth > 0 {
                state.apply(path[depth - 1]);
            }
            self.minimax(&state, &mut path[..depth].to_vec(), proof)
        });
        values.collect()
    }

    /// Whether a node was proven by an iteration before: by whom does not matter where its value is kept.
    fn proof_before(&self, moves: &[G::Action]) -> Proof {
        if self.kept.contains_key(moves) { Proof::Draw } else { Proof::Open }
    }

    /// Remembers what the nodes of a path were worth before this iteration if it has proven them; a new node has its value
    /// since this iteration.
    fn keep(&mut self, path: &[G::Action], before: &[f64], proof: &impl Fn(&[G::Action]) -> Proof) {
        let after = self.on_path(path, &|_| Proof::Open);
        for depth in (0..=path.len()).rev().filter(|&depth| proof(&path[..depth]) != Proof::Open) {
            let value = before.get(depth).copied().unwrap_or(after[depth]);
            self.kept.entry(path[..depth].to_vec()).or_insert(value);
        }
    }

    /// Minimax over the built tree; `proof` tells what is proven.
    fn minimax(&self, state: &G, moves: &mut Vec<G::Action>, proof: &impl Fn(&[G::Action]) -> Proof) -> f64 {
        match proof(moves) {
            Proof::Open => {}
            _ if self.reading.evaluates_ends => {
                if let Some(&value) = self.kept.get(moves) {
                    return value;
                }
            }
            Proof::Win(winner) => return if winner == Player(0) { 1.0 } else { -1.0 },
            Proof::Draw => return 0.0,
        }
        let (_, expand) = self.reading.minimax.expect("asked for minimax alone");
        let visits = self.counts(moves).visits;
        let is_root = moves.is_empty();
        let has_children = visits > 1 || is_root && visits > 0;
        let looks_ahead = has_children || visits == 1 && expand == "all";
        if state.turn() == Turn::Over || !looks_ahead {
            return self.leaf(state);
        }
        let mut values = Vec::new();
        for (action, probability) in branches(state) {
            moves.push(action);
            if !has_children {
                values.push((self.leaf(&after(state, action)), probability));
            } else if expand != "one" || self.counts(moves).visits > 0 {
                values.push((self.minimax(&after(state, action), moves, proof), probability));
            }
            moves.pop();
        }
        best(state.turn(), &values)
    }

    /// The values of the tree policy at a node.
    fn values(&self, state: &G, moves: &[G::Action], player: Player, legal: &[G::Action]) -> Vec<f64> {
        let reading = &self.reading;
        let own = |value: f64| (if player == Player(0) { value } else { -value } + 1.0) / 2.0;
        let rates = known::win_rates(state, legal);
        let virtual_visits = reading.priors.unwrap_or(0);
        let arms: Vec<Counts> = legal
            .iter()
            .enumerate()
            .map(|(arm, &action)| {
                let Counts { visits, sum } = self.counts(&[moves, &[action]].concat());
                let won = reading.priors.map_or(0.0, |n| (f64::from(rates[arm]) * n as f64).floor());
                Counts { visits: visits + virtual_visits, sum: sum + won }
            })
            .collect();
        let of_node = self.counts(moves).visits;
        let trials = match reading.priors {
            Some(_) => arms.iter().map(|arm| arm.visits).sum(),
            None => of_node - u64::from(!moves.is_empty()),
        };
        let value = |(&action, arm): (&G::Action, &Counts)| {
            if arm.visits == 0 {
                return f64::INFINITY;
            }
            let n = arm.visits as f64;
            let successor = after(state, action);
            let mut mean = arm.sum / n;
            if let Some((alpha, _)) = reading.minimax {
                let path = &mut [moves, &[action]].concat();
                // In the paper's [-1, 1]: (1-α)·Q + α·v, or (1-α)·Q + α·v/(n+1).
                let v = 2.0 * own(self.minimax(&successor, path, &|_| Proof::Open)) - 1.0;
                let v = if reading.fades { v / (n + 1.0) } else { v };
                mean = ((1.0 - alpha) * (2.0 * mean - 1.0) + alpha * v + 1.0) / 2.0;
            }
            if let Some(alpha) = reading.constant {
                mean = (1.0 - alpha) * mean + alpha * own(evaluation(&successor));
            }
            let bias = reading.progressive_add.map_or(0.0, |w| w * own(evaluation(&successor)) / (n + 1.0));
            mean + reading.c * ((trials.max(1) as f64).ln() / n).sqrt() + bias
        };
        legal.iter().zip(&arms).map(value).collect()
    }

    /// Checks the choices of an iteration, and learns from it.
    fn follow(&mut self, trace: &Trace<'_, G>) -> Result<(), String> {
        let mut state = self.root.clone();
        let mut moves: Vec<G::Action> = Vec::new();
        let mut actors = Vec::new();
        for step in trace.steps().take_while(|step| step.phase != Phase::Simulation) {
            let young = self.counts(&moves).visits < self.reading.threshold;
            if let Turn::Player(player) = state.turn()
                && !young
                && !self.reading.solver
            {
                let legal: Vec<G::Action> = branches(&state).into_iter().map(|(action, _)| action).collect();
                let values = self.values(&state, &moves, player, &legal);
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let chosen = legal.iter().position(|&action| action == step.action).expect("a legal action");
                if values[chosen] < best - NEAR {
                    return Err(format!("{:?} of {legal:?} was chosen by {values:?}", step.action));
                }
            }
            moves.push(step.action);
            actors.push(step.player);
            state.apply(step.action);
        }
        self.learn(&moves, &actors, trace.rewards);
        Ok(())
    }

    fn learn(&mut self, moves: &[G::Action], actors: &[Option<Player>], rewards: &[Reward]) {
        let mut rewards: Vec<f64> = rewards.iter().map(|reward| reward.value()).collect();
        self.nodes.entry(Vec::new()).or_default().visits += 1;
        for depth in (1..=moves.len()).rev() {
            let counts = self.nodes.entry(moves[..depth].to_vec()).or_default();
            counts.visits += 1;
            let Some(actor) = actors[depth - 1] else { continue };
            counts.sum += rewards[actor.index()];
            // The engine has counted the root's visit already, but not those of the nodes between.
            let parent_visits = self.counts(&moves[..depth - 1]).visits;
            if self.reading.maximum.is_some_and(|from| parent_visits >= from) {
                let prefix = &moves[..depth - 1];
                let children = self.nodes.iter().filter(|(path, _)| path.len() == depth && path.starts_with(prefix));
                let best = children.map(|(_, counts)| counts.sum / counts.visits as f64).fold(0.0, f64::max);
                rewards = vec![1.0 - best; 2];
                rewards[actor.index()] = best;
            }
        }
    }
}

/// Follows a search; with minimax, its values are compared with the naive tree's.
fn follow<G: Game>(position: &G, text: &str, reading: Reading, iterations: u64) {
    let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
    let mut naive = Naive::new(position, reading);
    let mut done = 0;
    agent
        .trace(position, 7, iterations, &mut |trace, records| {
            done += 1;
            let descent = trace.steps().take_while(|step| step.phase != Phase::Simulation);
            let path: Vec<G::Action> = descent.map(|step| step.action).collect();
            let known: Vec<f64> = match naive.reading.evaluates_ends {
                true => naive.on_path(&path, &|moves| naive.proof_before(moves)),
                false => Vec::new(),
            };
            naive.follow(trace).unwrap_or_else(|error| panic!("`{text}`, iteration {done}: {error}"));
            if naive.reading.evaluates_ends {
                naive.keep(&path, &known, &|moves| records.proof(moves));
            }
            if naive.reading.minimax.is_some() && (done % 16 == 0 || done == iterations) {
                compare(&naive, records, text);
            }
        })
        .unwrap();
    assert!(done > 0);
}

fn compare<G: Game>(naive: &Naive<G>, records: &SearchRecords<'_, G>, text: &str) {
    let ours = naive.minimax(&naive.root, &mut Vec::new(), &|moves| records.proof(moves));
    let theirs = f64::from(records.minimax(&[]).expect("the search has minimax values"));
    assert!((ours - theirs).abs() < 1e-6, "`{text}`: the root's minimax value is {theirs}, but should be {ours}");
}

const EXPANDS: [&str; 3] = ["all", "later", "one"];

/// Follows implicit minimax with and without proofs, whichever children count.
fn follow_minimax<G: Game>(position: &G, iterations: u64) {
    for expand in EXPANDS {
        for alpha in [0.25, 1.0] {
            let reading = Reading { c: 0.4, minimax: Some((alpha, expand)), ..Reading::default() };
            follow(position, &format!("uct(c=0.4) with im({alpha}, expand={expand})"), reading, iterations);
        }
        let reading = Reading { c: 0.4, minimax: Some((0.4, expand)), solver: true, ..Reading::default() };
        follow(position, &format!("uct(c=0.4) with im(0.4, expand={expand}), solver"), reading, iterations);
    }
}

fn breakthrough(rows: usize, columns: usize) -> Breakthrough {
    Breakthrough::new(rows, columns).expect("a board size")
}

#[test]
fn implicit_minimax_values_are_those_of_an_explicit_minimax() {
    follow_minimax(&breakthrough(5, 3), 300);
    follow_minimax(&breakthrough(4, 4), 200);
    follow_minimax(&Othello::new(), 120);
}

#[test]
fn a_player_who_moves_again_keeps_the_maximum() {
    follow_minimax(&Kalah::new(3, 2).expect("a board size"), 300);
    follow_minimax(&Kalah::new(4, 3).expect("a board size"), 150);
}

#[test]
fn ends_are_worth_their_result_or_the_evaluation_before_it() {
    let follow_ends = |houses, stones, iterations| {
        let position = Kalah::new(houses, stones).expect("a board size");
        for expand in EXPANDS {
            let reading = Reading { c: 0.4, minimax: Some((0.5, expand)), evaluates_ends: true, ..Reading::default() };
            let text = format!("uct(c=0.4) with im(0.5, expand={expand}, ended=evaluation)");
            follow(&position, &text, reading.clone(), iterations);
            follow(&position, &format!("{text}, solver"), Reading { solver: true, ..reading }, iterations);
        }
    };
    follow_ends(3, 2, 400);
    follow_ends(2, 3, 300);
    follow_ends(4, 2, 300);
}

#[test]
fn chance_is_worth_its_expectation() {
    let position = Backgammon::new();
    let roll = branches(&position)[0].0;
    follow_minimax(&after(&position, roll), 60);
}

#[test]
fn greedy_minimax_follows_the_best_line_to_its_end() {
    let reading = Reading { c: 0.0, minimax: Some((1.0, "all")), ..Reading::default() };
    follow(&breakthrough(5, 4), "uct(c=0) with im(1)", reading.clone(), 300);
    follow(&Kalah::new(4, 2).expect("a board size"), "uct(c=0) with im(1)", reading, 300);
}

#[test]
fn biases_are_added_and_mixed_as_the_papers_say() {
    let position = breakthrough(5, 4);
    let constant = Reading { c: 0.3, constant: Some(0.4), ..Reading::default() };
    follow(&position, "uct(c=0.3) with cb(0.4)", constant, 400);
    let added = Reading { c: 0.3, progressive_add: Some(2.0), ..Reading::default() };
    follow(&position, "uct(c=0.3) with pb(2, by=evaluation)", added, 400);
    let both = Reading {
        c: 0.3,
        progressive_add: Some(2.0),
        minimax: Some((0.3, "all")),
        constant: Some(0.1),
        ..Reading::default()
    };
    follow(&position, "uct(c=0.3) with pb(2, by=evaluation), im(0.3), cb(0.1)", both, 200);
}

#[test]
fn a_progressive_bias_that_is_mixed_in_has_the_values_of_minimax() {
    for expand in EXPANDS {
        // Where exploration is small and the share is large, the value that is mixed in decides.
        let reading = Reading { c: 0.1, minimax: Some((0.8, expand)), fades: true, ..Reading::default() };
        let bias = format!("pb(0.8, form=mix, expand={expand})");
        follow(&breakthrough(5, 4), &format!("uct(c=0.1) with {bias}"), reading.clone(), 300);
        follow(&Kalah::new(3, 3).expect("a board size"), &format!("uct(c=0.1) with {bias}"), reading.clone(), 300);
        // The policy that is not plain, and proofs.
        let primed = Reading { priors: Some(3), ..reading.clone() };
        follow(&breakthrough(5, 3), &format!("uct(c=0.1) with {bias}, priors(3)"), primed, 200);
        let solved = Reading { solver: true, ..reading };
        follow(&breakthrough(5, 3), &format!("uct(c=0.1) with {bias}, solver"), solved, 200);
    }
}

#[test]
fn virtual_visits_are_won_at_the_rates_of_the_priors() {
    for visits in [1, 10, 50] {
        let reading = Reading { c: 0.4, priors: Some(visits), ..Reading::default() };
        follow(&breakthrough(5, 4), &format!("uct(c=0.4) with priors({visits})"), reading.clone(), 300);
        let with_minimax = Reading { minimax: Some((0.6, "all")), ..reading };
        follow(&breakthrough(6, 3), &format!("uct(c=0.4) with priors({visits}), im(0.6)"), with_minimax, 200);
    }
}

/// Positions of random games in which the player to move wins at once.
fn mates_in_one<G: Game>(start: &G, wanted: usize) -> Vec<G> {
    let mut rng = Rng::new(11);
    let mut mates = Vec::new();
    while mates.len() < wanted {
        let mut state = start.clone();
        while let Turn::Player(player) = state.turn() {
            let wins = |&(action, _): &(G::Action, f64)| {
                let end = after(&state, action);
                end.turn() == Turn::Over && end.reward(player) == Reward::WIN
            };
            if branches(&state).iter().any(wins) {
                mates.push(state.clone());
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
    mates
}

#[test]
fn a_win_at_once_is_seen_in_the_first_iteration() {
    fn seen<G: Game>(start: &G) {
        let mut agent = Agent::parse("uct with solver, mate1", start).expect("an expression");
        for state in mates_in_one(start, 40) {
            let report = agent.search(&state, 1, &Limits::iterations(1)).unwrap();
            let best = report.actions.iter().find(|action| action.action == report.best).expect("a legal action");
            assert_eq!((report.stopped, best.proven), (Stopped::Proven, Some(Proven::Win)));
        }
    }
    seen(&breakthrough(6, 5));
    seen(&LinesOfAction::new());
    seen(&Kalah::new(3, 3).expect("a board size"));
    seen(&Othello::new());
}

#[test]
fn maximum_backpropagation_passes_on_the_best_mean() {
    for from in [1, 5, 40] {
        let reading = Reading { c: 0.5, maximum: Some(from), ..Reading::default() };
        follow(&breakthrough(5, 4), &format!("uct(c=0.5) with maximum({from})"), reading.clone(), 400);
        follow(&Kalah::new(3, 3).expect("a board size"), &format!("uct(c=0.5) with maximum({from})"), reading, 400);
    }
}

#[test]
fn young_nodes_leave_the_choice_to_the_playout_policy() {
    let reading = Reading { c: 0.3, threshold: 20, ..Reading::default() };
    follow(&breakthrough(5, 4), "uct(c=0.3) > mast with threshold(20)", reading, 500);
    // Without the border in the tree, the same search would look at all moves of the root first.
    let position = breakthrough(5, 4);
    let visited = |text: &str| {
        let report =
            Agent::parse(text, &position).expect("an expression").search(&position, 3, &Limits::iterations(8)).unwrap();
        report.actions.iter().filter(|action| action.visits > 0).count()
    };
    assert_eq!(visited("uct"), 8);
    assert!(visited("uct with threshold(20)") < 8);
}

#[test]
fn no_share_of_minimax_changes_nothing() {
    fn same<G: Game>(position: &G, iterations: u64) {
        for (plain, options) in [("uct", "with"), ("uct with solver", ","), ("rave > mast with solver", ",")] {
            let search = |text: &str| {
                let mut agent = Agent::parse(text, position).unwrap_or_else(|error| panic!("{error}"));
                let report = agent.search(position, 5, &Limits::iterations(iterations)).unwrap();
                let actions = report.actions.iter().map(|action| (action.visits, action.value, action.proven));
                (report.best, actions.collect::<Vec<_>>(), report.plies)
            };
            for expand in EXPANDS {
                assert!(search(plain) == search(&format!("{plain} {options} im(0, expand={expand})")), "{plain}");
            }
        }
    }
    same(&breakthrough(6, 6), 3000);
    same(&Kalah::new(6, 4).expect("a board size"), 3000);
    same(&Othello::new(), 500);
}
