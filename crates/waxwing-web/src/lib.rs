//! The page of Waxwing, and the server behind it: `waxwing serve`.
//!
//! A browser gets a page with scripts, and speaks with a session ([`waxwing_session::Session`]) over a WebSocket: a JSON text
//! up, JSON texts down. Everything that a client may use is bounded ([`ServerBounds`]), and what is hidden from its seat does
//! not leave the server.
//!
//! Where to start reading: [`Server`]; `guard.rs` for who is answered at all; `client.rs` for the way of a message;
//! `turns.rs` for how sessions share the cores and the memory. The page itself is `page/`, and `assets/` is what is built of it.

mod assets;
mod browser;
mod bucket;
mod client;
mod experiments;
mod guard;
mod outbox;
mod server;
mod settings;
mod talk;
#[cfg(test)]
mod tests;
mod turns;
mod words;

pub use browser::open_browser;
pub use outbox::Most;
pub use server::{ServeError, Server};
pub use settings::{ServerBounds, Settings};
pub use turns::Count;
