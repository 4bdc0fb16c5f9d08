//! Proofs near the end of games, also of games whose draws depend on earlier positions: what is proven within a number
//! of plies must be true within that number of plies.

use waxwing::thinking::Proven;
use waxwing::{Agent, Game, Limits, Player, Reward, Rng, Turn};
use waxwing_games::{Breakthrough, Kalah, LinesOfAction, Othello};

use crate::start::start;

/// What a player gets from a state if both play their best and the game ends within `plies` plies; `None` if it need
/// not. All moves of all states are looked at, until one wins.
fn value<G: Game>(state: &G, player: Player, plies: u32) -> Option<Reward> {
    let Turn::Player(mover) = state.turn() else { return Some(state.reward(player)) };
    if plies == 0 {
        return None;
    }
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let mut best = Some(Reward::LOSS);
    for action in legal {
        let mut after = state.clone();
        after.apply(action);
        match value(&after, mover, plies - 1) {
            Some(Reward::WIN) => {
                best = Some(Reward::WIN);
                break;
            }
            None => best = None,
            Some(reward) => best = best.map(|best| best.max(reward)),
        }
    }
    best.map(|best| if mover == player { best } else { best.opposite() })
}

/// Positions at most `most` plies before the end of random games.
fn endgames<G: Game>(start: &G, most: usize) -> impl Iterator<Item = G> {
    (0u64..).filter_map(move |game| {
        let mut rng = Rng::new(Rng::derive(5, game));
        let mut line = vec![start.clone()];
        while let Some(last) = line.last().filter(|last| last.turn() != Turn::Over) {
            let mut next = last.clone();
            next.apply(last.random_action(&mut rng, &mut Vec::new()));
            line.push(next);
        }
        let before = 1 + rng.below(most);
        line.len().checked_sub(1 + before).map(|place| line.swap_remove(place))
    })
}

/// How many actions were proven in `positions` positions.
fn check<G: Game>(start: &G, text: &str, positions: usize, iterations: u64) -> usize {
    let mut agent = Agent::parse(text, start).unwrap_or_else(|error| panic!("{error}"));
    let mut proven = 0;
    for (number, position) in endgames(start, 5).take(positions).enumerate() {
        let Turn::Player(player) = position.turn() else { unreachable!("the game goes on") };
        let report = agent.search(&position, number as u64, &Limits::iterations(iterations)).unwrap();
        for action in report.actions.iter().filter(|action| action.proven.is_some()) {
            let mut after = position.clone();
            after.apply(action.action);
            // A proof may lie one ply below the tree, where a new node is looked at.
            let expected = match value(&after, player, report.depth + 1) {
                Some(Reward::WIN) => Some(Proven::Win),
                Some(Reward::LOSS) => Some(Proven::Loss),
                Some(_) => Some(Proven::Draw),
                None => None,
            };
            assert_eq!(action.proven, expected, "`{text}`, position {number}, {:?}", action.action);
            proven += 1;
        }
    }
    proven
}

const SOLVERS: [&str; 4] = [
    "uct with solver",
    "uct > mast with solver, mate1",
    "uct with solver, im(0.4), reuse",
    "rave with solver, pb(w=2)",
];

/// Every solver, on `positions` positions each; many proofs must have been found for the test to mean anything.
fn check_all<G: Game>(start: &G, positions: usize, iterations: u64) {
    for text in SOLVERS {
        let proven = check(start, text, positions, iterations);
        assert!(proven > positions, "`{text}` proves {proven} actions only");
    }
}

#[test]
fn no_false_proof_in_lines_of_action() {
    let other_rules = "lines-of-action(size=4, both=mover, stuck=loss, repetition=2)";
    for (game, positions) in [("lines-of-action(size=4)", 1500), ("lines-of-action(size=5)", 600), (other_rules, 600)] {
        check_all(&start::<LinesOfAction>(game), positions, 60);
    }
    let proven = check(&LinesOfAction::new(), "uct with solver, mate1", 60, 30);
    assert!(proven > 60, "{proven} actions are proven only");
}

#[test]
fn no_false_proof_in_kalah() {
    check_all(&Kalah::new(4, 3).expect("a board size"), 1500, 100);
    check_all(&Kalah::new(6, 4).expect("a board size"), 800, 60);
}

#[test]
fn no_false_proof_in_breakthrough() {
    check_all(&Breakthrough::new(5, 4).expect("a board size"), 1500, 60);
    check_all(&Breakthrough::new(8, 8).expect("a board size"), 200, 100);
}

#[test]
fn no_false_proof_in_othello() {
    check_all(&Othello::<6>::start(), 1500, 60);
}
