//! Data files: numbers separated by white space, with comments from `#` to the end of the line.

/// All numbers of a file that is compiled in.
pub(crate) fn numbers(text: &str) -> Vec<f32> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let words = lines.flat_map(str::split_whitespace);
    words.map(|word| word.parse().expect("a data file that is compiled in holds numbers")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn comments_are_not_read() {
        assert_eq!(super::numbers("# 1 2\n3 -4.5 # five\n\n6e-1"), [3.0, -4.5, 0.6]);
    }
}
