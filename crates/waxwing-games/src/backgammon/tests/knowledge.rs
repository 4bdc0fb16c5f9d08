//! Episodes, predicates and the evaluation.

use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Player, Turn};

use super::super::knowledge::BackgammonKnowledge;
use super::super::{Backgammon, MOST_TURNS};
use super::{after, position};

#[test]
fn an_episode_starts_where_the_dice_are_about_to_be_rolled() {
    let episode = |moves| BackgammonKnowledge.episode(&after(Backgammon::new(), moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("31"), None);
    assert_eq!(episode("31 8/5"), None);
    assert_eq!(episode("31 8/5 6/5"), Some(0));
    let end = after(position(&[(1, 1)], &[(1, 1)]), "21 1/off");
    assert_eq!((end.turn(), BackgammonKnowledge.episode(&end)), (Turn::Over, None));
}

fn holding(state: &Backgammon) -> Vec<&'static str> {
    let bits = BackgammonKnowledge.holding(state);
    let names = BackgammonKnowledge.names();
    names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
}

#[test]
fn predicates_hold_where_they_should() {
    assert_eq!(holding(&Backgammon::new()), [""; 0]);
    assert_eq!(holding(&after(Backgammon::new(), "31 6/5")), ["ahead", "has-blot", "last-move"]);
    assert_eq!(holding(&after(Backgammon::new(), "31 6/5 8/5")), ["behind"]);
    let contact = position(&[(25, 1), (6, 2)], &[(3, 1), (4, 2)]);
    assert_eq!(holding(&after(contact.clone(), "31")), ["on-bar", "other-home", "behind", "can-hit"]);
    assert_eq!(holding(&after(contact.clone(), "21")), ["on-bar", "other-home", "behind"]);
    let hit = after(contact, "31 bar/22*");
    assert_eq!(holding(&hit), ["other-on-bar", "behind", "has-blot", "last-move"]);
    let race = position(&[(6, 1), (2, 2)], &[(6, 2), (2, 1)]);
    assert_eq!(holding(&race), ["home", "other-home", "race", "ahead", "has-blot"]);
    let exact = after(race.clone(), "64");
    assert_eq!(holding(&exact), ["home", "other-home", "race", "ahead", "can-bear-off", "has-blot"]);
    assert!(holding(&after(position(&[(3, 2)], &[(3, 2)]), "54")).contains(&"can-bear-off"));
    assert!(!holding(&after(race, "43")).contains(&"can-bear-off"));
}

#[test]
fn the_evaluation_compares_how_far_the_players_have_to_go() {
    let value = |state: &Backgammon, player| BackgammonKnowledge.evaluate(state, Player(player));
    assert_eq!(value(&Backgammon::new(), 0), 0.0);
    let ahead = after(Backgammon::new(), "64 24/18 24/20");
    assert_eq!([0, 1].map(|player| value(&ahead, player)), [10.0 / 30.0, -10.0 / 30.0]);
    let won = after(position(&[(1, 1)], &[(1, 1)]), "21 1/off");
    assert_eq!([0, 1].map(|player| value(&won, player)), [1.0, -1.0]);
    let drawn = after(Backgammon { turns: MOST_TURNS - 1, ..ahead }, "21 24/22 24/23");
    assert_eq!([0, 1].map(|player| value(&drawn, player)), [0.0, 0.0]);
}
