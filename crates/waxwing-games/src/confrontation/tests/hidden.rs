use std::collections::{BTreeMap, BTreeSet};

use waxwing::game::Observable;
use waxwing::{Agent, Limits};

use super::super::board::Places;
use super::super::hidden::Stands;
use super::*;
use crate::testing::assert_frequencies;

/// All ways to give the hidden pieces of a side to its stands, found by trying every order.
fn possible_places(state: &Confrontation, side: usize) -> BTreeSet<Vec<u8>> {
    let hidden: Vec<u8> = (0..9).filter(|&piece| !state.board.is_gone(side, piece)).collect();
    let hidden: Vec<u8> = hidden.into_iter().filter(|&piece| !state.shown[side].has(piece)).collect();
    let stands: Vec<u8> = hidden.iter().map(|&piece| state.board.region(side, piece)).collect();
    let mut found = BTreeSet::new();
    let mut places: Vec<u8> = (0..9).map(|piece| state.board.region(side, piece)).collect();
    give(state, side, &hidden, &mut stands.clone(), &mut places, &mut found);
    found
}

fn give(
    state: &Confrontation,
    side: usize,
    pieces: &[u8],
    stands: &mut Vec<u8>,
    places: &mut Vec<u8>,
    found: &mut BTreeSet<Vec<u8>>,
) {
    let Some((&piece, others)) = pieces.split_first() else {
        found.insert(places.clone());
        return;
    };
    for stand in 0..stands.len() {
        let region = stands[stand];
        if state.suspects[side][usize::from(region)] >> piece & 1 == 1 {
            stands.remove(stand);
            places[usize::from(piece)] = region;
            give(state, side, others, stands, places, found);
            stands.insert(stand, region);
        }
    }
}

fn listed(places: Places) -> Vec<u8> {
    (0..9).map(|piece| places.of(piece)).collect()
}

/// Draws many times and compares with the possible places: all of them, none else, and each as often as the others.
fn check_draws(possible: &BTreeSet<Vec<u8>>, mut draw: impl FnMut() -> Places) {
    let draws = 200 * possible.len();
    let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(listed(draw())).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().collect::<BTreeSet<_>>(), possible.iter().collect());
    assert_frequencies(counts.into_values().map(|count| (count, 200.0)));
}

/// Positions with different kinds of knowledge, and the observer who guesses.
const CASES: [(&str, &str, usize); 5] = [
    ("0:bearer+sage,3:scout,15:ogre", "", LEGION),
    ("0:bearer+sage,3:scout,5:archer+axeman,15:ogre", "ogre:14 sage:1", LEGION),
    // The Ranger was seen, and has joined another since.
    (
        "0:bearer+scout,4:squire+martyr,8:ranger,11:raiders,15:ogre+wolf+lurker;move:wardens",
        "ranger:11 battle:ranger-raiders card:1 card:1 shows:1 ogre:14 martyr:11 wolf:13",
        LEGION,
    ),
    ("0:bearer+sage+scout+squire,1:archer,2:axeman,15:ogre+wolf+lurker+raiders,13:outrider", "", WARDENS),
    (
        "0:bearer,7:axeman,8:sage,10:wolf+outrider,11:ogre+lurker,12:warlock,13:fire-fiend",
        "ogre:8 battle:sage-ogre card:1 card:1 axeman:11 battle:axeman-lurker card:2 card:fall-back shows:2 \
         fire-fiend:11",
        WARDENS,
    ),
];

#[test]
fn guesses_are_uniform_over_all_that_is_possible() {
    let mut rng = Rng::new(21);
    for (setup, moves, observer) in CASES {
        let state = after(setup, moves);
        let possible = possible_places(&state, 1 - observer);
        assert!(possible.len() > 1);
        check_draws(&possible, || state.determinize(Player(observer as u8), &mut rng).board.places[1 - observer]);
    }
}

#[test]
fn counting_and_shuffling_draw_alike() {
    let mut rng = Rng::new(22);
    let mut checked = 0;
    for seed in 0..60 {
        let mut state = state(&random_setup(&mut Rng::new(seed)));
        for _ in 0..25 {
            let Some(action) = random_action(&state, &mut rng) else { break };
            let mut next = state.clone();
            next.apply(action);
            if next.turn() == Turn::Over {
                break;
            }
            state = next;
        }
        let possible = possible_places(&state, WARDENS);
        if state.turn() != Turn::Over && (2..150).contains(&possible.len()) {
            checked += 1;
            check_draws(&possible, || state.guess(LEGION, &mut rng).board.places[WARDENS]);
            check_draws(&possible, || {
                let mut places = state.board.places[WARDENS];
                Stands::of(&state, WARDENS).count_and_draw(&mut rng, &mut |region, piece| places.put(piece, region));
                places
            });
        }
    }
    assert!(checked > 15, "{checked}");
}

/// Goes through random games, and hands over states in which a player chooses.
fn decisions(games: u64, mut look: impl FnMut(&Confrontation, Player, &mut Rng)) {
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = match seed % 2 {
            0 => Confrontation::new("random").unwrap(),
            _ => state(&random_setup(&mut rng)),
        };
        while let Some(action) = random_action(&state, &mut rng) {
            if let Turn::Player(player) = state.turn() {
                look(&state, player, &mut rng);
            }
            state.apply(action);
        }
    }
}

#[test]
fn a_guess_does_not_depend_on_what_is_hidden() {
    let mut different = 0;
    decisions(400, |state, player, rng| {
        let other = state.determinize(player, rng);
        different += usize::from(other != *state);
        let seed = rng.next_u64();
        let [one, two] = [state, &other].map(|truth| truth.determinize(player, &mut Rng::new(seed)));
        assert_eq!(one, two);
        assert_eq!(state.draw(Some(player)), other.draw(Some(player)));
    });
    assert!(different > 5000, "{different}");
}

#[test]
fn a_guess_keeps_what_the_observer_knows() {
    decisions(200, |state, player, rng| {
        let (own, enemy) = (player.index(), 1 - player.index());
        let guess = state.determinize(player, rng);
        assert_eq!(guess.board.places[own], state.board.places[own]);
        assert_eq!(guess.board.crowds, state.board.crowds);
        assert_eq!((guess.suspects, guess.hands, guess.shown), (state.suspects, state.hands, state.shown));
        assert_eq!(guess.board.places[enemy].alive(), state.board.places[enemy].alive());
        for piece in guess.board.places[enemy].alive().iter() {
            let (region, before) = (guess.board.region(enemy, piece), state.board.region(enemy, piece));
            let suspected = state.suspects[enemy][usize::from(region)] >> piece & 1 == 1;
            assert!(if state.shown[enemy].has(piece) { region == before } else { suspected });
        }
        if state.side() == own {
            assert_eq!(guess.moves, state.moves);
        }
        assert_eq!(options(&guess), options(state));
    });
}

#[test]
fn a_search_does_not_depend_on_what_is_hidden() {
    let pairs = [
        (STANDARD.to_owned(), STANDARD.replace("bearer+", "sage+").replace("1:sage", "1:bearer")),
        (
            "0:bearer+sage,4:scout,8:ranger,11:wolf+ogre,15:lurker".to_owned(),
            "0:sage+scout,4:ranger,8:bearer,11:wolf+ogre,15:lurker".to_owned(),
        ),
    ];
    for (one, two) in pairs {
        check_search(&state(&one), &state(&two));
    }
    // In the middle of games, too: at a move, a card, a reaction.
    let mut left = BTreeMap::from([("Move", 3), ("WardensCard", 3), ("LegionCard", 3), ("Ambush", 2), ("Bearer", 2)]);
    decisions(300, |state, player, rng| {
        let phase = format!("{:?}", state.phase);
        if let Some(count) = left.get_mut(&phase[..]).filter(|count| **count > 0) {
            let other = state.determinize(player, rng);
            if other != *state {
                *count -= 1;
                check_search(state, &other);
            }
        }
    });
    assert!(left.values().all(|&count| count == 0), "{left:?}");
}

fn check_search(one: &Confrontation, two: &Confrontation) {
    assert_ne!(one, two);
    let reports = [one, two].map(|state| {
        let mut agent = Agent::parse("icarus/NRML", state).unwrap();
        agent.search(state, 5, &Limits::iterations(200)).unwrap().actions
    });
    assert_eq!(reports[0], reports[1]);
    assert!(reports[0].iter().map(|action| action.visits).sum::<u64>() >= 200);
}

#[test]
fn a_card_face_down_is_guessed_from_the_hand() {
    let setup = "0:bearer,10:ranger,13:outrider,15:wolf;wardens:1+2+3;legion:2+5+sidestep;move:wardens";
    let state = after(setup, "ranger:13 battle:ranger-outrider card:5");
    let mut rng = Rng::new(8);
    let mut counts = BTreeMap::new();
    for _ in 0..3000 {
        *counts.entry(state.determinize(Player(0), &mut rng).attack.played[LEGION]).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().copied().collect::<Vec<u8>>(), [1, 4, 8]);
    assert!(counts.values().all(|&count| (880..1120).contains(&count)), "{counts:?}");
    assert_eq!(state.determinize(Player(1), &mut rng).attack.played[LEGION], 4);
}

#[test]
fn each_player_observes_what_he_may() {
    let seen = |setup: &str, moves: &str, text: &str| {
        let state = after(setup, moves);
        let action = state.parse(text).unwrap();
        [0, 1].map(|player| state.observe(action, Player(player)).map(|seen| state.format(seen)))
    };
    let both = |text: &str| [Some(text.to_owned()), Some(text.to_owned())];
    let start = Confrontation::new("random").unwrap();
    let deal = start.parse(&format!("deal:{STANDARD}")).unwrap();
    assert_eq!([0, 1].map(|player| start.observe(deal, Player(player))), [None, None]);
    assert_eq!(seen(STANDARD, "", "ogre:12"), [Some("14-12".to_owned()), Some("ogre:12".to_owned())]);
    let setup = "0:bearer,10:ranger,13:outrider,15:wolf;move:wardens";
    assert_eq!(seen(setup, "", "ranger:13"), [Some("ranger:13".to_owned()), Some("10-13".to_owned())]);
    assert_eq!(seen(setup, "ranger:13", "battle:ranger-outrider"), both("battle:ranger-outrider"));
    let cards = "ranger:13 battle:ranger-outrider";
    assert_eq!(seen(setup, cards, "card:5"), [Some("card:?".to_owned()), Some("card:5".to_owned())]);
    assert_eq!(seen(setup, &format!("{cards} card:5"), "card:veil"), both("card:veil"));
    assert_eq!(seen(setup, &format!("{cards} card:5 card:veil"), "shows:5"), both("shows:5"));
}

/// The matrix of stands and identities, kept stand by stand.
struct Matrix {
    /// Region, possible pieces, and the piece if it was shown in this turn.
    stands: Vec<(u8, BTreeSet<&'static str>, Option<&'static str>)>,
}

impl Matrix {
    fn new(state: &Confrontation, side: usize) -> Matrix {
        let names: BTreeSet<&str> =
            PIECE_NAMES[side].into_iter().filter(|name| region_of(state, name).is_some()).collect();
        let mut stands: Vec<_> =
            names.iter().map(|name| (region_of(state, name).unwrap(), names.clone(), None)).collect();
        for (_, possible, _) in stands.iter_mut().filter(|(region, ..)| *region == 15) {
            possible.remove("bearer");
        }
        Matrix { stands }
    }

    fn show(&mut self, name: &'static str, region: u8) {
        if self.stands.iter().any(|(_, _, shown)| *shown == Some(name)) {
            return;
        }
        let stand = self.stands.iter_mut().find(|(at, _, shown)| *at == region && shown.is_none()).unwrap();
        assert!(stand.1.contains(name), "{name} was not suspected in {region}");
        (stand.1, stand.2) = (BTreeSet::from([name]), Some(name));
        for (_, possible, shown) in &mut self.stands {
            if *shown != Some(name) {
                possible.remove(name);
            }
        }
    }

    fn end_turn(&mut self) {
        for region in 0..16 {
            let here = self.stands.iter().filter(|(at, ..)| *at == region);
            let mixed: BTreeSet<&str> = here.flat_map(|(_, possible, _)| possible.clone()).collect();
            for (_, possible, shown) in self.stands.iter_mut().filter(|(at, ..)| *at == region) {
                (*possible, *shown) = (mixed.clone(), None);
            }
        }
    }
}

#[test]
fn suspects_are_the_rows_of_the_matrix_of_stands() {
    let mut rng = Rng::new(31);
    let mut uncertain = 0;
    for game in 0..1500 {
        let mut state = if game % 2 == 0 { state(STANDARD) } else { state(&random_setup(&mut rng)) };
        let mut matrices = [WARDENS, LEGION].map(|side| Matrix::new(&state, side));
        while let Some(action) = random_action(&state, &mut rng) {
            let before = state.clone();
            let text = state.format(action);
            state.apply(action);
            if matches!(state.phase, Phase::Over { .. }) {
                break;
            }
            follow(&before, &text, &state, &mut matrices);
            if state.phase == Phase::Move {
                matrices.iter_mut().for_each(Matrix::end_turn);
                for (side, matrix) in matrices.iter().enumerate() {
                    for (region, possible, _) in &matrix.stands {
                        let suspects = state.suspects[side][usize::from(*region)];
                        let names: BTreeSet<&str> =
                            (0..9).filter(|piece| suspects >> piece & 1 == 1).map(|p| PIECE_NAMES[side][p]).collect();
                        assert_eq!(names, *possible, "{}", state.draw(None));
                        uncertain += usize::from(names.len() > 1);
                    }
                }
            }
        }
    }
    assert!(uncertain > 1000);
}

/// Brings the matrices up to date after an action, by what can be seen of it.
fn follow(before: &Confrontation, text: &str, state: &Confrontation, matrices: &mut [Matrix; 2]) {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    // Pieces that are shown: those of a battle in their regions, and those that a reaction shows.
    if word == "battle" {
        let [warden, legionary] = [WARDENS, LEGION].map(|side| {
            PIECE_NAMES[side]
                .into_iter()
                .find(|name| match side {
                    WARDENS => rest.starts_with(&format!("{name}-")),
                    _ => rest.ends_with(&format!("-{name}")),
                })
                .unwrap()
        });
        matrices[WARDENS].show(warden, region_of(before, warden).unwrap());
        matrices[LEGION].show(legionary, region_of(before, legionary).unwrap());
    }
    if text == "guard" {
        matrices[WARDENS].show("guardian", region_of(before, "guardian").unwrap());
    }
    if text == "show-bearer" {
        matrices[WARDENS].show("bearer", region_of(before, "bearer").unwrap());
    }
    // A stand that has gone somewhere: the shown one, or any one of the region it has left.
    for (side, matrix) in matrices.iter_mut().enumerate() {
        for name in PIECE_NAMES[side] {
            let (from, to) = (region_of(before, name), region_of(state, name));
            if from == to {
                continue;
            }
            let shown = matrix.stands.iter().position(|(_, _, shown)| *shown == Some(name));
            let any = || matrix.stands.iter().position(|(at, _, shown)| Some(*at) == from && shown.is_none());
            let stand = shown.or_else(any).unwrap();
            match to {
                Some(region) => matrix.stands[stand].0 = region,
                None => drop(matrix.stands.remove(stand)),
            }
            if side == WARDENS && to == Some(15) {
                matrix.stands[stand].1.remove("bearer");
            }
        }
    }
}
