//! Positions: players by name, descriptions, and the way back.

use waxwing::{Player, Rng, Turn};
use waxwing_games::{Backgammon, Breakthrough, Othello};
use waxwing_workshop::ToMove;

use crate::open;

const WHOLE: &str = "a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1";

#[test]
fn a_player_goes_by_number_and_by_name() {
    let start = open("othello").start();
    assert_eq!(start.find_player("1"), Ok(Player(1)));
    assert_eq!(start.find_player("WHITE"), Ok(Player(1)));
    let error = start.find_player("red").unwrap_err();
    assert_eq!(error, "there is no player `red`; the players are 0 (Black), 1 (White)");
}

#[test]
fn a_description_says_who_moves_and_what_the_end_brings() {
    let game = open("breakthrough(rows=4, columns=2)");
    let mut position = game.start();
    let described = position.describe(None);
    assert_eq!((described.to_move, described.terminal, described.players), (ToMove::Player(Player(0)), false, 2));
    assert_eq!((described.game.as_str(), &*described.legal), (game.text(), &["b2xa3".into(), "a2xb3".into()][..]));
    position.follow(WHOLE, 1).unwrap();
    let described = position.describe(None);
    assert_eq!((described.to_move, described.rewards), (ToMove::Nobody, Some(vec![0.0, 1.0])));
    assert!(described.legal.is_empty() && described.terminal && !described.sampled);
}

#[test]
fn a_viewer_is_not_shown_what_another_player_could_do() {
    let mut position = open("hearts(passing=none)").start();
    assert!(position.describe(None).sampled && position.describe(None).legal.is_empty());
    position.draw_deals(1);
    let Turn::Player(mover) = position.turn() else { panic!("the deal is made") };
    for viewer in (0..4).map(Player) {
        let described = position.describe(Some(viewer));
        assert_eq!(described.legal.is_empty(), viewer != mover, "{described:?}");
        assert_eq!(described.text, position.draw(Some(viewer)));
    }
    assert_eq!(position.describe(None).legal, position.legal());
}

#[test]
fn every_position_of_a_line_is_found_again() {
    for game in ["othello", "backgammon", "hearts", "confrontation", "go(size=5)"] {
        let (mut position, mut rng) = (open(game).start(), Rng::new(3));
        let mut seen = vec![(position.draw(None), position.turn(), position.hash())];
        while !position.is_over() && position.len() < 150 {
            position.play_random(&mut rng);
            seen.push((position.draw(None), position.turn(), position.hash()));
        }
        let moves = position.moves();
        assert_eq!((moves.len(), position.len()), (seen.len() - 1, seen.len() - 1));
        assert_eq!(position.last_move().as_ref(), moves.last());
        for (count, was) in seen.iter().enumerate() {
            let earlier = position.at(count);
            assert_eq!(&(earlier.draw(None), earlier.turn(), earlier.hash()), was, "{game} after {count} moves");
            assert_eq!(earlier.moves(), moves[..count]);
            if count < moves.len() {
                assert_eq!(position.turn_before(count), was.1);
            }
        }
        // The moves alone lead to the same line: chance outcomes are written out.
        let mut again = open(game).start();
        again.follow(&moves.join(" "), 99).unwrap();
        assert_eq!((again.draw(None), again.moves()), (position.draw(None), moves));
        for was in seen.iter().rev().skip(1) {
            assert!(position.take_back());
            assert_eq!(&(position.draw(None), position.turn(), position.hash()), was);
        }
        assert!(!position.take_back() && position.last_move().is_none(), "nothing is left to take back");
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = open("breakthrough(rows=4, columns=2)").start();
    let before = (position.draw(None), position.moves());
    for text in ["", "nonsense", "a1a2"] {
        position.play(text).unwrap_err();
        assert_eq!((position.draw(None), position.moves()), before, "after `{text}`");
    }
    // Of a list, what comes before the wrong move is made.
    let error = position.follow("a2xb3 a1a1", 1).unwrap_err();
    assert_eq!((error.number, position.moves().join(" ")), (2, "a2xb3".to_owned()));
}

#[test]
fn a_start_without_a_past_is_the_same_position() {
    let (mut position, mut rng) = (open("backgammon").start(), Rng::new(5));
    (0..7).for_each(|_| position.play_random(&mut rng));
    let start = position.as_start();
    assert_eq!((start.len(), start.draw(None), start.possible()), (0, position.draw(None), position.possible()));
    assert_eq!(start.game_text(), position.game_text());
}

#[test]
fn a_state_is_lent_to_whoever_knows_its_type() {
    let mut position = open("breakthrough(rows=5, columns=3)").start();
    position.play("a2a3").unwrap();
    let state = position.state::<Breakthrough>().expect("it is of this type");
    assert_eq!(waxwing::Notation::draw(state, None), position.draw(None));
    assert!(position.state::<Othello>().is_none() && position.state::<Backgammon>().is_none());
}

#[test]
fn players_see_of_a_move_what_the_game_lets_them_see() {
    let mut position = open("dou-di-zhu").start();
    position.draw_deals(4);
    let deal = position.len() - 1;
    let hands = [0, 1, 2].map(|player| position.seen(deal, Player(player)));
    assert!(hands.iter().all(|seen| seen.as_ref() != position.moves().get(deal)), "no player sees the whole deal");
    let legal = position.legal();
    position.play(&legal[0]).unwrap();
    for player in [0, 1, 2] {
        assert_eq!(position.seen(deal + 1, Player(player)).as_ref(), Some(&legal[0]), "a play is open");
    }
}
