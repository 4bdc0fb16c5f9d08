//! Programs that do not work as they should: what a match with any of them must survive.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A shell script that speaks the Go Text Protocol, or Waxwing's messages, up to its first move, and then does what no program
/// should.
///
/// It writes the numbers of its processes to the file that is its `$0`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HostileProgram {
    /// What it does.
    pub name: &'static str,
    /// The player of the catalogue that starts it: `gtp` or `program`.
    pub player: &'static str,
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
        format!("{}(\"{command}\", timeout={})", self.player, self.timeout)
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
    HostileProgram { name, player: "gtp", script, timeout, reason }
}

/// A script that answers messages with their number in `$i`: `choose` by these commands, and all others with `done`.
macro_rules! choosing {
    ($commands:literal) => {
        concat!(
            r#"while read -r l; do i=${l#*:}; i=${i%%,*}; case $l in *'"type":"choose"'*) "#,
            $commands,
            r#";; *) echo "{\"id\":$i,\"type\":\"done\"}";; esac; done"#
        )
    };
}

const fn speaking(name: &'static str, script: &'static str, timeout: f64, reason: &'static str) -> HostileProgram {
    HostileProgram { name, player: "program", script, timeout, reason }
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
            "komi) echo '= '; echo; echo chatter; (while echo chatter; do :; done) & echo $! >>\"$0\";; genmove) sleep 1000;;"
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
    speaking(
        "crashes when it is to choose",
        choosing!("echo it hurts >&2; exit 3"),
        LONG,
        "ended (exit status: 3) instead of answering `choose`; it said: it hurts",
    ),
    speaking(
        "chooses what is no move",
        choosing!(r#"echo "{\"id\":$i,\"type\":\"thought\",\"thought\":{\"best\":\"Z99\"}}""#),
        LONG,
        "played `Z99`, which is not legal",
    ),
    speaking(
        "chooses nothing",
        choosing!(r#"echo "{\"id\":$i,\"type\":\"thought\"}""#),
        LONG,
        "a `thought` with its `best`, or `resigned`, is an answer",
    ),
    speaking(
        "says that it cannot",
        choosing!(r#"echo "{\"id\":$i,\"type\":\"error\",\"message\":\"no idea\"}""#),
        LONG,
        "`choose` was refused: no idea",
    ),
    speaking("speaks no JSON", choosing!("echo D4"), LONG, "`D4` is no message"),
    speaking("answers without a number", choosing!(r#"echo '{"type":"done"}'"#), LONG, "has no `id`"),
    speaking("answers other requests", choosing!(r#"echo '{"id":0,"type":"done"}'"#), SHORT, "no answer to `choose`"),
    speaking("chooses without end", choosing!("sleep 1000"), SHORT, "no answer to `choose`"),
    speaking(
        "closes its output before its move",
        choosing!("exec 1>&-; sleep 1000"),
        LONG,
        "closed a stream instead of",
    ),
    speaking(
        "says progress without end",
        choosing!(r#"yes "{\"id\":$i,\"type\":\"progress\"}""#),
        LONG,
        "without an answer",
    ),
    speaking("prints zeros without end", choosing!("cat /dev/zero"), LONG, "without an answer"),
    speaking(
        "leaves an orphan before its move",
        choosing!("(trap '' TERM INT HUP; sleep 1000 & echo $! >>\"$0\") & wait; sleep 1000"),
        SHORT,
        "no answer to `choose`",
    ),
    hostile(
        "leaves a swarm behind",
        answering!("genmove) for i in 1 2 3 4 5 6 7 8 9; do (sleep 1000) & echo $! >>\"$0\"; done; sleep 1000;;"),
        SHORT,
        "no answer to `genmove",
    ),
];
