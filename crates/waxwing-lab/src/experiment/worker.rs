//! Playing one game after the other, whatever happens in them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use waxwing::panics::caught;

use super::cell_games::{CellGames, Unfinished};
use super::store::PackedGame;

/// A game to be played: the place of its cell in the run, and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub unit: usize,
    pub number: u64,
}

/// How a game ended.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum End {
    Played(Box<PackedGame>),
    /// It broke off, with what is known of the reason.
    Failed(String),
    /// The run was stopped.
    Stopped,
}

/// Plays a game, whatever happens in it.
pub(super) fn play(games: &dyn CellGames, number: u64, stop: &AtomicBool) -> End {
    match caught(|| games.play(number, stop)) {
        Ok(Ok(played)) => End::Played(Box::new(PackedGame::of(&played))),
        Ok(Err(Unfinished::Failed(reason))) => End::Failed(reason),
        Ok(Err(Unfinished::Stopped)) => End::Stopped,
        Err(panic) => End::Failed(format!("panicked at {panic}")),
    }
}

/// One that plays, with a hand on it.
#[derive(Default)]
pub(super) struct Worker {
    halt: AtomicBool,
    began: Mutex<Option<Instant>>,
}

impl Worker {
    /// Plays what is to be played until there is nothing more.
    pub(super) fn work(
        &self,
        cells: &[Box<dyn CellGames>],
        jobs: &Mutex<Receiver<Job>>,
        done: &Sender<(Job, End)>,
        stop: &AtomicBool,
    ) {
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            self.set_began(Some(Instant::now()));
            self.halt.store(stop.load(Relaxed), Relaxed);
            let end = self.play(cells[job.unit].as_ref(), job.number, stop);
            self.set_began(None);
            if done.send((job, end)).is_err() {
                return;
            }
        }
    }

    fn play(&self, games: &dyn CellGames, number: u64, stop: &AtomicBool) -> End {
        if stop.load(Relaxed) {
            return End::Stopped;
        }
        match play(games, number, &self.halt) {
            End::Stopped if !stop.load(Relaxed) => End::Failed("took longer than a game may".into()),
            // What breaks off when all is to end may have been interrupted: it is played again.
            End::Failed(_) if stop.load(Relaxed) => End::Stopped,
            end => end,
        }
    }

    fn set_began(&self, began: Option<Instant>) {
        *self.began.lock().unwrap_or_else(PoisonError::into_inner) = began;
    }

    /// Ends the game at hand if all are to end, or if it takes too long.
    pub(super) fn supervise(&self, stop: bool, longest: Option<Duration>) {
        let began = *self.began.lock().unwrap_or_else(PoisonError::into_inner);
        let too_long = began.zip(longest).is_some_and(|(began, longest)| began.elapsed() > longest);
        if stop || too_long {
            self.halt.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::cell_games::Played;
    use crate::experiment::testing::spec;
    use crate::testing::workshop;
    use std::sync::mpsc;
    use waxwing::Expression;
    use waxwing_workshop::Assignment;
    use waxwing_workshop::Seeds;

    /// A cell in which every third game panics.
    struct Unlucky(Box<dyn CellGames>);

    impl CellGames for Unlucky {
        fn play(&self, number: u64, stop: &AtomicBool) -> Result<Played, Unfinished> {
            assert!(number % 3 != 1, "game {number} is unlucky");
            self.0.play(number, stop)
        }
        fn seating(&self, number: u64) -> (Seeds, &Assignment) {
            self.0.seating(number)
        }
        fn agents(&self) -> &[Expression] {
            self.0.agents()
        }
        fn has_chance(&self) -> bool {
            false
        }
        fn show(&self, moves: &str) -> Result<String, String> {
            self.0.show(moves)
        }
    }

    #[test]
    fn a_game_that_panics_is_told_with_its_words_and_others_go_on() {
        let cells: Vec<Box<dyn CellGames>> =
            vec![Box::new(Unlucky(spec(["uct", "random"], "5").cell_games(&workshop()).unwrap()))];
        let (sender, jobs) = mpsc::channel();
        let (done, ended) = mpsc::channel();
        (0..4).for_each(|number| sender.send(Job { unit: 0, number }).unwrap());
        drop(sender);
        Worker::default().work(&cells, &Mutex::new(jobs), &done, &AtomicBool::new(false));
        drop(done);
        let ends: Vec<End> = ended.into_iter().map(|(_, end)| end).collect();
        let message = match &ends[1] {
            End::Failed(message) => message,
            _ => panic!("the second game is unlucky"),
        };
        assert!(message.contains("worker.rs:") && message.ends_with(": game 1 is unlucky"), "{message}");
        assert!([0, 2, 3].iter().all(|&game: &usize| matches!(ends[game], End::Played(_))));
    }
}
