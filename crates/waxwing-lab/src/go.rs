//! Go by its type, where its own protocol and its own records need more than moves.

use waxwing_games::Go;
use waxwing_workshop::{OpenGame, Position};

/// The start of a game of Go with the options of an opened game; `None` if that is another game.
pub(crate) fn go_of(game: &OpenGame) -> Option<Go> {
    (game.name() == "go").then(|| Go::with_options(game.options()))
}

/// A state of Go as a start, in a game whose options are those of the opened game but for what the state says: its size and
/// komi may have been changed since.
pub(crate) fn position_of(game: &OpenGame, state: Go) -> Position {
    let changed = |name: &str, value: &str| match name {
        "size" => format!("size={}", state.size()),
        "komi" => format!("komi=\"{}\"", state.komi()),
        name => format!("{name}={value}"),
    };
    let options: Vec<String> = game.options().iter().map(|(name, value)| changed(name, value)).collect();
    let game = game.workshop().open(&format!("go({})", options.join(", ")));
    let position = game.ok().and_then(|game| state.into_position(&game));
    position.expect("a state of Go has a size and a komi that are possible")
}
