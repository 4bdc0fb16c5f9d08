//! The games of the papers.
