//! Playouts by move categories (Winands and Björnsson 2009, sections 3.2 and 5.2: No-Bound): an action is drawn in
//! proportion to how likely a good player is to choose an action of its category, α(a) ∝ P(category of a).
//!
//! Nothing is captured.

use super::ipp::DrawnByWeight;
use crate::agent::catalogue::{Entry, Need};
use crate::strategy::Built;

pub(super) fn entry() -> Entry {
    let about = "move categories: actions are drawn by how often good players choose an action of their category";
    Entry::strategy("categories", about)
        .cited("Winands and Björnsson 2009; Tsuruoka, Yokoyama and Chikayama 2002")
        .in_papers(&["categories", "move-categories", "transition-probabilities"])
        .needing([Need::Categories])
        .built_by(|setting| Ok(Built::strategy(DrawnByWeight { weighting: setting.category_weighting()? })))
}
