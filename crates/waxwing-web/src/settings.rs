//! What a server is told before it begins, and its bounds.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::outbox::Most;

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The name or address to listen at; the loopback address if it is not said. Others need a token.
    pub listen: Option<String>,
    /// The port. If it is not said, the first free one from [`Settings::PORT`] on.
    pub port: Option<u16>,
    /// What somebody must know to be answered; a new one if it is not said and the address is not loopback's.
    pub token: Option<String>,
    /// A folder whose stores of experiments are shown.
    pub experiments: Option<PathBuf>,
    /// Whether clients may write expressions that start programs on this machine, such as `gtp("…")`.
    pub allow_programs: bool,
    /// How much clients may use.
    pub bounds: ServerBounds,
}

impl Settings {
    /// The port where the search for a free one begins.
    pub const PORT: u16 = 8014;
}

/// How much clients may use. A client is a connection of a page; its session ends with it.
#[derive(Clone, Debug)]
pub struct ServerBounds {
    /// Threads that search.
    pub workers: usize,
    /// Connections with a session.
    pub clients: usize,
    /// Bytes for the tree and the records of one search.
    pub memory: usize,
    /// Bytes for those of all sessions together.
    pub all_memory: usize,
    /// The most iterations of a search.
    pub iterations: u64,
    /// How long one search may go on.
    pub time: Duration,
    /// Tables of one session.
    pub tables: u32,
    /// Bytes of a message from a client.
    pub message: usize,
    /// Requests of a client a second, in the long run.
    pub requests_per_second: f64,
    /// Requests of a client at once.
    pub requests_at_once: f64,
    /// Requests that wait for their answers; a client that has more is not read on.
    pub unanswered: usize,
    /// What may wait for a client to read it. Nothing is done for a client that has more.
    pub unread: Most,
    /// How long a client may take to read a message.
    pub stalled: Duration,
    /// How often a client is pinged.
    pub ping: Duration,
    /// How long a client may say nothing, not even that it has been pinged.
    pub silent: Duration,
    /// How long a client may ask nothing.
    pub idle: Duration,
    /// How long a session is kept whose client is away.
    pub away: Duration,
    /// How long a request of a file may take to arrive.
    pub headers: Duration,
    /// How long a search goes on before another has its turn.
    pub slice: Duration,
}

impl Default for ServerBounds {
    fn default() -> ServerBounds {
        ServerBounds {
            workers: thread::available_parallelism().map_or(1, NonZero::get),
            clients: 512,
            memory: 64 << 20,
            all_memory: 4 << 30,
            iterations: 1_000_000_000,
            time: Duration::from_secs(600),
            tables: 8,
            message: 256 << 10,
            requests_per_second: 30.0,
            requests_at_once: 120.0,
            unanswered: 16,
            unread: Most { letters: 64, bytes: 8 << 20 },
            stalled: Duration::from_secs(15),
            ping: Duration::from_secs(20),
            silent: Duration::from_secs(60),
            idle: Duration::from_secs(2 * 3600),
            away: Duration::from_secs(120),
            headers: Duration::from_secs(10),
            slice: Duration::from_millis(20),
        }
    }
}
