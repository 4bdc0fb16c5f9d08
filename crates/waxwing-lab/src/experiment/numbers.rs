//! Numbers and lists of numbers in experiment files.

use toml::Value;

use super::file::{At, FileError, Source};

/// Published numbers, one for each cell; not-a-number where there is none.
pub(super) struct Numbers(Vec<f64>);

impl Numbers {
    /// Reads a number for all cells, or a list with one for each. Lists may be nested, one level for each swept name.
    pub(super) fn read(
        source: &Source<'_>,
        key: &str,
        at: Option<&At<Value>>,
        cells: usize,
    ) -> Result<Numbers, FileError> {
        let Some(at) = at else { return Ok(Numbers(Vec::new())) };
        let mut numbers = Vec::new();
        let list = matches!(at.as_ref(), Value::Array(_));
        if !flatten(at.as_ref(), &mut numbers) {
            return Err(source.error(at, format!("`{key}` is a number, or a list of them (`nan` where there is none)")));
        }
        match numbers[..] {
            [one] if !list => Ok(Numbers(vec![one; cells])),
            _ if numbers.len() == cells => Ok(Numbers(numbers)),
            _ => {
                let message = format!("`{key}` has {} numbers; one for each cell would be {cells}", numbers.len());
                Err(source.error(at, message))
            }
        }
    }

    pub(super) fn get(&self, cell: usize) -> Option<f64> {
        self.0.get(cell).copied().filter(|number| number.is_finite())
    }
}

fn flatten(value: &Value, numbers: &mut Vec<f64>) -> bool {
    match value {
        Value::Integer(number) => numbers.push(*number as f64),
        Value::Float(number) => numbers.push(*number),
        Value::Array(values) => return values.iter().all(|value| flatten(value, numbers)),
        _ => return false,
    }
    true
}

/// A count of at least 1.
pub(super) fn count(source: &Source<'_>, key: &str, at: &At<i64>) -> Result<u64, FileError> {
    const MOST: u64 = 1_000_000_000;
    let number = u64::try_from(*at.as_ref()).ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| source.error(at, format!("`{key}` is a whole number from 1 to {MOST}")))
}

/// A number or a text as it is written in an expression.
pub(super) fn value_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) if number.is_finite() => Some(number.to_string()),
        _ => None,
    }
}
