//! The rules against what is published of the game, and the promises of a game with hidden information.

use std::collections::HashMap;

use leduc_poker::{Act, Leduc};
use waxwing::game::{Observable, check_notated_game};
use waxwing::{Agent, Game, Limits, Notation, Player, Rng, Turn};

/// What a player has seen of a history, as text.
type Seen = [String; 2];

/// All that can happen in a state.
fn possible(state: &Leduc) -> Vec<(Act, f64)> {
    match state.turn() {
        Turn::Over => Vec::new(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            outcomes
        }
        Turn::Player(_) => {
            let mut actions = Vec::new();
            state.legal_actions(&mut actions);
            let probability = 1.0 / actions.len() as f64;
            actions.into_iter().map(|act| (act, probability)).collect()
        }
    }
}

/// A state after an action, and what the players have seen then.
fn after(state: &Leduc, seen: &Seen, act: Act) -> (Leduc, Seen) {
    let mut next = state.clone();
    next.apply(act);
    let seen = [0, 1].map(|player| {
        let observed = state.observe(act, Player(player as u8)).map(|act| state.format(act));
        format!("{} {}", seen[player], observed.unwrap_or_default())
    });
    (next, seen)
}

/// Calls a function with every state that can come about and what the players have seen of it.
fn walk(state: &Leduc, seen: &Seen, visit: &mut dyn FnMut(&Leduc, &Seen)) {
    visit(state, seen);
    for (act, _) in possible(state) {
        let (state, seen) = after(state, seen, act);
        walk(&state, &seen, visit);
    }
}

#[test]
fn it_keeps_the_promises_of_a_game() {
    check_notated_game(&Leduc::undealt(), 300, 1).unwrap();
}

/// 5,520 ends of 9,457 histories and 936 information sets, as OpenSpiel's game of six different cards has; 288 where suits do not
/// count, as most papers have it. (The game is of Southey and others, Bayes' Bluff, 2005.)
#[test]
fn it_has_as_many_histories_and_information_sets_as_published() {
    let (mut ends, mut histories) = (0, 0);
    let (mut sets, mut by_rank) = (HashMap::new(), HashMap::new());
    walk(&Leduc::undealt(), &Seen::default(), &mut |state, seen| {
        histories += 1;
        ends += usize::from(state.turn() == Turn::Over);
        if let Turn::Player(player) = state.turn() {
            let seen = &seen[player.index()];
            *sets.entry((player.0, seen.clone())).or_insert(0) += 1;
            *by_rank.entry((player.0, seen.replace(['h', 's'], ""))).or_insert(0) += 1;
        }
    });
    assert_eq!((ends, histories), (5520, 9457));
    assert_eq!((sets.len(), by_rank.len()), (936, 288));
}

/// What a player wins at most against an opponent that does each legal thing equally often. All that the player cannot tell
/// apart is decided alike: `states` are the states of an information set, with their probabilities.
fn best_response(player: Player, states: Vec<(Leduc, Seen, f64)>) -> f64 {
    let mut value = 0.0;
    let mut decisions: HashMap<String, Vec<(Leduc, Seen, f64)>> = HashMap::new();
    let mut open = states;
    while let Some((state, seen, probability)) = open.pop() {
        match state.turn() {
            Turn::Over => value += probability * 13.0 * (2.0 * state.reward(player).value() - 1.0),
            Turn::Player(mover) if mover == player => {
                decisions.entry(seen[player.index()].clone()).or_default().push((state, seen, probability));
            }
            _ => open.extend(possible(&state).into_iter().map(|(act, share)| {
                let (state, seen) = after(&state, &seen, act);
                (state, seen, probability * share)
            })),
        }
    }
    value + decisions.into_values().map(|states| best_decision(player, states)).sum::<f64>()
}

fn best_decision(player: Player, states: Vec<(Leduc, Seen, f64)>) -> f64 {
    let values = possible(&states[0].0).into_iter().map(|(act, _)| {
        let made = states.iter().map(|(state, seen, probability)| {
            let (state, seen) = after(state, seen, act);
            (state, seen, *probability)
        });
        best_response(player, made.collect())
    });
    values.fold(f64::MIN, f64::max)
}

/// What best responses win from players who do everything equally often is 4.747222 together, by OpenSpiel's `nash_conv`.
#[test]
fn best_responses_to_random_players_win_what_is_published() {
    let start = || vec![(Leduc::undealt(), Seen::default(), 1.0)];
    let won = best_response(Player(0), start()) + best_response(Player(1), start());
    assert!((won - 4.747_222).abs() < 1e-5, "{won}");
}

/// Searches each state of some information sets: what is hidden in the true one has no influence.
#[test]
fn a_search_does_not_peek() {
    let mut sets: HashMap<(u8, String), Vec<Leduc>> = HashMap::new();
    walk(&Leduc::undealt(), &Seen::default(), &mut |state, seen| {
        if let Turn::Player(player) = state.turn() {
            sets.entry((player.0, seen[player.index()].clone())).or_default().push(state.clone());
        }
    });
    let mut sets: Vec<_> = sets.into_iter().collect();
    sets.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut rng = Rng::new(1);
    for _ in 0..10 {
        let ((player, seen), states) = &sets[rng.below(sets.len())];
        assert!(states.len() >= 4, "{seen}");
        for agent in ["uct > mast", "rave > nast + lgrf"] {
            let thoughts = states.iter().map(|state| {
                let report = Agent::parse(agent, state).unwrap().search(state, 7, &Limits::iterations(200)).unwrap();
                (report.best, report.actions.iter().map(|action| action.visits).collect::<Vec<_>>())
            });
            let thoughts: Vec<_> = thoughts.collect();
            assert!(thoughts.iter().all(|thought| *thought == thoughts[0]), "{agent}, player {player}: {seen}");
        }
    }
}

#[test]
fn a_search_raises_with_the_best_hand_and_never_pays_for_a_lost_one() {
    let best = |moves: &str| {
        let mut state = Leduc::undealt();
        for text in moves.split_whitespace() {
            let act = state.parse(text).unwrap();
            state.apply(act);
        }
        let mut agent = Agent::parse("uct > mast", &state).unwrap();
        state.format(agent.search(&state, 1, &Limits::iterations(3_000)).unwrap().best)
    };
    assert_eq!(best("Kh Qs call call Ks"), "raise");
    assert_eq!(best("Jh Qs call call Kh call raise"), "fold");
}
