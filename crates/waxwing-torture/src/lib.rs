//! Attacks on Waxwing, each on a random case: `cargo xtask torture`.
//!
//! An attack of [`cases::ATTACKS`] draws its case from a generator, so that a failure can be repeated by its seed. Most of them
//! start the `waxwing` command ([`Workplace`]); hostile games are searched in this process ([`hostile`]).

pub mod cases;
pub mod hostile;
mod workplace;

pub use workplace::{Ended, Workplace};
