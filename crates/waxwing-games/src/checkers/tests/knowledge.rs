use super::*;

#[test]
fn an_episode_starts_at_the_beginning_and_where_a_turn_may_begin_with_a_capture() {
    let episode = |state: Checkers, moves| CheckersKnowledge::USUAL.episode(&after(state, moves));
    assert_eq!(episode(Checkers::new(), ""), Some(0));
    assert_eq!(episode(Checkers::new(), "11-15"), None);
    assert_eq!(episode(Checkers::new(), "11-15 22-18"), Some(0));
    assert_eq!(episode(Checkers::new(), "11-15 22-18 15x22"), Some(1));
    assert_eq!(episode(Checkers::new(), "11-15 22-18 15x22 25x18"), None);
    assert_eq!(episode(position('b', "1 12", "6 15 16"), "1x10"), None);
}

#[test]
fn predicates_hold_where_they_should() {
    let holding = |state: &Checkers| -> Vec<&str> {
        let bits = CheckersKnowledge::USUAL.holding(state);
        let names = CheckersKnowledge::USUAL.names().into_iter().enumerate();
        names.filter(|(place, _)| bits >> place & 1 == 1).map(|(_, name)| name).collect()
    };
    assert!(holding(&Checkers::new()).is_empty());
    assert_eq!(holding(&after(Checkers::new(), "11-15 22-18")), ["capture", "threatened"]);
    assert_eq!(holding(&after(Checkers::new(), "11-15 22-18 15x22")), ["capture", "behind"]);
    let chain = after(position('b', "1 12", "6 15 16"), "1x10");
    assert_eq!(holding(&chain), ["capture", "chain", "threatened", "few-pieces"]);
    assert_eq!(holding(&position('b', "25", "K1")), ["can-crown", "other-king", "behind", "few-pieces"]);
    assert_eq!(holding(&position('w', "K32", "5 12")), ["can-crown", "other-king", "ahead", "few-pieces"]);
    assert_eq!(holding(&position('w', "2 3", "5 12")), ["can-crown", "few-pieces"]);
    assert_eq!(holding(&position('w', "1 8", "12 13")), ["capture", "can-crown", "few-pieces"]);
    let quiet = after(position('b', "K1 12 13", "K32 20 21"), "1-5 32-28 5-1 28-32 1-5 32-28 5-9 28-24");
    assert_eq!(holding(&quiet), ["king", "other-king", "few-pieces", "quiet"]);
}

#[test]
fn the_evaluation_adds_up_the_material() {
    let value = |state: &Checkers, player| CheckersKnowledge::USUAL.evaluate(state, Player(player));
    assert_eq!(value(&Checkers::new(), 0), 0.0);
    // Two men and a king against a man and a king.
    let state = position('w', "K1 2", "20 21 K32");
    assert_eq!([0, 1].map(|player| value(&state, player)), [-(0.25f64.tanh() as f32), 0.25f64.tanh() as f32]);
    let state = position('b', "K1 K2", "20 21 22");
    assert_eq!(value(&state, 0), 0.0);
    let mut rng = Rng::new(9);
    for _ in 0..100 {
        let mut state = Checkers::new();
        while state.turn() != Turn::Over {
            assert_eq!(value(&state, 0), -value(&state, 1));
            assert!(value(&state, 0).abs() < 1.0);
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
}
