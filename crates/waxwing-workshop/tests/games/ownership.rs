//! Who holds each place of the board at the ends of playouts.

use waxwing::{Limits, Player, Turn};
use waxwing_workshop::{Ownership, Position};

use crate::open;

/// The share of a player in a place.
fn share(ownership: &Ownership, place: &str, player: usize) -> f64 {
    let found = ownership.places.iter().find(|held| held.place == place);
    found.unwrap_or_else(|| panic!("there is no place `{place}`")).shares[player]
}

#[test]
fn games_with_boards_have_places_and_games_of_cards_have_none() {
    let places = [
        ("othello", 64),
        ("breakthrough(rows=6, columns=5)", 30),
        ("lines-of-action", 64),
        ("go(size=9)", 81),
        ("checkers", 32),
        ("chinese-checkers(players=3)", 73),
        ("focus(players=4)", 52),
        ("confrontation", 16),
    ];
    for (game, count) in places {
        let start = open(game).start();
        let ownership = start.ownership(Some(Player(0)), 3, 1).unwrap_or_else(|| panic!("`{game}` has places"));
        assert_eq!((ownership.playouts, ownership.places.len()), (3, count), "`{game}`");
        for place in &ownership.places {
            assert_eq!(place.shares.len(), start.players());
            assert!(place.shares.iter().sum::<f64>() <= 1.0 + 1e-9, "`{game}`: {place:?}");
        }
        let held: f64 = ownership.places.iter().flat_map(|place| &place.shares).sum();
        assert!(held > 1.0, "`{game}`: somebody holds something in the end");
        assert_eq!(start.ownership(Some(Player(0)), 3, 1), Some(ownership), "the seed decides");
    }
    for game in ["hearts", "dou-di-zhu", "backgammon", "kalah"] {
        assert_eq!(open(game).start().ownership(None, 3, 1), None, "`{game}`");
    }
}

#[test]
fn a_game_that_is_over_is_held_as_it_is() {
    let mut position = open("go(size=3, komi=0.5)").start();
    position.follow("B2 pass pass", 1).unwrap();
    assert!(position.is_over());
    let ownership = position.ownership(None, 2, 1).unwrap();
    assert!(ownership.places.iter().all(|place| place.shares == [1.0, 0.0]), "{ownership:?}");
    assert_eq!(
        ownership.places.iter().map(|place| &*place.place).collect::<Vec<_>>().join(" "),
        "A3 B3 C3 A2 B2 C2 A1 B1 C1"
    );
    let start = open("othello").start().ownership(None, 0, 1).unwrap();
    assert_eq!((start.playouts, share(&start, "d4", 0)), (0, 0.0));
}

#[test]
fn a_wall_of_stones_keeps_its_side() {
    let mut position = open("go(size=5, komi=0.5)").start();
    position.follow("B1 D1 B2 D2 B3 D3 B4 D4 B5 D5", 1).unwrap();
    let ownership = position.ownership(None, 200, 3).unwrap();
    assert!(share(&ownership, "A3", 0) > 0.6 && share(&ownership, "E3", 1) > 0.6, "{ownership:?}");
}

#[test]
fn what_is_hidden_has_no_influence_on_what_a_viewer_is_told() {
    let mut position = open("confrontation").start();
    let mut rng = waxwing::Rng::new(4);
    let mut compared = 0;
    while !position.is_over() && position.len() < 30 {
        if let Turn::Player(player) = position.turn() {
            let truths = [position.as_start(), position.determinize(player, &mut rng)];
            let said = |truth: &Position| truth.ownership(Some(player), 5, 7);
            assert_eq!(said(&truths[0]), said(&truths[1]));
            compared += usize::from(truths[0].draw(None) != truths[1].draw(None));
        }
        position.play_random(&mut rng);
    }
    assert!(compared >= 5, "{compared}");
}

#[test]
fn a_search_tells_of_its_position_and_of_its_own_iterations() {
    let game = open("breakthrough(rows=5, columns=4)");
    let mut agent = game.agent("uct > mast").unwrap();
    assert_eq!(agent.ownership(10, 1), None, "nothing is searched yet");
    let position = game.start();
    agent.search(&position, 1, &Limits::iterations(50)).unwrap();
    assert_eq!(agent.ownership(10, 1), position.ownership(Some(Player(0)), 10, 1));
    let own = agent.search_ownership(&position, 1, 300).unwrap().unwrap();
    assert_eq!((own.playouts, own.places.len()), (300, 20));
    let goals: f64 = ["a5", "b5", "c5", "d5"].iter().map(|goal| share(&own, goal, 0)).sum();
    let rewards = agent.search(&position, 1, &Limits::iterations(300)).unwrap();
    let wins: f64 = rewards.actions.iter().map(|action| action.visits as f64 * action.value.unwrap_or(0.0)).sum();
    // White has a piece in the last row exactly where White has won by reaching it; a few games end by capture.
    assert!((goals - wins / 300.0).abs() < 0.05, "{goals} and {}", wins / 300.0);
    assert_eq!(game.agent("random").unwrap().search_ownership(&position, 1, 10).unwrap(), None);
    assert!(open("hearts").agent("uct").unwrap().search_ownership(&dealt(), 1, 10).unwrap().is_none());
}

fn dealt() -> Position {
    let mut position = open("hearts").start();
    position.draw_deals(1);
    position
}
