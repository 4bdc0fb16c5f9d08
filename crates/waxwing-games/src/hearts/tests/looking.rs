//! No player looks into the others' cards: states that differ only in what is hidden are the same to the player to
//! move.

use waxwing::game::Observable;
use waxwing::{Agent, Game, Limits, Notation, Player, Rng};

use super::{Hearts, USUAL, after, legal, mover, random_step};
use crate::hearts::Phase;

/// Two rounds that are the same to South, who is to pass: the others have different cards and have passed others.
fn before_a_pass() -> [Hearts; 2] {
    let moves = [
        "deal:AKQJT98765432.../.AKQJT98765432../..AKQJT98765432./...AKQJT98765432 2C,3C,4C AD,KD,QD",
        "deal:.AKQJT98765432../...AKQJT98765432/..AKQJT98765432./AKQJT98765432... 5D,7D,9D QS,KS,AS",
    ];
    moves.map(|moves| after(USUAL, moves))
}

/// A round some tricks on, and another that is the same to the player to move. The second has the hidden cards in other
/// hands, and passes that no players but their givers and receivers can know.
fn while_playing(seed: u64) -> [Hearts; 2] {
    let mut rng = Rng::new(seed);
    let mut state = Hearts::new();
    let plies = 6 + rng.below(40);
    (0..plies).for_each(|_| state.apply(random_step(&state, &mut rng)));
    let observer = mover(&state).unwrap();
    let mut twin = Hearts { future: 0, ..state.determinize(observer, &mut rng) };
    for seat in (0..4).filter(|&seat| seat != observer.index() && seat != state.giver(observer.index())) {
        twin.passes[seat] = 7 << (16 * seat);
    }
    [state, twin]
}

fn look_the_same(a: &Hearts, b: &Hearts) {
    let observer = mover(a).unwrap();
    assert_ne!(a, b);
    assert_eq!(mover(b), Some(observer));
    assert_eq!(legal(a), legal(b));
    assert_eq!(a.draw(Some(observer)), b.draw(Some(observer)));
    for seed in 0..20 {
        let drawn = |state: &Hearts| state.determinize(observer, &mut Rng::new(seed));
        assert_eq!(drawn(a), drawn(b));
    }
}

fn search_the_same(a: &Hearts, b: &Hearts) {
    let found = |state: &Hearts| {
        let mut agent = Agent::parse("icarus/NRML", state).unwrap();
        agent.search(state, 5, &Limits::iterations(400)).unwrap().actions
    };
    assert_eq!(found(a), found(b));
}

#[test]
fn states_that_differ_in_what_is_hidden_have_the_same_determinizations() {
    let [a, b] = before_a_pass();
    look_the_same(&a, &b);
    for seed in 0..100 {
        let [a, b] = while_playing(seed);
        assert_eq!(a.phase, Phase::Play);
        look_the_same(&a, &b);
    }
}

#[test]
fn states_that_differ_in_what_is_hidden_are_searched_the_same() {
    let [a, b] = before_a_pass();
    search_the_same(&a, &b);
    for seed in 0..8 {
        let [a, b] = while_playing(seed);
        search_the_same(&a, &b);
    }
}

#[test]
fn a_pass_is_seen_by_its_player_only_and_a_deal_by_nobody() {
    let mut rng = Rng::new(2);
    let mut state = Hearts::new();
    let everybody = || (0..4).map(Player);
    let deal = state.sample_chance(&mut rng);
    assert!(everybody().all(|player| state.observe(deal, player).is_none()));
    state.apply(deal);
    for giver in everybody() {
        let pass = random_step(&state, &mut rng);
        assert!(everybody().all(|player| state.observe(pass, player) == (player == giver).then_some(pass)));
        state.apply(pass);
    }
    let outcome = state.sample_chance(&mut rng);
    let seen: Vec<_> = everybody().map(|player| state.observe(outcome, player).unwrap()).collect();
    assert!(
        everybody()
            .all(|player| state.format(seen[player.index()]) == format!("got:{}", state.received(player.index())))
    );
    state.apply(outcome);
    let play = random_step(&state, &mut rng);
    assert!(everybody().all(|player| state.observe(play, player) == Some(play)));
}
