//! What the searches of a cell's first agent were like: the measurements of the ICARUS paper's trees.

use serde::Serialize;

use super::StoreError;
use super::snapshot::{Listing, Snapshot};
use waxwing_workshop::statistics::Interval;

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

impl Snapshot<'_> {
    /// The searches of every cell of every experiment. It reads all games.
    pub fn trees(&self) -> Result<Vec<CellTrees>, StoreError> {
        let listings = self.listings().iter().cloned();
        listings.map(|Listing { experiment, label, cell, .. }| self.trees_of(experiment, label, cell)).collect()
    }

    fn trees_of(&self, experiment: String, label: String, cell: i64) -> Result<CellTrees, StoreError> {
        let trees = self.work(cell, &self.spec(cell)?, |_| true)?.sums.trees;
        let [visits, value, depth] = [trees.visits, trees.value, trees.depth].map(|sums| sums.mean(trees.games));
        Ok(CellTrees { experiment, label, cell, games: trees.games, visits, value, depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::{Folder, SMALL, run};
    use crate::experiment::{RunOptions, Store, export_csv};
    use crate::testing::workshop;

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
                assert!(means.len() as u64 == trees.games && (mean - expected).abs() < 1e-6, "{above}: {trees:?}");
                assert!(ci95.low <= mean && mean <= ci95.high, "{above}: {trees:?}");
            }
        }
    }
}
