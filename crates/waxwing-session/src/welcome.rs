//! What is said of games before one is opened.

use waxwing::{Player, Rng};
use waxwing_workshop::{CatalogueView, OpenGame, OptionEntry, RecordedGame, Scene, Workshop, explain};

use crate::answer::{About, Refusal, refusal};
use crate::messages::{GameView, LevelView, OptionView, Recorded, Say, VERSION, ValuesView, Welcome};
use crate::settings::Settings;

pub(crate) fn welcome(workshop: &Workshop, settings: &Settings) -> Say {
    let names: Vec<String> = workshop.games().map(|entry| entry.name.to_string()).collect();
    let games = names.iter().filter_map(|name| workshop.open(name).ok());
    Say::Welcome(Box::new(Welcome {
        version: VERSION,
        program: concat!("waxwing ", env!("CARGO_PKG_VERSION")).to_owned(),
        games: games.map(|game| game_view(&game)).collect(),
        catalogue: CatalogueView::whole(workshop.catalogue()),
        bounds: settings.bounds.clone(),
    }))
}

fn game_view(game: &OpenGame) -> GameView {
    let entry = game.entry();
    GameView {
        name: entry.name.to_string(),
        aliases: entry.aliases.iter().map(ToString::to_string).collect(),
        description: entry.description.to_string(),
        rules: entry.rules.to_string(),
        legend: entry.legend.to_string(),
        options: entry.options.iter().map(option_view).collect(),
        players: players(game),
        hidden: game.start().is_hidden(),
        levels: levels(game),
        adviser: game.adviser().to_string(),
        records: game.record_form().map(str::to_owned),
        scene: picture(game),
    }
}

fn levels(game: &OpenGame) -> Vec<LevelView> {
    let levels = game.levels().unwrap_or_default().into_iter();
    levels.map(|(level, agent)| LevelView { name: level.name().to_owned(), agent: agent.to_string() }).collect()
}

fn option_view(option: &OptionEntry) -> OptionView {
    OptionView {
        name: option.name.to_string(),
        default: option.default.to_string(),
        values: ValuesView::of(&option.values),
        about: option.values.to_string(),
    }
}

fn players(game: &OpenGame) -> Vec<String> {
    let start = game.start();
    (0..game.players()).map(|player| start.player_name(Player(player as u8))).collect()
}

/// The start for a lobby, after a deal that is always the same, as one player sees it where something is hidden.
fn picture(game: &OpenGame) -> Scene {
    let mut start = game.start();
    start.pass_chance(&mut Rng::new(1));
    start.scene(start.is_hidden().then_some(Player(0)))
}

pub(crate) fn preview(workshop: &Workshop, game: &str) -> Result<Say, Refusal> {
    let game = workshop.open(game).map_err(|error| Refusal::from(error).about("game"))?;
    Ok(Say::Preview { scene: picture(&game), players: players(&game), hidden: game.start().is_hidden() })
}

pub(crate) fn explained(workshop: &Workshop, settings: &Settings, game: &str, agent: &str) -> Result<Say, Refusal> {
    let game = workshop.open(game).map_err(|error| Refusal::from(error).about("game"))?;
    let expression = game.expression(agent).map_err(|error| Refusal::from(error).about("agent"))?;
    settings.check(&expression).map_err(|error| error.about("agent"))?;
    let explanation = explain(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
    game.build(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
    Ok(Say::Explained { explanation })
}

pub(crate) fn recorded(workshop: &Workshop, settings: &Settings, game: &str, text: &str) -> Result<Say, Refusal> {
    let game = workshop.open(game).map_err(|error| Refusal::from(error).about("game"))?;
    let RecordedGame { position, names, result, .. } =
        game.read_record(text).map_err(|error| refusal(error.to_string()).about("text"))?;
    if position.len() > settings.bounds.moves {
        let (most, count) = (settings.bounds.moves, position.len());
        return Err(refusal(format!("a game here has at most {most} moves, and this has {count}")).about("text"));
    }
    Ok(Say::Recorded(Box::new(Recorded {
        game: position.game_text().to_owned(),
        position: position.beginning(),
        moves: position.moves().join(" "),
        names,
        result,
    })))
}
