//! `cargo xtask mutants`: plants faults, one at a time, and says which of them no test notices. docs/faults.md

mod list;
mod plant;
mod trial;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use list::{Mutant, Target, Tests};
use trial::{Program, Run, Verdict};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Tests without a fault have this long.
const PATIENCE: Duration = Duration::from_secs(600);
/// Tests with a fault have this long, and [`SLOWER`] times as long as without.
const GRACE: Duration = Duration::from_secs(20);
const SLOWER: u32 = 5;

/// Plants the faults of these names, or all of the list, and prints what became of each. Fails if one lives that the list does
/// not excuse. `folder` is for the copy of the workspace and what is built there.
pub fn run(folder: &Path, names: &[String]) -> Result<(), String> {
    let all = list::all()?;
    let chosen = list::named(&all, names)?;
    let mut files = plant::read(Path::new(ROOT))?;
    plant::plant(&mut files, &all)?;
    plant::write(&files, &folder.join("tree"))?;
    let mut bench = Bench { folder: folder.to_owned(), programs: BTreeMap::new(), times: BTreeMap::new() };
    bench.build(&chosen)?;
    bench.check(&chosen)?;
    let mut count = Count::default();
    for mutant in chosen {
        bench.try_out(mutant, &mut count)?;
    }
    let Count { caught, lives, excused } = count;
    println!("mutants: {} planted, {caught} caught, {lives} live, {excused} excused", caught + lives + excused);
    match lives {
        0 => Ok(()),
        1 => Err("a fault lives: no test notices it".to_owned()),
        lives => Err(format!("{lives} faults live: no test notices them")),
    }
}

/// What became of the faults.
#[derive(Default)]
struct Count {
    caught: usize,
    /// No test notices.
    lives: usize,
    /// No test can notice, as the list says.
    excused: usize,
}

/// The copy with all faults, and its tests.
struct Bench {
    folder: PathBuf,
    programs: BTreeMap<Target, Program>,
    /// How long tests take without a fault.
    times: BTreeMap<Tests, Duration>,
}

impl Bench {
    /// Builds the test programs that these faults need.
    fn build(&mut self, mutants: &[&Mutant]) -> Result<(), String> {
        let targets: BTreeSet<&Target> = mutants.iter().map(|mutant| &mutant.test.target).collect();
        for target in targets {
            eprintln!("== mutants: building the tests of {target}");
            let program = Program::build(&self.folder.join("tree"), &self.folder.join("target"), target)?;
            self.programs.insert(target.clone(), program);
        }
        Ok(())
    }

    /// Makes sure that all tests pass without a fault, and that there are some.
    fn check(&mut self, mutants: &[&Mutant]) -> Result<(), String> {
        let started = Instant::now();
        let all: BTreeSet<&Tests> = mutants.iter().map(|mutant| &mutant.test).collect();
        for tests in all {
            let Run { verdict, time } = self.run(tests, None, PATIENCE)?;
            match verdict {
                Verdict::Passed(0) => return Err(format!("`cargo test {tests}` runs no test")),
                Verdict::Passed(_) => self.times.insert(tests.clone(), time),
                other => return Err(format!("`cargo test {tests}` fails without a fault: {other:?}")),
            };
        }
        let seconds = started.elapsed().as_secs_f64();
        eprintln!("== mutants: all tests pass without a fault, in {seconds:.0} s");
        Ok(())
    }

    /// Plants a fault and prints what becomes of it.
    fn try_out(&self, mutant: &Mutant, count: &mut Count) -> Result<(), String> {
        let Mutant { name, test, lives, .. } = mutant;
        let Run { verdict, time } = self.run(test, Some(name), GRACE + SLOWER * self.times[test])?;
        let (became, said) = match (verdict, lives) {
            (Verdict::Passed(_), None) => (&mut count.lives, "LIVES".to_owned()),
            (Verdict::Passed(_), Some(reason)) => (&mut count.excused, format!("lives, as it must: {reason}")),
            (Verdict::Failed(failed), _) if failed.len() > 1 => {
                (&mut count.caught, format!("caught by {} and {} more", failed[0], failed.len() - 1))
            }
            (Verdict::Failed(failed), _) => (&mut count.caught, format!("caught by {}", failed[0])),
            (Verdict::Crashed, _) => (&mut count.caught, "caught by a crash".to_owned()),
            (Verdict::Endless, _) => (&mut count.caught, "caught by its time".to_owned()),
        };
        *became += 1;
        println!("{name}: {said} ({:.1} s)", time.as_secs_f64());
        Ok(())
    }

    fn run(&self, tests: &Tests, fault: Option<&str>, limit: Duration) -> Result<Run, String> {
        self.programs[&tests.target].run(tests, fault, limit, &self.folder.join("output.txt"))
    }
}
