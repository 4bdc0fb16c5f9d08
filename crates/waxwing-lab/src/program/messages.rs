//! A program that plays any game by Waxwing's messages: docs/protocol.md, "A player behind pipes".
//!
//! It is told the game and its seat (`sit`), every move as the player in that seat sees it (`observe`), and asked for its own
//! (`choose`). Nothing that the seat does not see is sent.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use waxwing::agent::{Call, ExpressionError};
use waxwing::{Budget, Limits, Rng};
use waxwing_workshop::{GaveUp, OutsidePlayer, PlayerView};

use super::answer::{Incoming, Trouble, quoted};
use super::runner::Runner;

/// What a program prints for one answer has at most this many bytes.
const MOST_BYTES: usize = 4 << 20;

/// A program that is asked by messages.
pub(super) struct MessagePlayer {
    runner: Runner,
    /// The number of the last request.
    id: u64,
    /// What it has not been told yet. It is told when it is to move: only then can waiting for it be stopped.
    untold: Vec<Value>,
    /// Draws positions that the player cannot tell from the true one.
    rng: Rng,
}

impl MessagePlayer {
    pub fn new(call: &Call) -> Result<MessagePlayer, ExpressionError> {
        Ok(MessagePlayer { runner: Runner::new(call, b"")?, id: 0, untold: Vec::new(), rng: Rng::new(0) })
    }

    /// A position as text that is the player's to know, where the moves that it sees do not say it.
    fn imagined(&mut self, view: &PlayerView<'_>) -> Option<String> {
        view.position().is_none().then(|| view.imagined(&mut self.rng)).flatten()
    }

    /// Starts the program if it does not run, and tells it what it has not been told.
    fn catch_up(&mut self, stop: Option<&AtomicBool>) -> Result<(), String> {
        self.runner.run()?;
        for request in std::mem::take(&mut self.untold) {
            self.ask(request, stop)?;
        }
        Ok(())
    }

    /// The answer to a request, which gets a number. An error is none.
    fn ask(&mut self, mut request: Value, stop: Option<&AtomicBool>) -> Result<Value, String> {
        self.id += 1;
        let kind = request["type"].as_str().unwrap_or_default().to_owned();
        // The number comes first, so that the smallest of programs finds it.
        let rest = std::mem::take(request.as_object_mut().expect("requests are objects"));
        let rest = Value::Object(rest).to_string();
        let line = format!("{{\"id\":{},{}", self.id, &rest[1..]);
        let mut message = Message { id: self.id, line: Vec::new(), bytes: 0, found: Value::Null };
        self.runner.ask(&line, &kind, &mut message, stop).map_err(Trouble::reason)?;
        if message.found["type"] == "error" {
            let said = message.found["message"].as_str().unwrap_or("an error without a `message`");
            return Err(format!("`{}`: `{kind}` was refused: {}", self.runner.name(), quoted(said)));
        }
        Ok(message.found)
    }

    /// Sits down to a new game.
    fn sit(&mut self, view: &PlayerView<'_>, seed: u64) {
        (self.id, self.rng) = (0, Rng::new(seed));
        let position = match view.position() {
            Some(position) => position.beginning(),
            None => self.imagined(view),
        };
        let mut sit =
            json!({"type": "sit", "game": view.told_game_text(), "seat": view.seat().0, "seed": seed.to_string()});
        if let Some(position) = position {
            sit["position"] = position.into();
        }
        self.untold = vec![sit];
    }

    fn chosen(&mut self, view: &PlayerView<'_>, budget: Budget, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        let request = json!({"type": "choose", "budget": budget.to_string(), "legal": view.legal()});
        let answer = self.catch_up(stop).and_then(|()| self.ask(request, stop)).map_err(GaveUp::Failed)?;
        let name = self.runner.name();
        match (answer["type"].as_str(), answer["thought"]["best"].as_str()) {
            (Some("resigned"), _) => Err(GaveUp::Resigned),
            (Some("thought"), Some(text)) => view
                .read_move(text)
                .map_err(|_| GaveUp::Failed(format!("`{name}` played `{}`, which is not legal", quoted(text)))),
            _ => Err(GaveUp::Failed(format!(
                "`{name}` answered `choose` by `{}`: a `thought` with its `best`, or `resigned`, is an answer",
                quoted(&answer.to_string())
            ))),
        }
    }
}

impl OutsidePlayer for MessagePlayer {
    fn start(&mut self, view: &PlayerView<'_>, seed: u64) {
        self.runner.end();
        // The seed of a game's players could be traced back to that of its deal.
        let is_hidden = view.position().is_none();
        self.sit(view, if is_hidden { RandomState::new().build_hasher().finish() } else { seed });
    }

    fn observe(&mut self, view: &PlayerView<'_>) {
        let Some(seen) = view.last_seen() else { return };
        // A deal that all see is no move to remember, and is told as a whole.
        let text = view.position().map_or(seen.text, |position| position.last_move());
        let mut observe = json!({"type": "observe", "by": seen.by});
        if let Some(text) = text {
            observe["move"] = text.into();
        }
        if let Some(position) = self.imagined(view) {
            observe["position"] = position.into();
        }
        self.untold.push(observe);
    }

    fn choose(&mut self, view: &PlayerView<'_>, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        let chosen = self.chosen(view, limits.budget, stop);
        self.runner.note(chosen)
    }

    fn try_out(&mut self, view: &PlayerView<'_>) -> Result<(), String> {
        self.start(view, 0);
        self.catch_up(None)
    }
}

/// The answer to one request, while it is read: a line of JSON with its number. Progress, and what was said before it was asked, is
/// passed over.
struct Message {
    id: u64,
    line: Vec<u8>,
    bytes: usize,
    found: Value,
}

impl Message {
    /// Reads a whole line; returns whether it is the answer.
    fn end_line(&mut self) -> Result<bool, String> {
        let line = std::mem::take(&mut self.line);
        if line.trim_ascii().is_empty() {
            return Ok(false);
        }
        let shown = || quoted(&String::from_utf8_lossy(&line).replace(|letter: char| letter.is_control(), ""));
        let read: Value = serde_json::from_slice(&line).map_err(|_| format!("`{}` is no message", shown()))?;
        let Some(id) = read["id"].as_u64() else {
            return Err(format!("`{}` has no `id`: an answer has that of its request", shown()));
        };
        let is_answer = id == self.id && read["type"] != "progress";
        if is_answer {
            self.found = read;
        }
        Ok(is_answer)
    }
}

impl Incoming for Message {
    fn take(&mut self, bytes: &[u8]) -> Result<Option<usize>, String> {
        for (place, &byte) in bytes.iter().enumerate() {
            self.bytes += 1;
            if self.bytes > MOST_BYTES {
                return Err(format!("it printed more than {MOST_BYTES} bytes without an answer"));
            }
            if byte != b'\n' {
                self.line.push(byte);
            } else if self.end_line()? {
                return Ok(Some(place + 1));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use waxwing::{Expression, Player, Turn};
    use waxwing_workshop::Position;

    use super::*;
    use crate::testing::workshop;

    fn player() -> MessagePlayer {
        let expression = Expression::parse("program(\"true\")").unwrap();
        MessagePlayer::new(expression.player().unwrap()).unwrap()
    }

    /// What a program is told of a position as the start, and of these moves from there.
    fn told(start: &Position, seat: Player, moves: &[String]) -> Vec<String> {
        let mut player = player();
        player.sit(&PlayerView::new(start, seat), 9);
        let mut position = start.clone();
        for text in moves {
            position.play(text).unwrap();
            player.observe(&PlayerView::new(&position, seat));
        }
        player.untold.iter().map(Value::to_string).collect()
    }

    /// Moves that are legal from both positions, and of which the player sees the same.
    fn moves_of_both(one: &Position, other: &Position, seat: Player, rng: &mut Rng) -> Vec<String> {
        let (mut one, mut other, mut moves) = (one.clone(), other.clone(), Vec::new());
        while matches!((one.turn(), other.turn()), (Turn::Player(_), Turn::Player(_))) && moves.len() < 8 {
            let of_other = other.legal();
            let both: Vec<String> = one.legal().into_iter().filter(|text| of_other.contains(text)).collect();
            if both.is_empty() {
                break;
            }
            let text = &both[rng.below(both.len())];
            one.play(text).unwrap();
            other.play(text).unwrap();
            if one.seen(moves.len(), seat) != other.seen(moves.len(), seat) {
                break;
            }
            moves.push(text.clone());
        }
        moves
    }

    #[test]
    fn a_program_is_told_the_same_in_games_that_its_player_cannot_tell_apart() {
        let mut compared = 0;
        for name in ["hearts(limit=10)", "dou-di-zhu", "confrontation"] {
            let game = workshop().open(name).unwrap();
            for seed in 0..20 {
                let (mut rng, mut position) = (Rng::new(seed), game.start());
                position.pass_chance(&mut rng);
                for _ in 0..rng.below(25) {
                    position.play_random(&mut rng);
                }
                let Turn::Player(seat) = position.turn() else { continue };
                let [one, other] = [position.as_start(), position.determinize(seat, &mut rng)];
                let moves = moves_of_both(&one, &other, seat, &mut rng);
                let [of_one, of_other] = [&one, &other].map(|start| told(start, seat, &moves));
                assert_eq!(of_one, of_other, "{name}, seed {seed}");
                assert_eq!(of_one.len(), moves.len() + 1);
                compared += usize::from(one.text() != other.text() && moves.len() > 1);
            }
        }
        assert!(compared > 20, "only {compared} games differ in what is hidden");
    }

    #[test]
    fn the_seed_of_a_game_with_secrets_is_not_told() {
        let seed_of = |name: &str| {
            let (mut player, start) = (player(), workshop().open(name).unwrap().start());
            player.start(&PlayerView::new(&start, Player(0)), 5);
            player.untold[0]["seed"].as_str().unwrap().to_owned()
        };
        assert_eq!(seed_of("othello"), "5");
        assert!(seed_of("hearts") != "5" && seed_of("hearts") != seed_of("hearts"));
    }

    fn message() -> Message {
        Message { id: 7, line: Vec::new(), bytes: 0, found: Value::Null }
    }

    #[test]
    fn an_answer_has_the_number_of_its_request_and_is_no_progress() {
        let text = b"\n{\"id\":0,\"type\":\"position\"}\r\n{\"id\":7,\"type\":\"progress\"}\n{\"id\":7,\"type\":\"done\"}\nrest";
        let mut message = message();
        assert_eq!(message.take(text), Ok(Some(text.len() - 4)));
        assert_eq!(message.found["type"], "done");
    }

    #[test]
    fn what_is_no_message_or_has_no_end_is_no_answer() {
        assert!(message().take(b"hello\n").unwrap_err().contains("`hello` is no message"));
        assert!(message().take(b"{\"type\":\"done\"}\n").unwrap_err().contains("has no `id`"));
        assert!(message().take(b"[1]\n").unwrap_err().contains("has no `id`"));
        for endless in ["x", "\n", "{\"id\":7,\"type\":\"progress\"}\n"] {
            let mut message = message();
            let error = (0..).find_map(|_| message.take(endless.repeat(1_000).as_bytes()).err()).unwrap();
            assert!(error.contains("without an answer"), "{error}");
            assert!(message.line.capacity() <= 2 * MOST_BYTES);
        }
        let deep = "[".repeat(100_000) + "\n";
        assert!(message().take(deep.as_bytes()).unwrap_err().contains("is no message"));
    }
}
