//! Sorting of what has the actions of a game in it. Sorting is much code, and all that it looks at is keys: it is compiled once, not for each game.

/// Sorts by keys, the greatest first; equals stay in their order.
pub(crate) fn sort_falling<T>(items: &mut [T], key: impl Fn(&T) -> f64) {
    arrange(items, falling(items.iter().map(key).collect()));
}

/// Sorts by keys, the least first; equals stay in their order.
pub(crate) fn sort_rising<T>(items: &mut [T], key: impl Fn(&T) -> u64) {
    arrange(items, rising(items.iter().map(key).collect()));
}

/// Puts the items into the order of the places they come from.
fn arrange<T>(items: &mut [T], mut from: Vec<usize>) {
    for start in 0..items.len() {
        // What belongs here is brought here, what belongs in its place there, and so on round the circle.
        let mut at = start;
        while from[at] != start {
            let next = from[at];
            items.swap(at, next);
            (from[at], at) = (at, next);
        }
        from[at] = at;
    }
}

fn falling(keys: Vec<f64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&one, &other| keys[other].total_cmp(&keys[one]));
    order
}

fn rising(keys: Vec<u64>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&at| keys[at]);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn items_are_sorted_as_the_library_sorts_them() {
        let mut rng = Rng::new(1);
        for length in 0..200 {
            let mut items: Vec<(u32, usize)> = (0..length).map(|at| (rng.below(20) as u32, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
            sort_falling(&mut items, |&(key, _)| key.into());
            assert_eq!(items, expected);
            sort_rising(&mut items, |&(_, at)| at as u64);
            assert!(items.iter().map(|&(_, at)| at).eq(0..length));
        }
    }
}
