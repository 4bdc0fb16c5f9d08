//! What the agents of a cell did in all its games, and who played them.

use std::collections::BTreeSet;

use super::StoreError;
use super::snapshot::Snapshot;
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
