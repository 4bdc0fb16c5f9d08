//! The rules and the notation against published numbers, and searches against an exhaustive one.

use std::collections::{HashMap, HashSet};

use connect_four::ConnectFour;
use waxwing::game::{check_notated_game, perft};
use waxwing::thinking::Proven;
use waxwing::{Agent, Game, Limits, Notation, Player, Reward, Rng, Turn};

fn legal(state: &ConnectFour) -> Vec<<ConnectFour as Game>::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

#[test]
fn it_keeps_the_promises_of_a_game_on_every_board() {
    for rows in 4..=7 {
        for columns in 4..=8 {
            check_notated_game(&ConnectFour::new(rows, columns), 10, 1).unwrap();
        }
    }
    check_notated_game(&ConnectFour::new(6, 7), 100, 2).unwrap();
}

/// The counts are those of every program that counts; the 7th is the first in which games have ended.
#[test]
fn sequences_of_moves_are_as_many_as_published() {
    let start = ConnectFour::new(6, 7);
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&start, depth).unwrap()).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
}

/// John Tromp's numbers of positions by the number of stones, and of all positions of four rows and columns.
#[test]
fn different_positions_are_as_many_as_published() {
    let layers = layers(ConnectFour::new(6, 7), 8);
    assert_eq!(layers, [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275]);
    assert_eq!(self::layers(ConnectFour::new(4, 4), 16).iter().sum::<usize>(), 161_029);
}

/// How many positions there are with each number of stones, told apart by their hashes.
fn layers(start: ConnectFour, plies: usize) -> Vec<usize> {
    let (mut states, mut counts) = (vec![start], vec![1]);
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for state in states.iter().filter(|state| state.turn() != Turn::Over) {
            for column in legal(state) {
                let mut state = state.clone();
                state.apply(column);
                if seen.insert(state.position_hash()) {
                    next.push(state);
                }
            }
        }
        counts.push(next.len());
        states = next;
    }
    counts
}

/// What the player to move gets if both play as well as they can.
fn exhaustive(state: &ConnectFour, known: &mut HashMap<Option<u64>, Reward>) -> Reward {
    let Turn::Player(player) = state.turn() else { unreachable!("the game is over") };
    if let Some(&value) = known.get(&state.position_hash()) {
        return value;
    }
    let values = legal(state).into_iter().map(|column| {
        let mut next = state.clone();
        next.apply(column);
        if next.turn() == Turn::Over { next.reward(player) } else { exhaustive(&next, known).opposite() }
    });
    let value = values.max().expect("there is a move");
    known.insert(state.position_hash(), value);
    value
}

#[test]
fn solvers_agree_with_an_exhaustive_search_on_a_small_board() {
    let start = ConnectFour::new(4, 4);
    let mut known = HashMap::new();
    assert_eq!(exhaustive(&start, &mut known), Reward::DRAW);
    let (mut rng, mut buffer) = (Rng::new(1), Vec::new());
    let mut values = HashSet::new();
    for _ in 0..30 {
        let mut state = start.clone();
        for _ in 0..8 {
            if state.turn() != Turn::Over {
                state.apply(state.random_action(&mut rng, &mut buffer));
            }
        }
        let Turn::Player(player) = state.turn() else { continue };
        let value = exhaustive(&state, &mut known);
        values.insert(value);
        for agent in ["uct > mast with solver", "ab"] {
            let report = Agent::parse(agent, &state).unwrap().search(&state, 1, &Limits::iterations(20_000)).unwrap();
            let mut next = state.clone();
            next.apply(report.best);
            let reached =
                if next.turn() == Turn::Over { next.reward(player) } else { exhaustive(&next, &mut known).opposite() };
            assert_eq!(reached, value, "{agent}\n{}", state.draw(None));
        }
    }
    assert_eq!(values.len(), 3, "wins, draws and losses were tried");
}

#[test]
fn positions_are_read_or_refused_with_a_reason() {
    let start = ConnectFour::new(6, 7);
    let mut played = start.clone();
    for text in ["4", "4", "3"] {
        played.apply(played.parse(text).unwrap());
    }
    assert_eq!(played.write_position().as_deref(), Some("7/7/7/7/3O3/2XX3"));
    assert_eq!(start.read_position("7/7/7/7/3O3/2XX3"), Ok(played));
    let won = start.read_position("7/7/7/7/OOO4/XXXX3").unwrap();
    assert_eq!((won.turn(), won.reward(Player(0))), (Turn::Over, Reward::WIN));
    let refused = [
        ("7/7/7/7/7", "a position has 6 rows of 7 places, such as `7/7/7/7/7/7`"),
        ("7/7/7/7/7/8", "a position has 6 rows of 7 places, such as `7/7/7/7/7/7`"),
        ("7/7/7/7/7/x6", "a position has 6 rows of 7 places, such as `7/7/7/7/7/7`"),
        ("7/7/7/7/X6/1O5", "there is a free place below a stone"),
        ("7/7/7/7/7/XX5", "X has as many stones as O, or one more"),
        ("7/7/7/7/7/O6", "X has as many stones as O, or one more"),
        ("7/7/7/7/OOO4/XXXXO2", "the player to move has four in a line already"),
    ];
    for (text, reason) in refused {
        match start.read_position(text) {
            Err(message) => assert_eq!(message, reason, "{text}"),
            Ok(_) => panic!("{text} is read"),
        }
    }
}

#[test]
fn an_open_three_is_a_threat() {
    let start = ConnectFour::new(6, 7);
    let value = |text: &str, player| {
        let state = start.read_position(text).unwrap();
        state.knowledge().evaluations()[0].evaluate(&state, Player(player))
    };
    // Both ends of the level three, and nothing of O's.
    assert_eq!(value("7/7/7/7/1OO4/1XXX3", 0), 2.0 / 6.0);
    assert_eq!(value("7/7/7/7/1OO4/1XXX3", 1), -2.0 / 6.0);
    // A hole in an upright line cannot be filled: only the place above three counts.
    assert_eq!(value("7/7/7/X6/XO5/XO5", 0), 1.0 / 5.0);
    assert_eq!(value("7/7/7/7/OOO4/XXXX3", 1), -1.0);
}

/// A game in which neither player could have done better, by a program that solves the game. That the first player wins it, though not
/// before the last stone, is known since 1988 (Allen; Allis).
const BEST_PLAY: &str = "44444432655555323332267623526661117777711";
/// With this number of stones on the board our players see the end.
const PROVEN: usize = 22;

#[test]
fn the_first_player_wins_with_best_play() {
    let mut state = ConnectFour::new(6, 7);
    for (stones, column) in BEST_PLAY.chars().enumerate() {
        let Turn::Player(player) = state.turn() else { panic!("the game is over after {stones} stones") };
        if stones >= PROVEN {
            let mut agent = Agent::parse("ab", &state).unwrap();
            let report = agent.search(&state, 1, &Limits::iterations(300_000)).unwrap();
            let best = report.actions.iter().find(|action| action.action == report.best).unwrap();
            let expected = if player == Player(0) { Proven::Win } else { Proven::Loss };
            assert_eq!(best.proven, Some(expected), "{stones} stones\n{}", state.draw(None));
        }
        state.apply(state.parse(&column.to_string()).unwrap());
    }
    assert_eq!((state.turn(), state.reward(Player(0))), (Turn::Over, Reward::WIN));
    assert_eq!(BEST_PLAY.len(), 41);
}
