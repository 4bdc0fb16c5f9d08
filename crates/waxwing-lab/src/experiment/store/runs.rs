//! Runs: who writes to a store, and who is gone.
//!
//! A run notes which process it is, and shows every second that it is alive. Its claims are free again when its process is
//! seen to be gone (on the same machine since the same start of it), or when it has not been seen for two minutes. Should a
//! run come back after that, its games are refused where others have played them: nothing is counted twice.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::seal::Field;
use super::write::Writing;
use super::{Store, StoreError, Turn};
use crate::experiment::spec::hash;

/// Seconds after which a run that was not seen counts as gone.
const LEASE: i64 = 120;
/// A number that no run has.
const NO_RUN: i64 = 0;

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
    // The name is in parentheses and may hold anything; the state is the first field behind it, the start the
    // twentieth.
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
    let model = processor().map_or(String::new(), |model| format!("{BEFORE_MODEL}{model}"));
    format!("{} {}, {cores} cores{model}", std::env::consts::OS, std::env::consts::ARCH)
}

/// What stands before the processor's model in what is told of a machine.
const BEFORE_MODEL: &str = ", ";

/// The processor's model, where the system tells it.
fn processor() -> Option<String> {
    let known = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = known.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A run as the store has it. The version, the machine and the token have a checksum; the rest says only whether it is alive.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunRow {
    /// Unlike numbers of rows, a token is the run's own in every store that it is merged into.
    pub token: i64,
    /// The build that plays.
    pub version: String,
    pub machine: String,
    pub place: String,
    pub process: i64,
    pub since: i64,
    pub started: i64,
    pub seen: i64,
}

impl RunRow {
    pub(super) const COLUMNS: [&str; 9] =
        ["id", "token", "version", "machine", "place", "process", "since", "started", "seen"];

    /// The run of this process, which begins now.
    fn this() -> RunRow {
        let process = Process::this();
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let thread = std::thread::current().id();
        let token = hash(format!("{} {} {nanoseconds} {thread:?}", process.place, process.number).as_bytes());
        RunRow {
            token: token as i64,
            version: crate::VERSION.to_owned(),
            machine: machine(),
            place: process.place,
            process: process.number.into(),
            since: process.since as i64,
            started: now(),
            seen: now(),
        }
    }

    /// This machine, where it plays games for a run of another process: the same one for all processes of it that do.
    pub(crate) fn playing_for(token: i64) -> RunRow {
        let this = RunRow::this();
        match this.place.as_str() {
            "" => this,
            place => RunRow { token: hash(format!("{token} {place}").as_bytes()) as i64, ..this },
        }
    }

    /// The run of a row of these columns; what tells only whether it is alive may be anything.
    pub(super) fn read(row: &[Field]) -> Option<RunRow> {
        let number = |place: usize| row[place].number().unwrap_or(0);
        Some(RunRow {
            token: row[1].number()?,
            version: row[2].text()?.to_owned(),
            machine: row[3].text()?.to_owned(),
            place: row[4].text().unwrap_or_default().to_owned(),
            process: number(5),
            since: number(6),
            started: number(7),
            seen: number(8),
        })
    }

    /// What its checksum covers.
    pub(super) fn fields(&self, id: i64) -> [Field; 4] {
        let [version, machine] = [&self.version, &self.machine].map(|text| Field::Text(text.as_bytes().into()));
        [Field::Integer(id), Field::Integer(self.token), version, machine]
    }

    /// The processor's model, if the run has told it.
    pub(super) fn processor(&self) -> Option<&str> {
        self.machine.split_once(" cores")?.1.strip_prefix(BEFORE_MODEL)
    }

    /// Whether it does nothing any more, as far as can be seen from a place.
    fn is_gone(&self, here: &str) -> bool {
        let number = u32::try_from(self.process).unwrap_or(0);
        let process = Process { place: self.place.clone(), number, since: self.since as u64 };
        process.is_gone(here) || self.seen.saturating_add(LEASE) < now()
    }
}

impl Store {
    /// Notes that a run begins; returns its number.
    pub(crate) fn begin_run(&mut self) -> Result<i64, StoreError> {
        let writing = Writing::begin(&mut self.connection, &self.path)?;
        let id = writing.run(&RunRow::this(), None)?;
        writing.commit()?;
        Ok(id)
    }

    /// Frees the games of runs that are gone or unknown; returns whether there were any.
    pub(crate) fn free_claims(&mut self, run: i64) -> Result<bool, StoreError> {
        let (_, gone) = self.other_claimants(run)?;
        gone.iter().try_for_each(|&run| self.free_claims_of(run))?;
        Ok(!gone.is_empty())
    }

    /// How many games of a cell runs are playing now, as far as can be seen.
    pub fn claimed(&self, cell: i64) -> Result<u64, StoreError> {
        let (alive, _) = self.other_claimants(NO_RUN)?;
        let mut count = 0;
        self.each::<StoreError>("SELECT run FROM claim WHERE cell = ?1", [cell], &mut |row| {
            count += u64::from(row.get(0).is_ok_and(|run: i64| alive.contains(&run)));
            Ok(())
        })?;
        Ok(count)
    }

    /// The numbers of the other runs that have claimed games: those that are alive, and those that are gone.
    fn other_claimants(&self, run: i64) -> Result<(Vec<i64>, Vec<i64>), StoreError> {
        let here = place().unwrap_or_default();
        let columns = RunRow::COLUMNS.map(|name| format!("run.{name}")).join(", ");
        let text = format!(
            "SELECT claimed.run, {columns} FROM (SELECT DISTINCT run FROM claim WHERE run != ?1) AS claimed
            LEFT JOIN run ON run.id = claimed.run"
        );
        let (mut alive, mut gone) = (Vec::new(), Vec::new());
        self.each::<StoreError>(&text, [run], &mut |row| {
            let fields: Vec<Field> = (1..10).map(|place| row.get_ref(place).map_or(Field::Other, Field::new)).collect();
            let is_alive = RunRow::read(&fields).is_some_and(|run| !run.is_gone(&here));
            let claimant = row.get(0).map_err(|error| self.fault(error))?;
            if is_alive {
                alive.push(claimant)
            } else {
                gone.push(claimant)
            }
            Ok(())
        })?;
        Ok((alive, gone))
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
        self.writing.execute("UPDATE run SET seen = ?1 WHERE id = ?2", params![now(), self.run]).map(drop)
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
