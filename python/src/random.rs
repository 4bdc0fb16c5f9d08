//! Random numbers for games that are written in Python.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use waxwing::Rng;

/// A seeded generator, with the methods of `random.Random` that games use.
///
/// >>> import waxwing as ww
/// >>> ww.Random(1).randrange(6) == ww.Random(1).randrange(6)
/// True
#[pyclass(frozen, module = "waxwing")]
pub struct Random {
    rng: Mutex<Rng>,
}

impl Random {
    pub fn of(rng: &Rng) -> Random {
        Random { rng: Mutex::new(rng.clone()) }
    }

    /// The generator as it is now.
    pub fn state(&self) -> Rng {
        self.rng.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn with<T>(&self, draw: impl FnOnce(&mut Rng) -> T) -> T {
        draw(&mut self.rng.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl Random {
    #[new]
    fn new(seed: u64) -> Random {
        Random { rng: Mutex::new(Rng::new(seed)) }
    }

    /// The same generator in the same place: from here on both draw alike.
    fn __copy__(&self) -> Random {
        Random::of(&self.state())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Random {
        self.__copy__()
    }

    /// A number in [0, 1).
    fn random(&self) -> f64 {
        self.with(|rng| f64::from(rng.unit()))
    }

    /// A whole number from 0 up to, but not including, `stop`.
    fn randrange(&self, stop: usize) -> PyResult<usize> {
        if stop == 0 {
            return Err(PyValueError::new_err("there is no number below 0 to draw"));
        }
        Ok(self.with(|rng| rng.below(stop)))
    }

    /// One of the items of a sequence.
    fn choice<'py>(&self, items: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count = items.len()?;
        if count == 0 {
            return Err(PyIndexError::new_err("there is nothing to choose from"));
        }
        items.get_item(self.with(|rng| rng.below(count)))
    }

    /// Puts the items of a list in a random order.
    fn shuffle(&self, items: &Bound<'_, PyAny>) -> PyResult<()> {
        for last in (1..items.len()?).rev() {
            let other = self.with(|rng| rng.below(last + 1));
            let (one, two) = (items.get_item(last)?, items.get_item(other)?);
            items.set_item(last, two)?;
            items.set_item(other, one)?;
        }
        Ok(())
    }
}
