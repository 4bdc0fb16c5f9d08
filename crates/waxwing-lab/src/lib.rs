//! The lab: games between agents, and what they say about them.
//!
//! Where to start reading: to compare agents, [`run_match`] and, on the same deals, [`run_comparison`]; to see how one game is played, `arena.rs`; to measure speed,
//! [`Bench`]. What the other surfaces share is here too: [`GameText`] opens a game by its text, [`replay`] follows a
//! list of moves, [`Position`] describes where it led, [`explain`] takes an expression apart.

mod arena;
mod bench;
mod clock;
mod comparison;
mod design;
mod explain;
mod fingerprint;
mod game_text;
pub mod learning;
mod matches;
mod position;
mod replay;
mod session;
mod statistics;
mod study;
mod thought;

pub use arena::{GameRecord, SeatRecord, Seeds, play_game};
pub use bench::{AgentSpeed, Bench, GameSpeed};
pub use comparison::{Comparison, ComparisonReport, ComparisonResult, Difference, run_comparison};
pub use design::{Assignment, Design, DesignError, fix_role};
pub use explain::{Argument, Explanation, Part, Section, explain};
pub use fingerprint::{STANDARD_AGENTS, fingerprint};
pub use game_text::GameText;
pub use matches::{AgentResult, MatchPlan, MatchReport, run_match};
pub use position::{Position, ToMove, find_player};
pub use replay::{ReplayError, legal_texts, replay};
pub use session::Session;
pub use statistics::{Interval, Outcome, Paired, Score, Wins, clopper_pearson, elo};
pub use study::{RoleCost, Study, StudyCost};
pub use thought::{Thought, ThoughtAction, draw_deals, think_after};
