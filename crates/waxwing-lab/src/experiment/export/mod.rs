//! Games of a store as a table for other programs: one row for each seat of each game.

#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, Write};

use super::cell_games::CellGames;
use super::store::{Listing, SavedGame, Snapshot, StoreError};
#[cfg(feature = "parquet")]
pub use parquet::export_parquet;
use waxwing_workshop::statistics::Outcome;

/// The columns. Sums (`search_plies` to `depth`) are over the searches of a seat in a game.
const COLUMNS: [(&str, Kind); 23] = [
    ("experiment", Kind::Text),
    ("cell", Kind::Text),
    ("id", Kind::Text),
    ("game", Kind::Text),
    ("group", Kind::Count),
    ("number", Kind::Count),
    ("seat", Kind::Count),
    ("agent", Kind::Count),
    ("expression", Kind::Text),
    ("result", Kind::Text),
    ("reward", Kind::Number),
    ("plies", Kind::Count),
    ("chance_seed", Kind::Count),
    ("agents_seed", Kind::Count),
    ("version", Kind::Text),
    ("decisions", Kind::Count),
    ("searches", Kind::Count),
    ("iterations", Kind::Count),
    ("search_plies", Kind::Count),
    ("cpu_seconds", Kind::Number),
    ("chosen_visits", Kind::Count),
    ("chosen_value", Kind::Number),
    ("depth", Kind::Count),
];

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Count,
    Number,
}

/// What a row has in a column.
enum Value<'a> {
    Text(&'a str),
    Count(u64),
    Number(f64),
}

/// A row, in the order of the columns.
type Row<'a> = [Value<'a>; COLUMNS.len()];

/// Why an export broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The table could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes all intact games as comma-separated values.
pub fn export_csv(store: &Snapshot<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(out, "{}", COLUMNS.map(|(name, _)| name).join(","))?;
    each_row(store, &mut |row| Ok(writeln!(out, "{}", line(row))?))
}

fn line(row: &Row<'_>) -> String {
    let fields = row.each_ref().map(|value| match value {
        Value::Text(text) => field(text),
        Value::Count(count) => count.to_string(),
        Value::Number(number) => number.to_string(),
    });
    fields.join(",")
}

/// A text as a field, in quotes where it needs them.
fn field(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

/// Hands over every row: cells in the order of their experiments, games in that of their numbers.
fn each_row(
    store: &Snapshot<'_>,
    give: &mut dyn FnMut(&Row<'_>) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    for Listing { experiment, label, cell, .. } in store.listings().iter().cloned() {
        let spec = store.spec(cell)?;
        let games = spec.cell_games(store.workshop()).map_err(|error| store.unplayable(cell, &error))?;
        let agents = games.agents().iter().map(ToString::to_string).collect();
        let group = spec.group as u64;
        let rows = CellRows { experiment, label, game: spec.game, group, agents, games: games.as_ref() };
        store.each_game(cell, &mut |game| rows.give(&game, give))?;
    }
    Ok(())
}

/// What the rows of a cell have in common.
struct CellRows<'a> {
    experiment: String,
    label: String,
    game: String,
    group: u64,
    agents: Vec<String>,
    games: &'a dyn CellGames,
}

impl CellRows<'_> {
    fn give(
        &self,
        game: &SavedGame,
        give: &mut dyn FnMut(&Row<'_>) -> Result<(), ExportError>,
    ) -> Result<(), ExportError> {
        let (seeds, seats) = self.games.seating(game.number);
        let id = format!("{}:{}", game.cell, game.number);
        for (seat, &agent) in seats.iter().enumerate() {
            let (Some(reward), Some(did)) = (game.rewards.get(seat), game.seats.get(seat)) else { continue };
            let result = match game.result.outcome(agent) {
                Outcome::Won => "won",
                Outcome::Drawn => "drawn",
                Outcome::Lost => "lost",
            };
            give(&[
                Value::Text(&self.experiment),
                Value::Text(&self.label),
                Value::Text(&id),
                Value::Text(&self.game),
                Value::Count(game.number / self.group),
                Value::Count(game.number),
                Value::Count(seat as u64),
                Value::Count(agent as u64),
                Value::Text(&self.agents[agent]),
                Value::Text(result),
                Value::Number(reward.value()),
                Value::Count(game.plies.into()),
                Value::Count(seeds.chance),
                Value::Count(seeds.agents),
                Value::Text(&game.version),
                Value::Count(did.decisions.into()),
                Value::Count(did.searches.into()),
                Value::Count(did.iterations),
                Value::Count(did.plies),
                Value::Number(did.processor_time.as_secs_f64()),
                Value::Count(did.chosen_visits),
                Value::Number(did.chosen_value),
                Value::Count(did.depth),
            ])?;
        }
        Ok(())
    }
}
