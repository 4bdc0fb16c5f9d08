//! The file of a learned evaluation.
//!
//! It begins with a text, comments after `#` and a few lines that say what it is; behind it are weights. Those of a part (a
//! shape of tuples at a stage, or all of a layer at a stage) are a unit (a float of 4 bytes) and the weights in whole units: a
//! byte each in tables of tuples, two in layers. Bytes of lower order come first.
//!
//! ```text
//! # Evaluation of othello, made by Waxwing 0.1.0:
//! #   waxwing learn evaluation othello …
//! kind: learned
//! version: 1
//! game: othello
//! layout: 67 places, 4 stages, tuples 4x3321 …
//! weights: 451512 bytes
//! ```

use super::super::file::EvaluationFileError;
use super::layout::{Form, Layout};
use super::tuples::{quantised, unit};

/// The kind of a file with a learned evaluation.
pub(crate) const LEARNED: &str = "learned";
const VERSION: &str = "1";
/// The last line of the text says how many bytes follow.
const WEIGHTS: &str = "weights";
/// The text is in the first bytes of a file.
const MOST_TEXT: usize = 1 << 14;

/// What a file with a learned evaluation holds.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedFile {
    /// The game that it is about, with its options.
    pub game: String,
    /// What its model looks at.
    layout: String,
    /// The weights, each in units.
    bytes: Vec<u8>,
}

impl LearnedFile {
    /// The file of a model's weights, rounded to whole units.
    pub(super) fn new(game: String, layout: &Layout, weights: &[f32]) -> LearnedFile {
        let (mut bytes, mut rest) = (Vec::new(), weights);
        for part in parts(layout) {
            let (own, others) = rest.split_at(part);
            rest = others;
            let most = if is_wide(layout) { i16::MAX as f32 } else { i8::MAX as f32 };
            let unit = unit(own, most);
            bytes.extend(unit.to_le_bytes());
            for &weight in own {
                let whole = quantised(weight, unit) as i16;
                if is_wide(layout) { bytes.extend(whole.to_le_bytes()) } else { bytes.push(whole as u8) }
            }
        }
        LearnedFile { game, layout: layout.describe(), bytes }
    }

    /// The file's bytes, with comments at its beginning: each line is to begin with `#`.
    pub fn to_bytes(&self, comments: &str) -> Vec<u8> {
        let LearnedFile { game, layout, bytes } = self;
        let lines = format!(
            "kind: {LEARNED}\nversion: {VERSION}\ngame: {game}\nlayout: {layout}\n{WEIGHTS}: {} bytes\n",
            bytes.len()
        );
        [comments.as_bytes(), lines.as_bytes(), bytes].concat()
    }

    /// Reads a file. Fails if it is none, or if bytes are missing or left over.
    pub fn read(file: &[u8]) -> Result<LearnedFile, EvaluationFileError> {
        let (mut kind, mut version, mut game, mut layout) = (None, None, None, None);
        let mut rest = file;
        let expected = loop {
            let end = rest.iter().take(MOST_TEXT).position(|&byte| byte == b'\n');
            let line = end.and_then(|end| std::str::from_utf8(&rest[..end]).ok());
            let (Some(end), Some(line)) = (end, line) else {
                return Err(EvaluationFileError::Missing(if kind.is_none() { "kind" } else { WEIGHTS }));
            };
            rest = &rest[end + 1..];
            match line.split('#').next().unwrap_or_default().split_once(':') {
                Some(("kind", value)) => kind = Some(value.trim()),
                Some(("version", value)) => version = Some(value.trim()),
                Some(("game", value)) => game = Some(value.trim()),
                Some(("layout", value)) => layout = Some(value.trim()),
                Some((WEIGHTS, value)) => break value.trim(),
                _ => {}
            }
        };
        match kind.ok_or(EvaluationFileError::Missing("kind"))? {
            LEARNED => {}
            other => return Err(EvaluationFileError::Kind(other.to_owned())),
        }
        match version.ok_or(EvaluationFileError::Missing("version"))? {
            VERSION => {}
            other => return Err(EvaluationFileError::Version(other.to_owned())),
        }
        if expected != format!("{} bytes", rest.len()) {
            let expected = expected.chars().take(40).collect();
            return Err(EvaluationFileError::Length { expected, found: rest.len() });
        }
        let game = game.ok_or(EvaluationFileError::Missing("game"))?.to_owned();
        let layout = layout.ok_or(EvaluationFileError::Missing("layout"))?.to_owned();
        Ok(LearnedFile { game, layout, bytes: rest.to_vec() })
    }

    /// The weights, for a game of this layout.
    pub(super) fn weights(&self, game: &str, layout: &Layout) -> Result<Vec<f32>, EvaluationFileError> {
        if self.game != game {
            return Err(EvaluationFileError::OtherGame { file: self.game.clone(), game: game.to_owned() });
        }
        let wide = is_wide(layout);
        let width = if wide { 2 } else { 1 };
        let length: usize = parts(layout).map(|part| 4 + part * width).sum();
        let described = layout.describe();
        if self.layout != described || length != self.bytes.len() {
            return Err(EvaluationFileError::Layout { file: self.layout.clone(), game: described });
        }
        let (mut weights, mut rest) = (Vec::with_capacity(layout.weights()), &self.bytes[..]);
        for part in parts(layout) {
            let (unit, others) = rest.split_first_chunk::<4>().expect("the length is that of all parts");
            let (own, others) = others.split_at(part * width);
            rest = others;
            let unit = f32::from_le_bytes(*unit);
            if !unit.is_finite() {
                return Err(EvaluationFileError::Unit);
            }
            if wide {
                weights.extend(own.as_chunks::<2>().0.iter().map(|&two| f32::from(i16::from_le_bytes(two)) * unit));
            } else {
                weights.extend(own.iter().map(|&one| f32::from(one as i8) * unit));
            }
        }
        Ok(weights)
    }
}

/// Whether weights have two bytes.
fn is_wide(layout: &Layout) -> bool {
    matches!(layout.form, Form::Layer { .. })
}

/// How many weights have a unit in common.
fn parts(layout: &Layout) -> impl Iterator<Item = usize> {
    let in_a_stage = match &layout.form {
        Form::Tuples(shapes) => shapes.iter().map(|shape| shape.classes).collect(),
        Form::Layer { .. } => vec![layout.weights() / layout.stages],
    };
    (0..layout.stages).flat_map(move |_| in_a_stage.clone())
}
