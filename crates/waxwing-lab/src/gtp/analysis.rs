//! What a search thinks while it thinks, as Leela Zero and KataGo say it.

use std::time::{Duration, Instant};

use waxwing::{Budget, Player};
use waxwing_workshop::{Thought, Watch};

use super::Answer;
use super::go::GoEngine;
use super::line::{SYNTAX, colour, number};
use super::think::Wish;

/// Whose words are used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Values in ten-thousandths.
    Leela,
    /// Values as fractions.
    Kata,
}

/// What is asked for.
struct Request {
    player: Option<Player>,
    interval: Duration,
}

impl Request {
    /// `[colour] [interval] [key value]…`; only the key `interval` means something here.
    fn read(arguments: &[String]) -> Result<Request, String> {
        let mut request = Request { player: None, interval: Duration::from_millis(500) };
        let mut words = arguments.iter().peekable();
        if words.peek().is_some_and(|word| colour(Some(word)).is_ok()) {
            request.player = colour(words.next()).ok();
        }
        while let Some(word) = words.next() {
            let value = if word.bytes().all(|digit| digit.is_ascii_digit()) {
                Some(word)
            } else {
                let value = words.next().ok_or(SYNTAX)?;
                (word == "interval").then_some(value)
            };
            if let Some(value) = value {
                request.interval = Duration::from_millis(10) * number::<u16>(Some(value))?.into();
            }
        }
        Ok(request)
    }
}

impl GoEngine {
    /// Analyses the position until another command waits.
    pub(super) fn analyse(
        &mut self,
        arguments: &[String],
        answer: &mut Answer<'_, '_>,
        dialect: Dialect,
    ) -> Result<String, String> {
        let Request { player, interval } = Request::read(arguments)?;
        let player = player.unwrap_or_else(|| self.to_move());
        let waiting = answer.client.waiting;
        let mut speaker = Speaker::new(answer, dialect, interval);
        let mut progress = |thought: &Thought| speaker.hear(thought);
        let watch = Watch { stop: Some(waiting), progress: Some(&mut progress) };
        let thought = self.think(player, Budget::UntilStopped, watch)?;
        if let Some(thought) = thought {
            speaker.say(&thought);
        }
        Ok(String::new())
    }

    /// Chooses a move and makes it, saying what it thinks meanwhile.
    pub(super) fn generate_aloud(
        &mut self,
        arguments: &[String],
        answer: &mut Answer<'_, '_>,
        dialect: Dialect,
    ) -> Result<String, String> {
        let Request { player, interval } = Request::read(arguments)?;
        let player = player.unwrap_or_else(|| self.to_move());
        let gone = answer.client.gone;
        let mut speaker = Speaker::new(answer, dialect, interval);
        let mut progress = |thought: &Thought| speaker.hear(thought);
        let watch = Watch { stop: Some(gone), progress: Some(&mut progress) };
        let chosen = self.generate(player, Wish::Best, watch)?;
        Ok(format!("play {chosen}"))
    }
}

/// Tells the state of a search, not more often than it was asked to.
struct Speaker<'a, 'b, 'c> {
    answer: &'a mut Answer<'b, 'c>,
    dialect: Dialect,
    interval: Duration,
    last: Instant,
}

impl<'a, 'b, 'c> Speaker<'a, 'b, 'c> {
    fn new(answer: &'a mut Answer<'b, 'c>, dialect: Dialect, interval: Duration) -> Self {
        answer.open();
        Speaker { answer, dialect, interval, last: Instant::now() }
    }

    fn hear(&mut self, thought: &Thought) {
        if self.last.elapsed() >= self.interval {
            self.last = Instant::now();
            self.say(thought);
        }
    }

    fn say(&mut self, thought: &Thought) {
        let visited = thought.actions.iter().filter(|action| action.visits > 0);
        let mut infos: Vec<String> = Vec::new();
        for (order, action) in visited.enumerate() {
            let (value, visits) = (action.value.unwrap_or(0.5), action.visits);
            // The lower end of the value's 95 % interval.
            let low = (value - 1.96 * (value * (1.0 - value) / visits as f64).sqrt()).max(0.0);
            let scaled = |value: f64| match self.dialect {
                Dialect::Leela => format!("{:.0}", 10_000.0 * value),
                Dialect::Kata => format!("{value:.4}"),
            };
            let at = &action.action;
            let line = if *at == thought.best { thought.line.join(" ") } else { at.clone() };
            let (value, low) = (scaled(value), scaled(low));
            infos.push(format!(
                "info move {at} visits {visits} winrate {value} prior 0 lcb {low} order {order} pv {line}"
            ));
        }
        if !infos.is_empty() {
            self.answer.stream(&infos.join(" "));
        }
    }
}
