//! Panics of other people's code that are caught, and told of once.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::game::BrokenPromise;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Returns what a piece of work returns, or where and with which words it panicked: `src/nim.rs:12: no stones`. Nothing is
/// printed then. What the work has changed stays as it was when it panicked.
///
/// ```
/// use waxwing::panics::caught;
///
/// assert_eq!(caught(|| 6 * 7), Ok(42));
/// let told = caught(|| panic!("no stones")).unwrap_err();
/// assert!(told.contains(".rs:") && told.ends_with(": no stones"));
/// ```
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    quiet_panics();
    let before = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(before);
    result.map_err(|payload| format!("{}{}", PLACE.take(), words(payload.as_ref())))
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.or_else(|| payload.downcast_ref::<BrokenPromise>().map(BrokenPromise::to_string))
        .unwrap_or_else(|| "without words".to_owned())
}

/// From now on, panics that are caught here print nothing and leave their place.
fn quiet_panics() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let place = info.location().map(|at| format!("{}:{}: ", at.file(), at.line()));
                PLACE.set(place.unwrap_or_default());
            } else {
                others(info);
            }
        }));
    });
}
