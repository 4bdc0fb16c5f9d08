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
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "time")]
    pub iterations: Option<u64>,
    /// Time for a move instead, such as `1s`, `500ms` or `2h`; results are then not reproducible
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Threads that one agent may use at once, if it searches with several (`root(4)`)
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub memory: Memory,
}

/// How much agents remember.
#[derive(Args, Debug)]
pub struct Memory {
    /// Memory for the tree and records of one agent, such as `64MB`; when it is full, the search goes on with what it has
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "1GiB")]
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
    #[arg(short, long, value_name = "J", value_parser = threads)]
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
    #[arg(long, value_name = "S", value_parser = seed, default_value = "1")]
    pub seed: u64,
}

/// Reads a count of at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    whole(text, 1, 1_000_000_000_000_000)
}

/// Reads a number of threads or games at once.
pub fn threads(text: &str) -> Result<usize, String> {
    Ok(whole(text, 1, 1024)? as usize)
}

/// Reads a whole number in a range that floats hold exactly, also as `1e6`, as expressions do.
pub fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(number) if number < least as f64 => Err(format!("must be at least {least}")),
        Ok(number) if number > most as f64 => Err(format!("can be at most {most}")),
        Ok(number) if number.fract() == 0.0 => Ok(number as u64),
        _ => Err(format!("expected a whole number of at least {least}")),
    }
}

/// Reads a seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
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
    const EXPECTED: &str = "expected a time with its unit: `500ms`, `90s`, `30m` (or `30min`), `2h`";
    // `ms` ends with `s`, so it is tried first.
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
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
        assert_eq!((time("30min"), time("2h")), (Ok(Duration::from_secs(1800)), Ok(Duration::from_secs(7200))));
        assert_eq!(time("130m"), Ok(Duration::from_secs(7800)));
        assert!(
            time("5x").is_err_and(|error| ["`500ms`", "`90s`", "`30m`", "`2h`"].iter().all(|one| error.contains(one)))
        );
        for wrong in ["", "1", "s", "m", "0m", "0s", "1e400s", "nans", "infs", "1d", "0.0001ms", "½s"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert_eq!(time("-1s"), Err("must be more than 0".into()));
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
        assert_eq!((count("1e9"), threads("8")), (Ok(1_000_000_000), Ok(8)));
        for (wrong, message) in [
            ("0", "must be at least 1"),
            ("-1", "must be at least 1"),
            ("x", "expected a whole number of at least 1"),
            ("1.5", "expected a whole number of at least 1"),
            ("", "expected a whole number of at least 1"),
            ("nan", "expected a whole number of at least 1"),
            ("99999999999999999999", "can be at most 1000000000000000"),
        ] {
            assert_eq!(count(wrong), Err(message.into()), "{wrong}");
        }
        assert_eq!(threads("5000"), Err("can be at most 1024".into()));
    }

    #[test]
    fn seeds_use_all_of_their_bits() {
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        for wrong in ["-1", "1e3", "18446744073709551616", ""] {
            assert!(seed(wrong).is_err(), "{wrong}");
        }
    }
}
