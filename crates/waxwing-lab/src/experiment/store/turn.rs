//! What a run writes: games, failures, claims, and which cells its experiments have.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::params;

use super::rows::{FailureRow, PackedGame};
use super::runs::RunRow;
use super::snapshot::{KeptFile, Listing};
use super::write::Writing;
use super::{Store, StoreError};
use crate::experiment::{Experiment, Spec};

impl Store {
    /// Notes that a cell belongs to an experiment, and how many games it is to have; returns its number.
    pub(crate) fn list(&mut self, experiment: &str, label: &str, spec: &Spec, games: u64) -> Result<i64, StoreError> {
        let writing = Writing::begin(&mut self.connection, &self.path)?;
        let cell = writing.cell(&spec.text(), None)?;
        let listing = Listing { experiment: experiment.to_owned(), label: label.to_owned(), cell, games };
        writing.listing(&listing, |_| games)?;
        writing.commit()?;
        Ok(cell)
    }

    /// Keeps the file of an experiment, so that reports need no other.
    pub(crate) fn keep_file(&mut self, experiment: &Experiment) -> Result<(), StoreError> {
        let beside = toml::to_string(&experiment.origin.beside).map_err(|error| self.damaged(error))?;
        let writing = Writing::begin(&mut self.connection, &self.path)?;
        writing.file(&KeptFile {
            experiment: experiment.name.clone(),
            name: experiment.file.clone(),
            text: experiment.origin.text.clone(),
            beside,
            kept: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64),
        })?;
        writing.commit()
    }

    /// Forgets failures, so that these games are played again.
    pub(crate) fn forget_failures(&mut self, cell: i64) -> Result<(), StoreError> {
        let failed: Vec<u64> =
            self.results(cell, 0)?.into_iter().filter(|game| game.1.is_none()).map(|game| game.0).collect();
        let writing = Writing::begin(&mut self.connection, &self.path)?;
        failed.into_iter().try_for_each(|number| writing.forget_failure(cell, number as i64))?;
        writing.commit()
    }

    /// Begins to write for a run.
    pub(crate) fn turn(&mut self, run: i64) -> Result<Turn<'_>, StoreError> {
        Ok(Turn { writing: Writing::begin(&mut self.connection, &self.path)?, run, player: run })
    }
}

/// What a run writes at once: all of it is kept, or nothing.
pub(crate) struct Turn<'a> {
    pub(super) writing: Writing<'a>,
    pub(super) run: i64,
    /// The run that has played what is written.
    player: i64,
}

impl Turn<'_> {
    /// Takes a game, unless it is played or being played; returns whether it was taken.
    pub(crate) fn claim(&self, cell: i64, number: u64) -> Result<bool, StoreError> {
        const CLAIM: &str = "INSERT INTO claim (cell, number, run) SELECT ?1, ?2, ?3
            WHERE NOT EXISTS (SELECT 1 FROM game WHERE cell = ?1 AND number = ?2)
            AND NOT EXISTS (SELECT 1 FROM failure WHERE cell = ?1 AND number = ?2) ON CONFLICT DO NOTHING";
        let number = number as i64;
        self.writing.execute(CLAIM, params![cell, number, self.run]).map(|rows| rows == 1)
    }

    /// From now on, what is written was played by another process.
    pub(crate) fn played_by(&mut self, player: &RunRow) -> Result<(), StoreError> {
        self.player = self.writing.run(player, None)?;
        Ok(())
    }

    /// What the run is known by in every store.
    pub(crate) fn token(&self) -> Result<i64, StoreError> {
        self.writing.token(self.run)
    }

    /// Keeps a finished game. One that is there already stays as it is.
    pub(crate) fn keep(&self, cell: i64, number: u64, game: &PackedGame) -> Result<(), StoreError> {
        self.writing.game(&game.row(cell, number, self.player))?;
        self.release(cell, number)
    }

    /// Notes that a game could not be played.
    pub(crate) fn fail(&self, cell: i64, number: u64, message: &str) -> Result<(), StoreError> {
        self.writing.failure(&FailureRow { cell, number: number as i64, run: self.player, message })?;
        self.release(cell, number)
    }

    fn release(&self, cell: i64, number: u64) -> Result<(), StoreError> {
        const RELEASE: &str = "DELETE FROM claim WHERE cell = ?1 AND number = ?2 AND run = ?3";
        self.writing.execute(RELEASE, params![cell, number as i64, self.run]).map(drop)
    }

    pub(crate) fn commit(self) -> Result<(), StoreError> {
        self.writing.commit()
    }
}
