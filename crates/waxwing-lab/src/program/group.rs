//! A program with everything that it starts: a process group, which is killed as a whole.
//!
//! A list of the running groups is kept for a process that is about to exit without dropping anything.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The leaders of the running groups, by number.
static RUNNING: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<i32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that leads a process group of its own. When this is dropped, all processes of the group are killed.
pub(super) struct Group {
    pub(super) leader: Child,
}

impl Group {
    /// Starts a program.
    pub(super) fn start(command: &mut Command) -> io::Result<Group> {
        // Ctrl-C reaches our group only: we end the program when its game is over.
        command.process_group(0);
        // Whoever kills all groups finds this one, or it is not started.
        let mut running = running();
        let leader = command.spawn()?;
        running.insert(Pid::from_child(&leader).as_raw_pid());
        Ok(Group { leader })
    }

    /// How the program ended, if it has. Its number stays its own until the group is dropped: the system keeps it for
    /// whoever waits for it, and nothing here does before.
    pub(super) fn ended(&self) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(&self.leader)), options).ok()??;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("exit status: {code}"),
            (_, Some(signal)) => format!("signal: {signal}"),
            _ => "unknown status".to_owned(),
        })
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let leader = Pid::from_child(&self.leader);
        let mut running = running();
        // A group that has ended by itself cannot be killed, which is as good.
        let _ = kill_process_group(leader, Signal::KILL);
        running.remove(&leader.as_raw_pid());
        drop(running);
        let _ = self.leader.wait();
    }
}

/// Kills all programs with everything that they have started, and lets no more be started: for a process that exits
/// without waiting for its threads.
pub fn end_programs() {
    let running = running();
    for leader in running.iter().filter_map(|&number| Pid::from_raw(number)) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
    // Whoever would start another waits for this lock until the process is gone.
    std::mem::forget(running);
}
