//! The progress of a run: a table that is drawn in place on a terminal, lines of a log elsewhere.

use std::time::{Duration, Instant};

use waxwing_lab::{CellProgress, RunProgress};

use crate::failure::tell;
use crate::live::Live;
use crate::show::{self, dim, fraction, heading, interval};

/// How often a log gets a line.
const LOG: Duration = Duration::from_secs(30);

/// Where progress is shown.
pub struct RunDisplay {
    live: Option<Live>,
    logged: Instant,
    complete: Vec<bool>,
}

impl RunDisplay {
    /// On the terminal, if there is one and nothing else is printed there.
    pub fn new(quiet: bool) -> RunDisplay {
        let live = if quiet { None } else { Live::on_terminal() };
        RunDisplay { live, logged: Instant::now(), complete: Vec::new() }
    }

    pub fn show(&mut self, now: &RunProgress) {
        match &mut self.live {
            // A terminal that cannot be drawn on is no reason to end a run.
            Some(live) => drop(live.draw(&dashboard(now, live.height()))),
            None => self.log(now),
        }
    }

    /// Takes the table away, to make room for the result.
    pub fn clear(&mut self) {
        if let Some(live) = &mut self.live {
            drop(live.draw(&[]));
        }
    }

    fn log(&mut self, now: &RunProgress) {
        let complete: Vec<bool> = now.cells.iter().map(CellProgress::is_complete).collect();
        // What was complete before the run began is no news.
        if !self.complete.is_empty() {
            let news =
                complete.iter().zip(&self.complete).zip(&now.cells).filter(|((now, before), _)| **now && !**before);
            news.for_each(|(_, cell)| tell(&cell_line(cell)));
        }
        self.complete = complete;
        if self.logged.elapsed() >= LOG {
            tell(&summary(now));
            self.logged = Instant::now();
        }
    }
}

fn cell_line(cell: &CellProgress) -> String {
    let (experiment, label) = &cell.name;
    let games = show::plural(cell.finished, "game");
    format!(
        "{experiment} · {label}: score {} {}, {games}",
        fraction(cell.score.mean()),
        interval(cell.score.mean_interval())
    )
}

fn summary(now: &RunProgress) -> String {
    let rate = now.played as f64 / now.elapsed.as_secs_f64().max(1e-9);
    let left = if now.played == 0 { "-".into() } else { show::seconds(now.missing() as f64 / rate) };
    let complete = now.cells.iter().filter(|cell| cell.is_complete()).count();
    let failed = if now.failed > 0 { format!(", {} failed", show::thousands(now.failed)) } else { String::new() };
    format!(
        "{} of {} cells, {} played{failed}, {} games/s, {} missing, {left} left",
        complete,
        now.cells.len(),
        show::plural(now.played, "game"),
        show::rate(rate),
        show::thousands(now.missing()),
    )
}

/// The summary, and the cells at work as far as there is room.
fn dashboard(now: &RunProgress, height: usize) -> Vec<String> {
    const AROUND: usize = 4;
    let mut open: Vec<&CellProgress> = now.cells.iter().filter(|cell| !cell.is_complete()).collect();
    open.sort_by_key(|cell| cell.wanted.saturating_sub(cell.finished));
    let hidden = open.len().saturating_sub(height.saturating_sub(AROUND));
    open.truncate(height.saturating_sub(AROUND));
    let mut table = show::TextTable::new(&["cell", ">games", ">of", ">score", "95 %", "at any time"]);
    for cell in open {
        let always = cell.results.anytime_interval();
        table.row([
            cell.name.1.clone(),
            show::thousands(cell.finished),
            show::thousands(cell.wanted),
            fraction(cell.score.mean()),
            interval(cell.score.mean_interval()),
            interval(always),
        ]);
    }
    let mut lines = vec![heading(summary(now))];
    lines.extend(table.lines());
    if hidden > 0 {
        lines.push(dim(format!("  and {hidden} more cells")));
    }
    lines
}
