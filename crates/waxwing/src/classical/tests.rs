//! Searches of small games.
