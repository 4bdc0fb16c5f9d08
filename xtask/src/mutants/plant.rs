//! A copy of the workspace in which every fault is planted behind a switch.
//!
//! The expression `OLD` becomes `(if ::waxwing::planted::is("NAME") { NEW } else { OLD })`: one build has all faults, and
//! [`SWITCH`] in the environment of a test says which of them is real. The sources of the workspace are not touched.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::list::Mutant;

/// The variable that names the fault; without it there is none.
pub const SWITCH: &str = "WAXWING_MUTANT";

/// What reads [`SWITCH`], at the end of the copy's `crates/waxwing/src/lib.rs`.
const READER: &str = r#"
extern crate self as waxwing;

#[doc(hidden)]
pub mod planted {
    static NAME: std::sync::LazyLock<String> =
        std::sync::LazyLock::new(|| std::env::var("WAXWING_MUTANT").unwrap_or_default());

    #[inline]
    pub fn is(name: &str) -> bool {
        **NAME == *name
    }
}
"#;

/// Folders that are not part of the sources.
const LEFT_OUT: &[&str] = &[".git", ".venv", "artifacts", "corpus", "target"];

/// The files of a workspace by their paths from its root.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files of the workspace.
pub fn read(root: &Path) -> Result<Files, String> {
    let mut files = Files::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let fault = |error| format!("cannot read {}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let path = entry.path();
            if !entry.file_type().map_err(fault)?.is_dir() {
                let inside = path.strip_prefix(root).expect("what is found lies in its folder");
                let bytes = fs::read(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
                files.insert(inside.to_owned(), bytes);
            } else if !LEFT_OUT.iter().any(|&name| entry.file_name() == name) {
                folders.push(path);
            }
        }
    }
    Ok(files)
}

/// Plants all faults in the files, and what reads the switch.
pub fn plant(files: &mut Files, mutants: &[Mutant]) -> Result<(), String> {
    let mut by_file: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        by_file.entry(&mutant.file).or_default().push(mutant);
    }
    for (file, mutants) in by_file {
        let text = files.get(Path::new(file)).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| format!("fault `{}`: there is no text file {file}", mutants[0].name))?;
        let planted = plant_in(text, &mutants)?;
        files.insert(file.into(), planted.into_bytes());
    }
    for (path, bytes) in files.iter_mut().filter(|(path, _)| path.ends_with("src/lib.rs")) {
        // The parentheses around a fault are often not needed, and some faults leave names unused.
        bytes.splice(0..0, *b"#![allow(warnings)]\n");
        if path.starts_with("crates/waxwing") {
            bytes.extend(READER.as_bytes());
        }
    }
    Ok(())
}

/// The text of a file with its faults planted.
fn plant_in(text: &str, mutants: &[&Mutant]) -> Result<String, String> {
    let mut places = Vec::new();
    for mutant in mutants {
        places.push((place(text, mutant)?, *mutant));
    }
    places.sort_by_key(|(place, _)| place.start);
    if let Some(pair) = places.windows(2).find(|pair| pair[0].0.end > pair[1].0.start) {
        let [(_, one), (_, other)] = pair else { unreachable!("windows of two are pairs") };
        return Err(format!("the faults `{}` and `{}` overlap in {}", one.name, other.name, one.file));
    }
    let (mut planted, mut end) = (String::new(), 0);
    for (place, Mutant { name, find, plant, .. }) in places {
        planted += &text[end..place.start];
        planted += &format!("(if ::waxwing::planted::is({name:?}) {{ {plant} }} else {{ {find} }})");
        end = place.end;
    }
    Ok(planted + &text[end..])
}

/// Where the expression of a fault is.
fn place(text: &str, mutant: &Mutant) -> Result<Range<usize>, String> {
    let Mutant { name, file, find, .. } = mutant;
    let mut found = text.match_indices(find.as_str()).map(|(start, _)| start..start + find.len());
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (None, _) => Err(format!("fault `{name}`: {file} does not contain `{find}`")),
        (Some(_), Some(_)) => Err(format!("fault `{name}`: {file} contains `{find}` more than once")),
    }
}

/// Makes a folder hold these files and no others. What is the same already is left alone, so that cargo need not compile it
/// again.
pub fn write(files: &Files, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let old = read(folder)?;
    for path in old.keys().filter(|path| !files.contains_key(*path)).map(|path| folder.join(path)) {
        fs::remove_file(&path).map_err(|error| format!("cannot remove {}: {error}", path.display()))?;
    }
    for (path, bytes) in files.iter().filter(|&(path, bytes)| old.get(path) != Some(bytes)) {
        let path = folder.join(path);
        let parent = path.parent().expect("a file lies in a folder");
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{ROOT, list};
    use super::*;

    fn mutant(name: &str, find: &str, plant: &str) -> Mutant {
        let test = "-p x --lib y".to_owned().try_into().unwrap();
        let [name, find, plant] = [name, find, plant].map(str::to_owned);
        Mutant { name, file: "f.rs".into(), find, plant, test, lives: None }
    }

    #[test]
    fn a_fault_is_planted_where_its_text_is() {
        let (one, two) = (mutant("one", "x < y", "x <= y"), mutant("two", "0", "1"));
        assert_eq!(
            plant_in("if x < y { 0 }", &[&two, &one]).unwrap(),
            r#"if (if ::waxwing::planted::is("one") { x <= y } else { x < y }) { (if ::waxwing::planted::is("two") { 1 } else { 0 }) }"#
        );
    }

    #[test]
    fn a_text_that_is_not_found_exactly_once_is_refused_by_the_name_of_its_fault() {
        let fault = |mutants: &[&Mutant]| plant_in("if x < y { x }", mutants).unwrap_err();
        assert!(fault(&[&mutant("gone", "z", "x")]).contains("`gone`: f.rs does not contain `z`"));
        assert!(fault(&[&mutant("twice", "x", "y")]).contains("`twice`: f.rs contains `x` more than once"));
        let both = fault(&[&mutant("one", "x < y", "true"), &mutant("two", "y {", "z {")]);
        assert!(both.contains("`one` and `two` overlap"), "{both}");
    }

    /// A list whose faults cannot be planted any more would be noticed only by whoever runs it.
    #[test]
    fn every_fault_of_the_list_finds_its_place() {
        let mut files = read(Path::new(ROOT)).unwrap();
        let mutants = list::all().unwrap();
        assert!(mutants.iter().all(|mutant| mutant.find != mutant.plant));
        plant(&mut files, &mutants).unwrap_or_else(|error| panic!("{error}"));
        let library = String::from_utf8(files[Path::new("crates/waxwing/src/lib.rs")].clone()).unwrap();
        assert!(library.contains(SWITCH) && library.ends_with(READER));
    }
}
