//! What the games' tests have in common.

use std::collections::BTreeSet;

use waxwing::{Game, Notation, Turn};

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
