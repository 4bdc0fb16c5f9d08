//! How a workshop comes to know a game: its entry, and how to start one.

use std::sync::atomic::AtomicBool;

use waxwing::Notation;
use waxwing::knowledge::lend_squares;

use crate::entry::{GameEntry, Options, Text};
use crate::line::{AnyLine, Line};
use crate::recorded::{ReadRecord, RecordForm};
use crate::scene::{SceneSquares, Scenes, Scenic};

/// A game for a [`Workshop`](crate::Workshop): what is said about it, and how it starts. Whatever is compiled for the
/// game's type is compiled in the crate that calls [`GameKind::new`].
pub struct GameKind {
    entry: GameEntry,
    start: Box<Start>,
    prepare: Option<Prepare>,
    scenes: Option<Scenes>,
    records: Option<RecordForm>,
}

type Start = dyn Fn(&Options) -> Result<Box<dyn AnyLine>, String> + Send + Sync;

/// Gets ready what a game's knowledge needs and takes long to compute. It is told when to give up, and says how much is
/// done, out of how much.
pub type Prepare = fn(&AtomicBool, &mut dyn FnMut(u64, u64)) -> Result<Option<String>, PrepareError>;

/// Why a game cannot be made ready.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrepareError {
    /// It was asked to give up.
    #[error("cancelled")]
    Cancelled,
    /// What it needs cannot be had, for this reason.
    #[error("{0}")]
    Failed(String),
}

impl GameKind {
    /// A game with its entry and the start that its options mean. The options are those of the entry, with values that it
    /// allows; `start` says why it cannot begin with them all the same, if it cannot.
    pub fn new<G: Notation>(
        entry: GameEntry,
        start: impl Fn(&Options) -> Result<G, String> + Send + Sync + 'static,
    ) -> GameKind {
        let start =
            move |options: &Options| -> Result<Box<dyn AnyLine>, String> { Ok(Box::new(Line::new(start(options)?))) };
        GameKind { entry, start: Box::new(start), prepare: None, scenes: None, records: None }
    }

    /// A game that says how its positions look. With that, an evaluation can be learned for it.
    pub fn scenic<G: Scenic>(
        entry: GameEntry,
        start: impl Fn(&Options) -> Result<G, String> + Send + Sync + 'static,
    ) -> GameKind {
        lend_squares(SceneSquares::of::<G>);
        GameKind { scenes: Some(Scenes::of::<G>()), ..GameKind::new(entry, start) }
    }

    pub(crate) fn scenes(&self) -> Option<Scenes> {
        self.scenes
    }

    /// Adds what is to be made ready before the first game.
    pub fn preparing(self, prepare: Prepare) -> GameKind {
        GameKind { prepare: Some(prepare), ..self }
    }

    /// Adds how games are read from the form in which programs for this game exchange records, such as SGF: what
    /// [`Notation::write_game`] writes.
    pub fn reading_records(self, form: impl Into<Text>, read: ReadRecord) -> GameKind {
        GameKind { records: Some(RecordForm { name: form.into(), read }), ..self }
    }

    pub(crate) fn records(&self) -> Option<&RecordForm> {
        self.records.as_ref()
    }

    /// What there is to know about the game.
    pub fn entry(&self) -> &GameEntry {
        &self.entry
    }

    pub(crate) fn start(&self, options: &Options) -> Result<Box<dyn AnyLine>, String> {
        (self.start)(options)
    }

    /// Gets ready what takes long to compute, so that no search waits for it. `progress` is told how much is done, out of
    /// how much. What did not work, though searches can do without, is returned as a message for the user.
    pub fn prepare(
        &self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<String>, PrepareError> {
        self.prepare.map_or(Ok(None), |prepare| prepare(cancel, progress))
    }
}
