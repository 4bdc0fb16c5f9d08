//! Matches, seat designs and statistics.
