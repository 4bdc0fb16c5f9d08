use waxwing::knowledge::Knowledge as _;

use super::super::knowledge::LinesOfActionKnowledge;
use super::{LinesOfAction, Rules, after, position, start};

#[test]
fn an_episode_starts_at_the_beginning_and_after_a_capture() {
    let episode = |moves| LinesOfActionKnowledge.episode(&after(LinesOfAction::new(), moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("d1-d3"), None);
    assert_eq!(episode("c1xa3"), Some(1));
    assert_eq!(episode("c1xa3 a4-c4"), None);
    assert_eq!(episode("d1-d3 a3xc1"), Some(0));
}

#[test]
fn predicates_hold_where_they_should() {
    let names = LinesOfActionKnowledge.predicates();
    let holding = |state: &LinesOfAction| -> Vec<&str> {
        let bits = LinesOfActionKnowledge.holding(state);
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    let state = LinesOfAction::new();
    assert_eq!(holding(&state), ["capture", "few-groups", "other-few-groups"]);
    assert_eq!(holding(&after(state.clone(), "c1xa3")), ["capture", "behind"]);
    let quiet = "d1-d3 a4-c4 e1-e3 a5-c5 d3-d1 c4-a4 e3-e1 h5-f5";
    assert_eq!(holding(&after(state, quiet)).last(), Some(&"quiet"));
    let centred = position("c3 d4 f5 h1", "a2 a8 h6", Rules::USUAL);
    assert_eq!(holding(&centred), ["ahead", "few-pieces", "centred"]);
    for size in 4..=8 {
        let centre = start(size, Rules::USUAL).centre();
        let width = u32::from(size - size / 4 * 2);
        assert_eq!(centre.count_ones(), width * width);
    }
}
