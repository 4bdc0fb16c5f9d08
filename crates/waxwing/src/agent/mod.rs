//! Agents as text: the expression language, its errors, its catalogue of names and its presets.
//!
//! A text such as `rave(k=250) > mast + nast @5000` goes through [`syntax`] (characters to a tree with places), is
//! checked against the [`catalogue`], and becomes an [`Expression`]. Start reading there; [`PRESETS`] are the agents of
//! the papers by name.

mod arguments;
mod build;
mod call;
pub mod catalogue;
mod check;
mod classical;
mod contexts;
mod error;
mod expression;
mod making;
mod nearest;
mod operators;
mod parts;
mod presets;
mod print;
mod resigning;
mod running;
mod seat;
mod soundness;
pub mod syntax;
#[cfg(test)]
mod tests;
mod without;

pub use call::{Call, EvaluationSource, Value};
pub(crate) use contexts::meant as meant_context;
pub use contexts::{CONTEXT_WORDS, Context, ContextWord, Contexts};
pub use error::{ExpressionError, Span};
pub use expression::{Body, Border, Expression, Term, Weight, WrittenPolicy};
pub use operators::{OPERATORS, Operator};
pub use parts::{Part, PartKind};
pub use presets::{PRESETS, Preset};
pub use seat::Agent;
pub use syntax::parse_call;
