//! Where attacks take place: a folder, the command, and processes that end.

use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// No command of an attack takes longer than this, unless it hangs.
const LONGEST: Duration = Duration::from_secs(120);

/// An experiment of a few seconds.
const EXPERIMENT: &str = "
name = 'small'
title = 'Small games'
source = 'nobody'

[defaults]
game = 'breakthrough(rows=5, columns=4)'
against = 'uct'
games = 200
budget = 100

[[cell]]
label = 'im {alpha}'
agent = 'uct with im({alpha})'
over = { alpha = [0.2, 0.4] }

[[cell]]
label = 'pairs'
agent = 'uct > mast'
pairs = 'decided'
games = 40
";

/// The command and a folder for its files.
pub struct Workplace {
    binary: PathBuf,
    folder: PathBuf,
    reference: Vec<String>,
}

/// A command that has ended.
pub struct Ended {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub printed: String,
    /// What it complained of.
    pub complaint: String,
}

impl Workplace {
    /// Prepares the folder: an experiment, and a store of all its games in which nothing went wrong.
    pub fn new(binary: PathBuf, folder: PathBuf) -> Result<Workplace, String> {
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut place = Workplace { binary, folder, reference: Vec::new() };
        fs::write(place.experiment(), EXPERIMENT).map_err(|error| error.to_string())?;
        let store = place.reference_store();
        let _ = fs::remove_file(&store);
        place.play(&store)?;
        place.reference = place.games(&store)?;
        Ok(place)
    }

    /// The file of the experiment.
    pub fn experiment(&self) -> PathBuf {
        self.folder.join("small.toml")
    }

    /// The store of a run that was not attacked.
    pub fn reference_store(&self) -> PathBuf {
        self.folder.join("reference.sqlite")
    }

    /// A file of this name that is not there, nor what belongs to a store of that name.
    pub fn fresh(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        for ending in ["", "-wal", "-shm", "-journal", ".part", ".damaged"] {
            let _ = fs::remove_file(self.folder.join(format!("{name}{ending}")));
        }
        path
    }

    /// Files of the folder whose names contain this.
    pub fn files_with(&self, part: &str) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.contains(part)).collect()
    }

    /// The command with these arguments, without colours and with a cache of its own.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(arguments);
        self.prepare(&mut command);
        command
    }

    /// The command behind a shell that cannot write files of more than this many blocks.
    pub fn with_little_disk(&self, blocks: usize, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        let script = "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"";
        command.args(["-c", script, "sh", &blocks.to_string()]).arg(&self.binary).args(arguments);
        self.prepare(&mut command);
        command
    }

    fn prepare(&self, command: &mut Command) {
        command.env("NO_COLOR", "1").env("WAXWING_CACHE", self.folder.join("cache")).stdin(Stdio::null());
    }

    /// Runs the command to its end, which must not be a panic.
    pub fn run(&self, arguments: &[&str]) -> Result<Ended, String> {
        finish(self.command(arguments), LONGEST)
    }

    /// Runs the command to its end, which must be a success.
    pub fn succeed(&self, arguments: &[&str]) -> Result<String, String> {
        let ended = self.run(arguments)?;
        match ended.code {
            Some(0) => Ok(ended.printed),
            code => Err(format!("{arguments:?} ended with {code:?}: {}", ended.complaint)),
        }
    }

    /// Plays the experiment to its end.
    pub fn play(&self, store: &Path) -> Result<String, String> {
        self.succeed(&["experiment", "run", text(&self.experiment()), "--out", text(store), "-j", "2"])
    }

    /// The games of a store without what depends on the clock, in order.
    pub fn games(&self, store: &Path) -> Result<Vec<String>, String> {
        Ok(timeless(&self.succeed(&["experiment", "export", text(store), "--csv", "-"])?))
    }

    /// The games of the run that was not attacked.
    pub fn reference(&self) -> &[String] {
        &self.reference
    }

    /// Fails if a store has not exactly the games of the run that was not attacked.
    pub fn compare(&self, store: &Path) -> Result<(), String> {
        let games = self.games(store)?;
        if games == self.reference {
            return Ok(());
        }
        let differing = games.iter().filter(|game| !self.reference.contains(game)).count();
        Err(format!("{} games instead of {}, {differing} of them others", games.len(), self.reference.len()))
    }
}

/// The rows of an export without what depends on the clock, in order.
pub fn timeless(table: &str) -> Vec<String> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    let seconds = names.iter().rev().position(|&name| name == "cpu_seconds");
    let without = |line: &str| {
        let mut fields: Vec<&str> = line.rsplit(',').collect();
        if let Some(seconds) = seconds.filter(|&seconds| seconds < fields.len()) {
            fields.remove(seconds);
        }
        fields.join(",")
    };
    let mut games: Vec<String> = lines.map(without).collect();
    games.sort();
    games
}

/// The path as a text: the folder's name is one.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("the folder of the attacks has a name in UTF-8")
}

/// Runs a command to its end. A panic, a signal and a command that takes longer than `longest` are failures.
pub fn finish(mut command: Command, longest: Duration) -> Result<Ended, String> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    ended(wait(child, longest)?)
}

/// How soon an interrupted command must end.
const OBEYS: Duration = Duration::from_secs(20);

/// Runs a command to its end, but for no longer than `longest`: then it is interrupted, and must end soon.
pub fn finish_or_interrupt(mut command: Command, longest: Duration) -> Result<Ended, String> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let running = Running::new(child);
    if !running.ends_within(longest) {
        let _ = kill_process(running.pid, Signal::INT);
    }
    ended(running.finish(OBEYS)?)
}

/// A command listens to signals from here on at the latest; one that comes earlier may end it.
const LISTENS: Duration = Duration::from_millis(200);

/// Sends a signal to a child after this time, and waits for its end. A panic, an end by a signal that the command should have
/// listened to, and a command that does not end are failures.
pub fn interrupt(mut command: Command, after: Duration, signal: Signal) -> Result<Ended, String> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    thread::sleep(after);
    // One that has ended already cannot be sent anything.
    let _ = kill_process(pid(&child), signal);
    let output = wait(child, OBEYS)?;
    let is_ended_by_it = output.status.signal() == Some(signal.as_raw());
    if signal == Signal::KILL || is_ended_by_it && after < LISTENS {
        return Ok(Ended { code: output.status.code(), printed: String::new(), complaint: String::new() });
    }
    ended(output)
}

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// Waits for a child and kills it if it takes too long, which is a failure.
fn wait(child: Child, longest: Duration) -> Result<Output, String> {
    Running::new(child).finish(longest)
}

/// A child whose output is read by a thread of its own, so that it never waits for a reader.
struct Running {
    pid: Pid,
    waiting: thread::JoinHandle<io::Result<Output>>,
}

impl Running {
    fn new(child: Child) -> Running {
        Running { pid: pid(&child), waiting: thread::spawn(move || child.wait_with_output()) }
    }

    /// Waits for its end, but no longer than this. Returns whether it has ended.
    fn ends_within(&self, longest: Duration) -> bool {
        let started = Instant::now();
        while !self.waiting.is_finished() && started.elapsed() < longest {
            thread::sleep(Duration::from_millis(5));
        }
        self.waiting.is_finished()
    }

    /// What it printed up to its end. It is killed if it takes too long, which is a failure.
    fn finish(self, longest: Duration) -> Result<Output, String> {
        if !self.ends_within(longest) {
            let _ = kill_process(self.pid, Signal::KILL);
            return Err(format!("it did not end within {} s", longest.as_secs()));
        }
        let output = self.waiting.join().map_err(|_| "the thread that waited panicked")?;
        output.map_err(|error| error.to_string())
    }
}

fn ended(output: Output) -> Result<Ended, String> {
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        None => Err(format!("it was ended by a signal ({}): {complaint}", output.status)),
        Some(101) => Err(format!("it panicked: {complaint}")),
        code => Ok(Ended { code, printed: String::from_utf8_lossy(&output.stdout).into_owned(), complaint }),
    }
}
