//! Programs that do not work as they should: what a match with any of them must survive.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A shell script that speaks the Go Text Protocol up to its first move, and then does what no program should.
///
/// It writes the numbers of its processes to the file that is its `$0`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HostileProgram {
    /// What it does.
    pub name: &'static str,
    /// The script, for `sh -c`.
    pub script: &'static str,
    /// Seconds to wait for its answers: few where it never gives one.
    pub timeout: f64,
    /// A part of the reason why its games fail.
    pub reason: &'static str,
}

impl HostileProgram {
    /// The program as an agent's expression; it writes the numbers of its processes to a file.
    pub fn expression(&self, processes: &Path) -> String {
        let script = format!("echo $$ >> \"$0\"; {}", self.script);
        let words = ["sh", "-c", &script, &processes.to_string_lossy()];
        let words = words.map(|word| format!("'{}'", word.replace('\'', "'\\''")));
        let command = words.join(" ").replace('\\', "\\\\").replace('"', "\\\"");
        format!("gtp(\"{command}\", timeout={})", self.timeout)
    }
}

/// The processes that are left of programs whose numbers are in a file: those, and the members of their groups. It is known
/// where the system lists its processes in `/proc`.
pub fn surviving_processes(processes: &Path) -> Vec<u32> {
    let noted: BTreeSet<u32> =
        fs::read_to_string(processes).unwrap_or_default().lines().filter_map(|line| line.parse().ok()).collect();
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_left = |number: &u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // The name is in parentheses and may hold anything; behind it are the state, the parent and the group.
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().take(3).collect();
        let [state, _, group] = fields[..] else { return false };
        let is_noted = noted.contains(number) || group.parse().is_ok_and(|group| noted.contains(&group));
        is_noted && !["Z", "X"].contains(&state)
    };
    all.filter(is_left).collect()
}

/// A script that answers every command by a line of `case`, and those that have none with success.
macro_rules! answering {
    ($cases:literal) => {
        concat!("while read -r c a b; do case $c in ", $cases, " *) echo '= '; echo;; esac; done")
    };
}

/// Seconds for a program that says something in the end, on a machine that has much else to do.
const LONG: f64 = 60.0;
/// Seconds for a program that says nothing.
const SHORT: f64 = 0.5;

const fn hostile(name: &'static str, script: &'static str, timeout: f64, reason: &'static str) -> HostileProgram {
    HostileProgram { name, script, timeout, reason }
}

/// Programs of all kinds that do not work as they should. Each lets every game fail in which it is to move.
pub const HOSTILE_PROGRAMS: &[HostileProgram] = &[
    hostile(
        "crashes with a word",
        answering!("genmove) echo it hurts >&2; exit 3;;"),
        LONG,
        "ended (exit status: 3) instead of answering `genmove",
    ),
    hostile("is killed", answering!("genmove) kill -9 $$;;"), LONG, "ended (signal: 9) instead of answering"),
    hostile("ends well", answering!("genmove) exit 0;;"), LONG, "ended (exit status: 0)"),
    hostile("plays what is no move", answering!("genmove) echo '= Z99'; echo;;"), LONG, "played `Z99`: not a move"),
    hostile("plays on a stone", answering!("genmove) echo '= A1'; echo;;"), LONG, "played `A1`: illegal move"),
    hostile("answers nothing", answering!("genmove) printf '=\\n\\n';;"), LONG, "played ``: not a move"),
    hostile("does not speak the protocol", answering!("genmove) echo hello; echo;;"), LONG, "`hello` is no answer"),
    hostile(
        "refuses legal moves",
        answering!("play) echo '? illegal move'; echo;; genmove) echo '= pass'; echo;;"),
        LONG,
        "was refused: illegal move",
    ),
    hostile("is silent", answering!("genmove) sleep 1000;;"), SHORT, "no answer to `genmove"),
    hostile("stops itself", answering!("genmove) kill -STOP $$;;"), SHORT, "no answer to `genmove"),
    hostile(
        "ignores signals",
        concat!("trap '' TERM INT HUP QUIT PIPE; ", answering!("genmove) sleep 1000; sleep 1000;;")),
        SHORT,
        "no answer to `genmove",
    ),
    hostile("closes its output", answering!("genmove) exec 1>&-; sleep 1000;;"), LONG, "closed a stream instead of"),
    hostile("prints without end", answering!("genmove) yes;;"), LONG, "`y` is no answer"),
    hostile("answers without end", answering!("genmove) yes '= D4';;"), LONG, "it printed more than 65536 bytes"),
    hostile("prints a line without end", answering!("genmove) tr '\\0' = </dev/zero;;"), LONG, "without an end"),
    hostile("prints empty lines without end", answering!("genmove) yes '';;"), LONG, "it printed more than"),
    hostile("prints bytes that are no text", answering!("genmove) printf '\\377\\0=\\n';;"), LONG, "is no answer"),
    hostile("complains without end", answering!("genmove) yes >&2;;"), SHORT, "no answer to `genmove"),
    hostile(
        "prints between commands",
        answering!(
            "komi) echo '= '; echo; (while echo chatter; do :; done) & echo $! >>\"$0\";; genmove) sleep 1000;;"
        ),
        LONG,
        "`chatter` is no answer",
    ),
    hostile(
        "leaves a process behind",
        answering!("genmove) sleep 1000 & echo $! >>\"$0\"; exit 3;;"),
        LONG,
        "instead of answering `genmove",
    ),
    hostile(
        "leaves an orphan that holds the pipes",
        answering!("genmove) (trap '' TERM INT HUP; sleep 1000 & echo $! >>\"$0\") & wait; sleep 1000;;"),
        SHORT,
        "no answer to `genmove",
    ),
    hostile(
        "leaves a swarm behind",
        answering!("genmove) for i in 1 2 3 4 5 6 7 8 9; do (sleep 1000) & echo $! >>\"$0\"; done; sleep 1000;;"),
        SHORT,
        "no answer to `genmove",
    ),
];
