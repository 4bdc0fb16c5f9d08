//! A player that sits in one seat of a game that another program holds plays as its agent does in that program.

mod common;

use common::Client;
use serde_json::{Value, json};
use waxwing::{Limits, Player, Rng, Turn};
use waxwing_session::Settings;
use waxwing_workshop::{PlayerView, Watch};

fn sitting(agent: &str) -> Client {
    let mut settings = Settings::own(1);
    settings.player = Some(agent.to_owned());
    Client::with(settings)
}

/// What the player in a seat is told of the last move.
fn observation(view: &PlayerView<'_>, rng: &mut Rng) -> Value {
    let seen = view.last_seen().unwrap();
    match view.position() {
        Some(position) => json!({"type": "observe", "by": seen.by, "move": position.last_move()}),
        None => json!({"type": "observe", "by": seen.by, "move": seen.text, "position": view.imagined(rng)}),
    }
}

/// Plays a game in which one seat's moves are chosen by an agent here, and by the same agent that sits elsewhere. Returns how
/// many they were.
fn play(game: &str, agent: &str, seat: Player, moves: usize) -> usize {
    const SEED: u64 = 5;
    let mut rng = Rng::new(u64::from(seat.0) + 7);
    let game = waxwing_games::standard().open(game).unwrap();
    let (mut position, mut here, mut elsewhere) = (game.start(), game.agent(agent).unwrap(), sitting(agent));
    here.start(&position, seat, SEED).unwrap();
    let mut sit = json!({"type": "sit", "game": game.text(), "seat": seat.0, "seed": SEED.to_string()});
    if position.is_hidden() {
        sit["position"] = PlayerView::new(&position, seat).imagined(&mut rng).into();
    }
    elsewhere.one(sit, "done");
    let mut choices = 0;
    while position.len() < moves && !position.is_over() {
        if position.turn() == Turn::Player(seat) {
            let thought = here.choose(&position, &Limits::iterations(12), Watch::default()).unwrap();
            let budget = json!({"type": "choose", "budget": "12", "legal": position.legal()});
            let answer = elsewhere.one_at_last(budget, "thought");
            assert_eq!(answer["thought"]["best"], thought.best, "{agent} in {game} after {}", position.len());
            let visits =
                |actions: &Value| actions.as_array().unwrap().iter().map(|one| one["visits"].clone()).collect();
            let visits: Vec<Value> = visits(&answer["thought"]["actions"]);
            assert_eq!(visits, thought.actions.iter().map(|action| json!(action.visits)).collect::<Vec<_>>());
            position.play(&thought.best).unwrap();
            choices += 1;
        } else {
            position.play_random(&mut rng);
        }
        here.follow(&position).unwrap();
        elsewhere.one(observation(&PlayerView::new(&position, seat), &mut rng), "done");
    }
    choices
}

#[test]
fn a_player_that_sits_plays_as_its_agent_does_alone() {
    let agents = ["uct > mast with reuse", "uct with ph(keep=game)", "icarus/EPIC"];
    for game in ["othello", "backgammon", "kalah(start=random)", "focus(players=3)"] {
        let choices: usize = agents.iter().map(|agent| play(game, agent, Player(1), 60)).sum();
        assert!(choices > 30, "{game}: {choices}");
    }
}

#[test]
fn a_player_that_sees_only_its_own_view_plays_as_one_that_sits_at_the_table() {
    let agents = ["uct > mast", "uct with ph(keep=game)", "icarus/EPIC", "uct > nast(prefix=yes)"];
    for game in ["hearts", "dou-di-zhu", "confrontation"] {
        for seat in [0, 1].map(Player) {
            let choices: usize = agents.iter().map(|agent| play(game, agent, seat, 120)).sum();
            assert!(choices > 30, "{game}: {choices}");
        }
    }
}

#[test]
fn a_level_sits_as_an_expression_does_and_a_search_can_be_stopped() {
    let mut client = sitting("easy");
    client.one(json!({"type": "sit", "game": "othello", "seat": 0, "seed": "1"}), "done");
    let thought = client.one_at_last(json!({"type": "choose"}), "thought");
    assert_eq!(thought["thought"]["iterations"], 200, "the level's own");
    let mut client = sitting("uct");
    client.one(json!({"type": "sit", "game": "othello", "seat": 0, "seed": "1"}), "done");
    assert!(client.ask(json!({"id": 4, "type": "choose", "budget": "until-stopped"})).is_empty());
    assert!(client.advance().is_empty() && client.session.is_busy());
    let stopped = client.ask(json!({"id": 5, "type": "stop"}));
    let said: Vec<(&Value, &Value)> = stopped.iter().map(|answer| (&answer["id"], &answer["type"])).collect();
    assert_eq!(said, [(&json!(4), &json!("thought")), (&json!(5), &json!("done"))]);
    client.ask(json!({"type": "choose", "budget": "until-stopped"}));
    let rest = client.session.hang_up();
    assert!(rest[0].to_json().contains("\"type\":\"thought\"") && !client.session.is_busy());
}

#[test]
fn what_a_player_cannot_use_is_refused_and_changes_nothing() {
    let refused = |client: &mut Client, request: Value| {
        client.one(request, "error")["message"].as_str().unwrap_or_default().to_owned()
    };
    let sit = |game: &str, seat: u8| json!({"type": "sit", "game": game, "seat": seat, "seed": "1"});
    assert!(refused(&mut Client::new(), sit("othello", 0)).contains("nobody plays here"));
    let mut client = sitting("uct > mast");
    assert!(refused(&mut client, sit("othelo", 0)).contains("did you mean `othello`?"));
    assert!(refused(&mut client, sit("othello", 2)).contains("no seat 2"));
    let unread = json!({"type": "sit", "game": "othello", "seat": 0, "seed": "x"});
    assert!(refused(&mut client, unread).contains("`x` is no seed"));
    client.one(sit("othello", 1), "done");
    assert!(refused(&mut client, json!({"type": "choose"})).contains("it is not the turn of White"));
    assert!(refused(&mut client, json!({"type": "observe", "move": "a1"})).contains("`a1` is not a legal move"));
    assert!(refused(&mut client, json!({"type": "observe"})).contains("the move is needed"));
    assert!(refused(&mut client, json!({"type": "undo"})).contains("`observe`, `choose`, `stop` and `close`"));
    client.one(json!({"type": "observe", "move": "d3"}), "done");
    assert!(refused(&mut client, json!({"type": "choose", "budget": "many"})).contains("many"));
    client.one_at_last(json!({"type": "choose", "budget": "10"}), "thought");
    client.one(sit("hearts", 0), "done");
    assert!(refused(&mut client, json!({"type": "observe"})).contains("a `position`"));
    assert!(refused(&mut client, json!({"type": "observe", "position": "?"})).contains("position"));
    let mut unable = sitting("utc");
    assert!(refused(&mut unable, sit("hearts", 0)).contains("unknown strategy `utc`"));
    client.one(json!({"type": "close"}), "done");
    assert!(refused(&mut client, json!({"type": "choose"})).contains("nothing is open at table 0"));
    client.one(json!({"type": "open", "game": "othello", "seats": ["uct @9", "uct @9"], "waits": true}), "position");
    assert!(refused(&mut client, json!({"type": "choose", "budget": "9"})).contains("since `open`"));
    assert!(refused(&mut client, json!({"type": "observe"})).contains("whole moves"));
}
