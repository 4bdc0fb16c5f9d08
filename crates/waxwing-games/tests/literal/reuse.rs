//! A tree that is kept goes on as if its root had always been one.

use waxwing::search::{Proof, SearchRecords};
use waxwing::strategy::About;
use waxwing::{Agent, Control, Game, Information, Limits, Player, Record, Turn};
use waxwing_games::Breakthrough;

use crate::solve::{positions, successors};

const C: f64 = 1.0;

/// The values of UCB1 for arms of which these are total rewards and visits.
fn ucb1(arms: &[(f64, u64)], trials: u64) -> Vec<f64> {
    let value = |&(sum, visits): &(f64, u64)| {
        let n = visits as f64;
        sum / n + C * ((trials as f64).ln() / n).sqrt()
    };
    arms.iter().map(value).collect()
}

fn highest(values: &[f64]) -> usize {
    (0..values.len()).max_by(|&x, &y| values[x].total_cmp(&values[y])).expect("an arm")
}

/// The state after these moves.
fn after<G: Game>(position: &G, moves: &[G::Action]) -> G {
    let mut state = position.clone();
    moves.iter().for_each(|&action| state.apply(action));
    state
}

/// Tells an agent of these moves.
fn observe<G: Game>(agent: &mut Agent<G>, position: &G, moves: &[G::Action]) {
    for count in 1..=moves.len() {
        agent.observe(Some(moves[count - 1]), &after(position, &moves[..count]));
    }
}

/// One iteration of a search that goes on with a tree of an earlier one, from the root after the two most visited moves: the
/// rewards and visits of the root's children before it, and which of them it visits. `None` where a child has no visits,
/// or there is nothing to choose.
fn goes_on<G: Game>(position: &G, seed: u64) -> Option<(Vec<(f64, u64)>, usize)> {
    let mut agent = Agent::parse(&format!("uct(c={C}) with reuse"), position).unwrap();
    agent.start(position, seed);
    let line = agent.think(position, &Limits::iterations(100 + seed % 100), &mut Control::default()).unwrap().line;
    let moves = line.get(..2)?;
    let state = after(position, moves);
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let records = agent.records(position).expect("it searches");
    let arm = |&action: &G::Action| {
        let record = Record::History { observer: Player(0), moves: [moves, &[action]].concat() };
        match records.baseline(&record) {
            Some(Information::Statistics { sum, visits, .. }) if visits > 0 => Some((sum, visits)),
            _ => None,
        }
    };
    let arms: Vec<(f64, u64)> = legal.iter().map(arm).collect::<Option<_>>().filter(|arms: &Vec<_>| arms.len() > 1)?;
    observe(&mut agent, position, moves);
    let report = agent.think(&state, &Limits::iterations(1), &mut Control::default()).unwrap();
    let visited = legal.iter().zip(&arms).position(|(action, &(_, visits))| {
        let now = report.actions.iter().find(|now| now.action == *action).expect("the same actions");
        now.visits != visits
    });
    Some((arms, visited.expect("an iteration visits a child of the root")))
}

/// The visits of a root that is kept are one more than those of its children: the one that made the node, which chose none
/// of them.
#[test]
fn ucb1_at_a_reused_root_counts_the_visits_of_its_children() {
    let start = Breakthrough::new(5, 3).unwrap();
    let mut telling = 0;
    for (position, seed) in positions(&start, 8, 0).take(4000).zip(0..) {
        let Some((arms, visited)) = goes_on(&position, seed) else { continue };
        let trials = arms.iter().map(|&(_, visits)| visits).sum();
        let values = ucb1(&arms, trials);
        let best = values[highest(&values)];
        assert!(values[visited] > best - 1e-5, "arm {visited} of {arms:?} is visited in search {seed}");
        telling += u32::from(values[highest(&ucb1(&arms, trials + 1))] < best - 1e-5);
    }
    assert!(telling >= 10, "one more trial would have changed {telling} choices");
}

/// What a tree knows of the states behind lines of actions.
type Known<A> = Vec<(Vec<A>, Option<Information<A>>, Proof, Option<f32>)>;

/// What is known of everything at most `plies` plies behind `moves` and `line`, told by lines without `moves`.
fn known<G: Game>(
    records: &SearchRecords<'_, G>,
    moves: &[G::Action],
    state: &G,
    line: &mut Vec<G::Action>,
    plies: usize,
) -> Known<G::Action> {
    let whole = [moves, line].concat();
    let record = Record::History { observer: Player(0), moves: whole.clone() };
    let mut all = vec![(line.clone(), records.baseline(&record), records.proof(&whole), records.minimax(&whole))];
    if plies > 0 && state.turn() != Turn::Over {
        for (action, next) in successors(state) {
            line.push(action);
            all.extend(known(records, moves, &next, line, plies - 1));
            line.pop();
        }
    }
    all
}

/// An agent that has searched a position, the first two moves of its line, and the position behind them; none if the game is over there.
fn searched(
    text: &str,
    position: &Breakthrough,
    seed: u64,
) -> Option<(Agent<Breakthrough>, Vec<<Breakthrough as Game>::Action>, Breakthrough)> {
    let mut agent = Agent::parse(text, position).unwrap();
    agent.start(position, seed);
    let line = agent.think(position, &Limits::iterations(600), &mut Control::default()).unwrap().line;
    let moves = line.get(..2)?.to_vec();
    let state = after(position, &moves);
    (state.turn() != Turn::Over).then_some((agent, moves, state))
}

#[test]
fn records_of_nodes_follow_a_tree_that_is_kept() {
    let start = Breakthrough::new(5, 3).unwrap();
    let (mut at_root, mut below) = (0, 0);
    for (position, seed) in positions(&start, 9, 0).take(30).zip(0..) {
        let text = "records(by=action&node, policy=ucb1, trials=available) with reuse";
        let Some((mut agent, moves, state)) = searched(text, &position, seed) else { continue };
        let children = successors(&state).into_iter().map(|(action, next)| (vec![action], next));
        let nodes: Vec<_> = [(Vec::new(), state)].into_iter().chain(children).collect();
        let known = |records: &SearchRecords<'_, Breakthrough>, behind: &[_]| -> Vec<Vec<Information<_>>> {
            let of_node = |(path, next): &(Vec<_>, Breakthrough)| {
                let Turn::Player(player) = next.turn() else { return Vec::new() };
                let node = [behind, path].concat();
                let about = |action| vec![About::Action(action), About::Node(node.clone())];
                let records = |(action, _)| records.recall(&Record::Composed { player, about: about(action) });
                successors(next).into_iter().flat_map(records).collect()
            };
            nodes.iter().map(of_node).collect()
        };
        let before = known(&agent.records(&position).expect("it searches"), &moves);
        observe(&mut agent, &position, &moves);
        agent.think(&nodes[0].1, &Limits::iterations(0), &mut Control::default()).unwrap();
        assert_eq!(before, known(&agent.records(&nodes[0].1).expect("it searches"), &[]), "search {seed}");
        let visited = |information: &Information<_>| matches!(information, Information::Statistics { visits: 1.., .. });
        let counts: Vec<usize> = before.iter().map(|known| known.iter().filter(|one| visited(one)).count()).collect();
        (at_root, below) = (at_root + counts[0], below + counts[1..].iter().sum::<usize>());
    }
    assert!(at_root > 30 && below > 30, "{at_root} records of the root and {below} below");
}

#[test]
fn a_tree_that_is_kept_loses_nothing() {
    let start = Breakthrough::new(5, 3).unwrap();
    let (mut proven, mut compared) = (0, 0);
    for (position, seed) in positions(&start, 9, 0).take(30).zip(0..) {
        let text = "uct with reuse, solver, im(0.4)";
        let Some((mut agent, moves, state)) = searched(text, &position, seed) else { continue };
        let before = known(&agent.records(&position).expect("it searches"), &moves, &state, &mut Vec::new(), 3);
        observe(&mut agent, &position, &moves);
        agent.think(&state, &Limits::iterations(0), &mut Control::default()).unwrap();
        let now = known(&agent.records(&state).expect("it searches"), &[], &state, &mut Vec::new(), 3);
        if before.iter().any(|(line, known, ..)| line.len() == 1 && known.is_some()) {
            assert_eq!(before, now, "search {seed}");
            compared += 1;
            proven += before.iter().filter(|(_, _, proof, _)| *proof != Proof::Open).count();
        }
    }
    assert!(compared > 10 && proven > 10, "{compared} trees with {proven} proofs");
}
