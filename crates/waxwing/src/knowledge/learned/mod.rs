//! Evaluations that are learned: what stands on the places of a board, and a model that says what it is worth.
//!
//! - [`Squares`] (`squares.rs`): what a game says of its places, as small numbers in the view of the player to move;
//! - [`Layout`] (`layout.rs`): how many contents a place has, and what a model looks at: tuples of places with the symmetries of
//!   the board, or all places behind one hidden layer;
//! - `tuples.rs` and `layer.rs`: the two models, each as it learns and as it plays, with weights in one or two bytes;
//! - [`Teacher`] (`teacher.rs`): TD(λ) from games of the model with itself;
//! - `file.rs`: the file of a learned evaluation.
//!
//! A model says how often the player in whose view it looks may be expected to win: V = σ(x). As an evaluation that is
//! 2V - 1 = tanh(x/2).

mod file;
mod layer;
mod layout;
mod model;
mod player;
mod squares;
mod teacher;
#[cfg(test)]
mod tests;
mod tuples;

pub(super) use file::LEARNED;
pub use file::LearnedFile;
pub use layout::{Code, Layout, LayoutError};
pub(super) use player::evaluation_of;
pub use player::learned;
pub use squares::{Squares, lend_squares, squares_of};
pub use teacher::{Course, Opponent, Teacher, TeacherError, Tried};
