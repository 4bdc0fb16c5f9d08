//! `waxwing engine`: the messages of a session, a line of JSON each, on the standard streams.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use serde::Deserialize;
use serde_json::json;
use waxwing::thinking::Slice;
use waxwing_session::{Answer, Session, Settings};
use waxwing_workshop::OpenGame;

use crate::context::Context;
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::options::{Thinking, seed};

#[derive(Args)]
pub struct Engine {
    /// A game to begin with, at table 0: the program then plays it, and is told every move with `observe`
    #[arg(requires = "agent")]
    game: Option<String>,
    /// Who plays, in every seat
    #[arg(value_name = "EXPR")]
    agent: Option<String>,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of games that are opened without one [default: another one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
}

/// How long a search goes on before the next line is looked for; also the time between two reports.
const SLICE: Duration = Duration::from_millis(100);

/// Lines that are read ahead.
const AHEAD: usize = 256;

impl Engine {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        // There is nothing to save, but a program may have been started.
        interrupt::end_at_once();
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let limits = self.thinking.limits(None);
        let mut settings = Settings::own(self.seed.unwrap_or_else(clock));
        (settings.bounds.budget, settings.bounds.memory, settings.threads) =
            (limits.budget, limits.memory, limits.threads);
        settings.player.clone_from(&self.agent);
        let mut session = Session::new(context.workshop.clone(), settings);
        if let (Some(game), Some(agent)) = (&self.game, &self.agent) {
            let opened = context.open(game)?;
            prepare(&opened);
            let players = opened.players();
            opened.expression(agent)?;
            let seed = self.seed.map(|seed| seed.to_string());
            let seats = vec![agent; players];
            let open = json!({"type": "open", "game": game, "seats": seats, "seed": seed, "waits": true});
            if say(&session.ask(&open.to_string())).is_err() {
                return Ok(());
            }
        }
        let (sender, lines) = sync_channel(AHEAD);
        thread::spawn(move || read(&sender));
        // A client that reads no more wants nothing more.
        let _ = serve(context, &mut session, &lines);
        Ok(())
    }
}

/// Hands the lines of the input over, until it ends or nobody takes them. Bytes that are no text become replacement characters.
fn read(sender: &SyncSender<String>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) if sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

/// Answers every line, and goes on with searches between them, until the input has ended and there is nothing more to do.
fn serve(context: &Context, session: &mut Session, lines: &Receiver<String>) -> io::Result<()> {
    loop {
        let next = if session.is_busy() {
            lines.try_recv()
        } else {
            lines.recv().map_err(|RecvError| TryRecvError::Disconnected)
        };
        match next {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                make_ready(context, &line);
                say(&session.ask(&line))?;
            }
            Err(TryRecvError::Empty) => say(&session.advance(Slice::time(SLICE)))?,
            Err(TryRecvError::Disconnected) if session.is_busy() => {
                say(&session.hang_up())?;
                say(&session.advance(Slice::time(SLICE)))?;
            }
            Err(TryRecvError::Disconnected) => return Ok(()),
        }
    }
}

/// A request that begins a game.
#[derive(Deserialize)]
struct Beginning {
    #[serde(rename = "type")]
    kind: String,
    game: String,
}

/// Gets the game of a request ready, if it begins one. What is wrong with the request is the session's to say.
fn make_ready(context: &Context, line: &str) {
    let Ok(Beginning { kind, game }) = serde_json::from_str(line) else { return };
    if ["open", "sit"].contains(&&*kind)
        && let Ok(game) = context.open(&game)
    {
        prepare(&game);
    }
}

/// Gets ready what a game needs, such as tables, and keeps it: the session has no files, and its first search would compute them in
/// every process. An interruption ends the program, as always.
fn prepare(game: &OpenGame) {
    match game.prepare(&AtomicBool::new(false), &mut |_, _| {}) {
        Ok(None) => {}
        Ok(Some(note)) => failure::warn(&note),
        Err(error) => failure::warn(&error.to_string()),
    }
}

fn say(answers: &[Answer]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for answer in answers {
        out.write_all(answer.to_json().as_bytes())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
