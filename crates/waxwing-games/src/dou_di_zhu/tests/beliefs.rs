//! Beliefs against the model as it is told, on plain numbers of cards, and what a search draws by them.

use std::collections::{BTreeMap, BTreeSet};

use waxwing::game::Observable;
use waxwing::knowledge::Beliefs as _;
use waxwing::{Agent, Game, Notation, Player, Rng, Turn};

use super::super::beliefs::{BOMBS, HOLDS_BACK, MUST_BOMB, SPARES};
use super::super::deal::written;
use super::super::knowledge::DouDiZhuKnowledge;
use super::reference::{Kind, Reference, classify, read};
use super::{DouDiZhu, dealt};

fn is_bomb(kind: Kind) -> bool {
    ["bomb", "rocket"].contains(&kind.name())
}

/// How likely the player to move answers the last play by this text.
fn likelihood(game: &Reference, text: &str) -> f64 {
    let answers: Vec<Kind> = game.moves().values().filter_map(classify).collect();
    let ranks: BTreeSet<usize> = answers.iter().filter(|kind| !is_bomb(**kind)).map(|kind| kind.rank()).collect();
    let bombs = answers.iter().filter(|kind| is_bomb(**kind)).count();
    let bomb = match (ranks.len(), bombs) {
        (_, 0) => 0.0,
        (0, _) => f64::from(MUST_BOMB),
        _ => f64::from(BOMBS),
    };
    let by_partner = game.mover() != 0 && game.last_player() != 0;
    let pass = if ranks.is_empty() { 1.0 - bomb } else { f64::from(if by_partner { SPARES } else { HOLDS_BACK }) };
    if text == "pass" {
        return pass;
    }
    let kind = classify(&read(text)).unwrap();
    if is_bomb(kind) {
        return bomb / bombs as f64;
    }
    let weight = |rank: usize| 0.5_f64.powi(ranks.iter().position(|&other| other == rank).unwrap() as i32);
    let all: f64 = ranks.iter().map(|&rank| weight(rank)).sum();
    (1.0 - pass - bomb) * weight(kind.rank()) / all
}

/// The same as [`waxwing::knowledge::Beliefs`] says, from the texts of the moves.
fn literal(root: &DouDiZhu, observer: Player, moves: &[String]) -> f64 {
    let mut hands = root.hands.map(written);
    for (text, hand) in moves.iter().zip((0..3).cycle()).filter(|(text, _)| *text != "pass") {
        hands[hand] += text;
    }
    let mut game = Reference::new(&hands.join("/"));
    let mut sum = 0.0;
    for text in moves {
        if game.mover() != observer.index() && !game.is_leading() {
            sum += likelihood(&game, text).ln();
        }
        game.apply(&if text == "pass" { [0; 15] } else { read(text) });
    }
    sum
}

#[test]
fn likelihoods_are_those_of_the_model_played_again_on_numbers_of_cards() {
    let (mut compared, mut telling) = (0, 0);
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut state = dealt(["3334445556w/3666J/7778889QQ", "33445566wW/3456789/A777899"][seed as usize % 2]);
        let (mut seen, mut moves, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
        while let Turn::Player(player) = state.turn() {
            let root = state.determinize(player, &mut rng);
            let said = DouDiZhuKnowledge.log_likelihood(&root, player, &seen);
            let expected = literal(&root, player, &moves);
            assert!((f64::from(said) - expected).abs() < 1e-4, "{said}, {expected} after {moves:?}");
            compared += 1;
            telling += usize::from(expected != 0.0);
            let action = state.random_action(&mut rng, &mut buffer);
            seen.push(state.action_index(action));
            moves.push(state.format(action));
            state.apply(action);
        }
    }
    assert!(compared > 200 && telling > 100, "{telling} of {compared}");
}

#[test]
fn a_history_that_does_not_explain_the_position_says_nothing() {
    let state = super::after(&dealt("33345/5566/78"), "3334 pass pass");
    let weighed = |seen: &[u64]| DouDiZhuKnowledge.log_likelihood(&state, Player(0), seen);
    assert_eq!((weighed(&[]), weighed(&[0, 0, 0]), weighed(&[u64::MAX; 3])), (0.0, 0.0, 0.0));
}

/// How often each hand of the next player is drawn by a search after these moves, and how often it should be.
#[test]
fn a_search_draws_what_is_likely_as_often_as_that_is_likely() {
    let start = dealt("3578/46/9T");
    let text = "uct with belief(candidates=300)";
    let mut agent = Agent::parse(text, &start).unwrap();
    agent.start(&start, 7);
    let (mut state, mut seen) = (start.clone(), Vec::new());
    for text in ["5", "pass", "9"] {
        let action = state.parse(text).unwrap();
        let observed = state.observe(action, Player(0));
        seen.push(state.action_index(action));
        state.apply(action);
        agent.observe(observed, &state);
    }
    // The Landlord sees 3, 7 and 8 of its own; unseen are 4, 6 and T, of which the second peasant has one.
    let mut drawn: BTreeMap<String, f64> = BTreeMap::new();
    const DRAWS: u64 = 3_000;
    agent
        .trace_on(&state, DRAWS, &mut |trace, _| *drawn.entry(written(trace.root.hands[1])).or_default() += 1.0)
        .unwrap();
    let mut rng = Rng::new(1);
    let mut likely: BTreeMap<String, f64> = BTreeMap::new();
    for _ in 0..100 {
        let root = state.determinize(Player(0), &mut rng);
        let likelihood = DouDiZhuKnowledge.log_likelihood(&root, Player(0), &seen);
        likely.insert(written(root.hands[1]), f64::from(likelihood).exp());
    }
    let total: f64 = likely.values().sum();
    assert_eq!(likely.len(), 3);
    for (hand, likelihood) in &likely {
        let (share, expected) = (drawn.get(hand).unwrap_or(&0.0) / DRAWS as f64, likelihood / total);
        assert!((share - expected).abs() < 0.04, "{hand}: {share}, {expected}");
    }
    // Who beat a 5 with a 9 is not likely to hold a 6.
    assert!(likely.values().any(|likelihood| likelihood / total > 0.4) && likely.values().any(|one| one / total < 0.3));
}
