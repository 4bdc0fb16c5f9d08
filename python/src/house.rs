//! What there is in this process: the twelve games, and the games and strategies that were added in Python.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use serde_json::{Value, json};
use waxwing::Expression;
use waxwing::agent::ExpressionError;
use waxwing::agent::catalogue::Entry;
use waxwing_workshop::{CatalogueView, GameEntry, GameKind, Level, OpenGame, OptionEntry, Values, Workshop};

use crate::errors::{failed, wrong_expression};
use crate::state::{PyState, Start};
use crate::strategy::entry_of;
use crate::waiting::{now, to_json};

/// Everything that was added, and the workshop of it all.
struct House {
    games: Vec<(String, Arc<dyn Fn() -> GameKind + Send + Sync>)>,
    strategies: Vec<(String, Entry)>,
    workshop: Workshop,
}

static HOUSE: LazyLock<Mutex<House>> = LazyLock::new(|| {
    Mutex::new(House { games: Vec::new(), strategies: Vec::new(), workshop: with_games(&[], &[]).expect("they agree") })
});

fn house() -> MutexGuard<'static, House> {
    HOUSE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The workshop as it is now.
pub fn workshop() -> Workshop {
    house().workshop.clone()
}

type Maker = (String, Arc<dyn Fn() -> GameKind + Send + Sync>);

fn with_games(games: &[Maker], strategies: &[(String, Entry)]) -> PyResult<Workshop> {
    let mut workshop = waxwing_lab::with_programs(waxwing_games::standard());
    for (_, make) in games {
        workshop = workshop.game(make()).map_err(failed)?;
    }
    for (_, entry) in strategies {
        workshop = workshop.strategy(entry.clone()).map_err(failed)?;
    }
    Ok(workshop)
}

/// Adds what was changed to the house, if it fits in.
fn change(change: impl FnOnce(&mut Vec<Maker>, &mut Vec<(String, Entry)>)) -> PyResult<()> {
    let mut house = house();
    let (mut games, mut strategies) = (house.games.clone(), house.strategies.clone());
    change(&mut games, &mut strategies);
    house.workshop = with_games(&games, &strategies)?;
    (house.games, house.strategies) = (games, strategies);
    Ok(())
}

/// One of them instead of an older one of its name.
fn put<T>(list: &mut Vec<(String, T)>, name: String, thing: T) {
    list.retain(|(other, _)| *other != name);
    list.push((name, thing));
}

/// An option of a game: its name and default, and the words, or the least and the greatest number, that it takes; a text if it has
/// neither.
type OptionOfGame = (String, String, Option<Vec<String>>, Option<(u32, u32)>);

/// Adds a game that is written in Python. `start` makes the game of the values of its options.
#[pyfunction]
#[pyo3(signature = (name, about, rules, legend, options, hidden, start))]
pub fn add_game(
    name: String,
    about: String,
    rules: String,
    legend: String,
    options: Vec<OptionOfGame>,
    hidden: bool,
    start: Py<PyAny>,
) -> PyResult<()> {
    let mut entry = GameEntry::new(name.clone(), about).rules(rules).legend(legend);
    for (option, default, words, range) in options {
        let values = match (words, range) {
            (Some(words), _) => Values::Words(words.into_iter().map(Into::into).collect()),
            (None, Some((least, most))) => Values::Range(least, most),
            (None, None) => Values::Text(waxwing_workshop::TextValues::new("any text", &[], |_| Ok(()))),
        };
        entry = entry.option(OptionEntry::new(option, default, values));
    }
    let start = Start::new(name.clone(), start);
    let make = move || {
        let start = start.clone();
        match hidden {
            true => GameKind::new(entry.clone(), move |options| PyState::<true>::of(&start, options)),
            false => GameKind::new(entry.clone(), move |options| PyState::<false>::of(&start, options)),
        }
    };
    change(|games, _| put(games, name, Arc::new(make)))
}

/// Adds a strategy that is written in Python: its name, what it does, its parameters (name, default, least, greatest, what it
/// means), whether it gives weights instead of values, and what makes it of the values of its parameters.
#[pyfunction]
pub fn add_strategy(
    name: String,
    about: String,
    parameters: Vec<(String, f64, f64, f64, String)>,
    weights: bool,
    make: Py<PyAny>,
) -> PyResult<()> {
    let entry = entry_of(&name, about, parameters, weights, make);
    change(|_, strategies| put(strategies, name, entry))
}

/// The games, as JSON: name, aliases, what they are, options, rules, legend.
#[pyfunction]
pub fn game_entries() -> PyResult<String> {
    let values = |values: &Values| match values {
        Values::Range(least, most) => json!({ "least": least, "most": most }),
        Values::Words(words) => json!({ "words": words }),
        _ => json!({ "text": values.to_string() }),
    };
    let option = |option: &OptionEntry| json!({ "name": option.name, "default": option.default, "values": values(&option.values) });
    let entry = |entry: &GameEntry| {
        json!({
            "name": entry.name, "aliases": entry.aliases, "about": entry.description, "rules": entry.rules,
            "legend": entry.legend, "options": entry.options.iter().map(option).collect::<Vec<Value>>(),
        })
    };
    to_json(&workshop().games().map(entry).collect::<Vec<Value>>())
}

/// The words of expressions, as JSON.
#[pyfunction]
pub fn agents() -> PyResult<String> {
    to_json(&CatalogueView::whole(workshop().catalogue()))
}

/// What an expression means, part by part, as JSON.
#[pyfunction]
pub fn explain(expression: &str) -> PyResult<String> {
    let expression = workshop().expression(expression).map_err(wrong_expression)?;
    to_json(&waxwing_workshop::explain(&expression).map_err(wrong_expression)?)
}

/// The expression that a text means in a game: also a level, and strategies that were added after the game was opened.
pub fn expression_in(game: &OpenGame, text: &str) -> Result<Expression, ExpressionError> {
    match text.trim().parse::<Level>() {
        Ok(level) => game.level(level),
        Err(_) => workshop().expression(text),
    }
}

/// Whether an expression has a strategy that was added in Python: one of its words is the name of such a strategy.
pub fn in_python(expression: &str) -> bool {
    let words = || expression.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    house().strategies.iter().any(|(name, _)| words().any(|word| word == name))
}

/// The expression as it is printed. In a game, also a level: `easy`, `medium`, `hard` or `best`.
#[pyfunction]
#[pyo3(signature = (expression, game = None))]
pub fn canonical(expression: &str, game: Option<&str>) -> PyResult<String> {
    let workshop = workshop();
    let read = match game {
        Some(game) => workshop.open(game).and_then(|game| game.expression(expression)),
        None => workshop.expression(expression),
    };
    Ok(read.map_err(wrong_expression)?.to_string())
}

/// The agents of a game by their levels.
#[pyfunction]
pub fn levels(game: &str) -> PyResult<Vec<(String, String)>> {
    let levels = workshop().open(game).and_then(|game| game.levels()).map_err(wrong_expression)?;
    Ok(levels.into_iter().map(|(level, expression)| (level.to_string(), expression.to_string())).collect())
}

/// An expression without one of its parts, for each of them: the part, and what is left.
#[pyfunction]
pub fn without(expression: &str) -> PyResult<Vec<(String, String)>> {
    let expression = workshop().expression(expression).map_err(wrong_expression)?;
    let left = |part| expression.without(&part).map(|left| (part.to_string(), left.to_string()));
    expression.parts().into_iter().map(left).collect::<Result<Vec<_>, _>>().map_err(failed)
}

/// Runs the command line `waxwing` with these arguments, for the games and strategies of this process, and ends the process
/// with its exit code, or with what one of them has raised.
#[pyfunction]
pub fn run_command_line(py: Python<'_>, arguments: Vec<String>) -> PyErr {
    let workshop = workshop();
    py.detach(|| now(|| waxwing_cli::run_with(workshop, arguments))).map_or_else(|raised| raised, PySystemExit::new_err)
}
