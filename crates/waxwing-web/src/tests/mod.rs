//! The server with sessions that do what a test needs: they search for ever, panic, say too much, or hang.

mod memory;
mod planted;
mod refusals;
#[path = "../../tests/server/running.rs"]
mod running;
mod sharing;
#[path = "../../tests/server/visitor.rs"]
mod visitor;
mod visits;

pub use crate::server::Server;
pub use crate::turns::Count;

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use planted::Planted;
use running::Running;
use visitor::Visitor;

use crate::settings::{ServerBounds, Settings};

/// A server with planted sessions, and how many of them there are.
pub struct House {
    pub running: Running,
    pub alive: Arc<AtomicUsize>,
}

/// A server at loopback with bounds that differ from the usual ones.
pub fn house(change: impl FnOnce(&mut ServerBounds)) -> House {
    house_with(change, Settings::default())
}

pub fn house_with(change: impl FnOnce(&mut ServerBounds), mut settings: Settings) -> House {
    change(&mut settings.bounds);
    // Tests run side by side, and each takes any port.
    settings.port = Some(0);
    let alive = Arc::new(AtomicUsize::new(0));
    let counted = alive.clone();
    let invite = move || -> Box<dyn crate::talk::Talk> { Box::new(Planted::new(counted.clone())) };
    let server = Server::with_sessions(Box::new(invite), None, settings).unwrap();
    House { running: Running::start(server), alive }
}

/// Waits until the server hangs up on a visitor; returns what it says before.
async fn end_of(visitor: &mut Visitor) -> Vec<serde_json::Value> {
    let mut said = Vec::new();
    while let Some(message) = visitor.hear().await {
        said.push(message);
    }
    said
}
