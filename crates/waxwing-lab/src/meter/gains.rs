//! What strategies gain in matches, by a file of results.

use std::collections::BTreeMap;
use std::path::Path;

use crate::ResultsError;
use crate::experiment::ResultsFile;

/// What one game's rows add up to: points and games of each, by its name.
pub(super) type Played = BTreeMap<String, (f64, u64)>;

/// What was gained in one game, with its variance and the games it rests on, by strategy.
pub(super) type Gains = BTreeMap<String, (f64, f64, u64)>;

/// The row of the baseline's own games.
const BASELINE: &str = "uct";

/// The letters of the ICARUS paper's combinations: rows that are named by them tell what each letter does over all of them.
const LETTERS: [(char, &str); 4] = [('N', "nast"), ('R', "rave"), ('M', "mast"), ('L', "lgrf")];

/// Points and games of each row of each game in a file of results, and the iterations of a move.
pub(super) fn played(path: &Path) -> Result<BTreeMap<String, (u64, Played)>, ResultsError> {
    let mut played: BTreeMap<String, (u64, Played)> = BTreeMap::new();
    for row in ResultsFile::read(path)?.rows() {
        let Some((_, by)) = row.cell.rsplit_once(", ") else { continue };
        let (budget, rows) = played.entry(row.identity.game.clone()).or_default();
        *budget = row.identity.budget.parse().unwrap_or(u64::MAX);
        let known = rows.entry(by.to_owned()).or_default();
        let score = row.sums.score;
        known.0 += score.wins as f64 + score.draws as f64 / 2.0;
        known.1 += score.games();
    }
    Ok(played)
}

/// The rate of points, and its variance. As if there were a game more, half won: no rate is known to be 0 or 1.
fn rate((points, games): (f64, u64)) -> (f64, f64) {
    let rate = (points + 0.5) / (games + 1) as f64;
    (points / games as f64, rate * (1.0 - rate) / games as f64)
}

/// What each strategy gains in a game.
pub(super) fn gains(rows: &Played) -> Gains {
    let is_combination =
        |name: &String| name == "-" || name.chars().all(|one| LETTERS.iter().any(|(letter, _)| *letter == one));
    if rows.keys().all(is_combination) {
        return effects(rows);
    }
    let known = |row: &&(f64, u64)| row.1 > 1;
    let (parity, parity_variance) = rows.get(BASELINE).filter(known).map_or((0.5, 0.0), |&row| rate(row));
    let gained = rows.iter().filter(|(name, row)| *name != BASELINE && known(row)).map(|(name, &row)| {
        let (points, variance) = rate(row);
        (name.clone(), (points - parity, variance + parity_variance, row.1))
    });
    gained.collect()
}

/// What each letter of the combinations does: the points of all that have it less those of all others.
fn effects(rows: &Played) -> Gains {
    let all = |letter: char, has: bool| {
        let there = rows.iter().filter(|(name, _)| name.contains(letter) == has);
        there.fold((0.0, 0), |(points, games), (_, row)| (points + row.0, games + row.1))
    };
    let effect = |&(letter, by): &(char, &str)| {
        let (with, without) = (all(letter, true), all(letter, false));
        (with.1 > 1 && without.1 > 1).then(|| {
            let ((one, variance), (other, more)) = (rate(with), rate(without));
            (by.to_owned(), (one - other, variance + more, with.1 + without.1))
        })
    };
    LETTERS.iter().filter_map(effect).collect()
}

/// The game of a text without its options.
pub(super) fn name(game: &str) -> &str {
    game.split('(').next().unwrap_or(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_points_beyond_the_baseline_or_effects_of_letters() {
        let rows = |rows: &[(&str, f64, u64)]| -> Played {
            rows.iter().map(|&(name, points, games)| (name.to_owned(), (points, games))).collect()
        };
        let seat = gains(&rows(&[("uct", 30.0, 100), ("mast", 40.0, 100), ("nast", 1.0, 1)]));
        assert!((seat["mast"].0 - 0.1).abs() < 1e-12 && seat.len() == 1, "{seat:?}");
        assert!((gains(&rows(&[("mast", 40.0, 100)]))["mast"].0 + 0.1).abs() < 1e-12, "two players share a point");
        let effects = gains(&rows(&[("-", 10.0, 20), ("N", 14.0, 20), ("M", 8.0, 20), ("NM", 12.0, 20)]));
        assert!((effects["nast"].0 - 0.2).abs() < 1e-12 && effects["nast"].2 == 80, "{effects:?}");
        assert!((effects["mast"].0 + 0.1).abs() < 1e-12 && !effects.contains_key("rave"), "{effects:?}");
        let error = effects["nast"].1.sqrt();
        assert!((0.1..0.12).contains(&error), "two rates of forty games each: {error}");
    }
}
