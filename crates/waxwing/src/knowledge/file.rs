//! Evaluations in files.
//!
//! A file is a text: comments after `#`, a few lines that say what it is, and numbers.
//!
//! ```text
//! # Weights of features in breakthrough
//! kind: features
//! version: 1
//! game: breakthrough
//! 0.3508 0.6664 0.5567 …
//! ```
//!
//! This kind has a weight for each of the game's features ([`Features`](super::Features)), as `waxwing learn features`
//! writes them. A state is worth tanh(Σ/2) of the weights that hold in it, which is 2V - 1 where V = σ(Σ) is the share of
//! wins that TD(λ) has learned to expect. The other kind is what `waxwing learn evaluation` writes, whose weights are bytes:
//! [`LearnedFile`].

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;

use super::learned::LEARNED;
use super::learned::{LearnedFile, evaluation_of};
use super::{Evaluation, Evaluator};
use crate::game::{Game, Player, Turn};

/// The kind of a file of weights of features.
const FEATURES: &str = "features";
const VERSION: &str = "1";
/// A larger file is refused: it is something else.
const MOST_BYTES: u64 = 1 << 26;
/// Weights in one line of a file.
const IN_A_LINE: usize = 8;
/// The most that a position of a game that goes on is worth: less than a won game.
const MOST: f32 = 0.999_9;

/// Why a file gives no evaluation for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationFileError {
    /// It cannot be read, for this reason.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// A line that says what the file is does not exist.
    #[error("it has no line `{0}: …`, as files of evaluations have")]
    Missing(&'static str),
    /// It is of a kind that is not known.
    #[error("its kind is `{0}`, and only `{FEATURES}` and `{LEARNED}` are known")]
    Kind(String),
    /// It is of a version that is not known.
    #[error("its version is `{0}`, and only {VERSION} is known")]
    Version(String),
    /// It has a line that is neither numbers nor anything else that is known.
    #[error("line {line}: `{word}` is not a finite number")]
    Number {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is written there.
        word: String,
    },
    /// The game has no features.
    #[error("it has weights of features, and this game has no features")]
    NoFeatures,
    /// It is for another game.
    #[error("it is for the game `{file}`, and this is `{game}`")]
    OtherGame {
        /// The game of the file.
        file: String,
        /// The game at hand.
        game: String,
    },
    /// Nothing says what stands where in the game.
    #[error("it is a learned evaluation, and nothing says what stands where in this game")]
    NoSquares,
    /// It is for another version of the game.
    #[error("it has weights for {file}, and this game needs them for {game}; learn it anew")]
    Layout {
        /// What the file's model looks at.
        file: String,
        /// What the game's model looks at.
        game: String,
    },
    /// Bytes are missing, or there are too many.
    #[error("it has {found} bytes of weights where it says that there are {expected}")]
    Length {
        /// What the file says.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// A weight is no number.
    #[error("a unit of its weights is not a finite number")]
    Unit,
    /// It has too few or too many weights.
    #[error("it has {found} weights, and this game has {features} features")]
    Count {
        /// The weights of the file.
        found: usize,
        /// The features of the game.
        features: usize,
    },
}

/// What a file of weights of features holds. It prints as the text of the file, which reads back as the same.
///
/// ```
/// use waxwing::knowledge::FeatureFile;
///
/// let file: FeatureFile = "kind: features\nversion: 1\ngame: nim\n0.5 -1 # two weights".parse()?;
/// assert_eq!((&*file.game, &file.weights[..]), ("nim", &[0.5, -1.0][..]));
/// assert_eq!(file.to_string().parse(), Ok(file));
/// # Ok::<(), waxwing::knowledge::EvaluationFileError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureFile {
    /// The game whose features they are.
    pub game: String,
    /// What each feature is worth.
    pub weights: Vec<f32>,
}

impl FromStr for FeatureFile {
    type Err = EvaluationFileError;

    fn from_str(text: &str) -> Result<FeatureFile, EvaluationFileError> {
        let (mut kind, mut version, mut game, mut weights) = (None, None, None, Vec::new());
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                Some(("kind", value)) => kind = Some(value),
                Some(("version", value)) => version = Some(value),
                Some(("game", value)) => game = Some(value),
                _ => add_numbers(line, number + 1, &mut weights)?,
            }
        }
        match kind.ok_or(EvaluationFileError::Missing("kind"))? {
            FEATURES => {}
            other => return Err(EvaluationFileError::Kind(other.to_owned())),
        }
        match version.ok_or(EvaluationFileError::Missing("version"))? {
            VERSION => {}
            other => return Err(EvaluationFileError::Version(other.to_owned())),
        }
        let game = game.ok_or(EvaluationFileError::Missing("game"))?.to_owned();
        Ok(FeatureFile { game, weights })
    }
}

fn add_numbers(line: &str, number: usize, numbers: &mut Vec<f32>) -> Result<(), EvaluationFileError> {
    for word in line.split_whitespace() {
        let read = word.parse::<f32>().ok().filter(|number| number.is_finite());
        let shown = || EvaluationFileError::Number { line: number, word: word.chars().take(40).collect() };
        numbers.push(read.ok_or_else(shown)?);
    }
    Ok(())
}

impl fmt::Display for FeatureFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "kind: {FEATURES}\nversion: {VERSION}\ngame: {}", self.game)?;
        for line in self.weights.chunks(IN_A_LINE) {
            let numbers: Vec<String> = line.iter().map(|weight| weight.to_string()).collect();
            writeln!(f, "{}", numbers.join(" "))?;
        }
        Ok(())
    }
}

/// The evaluation of a file for a game.
pub(crate) fn load<G: Game>(path: &str, game: &G) -> Result<Evaluation<G>, EvaluationFileError> {
    Ok(Evaluation::of_file(path, evaluator(&read(path)?, game)?))
}

/// The bytes of a file. This is the one place where the library reads any.
fn read(path: &str) -> Result<Vec<u8>, EvaluationFileError> {
    let unreadable = |error: std::io::Error| EvaluationFileError::Unreadable(error.to_string());
    let file = File::open(path).map_err(unreadable)?;
    let data = file.metadata().map_err(unreadable)?;
    // A pipe might never end.
    if !data.is_file() || data.len() > MOST_BYTES {
        let reason = format!("it is not a file of at most {} MB", MOST_BYTES >> 20);
        return Err(EvaluationFileError::Unreadable(reason));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// What the first lines of a file say that it is.
fn kind_of(bytes: &[u8]) -> Option<&str> {
    let mut lines = bytes.split(|&byte| byte == b'\n').map_while(|line| std::str::from_utf8(line).ok());
    lines.find_map(|line| line.split('#').next()?.trim().strip_prefix("kind:")).map(str::trim)
}

/// What a file says about a game.
fn evaluator<G: Game>(bytes: &[u8], game: &G) -> Result<Arc<dyn Evaluator<G>>, EvaluationFileError> {
    if kind_of(bytes) == Some(LEARNED) {
        return evaluation_of(&LearnedFile::read(bytes)?, game);
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| EvaluationFileError::Unreadable("it is no text".to_owned()))?;
    let file: FeatureFile = text.parse()?;
    let features = game.knowledge().features().ok_or(EvaluationFileError::NoFeatures)?;
    if file.game != features.game() {
        return Err(EvaluationFileError::OtherGame { file: file.game, game: features.game().to_owned() });
    }
    let (found, features) = (file.weights.len(), features.initial().len());
    if found != features {
        return Err(EvaluationFileError::Count { found, features });
    }
    Ok(Arc::new(SumOfFeatures { weights: file.weights }))
}

/// tanh(Σ/2) of the weights of the features that hold.
struct SumOfFeatures {
    weights: Vec<f32>,
}

thread_local! {
    /// Room for the features of a state.
    static HELD: Cell<Vec<u16>> = const { Cell::new(Vec::new()) };
}

impl<G: Game> Evaluator<G> for SumOfFeatures {
    fn evaluate(&self, state: &G, player: Player) -> f32 {
        if state.turn() == Turn::Over {
            return (2.0 * state.reward(player).value() - 1.0) as f32;
        }
        let mut held = HELD.take();
        held.clear();
        if let Some(features) = state.knowledge().features() {
            features.holding(state, player, &mut held);
        }
        let sum: f32 = held.iter().map(|&feature| self.weights[usize::from(feature)]).sum();
        HELD.set(held);
        libm::tanhf(sum / 2.0).clamp(-MOST, MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "kind: features\nversion: 1\ngame: nim\n";

    fn error(text: &str) -> String {
        text.parse::<FeatureFile>().unwrap_err().to_string()
    }

    #[test]
    fn comments_and_the_order_of_the_first_lines_do_not_matter() {
        let text = "# made today: yes\n\ngame:  two words \nversion: 1\nkind: features\n1 2.5e-1 # half: no\n-3\n";
        let file: FeatureFile = text.parse().unwrap();
        assert_eq!(file, FeatureFile { game: "two words".into(), weights: vec![1.0, 0.25, -3.0] });
        assert_eq!(file.to_string().parse(), Ok(file));
    }

    #[test]
    fn a_text_that_is_something_else_is_refused_with_what_is_wrong() {
        assert_eq!(error("1 2 3"), "it has no line `kind: …`, as files of evaluations have");
        assert_eq!(error("kind: features\n1"), "it has no line `version: …`, as files of evaluations have");
        assert_eq!(error("kind: features\nversion: 1"), "it has no line `game: …`, as files of evaluations have");
        assert_eq!(
            error("kind: network\nversion: 1"),
            "its kind is `network`, and only `features` and `learned` are known"
        );
        assert_eq!(error("kind: features\nversion: 2"), "its version is `2`, and only 1 is known");
        assert_eq!(error(&format!("{HEADER}1\n2 x")), "line 5: `x` is not a finite number");
        assert_eq!(error(&format!("{HEADER}1 inf")), "line 4: `inf` is not a finite number");
        assert_eq!(error("size: 3"), "line 1: `size:` is not a finite number");
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let message = read("no/such/file").unwrap_err().to_string();
        assert!(message.starts_with("it cannot be read: "), "{message}");
        let folder = read(".").unwrap_err().to_string();
        assert!(folder.starts_with("it cannot be read: it is not a file of at most 64 MB"), "{folder}");
    }
}
