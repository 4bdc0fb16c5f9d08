//! Waxwing for Python: what the package `waxwing` in this folder is made of.
//!
//! The classes here are thin: each holds a thing of the workshop (a position, an agent's mind, a store), says texts and
//! numbers, and leaves tables, drawings and words to the Python files beside it. Reports travel as JSON, which both sides
//! have anyway.
//!
//! Where to start reading: `position.rs`; then `mind.rs` for searches, `rules.rs` for games that are written in Python, and
//! `house.rs` for how a process comes to know them.

mod errors;
mod house;
mod lab;
mod lots;
mod matches;
mod mind;
mod moves;
mod position;
mod random;
mod rules;
mod serving;
mod settings;
mod state;
mod strategy;
mod threads;
mod waiting;

use pyo3::prelude::*;

/// What the package `waxwing` is made of.
#[pymodule]
mod _waxwing {
    #[pymodule_export]
    use crate::house::{
        add_game, add_strategy, agents, canonical, explain, game_entries, levels, run_command_line, without,
    };
    #[pymodule_export]
    use crate::lab::{Experiment, Store, version};
    #[pymodule_export]
    use crate::lots::{Lot, Lots};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::mind::{Mind, why};
    #[pymodule_export]
    use crate::position::{Position, open_game};
    #[pymodule_export]
    use crate::random::Random;
    #[pymodule_export]
    use crate::serving::serve;
    #[pymodule_export]
    use crate::strategy::{Iteration, Ply};
}
