//! `waxwing-torture WAXWING FOLDER [--minutes N] [--seed N] [--attack NAME] [--case N]`: attacks the command until the time is
//! over. Without a seed the cases are new ones every time.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use waxwing::Rng;
use waxwing_torture::Workplace;
use waxwing_torture::cases::ATTACKS;

const USAGE: &str = "usage: cargo xtask torture [--minutes N] [--seed N] [--attack NAME] [--case N]";

struct Options {
    binary: PathBuf,
    folder: PathBuf,
    time: Duration,
    seed: u64,
    attack: Option<String>,
    /// The only case to try.
    case: Option<u64>,
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| torture(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut path = || arguments.next().map(PathBuf::from).ok_or(USAGE);
    let (binary, folder) = (path()?, path()?);
    let seed = RandomState::new().hash_one("seed") % 1_000_000_000;
    let mut options = Options { binary, folder, time: Duration::from_secs(600), seed, attack: None, case: None };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a whole number\n{USAGE}"));
        match name.as_str() {
            "--minutes" => options.time = Duration::from_secs(60 * number()?),
            "--seed" => options.seed = number()?,
            "--case" => options.case = Some(number()?),
            "--attack" if ATTACKS.iter().any(|(name, _)| *name == value) => options.attack = Some(value),
            "--attack" => {
                let names: Vec<&str> = ATTACKS.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no attack `{value}`; there are {}", names.join(", ")));
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(options)
}

/// Attacks in turn until the time is over. Returns the number of failures.
fn torture(options: &Options) -> Result<u64, String> {
    let started = Instant::now();
    println!("torture: seed {}, {} s", options.seed, options.time.as_secs());
    let place = Workplace::new(options.binary.clone(), options.folder.clone())?;
    let numbers = options.case.map_or(0..u64::MAX, |case| case..case + 1);
    let (mut counts, mut failures) = (BTreeMap::new(), 0);
    for number in numbers {
        // A case is the same whatever else is tried, so that a failure can be repeated alone.
        let (name, attack) = ATTACKS[(number % ATTACKS.len() as u64) as usize];
        if options.attack.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        if started.elapsed() >= options.time {
            break;
        }
        *counts.entry(name).or_insert(0u64) += 1;
        if let Err(message) = attack(&place, &mut Rng::new(Rng::derive(options.seed, number))) {
            failures += 1;
            println!("FAILED {name}, --seed {} --case {number}: {message}", options.seed);
        }
    }
    let told: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let all: u64 = counts.values().sum();
    println!(
        "torture: seed {}, {all} cases ({}), {failures} failures, {:.0} s",
        options.seed,
        told.join(", "),
        started.elapsed().as_secs_f64()
    );
    Ok(failures)
}
