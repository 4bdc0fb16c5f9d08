mod cards;
mod hidden;
mod powers;
mod puzzle;
mod reference;
mod text;

use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::names::{LEGION, PIECE_NAMES, WARDENS};
use super::setup::STANDARD;
use super::{ALL_CARDS, Confrontation, ConfrontationMove, Phase};
use crate::testing;

fn state(setup: &str) -> Confrontation {
    Confrontation::new(setup).unwrap_or_else(|message| panic!("{setup}: {message}"))
}

/// The actions that are possible, of a player or of chance, as texts.
fn options(state: &Confrontation) -> Vec<String> {
    let mut actions = Vec::new();
    if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        actions.extend(outcomes.into_iter().map(|(action, _)| action));
    } else {
        state.legal_actions(&mut actions);
    }
    actions.into_iter().map(|action| state.format(action)).collect()
}

/// The state after some actions, each of which must be possible.
fn after(setup: &str, moves: &str) -> Confrontation {
    testing::after(state(setup), moves)
}

/// A random action of a player or of chance.
fn random_action(state: &Confrontation, rng: &mut Rng) -> Option<ConfrontationMove> {
    match state.turn() {
        Turn::Over => None,
        Turn::Chance => Some(state.sample_chance(rng)),
        Turn::Player(_) => Some(state.random_action(rng, &mut Vec::new())),
    }
}

/// The region of a piece, unless it is gone.
fn region_of(state: &Confrontation, name: &str) -> Option<u8> {
    let (side, piece) = super::names::piece_named(name).expect("a piece");
    let region = state.board.region(side, piece);
    (region < 16).then_some(region)
}

/// Who has won a game that is over.
fn winner(state: &Confrontation) -> Option<usize> {
    assert_eq!(state.turn(), Turn::Over);
    [WARDENS, LEGION].into_iter().find(|&side| state.reward(Player(side as u8)) == Reward::WIN)
}

/// A position with some pieces of both sides anywhere.
fn random_setup(rng: &mut Rng) -> String {
    loop {
        let mut regions: Vec<Vec<&str>> = vec![Vec::new(); 16];
        for side in [WARDENS, LEGION] {
            let chance = 3 + rng.below(8);
            for name in PIECE_NAMES[side] {
                if name == "bearer" || rng.below(10) < chance {
                    regions[rng.below(16)].push(name);
                }
            }
        }
        let places: Vec<String> = regions
            .iter()
            .enumerate()
            .filter(|(_, names)| !names.is_empty())
            .map(|(region, names)| format!("{region}:{}", names.join("+")))
            .collect();
        let cards = 1 + rng.below(9);
        let mut hand = |names: [&str; 9]| {
            let mut names = names.to_vec();
            rng.shuffle(&mut names);
            names[..cards].join("+")
        };
        let [wardens, legion] = super::names::CARD_NAMES.map(&mut hand);
        let mover = super::names::SIDES[rng.below(2)];
        let text = format!("{};wardens:{wardens};legion:{legion};move:{mover}", places.join(","));
        if Confrontation::new(&text).is_ok() {
            return text;
        }
    }
}

/// A position with the Bearer and the Guardian in Haven and much of the Legion before it.
fn random_siege(rng: &mut Rng) -> String {
    let [mut wardens, mut legion] = PIECE_NAMES.map(|names| names.to_vec());
    rng.shuffle(&mut wardens[2..]);
    rng.shuffle(&mut legion);
    let [haven, vale] = [&wardens[..4], &wardens[4..6]].map(|names| names.join("+"));
    let [north, south, far] = [&legion[..2], &legion[2..4], &legion[4..8]].map(|names| names.join("+"));
    format!("0:{haven},1:{north},2:{south},4:{vale},15:{far}")
}

#[test]
fn random_games_keep_pieces_cards_and_regions_in_order() {
    let mut rng = Rng::new(11);
    for _ in 0..3000 {
        let mut state = Confrontation::new("random").unwrap();
        while let Some(action) = random_action(&state, &mut rng) {
            let turn_starts = state.phase == Phase::Move;
            state.apply(action);
            for side in [WARDENS, LEGION] {
                check_side(&state, side);
            }
            let both = state.board.crowds[WARDENS].occupied() & state.board.crowds[LEGION].occupied();
            assert!(both & both.wrapping_sub(1) == 0);
            assert!(both == 0 || state.phase != Phase::Move);
            assert!(!turn_starts || state.turns <= super::MOST_TURNS);
            assert_eq!(state.hands[WARDENS].count_ones(), state.hands[LEGION].count_ones());
        }
        let rewards = [0, 1].map(|player| state.reward(Player(player)));
        assert_eq!(rewards[0], rewards[1].opposite());
    }
}

/// Counts agree with places, nothing is overfull, cards are cards, and what is true is suspected.
fn check_side(state: &Confrontation, side: usize) {
    for region in 0..16 {
        let count = state.board.places[side].within(region).count() as u32;
        assert_eq!(state.board.crowds[side].count(region), count);
        assert!(count <= u32::from(super::board::CAPACITIES[usize::from(region)]));
    }
    assert!(state.hands[side] != 0 && state.hands[side] <= ALL_CARDS);
    let alive = state.board.places[side].alive();
    for piece in alive.iter() {
        let region = usize::from(state.board.region(side, piece));
        let suspected = state.suspects[side][region] >> piece & 1 == 1;
        // A Bearer in the Citadel has won, and no player needs to guess any more.
        let over = matches!(state.phase, Phase::Over { .. });
        assert!(over || suspected != state.shown[side].has(piece), "{}", state.draw(None));
    }
}

#[test]
fn the_first_turn_has_25_or_26_moves() {
    let mut rng = Rng::new(1);
    let mut seen = [false; 2];
    for _ in 0..2000 {
        let mut state = Confrontation::new("random").unwrap();
        state.apply(state.sample_chance(&mut rng));
        let fewer = [10, 12].contains(&state.board.region(LEGION, super::names::OUTRIDER));
        assert_eq!(options(&state).len(), if fewer { 25 } else { 26 });
        seen[usize::from(fewer)] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn the_moves_of_the_example_are_those_of_the_rules() {
    let of = |setup: &str, name: &str| options(&state(setup)).iter().filter(|text| text.starts_with(name)).count();
    assert_eq!(options(&state(STANDARD)).len(), 25);
    assert_eq!((of(STANDARD, "winged-hunter:"), of(STANDARD, "outrider:")), (7, 4));
    for name in ["raiders:", "lurker:", "warlock:", "fire-fiend:", "wolf:", "dread-captain:", "ogre:"] {
        assert_eq!(of(STANDARD, name), 2);
    }
    assert_eq!(options(&state(&format!("{STANDARD};move:wardens"))).len(), 19);
}

#[test]
fn set_ups_are_dealt_evenly() {
    let mut rng = Rng::new(3);
    let mut homes = [[0; 9]; 2];
    for _ in 0..9000 {
        let mut state = Confrontation::new("random").unwrap();
        state.apply(state.sample_chance(&mut rng));
        for side in [WARDENS, LEGION] {
            let home = [0, 15][side];
            state.board.places[side].within(home).iter().for_each(|piece| homes[side][usize::from(piece)] += 1);
        }
    }
    // Four of nine: 4000 expected, with a standard deviation of 47.
    assert!(homes.iter().flatten().all(|&count: &i32| (3750..4250).contains(&count)), "{homes:?}");
}

#[test]
fn every_deal_has_its_own_number() {
    let mut rng = Rng::new(4);
    let numbers = (0..2000).map(|_| super::setup::random_deal(&mut rng));
    for deal in numbers.chain([0, super::setup::SETUPS * super::setup::SETUPS - 1]) {
        let board = super::setup::board_of(deal);
        assert_eq!(super::setup::deal_of(&board), Some(deal));
        assert_eq!(super::setup::read_deal(&super::setup::write_board(&board)), Ok(deal));
    }
}

#[test]
fn a_playout_makes_the_choices_of_single_steps() {
    let start = state(STANDARD);
    for seed in 0..500 {
        let (mut rng, mut other) = (Rng::new(seed), Rng::new(seed));
        let (mut stepped, mut played) = (start.clone(), start.clone());
        let mut plies = 0;
        while let Some(action) = random_action(&stepped, &mut rng) {
            stepped.apply(action);
            plies += 1;
        }
        assert_eq!(played.playout(&mut other, &mut Vec::new(), u32::MAX), plies);
        assert_eq!(played, stepped);
        assert_eq!(rng.next_u64(), other.next_u64());
    }
}

#[test]
fn after_400_turns_the_game_is_a_draw() {
    let mut state = state(STANDARD);
    state.turns = super::MOST_TURNS - 1;
    state.apply(state.parse("ogre:12").unwrap());
    assert_eq!(winner(&state), None);
    assert_eq!([0, 1].map(|player| state.reward(Player(player))), [Reward::DRAW; 2]);
}
