//! Data files that are compiled in.

use std::any::Any;
use std::sync::LazyLock;

use waxwing::Game;
use waxwing::knowledge::{Evaluation, FeatureFile, learned as read_learned};

/// The weights of a file as `waxwing learn features` writes it.
pub(crate) fn feature_weights(text: &str) -> Vec<f32> {
    text.parse::<FeatureFile>().expect("a data file that is compiled in can be read").weights
}

/// The bytes of a file beside the calling one, as `waxwing learn evaluation` writes it. A page has none: it would have to load
/// all of them before the first move.
macro_rules! learned_file {
    ($name:literal) => {
        if cfg!(target_family = "wasm") { None } else { Some(&include_bytes!($name)[..]) }
    };
}
pub(crate) use learned_file;

/// The evaluation of such a file. None of a file that is for other squares: it is to be learned anew, which goes without it, and
/// the tests say so.
pub(crate) fn learned<G: Game>(file: Option<&[u8]>, game: &G) -> Option<Evaluation<G>> {
    read_learned(file?, game).ok()
}

/// An evaluation that is kept, if it is one for the games of a type.
pub(crate) fn of_type<G: Game, Kept: Game>(kept: &LazyLock<Option<Evaluation<Kept>>>) -> Option<Evaluation<G>> {
    // The type is looked at first: there is no need to read what is for another one.
    std::any::TypeId::of::<G>().eq(&std::any::TypeId::of::<Kept>()).then_some(())?;
    (kept.as_ref()? as &dyn Any).downcast_ref().cloned()
}
