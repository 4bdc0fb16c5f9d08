//! Published analyses, and the same sums of squares by regression.

use proptest::prelude::*;

use super::*;

/// Sum of squares, F and p to the digits that are printed.
fn matches(effect: &Effect, sum_of_squares: f64, f: f64, p: f64) {
    assert!((effect.sum_of_squares / sum_of_squares - 1.0).abs() < 1e-5, "{effect:?}");
    assert!((effect.f - f).abs() < 6e-4, "{effect:?}");
    assert!((effect.p / p - 1.0).abs() < 4e-4, "{effect:?}");
}

/// R's `PlantGrowth`: dried weights of plants under a control and two treatments.
#[test]
fn the_one_way_analysis_of_plant_growth_is_the_published_one() {
    let control = [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14];
    let first = [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69];
    let second = [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26];
    let anova = one_way(&[control, first, second].map(|weights| Sample::of(&weights))).unwrap();
    matches(&anova.effects[0], 3.76634, 4.8461, 0.01591);
    assert_eq!((anova.effects[0].degrees, anova.error_degrees), (2, 27));
    assert!((anova.error_sum_of_squares - 10.49209).abs() < 1e-5);
    // η² = 3.76634 ÷ 14.25843, and ω² = (3.76634 - 2 · 0.388596) ÷ (14.25843 + 0.388596).
    assert!((anova.effects[0].eta_squared - 0.264_148).abs() < 1e-5);
    assert!((anova.effects[0].omega_squared - 0.204_079).abs() < 1e-5);
    assert!((anova.level_means[0][2] - 5.526).abs() < 1e-12);
}

/// R's `warpbreaks`: breaks of yarn by wool and tension.
#[test]
fn the_two_way_analysis_of_warp_breaks_is_the_published_one() {
    let breaks = [
        [26.0, 30.0, 54.0, 25.0, 70.0, 52.0, 51.0, 26.0, 67.0],
        [18.0, 21.0, 29.0, 17.0, 12.0, 18.0, 35.0, 30.0, 36.0],
        [36.0, 21.0, 24.0, 18.0, 10.0, 43.0, 28.0, 15.0, 26.0],
        [27.0, 14.0, 29.0, 19.0, 29.0, 31.0, 41.0, 20.0, 44.0],
        [42.0, 26.0, 19.0, 16.0, 39.0, 28.0, 21.0, 39.0, 29.0],
        [20.0, 21.0, 24.0, 17.0, 13.0, 15.0, 15.0, 16.0, 28.0],
    ];
    let anova = factorial(&[2, 3], &breaks.map(|cell| Sample::of(&cell))).unwrap();
    matches(&anova.effects[0], 450.67, 3.7653, 0.0582130);
    matches(&anova.effects[1], 2034.26, 8.4980, 0.0006926);
    matches(&anova.effects[2], 1002.78, 4.1891, 0.0210442);
    assert_eq!(anova.error_degrees, 48);
    assert!((anova.error_sum_of_squares - 5745.1).abs() < 0.05);
    let names: Vec<String> = anova.effects.iter().map(|effect| effect.name(&["wool", "tension"])).collect();
    assert_eq!(names, ["wool", "tension", "wool:tension"]);
}

/// R's `ToothGrowth`: length of teeth by supplement (OJ, VC) and dose.
#[test]
fn the_two_way_analysis_of_tooth_growth_is_the_published_one() {
    let lengths = [
        [15.2, 21.5, 17.6, 9.7, 14.5, 10.0, 8.2, 9.4, 16.5, 9.7],
        [19.7, 23.3, 23.6, 26.4, 20.0, 25.2, 25.8, 21.2, 14.5, 27.3],
        [25.5, 26.4, 22.4, 24.5, 24.8, 30.9, 26.4, 27.3, 29.4, 23.0],
        [4.2, 11.5, 7.3, 5.8, 6.4, 10.0, 11.2, 11.2, 5.2, 7.0],
        [16.5, 16.5, 15.2, 17.3, 22.5, 17.3, 13.6, 14.5, 18.8, 15.5],
        [23.6, 18.5, 33.9, 25.5, 26.4, 32.5, 26.7, 21.5, 23.3, 29.5],
    ];
    let anova = factorial(&[2, 3], &lengths.map(|cell| Sample::of(&cell))).unwrap();
    matches(&anova.effects[0], 205.350, 15.572, 0.0002312);
    matches(&anova.effects[1], 2426.434, 92.000, 4.046e-18);
    matches(&anova.effects[2], 108.319, 4.107, 0.0218603);
    assert!((anova.error_sum_of_squares - 712.106).abs() < 5e-4);
    assert!((anova.effects[0].partial_eta_squared - 205.350 / (205.350 + 712.106)).abs() < 1e-6);
}

/// Kutner's data of drugs and diseases, with cells of different size: the type III table of the manual of SAS's GLM.
#[test]
fn an_unbalanced_analysis_has_the_published_sums_of_type_iii() {
    let cells: [&[f64]; 12] = [
        &[42.0, 44.0, 36.0, 13.0, 19.0, 22.0],
        &[33.0, 26.0, 33.0, 21.0],
        &[31.0, -3.0, 25.0, 25.0, 24.0],
        &[28.0, 23.0, 34.0, 42.0, 13.0],
        &[34.0, 33.0, 31.0, 36.0],
        &[3.0, 26.0, 28.0, 32.0, 4.0, 16.0],
        &[1.0, 29.0, 19.0],
        &[11.0, 9.0, 7.0, 1.0, -6.0],
        &[21.0, 1.0, 9.0, 3.0],
        &[24.0, 9.0, 22.0, -2.0, 15.0],
        &[27.0, 12.0, 12.0, -5.0, 16.0, 15.0],
        &[22.0, 7.0, 25.0, 5.0, 12.0],
    ];
    let anova = factorial(&[4, 3], &cells.map(Sample::of)).unwrap();
    let printed = [(2997.471860, 3, 9.05), (415.873046, 2, 1.88), (707.266259, 6, 1.07)];
    for (effect, (sum_of_squares, degrees, f)) in anova.effects.iter().zip(printed) {
        assert!((effect.sum_of_squares - sum_of_squares).abs() < 1e-6, "{effect:?}");
        assert!(effect.degrees == degrees && (effect.f - f).abs() < 5e-3, "{effect:?}");
    }
    assert!((anova.effects[1].p - 0.1637).abs() < 5e-5 && (anova.effects[2].p - 0.3958).abs() < 5e-5);
    assert!((anova.error_sum_of_squares - 5080.816667).abs() < 1e-6);
    assert!((anova.total_sum_of_squares - 9340.155172).abs() < 1e-6);
}

/// The four enhancements of the ICARUS paper with equally many games a combination: an effect's sum of squares is what
/// Fig. 3 shows, the difference of two averages over eight combinations each.
#[test]
fn main_effects_of_sixteen_combinations_are_differences_of_two_averages() {
    let wins = [503, 588, 470, 561, 530, 602, 511, 570, 455, 611, 480, 590, 534, 605, 520, 597];
    let anova = factorial(&[2; 4], &wins.map(|wins| Sample::of_wins(wins, 1000))).unwrap();
    assert_eq!(anova.effects.len(), 15);
    for (factor, effect) in anova.effects.iter().take(4).enumerate() {
        let with = |cell: usize| cell >> (3 - factor) & 1 == 1;
        let average = |present: bool| {
            let chosen = wins.iter().enumerate().filter(|(cell, _)| with(*cell) == present);
            chosen.map(|(_, wins)| *wins as f64).sum::<f64>() / 8000.0
        };
        let difference = average(true) - average(false);
        assert!((effect.sum_of_squares - 4000.0 * difference * difference).abs() < 1e-9);
        assert!((anova.level_means[factor][1] - average(true)).abs() < 1e-12);
        // With one degree of freedom F is the square of the difference in standard errors.
        let noise = anova.error_sum_of_squares / anova.error_degrees as f64;
        assert!((effect.f - difference * difference / (noise / 4000.0)).abs() < 1e-6);
    }
    // Equally large cells: effects and error add up to everything.
    let explained: f64 = anova.effects.iter().map(|effect| effect.sum_of_squares).sum();
    assert!((explained + anova.error_sum_of_squares - anova.total_sum_of_squares).abs() < 1e-9);
}

/// The density of the F distribution, integrated.
#[test]
fn p_values_are_areas_under_the_density() {
    let anova = factorial(&[2, 3], &[5, 9, 12, 8, 9, 17].map(|wins| Sample::of_wins(wins, 20))).unwrap();
    for effect in &anova.effects {
        let (d1, d2) = (effect.degrees as f64, anova.error_degrees as f64);
        // Over u = d1 x ÷ (d1 x + d2), in (0, 1), with u = v² against the pole at 0.
        let density = |v: f64| 2.0 * v.powf(d1 - 1.0) * (1.0 - v * v).powf(d2 / 2.0 - 1.0);
        let border = (d1 * effect.f / (d1 * effect.f + d2)).sqrt();
        let area = |from: f64, to: f64| {
            let steps = 20_000;
            let width = (to - from) / f64::from(steps);
            (0..steps).map(|step| density(from + (f64::from(step) + 0.5) * width) * width).sum::<f64>()
        };
        let expected = area(border, 1.0) / (area(0.0, border) + area(border, 1.0));
        assert!((effect.p - expected).abs() < 1e-6, "{effect:?}: {expected}");
    }
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let some = Sample::of_wins(3, 10);
    assert_eq!(factorial(&[2, 2], &[some; 3]).unwrap_err(), AnovaError::Shape { expected: 4, found: 3 });
    assert_eq!(one_way(&[some]).unwrap_err(), AnovaError::Shape { expected: 1, found: 1 });
    assert_eq!(factorial(&[], &[some]).unwrap_err(), AnovaError::Shape { expected: 1, found: 1 });
    assert_eq!(one_way(&[some, Sample::of_wins(0, 0)]).unwrap_err(), AnovaError::Empty(1));
    assert_eq!(one_way(&[Sample::of_wins(9, 9), Sample::of_wins(0, 9)]).unwrap_err(), AnovaError::NoError);
    assert_eq!(one_way(&[Sample::of_wins(1, 1), Sample::of_wins(0, 1)]).unwrap_err(), AnovaError::NoError);
}

#[test]
fn points_count_draws_as_halves() {
    let score = Score { wins: 3, draws: 2, losses: 1 };
    let (counted, listed) = (Sample::from(score), Sample::of(&[1.0, 1.0, 1.0, 0.5, 0.5, 0.0]));
    assert_eq!(counted.count, listed.count);
    assert!((counted.mean - listed.mean).abs() < 1e-12 && (counted.squares - listed.squares).abs() < 1e-12);
}

/// The sum of squares that is left when the columns of effects have been fitted, by Gram-Schmidt on the single results.
fn residual(columns: &[Vec<f64>], results: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let remove = |basis: &[Vec<f64>], mut vector: Vec<f64>| {
        for _ in 0..2 {
            for unit in basis {
                let along = dot(unit, &vector);
                vector.iter_mut().zip(unit).for_each(|(x, unit)| *x -= along * unit);
            }
        }
        vector
    };
    for column in columns {
        let rest = remove(&basis, column.clone());
        let length = dot(&rest, &rest).sqrt();
        assert!(length > 1e-9, "the columns are independent");
        basis.push(rest.iter().map(|x| x / length).collect());
    }
    let rest = remove(&basis, results.to_vec());
    dot(&rest, &rest)
}

/// Effect-coded columns: 1 at the level, -1 at the last one, 0 elsewhere; products for interactions.
fn coded(levels: &[usize], effect: &[usize], places: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let mut columns = vec![vec![1.0; places.len()]];
    for factor in effect {
        let code = |place: &[usize], level: usize| match place[*factor] {
            at if at == level => 1.0,
            at if at + 1 == levels[*factor] => -1.0,
            _ => 0.0,
        };
        let times =
            |column: &[f64], level| column.iter().zip(places).map(|(x, place)| x * code(place, level)).collect();
        columns = columns.iter().flat_map(|c| (0..levels[*factor] - 1).map(|level| times(c, level))).collect();
    }
    columns
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Type III is how much worse a regression on effect-coded columns fits without those of the effect.
    #[test]
    fn sums_of_squares_are_those_of_regression(
        levels in prop::collection::vec(2usize..4, 1..4),
        sizes in prop::collection::vec(1usize..5, 27),
        noise in prop::collection::vec(-1.0..1.0f64, 27 * 5),
    ) {
        let cells: usize = levels.iter().product();
        let results: Vec<&[f64]> = (0..cells).map(|cell| &noise[5 * cell..5 * cell + sizes[cell]]).collect();
        prop_assume!(sizes[..cells].iter().any(|size| *size > 1));
        let samples: Vec<Sample> = results.iter().map(|results| Sample::of(results)).collect();
        let anova = factorial(&levels, &samples).unwrap();

        let place = |cell: usize| -> Vec<usize> {
            (0..levels.len()).map(|f| cell / levels[f + 1..].iter().product::<usize>() % levels[f]).collect()
        };
        let places: Vec<Vec<usize>> = (0..cells).flat_map(|cell| vec![place(cell); sizes[cell]]).collect();
        let flat: Vec<f64> = results.concat();
        let columns_without = |left_out: &[usize]| -> Vec<Vec<f64>> {
            let others = effects(levels.len()).into_iter().chain([vec![]]).filter(|effect| effect != left_out);
            others.flat_map(|effect| coded(&levels, &effect, &places)).collect()
        };
        let full = residual(&columns_without(&[usize::MAX]), &flat);
        prop_assert!((anova.error_sum_of_squares - full).abs() < 1e-9);
        for effect in &anova.effects {
            let expected = residual(&columns_without(&effect.factors), &flat) - full;
            prop_assert!((effect.sum_of_squares - expected).abs() < 1e-7, "{effect:?}: {expected}");
        }
    }
}
