//! What players from outside are shown says nothing that is hidden from their seats.

use waxwing::{Player, Rng, Turn};
use waxwing_workshop::{PlayerView, Position};

use crate::open;

/// Everything that a view says.
fn shown(position: &Position, seat: Player) -> String {
    let view = PlayerView::new(position, seat);
    let options: Vec<_> = view.options().collect();
    let names: Vec<String> = (0..view.players()).map(|player| view.player_name(Player(player as u8))).collect();
    let moves: Vec<Result<String, _>> = view.legal().iter().map(|text| view.read_move(text)).collect();
    assert!(view.position().is_none(), "something is hidden");
    let game = (&view.entry().name, options, names, view.seat());
    format!(
        "{game:?} {:?} {:?} {:?} {moves:?} {:?} {}",
        view.turn(),
        view.seen(),
        view.last_seen(),
        view.rewards(),
        view.draw()
    )
}

/// Plays two positions that look alike to a seat as long as what happens in them looks alike too, at most this many moves.
/// Returns how often their views were compared while the positions differed.
fn compare(mut one: Position, mut other: Position, seat: Player, most: usize, rng: &mut Rng) -> usize {
    let mut compared = 0;
    for _ in 0..=most {
        // An attacker in Confrontation is known to both players as it arrives, before chance says whom it meets.
        if one.turn() != Turn::Chance {
            assert_eq!(shown(&one, seat), shown(&other, seat), "{one:?} and {other:?}");
            compared += usize::from(one.draw(None) != other.draw(None));
        }
        if one.is_over() {
            break;
        }
        one.play_random(rng);
        let Some(after) = alike(&one, &other, seat) else { break };
        other = after;
    }
    compared
}

/// The second position after a move that looks to the seat like the last one of the first.
fn alike(one: &Position, other: &Position, seat: Player) -> Option<Position> {
    let last = one.len() - 1;
    let seen = one.seen(last, seat);
    // What is not seen is tried first as it is: another seat may have the same to play.
    let moves = one.last_move().into_iter().chain(other.possible());
    let mut candidates = moves.filter_map(|text| {
        let mut after = other.clone();
        after.play(&text).ok().map(|()| after)
    });
    candidates.find(|after| after.seen(after.len() - 1, seat) == seen && after.turn() == one.turn())
}

/// Makes another deal of one.
type Exchange = fn(&str) -> String;

/// The position after a deal, and after the same deal with something exchanged that the first seat does not see.
fn two_deals(game: &str, seed: u64, exchange: Exchange) -> [Position; 2] {
    let mut one = open(game).start();
    one.draw_deals(seed);
    let deal = one.last_move().expect("the game begins with a deal");
    let mut other = open(game).start();
    other.play(&exchange(&deal)).unwrap();
    assert_ne!(one.moves(), other.moves());
    [one, other]
}

/// Exchanges the hands of the second and the third player.
fn exchange_hands(deal: &str) -> String {
    let mut hands: Vec<&str> = deal.strip_prefix("deal:").unwrap().split('/').collect();
    hands.swap(1, 2);
    format!("deal:{}", hands.join("/"))
}

/// Exchanges what the Legion has in two regions.
fn exchange_pieces(deal: &str) -> String {
    let pieces = |region: &str| deal.split(',').find_map(|stand| stand.strip_prefix(region)).unwrap();
    let (ten, eleven) = (pieces("10:"), pieces("11:"));
    deal.replace(&format!("10:{ten},11:{eleven}"), &format!("10:{eleven},11:{ten}"))
}

#[test]
fn two_deals_that_look_alike_to_a_seat_give_equal_views() {
    let games: [(&str, Exchange); 3] =
        [("hearts", exchange_hands), ("dou-di-zhu", exchange_hands), ("confrontation", exchange_pieces)];
    for (game, exchange) in games {
        let compared: usize = (0..20)
            .map(|seed| {
                let [one, other] = two_deals(game, seed, exchange);
                compare(one, other, Player(0), 60, &mut Rng::new(seed))
            })
            .sum();
        assert!(compared >= 40, "`{game}`: {compared} compared");
    }
}

#[test]
fn later_positions_that_look_alike_give_equal_views_to_every_seat() {
    for game in ["hearts", "dou-di-zhu", "confrontation"] {
        let (mut compared, mut rng) = (0, Rng::new(5));
        for _ in 0..12 {
            let mut position = open(game).start();
            for _ in 0..1 + rng.below(50) {
                position.play_random(&mut rng);
            }
            if !matches!(position.turn(), Turn::Player(_)) {
                continue;
            }
            for seat in (0..position.players()).map(|seat| Player(seat as u8)) {
                let other = position.determinize(seat, &mut rng);
                compared += compare(position.as_start(), other, seat, 6, &mut rng);
            }
        }
        assert!(compared >= 40, "`{game}`: {compared} compared");
    }
}

#[test]
fn a_deal_among_the_options_is_not_told() {
    let cards = open("hearts(limit=30, deal=\"A.K..Q/K.A.Q./Q..AK./.Q..AK\")").start();
    let view = PlayerView::new(&cards, Player(1));
    assert_eq!((view.option("limit"), view.option("deal")), (Some("30"), None));
    let go = open("go(komi=\"6.5\")").start();
    let view = PlayerView::new(&go, Player(1));
    assert_eq!((view.option("komi"), view.option("no-such")), (Some("6.5"), None));
    assert_eq!(view.position().map(Position::len), Some(0));
    assert!(view.legal().is_empty() && view.read_move("C3").is_err(), "the other player is to move");
}
