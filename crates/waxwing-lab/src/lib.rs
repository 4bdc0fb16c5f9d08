//! The lab: games between agents, and what they say about them.
//!
//! Where to start reading: to compare agents, [`run_match`] and, on the same deals, [`run_comparison`]; to choose among
//! many, [`run_elimination`]; to run whole tables of papers, `experiment/`; to see how one game is played, `arena.rs`; to measure speed, [`Bench`]; to prepare openings
//! and probabilities of moves, `learning/`. What the other surfaces share is here too: [`GameText`] opens a game by its
//! text, [`replay`] follows a list of moves, [`Position`] describes where it led, [`explain`] takes an expression apart.

mod arena;
mod bench;
mod clock;
mod comparison;
mod design;
mod elimination;
mod error;
mod experiment;
mod explain;
mod fingerprint;
mod game_text;
pub mod gtp;
mod learning;
mod matches;
mod openings;
mod pairs;
#[cfg(test)]
mod peeking;
mod position;
mod program;
mod records;
mod replay;
mod report;
mod sequential;
mod session;
mod statistics;
mod study;
mod template;
mod thought;

/// This build: the version of the crate and, where it was built from a checkout, the commit, with `+` if what plays games
/// was changed since. Every game of a store says which build played it.
///
/// ```
/// assert!(waxwing_lab::VERSION.starts_with(env!("CARGO_PKG_VERSION")));
/// ```
pub const VERSION: &str = env!("WAXWING_VERSION");

pub use arena::{Forfeit, GameRecord, SeatRecord, Seeds, play_game};
pub use bench::{AgentSpeed, Bench, GameSpeed};
pub use comparison::{Comparison, ComparisonReport, ComparisonResult, Difference, run_comparison};
pub use design::{Assignment, Design, DesignError, fix_role, swapped_seats};
pub use elimination::{
    Bracket, Encounter, Round, Tournament, TournamentError, TournamentReport, eliminate, run_elimination,
};
pub use error::AgentError;
#[cfg(feature = "parquet")]
pub use experiment::export_parquet;
pub use experiment::{
    Cell, CellProgress, CellStatus, CellTrees, Checked, Damage, Experiment, ExportError, Figure, FigureKind, FileError,
    Mean, Measure, Merged, Published, Repaired, ReplayedGame, Reproduction, RunOptions, RunProgress, Shard, Snapshot,
    Standing, Store, StoreError, export_csv, repair_store, replay_game, run_experiments,
};
pub use explain::{Argument, Explanation, Part, Section, explain};
pub use fingerprint::{STANDARD_AGENTS, fingerprint};
pub use game_text::GameText;
pub use learning::{
    Counts, FoundOpenings, LearningError, Lessons, OpeningSearch, SelfPlay, find_openings, learn_categories,
    learn_features,
};
pub use matches::{
    AgentResult, FailedGame, Failures, Forfeits, MatchPlan, MatchReport, Pairs, Setting, Witness, run_match,
};
pub use openings::{OpeningFault, Openings, OpeningsError};
pub use pairs::run_pairs;
pub use position::{Position, ToMove, find_player};
pub use program::{HOSTILE_PROGRAMS, HostileProgram, build_agent, end_programs, surviving_processes, try_agent};
pub use records::{WrittenGame, written_sgf};
pub use replay::{ReplayError, legal_texts, replay};
pub use report::{
    Agreement, CellReport, Compared, FactorEffect, FactorEffects, FigureError, Report, ReportFormat,
    report_experiments, report_pages, thousands,
};
pub use sequential::{Results, Sprt, Until, Verdict};
pub use session::Session;
pub use statistics::{
    Anova, AnovaError, Effect, EloEstimate, Interval, Outcome, Paired, Sample, Score, Wins, binomial_p_value,
    clopper_pearson, difference_interval, elo, factorial, holm, likelihood_of_superiority, normal_interval, one_way,
    wilson,
};
pub use study::{RoleCost, Study, StudyCost};
pub use template::{Candidate, TemplateError, Values, candidates};
pub use thought::{Thought, ThoughtAction, draw_deals, think_after};
