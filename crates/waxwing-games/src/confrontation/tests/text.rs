use waxwing::knowledge::{Episodes as _, Predicates as _};

use super::super::knowledge::ConfrontationKnowledge;
use super::super::setup::PUZZLE;
use super::*;

#[test]
fn impossible_set_ups_are_answered_with_what_is_wrong() {
    let cases = [
        ("", "`` is not a region with its pieces, such as `0:bearer+sage`"),
        ("0:bearer,0:sage", "the region 0 is there twice"),
        ("16:bearer", "`16` is not a region; they are 0 to 15"),
        ("00:bearer", "`00` is not a region; they are 0 to 15"),
        ("0:bearer+bearer", "the bearer is placed twice"),
        ("0:bearer,6:sage+ranger", "there are too many pieces in 6 (North Pass)"),
        ("0:bearer,1:sage+ranger+archer", "there are too many pieces in 1 (North Meadow)"),
        ("0:bearer+ogre", "both sides are in 0 (Haven)"),
        ("0:sage,15:ogre", "the bearer is missing"),
        ("15:bearer", "the bearer is in the Citadel: the game would be over"),
        ("1:bearer,0:ogre+wolf+lurker", "three of the legion are in Haven: the game would be over"),
        ("0:bearer;wardens:1+2", "both hands must have the same number of cards"),
        ("0:bearer;wardens:1+1", "the card `1` is there twice"),
        ("0:bearer;move:nobody", "`move:nobody`: the side to move is `wardens` or `legion`"),
        ("0:bearer;move:legion;move:legion", "`move:legion` is said twice"),
        ("0:bearer;sage", "`sage` is not known; after the pieces come `wardens:…`, `legion:…` and `move:…`"),
    ];
    for (text, message) in cases {
        assert_eq!(Confrontation::new(text).unwrap_err(), message, "{text}");
    }
    assert!(
        Confrontation::new("0:bearer+wizard").unwrap_err().starts_with("`wizard` is not a piece; there are bearer,")
    );
    let card = Confrontation::new("0:bearer;wardens:6;legion:1").unwrap_err();
    assert!(card.starts_with("`6` is not a card of the wardens; there are 1, 2,"), "{card}");
}

#[test]
fn impossible_moves_are_answered_with_what_is_wrong() {
    let state = state(STANDARD);
    let message = |text: &str| state.parse(text).unwrap_err();
    assert!(message("fly").starts_with("`fly` is not a move; moves look like `ranger:11`"));
    assert!(message("wizard:2").contains("`wizard` is not a piece"));
    assert_eq!(message("ogre:16"), "`ogre:16` is not a move: `16` is not a region; they are 0 to 15: `ogre:11`");
    assert!(message("card:veil").contains("the legion have 1, 2"));
    assert!(message("retreat:17").contains("they are 0 to 15"));
    assert!(message("deal:0:bearer").contains("a deal puts four wardens in 0"));
    assert!(message("battle:ogre-sage").contains("such as `ranger-wolf`"));
    assert!(message("fight:ogre").contains("is not a warden"));
}

#[test]
fn the_answer_to_an_impossible_move_does_not_tell_where_a_piece_is() {
    // The Wardens ask about the Ogre where it is, where it is not, and where it is gone.
    for setup in ["0:bearer,11:ogre,13:wolf", "0:bearer,13:ogre,11:wolf", "0:bearer,11:lurker,13:wolf", PUZZLE] {
        let state = state(setup);
        for text in ["ogre:7", "ogre:11"] {
            let action = state.parse(text).unwrap();
            assert_eq!(state.format(action), text);
        }
    }
}

#[test]
fn every_action_is_answered_in_every_phase() {
    let mut rng = Rng::new(2);
    for _ in 0..30 {
        let mut state = Confrontation::new("random").unwrap();
        while let Some(action) = random_action(&state, &mut rng) {
            let legal = if state.turn() == Turn::Chance { Vec::new() } else { options(&state) };
            let allowed = (0..2000).chain([u32::MAX]).map(ConfrontationMove).filter(|&any| state.is_legal(any));
            let allowed: Vec<String> = allowed.map(|action| state.format(action)).collect();
            assert_eq!(allowed, legal);
            state.apply(action);
        }
    }
}

#[test]
fn a_drawing_hides_what_the_viewer_does_not_know() {
    let state = after("0:bearer+sage,4:scout,11:wolf+ogre,13:lurker,15:raiders", "lurker:10");
    let [all, wardens, legion] = [None, Some(0), Some(1)]
        .map(|view| state.draw(view.map(Player)).lines().take(14).collect::<Vec<_>>().join("\n"));
    assert!(all.contains("○Be ○Sa") && all.contains("●Wo ●Og") && !all.contains('?'));
    assert!(wardens.contains("○Be ○Sa") && wardens.contains("●? ●?") && !wardens.contains("●Wo"));
    assert!(legion.contains("○? ○?") && legion.contains("●Wo ●Og") && !legion.contains("○Sc"));
    let battle =
        after("0:bearer,10:ranger,13:outrider,15:wolf;move:wardens", "ranger:13 battle:ranger-outrider card:5");
    let last = |view: Option<u8>| battle.draw(view.map(Player)).lines().last().unwrap().to_owned();
    assert_eq!(last(Some(0)), "battle in 13 Ash Field: ranger against outrider, legion ?");
    assert_eq!(last(Some(1)), "battle in 13 Ash Field: ranger against outrider, legion 5");
}

#[test]
fn episodes_start_where_a_player_moves() {
    let episode = |moves: &str| {
        let setup = "0:bearer,10:ranger,13:outrider,15:wolf;move:wardens";
        ConfrontationKnowledge.episode(&after(setup, moves))
    };
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("ranger:13"), None);
    assert_eq!(episode("ranger:13 battle:ranger-outrider"), None);
    assert_eq!(episode("ranger:13 battle:ranger-outrider card:1 card:5 shows:1"), Some(1));
    assert_eq!(episode("bearer:1"), Some(1));
    assert_eq!(ConfrontationKnowledge.episode(&Confrontation::new("random").unwrap()), None);
}

#[test]
fn predicates_hold_where_they_should() {
    let names = ConfrontationKnowledge.names();
    let holding = |setup: &str, moves: &str| -> Vec<&str> {
        let bits = ConfrontationKnowledge.holding(&after(setup, moves));
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    assert_eq!(holding(STANDARD, ""), ["move"]);
    assert_eq!(
        holding("7:bearer,1:ogre+wolf", ""),
        ["move", "legion-ahead", "bearer-in-mountains", "bearer-alone", "legion-near-haven"]
    );
    let cards = "0:ogre,10:bearer+ranger,13:outrider,15:wolf;wardens:1;legion:2;move:wardens";
    assert_eq!(
        holding(cards, "ranger:13 battle:ranger-outrider"),
        ["card", "last-card", "legion-ahead", "bearer-beyond", "bearer-alone", "legion-in-haven"]
    );
}
