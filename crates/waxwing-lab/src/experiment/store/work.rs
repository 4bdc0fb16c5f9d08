//! What the agents of a cell did in all its games, and who played them.

use std::collections::BTreeSet;

use super::StoreError;
use super::snapshot::Snapshot;
use crate::experiment::Spec;
use waxwing_workshop::SeatRecord;

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

impl Snapshot<'_> {
    /// What was done in the games of a cell.
    pub(crate) fn work(&self, cell: i64, spec: &Spec) -> Result<Work, StoreError> {
        let mut work = Work { agents: vec![SeatRecord::default(); spec.agents.len()], ..Work::default() };
        self.each_game::<StoreError>(cell, &mut |game| {
            work.games += 1;
            work.plies += u64::from(game.plies);
            work.runs.insert(game.run);
            let assignment = &spec.seats[game.number as usize % spec.seats.len()];
            for (record, &agent) in game.seats.iter().zip(assignment) {
                work.agents[agent].add_all(record);
            }
            Ok(())
        })?;
        Ok(work)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::workshop;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::Store;
    use crate::experiment::testing::{Folder, spec};

    #[test]
    fn the_work_of_a_seat_is_its_agent_s() {
        let folder = Folder::new("work");
        let mut store = Store::create(&workshop(), &folder.file("store")).unwrap();
        let (budgets, spec) = ([7, 40], spec(["uct @7", "uct @40"], "1"));
        let cell = store.list("e", "l", &spec, 4).unwrap();
        let run = store.begin_run().unwrap();
        for number in 0..4 {
            let played = spec.cell_games(&workshop()).unwrap().play(number, &AtomicBool::new(false)).unwrap();
            let turn = store.turn(run).unwrap();
            turn.keep(cell, number, &played).unwrap();
            turn.commit().unwrap();
        }
        let work = store.snapshot().unwrap().work(cell, &spec).unwrap();
        assert_eq!((work.games, work.agents.len(), work.runs), (4, 2, BTreeSet::from([run])));
        for (agent, budget) in work.agents.iter().zip(budgets) {
            assert!(agent.searches > 0);
            assert_eq!(agent.iterations, budget * u64::from(agent.searches));
        }
    }
}
