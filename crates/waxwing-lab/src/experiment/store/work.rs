//! What the agents of a cell did in all its games, and who played them.

use std::collections::BTreeSet;

use rusqlite::OptionalExtension;

use super::rows::unpack;
use super::{Store, StoreError};
use crate::arena::SeatRecord;
use crate::experiment::Spec;

/// What the agents of a cell did, summed over its games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Work {
    /// All games.
    pub games: u64,
    /// Their lengths together.
    pub plies: u64,
    /// What each agent did, in all its seats.
    pub agents: Vec<SeatRecord>,
    /// The numbers of the runs that played them.
    pub runs: BTreeSet<i64>,
}

impl Store {
    /// The number of a cell, if the store has it.
    pub(crate) fn cell(&self, spec: &Spec) -> Result<Option<i64>, StoreError> {
        let select = "SELECT id FROM cell WHERE key = ?1";
        let found = self.connection.query_row(select, [spec.key() as i64], |row| row.get(0)).optional();
        found.map_err(|error| self.fault(error))
    }

    /// What was done in the games of a cell.
    pub(crate) fn work(&self, cell: i64, spec: &Spec) -> Result<Work, StoreError> {
        let fault = |error| self.fault(error);
        let text = "SELECT number, plies, run, seats FROM game WHERE cell = ?1";
        let mut select = self.connection.prepare_cached(text).map_err(fault)?;
        let mut rows = select.query([cell]).map_err(fault)?;
        let mut work = Work { agents: vec![SeatRecord::default(); spec.agents.len()], ..Work::default() };
        while let Some(row) = rows.next().map_err(fault)? {
            let number: i64 = row.get(0).map_err(fault)?;
            work.games += 1;
            work.plies += row.get::<_, u32>(1).map_err(fault)? as u64;
            work.runs.insert(row.get(2).map_err(fault)?);
            let bytes = row.get_ref(3).map_err(fault)?.as_blob().unwrap_or_default();
            let (_, seats) = unpack(bytes).ok_or_else(|| self.unreadable(cell, number as u64))?;
            let assignment = &spec.seats[number as usize % spec.seats.len()];
            for (record, &agent) in seats.iter().zip(assignment) {
                work.agents[agent].add_all(record);
            }
        }
        Ok(work)
    }

    /// The versions and the machines of some runs.
    pub(crate) fn origins(&self, runs: &BTreeSet<i64>) -> Result<[BTreeSet<String>; 2], StoreError> {
        let fault = |error| self.fault(error);
        let mut select = self.connection.prepare("SELECT version, machine FROM run WHERE id = ?1").map_err(fault)?;
        let mut origins = [BTreeSet::new(), BTreeSet::new()];
        for run in runs {
            let (version, machine) = select.query_row([run], |row| Ok((row.get(0)?, row.get(1)?))).map_err(fault)?;
            origins[0].insert(version);
            origins[1].insert(machine);
        }
        Ok(origins)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::experiment::testing::{Folder, spec};

    #[test]
    fn the_work_of_a_seat_is_its_agent_s() {
        let folder = Folder::new("work");
        let mut store = Store::create(&folder.file("store")).unwrap();
        let (budgets, spec) = ([7, 40], spec(["uct @7", "uct @40"], "1"));
        let cell = store.list("e", "l", &spec, 4).unwrap();
        let run = store.begin_run().unwrap();
        for number in 0..4 {
            let played = spec.table().unwrap().play(number, &AtomicBool::new(false)).unwrap();
            let turn = store.turn(run).unwrap();
            turn.keep(cell, number, &played).unwrap();
            turn.commit().unwrap();
        }
        let work = store.work(cell, &spec).unwrap();
        assert_eq!((work.games, work.agents.len(), work.runs), (4, 2, BTreeSet::from([run])));
        for (agent, budget) in work.agents.iter().zip(budgets) {
            assert!(agent.searches > 0);
            assert_eq!(agent.iterations, budget * u64::from(agent.searches));
        }
    }
}
