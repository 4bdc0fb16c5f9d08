//! What the games of a cell add up to, and who played them.

use std::collections::BTreeSet;

use super::snapshot::Snapshot;
use super::{SavedGame, StoreError};
use crate::experiment::{Spec, Sums};

/// What was done in the games of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Work {
    /// Over all games, also those of groups that are not whole.
    pub sums: Sums,
    /// The numbers of the runs that played them.
    pub runs: BTreeSet<i64>,
}

impl Snapshot<'_> {
    /// What was done in those games of a cell whose numbers are wanted.
    pub(crate) fn work(&self, cell: i64, spec: &Spec, wanted: impl Fn(u64) -> bool) -> Result<Work, StoreError> {
        let mut work = Work { sums: Sums::none(spec), runs: BTreeSet::new() };
        let mut group = (0, Vec::new());
        self.each_game::<StoreError>(cell, &mut |game: SavedGame| {
            if !wanted(game.number) {
                return Ok(());
            }
            work.runs.insert(game.run);
            work.sums.add_game(spec, &game);
            if group.0 != game.number / spec.group as u64 {
                work.sums.add_group(spec, &group.1);
                group = (game.number / spec.group as u64, Vec::new());
            }
            group.1.push(game.result);
            Ok(())
        })?;
        work.sums.add_group(spec, &group.1);
        Ok(work)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::workshop;
    use std::sync::atomic::AtomicBool;

    use super::super::PackedGame;
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
            turn.keep(cell, number, &PackedGame::of(&played)).unwrap();
            turn.commit().unwrap();
        }
        let snapshot = store.snapshot().unwrap();
        let work = snapshot.work(cell, &spec, |_| true).unwrap();
        assert_eq!((work.sums.games, work.sums.agents.len(), work.runs), (4, 2, BTreeSet::from([run])));
        for (agent, budget) in work.sums.agents.iter().zip(budgets) {
            assert!(agent.searches > 0);
            assert_eq!(agent.iterations, budget * agent.searches);
        }
        let status = &snapshot.status().unwrap()[0];
        assert_eq!(work.sums.score.wins, status.standing.wins);
        assert_eq!(snapshot.work(cell, &spec, |number| number > 0).unwrap().sums.games, 3);
    }
}
