use super::*;

const WARDENS_CARDS: [&str; 9] = ["1", "2", "3", "4", "5", "recall", "last-stand", "veil", "fall-back"];
const LEGION_CARDS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "recall", "baleful-gaze", "sidestep"];

/// What becomes of two fighters: `w` the Warden is defeated, `l` the Legionary, `b` both; `s` the Legionary has stepped
/// aside, `f` the Warden has fallen back, `x` both have gone.
fn outcome(state: &Confrontation, warden: &str, legionary: &str, field: u8) -> char {
    match (region_of(state, warden), region_of(state, legionary)) {
        (None, None) => 'b',
        (None, Some(region)) if region == field => 'w',
        (Some(region), None) if region == field => 'l',
        (Some(region), Some(other)) if region == field && other != field => 's',
        (Some(region), Some(other)) if region != field && other == field => 'f',
        (Some(region), Some(other)) if region != field && other != field => 'x',
        other => panic!("{other:?}"),
    }
}

/// The outcomes of all pairs of cards, in rows of the Wardens' cards, after a beginning that leads to the cards.
fn matrix(setup: &str, beginning: &str, fighters: [&str; 2], field: u8) -> Vec<String> {
    let outcome_of = |wardens: &str, legion: &str| {
        let mut state = after(setup, &format!("{beginning} card:{legion} card:{wardens} shows:{legion}"));
        // The only question that is left is where to.
        while state.phase == Phase::FallBack || state.phase == Phase::Sidestep {
            state.apply(state.parse(&options(&state)[0]).unwrap());
        }
        outcome(&state, fighters[0], fighters[1], field)
    };
    let row = |wardens: &str| LEGION_CARDS.iter().map(|legion| outcome_of(wardens, legion)).collect();
    WARDENS_CARDS.iter().map(|card| row(card)).collect()
}

#[test]
fn all_pairs_of_cards_with_the_stronger_warden() {
    let setup = "0:bearer,10:ranger,13:outrider,15:wolf;move:wardens";
    let expected = [
        "lbwwwwlls",
        "llbwwwlls",
        "lllbwwlls",
        "llllbwlls",
        "lllllblls",
        "bwwwwwlls",
        "bbbbbbbls",
        "lllllllls",
        "ffffffflx",
    ];
    let found = matrix(setup, "ranger:13 battle:ranger-outrider", ["ranger", "outrider"], 13);
    assert_eq!(found, expected);
}

#[test]
fn all_pairs_of_cards_with_the_stronger_legionary() {
    let setup = "0:bearer,11:archer,14:warlock,15:wolf";
    let expected = [
        "wwwwwwbbs",
        "bwwwwwlls",
        "lbwwwwlls",
        "llbwwwlls",
        "lllbwwlls",
        "wwwwwwwws",
        "bbbbbbbws",
        "wwwwwwwws",
        "fffffffwx",
    ];
    let beginning = "warlock:11 battle:archer-warlock cards";
    assert_eq!(matrix(setup, beginning, ["archer", "warlock"], 11), expected);
}

#[test]
fn all_pairs_of_cards_where_nobody_can_retreat() {
    // In the mountains there is no sidestep, and Legionaries behind the Warden keep it from falling back.
    let setup = "0:bearer,3:ogre,4:wolf+raiders,7:ranger,10:outrider";
    let expected = [
        "lbwwwwlll",
        "llbwwwlll",
        "lllbwwlll",
        "llllbwlll",
        "lllllblll",
        "bwwwwwlll",
        "bbbbbbblb",
        "lllllllll",
        "bwwwwwlll",
    ];
    let found = matrix(setup, "outrider:7 battle:ranger-outrider", ["ranger", "outrider"], 7);
    assert_eq!(found, expected);
}

#[test]
fn the_ogres_card_is_ignored_but_played() {
    let setup = "0:bearer,10:ranger,13:ogre,15:wolf;move:wardens";
    let found = matrix(setup, "ranger:13 battle:ranger-ogre", ["ranger", "ogre"], 13);
    let expected = ["w", "w", "w", "w", "b", "w", "b", "w", "f"].map(|letter| letter.repeat(9));
    assert_eq!(found, expected);
    let state = after(setup, "ranger:13 battle:ranger-ogre card:6 card:1 shows:6");
    assert_eq!(state.hands[LEGION], ALL_CARDS & !(1 << 5));
}

#[test]
fn a_recalled_card_counts_and_stays_among_the_played_ones() {
    let hands = "wardens:1+2+recall+veil;legion:1+recall+baleful-gaze+sidestep";
    let setup = format!("0:bearer,10:ranger,13:outrider,15:wolf;{hands};move:wardens");
    let play = |moves: &str| after(&setup, &format!("ranger:13 battle:ranger-outrider {moves}"));
    let state = play("card:1 card:recall shows:1");
    assert_eq!(options(&state), ["3", "4", "5", "last-stand", "fall-back"].map(|card| format!("recall:{card}")));
    let state = play("card:1 card:recall shows:1 recall:3");
    assert_eq!(outcome(&state, "ranger", "outrider", 13), 'l');
    assert_eq!(state.hands[WARDENS], 0b1000_0011);
    // With two Recalls the Legion is asked first.
    let state = play("card:recall card:recall shows:recall");
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    let state = play("card:recall card:recall shows:recall recall:6 recall:4");
    assert_eq!(outcome(&state, "ranger", "outrider", 13), 'w');
    // The Gaze takes the Recall's effect, a veil makes a recalled number 0.
    let state = play("card:baleful-gaze card:recall shows:baleful-gaze");
    assert_eq!(outcome(&state, "ranger", "outrider", 13), 'l');
    let state = play("card:recall card:veil shows:recall recall:6");
    assert_eq!(outcome(&state, "ranger", "outrider", 13), 'l');
}

#[test]
fn last_stand_takes_both_unless_the_legionary_could_sidestep() {
    let free = after(
        "0:bearer,10:ranger,13:outrider,15:wolf;move:wardens",
        "ranger:13 battle:ranger-outrider card:sidestep card:last-stand shows:sidestep",
    );
    assert_eq!((region_of(&free, "ranger"), region_of(&free, "outrider")), (Some(13), Some(14)));
    let shut = after(
        "0:bearer,10:ranger,14:sage,13:outrider,15:wolf;move:wardens",
        "ranger:13 battle:ranger-outrider card:sidestep card:last-stand shows:sidestep",
    );
    assert_eq!((region_of(&shut, "ranger"), region_of(&shut, "outrider")), (None, None));
}

#[test]
fn cards_come_back_after_the_last_one_even_within_a_turn() {
    let setup = "0:bearer,10:ranger,13:outrider+raiders,15:wolf;wardens:5;legion:1;move:wardens";
    let state = after(setup, "ranger:13 battle:ranger-outrider card:1 card:5 shows:1");
    assert_eq!(state.hands, [ALL_CARDS; 2]);
    assert_eq!(options(&state), ["battle:ranger-raiders"]);
}

#[test]
fn no_cards_are_played_when_the_warlock_says_so() {
    let setup = "0:bearer,10:ranger,13:warlock,15:wolf;move:wardens";
    let state = after(setup, "ranger:13 battle:ranger-warlock no-cards");
    assert_eq!(outcome(&state, "ranger", "warlock", 13), 'b');
    assert_eq!(state.hands, [ALL_CARDS; 2]);
}
