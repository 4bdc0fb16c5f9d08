//! Runs: who writes to a store, and who is gone.
//!
//! A run notes which process it is, and shows every second that it is alive. Its claims are free again when its process is
//! seen to be gone (on the same machine since the same start of it), or when it has not been seen for two minutes. Should a
//! run come back after that, its games are refused where others have played them: nothing is counted twice.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::params;

use super::{Store, StoreError, Turn};
use crate::experiment::spec::hash;

/// Seconds after which a run that was not seen counts as gone.
const LEASE: i64 = 120;

/// A process, told from all others.
struct Process {
    /// The machine since its last start, and the name space of process numbers; empty where the system does not tell.
    place: String,
    number: u32,
    /// When it began, by the system's own count: numbers are used again.
    since: u64,
}

impl Process {
    fn this() -> Process {
        let number = std::process::id();
        Process { place: place().unwrap_or_default(), number, since: since(number).unwrap_or(0) }
    }

    /// Whether it is known to have ended.
    fn is_gone(&self, here: &str) -> bool {
        !here.is_empty() && self.place == here && since(self.number) != Some(self.since)
    }
}

fn place() -> Option<String> {
    let start = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let space = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {}", start.trim(), space.display()))
}

/// When a process began; `None` if there is none of this number.
fn since(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name stands in parentheses and may hold anything; the state is the first field behind it, the start the twentieth.
    let mut fields = stat.rsplit(')').next()?.split_whitespace();
    let state = fields.next()?;
    let start = fields.nth(18)?.parse().ok()?;
    (state != "Z" && state != "X").then_some(start)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// Where a run is at work, as reports tell it to anybody: without a name.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{} {}, {cores} cores", std::env::consts::OS, std::env::consts::ARCH)
}

impl Store {
    /// Notes that a run begins; answers with its number.
    pub(crate) fn begin_run(&mut self) -> Result<i64, StoreError> {
        let process = Process::this();
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        // Unlike numbers of rows, a token is the run's own in every store that it is merged into.
        let token = hash(
            format!("{} {} {nanoseconds} {:?}", process.place, process.number, std::thread::current().id()).as_bytes(),
        );
        const INSERT: &str = "INSERT INTO run (token, version, machine, place, process, since, started, seen)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)";
        let (version, since) = (crate::VERSION, process.since as i64);
        let values = params![token as i64, version, machine(), process.place, process.number, since, now()];
        self.connection.execute(INSERT, values).map_err(|error| self.fault(error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Frees the games of runs that are gone; whether there were any.
    pub(crate) fn free_claims(&mut self, run: i64) -> Result<bool, StoreError> {
        let here = place().unwrap_or_default();
        const CLAIMING: &str = "SELECT id, place, process, since, seen FROM run
            WHERE id != ?1 AND EXISTS (SELECT 1 FROM claim WHERE claim.run = run.id)";
        let read = || {
            let mut select = self.connection.prepare(CLAIMING)?;
            let row = |row: &rusqlite::Row<'_>| {
                let process = Process { place: row.get(1)?, number: row.get(2)?, since: row.get::<_, i64>(3)? as u64 };
                Ok((row.get::<_, i64>(0)?, process, row.get::<_, i64>(4)?))
            };
            select.query_map([run], row)?.collect::<Result<Vec<_>, _>>()
        };
        let runs = read().map_err(|error| self.fault(error))?;
        let is_gone = |(_, process, seen): &(i64, Process, i64)| process.is_gone(&here) || seen + LEASE < now();
        let gone: Vec<i64> = runs.iter().filter(|run| is_gone(run)).map(|(id, ..)| *id).collect();
        gone.iter().try_for_each(|&run| self.free_claims_of(run))?;
        Ok(!gone.is_empty())
    }

    /// Frees the games that a run has claimed and not played.
    pub(crate) fn free_claims_of(&mut self, run: i64) -> Result<(), StoreError> {
        let freed = self.connection.execute("DELETE FROM claim WHERE run = ?1", [run]);
        freed.map(drop).map_err(|error| self.fault(error))
    }
}

impl Turn<'_> {
    /// Shows that the run is alive.
    pub(crate) fn show_life(&self) -> Result<(), StoreError> {
        self.execute("UPDATE run SET seen = ?1 WHERE id = ?2", params![now(), self.run]).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_is_gone_when_its_number_is_free_or_used_again() {
        let this = Process::this();
        let here = this.place.clone();
        assert!(!this.is_gone(&here) && this.since > 0);
        assert!(Process { since: this.since + 1, ..Process::this() }.is_gone(&here));
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let ended = Process { number: child.id(), since: since(child.id()).unwrap_or(1), place: here.clone() };
        child.wait().unwrap();
        assert!(ended.is_gone(&here));
        // Nothing is known of processes elsewhere.
        assert!(!ended.is_gone("another machine") && !ended.is_gone(""));
    }
}
