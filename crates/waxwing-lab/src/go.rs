//! Go by its type, where its own protocol and its own records need more than moves.

use waxwing_games::Go;
use waxwing_workshop::OpenGame;

/// The start of a game of Go with the options of an opened game; `None` if that is another game.
pub(crate) fn go_of(game: &OpenGame) -> Option<Go> {
    (game.name() == "go").then(|| Go::with_options(game.options()))
}

/// The game with the options of the opened one but for what a state says: its size and komi may have been changed since.
pub(crate) fn game_of(game: &OpenGame, state: &Go) -> OpenGame {
    let changed = |name: &str, value: &str| match name {
        "size" => format!("size={}", state.size()),
        "komi" => format!("komi=\"{}\"", state.komi()),
        name => format!("{name}={value}"),
    };
    let options: Vec<String> = game.options().iter().map(|(name, value)| changed(name, value)).collect();
    let game = game.workshop().open(&format!("go({})", options.join(", ")));
    game.expect("a state of Go has a size and a komi that are possible")
}
