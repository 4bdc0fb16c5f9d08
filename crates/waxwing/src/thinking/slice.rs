//! How far a search goes before it hands control back.

use std::time::Duration;

/// A part of a search: how far [`Agent::advance`](crate::Agent::advance) goes at once.
///
/// Slices change no number: however a search is cut, it ends with the same report (except for the time it took), if its
/// budget is one of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Slice {
    pub(crate) iterations: Option<u64>,
    pub(crate) time: Option<Duration>,
}

impl Slice {
    /// The rest of the search.
    pub const REST: Slice = Slice { iterations: None, time: None };

    /// This many iterations, over all threads together.
    pub fn iterations(iterations: u64) -> Slice {
        Slice { iterations: Some(iterations), ..Slice::REST }
    }

    /// This much time by the clock. An iteration that is under way then goes on in the next slice.
    pub fn time(time: Duration) -> Slice {
        Slice { time: Some(time), ..Slice::REST }
    }

    /// This slice, or this much time by the clock if that is over earlier.
    pub fn at_most(self, time: Duration) -> Slice {
        Slice { time: Some(self.time.map_or(time, |own| own.min(time))), ..self }
    }

    /// This slice, or this many iterations if they are done earlier.
    pub fn up_to(self, iterations: u64) -> Slice {
        Slice { iterations: Some(self.iterations.map_or(iterations, |own| own.min(iterations))), ..self }
    }

    /// What is left of this slice after these iterations, which took this long; `None` if it is used up.
    ///
    /// ```
    /// use std::time::Duration;
    /// use waxwing::thinking::Slice;
    ///
    /// let slice = Slice::iterations(10).at_most(Duration::from_millis(5));
    /// assert_eq!(slice.after(4, Duration::ZERO), Some(Slice::iterations(6).at_most(Duration::from_millis(5))));
    /// assert_eq!((slice.after(10, Duration::ZERO), slice.after(4, Duration::from_millis(7))), (None, None));
    /// ```
    pub fn after(self, iterations: u64, time: Duration) -> Option<Slice> {
        let is_used_up =
            self.iterations.is_some_and(|own| own <= iterations) || self.time.is_some_and(|own| own <= time);
        let left =
            || Slice { iterations: self.iterations.map(|own| own - iterations), time: self.time.map(|own| own - time) };
        (!is_used_up).then(left)
    }
}
