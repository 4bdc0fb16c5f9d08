//! Options that several verbs have.

use std::time::Duration;

use clap::Args;
use waxwing::Limits;

/// Iterations for a move if nothing says how many.
pub const ITERATIONS: u64 = 10_000;

/// How long agents think.
#[derive(Args, Debug)]
pub struct Thinking {
    /// Iterations for a move, for agents without a budget of their own (`uct @5000` has one) [default: 10000]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, conflicts_with = "time")]
    pub iterations: Option<u64>,
    /// Time for a move instead, such as `1s` or `500ms`; results are then not reproducible
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub time: Option<Duration>,
    /// Threads that one agent may use at once, if it searches with several (`root(4)`)
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub memory: Memory,
}

/// How much agents remember.
#[derive(Args, Debug)]
pub struct Memory {
    /// Memory for the tree and records of one agent, such as `64MB`; when it is full, the search goes on with what it has
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_negative_numbers = true, default_value = "1GiB")]
    pub memory: usize,
}

impl Thinking {
    /// The limits of one move; `default_threads` where the options do not say.
    pub fn limits(&self, default_threads: Option<usize>) -> Limits {
        let limits = match self.time {
            Some(time) => Limits::time(time),
            None => Limits::iterations(self.iterations.unwrap_or(ITERATIONS)),
        };
        let limits = limits.memory(self.memory.memory);
        self.threads.or(default_threads).map_or(limits, |threads| limits.threads(threads))
    }

    /// What decides the results, as it could be typed, with a space before it.
    pub fn typed(&self) -> String {
        match self.time {
            Some(time) => format!(" --time {}s", time.as_secs_f64()),
            None => format!(" --iterations {}", self.iterations.unwrap_or(ITERATIONS)),
        }
    }
}

/// How many games are played at once.
#[derive(Args, Debug)]
pub struct Jobs {
    /// Games at once [default: one for each core]; the result does not depend on it
    #[arg(short, long, value_name = "J", value_parser = threads, allow_negative_numbers = true)]
    jobs: Option<usize>,
}

impl Jobs {
    /// Their number.
    pub fn number(&self) -> usize {
        self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// The seed of everything random.
#[derive(Args, Debug)]
pub struct Seed {
    /// Seed of everything random: the same seed gives the same result again
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    pub seed: u64,
}

/// Reads a count of at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(0) => Err("must be at least 1".into()),
        Ok(number) if number <= 1_000_000_000_000_000 => Ok(number),
        Ok(_) => Err("can be at most 1000000000000000".into()),
        Err(_) => Err("expected a whole number of at least 1".into()),
    }
}

/// Reads a number of threads or games at once.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = count(text)?;
    if number <= 1024 { Ok(number as usize) } else { Err("can be at most 1024".into()) }
}

/// Reads how far from one half a value may be.
pub fn balance(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=0.5).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 0.5".into())
}

/// Reads a value from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// Reads a time with its unit.
pub fn time(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a time with its unit, such as `1s` or `500ms`";
    // `ms` ends with `s`, so it is tried first.
    let units = [("ms", 1e-3), ("s", 1.0)];
    let unit = units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)));
    let (number, scale) = unit.ok_or(EXPECTED)?;
    let seconds = number.trim().parse::<f64>().map_err(|_| EXPECTED)? * scale;
    match seconds {
        seconds if seconds.is_nan() || seconds <= 0.0 => Err("must be more than 0".into()),
        seconds if seconds < 1e-6 => Err("must be at least a microsecond".into()),
        seconds if seconds > 1e9 => Err("can be at most 1000000000s".into()),
        seconds => Ok(Duration::from_secs_f64(seconds)),
    }
}

/// Reads an amount of memory with its unit.
pub fn memory(text: &str) -> Result<usize, String> {
    const UNITS: [(&str, f64); 7] = [
        ("kib", 1024.0),
        ("mib", 1_048_576.0),
        ("gib", 1_073_741_824.0),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("b", 1.0),
    ];
    const EXPECTED: &str = "expected an amount with its unit, such as `64MB` or `2GiB`";
    let lower = text.to_lowercase();
    let unit = UNITS.iter().find_map(|(unit, scale)| Some((lower.strip_suffix(unit)?, scale)));
    let (number, scale) = unit.ok_or(EXPECTED)?;
    let bytes = number.trim().parse::<f64>().map_err(|_| EXPECTED)? * scale;
    match bytes {
        // The tables of some strategies take this much before the first iteration.
        bytes if bytes.is_nan() || bytes < 16e6 => Err("must be at least 16MB".into()),
        bytes if bytes > 1e12 => Err("can be at most 1000GB".into()),
        bytes => Ok(bytes as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_and_are_positive() {
        assert_eq!(time("1s"), Ok(Duration::from_secs(1)));
        assert_eq!(time("1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        for wrong in ["", "1", "s", "0s", "-1s", "1e400s", "nans", "infs", "1h", "0.0001ms", "½s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn memory_has_a_unit_and_sane_limits() {
        assert_eq!(memory("64MB"), Ok(64_000_000));
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("65536 kib"), Ok(1 << 26));
        for wrong in ["", "64", "MB", "1MB", "-64MB", "1e30GB", "nanMB", "64XB", "999999GB"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn counts_start_at_one() {
        assert_eq!(count("1"), Ok(1));
        assert_eq!(threads("8"), Ok(8));
        for wrong in ["0", "-1", "x", "1.5", "", "99999999999999999999"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert!(threads("5000").is_err());
    }
}
