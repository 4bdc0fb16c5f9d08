//! The name a user probably meant.

/// The candidate nearest to a mistyped name, if one is near enough to be worth suggesting. Case does not count.
pub(super) fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    // For short names two edits would suggest anything.
    let limit = match name.len() {
        0 | 1 => 0,
        2 | 3 => 1,
        length => (length / 3).max(2),
    };
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            let near = letters.len().abs_diff(name.len()) <= limit && !letters.is_empty();
            let distance = if near { distance(&name, &letters) } else { usize::MAX };
            (distance <= limit && distance < letters.len()).then_some((distance, candidate))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of
/// neighbours that turn one word into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let substitute = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let edit = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(substitute);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { edit.min(rows[i - 2][j - 2] + 1) } else { edit }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(a: &str, b: &str) -> usize {
        distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
    }

    #[test]
    fn distance_counts_edits_and_swaps() {
        assert_eq!(between("rave", "rave"), 0);
        assert_eq!(between("rvae", "rave"), 1);
        assert_eq!(between("kitten", "sitting"), 3);
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("to_mast", "to-mast"), 1);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["uct", "rave", "grave", "mast", "to-mast"];
        assert_eq!(nearest("rvae", names), Some("rave"));
        assert_eq!(nearest("UCT", names), Some("uct"));
        assert_eq!(nearest("tomast", names), Some("to-mast"));
        assert_eq!(nearest("xyz", names), None);
        assert_eq!(nearest("q", ["c"]), None);
        assert_eq!(nearest("", names), None);
    }
}
