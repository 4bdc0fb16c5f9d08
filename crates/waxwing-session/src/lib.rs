//! Waxwing as messages: one session, without I/O, clock or threads, that answers what a page, a browser's worker, a program
//! behind pipes or another language asks.
//!
//! A [`Session`] serves one client. [`Session::ask`] reads a request, one line of JSON, and answers what can be answered at
//! once. What takes longer goes on in [`Session::advance`], a slice at a time: whoever holds the session decides how long
//! and how often. The messages are in [`messages`], and `docs/protocol.md` shows each.
//!
//! A client sees what the persons at its table see. What is hidden from them is in no answer before the end of the game.
//!
//! ```
//! use waxwing::thinking::Slice;
//! use waxwing_session::{Session, Settings};
//!
//! let mut session = Session::new(waxwing_games::standard(), Settings::own(1));
//! session.ask(r#"{"id": 1, "type": "open", "game": "othello", "seats": [null, "uct @50"], "seed": "7"}"#);
//! session.ask(r#"{"id": 2, "type": "play", "move": "d3"}"#);
//! assert!(session.is_busy());
//! while session.is_busy() {
//!     for answer in session.advance(Slice::iterations(20)) {
//!         println!("{}", answer.to_json());
//!     }
//! }
//! ```
//!
//! Where to start reading: `session.rs` hands requests to tables; `table/` is one game with its seats; `viewer.rs` says who
//! may see what; `chair.rs` is a player whose game another program holds.

mod answer;
mod chair;
pub mod messages;
mod session;
mod settings;
mod table;
mod views;
mod welcome;

pub use messages::{Answer, Request, VERSION};
pub use session::Session;
pub use settings::{Bounds, Settings};
