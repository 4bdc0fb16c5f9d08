//! RAVE with priors: virtual visits count in the tree and for AMAF, and from its first visit on every node learns from the
//! moves that come later. Values are computed anew from all iterations so far.

use rustc_hash::FxHashMap;

use waxwing::search::Trace;
use waxwing::{Agent, Game, Phase, Player};
use waxwing_games::{Breakthrough, Go};

use crate::known;

/// How far below the best a choice may lie: the engine computes in single precision.
const NEAR: f64 = 1e-4;

#[derive(Clone, Copy)]
struct Settings {
    k: f64,
    c: f64,
    amaf_c: f64,
    priors: u32,
}

/// Visits, and the rewards of the player who acts in the node above.
#[derive(Clone, Copy, Default)]
struct Counts {
    visits: f64,
    sum: f64,
}

impl Counts {
    fn add(&mut self, reward: f64) {
        self.visits += 1.0;
        self.sum += reward;
    }
}

struct Naive<G: Game> {
    root: G,
    settings: Settings,
    nodes: FxHashMap<Vec<G::Action>, Counts>,
    all_moves: FxHashMap<Vec<G::Action>, Counts>,
}

/// mean + c·√(ln Σn / n) of each, with the virtual visits.
fn ucb1(counts: &[Counts], c: f64) -> Vec<f64> {
    let trials: f64 = counts.iter().map(|counts| counts.visits).sum();
    counts.iter().map(|&Counts { visits, sum }| sum / visits + c * (trials.ln() / visits).sqrt()).collect()
}

impl<G: Game> Naive<G> {
    fn values(&self, state: &G, moves: &[G::Action], legal: &[G::Action]) -> Vec<f64> {
        let Settings { k, c, amaf_c, priors } = self.settings;
        let rates = known::win_rates(state, legal);
        let with_priors = |table: &FxHashMap<Vec<G::Action>, Counts>| -> Vec<Counts> {
            let arms = legal.iter().zip(&rates).map(|(&action, rate)| {
                let Counts { visits, sum } = table.get(&[moves, &[action]].concat()).copied().unwrap_or_default();
                let won = f64::from((rate * priors as f32).floor());
                Counts { visits: visits + f64::from(priors), sum: sum + won }
            });
            arms.collect()
        };
        let visits = self.nodes.get(moves).map_or(0.0, |counts| counts.visits);
        let lambda = (k / (3.0 * visits + k)).sqrt();
        let (tree, amaf) = (ucb1(&with_priors(&self.nodes), c), ucb1(&with_priors(&self.all_moves), amaf_c));
        amaf.iter().zip(&tree).map(|(amaf, tree)| lambda * amaf + (1.0 - lambda) * tree).collect()
    }

    /// Checks the choices of an iteration, and learns from it.
    fn follow(&mut self, trace: &Trace<'_, G>) {
        let mut state = self.root.clone();
        let (mut moves, mut learned) = (Vec::new(), Vec::new());
        let steps: Vec<(G::Action, Player)> =
            trace.steps().map(|step| (step.action, step.player.expect("there is no chance"))).collect();
        let depth = trace.steps().take_while(|step| step.phase != Phase::Simulation).count();
        for (index, &(action, player)) in steps[..depth].iter().enumerate() {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            learned.extend(
                steps[index..]
                    .iter()
                    .filter(|(later, other)| *other == player && legal.contains(later))
                    .map(|&(later, _)| ([&moves[..], &[later]].concat(), trace.rewards[player.index()].value())),
            );
            let values = self.values(&state, &moves, &legal);
            let chosen = legal.iter().position(|&legal| legal == action).expect("a legal action");
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!(values[chosen] > best - NEAR, "{action:?} is not the best after {moves:?}");
            moves.push(action);
            state.apply(action);
        }
        self.nodes.entry(Vec::new()).or_default().add(0.0);
        for (length, &(_, player)) in (1..=depth).zip(&steps) {
            let reward = trace.rewards[player.index()].value();
            self.nodes.entry(moves[..length].to_vec()).or_default().add(reward);
        }
        learned.into_iter().for_each(|(record, reward)| self.all_moves.entry(record).or_default().add(reward));
    }
}

fn follow<G: Game>(position: &G, settings: Settings, iterations: u64) {
    let Settings { k, c, amaf_c, priors } = settings;
    let text = format!("rave(k={k}, c={c}, amaf-c={amaf_c}) with priors({priors})");
    let mut agent = Agent::parse(&text, position).unwrap_or_else(|error| panic!("{error}"));
    let mut naive =
        Naive { root: position.clone(), settings, nodes: FxHashMap::default(), all_moves: FxHashMap::default() };
    let mut followed = 0;
    agent
        .trace(position, 5, iterations, &mut |trace, _| {
            naive.follow(trace);
            followed += 1;
        })
        .unwrap();
    assert_eq!(followed, iterations);
}

#[test]
fn rave_counts_virtual_visits_twice_and_learns_from_the_first_visit_on() {
    let usual = Settings { k: 50.0, c: 0.0, amaf_c: 0.0, priors: 10 };
    for settings in [usual, Settings { c: 0.4, amaf_c: 0.7, ..usual }, Settings { priors: 1, k: 1000.0, ..usual }] {
        follow(&Breakthrough::new(5, 4).expect("a board size"), settings, 300);
        follow(&Go::new(5, 0.5).expect("a board size"), settings, 300);
    }
}
