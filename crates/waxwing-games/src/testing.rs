//! What the games' tests have in common.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use waxwing::{Game, Notation, Rng, Turn};

/// The state after some moves and chance outcomes, each of which must be possible.
pub(crate) fn after<G: Notation>(mut state: G, moves: &str) -> G {
    for text in moves.split_whitespace() {
        assert_ne!(state.turn(), Turn::Over, "before {text}");
        let action = state.parse(text).unwrap();
        assert!(state.is_legal(action) || state.is_outcome(action), "{text} in\n{}", state.draw(None));
        state.apply(action);
    }
    state
}

/// The legal actions.
pub(crate) fn legal<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

/// The legal actions as texts, which are all different.
pub(crate) fn texts<G: Notation>(state: &G) -> BTreeSet<String> {
    let actions = legal(state);
    let texts: BTreeSet<String> = actions.iter().map(|&action| state.format(action)).collect();
    assert_eq!(texts.len(), actions.len(), "two moves are written alike");
    texts
}

/// Fails if counts are farther from their expectations than chance explains, by the mean and the deviation of chi-square.
pub(crate) fn assert_frequencies(counts: impl IntoIterator<Item = (usize, f64)>) {
    let terms: Vec<f64> =
        counts.into_iter().map(|(count, expected)| (count as f64 - expected).powi(2) / expected).collect();
    let (statistic, freedom) = (terms.iter().sum::<f64>(), terms.len() as f64 - 1.0);
    assert!(statistic < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{statistic} for {freedom} degrees of freedom");
}

#[test]
#[should_panic(expected = "degrees of freedom")]
fn frequencies_that_are_off_by_an_eighth_are_noticed() {
    assert_frequencies([(1_125, 1_000.0), (875, 1_000.0), (1_000, 1_000.0), (1_000, 1_000.0)]);
}

/// Fails if the hashes of positions of random games are equal where the positions are not, or the other way round.
/// A position is whose turn it is, the legal actions, and what `board` says.
pub(crate) fn check_hashes<G: Notation, K: Hash>(start: &G, games: u64, board: impl Fn(&G) -> K) -> usize {
    let (mut by_hash, mut by_position) = (HashMap::new(), HashMap::new());
    let mut buffer = Vec::new();
    for game in 0..games {
        let (mut state, mut rng) = (start.clone(), Rng::new(game));
        loop {
            let playing = state.turn() != Turn::Over;
            let moves = if playing { texts(&state) } else { BTreeSet::new() };
            let mut position = DefaultHasher::new();
            (format!("{:?}", state.turn()), moves, board(&state)).hash(&mut position);
            let (hash, position) = (state.position_hash().expect("the game has hashes"), position.finish());
            assert_eq!(
                *by_hash.entry(hash).or_insert(position),
                position,
                "one hash, two positions:\n{}",
                state.draw(None)
            );
            assert_eq!(
                *by_position.entry(position).or_insert(hash),
                hash,
                "one position, two hashes:\n{}",
                state.draw(None)
            );
            if !playing {
                break;
            }
            let action = state.random_action(&mut rng, &mut buffer);
            state.apply(action);
        }
    }
    by_hash.len()
}

/// Fails unless a game brings a learned evaluation that says the opposite to both players, and never that a game which goes on is
/// decided. Returns some positions with their values for the player to move.
pub(crate) fn check_learned<G: Game>(start: &G) -> Vec<(G, f32)> {
    let evaluations = start.knowledge().evaluations();
    let learned = evaluations.iter().find(|evaluation| evaluation.name() == "learned");
    let learned = learned.expect("learned.bin is to be learned anew");
    let (mut buffer, mut seen) = (Vec::new(), Vec::new());
    for seed in 0..6 {
        let (mut state, mut rng) = (start.clone(), Rng::new(seed));
        while let Turn::Player(player) = state.turn() {
            let [one, other] = [0, 1].map(|player| learned.evaluate(&state, waxwing::Player(player)));
            assert!(one == -other && one.abs() < 1.0, "{one}, {other}");
            seen.push((state.clone(), if player.0 == 0 { one } else { other }));
            let action = state.random_action(&mut rng, &mut buffer);
            state.apply(action);
        }
    }
    seen
}
