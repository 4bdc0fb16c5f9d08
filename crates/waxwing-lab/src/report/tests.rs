//! Reports from the outside.
