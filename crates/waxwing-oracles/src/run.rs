//! Lets OpenSpiel play the games of an entry and follows them.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use waxwing::agent::ExpressionError;
use waxwing_workshop::Position;

use crate::follow::{Disagreement, Tally, follow};
use crate::play::Play;
use crate::spoil::spoilt;
use crate::table::Entry;
use crate::transcript::{SpielGame, TranscriptError, next_game};

/// The program that plays OpenSpiel's games.
const PLAYER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/open_spiel/games.py");

/// The number of games that are translated at once.
const BATCH: usize = 100;

/// Why a comparison has failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The two programs disagree.
    #[error("{0}")]
    Disagreement(#[from] Disagreement),
    /// OpenSpiel has said something that is not understood.
    #[error("{0}")]
    Translation(String),
    /// The transcript is broken.
    #[error("{0}")]
    Transcript(#[from] TranscriptError),
    /// Waxwing does not have this game, or not with these options.
    #[error("{0}")]
    Game(#[from] ExpressionError),
    /// A fault that was put in on purpose was not found.
    #[error("the comparison is blind: it does not notice that {0}")]
    Blind(&'static str),
    /// OpenSpiel could not be run.
    #[error("cannot run OpenSpiel with {python}: {error}")]
    Start {
        /// The Python that was tried.
        python: String,
        /// What came of it.
        error: std::io::Error,
    },
    /// OpenSpiel has ended with an error, or too early.
    #[error("OpenSpiel has ended after {games} of {asked} games ({status})")]
    Ended {
        /// The games it has played.
        games: u32,
        /// The games it was asked for.
        asked: u32,
        /// How it ended.
        status: std::process::ExitStatus,
    },
}

/// Compares all games of an entry, played by OpenSpiel in this Python.
pub fn compare(entry: &Entry, python: &Path) -> Result<Tally, Failure> {
    let failed = |error| Failure::Start { python: python.display().to_string(), error };
    let mut oracle = start(entry, python).map_err(failed)?;
    let transcript = BufReader::with_capacity(1 << 16, oracle.stdout.take().expect("its output is piped"));
    let compared = follow_all(entry, transcript);
    // An oracle whose games are not read to the end would wait for ever.
    if compared.is_err() {
        oracle.kill().map_err(failed)?;
    }
    let status = oracle.wait().map_err(failed)?;
    let (tally, games) = compared?;
    if games != entry.games || !status.success() {
        return Err(Failure::Ended { games, asked: entry.games, status });
    }
    Ok(tally)
}

fn start(entry: &Entry, python: &Path) -> std::io::Result<Child> {
    let mut command = Command::new(python);
    command.arg(PLAYER).arg(&entry.spiel).args(["--games", &entry.games.to_string()]);
    if entry.boards {
        command.arg("--boards");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()
}

/// Follows a transcript of an entry's games; returns what was compared, and how many games the transcript has.
pub(crate) fn follow_all(entry: &Entry, mut transcript: impl BufRead) -> Result<(Tally, u32), Failure> {
    let start = entry.start()?;
    let (mut tally, mut count) = (Tally::default(), 0);
    loop {
        let batch = batch(&mut transcript)?;
        if batch.is_empty() {
            return Ok((tally, count));
        }
        let plays = (entry.translation)(&batch).map_err(Failure::Translation)?;
        if count == 0 {
            plays.first().map_or(Ok(()), |play| notices_faults(&start, play))?;
        }
        plays.iter().try_for_each(|play| follow(&start, play, &mut tally))?;
        count += batch.len() as u32;
    }
}

/// The next games of a transcript; none at its end.
fn batch(transcript: &mut impl BufRead) -> Result<Vec<SpielGame>, TranscriptError> {
    let mut batch = Vec::with_capacity(BATCH);
    while batch.len() < BATCH {
        match next_game(transcript)? {
            Some(game) => batch.push(game),
            None => break,
        }
    }
    Ok(batch)
}

/// Shows the comparison spoilt versions of a game that it must find fault with.
fn notices_faults(start: &Position, play: &Play) -> Result<(), Failure> {
    // A game that is wrong from the beginning is better reported as it is.
    if follow(start, play, &mut Tally::default()).is_err() {
        return Ok(());
    }
    for (fault, spoilt) in spoilt(play) {
        if follow(start, &spoilt, &mut Tally::default()).is_ok() {
            return Err(Failure::Blind(fault));
        }
    }
    Ok(())
}
