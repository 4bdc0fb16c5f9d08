//! How others reach a search while it runs.

use std::sync::atomic::AtomicBool;

use super::report::Report;

/// A way to stop a running search, and a place for it to report to.
pub struct Control<'a, A> {
    /// Set from another thread, it ends the search; the report has what there is.
    pub stop: Option<&'a AtomicBool>,
    /// Called now and then while the search runs (from the searching thread), with how things are.
    pub progress: Option<Listener<'a, A>>,
}

/// Hears of a search while it runs.
pub type Listener<'a, A> = &'a mut dyn FnMut(&Report<A>);

impl<A> Default for Control<'_, A> {
    fn default() -> Self {
        Control { stop: None, progress: None }
    }
}
