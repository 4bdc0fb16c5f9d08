use waxwing::game::Observable;

use super::*;

/// The destinations of a piece.
fn destinations(setup: &str, name: &str) -> Vec<u8> {
    let state = state(setup);
    let moves = options(&state);
    let to = |text: &String| text.strip_prefix(name)?.strip_prefix(':')?.parse().ok();
    moves.iter().filter_map(to).collect()
}

fn gone(state: &Confrontation, name: &str) -> bool {
    region_of(state, name).is_none()
}

#[test]
fn wardens_use_the_river_downstream_and_the_underway_and_the_legion_does_not() {
    let wardens = |region: u8| destinations(&format!("0:bearer,{region}:sage,15:ogre;move:wardens"), "sage");
    assert_eq!(wardens(4), [7, 8, 11]);
    assert_eq!(wardens(10), [11, 13]);
    assert_eq!(wardens(11), [12, 13, 14]);
    assert_eq!(wardens(12), [14]);
    let legion = |region: u8| destinations(&format!("0:bearer,{region}:ogre"), "ogre");
    assert_eq!([legion(10), legion(11), legion(12)], [vec![6, 7], vec![7, 8], vec![8, 9]]);
    assert_eq!(legion(15), [13, 14]);
}

#[test]
fn a_full_region_takes_no_more_pieces_of_its_side() {
    assert_eq!(destinations("0:bearer,1:sage,3:archer+axeman,15:ogre;move:wardens", "sage"), [4]);
    assert_eq!(destinations("0:bearer,3:sage,6:archer,15:ogre;move:wardens", "sage"), [7]);
    assert_eq!(destinations("0:bearer,8:ogre,12:wolf", "wolf"), [9]);
}

#[test]
fn the_ranger_goes_anywhere_next_to_him_to_attack() {
    let setup = "0:bearer,4:ranger,2:ogre,3:wolf,5:axeman,8:fire-fiend,15:lurker;move:wardens";
    assert_eq!(destinations(setup, "ranger"), [2, 3, 7, 8, 11]);
    // Never sideways in the mountains, but back from them.
    assert_eq!(destinations("0:bearer,7:ranger,6:ogre,3:wolf,15:lurker;move:wardens", "ranger"), [3, 10, 11]);
}

#[test]
fn the_dread_captain_attacks_sideways_but_not_in_the_mountains() {
    assert_eq!(destinations("0:bearer,11:dread-captain,10:sage,15:ogre", "dread-captain"), [7, 8, 10]);
    assert_eq!(destinations("0:bearer,7:dread-captain,6:sage,15:ogre", "dread-captain"), [3, 4]);
}

#[test]
fn the_winged_hunter_finds_any_lone_warden() {
    let setup = "0:bearer+sage,1:ranger,6:scout,14:squire,3:archer+axeman,7:winged-hunter";
    assert_eq!(destinations(setup, "winged-hunter"), [1, 3, 4, 6, 14]);
    let blocked = "0:bearer,1:ranger,15:winged-hunter,13:ogre+wolf,14:lurker+raiders";
    assert_eq!(destinations(blocked, "winged-hunter"), [0, 1]);
}

#[test]
fn the_outrider_rides_on_until_somebody_stands_in_the_way() {
    let open = "0:bearer,3:sage,15:outrider";
    assert_eq!(destinations(open, "outrider"), [0, 3, 13, 14]);
    // Every road leads past a Warden or a full region.
    let shut = "0:bearer,7:sage,8:ogre,6:wolf,9:raiders,15:outrider";
    assert_eq!(destinations(shut, "outrider"), [7, 13, 14]);
}

#[test]
fn the_fire_fiend_may_strike_in_the_underway_from_the_deep_gate() {
    let setup = "0:bearer,4:martyr,8:fire-fiend,11:ogre;move:wardens";
    let state = after(setup, "martyr:11");
    assert_eq!((state.turn(), options(&state)), (Turn::Player(Player(1)), vec!["ambush".into(), "let-pass".into()]));
    let struck = after(setup, "martyr:11 ambush battle:martyr-fire-fiend");
    assert!(gone(&struck, "martyr") && !gone(&struck, "fire-fiend") && !gone(&struck, "ogre"));
    assert_eq!(struck.turn(), Turn::Player(Player(1)));
    let passed = after(setup, "martyr:11 let-pass battle:martyr-ogre");
    assert!(gone(&passed, "martyr") && gone(&passed, "ogre"));
    let other = after("0:bearer,4:martyr,8:wolf,11:ogre;move:wardens", "martyr:11");
    assert_eq!(options(&other), ["let-pass"]);
    let bearer = after("4:bearer,8:fire-fiend,15:ogre;move:wardens", "bearer:11 ambush battle:bearer-fire-fiend");
    assert_eq!(winner(&bearer), Some(LEGION));
}

#[test]
fn the_attacked_bearer_may_go_aside() {
    let setup = "0:sage,4:bearer,5:archer+axeman,8:ogre";
    let state = after(setup, "ogre:4 battle:bearer-ogre");
    assert_eq!(options(&state), ["retreat:3", "stay"]);
    let state = after(setup, "ogre:4 battle:bearer-ogre retreat:3");
    assert_eq!((region_of(&state, "bearer"), state.turn()), (Some(3), Turn::Player(Player(0))));
    // Also to where the Dread Captain has come from, but not from the Wolf.
    let captain = after("4:bearer,3:dread-captain,15:ogre", "dread-captain:4 battle:bearer-dread-captain");
    assert_eq!(options(&captain), ["retreat:3", "retreat:5", "stay"]);
    let wolf = after("4:bearer,8:wolf", "wolf:4 battle:bearer-wolf");
    assert_eq!(wolf.phase, Phase::LegionCard);
    let attacking = after("8:bearer,11:ogre;move:wardens", "bearer:11 battle:bearer-ogre");
    assert_eq!(attacking.phase, Phase::LegionCard);
}

#[test]
fn after_the_bearer_has_gone_the_others_are_fought() {
    let setup = "4:bearer+sage,8:raiders";
    let state = after(setup, "raiders:4 battle:bearer-raiders retreat:5");
    assert_eq!(options(&state), ["battle:sage-raiders"]);
    // The Raiders' power was for the Bearer.
    let state = after(setup, "raiders:4 battle:bearer-raiders retreat:5 battle:sage-raiders");
    assert_eq!(state.phase, Phase::LegionCard);
}

#[test]
fn the_guardian_stands_in_for_the_bearer() {
    let setup = "4:bearer+guardian,8:outrider";
    let state = after(setup, "outrider:4 battle:bearer-outrider");
    assert_eq!(options(&state), ["retreat:3", "retreat:5", "stay", "guard"]);
    // 5 + 1 against 3 + 2.
    let won = after(setup, "outrider:4 battle:bearer-outrider guard card:2 card:1 shows:2");
    assert!(gone(&won, "outrider") && !gone(&won, "guardian"));
    // 5 + 1 against 3 + 6: the Bearer, who is shown, is next, and may still go aside.
    let lost = after(setup, "outrider:4 battle:bearer-outrider guard card:6 card:1 shows:6");
    assert!(gone(&lost, "guardian"));
    assert_eq!(options(&lost), ["retreat:3", "retreat:5", "stay"]);
}

#[test]
fn the_attacked_guardian_may_show_the_bearer() {
    let setup = "4:bearer+guardian,8:outrider,15:ogre";
    let state = after(setup, "outrider:4 battle:guardian-outrider");
    assert_eq!(options(&state), ["show-bearer", "alone"]);
    let shown = after(setup, "outrider:4 battle:guardian-outrider show-bearer card:2 card:1 shows:2");
    assert!(gone(&shown, "outrider"));
    let alone = after(setup, "outrider:4 battle:guardian-outrider alone card:2 card:1 shows:2");
    assert!(gone(&alone, "guardian"));
    assert_eq!(options(&alone), ["battle:bearer-outrider"]);
    // Another stand beside the Guardian: the question is asked, and there is one answer.
    let other = after("0:bearer,4:sage+guardian,8:outrider", "outrider:4 battle:guardian-outrider");
    assert_eq!(options(&other), ["alone"]);
    let wolf = after("4:bearer+guardian,8:wolf", "wolf:4 battle:guardian-wolf card:1 card:2 shows:1");
    assert!(gone(&wolf, "wolf"), "2 + 2 against 2 + 1");
}

#[test]
fn a_shown_bearer_may_be_attacked_rather_than_a_hidden_warden() {
    let setup = "0:bearer+guardian+sage+archer,1:ogre";
    let moves = "ogre:0 battle:bearer-ogre guard card:1 card:1 shows:1";
    assert_eq!(options(&after(setup, moves)), ["fight:bearer", "fight:unknown"]);
    let bearer = after(setup, &format!("{moves} fight:bearer"));
    assert_eq!(options(&bearer), ["stay"]);
    let hidden = after(setup, &format!("{moves} fight:unknown"));
    assert_eq!(options(&hidden), ["battle:sage-ogre", "battle:archer-ogre"]);
}

#[test]
fn the_attacking_scout_may_turn_back() {
    let setup = "0:bearer,11:scout,13:ogre+lurker,15:wolf;move:wardens";
    let state = after(setup, "scout:13 battle:scout-ogre");
    assert_eq!(options(&state), ["retreat:10", "retreat:11", "stay"]);
    let state = after(setup, "scout:13 battle:scout-ogre retreat:10");
    assert_eq!((region_of(&state, "scout"), state.turn()), (Some(10), Turn::Player(Player(1))));
    // By the Underway, the Scout goes back over the mountains.
    let underway = after("0:bearer,4:scout,11:ogre,15:wolf;move:wardens", "scout:11 battle:scout-ogre");
    assert_eq!(options(&underway), ["retreat:7", "retreat:8", "stay"]);
    let wolf = after("0:bearer,11:scout,13:wolf;move:wardens", "scout:13 battle:scout-wolf");
    assert_eq!(wolf.phase, Phase::LegionCard);
}

#[test]
fn some_wardens_defeat_some_legionaries_at_once() {
    for (warden, legionary) in [("squire", "dread-captain"), ("archer", "winged-hunter"), ("axeman", "raiders")] {
        let attack = format!("0:bearer,11:{warden},13:{legionary},15:ogre;move:wardens");
        let state = after(&attack, &format!("{warden}:13 battle:{warden}-{legionary}"));
        assert!(gone(&state, legionary) && !gone(&state, warden));
        let defence = format!("0:bearer,11:{warden},13:{legionary},15:ogre");
        let state = after(&defence, &format!("{legionary}:11 battle:{warden}-{legionary}"));
        assert!(gone(&state, legionary) && !gone(&state, warden));
    }
}

#[test]
fn the_martyr_takes_anybody_with_him_but_the_wolf() {
    for legionary in PIECE_NAMES[LEGION] {
        let setup = format!("0:bearer,11:martyr,13:{legionary};move:wardens");
        let state = after(&setup, &format!("martyr:13 battle:martyr-{legionary}"));
        assert_eq!(gone(&state, "martyr") && gone(&state, legionary), legionary != "wolf");
        assert_eq!(state.phase == Phase::LegionCard, legionary == "wolf");
    }
}

#[test]
fn attacking_raiders_defeat_the_first_warden_only() {
    let setup = "0:bearer,4:sage+ranger,8:raiders";
    let state = after(setup, "raiders:4 battle:sage-raiders");
    assert!(gone(&state, "sage"));
    let state = after(setup, "raiders:4 battle:sage-raiders battle:ranger-raiders");
    assert_eq!(state.phase, Phase::LegionCard);
    let defending = after("0:bearer,11:sage,13:raiders;move:wardens", "sage:13 battle:sage-raiders");
    assert_eq!(defending.phase, Phase::LegionCard);
    let guarded = after("0:bearer+guardian,1:raiders,15:ogre", "raiders:0 battle:bearer-raiders guard");
    assert!(gone(&guarded, "guardian"));
    assert_eq!(
        options(&guarded),
        ["card:1", "card:2", "card:3", "card:4", "card:5", "card:6"]
            .into_iter()
            .chain(["card:recall", "card:baleful-gaze", "card:sidestep"])
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_lurker_goes_to_the_white_march_after_a_kill() {
    let battle = "lurker:4 battle:scout-lurker card:1 card:1 shows:1";
    let state = after("0:bearer,4:scout+sage,8:lurker", battle);
    assert!(gone(&state, "scout"));
    assert_eq!((region_of(&state, "lurker"), state.turn()), (Some(14), Turn::Player(Player(0))));
    let wardens_there = after("0:bearer,4:scout,14:sage,8:lurker", battle);
    assert!(gone(&wardens_there, "lurker"));
    let full = after("0:bearer,4:scout,14:ogre+wolf,8:lurker", battle);
    assert!(gone(&full, "lurker"));
    let joined = after("0:bearer,4:scout,14:ogre,8:lurker", battle);
    assert_eq!(region_of(&joined, "lurker"), Some(14));
    // Who is there already goes on with the attack.
    let there = after("0:bearer,14:scout+sage,15:lurker", "lurker:14 battle:scout-lurker card:1 card:1 shows:1");
    assert_eq!(options(&there), ["battle:sage-lurker"]);
    let defending =
        after("0:bearer,10:scout,13:lurker;move:wardens", "scout:13 battle:scout-lurker stay card:1 card:1 shows:1");
    assert_eq!(region_of(&defending, "lurker"), Some(14));
}

#[test]
fn against_the_sage_the_legion_shows_its_card_first() {
    let setup = "0:bearer,10:sage,13:outrider,15:ogre;legion:1+recall;wardens:1+2;move:wardens";
    let state = after(setup, "sage:13 battle:sage-outrider");
    let card = state.parse("card:1").unwrap();
    assert_eq!(state.observe(card, Player(0)), Some(card));
    // A Recall is settled before the Wardens choose.
    let state = after(setup, "sage:13 battle:sage-outrider card:recall recall:6");
    assert_eq!(options(&state), ["card:1", "card:2"]);
    let won = after(setup, "sage:13 battle:sage-outrider card:recall recall:2 card:1");
    assert!(gone(&won, "outrider"));
    let wolf = after("0:bearer,10:sage,13:wolf,15:ogre;move:wardens", "sage:13 battle:sage-wolf");
    assert_ne!(wolf.observe(wolf.parse("card:1").unwrap(), Player(0)), Some(wolf.parse("card:1").unwrap()));
}

#[test]
fn the_bearer_wins_in_the_citadel_even_among_enemies() {
    let state = after("14:bearer,15:ogre+wolf;move:wardens", "bearer:15");
    assert_eq!(winner(&state), Some(WARDENS));
    let sage = after("0:bearer,14:sage,15:ogre+wolf;move:wardens", "sage:15");
    assert_eq!(options(&sage), ["battle:sage-wolf", "battle:sage-ogre"]);
}

#[test]
fn three_legionaries_in_haven_win_after_the_battles_of_the_turn() {
    let state = after("0:ogre+wolf,1:raiders,5:bearer", "raiders:0");
    assert_eq!(winner(&state), Some(LEGION));
    let fought = after("0:sage,1:ogre,5:bearer,15:wolf", "ogre:0 battle:sage-ogre card:1 card:1");
    assert_eq!(fought.turn(), Turn::Player(Player(0)));
}

#[test]
fn who_cannot_move_has_lost() {
    let state = after("0:ogre,1:wolf,5:bearer,15:sage", "wolf:0");
    assert_eq!(state.turn(), Turn::Player(Player(0)));
    let stuck = after("0:ogre,1:wolf,5:bearer,15:sage", "wolf:0 bearer:8");
    assert_eq!(winner(&stuck), Some(WARDENS));
}
