//! The moves of a game that is written in Python: objects there, numbers here.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyString;

/// A move: its place among all that have been seen, and a key that is the same in every process, since it comes of its text.
#[derive(Clone, Copy)]
pub struct PyMove {
    pub number: u32,
    pub key: u64,
}

impl PartialEq for PyMove {
    fn eq(&self, other: &PyMove) -> bool {
        self.number == other.number
    }
}

impl Eq for PyMove {}

impl Hash for PyMove {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}

impl std::fmt::Debug for PyMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PyMove({})", self.number)
    }
}

/// All moves of a game that have been seen, by their numbers and texts.
#[derive(Default)]
pub struct SeenMoves {
    objects: Vec<Py<PyAny>>,
    texts: Vec<String>,
    keys: Vec<u64>,
    by_text: HashMap<String, u32>,
}

impl SeenMoves {
    /// The move of a text: the one that was written so before, or else this object.
    pub fn add(&mut self, object: &Bound<'_, PyAny>, text: &str) -> PyMove {
        if let Some(known) = self.named(text) {
            return known;
        }
        let number = self.objects.len() as u32;
        self.keys.push(key_of(text));
        self.objects.push(object.clone().unbind());
        self.by_text.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        self.at(number)
    }

    /// The move of a number.
    pub fn at(&self, number: u32) -> PyMove {
        PyMove { number, key: self.keys[number as usize] }
    }

    pub fn object<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        self.objects[number as usize].bind(py).clone()
    }

    pub fn text(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    pub fn named(&self, text: &str) -> Option<PyMove> {
        self.by_text.get(text).map(|&number| self.at(number))
    }
}

/// How a move is written if the game does not say: as Python prints it, without spaces.
pub fn plain_text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text: Bound<'_, PyString> = object.str()?;
    Ok(text.to_str()?.split_whitespace().collect())
}

/// A key of a text, by FNV-1a and the finaliser of SplitMix64: the same on every machine.
pub fn key_of(text: &str) -> u64 {
    let hash = text
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3));
    waxwing::Rng::derive(hash, 0)
}
