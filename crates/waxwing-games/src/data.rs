//! Data files that are compiled in.

use waxwing::knowledge::FeatureFile;

/// The weights of a file as `waxwing learn features` writes it.
pub(crate) fn feature_weights(text: &str) -> Vec<f32> {
    text.parse::<FeatureFile>().expect("a data file that is compiled in can be read").weights
}
