//! What Python is told when something goes wrong.

use pyo3::import_exception;
use pyo3::prelude::*;
use waxwing::agent::ExpressionError as WrongExpression;
use waxwing_workshop::{MoveError as WrongMove, ThinkError};

use crate::waiting::{behind, keep};

import_exception!(waxwing.errors, WaxwingError);
import_exception!(waxwing.errors, ExpressionError);
import_exception!(waxwing.errors, MoveError);
import_exception!(waxwing.errors, SearchError);

/// Any error of Waxwing, in its own words.
pub fn failed(error: impl ToString) -> PyErr {
    WaxwingError::new_err(error.to_string())
}

/// An expression or a game that cannot be read, with the place in its text. What a game or a strategy in Python has raised is its
/// cause.
pub fn wrong_expression(error: WrongExpression) -> PyErr {
    let message = error.to_string();
    let cause = behind(&message);
    let error = ExpressionError::new_err(message);
    if cause.is_some() {
        Python::attach(|py| error.set_cause(py, cause));
    }
    error
}

/// What is said of an exception where only words go on; it is kept for [`wrong_expression`].
pub fn in_words(py: Python<'_>, whose: &str, error: PyErr) -> String {
    let value = error.value(py).to_string();
    let said = format!("{whose}: {}", if value.is_empty() { error.to_string() } else { value });
    keep(&said, error);
    said
}

/// A move that is not possible.
pub fn wrong_move(error: WrongMove) -> PyErr {
    MoveError::new_err(error.to_string())
}

/// A search that cannot go on.
pub fn cannot_think(error: ThinkError) -> PyErr {
    SearchError::new_err(error.to_string())
}
