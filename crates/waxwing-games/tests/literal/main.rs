//! The literal interpreter: the seven components of every strategy as the ICARUS paper prints them, with hash maps from
//! written-out records to information, following the engine's trace.
//!
//! Start with `icarus.rs` (Definition 5), then any strategy beside its specification, then `combine.rs` (the operators)
//! and `follow.rs` (what is compared). `agreement.rs` lists the expressions and the games, `small.rs` small versions of the
//! games with dice, cards and hidden pieces. The other tests of this target look at whole searches: whether they repeat,
//! converge, prove, see what is near and nothing that is hidden. They are here because the engine need then be compiled once.

mod agreement;
mod alpha_beta;
mod amaf;
mod baseline;
mod bhrf;
mod bias;
mod cards;
mod combine;
mod convergence;
mod decision;
mod endgames;
mod ending;
mod epic;
mod fast;
mod follow;
mod grove;
mod hidden;
mod icarus;
mod informed;
mod insight;
mod known;
mod lgr;
mod lost;
mod mast;
mod minimax;
mod multi_player;
mod nast;
mod parse;
mod pool_rave;
mod presets;
mod proofs;
mod race;
mod records;
mod records_agree;
mod repeat;
mod reuse;
mod sharpness;
mod small;
mod solve;
mod start;
mod table;
mod tactics;
mod uniformity;
mod veiled;
mod virtual_visits;
