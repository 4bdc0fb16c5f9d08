//! How much a player may think about one move.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

/// How much an agent may think about one move.
///
/// A budget reads itself from the text that follows the `@` of an expression, and prints the text that reads back as the
/// same budget:
///
/// ```
/// use std::time::Duration;
/// use waxwing::Budget;
///
/// for (text, budget) in [
///     ("5000", Budget::Iterations(5000)),
///     ("250ms", Budget::Time(Duration::from_millis(250))),
///     ("1.5s", Budget::Time(Duration::from_millis(1500))),
///     ("d6", Budget::Depth(6)),
///     ("until-stopped", Budget::UntilStopped),
/// ] {
///     assert_eq!(text.parse(), Ok(budget));
///     assert_eq!(budget.to_string(), text);
/// }
/// let error = "fast".parse::<Budget>().unwrap_err();
/// assert!(error.to_string().starts_with("`fast` is no budget"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// This many iterations, or nodes of a classical player.
    Iterations(u64),
    /// This much time by the clock, in whole microseconds.
    Time(Duration),
    /// This many plies: for classical players.
    Depth(u32),
    /// As much as there is until the search is stopped, or has nothing left to find out.
    UntilStopped,
}

/// Why a text is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BudgetError {
    /// It is none of the forms.
    #[error("`{0}` is no budget: {forms}", forms = BudgetError::FORMS)]
    Form(String),
    /// It is a number with a unit that there is none of.
    #[error("unknown unit `{0}`: {forms}", forms = BudgetError::FORMS)]
    Unit(String),
    /// It is nothing, or less.
    #[error("a budget of {0} must be more than 0")]
    NotPositive(&'static str),
    /// It is more than can be counted.
    #[error("a budget of {what} can be at most {most}")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// The most of it.
        most: u64,
    },
    /// It is a fraction of what comes whole.
    #[error("a budget of {0} is a whole number; a time has a unit: `1s`, `250ms`")]
    Fraction(&'static str),
    /// It is less time than can be measured.
    #[error("a budget of time is at least a microsecond")]
    TooShort,
}

impl BudgetError {
    /// The forms of a budget.
    pub const FORMS: &'static str = "`5000` (iterations), `1s`, `250ms` (time), `d6` (depth) or `until-stopped`";
}

const ITERATIONS: (&str, u64) = ("iterations", 1_000_000_000_000_000);
const PLIES: (&str, u64) = ("plies", 10_000);
const SECONDS: (&str, u64) = ("seconds", 1_000_000_000);

impl Budget {
    const UNTIL_STOPPED: &'static str = "until-stopped";

    /// The iterations after which a search ends.
    pub(crate) fn iterations(self) -> Option<u64> {
        match self {
            Budget::Iterations(iterations) => Some(iterations),
            _ => None,
        }
    }

    /// The time after which a search ends.
    pub(crate) fn time(self) -> Option<Duration> {
        match self {
            Budget::Time(time) => Some(time),
            _ => None,
        }
    }
}

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Budget, BudgetError> {
        let text = text.trim();
        if text == Budget::UNTIL_STOPPED {
            return Ok(Budget::UntilStopped);
        }
        if let Some(depth) = text.strip_prefix('d').filter(|depth| is_digits(depth)) {
            return Ok(Budget::Depth(whole(depth, text, PLIES)? as u32));
        }
        let letters = |c: char| c.is_alphabetic() || c == '-' || c == '_';
        let number = text.trim_end_matches(letters).trim_end();
        match text[number.len()..].trim_start() {
            _ if number.is_empty() => Err(BudgetError::Form(short(text))),
            "" => Ok(Budget::Iterations(whole(number, text, ITERATIONS)?)),
            "s" => time(number, text, 1.0),
            "ms" => time(number, text, 1e-3),
            unit if number.parse::<f64>().is_ok() => Err(BudgetError::Unit(short(unit))),
            _ => Err(BudgetError::Form(short(text))),
        }
    }
}

impl Display for Budget {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Iterations(count) => write!(f, "{count}"),
            Budget::Time(time) if *time < Duration::from_secs(1) => write!(f, "{}ms", time.as_micros() as f64 / 1e3),
            // Times are whole microseconds up to 1e15, which a float holds exactly.
            Budget::Time(time) => write!(f, "{}s", time.as_micros() as f64 / 1e6),
            Budget::Depth(depth) => write!(f, "d{depth}"),
            Budget::UntilStopped => f.write_str(Budget::UNTIL_STOPPED),
        }
    }
}

/// A number in its range. `text` is the budget that it is part of.
fn number(number: &str, text: &str, scale: f64, (what, most): (&'static str, u64)) -> Result<f64, BudgetError> {
    // What a float's own reader takes besides numbers, `inf` and `nan`, has no digit.
    let amount = number.parse::<f64>().ok().filter(|_| number.contains(|c: char| c.is_ascii_digit()));
    match amount.ok_or_else(|| BudgetError::Form(short(text)))? * scale {
        amount if amount <= 0.0 => Err(BudgetError::NotPositive(what)),
        amount if amount > most as f64 => Err(BudgetError::TooLarge { what, most }),
        amount => Ok(amount),
    }
}

fn whole(digits: &str, text: &str, range: (&'static str, u64)) -> Result<u64, BudgetError> {
    let amount = number(digits, text, 1.0, range)?;
    if amount.fract() == 0.0 { Ok(amount as u64) } else { Err(BudgetError::Fraction(range.0)) }
}

fn time(seconds: &str, text: &str, scale: f64) -> Result<Budget, BudgetError> {
    let micros = (number(seconds, text, scale, SECONDS)? * 1e6).round() as u64;
    if micros == 0 { Err(BudgetError::TooShort) } else { Ok(Budget::Time(Duration::from_micros(micros))) }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text in one short line, for messages.
fn short(text: &str) -> String {
    const LENGTH: usize = 40;
    let cut = if text.chars().nth(LENGTH).is_some() { "…" } else { "" };
    text.chars().take(LENGTH).map(|c| if c.is_control() { ' ' } else { c }).chain(cut.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_print_in_the_unit_that_suits_them() {
        for (micros, text) in [(250_000, "250ms"), (1_500, "1.5ms"), (1_000_000, "1s"), (1_250_000, "1.25s")] {
            assert_eq!(Budget::Time(Duration::from_micros(micros)).to_string(), text);
        }
    }

    #[test]
    fn a_text_that_is_no_budget_says_why_and_what_would_be_one() {
        let forms = BudgetError::FORMS;
        for (text, message) in [
            ("", format!("`` is no budget: {forms}")),
            ("soon", format!("`soon` is no budget: {forms}")),
            ("dog", format!("`dog` is no budget: {forms}")),
            ("inf", format!("`inf` is no budget: {forms}")),
            ("nans", format!("`nans` is no budget: {forms}")),
            ("5 000", format!("`5 000` is no budget: {forms}")),
            ("5x3", format!("`5x3` is no budget: {forms}")),
            ("5h", format!("unknown unit `h`: {forms}")),
            ("1 min", format!("unknown unit `min`: {forms}")),
            ("0", "a budget of iterations must be more than 0".into()),
            ("-3", "a budget of iterations must be more than 0".into()),
            ("d0", "a budget of plies must be more than 0".into()),
            ("-1s", "a budget of seconds must be more than 0".into()),
            ("2.5", "a budget of iterations is a whole number; a time has a unit: `1s`, `250ms`".into()),
            ("1e16", "a budget of iterations can be at most 1000000000000000".into()),
            ("d99999999999999999999", "a budget of plies can be at most 10000".into()),
            ("1e400s", "a budget of seconds can be at most 1000000000".into()),
            ("0.0001ms", "a budget of time is at least a microsecond".into()),
        ] {
            assert_eq!(text.parse::<Budget>().unwrap_err().to_string(), message, "`{text}`");
        }
        let long = "x".repeat(1_000).parse::<Budget>().unwrap_err().to_string();
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn space_around_a_budget_and_before_its_unit_is_free() {
        assert_eq!(" 250 ms ".parse(), Ok(Budget::Time(Duration::from_millis(250))));
        assert_eq!(" 1e3 ".parse(), Ok(Budget::Iterations(1000)));
    }

    fn any_budget() -> impl Strategy<Value = Budget> {
        let micros = |micros| Budget::Time(Duration::from_micros(micros));
        prop_oneof![
            (1..=ITERATIONS.1).prop_map(Budget::Iterations),
            (1..=SECONDS.1 * 1_000_000).prop_map(micros),
            (1..5_000_000_u64).prop_map(micros),
            (1..=PLIES.1 as u32).prop_map(Budget::Depth),
            Just(Budget::UntilStopped),
        ]
    }

    proptest! {
        #[test]
        fn what_a_budget_prints_reads_back(budget in any_budget()) {
            prop_assert_eq!(budget.to_string().parse(), Ok(budget));
        }

        #[test]
        fn no_text_breaks_the_reader(text in ".{0,20}") {
            if let Ok(budget) = text.parse::<Budget>() {
                prop_assert_eq!(budget.to_string().parse(), Ok(budget));
            }
        }
    }
}
