//! Games without their types, and matches between agents.
//!
//! A [`Workshop`] is what there is: games and agents. A game is opened by its text ([`Workshop::open`]); what comes back
//! speaks text and serde types outside and the game's own types inside, so that nothing that uses it is generic over games.
//! Whatever is compiled for a game's type is compiled once, in the crate that hands it to [`GameKind::new`].
//!
//! Where to start reading: [`Workshop`], then [`OpenGame`] and [`Position`]; [`AnyAgent`] thinks, a [`Table`] seats agents and
//! people, [`run_match`] plays matches and counts them with honest intervals. The seam itself is `line.rs` and `typed.rs`.

mod agent;
mod arena;
mod catalogue_view;
pub mod clock;
mod comparison;
mod declared;
mod description;
mod design;
#[doc(hidden)]
pub mod doctest;
mod entry;
mod explain;
mod hearing;
mod iteration;
mod kind;
mod levels;
mod line;
mod looking;
mod matches;
mod opened;
mod openings;
mod outside;
mod ownership;
mod pairs;
mod position;
mod recorded;
mod replay;
mod scene;
mod sequential;
pub mod statistics;
mod table;
#[cfg(not(target_family = "wasm"))]
mod teacher;
#[cfg(test)]
mod testing;
mod thought;
mod typed;
mod view;
mod why;
mod workshop;

pub use agent::{AnyAgent, ThinkError, Watch};
pub use arena::{Forfeit, GamePlan, GameRecord, SeatRecord, Seeds, play_game};
pub use catalogue_view::{CatalogueView, EntryView, ParameterView, PresetView};
pub use comparison::{Comparison, ComparisonReport, ComparisonResult, Difference, run_comparison};
pub use declared::Declared;
pub use description::{Description, ToMove};
pub use design::{Assignment, Design, DesignError, fix_role, parity, swapped_seats};
pub use entry::{GameEntry, GameError, OpeningSet, OptionEntry, Options, Text, TextValues, Values};
pub use explain::{Argument, Explanation, Part, Section, explain};
pub use hearing::{Drawing, DrawnDecision};
pub use iteration::{ChangedRecord, IterationView, KnownMove, Shown, StepView};
pub use kind::{GameKind, Prepare, PrepareError};
pub use levels::{Level, UnknownLevel};
pub use looking::{RecordListing, RecordView, TreeView};
pub use matches::{
    AgentResult, FailedGame, Failures, Forfeits, MatchPlan, MatchReport, Pairs, Setting, Witness, outcome, play_all,
    play_numbered, run_match, seats_of, share,
};
pub use opened::OpenGame;
pub use openings::{OpeningFault, Openings, OpeningsError};
pub use outside::{GaveUp, OutsidePlayer};
pub use ownership::{Ownership, PlaceOwnership};
pub use pairs::{MOST_FOR_EACH, decide, run_pairs};
pub use position::{Position, PositionError};
pub use recorded::{GameInRecord, ReadRecord, RecordError, RecordedGame};
pub use replay::{MoveError, ReplayError};
pub use scene::{
    Board, Colour, Kind, Label, Mark, MarkKind, Piece, Place, Scene, Scenic, Shade, Shape, Stroke, TouchedMove,
};
pub use sequential::{Results, Sprt, Until, Verdict};
pub use table::{AgentError, ResumeError, Table};
#[cfg(not(target_family = "wasm"))]
pub use teacher::AnyTeacher;
pub use thought::{ChosenMove, Thought, ThoughtAction};
pub use view::{PlayerView, SeenMove};
pub use why::{
    Beside, ChoiceHistory, Moment, MoveCase, MoveStanding, UnknownMove, Why, WhyError, WhyReport, WithoutPart,
    WithoutResult,
};
pub use workshop::{OutsideBuilder, Workshop, WorkshopError};
