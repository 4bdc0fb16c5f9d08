//! Joining stores: the games of one go into another, each once.

use rusqlite::{Connection, TransactionBehavior};
use serde::Serialize;

use super::{Store, StoreError};

/// What a merge did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// Games that were not there before.
    pub games: u64,
    /// Games that were there already, and alike.
    pub known: u64,
    /// Games that were there already with other moves although their seeds determine them: versions that differ. The
    /// first one stays.
    pub different: u64,
}

/// Cells and runs have other numbers in every store; their keys and tokens are the same everywhere.
const JOIN: &str = "
INSERT INTO main.run (token, version, machine, place, process, since, started, seen)
    SELECT token, version, machine, place, process, since, started, seen FROM other.run WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.cell (key, spec) SELECT key, spec FROM other.cell WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.listing (experiment, label, cell, games)
    SELECT experiment, label, mine.id, games
    FROM other.listing JOIN other.cell AS theirs ON theirs.id = listing.cell JOIN main.cell AS mine ON mine.key = theirs.key
    WHERE true ON CONFLICT DO UPDATE SET games = max(games, excluded.games);
INSERT INTO main.game (cell, number, run, result, plies, moves_hash, seats, moves)
    SELECT mine.id, number, ours.id, result, plies, moves_hash, seats, moves
    FROM other.game JOIN other.cell AS theirs ON theirs.id = game.cell JOIN main.cell AS mine ON mine.key = theirs.key
    JOIN other.run AS its ON its.id = game.run JOIN main.run AS ours ON ours.token = its.token
    WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.failure (cell, number, run, message)
    SELECT mine.id, number, ours.id, message
    FROM other.failure JOIN other.cell AS theirs ON theirs.id = failure.cell JOIN main.cell AS mine ON mine.key = theirs.key
    JOIN other.run AS its ON its.id = failure.run JOIN main.run AS ours ON ours.token = its.token
    WHERE NOT EXISTS (SELECT 1 FROM main.game AS played WHERE played.cell = mine.id AND played.number = failure.number)
    ON CONFLICT DO NOTHING;
DELETE FROM main.failure WHERE EXISTS
    (SELECT 1 FROM main.game WHERE game.cell = failure.cell AND game.number = failure.number);
";

const DIFFERENT: &str = "
SELECT count(*) FROM other.game AS theirs JOIN other.cell AS cell ON cell.id = theirs.cell
    JOIN main.cell AS mine ON mine.key = cell.key
    JOIN main.game AS ours ON ours.cell = mine.id AND ours.number = theirs.number
    WHERE ours.moves_hash != theirs.moves_hash AND ours.moves IS NULL AND theirs.moves IS NULL";

impl Store {
    /// Adds the games of another store. Doing it again changes nothing.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        let path = other.path.to_string_lossy();
        self.connection.execute("ATTACH ?1 AS other", [&*path]).map_err(|error| self.fault(error))?;
        let merged = join(&mut self.connection);
        let detached = self.connection.execute_batch("DETACH other");
        let merged = merged.map_err(|error| self.fault(error))?;
        detached.map_err(|error| self.fault(error))?;
        Ok(merged)
    }
}

fn join(connection: &mut Connection) -> rusqlite::Result<Merged> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let count = |text: &str| transaction.query_row(text, [], |row| row.get::<_, i64>(0)).map(|count| count as u64);
    let before = count("SELECT count(*) FROM main.game")?;
    let different = count(DIFFERENT)?;
    transaction.execute_batch(JOIN)?;
    let games = count("SELECT count(*) FROM main.game")? - before;
    let known = count("SELECT count(*) FROM other.game")? - games - different;
    transaction.commit()?;
    Ok(Merged { games, known, different })
}
