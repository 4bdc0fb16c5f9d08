//! Checking a store, and repairing it: what is intact is kept, and damaged games are played again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use serde::Serialize;

use waxwing_workshop::Workshop;

use super::damage::Damage;
use super::rebuild::{Copy, healed, lost_games};
use super::{Store, StoreError};
use crate::experiment::cell_games::CellGames;
use crate::experiment::worker::{End, Job, Worker};

/// How often it is checked whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// What was found in a store.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Checked {
    /// Its format; one of format 1 has no checksums, so that most damage goes unnoticed in it.
    pub format: i32,
    /// Intact cells.
    pub cells: u64,
    /// Intact games.
    pub games: u64,
    /// What is wrong.
    pub damage: Vec<Damage>,
}

/// What a repair did.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Repaired {
    /// Where the damaged file is kept.
    pub damaged: PathBuf,
    /// Games that were to be played again.
    pub wanted: u64,
    /// Games that were played again.
    pub played: u64,
    /// Games that could not be played, and were noted as failures.
    pub failed: u64,
    /// Games that were lost without a trace of their numbers: a run plays what is missing.
    pub unknown: u64,
}

impl Store {
    /// Verifies everything: every row, every count of rows, and with `PRAGMA integrity_check` every page.
    pub fn check(&self) -> Result<Checked, StoreError> {
        let snapshot = self.snapshot()?;
        let mut damage = snapshot.damage().to_vec();
        damage.extend(self.page_damage()?);
        let games = snapshot.games.values().map(|found| found.intact.count as u64).sum();
        Ok(Checked { format: snapshot.format(), cells: snapshot.cells.len() as u64, games, damage })
    }

    /// What the database finds wrong with its pages.
    pub(super) fn page_damage(&self) -> Result<Vec<Damage>, StoreError> {
        let mut damage = Vec::new();
        let read = self.each::<StoreError>("PRAGMA integrity_check", [], &mut |row| {
            let reason: String = row.get(0).map_err(|error| self.fault(error))?;
            if reason != "ok" {
                damage.extend(reason.lines().map(|line| Damage::Pages { reason: line.to_owned() }));
            }
            Ok(())
        });
        match read {
            Err(StoreError::Damaged { reason, .. }) => damage.push(Damage::Pages { reason }),
            read => read?,
        }
        Ok(damage)
    }
}

/// Repairs a store: what is intact goes to a new file that takes its place, and games that were damaged are played again, some
/// at once. The damaged file is kept beside it. Rows of other tables are put right where one flipped bit explains them.
/// `None` if nothing is damaged. When it is stopped, a run plays what is missing.
pub fn repair_store(
    workshop: &Workshop,
    path: &Path,
    jobs: usize,
    stop: &AtomicBool,
) -> Result<Option<Repaired>, StoreError> {
    let old = Store::open(workshop, path)?;
    if old.check()?.damage.is_empty() {
        return Ok(None);
    }
    let snapshot = healed(&old)?;
    let games = lost_games(&snapshot)?;
    let lost: u64 = snapshot.games.values().map(|found| found.lost).sum();
    let copy = Copy::of(&snapshot)?;
    let damaged = copy.keep_damaged()?;
    drop(snapshot);
    if let Err(error) = copy.replace(old) {
        // Nothing has changed, so nothing has to be kept.
        let _ = std::fs::remove_file(&damaged);
        return Err(error);
    }
    let [played, failed] = play_again(&mut Store::create(workshop, path)?, &games, jobs, stop)?;
    let wanted = games.len() as u64;
    Ok(Some(Repaired { damaged, wanted, played, failed, unknown: lost.saturating_sub(wanted) }))
}

/// Plays games of a store; returns how many were finished and how many failed.
fn play_again(store: &mut Store, games: &[(i64, u64)], jobs: usize, stop: &AtomicBool) -> Result<[u64; 2], StoreError> {
    let run = store.begin_run()?;
    let cells: Vec<i64> = games.iter().map(|(cell, _)| *cell).collect::<BTreeSet<_>>().into_iter().collect();
    let playable = games_of(store, &cells)?;
    let (sender, queue) = mpsc::channel();
    for &(cell, number) in games {
        let unit = cells.binary_search(&cell).expect("every cell has games");
        sender.send(Job { unit, number }).expect("the other end is in this function");
    }
    drop(sender);
    let workers: Vec<Worker> = (0..jobs.clamp(1, games.len().max(1))).map(|_| Worker::default()).collect();
    let (queue, halted) = (Mutex::new(queue), AtomicBool::new(false));
    let (done, ended) = mpsc::channel();
    std::thread::scope(|scope| {
        for worker in &workers {
            let (playable, queue, done, halted) = (&playable, &queue, done.clone(), &halted);
            scope.spawn(move || worker.work(playable, queue, &done, halted));
        }
        drop(done);
        let look = |force: bool| {
            let stopping = force || stop.load(Relaxed);
            halted.store(stopping, Relaxed);
            workers.iter().for_each(|worker| worker.supervise(stopping, None));
        };
        let written = write_down(store, run, &cells, &ended, &look);
        // On an error games may still be running, and have no place to go.
        look(true);
        written
    })
}

/// The games of some cells.
fn games_of(store: &Store, cells: &[i64]) -> Result<Vec<Box<dyn CellGames>>, StoreError> {
    let snapshot = store.snapshot()?;
    let games =
        |&cell: &i64| snapshot.spec(cell)?.cell_games(&store.workshop).map_err(|error| store.unplayable(cell, &error));
    cells.iter().map(games).collect()
}

/// Writes games down as they end, until all have; returns how many were finished and how many failed.
fn write_down(
    store: &mut Store,
    run: i64,
    cells: &[i64],
    ended: &mpsc::Receiver<(Job, End)>,
    look: &dyn Fn(bool),
) -> Result<[u64; 2], StoreError> {
    let [mut played, mut failed] = [0, 0];
    loop {
        look(false);
        let (job, end) = match ended.recv_timeout(LOOK) {
            Ok(ended) => ended,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok([played, failed]),
        };
        let turn = store.turn(run)?;
        match end {
            End::Played(game) => {
                turn.keep(cells[job.unit], job.number, &game)?;
                played += 1;
            }
            End::Failed(message) => {
                turn.fail(cells[job.unit], job.number, &message)?;
                failed += 1;
            }
            End::Stopped => {}
        }
        turn.commit()?;
    }
}
