//! Chores of the workspace: `cargo xtask test` checks everything, `cargo xtask oracles` compares the games with OpenSpiel's,
//! `cargo xtask mutants` plants faults and says which live, `cargo xtask torture` attacks the command at random, `cargo xtask
//! fuzz` does so with the parsers, `cargo xtask nightly` tries new cases of all that is random, `cargo xtask picture` draws the
//! README's picture, `cargo xtask page` builds the page again, `cargo xtask browser` plays on it, `cargo
//! xtask pictures` shows it in the documentation, `cargo xtask site` makes the page that needs no server, `cargo xtask book` makes a
//! site of the documentation, `cargo xtask package` says whether all could be published.

mod book;
mod fuzz;
mod light;
mod mutants;
mod nightly;
mod oracles;
mod package;
mod page;
mod picture;
mod profiles;
mod python;
mod site;
mod strength;
mod torture;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str =
    "usage: cargo xtask test [--all] | examples | python [--all] | oracles [GAME…] | mutants [NAME…] | torture [OPTION…] | fuzz [TARGET…]
       | nightly [SEED] | profiles | light | picture | page | browser [FILE…] | pictures | site
       | strength [ROW…] [--games N] [--budget N] [--jobs N] [--write] [--command FILE]
       | levels [GAME…] [--level LEVEL] [--games N] [--jobs N] [--write] [--command FILE]
       | book [--quick] | package
  test     formatting, lints, documentation, all tests, the examples, games with GNU Go and a Go client, the oracles, and the
           page: whether it is what is built of its sources, and a game of each game by clicking; with --all also what is
           behind its panels, a server with 250 visitors for a minute, and games with Rhino and GNU Backgammon; the book with all its links, and whether the crates
           can be published
  examples lints and tests the programs of examples/
  python   builds the Python package as a wheel, checks its types, and tests it; with --all also with large packages
  oracles  compares the games with OpenSpiel's, which it installs under target/
  mutants  plants the faults of xtask/mutants.toml, or those named, one at a time in a copy under target/,
           and says which of them no test notices
  torture  kills, full disks, flipped bits, hostile programs and games, on random cases, for ten minutes;
           options: --minutes N, --seed N, --attack NAME, --case N
  fuzz     every fuzz target of fuzz/, or those named, for a minute each; options: --seconds N, --seed N
  nightly  property tests, fuzz targets and attacks with a new seed, which it prints
  profiles compares the speed of the release profile with that of one unit and link-time optimisation
  light    what matches of a game of one's own cost to compile, in processor time
  picture  docs/search.svg, from a search that runs now
  page     builds the page again and compares it with the files that the server has in it
  browser  all tests of the page in a browser, or these files of crates/waxwing-web/tests/browser
  pictures docs/pages: the page in each game, for the documentation
  strength our players against GNU Go, Rhino, GNU Backgammon, RLCard and OpenSpiel, all games or at most N of each row, or of these
           rows, and with at most this budget; what was played is kept. With --write the table goes to docs/strength.md; --command is a waxwing that is built
  levels   each level of the games, or of these, against the one below it; with --write the results go to strength.txt in the
           folders of the games and to docs/strength.md
  site     target/site: the page with all games and searches in it, for any web host
  book     target/book: the documentation as a site, every link of which is followed; --quick leaves the reference of the
           crates out
  package  whether the crates could be published, and the files that forges and citers read";

fn main() -> ExitCode {
    let done = match env::args().nth(1).as_deref() {
        Some("test") => test(env::args().nth(2).is_some_and(|word| word == "--all")),
        Some("page") => page(),
        Some("pictures") => browser(&["pictures.test.js".to_owned()]),
        Some("site") => site().map(|folder| println!("{}", folder.display())),
        Some("browser") => browser(&env::args().skip(2).collect::<Vec<_>>()),
        Some("strength") => {
            strength::Asked::read(&env::args().skip(2).collect::<Vec<_>>()).and_then(|it| strength(&it))
        }
        Some("levels") => {
            strength::levels::Asked::read(&env::args().skip(2).collect::<Vec<_>>()).and_then(|it| levels(&it))
        }
        Some("book") => book(env::args().nth(2).as_deref()),
        Some("package") => publishing(),
        Some("python") => python(env::args().nth(2).is_some_and(|word| word == "--all")),
        Some("examples") => examples(),
        Some("oracles") => oracles(env::args().skip(2).collect()),
        Some("mutants") => mutants(env::args().skip(2).collect()),
        Some("profiles") => target_folder().and_then(|target| profiles::run(&target)),
        Some("light") => target_folder().and_then(|target| light::run(&target)),
        Some("picture") => picture::draw("docs/search.svg"),
        Some("torture") => torture(env::args().skip(2).collect()),
        Some("fuzz") => fuzz(env::args().skip(2).collect()),
        Some("nightly") => nightly(env::args().nth(2)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold before a change goes in, the quick checks first.
fn test(all: bool) -> Result<(), String> {
    step("formatting", &["fmt", "--all", "--check"])?;
    step("formatting of examples", &["fmt", "--all", "--check", "--manifest-path", EXAMPLES])?;
    // All features are looked at; those that are not of the normal build take too long to compile for tests.
    step("lints", &["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])?;
    book(None)?;
    publishing()?;
    without_clock()?;
    step("tests", &["test", "--workspace"])?;
    examples()?;
    go_programs()?;
    if all {
        other_programs()?;
    }
    page()?;
    let tests = if all { ALL_BROWSER_TESTS } else { BROWSER_TESTS };
    browser(&tests.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    if all {
        static_page()?;
        load()?;
    }
    python(all)?;
    oracles(Vec::new())
}

/// Makes a site of the documentation, with the reference of the crates unless it should be quick.
fn book(option: Option<&str>) -> Result<(), String> {
    let reference = match option {
        None => true,
        Some("--quick") => false,
        Some(other) => return Err(format!("`{other}` is no option of the book: there is --quick")),
    };
    if reference {
        step("documentation", &["doc", "--workspace", "--no-deps"])?;
    }
    eprintln!("== book");
    println!("{}", book::build(&target_folder()?, reference)?.join("index.html").display());
    Ok(())
}

/// All of a release but the upload, and the files that forges and citers read.
fn publishing() -> Result<(), String> {
    eprintln!("== publishing");
    package::check_schemas()?;
    package::check_crates()?;
    step("publishing", &package::rehearsal())
}

/// Builds the Python package as a wheel, installs it, and tests it as its users have it.
fn python(all: bool) -> Result<(), String> {
    eprintln!("== python");
    let started = Instant::now();
    python::test(&target_folder()?, all)?;
    eprintln!("== python: passed in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

const EXAMPLES: &str = "examples/Cargo.toml";

/// Lints and tests the programs of strangers, as their workspace builds them.
fn examples() -> Result<(), String> {
    let target = text_of(&target_folder()?.join("examples"))?;
    let variables = in_examples(&target);
    let lints = ["clippy", "--workspace", "--all-targets", "--manifest-path", EXAMPLES, "--", "-D", "warnings"];
    step_with("lints of examples", &lints, &variables)?;
    step_with("examples", &["test", "--workspace", "--manifest-path", EXAMPLES], &variables)
}

fn text_of(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_owned).ok_or_else(|| format!("{} is not text", path.display()))
}

/// What cargo is told to build the examples in a folder of their own.
fn in_examples(target: &str) -> [(&'static str, &str); 2] {
    // Debug information would be most of what is written.
    [("CARGO_TARGET_DIR", target), ("CARGO_PROFILE_DEV_DEBUG", "0")]
}

/// Compiles what the page without a server is made of, for a target without clock and threads, where it is installed.
fn without_clock() -> Result<(), String> {
    if !site::has_target() {
        eprintln!("== wasm: SKIPPED, NOT CHECKED: `rustup target add` cannot install wasm32-unknown-unknown");
        return Ok(());
    }
    step("wasm", &["check", "--target", "wasm32-unknown-unknown", "--package", "waxwing-wasm"])
}

/// Makes the page that needs no server.
fn site() -> Result<PathBuf, String> {
    if !site::has_target() {
        return Err("`rustup target add wasm32-unknown-unknown` cannot install the target".to_owned());
    }
    eprintln!("== site");
    site::build(&target_folder()?)
}

/// Plays on the page that needs no server: it says what the native program says.
fn static_page() -> Result<(), String> {
    if !site::has_target() {
        eprintln!("== site: SKIPPED, NOT CHECKED: the target cannot be installed");
        return Ok(());
    }
    site()?;
    browser(&["static.test.js".to_owned()])
}

/// Plays against GNU Go, and as the engine of a Go client. A system that has no way to get one of them goes without,
/// which should not be overlooked.
fn go_programs() -> Result<(), String> {
    match oracles::gnugo() {
        Ok(()) => step("gnugo", &["test", "--workspace", "--test", "gnugo"])?,
        Err(reason) => eprintln!("== gnugo: SKIPPED, NOT CHECKED: {reason}"),
    }
    match oracles::sabaki() {
        Ok(modules) => step_with("sabaki", &["test", "--workspace", "--test", "sabaki"], &[("NODE_PATH", &modules)])?,
        Err(reason) => eprintln!("== sabaki: SKIPPED, NOT CHECKED: {reason}"),
    }
    Ok(())
}

/// Plays against programs for other games, with the same reservation.
fn other_programs() -> Result<(), String> {
    for (test, program, package) in [("rhino", "gtp-rhino", "grhino"), ("gnubg", "gnubg", "gnubg")] {
        match oracles::game_program(program, package) {
            Ok(()) => step(test, &["test", "--workspace", "--test", test])?,
            Err(reason) => eprintln!("== {test}: SKIPPED, NOT CHECKED: {reason}"),
        }
    }
    strength(&strength::Asked::a_few())
}

/// Plays our players against programs from outside, in the release build.
fn strength(asked: &strength::Asked) -> Result<(), String> {
    strength::run(&target_folder()?, &player(asked.command.as_ref())?, asked)
}

/// Plays the levels of games against each other, in the release build.
fn levels(asked: &strength::levels::Asked) -> Result<(), String> {
    strength::levels::run(&target_folder()?, &player(asked.command.as_ref())?, asked)
}

/// The command that plays: this one, or the release build.
fn player(command: Option<&PathBuf>) -> Result<PathBuf, String> {
    if let Some(command) = command {
        return Ok(command.clone());
    }
    step("build", &["build", "--release", "--package", "waxwing-cli"])?;
    Ok(target_folder()?.join("release").join("waxwing"))
}

/// What is tested of the page in a browser for every commit, and what else there is.
const BROWSER_TESTS: &[&str] = &["games.test.js", "secrets.test.js", "stranger.test.js"];
const ALL_BROWSER_TESTS: &[&str] = &[
    "games.test.js",
    "secrets.test.js",
    "stranger.test.js",
    "inside.test.js",
    "panels.test.js",
    "experiments.test.js",
];

/// Compares the page's built files with its sources.
fn page() -> Result<(), String> {
    eprintln!("== page");
    page::check(&target_folder()?).unwrap_or_else(|lacking| {
        eprintln!("== page: SKIPPED, NOT CHECKED: {}", lacking.0);
        Ok(())
    })
}

/// Tests the page in a browser, with these files or all.
fn browser(tests: &[String]) -> Result<(), String> {
    let target = target_folder()?;
    let examples = target.join("examples");
    // As the tests have compiled it: by itself it would need other features of some dependencies.
    step("waxwing", &["build", "--workspace", "--bin", "waxwing"])?;
    let words = ["build", "--package", "connect-four", "--manifest-path", EXAMPLES];
    step_with("connect-four", &words, &in_examples(&text_of(&examples)?))?;
    let names: Vec<&str> = tests.iter().map(String::as_str).collect();
    let names = if names.is_empty() { ALL_BROWSER_TESTS } else { &names[..] };
    eprintln!("== browser: {}", names.join(" "));
    let tested = page::browse(&target, &examples.join("debug").join("connect-four"), names);
    tested.unwrap_or_else(|lacking| {
        eprintln!("== browser: SKIPPED, NOT CHECKED: {}", lacking.0);
        Ok(())
    })
}

/// A server with many visitors, as fast as users have it.
fn load() -> Result<(), String> {
    let words = ["test", "--release", "--package", "waxwing-web", "--test", "server", "--", "--nocapture", "load"];
    step_with("load", &words, &[("WAXWING_LOAD_SECONDS", "60"), ("WAXWING_LOAD_P95_MS", "50")])
}

/// Compares these games, or all, with OpenSpiel's.
fn oracles(games: Vec<String>) -> Result<(), String> {
    let python = oracles::python(&oracles::OPEN_SPIEL)?;
    step("oracles", &["build", "--workspace", "--bin", "waxwing-oracles"])?;
    let program = target_folder()?.join("debug").join("waxwing-oracles");
    run("oracles", Command::new(program).arg(python).args(games))
}

/// Plants these faults, or all of the list.
fn mutants(names: Vec<String>) -> Result<(), String> {
    mutants::run(&target_folder()?.join("mutants"), &names)
}

/// Attacks the release build at random.
fn torture(options: Vec<String>) -> Result<(), String> {
    step("build", &["build", "--release", "--package", "waxwing-cli", "--package", "waxwing-torture"])?;
    torture::run(&target_folder()?, &options)
}

/// Tries these fuzz targets, or all, on inputs that grow out of each other.
fn fuzz(arguments: Vec<String>) -> Result<(), String> {
    fuzz::run(&target_folder()?, &arguments, nightly::new_seed())
}

/// Tries what is random with this seed, or a new one. A failure does not keep the rest from being tried.
fn nightly(seed: Option<String>) -> Result<(), String> {
    let seed = match seed {
        Some(text) => text.parse().map_err(|_| format!("`{text}` is no seed: it is a whole number"))?,
        None => nightly::new_seed(),
    };
    let text = seed.to_string();
    eprintln!("== nightly: seed {seed} (`cargo xtask nightly {seed}` repeats it)");
    let tried = nightly::properties().into_iter();
    let mut results: Vec<_> =
        tried.map(|words| step_with("properties", &words, &nightly::environment(&text))).collect();
    results.push(target_folder().and_then(|target| fuzz::run(&target, &[], seed)));
    results.push(torture(vec!["--seed".to_owned(), text.clone()]));
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    match failures.len() {
        0 => Ok(()),
        _ => Err(format!("seed {seed}: {}", failures.join("; "))),
    }
}

/// The folder that cargo builds in: what is installed or copied goes there too.
fn target_folder() -> Result<PathBuf, String> {
    let this = env::current_exe().map_err(|error| format!("cannot tell where xtask is: {error}"))?;
    this.ancestors().nth(2).map(PathBuf::from).ok_or_else(|| "xtask is not in a target folder".to_owned())
}

fn step(name: &str, arguments: &[&str]) -> Result<(), String> {
    step_with(name, arguments, &[])
}

/// The same with these variables in its environment.
fn step_with(name: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    eprintln!("== {name}: cargo {}", arguments.join(" "));
    run(
        name,
        Command::new(env!("CARGO")).args(arguments).env("RUSTDOCFLAGS", "-D warnings").envs(variables.iter().copied()),
    )
}

/// Runs a program, and says whether it was content and how long it took.
fn run(name: &str, command: &mut Command) -> Result<(), String> {
    let started = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            eprintln!("== {name}: passed in {:.0} s", started.elapsed().as_secs_f64());
            Ok(())
        }
        Ok(status) => Err(format!("{name} failed ({status})")),
        Err(error) => Err(format!("{name}: cannot run {}: {error}", command.get_program().to_string_lossy())),
    }
}
