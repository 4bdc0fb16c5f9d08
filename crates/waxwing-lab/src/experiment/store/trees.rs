//! What the searches of a cell's first agent were like: the measurements of the ICARUS paper's trees.

use serde::Serialize;

use super::snapshot::{Listing, Snapshot};
use super::{SavedGame, StoreError};
use waxwing_workshop::Assignment;
use waxwing_workshop::SeatRecord;
use waxwing_workshop::statistics::{Interval, mean_and_interval};

/// The searches of a cell's first agent. The mean of each game counts once, since the searches of a game are alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CellTrees {
    /// The experiment.
    pub experiment: String,
    /// The cell's label.
    pub label: String,
    /// Its number in this store.
    pub cell: i64,
    /// Games in which the agent searched.
    pub games: u64,
    /// Visits of the chosen action ÷ iterations.
    pub visits: Option<Mean>,
    /// The value of the chosen action, the agent's, in [0, 1].
    pub value: Option<Mean>,
    /// The depth of the tree.
    pub depth: Option<Mean>,
}

/// A mean over games with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its interval, without ends where there are not two games.
    pub ci95: Interval,
}

impl Mean {
    fn of(numbers: &[f64]) -> Option<Mean> {
        let (mean, ci95) = mean_and_interval(numbers);
        (!numbers.is_empty()).then_some(Mean { mean, ci95 })
    }
}

impl Snapshot<'_> {
    /// The searches of every cell of every experiment. It reads all games.
    pub fn trees(&self) -> Result<Vec<CellTrees>, StoreError> {
        let listings = self.listings().iter().cloned();
        listings.map(|Listing { experiment, label, cell, .. }| self.trees_of(experiment, label, cell)).collect()
    }

    pub(crate) fn trees_of(&self, experiment: String, label: String, cell: i64) -> Result<CellTrees, StoreError> {
        let spec = self.spec(cell)?;
        let games = spec.cell_games(self.workshop()).map_err(|error| self.unplayable(cell, &error))?;
        let [mut visits, mut value, mut depth] = [const { Vec::new() }; 3];
        self.each_game::<StoreError>(cell, &mut |game| {
            if let Some(searches) = Searches::of_first_agent(&game, games.seating(game.number).1) {
                visits.push(searches.visits);
                value.push(searches.value);
                depth.push(searches.depth);
            }
            Ok(())
        })?;
        let games = visits.len() as u64;
        let [visits, value, depth] = [visits, value, depth].map(|numbers| Mean::of(&numbers));
        Ok(CellTrees { experiment, label, cell, games, visits, value, depth })
    }
}

/// The means of one game.
#[derive(Debug, PartialEq)]
struct Searches {
    visits: f64,
    value: f64,
    depth: f64,
}

impl Searches {
    /// `None` if the first agent never searched.
    fn of_first_agent(game: &SavedGame, seats: &Assignment) -> Option<Searches> {
        let of_agent = || game.seats.iter().zip(seats).filter(|(_, agent)| **agent == 0).map(|(seat, _)| seat);
        let sum = |what: fn(&SeatRecord) -> f64| of_agent().map(what).sum::<f64>();
        let searches = sum(|seat| f64::from(seat.searches));
        (searches > 0.0).then(|| Searches {
            visits: sum(|seat| seat.chosen_visits as f64) / sum(|seat| seat.iterations as f64),
            value: sum(|seat| seat.chosen_value) / searches,
            depth: sum(|seat| seat.depth as f64) / searches,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::cell_games::GameResult;
    use crate::experiment::testing::{Folder, SMALL, run};
    use crate::experiment::{RunOptions, Store, export_csv};
    use crate::testing::workshop;

    fn seat(searches: u32, iterations: u64, chosen_visits: u64, chosen_value: f64, depth: u64) -> SeatRecord {
        SeatRecord { searches, iterations, chosen_visits, chosen_value, depth, ..SeatRecord::default() }
    }

    fn game(seats: Vec<SeatRecord>) -> SavedGame {
        let (result, version, rewards) = (GameResult(0), String::new(), Vec::new());
        SavedGame { cell: 1, number: 0, run: 1, result, plies: 9, moves_hash: 0, rewards, seats, moves: None, version }
    }

    #[test]
    fn only_seats_of_the_first_agent_count() {
        let three = game(vec![seat(2, 200, 150, 1.2, 9), seat(4, 400, 400, 4.0, 40), seat(3, 300, 100, 1.8, 11)]);
        let both = Searches::of_first_agent(&three, &vec![0, 1, 0]).unwrap();
        assert_eq!(both, Searches { visits: 0.5, value: 0.6, depth: 4.0 });
        let second = Searches::of_first_agent(&three, &vec![1, 0, 1]).unwrap();
        assert_eq!(second, Searches { visits: 1.0, value: 1.0, depth: 10.0 });
        assert_eq!(Searches::of_first_agent(&game(vec![SeatRecord::default()]), &vec![0]), None);
    }

    /// The same means, from the exported table.
    #[test]
    fn means_are_those_of_the_exported_games() {
        let folder = Folder::new("trees");
        let mut store = Store::create(&workshop(), &folder.file("store")).unwrap();
        run(&mut store, SMALL, &RunOptions::default());
        let mut csv = Vec::new();
        let store = store.snapshot().unwrap();
        export_csv(&store, &mut csv).unwrap();
        let csv = String::from_utf8(csv).unwrap();
        let column = |name: &str| csv.lines().next().unwrap().split(',').rev().position(|at| at == name).unwrap();
        let agent = column("agent");
        let ratios = [("chosen_visits", "iterations"), ("chosen_value", "searches"), ("depth", "searches")];
        let all = store.trees().unwrap();
        assert_eq!(all.len(), 3);
        for trees in &all {
            let rows = csv.lines().filter(|line| line.starts_with(&format!("small,{},", trees.label)));
            let rows: Vec<Vec<&str>> = rows.map(|line| line.rsplit(',').collect()).collect();
            let rows = || rows.iter().filter(|row| row[agent] == "0");
            for ((above, below), found) in ratios.into_iter().zip([trees.visits, trees.value, trees.depth]) {
                let number = |row: &[&str], name: &str| row[column(name)].parse::<f64>().unwrap();
                let means: Vec<f64> = rows().map(|row| number(row, above) / number(row, below)).collect();
                let expected = means.iter().sum::<f64>() / means.len() as f64;
                let Mean { mean, ci95 } = found.unwrap();
                assert!(means.len() as u64 == trees.games && (mean - expected).abs() < 1e-9, "{above}: {trees:?}");
                assert!(ci95.low <= mean && mean <= ci95.high, "{above}: {trees:?}");
            }
        }
    }
}
