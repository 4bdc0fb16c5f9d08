//! Whether every link of a site leads to a file of the site, and to a place in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::tags::{Tag, tags};

/// The pages of a site by their paths from its root, and the paths of all files.
struct Site {
    pages: BTreeMap<String, Page>,
    files: BTreeSet<String>,
}

struct Page {
    places: BTreeSet<String>,
    links: Vec<String>,
    /// Scripts, styles and pictures.
    parts: Vec<String>,
}

/// Follows all links but those to other sites, and returns their number. Pages in the folder `beside` are only targets: they were
/// checked by the program that wrote them. Fails with all links that lead nowhere, and with all parts of pages that are loaded from
/// elsewhere.
pub fn check(folder: &Path, beside: &str) -> Result<usize, String> {
    let mut site = Site { pages: BTreeMap::new(), files: BTreeSet::new() };
    read(folder, "", beside, &mut site).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut faults = Vec::new();
    let mut count = 0;
    for (path, page) in &site.pages {
        for link in page.links.iter().chain(&page.parts).filter(|link| !is_elsewhere(link)) {
            count += 1;
            if let Err(reason) = site.follow(path, link) {
                faults.push(format!("{path}: `{link}` {reason}"));
            }
        }
        let loaded = page.parts.iter().filter(|part| is_elsewhere(part) && !part.starts_with("data:"));
        faults.extend(loaded.map(|part| format!("{path}: `{part}` is loaded from elsewhere")));
    }
    match faults.len() {
        0 => Ok(count),
        number => Err(format!("the book has {number} links that lead nowhere:\n  {}", faults.join("\n  "))),
    }
}

/// Adds the files of a folder, whose path from the root of the site is `prefix`.
fn read(folder: &Path, prefix: &str, beside: &str, site: &mut Site) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &format!("{path}/"), beside, site)?;
            continue;
        }
        // The page of what is not found knows its way by the site's address alone.
        if path.ends_with(".html") && path != "404.html" && !path.starts_with(&format!("{beside}/")) {
            site.pages.insert(path.clone(), Page::of(&fs::read_to_string(entry.path())?));
        }
        site.files.insert(path);
    }
    Ok(())
}

impl Page {
    fn of(text: &str) -> Page {
        let tags = tags(text);
        let all = |names: &[&str], attribute: &str| -> Vec<String> {
            let named = tags.iter().filter(|tag| names.is_empty() || names.contains(&tag.name.trim_end_matches('/')));
            named.filter_map(|tag| tag.attribute(attribute)).map(str::to_owned).collect()
        };
        let is_style = |tag: &&Tag| tag.name == "link" && tag.attribute("rel") == Some("stylesheet");
        let styles = tags.iter().filter(is_style).filter_map(|tag| tag.attribute("href")).map(str::to_owned);
        let places = all(&[], "id").into_iter().chain(all(&["a"], "name"));
        Page {
            places: places.collect(),
            links: all(&["a"], "href"),
            parts: all(&[], "src").into_iter().chain(styles).collect(),
        }
    }
}

/// Whether a link has a scheme, or names a host.
fn is_elsewhere(link: &str) -> bool {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    scheme.contains(':') || link.starts_with("//")
}

impl Site {
    /// Goes where a link of a page leads. Fails with what is not there.
    fn follow(&self, page: &str, link: &str) -> Result<(), String> {
        let (path, place) = link.split_once('#').unwrap_or((link, ""));
        let path = path.split('?').next().unwrap_or_default();
        let target = self.file(page, &decoded(path)).ok_or("is no file of the book")?;
        match self.pages.get(&target) {
            Some(page) if !place.is_empty() && !page.places.contains(&decoded(place)) => {
                Err(format!("is no place in {target}"))
            }
            _ => Ok(()),
        }
    }

    /// The file that a path from a page leads to: that of a folder is its index.
    fn file(&self, page: &str, path: &str) -> Option<String> {
        if path.is_empty() {
            return Some(page.to_owned());
        }
        let mut parts: Vec<&str> = page.split('/').collect();
        parts.pop();
        for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
            match part {
                ".." => drop(parts.pop()?),
                name => parts.push(name),
            }
        }
        let file = parts.join("/");
        let index = if file.is_empty() { "index.html".to_owned() } else { format!("{file}/index.html") };
        [file, index].into_iter().find(|path| !path.is_empty() && self.files.contains(path))
    }
}

/// A text with its `%41` as characters.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        bytes.extend_from_slice(before.as_bytes());
        let byte = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(b'%'));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(test: &str, pages: &[(&str, &str)]) -> Result<usize, String> {
        let folder = std::env::temp_dir().join(format!("waxwing-links-{test}-{}", std::process::id()));
        for (path, text) in pages {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let checked = check(&folder, "rust");
        fs::remove_dir_all(folder).unwrap();
        checked
    }

    #[test]
    fn links_lead_to_files_folders_and_places() {
        let pages = [
            ("index.html", "<h1 id='töp'><a href='#t%C3%B6p'></a><a href='a/#x'></a><a href='a'></a><img src='p.png'>"),
            (
                "a/index.html",
                "<a id='x'></a><a href='..'></a><a href='../index.html?q#töp'></a><a href='../rust/r.html#y'></a>",
            ),
            ("rust/r.html", "<a href='nowhere'></a>"),
            ("p.png", ""),
            ("404.html", "<a href='/elsewhere'></a>"),
        ];
        assert_eq!(site("good", &pages), Ok(7));
    }

    #[test]
    fn what_leads_nowhere_is_named() {
        let pages = [
            (
                "index.html",
                "<a href='b/'></a><a href='a/#z'></a><a href='../out'></a><a href='https://example.org'></a>",
            ),
            ("a/index.html", "<a href='#y'></a><script src='https://example.org/s.js'></script><img src='../q.png'>"),
        ];
        let message = site("bad", &pages).unwrap_err();
        for fault in ["b/", "a/#z", "../out", "#y", "https://example.org/s.js", "../q.png"] {
            assert!(message.contains(&format!("`{fault}`")), "{fault}: {message}");
        }
        assert!(message.starts_with("the book has 6 links"), "{message}");
    }
}
