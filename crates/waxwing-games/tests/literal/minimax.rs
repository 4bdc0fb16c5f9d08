//! Alpha-beta, and with two players paranoid, best-reply and maxⁿ search, against plain minimax, which looks at everything.

use rustc_hash::FxHashMap;

use waxwing::thinking::Proven;
use waxwing::{Agent, Game, Limits, Player, Reward, Turn};
use waxwing_games::{Breakthrough, Checkers, Kalah, Othello};

use crate::known;
use crate::solve::{positions, successors};

/// A game that is won at once; each ply before that costs 1. Evaluations are in [-1, 1].
const WON: f64 = 1_000.0;

/// Minimax to a fixed depth.
#[derive(Default)]
struct Minimax {
    nodes: u64,
    /// How many plies were left where a position came up.
    left: FxHashMap<u64, u32>,
    /// Whether one has come up with more and with fewer plies left: a table may then answer with more.
    uneven: bool,
}

impl Minimax {
    /// What a state is worth for a player.
    fn value<G: Game>(&mut self, state: &G, player: Player, ply: u32, left: u32) -> f64 {
        self.nodes += 1;
        let Turn::Player(mover) = state.turn() else {
            let won = WON - f64::from(ply);
            return match state.reward(player) {
                Reward::WIN => won,
                Reward::LOSS => -won,
                _ => 0.0,
            };
        };
        let hash = state.position_hash().expect("the game has hashes");
        self.uneven |= *self.left.entry(hash).or_insert(left) != left;
        if left == 0 {
            return known::evaluate(0, state, player).into();
        }
        let values = successors(state).into_iter().map(|(_, next)| self.value(&next, player, ply + 1, left - 1));
        if mover == player { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
    }
}

/// All that changes nothing but the number of nodes.
const TABLELESS: [&str; 3] =
    ["table=no, etc=no, killers=no, history=no", "table=no", "table=no, etc=no, history=plain"];
const WITH_TABLE: [&str; 3] = ["killers=yes", "etc=no, killers=no, history=no", "history=plain"];
/// They have a table too.
const FOR_SEVERAL: [&str; 3] = ["paranoid", "brs", "maxn"];

/// Compares positions of random games; how often with a table, and the nodes of minimax and of plain alpha-beta.
fn compare<G: Game>(start: &G, plies: u32, least: usize, count: usize) -> (usize, u64, u64) {
    let (mut tables, mut all_nodes, mut nodes) = (0, 0, 0);
    for position in positions(start, 17, least).take(count) {
        let Turn::Player(mover) = position.turn() else { continue };
        let mut minimax = Minimax::default();
        let value = |(action, next): (G::Action, G)| (action, minimax.value(&next, mover, 1, plies - 1));
        let values: Vec<(G::Action, f64)> = successors(&position).into_iter().map(value).collect();
        let best = values.iter().map(|&(_, value)| value).fold(f64::MIN, f64::max);
        let even = !minimax.uneven;
        tables += usize::from(even);
        let plain = |options: &str| format!("ab({options}, null=0, quiescence=no, depths=fixed)");
        let with_table = WITH_TABLE.map(plain).into_iter().chain(FOR_SEVERAL.map(String::from)).filter(|_| even);
        for (number, player) in TABLELESS.map(plain).into_iter().chain(with_table).enumerate() {
            let text = format!("{player} @d{plies}");
            let mut agent = Agent::parse(&text, &position).unwrap_or_else(|error| panic!("{error}"));
            let report = agent.search(&position, 0, &Limits::iterations(1)).unwrap();
            let of = |action| values.iter().find(|(known, _)| *known == action).expect("a legal action").1;
            assert_eq!(of(report.best), best, "`{text}` plays {:?} of {values:?}", report.best);
            for action in &report.actions {
                let (value, outcome) = match of(action.action) {
                    value if value > 1.0 => (1.0, Some(Proven::Win)),
                    value if value < -1.0 => (0.0, Some(Proven::Loss)),
                    value => ((value + 1.0) / 2.0, None),
                };
                // A search that has proven the root before it came to the depth has guesses of another depth.
                let same = report.depth < plies || action.value.is_none_or(|known| known == value);
                assert!(same, "`{text}` about {action:?}: {value}");
                let open = [None, Some(Proven::Draw)].contains(&action.proven);
                assert!(open || action.proven == outcome, "`{text}` about {action:?}: {value}");
            }
            let chosen = report.actions.iter().find(|action| action.action == report.best).expect("it is legal");
            assert!(chosen.value.is_some(), "`{text}` knows what it plays");
            assert_eq!(report.actions.iter().map(|action| action.visits).sum::<u64>(), report.nodes);
            if number == 0 {
                nodes += report.nodes;
            }
        }
        all_nodes += minimax.nodes;
    }
    (tables, all_nodes, nodes)
}

fn check<G: Game>(start: &G, plies: u32, least: usize, count: usize, factor: u64) {
    let (tables, all, nodes) = compare(start, plies, least, count);
    assert!(6 * tables >= count, "{tables} of {count} positions are compared with a table");
    assert!(factor * nodes < all, "{nodes} nodes instead of {all}");
}

#[test]
fn alpha_beta_has_the_values_of_minimax_in_othello() {
    check(&Othello::new(), 4, 0, 30, 3);
    check(&Othello::<6>::start(), 5, 8, 40, 3);
    check(&Othello::<4>::start(), 6, 3, 40, 1);
}

#[test]
fn alpha_beta_has_the_values_of_minimax_in_breakthrough() {
    check(&Breakthrough::new(8, 8).unwrap(), 3, 0, 15, 2);
    check(&Breakthrough::new(6, 4).unwrap(), 5, 0, 20, 3);
    check(&Breakthrough::new(5, 3).unwrap(), 5, 0, 40, 2);
}

#[test]
fn alpha_beta_has_the_values_of_minimax_in_kalah_with_its_moves_in_a_row() {
    check(&Kalah::new(6, 4).unwrap(), 6, 0, 40, 3);
    check(&Kalah::new(4, 3).unwrap(), 6, 0, 40, 1);
    check(&Kalah::new(3, 4).unwrap(), 6, 0, 40, 1);
}

#[test]
fn alpha_beta_has_the_values_of_minimax_in_checkers_with_its_jumps_in_a_row() {
    check(&Checkers::new(), 5, 0, 40, 2);
}

/// How many plies a player needs to win, up to `most`.
fn win_in<G: Game>(position: &G, most: u32) -> Option<u32> {
    let Turn::Player(mover) = position.turn() else { return None };
    (1..=most).find(|&plies| Minimax::default().value(position, mover, 0, plies) > 1.0)
}

fn check_wins<G: Game>(start: &G, least: usize, most: u32, count: usize) {
    let mut found = vec![0; most as usize + 1];
    for position in positions(start, 23, least).take(count) {
        let Some(plies) = win_in(&position, most) else { continue };
        let mut agent = Agent::parse(&format!("ab @d{plies}"), &position).unwrap_or_else(|error| panic!("{error}"));
        let report = agent.search(&position, 0, &Limits::iterations(1)).unwrap();
        let best = report.actions.iter().find(|action| action.action == report.best).expect("it is legal");
        assert_eq!(best.proven, Some(Proven::Win));
        assert!(report.depth <= plies);
        assert_eq!(report.line.len(), plies as usize, "{:?}", report.line);
        found[plies as usize] += 1;
    }
    assert!(found[1] > 0 && found[most as usize] > 0, "{found:?}");
}

#[test]
fn a_win_in_so_many_plies_is_found_at_that_depth_with_its_line() {
    check_wins(&Breakthrough::new(6, 4).unwrap(), 8, 5, 150);
    check_wins(&Kalah::new(4, 3).unwrap(), 4, 6, 100);
}
