//! What a search says, in a game's notation.

use waxwing::Limits;

use crate::open;

#[test]
fn a_thought_is_the_report_in_the_games_notation() {
    let game = open("breakthrough(rows=5, columns=3)");
    let mut position = game.start();
    position.follow("a2a3", 1).unwrap();
    let mut agent = game.agent("uct > mast with solver").unwrap();
    let limits = Limits::iterations(200);
    let thought = agent.search(&position, 3, &limits).unwrap();
    assert_eq!((thought.game.as_str(), thought.agent.as_str()), (game.text(), "uct > mast with solver"));
    let mut texts: Vec<_> = thought.actions.iter().map(|action| action.action.clone()).collect();
    assert!(texts.contains(&thought.best) && thought.line[0] == thought.best && thought.line.len() > 1);
    let mut legal = position.legal();
    texts.sort();
    legal.sort();
    assert_eq!(texts, legal);
    assert_eq!(thought.actions.iter().map(|action| action.visits).sum::<u64>(), thought.iterations);
    position.clone().follow(&thought.line.join(" "), 1).expect("the line can be played");
    let again = agent.search(&position, 3, &limits).unwrap();
    assert_eq!(format!("{:?}", again.actions), format!("{:?}", thought.actions));
}
