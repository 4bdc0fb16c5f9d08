//! What every player that thinks has in common, whatever it thinks by: how much it may use ([`Budget`], [`Limits`]), who may
//! interrupt it ([`Control`]), and what it says in the end ([`Report`], [`SearchError`]).
//!
//! Tree searches and classical players are built on this; nothing here knows of either.

mod budget;
mod clock;
mod control;
mod error;
mod limits;
mod proven;
mod report;
mod slice;

pub use budget::{Budget, BudgetError};
pub use control::{Control, Listener};
pub use error::SearchError;
pub use limits::Limits;
pub use proven::{ProofRule, Proven};
pub use report::{ActionReport, Report, Stopped};
pub use slice::Slice;

pub(crate) use clock::{Clock, Found, Pace};
