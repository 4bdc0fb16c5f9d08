//! Lots: games of one cell that a process elsewhere plays. A lot travels as a text that says all that the games need, and
//! comes back in batches, so that little is lost with a process that ends in the middle.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use waxwing_workshop::Workshop;

use super::cell_games::CellGames;
use super::store::{RunRow, StoreError};
use super::worker::{End, play};
use super::{ResultsError, Spec};

/// Why a lot cannot be played, or what came back cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LotError {
    /// It is something else.
    #[error("these bytes are no {what}: {reason}")]
    Foreign {
        /// What they should be.
        what: &'static str,
        /// What is wrong with them.
        reason: String,
    },
    /// Another version gives other games.
    #[error(
        "waxwing {here} plays here, and the lot is from waxwing {there}: games are the same only where the version is, so \
         install one wheel everywhere"
    )]
    Version {
        /// The version of this process.
        here: String,
        /// The version of the lot.
        there: String,
    },
    /// Its games cannot be played.
    #[error("a lot cannot be played here: {reason}")]
    Unplayable {
        /// Why not.
        reason: String,
    },
    /// The store cannot be used.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The results cannot be used.
    #[error("{0}")]
    Results(#[from] ResultsError),
}

/// A lot as it travels.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct LotText {
    /// The build that gives it out.
    pub version: String,
    /// What the run is known by that it belongs to.
    pub run: i64,
    /// Its number in that run.
    pub lot: u64,
    /// What determines the games.
    pub spec: String,
    /// Their numbers.
    pub games: Vec<u64>,
}

/// Games of a lot that are finished, as they travel.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct BatchText {
    /// The number of the lot.
    pub lot: u64,
    /// Who has played them.
    pub player: RunRow,
    /// How long that took.
    pub seconds: f64,
    /// Their numbers, and how they ended.
    pub games: Vec<(u64, End)>,
}

/// Games of one cell, played one after the other, for a run that is elsewhere ([`Dispatch`](super::Dispatch)).
pub struct Lot {
    number: u64,
    games: Box<dyn CellGames>,
    /// What is still to be played, the last one first.
    left: Vec<u64>,
    player: RunRow,
}

impl Lot {
    /// Reads a lot. It has all that its games need but the games and strategies of the workshop.
    pub fn read(workshop: &Workshop, bytes: &[u8]) -> Result<Lot, LotError> {
        let text: LotText = read("lot", bytes)?;
        if text.version != crate::VERSION {
            return Err(LotError::Version { here: crate::VERSION.into(), there: text.version });
        }
        let unplayable = |reason: String| LotError::Unplayable { reason };
        let spec = Spec::read(&text.spec).map_err(|error| unplayable(error.to_string()))?;
        let games = spec.cell_games(workshop).map_err(|error| unplayable(error.to_string()))?;
        let left = text.games.into_iter().rev().collect();
        Ok(Lot { number: text.lot, games, left, player: RunRow::playing_for(text.run) })
    }

    /// Plays games until they have taken this long or all are played, and returns a batch: the games that have ended, for
    /// [`Dispatch::take`](super::Dispatch::take). A game that is stopped is given up; it is still to be played. Without any
    /// time, the batch says only that the lot has been begun.
    pub fn play(&mut self, time: Duration, stop: &AtomicBool) -> Vec<u8> {
        let (began, mut games) = (Instant::now(), Vec::new());
        while began.elapsed() < time && !stop.load(Relaxed) {
            let Some(number) = self.left.pop() else { break };
            match play(self.games.as_ref(), number, stop) {
                End::Stopped => self.left.push(number),
                end => games.push((number, end)),
            }
        }
        let seconds = began.elapsed().as_secs_f64();
        write(&BatchText { lot: self.number, player: self.player.clone(), seconds, games })
    }

    /// Whether all its games are played.
    pub fn is_done(&self) -> bool {
        self.left.is_empty()
    }
}

/// What travels, as bytes.
pub(super) fn write(text: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(text).expect("numbers and texts can be written")
}

/// What has travelled.
pub(super) fn read<'b, T: Deserialize<'b>>(what: &'static str, bytes: &'b [u8]) -> Result<T, LotError> {
    serde_json::from_slice(bytes).map_err(|error| LotError::Foreign { what, reason: error.to_string() })
}
