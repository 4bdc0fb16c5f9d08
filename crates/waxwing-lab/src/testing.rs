//! What the tests of several modules need.

use waxwing_workshop::Workshop;

/// Our games, with programs.
pub(crate) fn workshop() -> Workshop {
    crate::with_programs(waxwing_games::standard())
}
