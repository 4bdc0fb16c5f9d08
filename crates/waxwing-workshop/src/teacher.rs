//! A teacher of an evaluation, without the game's type. A page has none: what it plays by was learned before.

use waxwing::Notation;
use waxwing::knowledge::{Course, LearnedFile, Opponent, Teacher, TeacherError, Tried};

use crate::position::Position;

/// A model that learns from games with itself: a [`Teacher`] without the game's type.
pub trait AnyTeacher: Send {
    /// How many games have been played.
    fn played(&self) -> u64;
    /// How many weights the model has.
    fn weights(&self) -> usize;
    /// Plays the next game, and learns from it.
    fn play(&mut self);
    /// How far the model was from its goals since this was asked last ([`Teacher::mean_error`]).
    fn mean_error(&mut self) -> f64;
    /// Plays games against an opponent ([`Teacher::try_against`]).
    fn try_against(&mut self, opponent: Opponent, games: u64, seed: u64) -> Option<Tried>;
    /// All that it needs to go on from here.
    fn state(&self) -> Vec<u8>;
    /// Goes on from what [`AnyTeacher::state`] said of a teacher of the same game and course.
    fn restore(&mut self, state: &[u8]) -> Result<(), TeacherError>;
    /// The file of what was learned.
    fn file(&self) -> LearnedFile;
}

impl<G: Notation> AnyTeacher for Teacher<G> {
    fn played(&self) -> u64 {
        self.played()
    }

    fn weights(&self) -> usize {
        self.weights()
    }

    fn play(&mut self) {
        self.play();
    }

    fn mean_error(&mut self) -> f64 {
        self.mean_error()
    }

    fn try_against(&mut self, opponent: Opponent, games: u64, seed: u64) -> Option<Tried> {
        self.try_against(opponent, games, seed)
    }

    fn state(&self) -> Vec<u8> {
        self.state()
    }

    fn restore(&mut self, state: &[u8]) -> Result<(), TeacherError> {
        self.restore(state)
    }

    fn file(&self) -> LearnedFile {
        self.file()
    }
}

impl Position {
    /// A teacher of an evaluation, for games that begin here. Fails where nothing can be taught.
    pub fn teacher(&self, course: Course) -> Result<Box<dyn AnyTeacher>, TeacherError> {
        self.line().teacher(course)
    }
}
