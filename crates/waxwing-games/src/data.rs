//! Data files that are compiled in.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use waxwing::Game;
use waxwing::knowledge::{Evaluation, EvaluationFileError, FeatureFile, LearnedFile, learned as read_learned};

/// The weights of a file as `waxwing learn features` writes it.
pub(crate) fn feature_weights(text: &str) -> Vec<f32> {
    text.parse::<FeatureFile>().expect("a data file that is compiled in can be read").weights
}

/// The bytes of a file beside the calling one, as `waxwing learn evaluation` writes it. A page has none: it would have to load
/// all of them before the first move. What it has is what it was given ([`provide_learned`]).
macro_rules! learned_file {
    ($name:literal) => {
        if cfg!(target_family = "wasm") { None } else { Some(include_bytes!($name).as_slice()) }
    };
}
pub(crate) use learned_file;

/// Files of learned evaluations that came while the program ran, by the games that they are about.
static PROVIDED: Mutex<BTreeMap<String, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Gives a game the file of its evaluation `learned`, where the program itself has none: in a browser. It is used where the game's
/// knowledge is asked from now on. Fails if it is no such file.
pub fn provide_learned(file: &[u8]) -> Result<(), EvaluationFileError> {
    let game = LearnedFile::read(file)?.game;
    PROVIDED.lock().unwrap_or_else(PoisonError::into_inner).insert(game, file.to_vec());
    Ok(())
}

/// The evaluation that a game brings with it. It is read when it is asked for first.
pub(crate) struct Kept<G: Game> {
    game: &'static str,
    file: Option<&'static [u8]>,
    read: OnceLock<Option<Evaluation<G>>>,
}

impl<G: Game> Kept<G> {
    pub const fn new(game: &'static str, file: Option<&'static [u8]>) -> Kept<G> {
        Kept { game, file, read: OnceLock::new() }
    }

    /// The evaluation. None where the file is for other squares: it is to be learned anew, which goes without it, and the tests say
    /// so. None either as long as there is no file.
    pub fn get(&self, start: impl FnOnce() -> G) -> Option<Evaluation<G>> {
        let read = |file: &[u8]| self.read.get_or_init(|| read_learned(file, &start()).ok()).clone();
        match (self.read.get(), self.file) {
            (Some(evaluation), _) => evaluation.clone(),
            (None, Some(file)) => read(file),
            (None, None) => {
                let provided = PROVIDED.lock().unwrap_or_else(PoisonError::into_inner);
                read(provided.get(self.game)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Othello;

    #[test]
    fn a_game_without_a_file_has_the_evaluation_that_is_provided() {
        static KEPT: Kept<Othello> = Kept::new("othello", None);
        assert!(KEPT.get(Othello::new).is_none());
        let file = include_bytes!("othello/learned.bin");
        assert!(provide_learned(&file[..1_000]).is_err() && KEPT.get(Othello::new).is_none());
        provide_learned(file).unwrap();
        assert_eq!(KEPT.get(Othello::new).unwrap().name(), "learned");
    }
}
