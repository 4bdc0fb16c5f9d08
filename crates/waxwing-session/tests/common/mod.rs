//! A session with the twelve games, asked in JSON.
#![allow(dead_code, reason = "each test file uses some of it")]

use serde_json::Value;
use waxwing::thinking::Slice;
use waxwing_session::{Session, Settings};

pub struct Client {
    pub session: Session,
    /// Everything that was said, in its order.
    pub heard: Vec<Value>,
}

impl Client {
    pub fn new() -> Client {
        Client::with(Settings::shared(1))
    }

    pub fn with(settings: Settings) -> Client {
        Client { session: Session::new(waxwing_games::standard(), settings), heard: Vec::new() }
    }

    /// Asks, and returns what is said at once.
    pub fn ask(&mut self, request: Value) -> Vec<Value> {
        let answers = self.session.ask(&request.to_string());
        self.hear(answers)
    }

    /// Asks, and returns the only answer, which has this type.
    #[track_caller]
    pub fn one(&mut self, request: Value, kind: &str) -> Value {
        let mut answers = self.ask(request);
        while answers.is_empty() && self.session.is_busy() {
            answers = self.advance();
        }
        assert_eq!(answers.len(), 1, "{answers:#?}");
        let answer = answers.remove(0);
        assert_eq!(answer["type"], kind, "{answer:#}");
        answer
    }

    /// Asks, and returns the only answer after all progress, which has this type.
    #[track_caller]
    pub fn one_at_last(&mut self, request: Value, kind: &str) -> Value {
        let mut answers = self.ask(request);
        answers.extend(self.wait());
        let answer = answers.pop().expect("something is said");
        assert_eq!((answers.len(), &answer["type"]), (0, &Value::from(kind)), "{answer:#}");
        answer
    }

    /// Goes on for one slice.
    pub fn advance(&mut self) -> Vec<Value> {
        let answers = self.session.advance(Slice::iterations(25));
        self.hear(answers)
    }

    /// Goes on until there is nothing to do, and returns what is said.
    pub fn wait(&mut self) -> Vec<Value> {
        let from = self.heard.len();
        while self.session.is_busy() {
            self.advance();
        }
        self.heard[from..].to_vec()
    }

    /// Goes on until an analysis is done; agents that are to move go on waiting.
    pub fn wait_for_analysis(&mut self) -> Vec<Value> {
        let from = self.heard.len();
        let is_choosing = |heard: &[Value]| {
            let shown = heard.iter().rfind(|answer| answer["type"] == "position");
            shown.is_some_and(|position| !position["thinking"].is_null())
        };
        while self.session.is_busy() && !is_choosing(&self.heard) {
            self.advance();
        }
        self.heard[from..].to_vec()
    }

    fn hear(&mut self, answers: Vec<waxwing_session::Answer>) -> Vec<Value> {
        let read = |answer: &waxwing_session::Answer| serde_json::from_str(&answer.to_json()).expect("it is JSON");
        let answers: Vec<Value> = answers.iter().map(read).collect();
        self.heard.extend(answers.iter().cloned());
        answers
    }
}

/// The last answer of a type.
#[track_caller]
pub fn last<'a>(answers: &'a [Value], kind: &str) -> &'a Value {
    answers.iter().rfind(|answer| answer["type"] == kind).unwrap_or_else(|| panic!("no {kind} in {answers:#?}"))
}

/// What was said, without what depends on the machine's speed.
pub fn timeless(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_timeless = |name: &&String| !["elapsed_s", "iterations_per_second"].contains(&name.as_str());
            let kept = fields.iter().filter(|(name, _)| is_timeless(name));
            Value::Object(kept.map(|(name, value)| (name.clone(), timeless(value))).collect())
        }
        Value::Array(values) => values.iter().map(timeless).collect(),
        other => other.clone(),
    }
}
