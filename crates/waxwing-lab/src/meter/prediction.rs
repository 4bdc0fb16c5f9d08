//! The meter held against gains in matches: over all games and strategies, how well the one foretells the other.

use std::collections::BTreeSet;
use std::path::Path;

use maud::{PreEscaped, html};
use serde::Serialize;

use super::gains::{gains, name, played};
use super::page::number;
use super::report::MeterReport;
use super::statistics::{Estimate, bootstrap, least_squares, spearman};
use crate::report::frame;

/// Why nothing can be said of gains.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GainError {
    /// The file of results cannot be read.
    #[error(transparent)]
    Results(#[from] crate::ResultsError),
    /// Nothing was both measured by the meter and played.
    #[error("no strategy of these meters has games in `{0}`")]
    Nothing(String),
}

/// A strategy in a game: what the meter says, and what it gains.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GamePrediction {
    /// The game with its options.
    pub game: String,
    /// The strategy.
    pub by: String,
    /// Iterations of the search that the meter's number is about: as many as a move of the games had, or the most that were asked for.
    pub iterations: u64,
    /// The meter's number.
    pub number: f64,
    /// Correlation × coverage.
    pub correlation_times_coverage: f64,
    /// The gain that a fit to the other games foretells.
    pub fitted: f64,
    /// Points won, less what the baseline wins in that seat; or with the strategy, less those without it.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
    /// Games of the strategy.
    pub games: u64,
    #[serde(skip)]
    in_tree: bool,
}

/// How well a predictor does.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Predictor {
    /// What foretells.
    pub name: &'static str,
    /// Spearman's rank correlation with the gains, over all games and strategies, with the interval of the bootstrap over games.
    pub correlation: Estimate,
    /// The mean of the rank correlations within each game.
    pub within_games: Option<f64>,
}

/// The meter beside gains.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Prediction {
    /// The predictors; the first is the meter's number.
    pub predictors: Vec<Predictor>,
    /// How much of the differences between gains is no chance of few games: the most that a perfect predictor could correlate, squared.
    pub reliability: Option<f64>,
    /// All that was measured and played.
    pub pairs: Vec<GamePrediction>,
}

/// Holds meters against the games of a file of results. Its cells are called by game and strategy, such as `othello, nast`, or by game and
/// letters, such as `othello, NR`. A game with other options stands in where a meter's own is not there.
pub fn predict(results: &Path, reports: &[MeterReport]) -> Result<Prediction, GainError> {
    let played = played(results)?;
    let mut pairs = Vec::new();
    for report in reports {
        let alike = || played.iter().find(|(game, _)| name(game) == name(&report.plan.game)).map(|(_, found)| found);
        let Some((budget, rows)) = played.get(&report.plan.game).or_else(alike) else { continue };
        let gains = gains(rows);
        for strategy in &report.strategies {
            let place = if strategy.acts_in == "tree" { &strategy.tree } else { &strategy.playouts };
            let moments = &place.moments;
            let moment = moments.iter().rev().find(|moment| moment.iterations <= *budget).unwrap_or(&moments[0]);
            let (Some(&(gain, variance, games)), Some(number)) = (gains.get(&strategy.by), moment.advantage.value)
            else {
                continue;
            };
            pairs.push(GamePrediction {
                game: report.plan.game.clone(),
                by: strategy.by.clone(),
                iterations: moment.iterations,
                number,
                correlation_times_coverage: moment.coverage.unwrap_or(0.0) * moment.correlation.value.unwrap_or(0.0),
                fitted: 0.0,
                gain,
                error: variance.sqrt(),
                games,
                in_tree: strategy.acts_in == "tree",
            });
        }
    }
    if pairs.is_empty() {
        return Err(GainError::Nothing(results.display().to_string()));
    }
    fit(&mut pairs);
    let predictors = vec![
        predictor("the meter's number", &pairs, |pair| pair.number),
        predictor("correlation × coverage", &pairs, |pair| pair.correlation_times_coverage),
        predictor("a fit to the other games", &pairs, |pair| pair.fitted),
    ];
    Ok(Prediction { predictors, reliability: reliability(&pairs), pairs })
}

fn games(pairs: &[GamePrediction]) -> Vec<&str> {
    pairs.iter().map(|pair| &*pair.game).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Foretells the gains of each game by a fit to those of all others.
fn fit(pairs: &mut [GamePrediction]) {
    let row = |pair: &GamePrediction| {
        vec![1.0, pair.number, pair.correlation_times_coverage, if pair.in_tree { 1.0 } else { 0.0 }]
    };
    let games: Vec<String> = games(pairs).into_iter().map(str::to_owned).collect();
    for game in games {
        let others = pairs.iter().filter(|pair| pair.game != game).map(|pair| (row(pair), pair.gain));
        let weights = least_squares(&others.collect::<Vec<_>>());
        for pair in pairs.iter_mut().filter(|pair| pair.game == game) {
            pair.fitted = row(pair).iter().zip(&weights).map(|(entry, weight)| entry * weight).sum();
        }
    }
}

fn predictor(name: &'static str, pairs: &[GamePrediction], of: impl Fn(&GamePrediction) -> f64) -> Predictor {
    let games = games(pairs);
    let by_game: Vec<Vec<(f64, f64)>> = games
        .iter()
        .map(|game| pairs.iter().filter(|pair| pair.game == *game).map(|pair| (of(pair), pair.gain)).collect())
        .collect();
    let over = |drawn: &[usize]| {
        let all = drawn.iter().flat_map(|&game| by_game[game].iter().copied());
        spearman(&all.collect::<Vec<_>>())
    };
    let within: Vec<f64> = by_game.iter().filter_map(|pairs| spearman(pairs)).collect();
    let within_games = (!within.is_empty()).then(|| within.iter().sum::<f64>() / within.len() as f64);
    Predictor { name, correlation: bootstrap(games.len(), over), within_games }
}

/// The share of the variance of gains that is not that of few games.
fn reliability(pairs: &[GamePrediction]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = pairs.iter().map(|pair| pair.gain).sum::<f64>() / count;
    let variance = pairs.iter().map(|pair| (pair.gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let chance = pairs.iter().map(|pair| pair.error.powi(2)).sum::<f64>() / count;
    (variance > 0.0).then(|| (1.0 - chance / variance).max(0.0))
}

/// A page about it: each strategy of each game as a point, and all numbers.
pub fn prediction_page(prediction: &Prediction) -> String {
    let title = "The meter and gains in matches";
    let content = html! {
        h1 { (title) }
        div.wide { table {
            thead { tr { th { "predictor" } th { "rank correlation, 95 %" } th { "within games" } } }
            tbody { @for one in &prediction.predictors { tr {
                td { (one.name) }
                td { (number(one.correlation.value)) " " (super::page::interval(&one.correlation)) }
                td { (number(one.within_games)) }
            } } }
        } }
        @if let Some(reliability) = prediction.reliability {
            p { "Of the differences between gains, " (format!("{:.0} %", 100.0 * reliability)) " are no chance of few games: a perfect predictor would "
                "correlate at " (format!("{:.2}", reliability.sqrt())) "." }
        }
        figure { (PreEscaped(prediction_picture(prediction))) }
        div.wide { table {
            thead { tr { th { "game" } th { "strategy" } th { "number" } th { "correlation × coverage" } th { "fitted" } th { "gain, points" } th { "error" } th { "games" } } }
            tbody { @for pair in &prediction.pairs { tr {
                td { (pair.game) } td { code { (pair.by) } } td { (number(Some(pair.number))) }
                td { (number(Some(pair.correlation_times_coverage))) } td { (number(Some(pair.fitted))) }
                td { (number(Some(pair.gain))) } td { (format!("{:.2}", pair.error)) } td { (pair.games) }
            } } }
        } }
    };
    frame(title, &content)
}

/// The meter's number across, the gain up; a colour for each strategy, as SVG.
pub fn prediction_picture(prediction: &Prediction) -> String {
    let pairs = &prediction.pairs;
    const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a00", "#444444"];
    const SIZE: (f64, f64) = (620.0, 400.0);
    let strategies: Vec<&str> = pairs.iter().map(|pair| &*pair.by).collect::<BTreeSet<_>>().into_iter().collect();
    let span = |of: fn(&GamePrediction) -> f64| {
        let (least, most) =
            pairs.iter().map(of).fold((0.0f64, 0.0f64), |(least, most), one| (least.min(one), most.max(one)));
        let room = (most - least).max(0.01) * 0.06;
        (least - room, most + room)
    };
    let (across, up) = (span(|pair| pair.number), span(|pair| pair.gain));
    let x = |number: f64| 60.0 + (number - across.0) / (across.1 - across.0) * (SIZE.0 - 180.0);
    let y = |gain: f64| 20.0 + (up.1 - gain) / (up.1 - up.0) * (SIZE.1 - 70.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0} {1:.0}\" width=\"{0:.0}\" font-family=\"sans-serif\" font-size=\"11\" \
         role=\"img\"><title>The meter's number and the gain</title><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        SIZE.0, SIZE.1
    );
    svg += &format!(
        "<path d=\"M{:.1} 20V{:.1}M60 {:.1}H{:.1}\" stroke=\"#bbb\"/>\n",
        x(0.0),
        SIZE.1 - 50.0,
        y(0.0),
        SIZE.0 - 120.0
    );
    svg += &format!("<text x=\"60\" y=\"{:.0}\">{:+.2}</text>", SIZE.1 - 34.0, across.0);
    svg += &format!(
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{:+.2}</text>",
        SIZE.0 - 120.0,
        SIZE.1 - 34.0,
        across.1
    );
    svg += &format!(
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">the meter's number</text>",
        SIZE.0 / 2.0 - 30.0,
        SIZE.1 - 14.0
    );
    svg += &format!("<text x=\"54\" y=\"28\" text-anchor=\"end\">{:+.2}</text>", up.1);
    svg += &format!("<text x=\"54\" y=\"{:.0}\" text-anchor=\"end\">{:+.2}</text>", SIZE.1 - 50.0, up.0);
    svg += &format!(
        "<text x=\"14\" y=\"{0:.0}\" transform=\"rotate(-90 14 {0:.0})\" text-anchor=\"middle\">gain in points</text>\n",
        SIZE.1 / 2.0 - 20.0
    );
    for pair in pairs {
        let strategy = strategies.iter().position(|&by| by == pair.by).unwrap_or(0);
        let (at, height) = (x(pair.number), y(pair.gain));
        let colour = COLOURS[strategy % COLOURS.len()];
        svg += &format!(
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.3\"/><circle cx=\"{at:.1}\" cy=\"{height:.1}\" r=\"4\" \
             fill=\"{colour}\"><title>{}, {}: {:+.2}, gain {:+.2}</title></circle>\n",
            y(pair.gain - pair.error),
            y(pair.gain + pair.error),
            pair.game,
            pair.by,
            pair.number,
            pair.gain,
        );
    }
    for (strategy, by) in strategies.iter().enumerate() {
        let down = 30.0 + 18.0 * strategy as f64;
        let colour = COLOURS[strategy % COLOURS.len()];
        svg += &format!(
            "<circle cx=\"{:.0}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.0}\" y=\"{down:.1}\">{by}</text>\n",
            SIZE.0 - 100.0,
            down - 4.0,
            SIZE.0 - 90.0
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six games of four strategies: the gain is twice the number, and in the tree half a point less.
    fn lawful() -> Vec<GamePrediction> {
        let pair = |game: usize, by: usize| {
            let number = 0.1 * by as f64 + 0.01 * ((game * 7) % 5) as f64;
            let in_tree = by == 3;
            GamePrediction {
                game: format!("game {game}"),
                by: format!("strategy {by}"),
                iterations: 200,
                number,
                correlation_times_coverage: 0.3 - 0.02 * ((game + 3 * by) % 4) as f64,
                fitted: 0.0,
                gain: 2.0 * number - if in_tree { 0.5 } else { 0.0 },
                error: 0.001,
                games: 100,
                in_tree,
            }
        };
        (0..6).flat_map(|game| (0..4).map(move |by| pair(game, by))).collect()
    }

    #[test]
    fn a_fit_to_other_games_foretells_what_follows_a_law() {
        let mut pairs = lawful();
        fit(&mut pairs);
        assert!(pairs.iter().all(|pair| (pair.fitted - pair.gain).abs() < 1e-3), "{pairs:?}");
        let fitted = predictor("", &pairs, |pair| pair.fitted);
        assert!(fitted.correlation.value.unwrap() > 0.99 && fitted.within_games.unwrap() > 0.99);
        // The number alone does not know that strategies in the tree gain less.
        assert!(predictor("", &pairs, |pair| pair.number).correlation.value.unwrap() < 0.9);
    }

    #[test]
    fn a_game_has_no_part_in_the_fit_that_foretells_it() {
        let mut pairs = lawful();
        fit(&mut pairs);
        let honest: Vec<f64> = pairs.iter().filter(|pair| pair.game == "game 2").map(|pair| pair.fitted).collect();
        // Whatever happened in that game, it was foretold the same.
        pairs.iter_mut().filter(|pair| pair.game == "game 2").for_each(|pair| pair.gain = 9.0);
        fit(&mut pairs);
        let again: Vec<f64> = pairs.iter().filter(|pair| pair.game == "game 2").map(|pair| pair.fitted).collect();
        assert_eq!(honest, again);
        assert!(pairs.iter().any(|pair| pair.game != "game 2" && (pair.fitted - pair.gain).abs() > 0.1));
    }

    #[test]
    fn gains_of_few_games_are_not_reliable() {
        assert!(reliability(&lawful()).unwrap() > 0.99);
        let vague: Vec<GamePrediction> =
            lawful().into_iter().map(|pair| GamePrediction { error: 0.3, ..pair }).collect();
        assert!(reliability(&vague).unwrap() < 0.2);
    }
}
