//! The list of faults, `xtask/mutants.toml`.

use std::collections::HashSet;

use serde::Deserialize;

const LIST: &str = include_str!("../../mutants.toml");

/// A fault: an expression of a file, and what it is replaced by.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// What it is called on the command line; unique in the list.
    pub name: String,
    /// The file, from the root of the workspace.
    pub file: String,
    /// The text of the expression, which is found exactly once in the file.
    pub find: String,
    /// The wrong expression.
    pub plant: String,
    /// The tests that are to notice.
    pub test: Tests,
    /// Why no test can notice, where that is so.
    pub lives: Option<String>,
}

/// Tests of one target, written as the arguments of `cargo test`: `-p PACKAGE --lib FILTER…` or
/// `-p PACKAGE --test TARGET FILTER…`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Tests {
    pub target: Target,
    /// Tests whose names contain one of these are run.
    pub filters: Vec<String>,
}

/// What cargo builds one test program of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The arguments of `cargo test` that select it.
    pub arguments: Vec<String>,
}

impl TryFrom<String> for Tests {
    type Error = String;

    fn try_from(text: String) -> Result<Tests, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let selecting = match words[..] {
            ["-p", _, "--lib", ..] => 3,
            ["-p", _, "--test", _, ..] => 4,
            _ => 0,
        };
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        match words.split_at(selecting) {
            (selecting @ [_, ..], filters @ [_, ..]) => {
                Ok(Tests { target: Target { arguments: owned(selecting) }, filters: owned(filters) })
            }
            _ => Err(format!(
                "`{text}` is not of the form `-p PACKAGE --lib FILTER…` or `-p PACKAGE --test TARGET FILTER…`"
            )),
        }
    }
}

impl std::fmt::Display for Tests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.target, self.filters.join(" "))
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.arguments.join(" "))
    }
}

/// All faults, in the order of the list.
pub fn all() -> Result<Vec<Mutant>, String> {
    read(LIST)
}

fn read(text: &str) -> Result<Vec<Mutant>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct List {
        mutant: Vec<Mutant>,
    }
    let list: List = toml::from_str(text).map_err(|error| format!("xtask/mutants.toml: {error}"))?;
    let mut names = HashSet::new();
    match list.mutant.iter().find(|mutant| !names.insert(&mutant.name)) {
        Some(twice) => Err(format!("xtask/mutants.toml: two faults are named `{}`", twice.name)),
        None => Ok(list.mutant),
    }
}

/// The faults of these names, or all if there are none.
pub fn named<'a>(all: &'a [Mutant], names: &[String]) -> Result<Vec<&'a Mutant>, String> {
    let find = |name: &String| {
        let unknown = || format!("no fault of xtask/mutants.toml is named `{name}`");
        all.iter().find(|mutant| mutant.name == *name).ok_or_else(unknown)
    };
    if names.is_empty() { Ok(all.iter().collect()) } else { names.iter().map(find).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_written_as_arguments_of_cargo() {
        let tests = Tests::try_from("-p waxwing --lib search:: icarus::".to_owned()).unwrap();
        assert_eq!(tests.target.arguments, ["-p", "waxwing", "--lib"]);
        assert_eq!(tests.filters, ["search::", "icarus::"]);
        assert_eq!(tests.to_string(), "-p waxwing --lib search:: icarus::");
        assert!(Tests::try_from("-p waxwing-games --test literal repeat".to_owned()).is_ok());
        for wrong in ["", "-p waxwing", "-p waxwing --lib", "-p waxwing --test literal", "--lib search"] {
            assert!(Tests::try_from(wrong.to_owned()).is_err(), "`{wrong}`");
        }
    }

    #[test]
    fn faults_are_found_by_their_names_which_are_unique() {
        let entry = |name: &str| {
            format!("[[mutant]]\nname = '{name}'\nfile = 'f'\nfind = 'a'\nplant = 'b'\ntest = '-p x --lib y'\n")
        };
        let all = read(&(entry("one") + &entry("two"))).unwrap();
        let names = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
            named(&all, &asked).map(|found| found.iter().map(|mutant| mutant.name.clone()).collect::<Vec<_>>())
        };
        assert_eq!(names(&[]).unwrap(), ["one", "two"]);
        assert_eq!(names(&["two"]).unwrap(), ["two"]);
        assert!(names(&["two", "three"]).unwrap_err().contains("`three`"));
        assert!(read(&(entry("one") + &entry("one"))).unwrap_err().contains("`one`"));
        assert!(read(&(entry("one") + "excuse = 'a misspelt field'\n")).is_err());
    }
}
