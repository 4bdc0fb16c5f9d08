//! Correlations of what is centred, how sure they are, and ranks.

use serde::{Deserialize, Serialize};
use waxwing::Rng;

/// Sums of squares and products of three numbers that belong together, each less its mean within a decision: what records say (x),
/// what is true (v), and what the baseline knows (b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Moments {
    xx: f64,
    vv: f64,
    bb: f64,
    xv: f64,
    xb: f64,
    vb: f64,
}

/// What is known of one move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple {
    pub weight: f64,
    pub x: f64,
    pub v: f64,
    /// Nothing where the baseline has not visited it.
    pub b: Option<f64>,
}

/// A number in whole billionths of a thousandth: few enough digits for any reader of JSON to find the same number again.
pub(super) fn settled(number: f64) -> f64 {
    const PARTS: f64 = 1e12;
    (number * PARTS).round() / PARTS
}

impl Moments {
    pub fn settled(self) -> Moments {
        let Moments { xx, vv, bb, xv, xb, vb } = self;
        let [xx, vv, bb, xv, xb, vb] = [xx, vv, bb, xv, xb, vb].map(settled);
        Moments { xx, vv, bb, xv, xb, vb }
    }

    /// Of the moves of one decision.
    pub fn of(moves: &[Triple]) -> Moments {
        let mean = |number: &dyn Fn(&Triple) -> Option<f64>| {
            let known = || moves.iter().filter_map(|one| Some((one.weight, number(one)?)));
            let weight: f64 = known().map(|(weight, _)| weight).sum();
            known().map(|(weight, number)| weight * number).sum::<f64>() / weight.max(f64::MIN_POSITIVE)
        };
        let (x, v, b) = (mean(&|one| Some(one.x)), mean(&|one| Some(one.v)), mean(&|one| one.b));
        let mut sums = Moments::default();
        for one in moves {
            // What the baseline does not know is to it like the mean.
            let (dx, dv, db) = (one.x - x, one.v - v, one.b.map_or(0.0, |known| known - b));
            sums.xx += one.weight * dx * dx;
            sums.vv += one.weight * dv * dv;
            sums.bb += one.weight * db * db;
            sums.xv += one.weight * dx * dv;
            sums.xb += one.weight * dx * db;
            sums.vb += one.weight * dv * db;
        }
        sums
    }

    pub fn add(&mut self, other: &Moments) {
        self.xx += other.xx;
        self.vv += other.vv;
        self.bb += other.bb;
        self.xv += other.xv;
        self.xb += other.xb;
        self.vb += other.vb;
    }

    /// Pearson's correlation of what records say and what is true; `None` where one of them never differs.
    pub fn correlation(&self) -> Option<f64> {
        ratio(self.xv, self.xx, self.vv)
    }

    /// The same, after what the baseline explains is taken out of both.
    pub fn partial(&self) -> Option<f64> {
        if self.bb <= 0.0 {
            return self.correlation();
        }
        let left = |square: f64, with: f64| (square - with * with / self.bb).max(0.0);
        let (xx, vv) = (left(self.xx, self.xb), left(self.vv, self.vb));
        // What is explained but for rounding leaves nothing.
        let is_left = xx > 1e-9 * self.xx && vv > 1e-9 * self.vv;
        if is_left { ratio(self.xv - self.xb * self.vb / self.bb, xx, vv) } else { None }
    }
}

fn ratio(product: f64, one: f64, other: f64) -> Option<f64> {
    (one > 0.0 && other > 0.0).then(|| (product / (one * other).sqrt()).clamp(-1.0, 1.0))
}

/// A number with its 95 % interval; nothing where it cannot be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The number.
    pub value: Option<f64>,
    /// The lower end of its interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// How many resamples an interval rests on.
const RESAMPLES: usize = 1_000;

/// A number of all units, with the interval of the bootstrap over them: percentiles of resamples of as many units. There is no
/// interval where less than half of the resamples have a number, or there are not two units.
pub(super) fn bootstrap(units: usize, number: impl Fn(&[usize]) -> Option<f64>) -> Estimate {
    let all: Vec<usize> = (0..units).collect();
    let value = number(&all);
    let mut rng = Rng::new(0x006d_6574_6572);
    let mut resample = || {
        let drawn: Vec<usize> = (0..units).map(|_| rng.below(units)).collect();
        number(&drawn)
    };
    let mut found: Vec<f64> = match value {
        Some(_) if units > 1 => (0..RESAMPLES).filter_map(|_| resample()).collect(),
        _ => Vec::new(),
    };
    found.sort_by(f64::total_cmp);
    let is_told = found.len() * 2 > RESAMPLES;
    let percentile = |share: f64| is_told.then(|| found[((found.len() - 1) as f64 * share).round() as usize]);
    Estimate { value, low: percentile(0.025), high: percentile(0.975) }
}

/// Spearman's rank correlation; equal numbers share the mean of their ranks. `None` for fewer than three pairs, or where one side
/// never differs.
pub(super) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let side = |number: fn(&(f64, f64)) -> f64| ranks(&pairs.iter().map(number).collect::<Vec<_>>());
    let (one, other) = (side(|pair| pair.0), side(|pair| pair.1));
    let moves: Vec<Triple> = one.iter().zip(&other).map(|(&x, &v)| Triple { weight: 1.0, x, v, b: None }).collect();
    Moments::of(&moves).correlation()
}

fn ranks(numbers: &[f64]) -> Vec<f64> {
    let below = |number: f64| numbers.iter().filter(|&&other| other < number).count();
    let equal = |number: f64| numbers.iter().filter(|&&other| other == number).count();
    numbers.iter().map(|&number| below(number) as f64 + (equal(number) as f64 + 1.0) / 2.0).collect()
}

/// The weights of the least-squares fit of `y` by the columns of `rows`, with a small ridge so that columns that say the same do no
/// harm. Columns include a constant one if there is to be one.
pub(super) fn least_squares(rows: &[(Vec<f64>, f64)]) -> Vec<f64> {
    let width = rows.first().map_or(0, |(row, _)| row.len());
    let mut matrix = vec![vec![0.0; width + 1]; width];
    for (row, y) in rows {
        for (column, line) in matrix.iter_mut().enumerate() {
            line.iter_mut().zip(row.iter().chain([y])).for_each(|(sum, number)| *sum += row[column] * number);
        }
    }
    (0..width).for_each(|column| matrix[column][column] += 1e-9 * rows.len() as f64);
    // Gauss and Jordan, with the largest pivot first.
    for column in 0..width {
        let largest =
            (column..width).max_by(|&one, &other| matrix[one][column].abs().total_cmp(&matrix[other][column].abs()));
        matrix.swap(column, largest.unwrap_or(column));
        let pivot = matrix[column].clone();
        for (number, line) in matrix.iter_mut().enumerate() {
            let factor = line[column] / pivot[column];
            if number != column && factor != 0.0 {
                line.iter_mut().zip(&pivot).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    (0..width).map(|column| matrix[column][width] / matrix[column][column]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triple(x: f64, v: f64, b: Option<f64>) -> Triple {
        Triple { weight: 1.0, x, v, b }
    }

    #[test]
    fn what_differs_between_decisions_alone_correlates_with_nothing() {
        // Within each decision what records say is the opposite of the truth, though good decisions have high records.
        let mut sums = Moments::of(&[triple(0.9, 0.8, None), triple(0.8, 0.9, None)]);
        sums.add(&Moments::of(&[triple(0.2, 0.1, None), triple(0.1, 0.2, None)]));
        assert!((sums.correlation().unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(Moments::of(&[triple(0.5, 0.1, None), triple(0.5, 0.2, None)]).correlation(), None);
    }

    #[test]
    fn what_the_baseline_knows_is_not_new() {
        // x is the baseline's b and something of its own; v is b alone, or the other part alone.
        let (b, own) = ([0.1, 0.4, 0.6, 0.9], [0.2, -0.2, -0.2, 0.2]);
        let by = |v: &dyn Fn(usize) -> f64| -> Moments {
            Moments::of(&(0..4).map(|i| triple(b[i] + own[i], v(i), Some(b[i]))).collect::<Vec<_>>())
        };
        let old = by(&|i| b[i] + 1e-3 * [1.0, -3.0, 3.0, -1.0][i]);
        assert!(old.correlation().unwrap() > 0.7 && old.partial().unwrap().abs() < 0.01, "{old:?}");
        let new = by(&|i| own[i]);
        assert!(new.partial().unwrap() > 0.999, "{new:?}");
        // Where the baseline knows nothing, all is new.
        let alone = Moments::of(&[triple(0.1, 0.3, None), triple(0.4, 0.2, None), triple(0.5, 0.6, None)]);
        assert_eq!(alone.partial(), alone.correlation());
    }

    #[test]
    fn ranks_are_shared_by_equals() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        // A published example: IQ and hours of television, ρ = -29/165.
        let pairs = [
            (86.0, 2.0),
            (97.0, 20.0),
            (99.0, 28.0),
            (100.0, 27.0),
            (101.0, 50.0),
            (103.0, 29.0),
            (106.0, 7.0),
            (110.0, 17.0),
            (112.0, 6.0),
            (113.0, 12.0),
        ];
        assert!((spearman(&pairs).unwrap() + 29.0 / 165.0).abs() < 1e-12);
    }

    #[test]
    fn a_fit_finds_the_weights() {
        let rows: Vec<(Vec<f64>, f64)> =
            [(1.0, 2.0), (2.0, -1.0), (0.5, 3.0), (4.0, 0.0)].map(|(a, b)| (vec![1.0, a, b], 3.0 + 2.0 * a - b)).into();
        let fit = least_squares(&rows);
        assert!([3.0, 2.0, -1.0].iter().zip(&fit).all(|(weight, found)| (weight - found).abs() < 1e-5), "{fit:?}");
    }

    #[test]
    fn an_interval_of_alike_units_is_narrow_and_of_one_unit_there_is_none() {
        let numbers = [0.4, 0.5, 0.6, 0.5, 0.45, 0.55];
        let mean = |drawn: &[usize]| Some(drawn.iter().map(|&unit| numbers[unit]).sum::<f64>() / drawn.len() as f64);
        let found = bootstrap(6, mean);
        assert!((found.value.unwrap() - 0.5).abs() < 1e-12);
        assert!(found.low.unwrap() > 0.4 && found.low.unwrap() < 0.5 && found.high.unwrap() < 0.6, "{found:?}");
        assert_eq!(bootstrap(1, mean).low, None);
        assert_eq!(bootstrap(6, |_| None), Estimate::default());
    }
}
