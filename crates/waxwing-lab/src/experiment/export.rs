//! Games of a store as a table for other programs: one line for each seat of each game.

use std::io::{self, Write};

use super::store::{SavedGame, Store, StoreError};
use super::table::Table;
use crate::statistics::Outcome;

const HEADING: &str = "experiment,cell,id,game,group,number,seat,agent,expression,result,reward,plies,chance_seed,\
    agents_seed,version,decisions,searches,iterations,search_plies,cpu_seconds,chosen_visits,chosen_value,depth";

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

/// Writes all games as comma-separated values. Sums (`search_plies` to `depth`) are over the searches of a seat in a game.
pub fn export_csv(store: &Store, out: &mut dyn Write) -> Result<(), ExportError> {
    writeln!(out, "{HEADING}")?;
    for (experiment, label, cell, _) in store.listings()? {
        let spec = store.spec(cell)?.ok_or_else(|| store.damaged(format!("cell {cell} is missing")))?;
        let table = spec.table().map_err(|error| store.unplayable(cell, &error))?;
        let before = [experiment, label].map(|text| field(&text)).join(",");
        let lines = Lines { before, game: field(&spec.game), group: spec.group as u64, table: table.as_ref() };
        store.each_game::<ExportError>(cell, &mut |game| Ok(lines.write(&game, out)?))?;
    }
    Ok(())
}

/// What the lines of a cell have in common.
struct Lines<'a> {
    before: String,
    game: String,
    group: u64,
    table: &'a dyn Table,
}

impl Lines<'_> {
    fn write(&self, game: &SavedGame, out: &mut dyn Write) -> io::Result<()> {
        let Lines { before, game: name, group, table } = self;
        let (seeds, seats) = table.seating(game.number);
        for (seat, &agent) in seats.iter().enumerate() {
            let (Some(reward), Some(did)) = (game.rewards.get(seat), game.seats.get(seat)) else { continue };
            let result = match game.result.outcome(agent) {
                Outcome::Won => "won",
                Outcome::Drawn => "drawn",
                Outcome::Lost => "lost",
            };
            let expression = field(&table.agents()[agent].to_string());
            write!(out, "{before},{}:{},{name},{},{},", game.cell, game.number, game.number / group, game.number)?;
            write!(out, "{seat},{agent},{expression},{result},{},{},", reward.value(), game.plies)?;
            write!(out, "{},{},{},", seeds.chance, seeds.agents, game.version)?;
            write!(out, "{},{},{},{},", did.decisions, did.searches, did.iterations, did.plies)?;
            let seconds = did.processor_time.as_secs_f64();
            writeln!(out, "{seconds},{},{},{}", did.chosen_visits, did.chosen_value, did.depth)?;
        }
        Ok(())
    }
}

/// A text as a field, in quotes where it needs them.
fn field(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
