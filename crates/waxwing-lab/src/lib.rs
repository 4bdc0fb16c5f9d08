//! The lab: experiments whose games are kept, tournaments, benchmarks, learning, and programs from outside.
//!
//! Where to start reading: to run whole tables of papers, `experiment/`; to choose among many agents, [`run_elimination`] and
//! [`Tuning`]; to find agents that nobody has written, `evolution/`; to know how much a context knows, `meter/`; to
//! measure speed, [`Bench`]; to prepare openings and probabilities of moves, `learning/`; to let programs play,
//! [`with_programs`] and [`gtp`]. Matches between agents and their statistics are in `waxwing_workshop`.

mod bench;
mod duels;
mod elimination;
mod evolution;
mod experiment;
mod fingerprint;
mod go;
pub mod gtp;
mod learning;
mod meter;
mod program;
mod records;
mod report;
mod study;
mod template;
#[cfg(test)]
mod testing;
mod tuning;

/// This build: the version of the crate and, where it was built from a checkout, the commit, with `+` if what plays games
/// was changed since. Every game of a store says which build played it.
///
/// ```
/// assert!(waxwing_lab::VERSION.starts_with(env!("CARGO_PKG_VERSION")));
/// ```
pub const VERSION: &str = env!("WAXWING_VERSION");

pub use bench::{AgentSpeed, Bench, GameSpeed};
pub use duels::{ContestRound, Duels, Ground, GroundError, Halving, Pause, StageProgress, Standing as ContestStanding};
pub use elimination::{
    Bracket, Encounter, Round, Tournament, TournamentError, TournamentReport, eliminate, run_elimination,
};
pub use evolution::{
    Ablation, Comparison, Equal, Evolution, EvolutionError, EvolutionPlan, FinalTest, Gain, Generation, History,
    Individual, Race, evolution_page, evolution_verdicts,
};
#[cfg(feature = "parquet")]
pub use experiment::export_parquet;
pub use experiment::{
    Cell, CellProgress, CellStatus, CellTrees, Checked, Claim, Collected, Damage, Dispatch, Experiment, ExportError,
    Figure, FigureKind, FileError, GivenLot, Lot, LotError, Mean, Measure, Merged, MergedRows, Plan, PlanStep,
    PlannedCells, Published, Repaired, ReplayedGame, Reproduction, ResultsError, ResultsFolder, RowState, RowStatus,
    RunOptions, RunProgress, Shard, Snapshot, Standing, StepProgress, Store, StoreError, Trust, export_csv,
    merge_results, repair_store, replay_game, run_experiments, run_plan,
};
pub use fingerprint::{STANDARD_AGENTS, fingerprint};
pub use learning::{
    Counts, Curve, CurvePoint, EvaluationLessons, EvaluationOutcome, FoundOpenings, LearnedEvaluation, LearningError,
    Lessons, OpeningSearch, SelfPlay, find_openings, kept_beside, learn_categories, learn_evaluation, learn_features,
};
pub use meter::{
    Estimate, GainError, GamePrediction, Meter, MeterError, MeterFile, MeterPlan, MeterReport, Moment as MeterMoment,
    Observed, PlaceReport, Prediction, Predictor, StrategyReport, meter_page, meter_picture, predict, prediction_page,
    prediction_picture,
};
pub use program::{
    HOSTILE_PROGRAMS, HostileProgram, check_agent_alone, end_programs, surviving_processes, with_programs,
};
pub use records::{RecordError, WrittenGame, written_sgf};
pub use report::{
    Agreement, CellReport, ClaimReport, ClaimVerdict, Compared, Deciding, EffectOfMany, FactorEffect, FactorEffects,
    FigureError, Report, ReportFormat, report_experiments, report_pages, thousands,
};
pub use study::{RoleCost, Study, StudyCost, StudyRole};
pub use template::{Candidate, TemplateError, Values, candidates};
pub use tuning::{Method, TunedAgent, Tuning, TuningError, TuningReport};
