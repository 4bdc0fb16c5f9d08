//! A session that does what it is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::outbox::{Letter, Topic};
use crate::talk::Talk;

/// What goes on in it.
#[derive(Clone, Copy, PartialEq)]
enum Going {
    Nothing,
    /// News after every slice.
    Searching,
    /// A megabyte after every slice.
    Talking,
    /// Panics in its next slice.
    Doomed,
    /// Does not come back from its slice for five seconds.
    Hanging,
    /// Takes the memory of one more search with every slice.
    Growing,
}

/// The memory of a search.
pub const MEMORY: usize = 1000;

pub struct Planted {
    going: Going,
    slices: u64,
    forgotten: u64,
    bytes: usize,
    alive: Arc<AtomicUsize>,
}

impl Planted {
    pub fn new(alive: Arc<AtomicUsize>) -> Planted {
        alive.fetch_add(1, SeqCst);
        Planted { going: Going::Nothing, slices: 0, forgotten: 0, bytes: 0, alive }
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        self.alive.fetch_sub(1, SeqCst);
    }
}

impl Talk for Planted {
    fn ask(&mut self, request: &str) -> Vec<Letter> {
        let Ok(request) = serde_json::from_str::<Value>(request) else {
            return vec![Letter::plain(json!({"id": 0, "type": "error", "message": "not JSON"}).to_string())];
        };
        match request["type"].as_str() {
            Some("search") => self.going = Going::Searching,
            Some("talk") => self.going = Going::Talking,
            Some("doom") => self.going = Going::Doomed,
            Some("grow") => self.going = Going::Growing,
            Some("hang") => self.going = Going::Hanging,
            Some("stop") => self.going = Going::Nothing,
            Some("panic") => panic!("asked to"),
            _ => {}
        }
        let (slices, forgotten) = (self.slices, self.forgotten);
        vec![Letter::plain(
            json!({"id": request["id"], "type": "done", "slices": slices, "forgotten": forgotten}).to_string(),
        )]
    }

    fn is_busy(&self) -> bool {
        self.going != Going::Nothing
    }

    fn advance(&mut self, time: Duration, waiting: &dyn Fn() -> usize) -> Vec<Letter> {
        let begun = Instant::now();
        self.slices += 1;
        self.bytes = if self.going == Going::Growing { self.bytes + MEMORY } else { MEMORY };
        match self.going {
            Going::Doomed => panic!("doomed"),
            Going::Hanging => sleep(Duration::from_secs(5)),
            _ => while begun.elapsed() < time {},
        }
        let text = if self.going == Going::Talking { "x".repeat(1 << 20) } else { String::new() };
        let said = json!({"id": 0, "type": "news", "slices": self.slices, "waiting": waiting(), "text": text});
        let topic = (self.going == Going::Searching).then_some(Topic { id: 0, table: 0 });
        vec![Letter { text: said.to_string(), topic }]
    }

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn forget(&mut self) {
        self.forgotten += 1;
        self.bytes = 0;
    }
}
