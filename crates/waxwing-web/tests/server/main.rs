//! The server from outside, with the sessions that it has: what clients may not ask for, and how many it serves.

mod load;
mod running;
mod sessions;
mod visitor;

pub use waxwing_web::{Count, Server};
