//! What Python is told when something goes wrong.

use pyo3::PyErr;
use pyo3::import_exception;
use waxwing::agent::ExpressionError as WrongExpression;
use waxwing_workshop::{MoveError as WrongMove, ThinkError};

import_exception!(waxwing.errors, WaxwingError);
import_exception!(waxwing.errors, ExpressionError);
import_exception!(waxwing.errors, MoveError);
import_exception!(waxwing.errors, SearchError);

/// Any error of Waxwing, in its own words.
pub fn failed(error: impl ToString) -> PyErr {
    WaxwingError::new_err(error.to_string())
}

/// An expression or a game that cannot be read, with the place in its text.
pub fn wrong_expression(error: WrongExpression) -> PyErr {
    ExpressionError::new_err(error.to_string())
}

/// A move that is not possible.
pub fn wrong_move(error: WrongMove) -> PyErr {
    MoveError::new_err(error.to_string())
}

/// A search that cannot go on.
pub fn cannot_think(error: ThinkError) -> PyErr {
    SearchError::new_err(error.to_string())
}
