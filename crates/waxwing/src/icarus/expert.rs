//! Expert playouts (Fabbri et al. 2014, section IV-C): an action is drawn as the game's expert rules say, α(a) ∝ w(a).
//!
//! The rules are the game's, and so is what remains where none of them applies. Nothing is captured.

use super::ipp::DrawnByWeight;
use crate::agent::catalogue::{Entry, Need};
use crate::knowledge::EXPERT;
use crate::strategy::Built;

pub(super) fn entry() -> Entry {
    let about = "expert playouts: actions by rules that the game knows, in Go captures, escapes and patterns round the last move";
    Entry::strategy("expert", about)
        .cited("Gelly, Wang, Munos and Teytaud 2006; Fabbri, Armetta, Duchêne and Hassas 2014, section IV")
        .in_papers(&["bhrf-expert"])
        .needing([Need::Expert])
        .built_by(|setting| {
            let weighting = setting.weighting_named(EXPERT).ok_or_else(|| setting.missing(Need::Expert))?;
            Ok(Built::strategy(DrawnByWeight { weighting }))
        })
}
