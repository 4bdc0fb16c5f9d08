//! A workshop for the examples, with Nim.

use waxwing::doctest::Nim;

use crate::{GameEntry, GameKind, OptionEntry, Values, Workshop};

/// A workshop with one game, `nim(heap=21, last=wins)`.
pub fn nim() -> Workshop {
    let entry = GameEntry::new("nim", "take one to three stones")
        .option(OptionEntry::new("heap", "21", Values::Range(1, 100)))
        .option(OptionEntry::new("last", "wins", Values::words(&["wins", "loses"])))
        .rules("Two players take one, two or three stones in turn. The player who takes the last stone wins.")
        .legend("The number of stones that are left.");
    let kind = GameKind::new(entry, |options| {
        let nim = Nim { last_loses: options.word("last") == "loses", ..Nim::new(options.number("heap")) };
        if nim.heap == 1 && nim.last_loses { Err("the only stone loses at once".to_owned()) } else { Ok(nim) }
    });
    Workshop::new().game(kind).expect("a workshop without games has no names that could be taken")
}
