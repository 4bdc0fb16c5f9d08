//! The progress of tuning and evolution: which stage is played, and how many of its games are finished.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use waxwing_lab::RunProgress;

use crate::failure::tell;
use crate::show::{self, dim};

/// How often a log gets a line.
const LOG: Duration = Duration::from_secs(30);

/// A bar on a terminal, lines of a log elsewhere.
pub struct StageDisplay {
    bar: ProgressBar,
    logged: Instant,
}

impl StageDisplay {
    pub fn new() -> StageDisplay {
        StageDisplay { bar: show::progress_bar(0, "games"), logged: Instant::now() }
    }

    /// Shows a stage.
    pub fn show(&mut self, stage: &str, now: &RunProgress) {
        self.bar.set_length(now.wanted());
        self.bar.set_position(now.finished());
        self.bar.set_message(stage.to_owned());
        if self.bar.is_hidden() && self.logged.elapsed() >= LOG {
            tell(&dim(format!(
                "{stage}: {} of {} games",
                show::thousands(now.finished()),
                show::thousands(now.wanted())
            )));
            self.logged = Instant::now();
        }
    }

    /// Takes it away.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }
}
