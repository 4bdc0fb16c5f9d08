//! Numbers and verdicts as pages say them.

use super::claims::{ClaimReport, ClaimVerdict};
use super::effects::{EffectOfMany, FactorEffects};
use super::gather::CellReport;
use super::verdict::Agreement;
use crate::experiment::{Measure, Published, RowStatus};
use waxwing_workshop::statistics::Interval;

/// What there is none of.
pub const NOTHING: &str = "–";

/// How verdicts and intervals are made.
pub const HOW: &str = "Intervals of rates are exact (Clopper-Pearson); those of points follow the normal approximation. A \
    verdict looks at the 95 % interval of the difference from the published number, in which the paper's games count too \
    (Newcombe): \"differs\" if 0 lies outside, \"agrees\" if 0 lies inside and the interval is at most ±5 points, and else \
    \"not enough games\". Of many cells that are all alike, one in twenty differs by chance.";

/// How claims are judged.
pub const CLAIMS: &str = "What the papers say, and what the games here say. A claim holds if the whole interval of every number \
    that it is about is where the claim has it, and does not hold if the whole interval of one of them is elsewhere, where the \
    interval is wider the more numbers there are (Bonferroni); the number shown, at the claim's own level, is the one that \
    decides. Budgets are those of the experiment files, which are given with every cell.";

/// What is said of rows that do not count.
pub const OLD: &str = "Games of agents that have changed since, or search in another way. They are not counted.";

/// A row that does not count: its cell, games, results and version.
pub fn old(row: &RowStatus) -> [String; 6] {
    let counts = [row.wins, row.draws, row.losses].map(thousands);
    let [wins, draws, losses] = counts;
    [row.cell.clone(), row.games.clone(), wins, draws, losses, row.version.clone()]
}

/// A fraction in per cent, to a tenth.
pub fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

/// An interval in per cent.
pub fn interval(interval: Interval) -> String {
    format!("[{}, {}]", percent(interval.low), percent(interval.high))
}

/// An interval of a difference, in points.
pub fn difference(value: f64, range: Interval) -> String {
    format!("{:+.1} [{:+.1}, {:+.1}]", 100.0 * value, 100.0 * range.low, 100.0 * range.high)
}

/// A rate and its interval; a dash without games.
pub fn ours(cell: &CellReport) -> String {
    let Interval { low, high } = cell.interval;
    let text = |number| number_of(cell, number);
    cell.rate.map_or(NOTHING.into(), |rate| format!("{} [{}, {}]", text(rate), text(low), text(high)))
}

/// A rate without its interval; a dash without games.
pub fn rate(cell: &CellReport) -> String {
    cell.rate.map_or(NOTHING.into(), |rate| number_of(cell, rate))
}

fn number_of(cell: &CellReport, number: f64) -> String {
    if cell.is_fraction() { percent(number) } else { format!("{number:.2}") }
}

/// A published number as it was printed.
pub fn theirs(published: &Option<Published>) -> String {
    let Some(Published { value, plus_minus, .. }) = published else { return NOTHING.into() };
    let half = plus_minus.map_or(String::new(), |half| format!(" ±{half}"));
    format!("{value}{half}")
}

/// A verdict; a dash where nothing was published or played.
pub fn verdict(cell: &CellReport) -> &'static str {
    match cell.compared.map(|compared| compared.agreement) {
        Some(Agreement::Agrees) => "agrees",
        Some(Agreement::Differs) => "differs",
        Some(Agreement::NotEnoughGames) => "not enough games",
        None => NOTHING,
    }
}

/// Games, with how many were wanted where some are missing.
pub fn games(cell: &CellReport) -> String {
    let (games, kind) = (cell.games(), if cell.standing.discarded > 0 { " pairs" } else { "" });
    let of = if games < cell.wanted { format!(" of {}", thousands(cell.wanted)) } else { String::new() };
    format!("{}{of}{kind}", thousands(games))
}

/// What a measure is called.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Wins => "games won, in per cent",
        Measure::Points => "points, in per cent (a draw is half a point)",
        Measure::Visits => "visits of the chosen action, in per cent of the iterations",
        Measure::Value => "value of the chosen action, in per cent",
        Measure::Depth => "depth of the tree, in plies",
    }
}

/// An amount of time.
pub fn time(seconds: f64) -> String {
    match seconds {
        s if s >= 36_000.0 => format!("{:.0} h", s / 3600.0),
        s if s >= 3600.0 => format!("{:.1} h", s / 3600.0),
        s if s >= 60.0 => format!("{:.0} min", s / 60.0),
        s if s >= 10.0 => format!("{s:.0} s"),
        s => format!("{s:.1} s"),
    }
}

/// A whole number with its thousands apart: `12,345`.
///
/// ```
/// assert_eq!(waxwing_lab::thousands(12_345), "12,345");
/// ```
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

/// Mean iterations a move of each agent.
pub fn iterations(cell: &CellReport) -> String {
    let each = cell.iterations.iter();
    let texts: Vec<String> =
        each.map(|mean| mean.map_or(NOTHING.into(), |mean| thousands(mean.round() as u64))).collect();
    texts.join(" : ")
}

/// A probability under the assumption that there is nothing to see.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { format!("{p:.3}") }
}

/// What effects are of.
pub fn effects_of(effects: &FactorEffects) -> String {
    effects.column.clone().unwrap_or("over all".into())
}

/// The heading of an analysis of variance.
pub const ANALYSIS: [&str; 7] = ["effect", "degrees", "F", "p", "p, all effects considered", "ω²", "partial η²"];

/// A line of an analysis of variance.
pub fn analysis(effect: &EffectOfMany) -> [String; 7] {
    [
        effect.name.clone(),
        effect.degrees.to_string(),
        format!("{:.2}", effect.f),
        p_value(effect.p),
        p_value(effect.adjusted_p),
        format!("{:.4}", effect.omega_squared),
        format!("{:.4}", effect.partial_eta_squared),
    ]
}

/// The effects of an analysis that cannot be taken for chance.
pub fn significant(effects: &FactorEffects) -> String {
    const LEVEL: f64 = 0.05;
    let strong = effects.analysis.iter().filter(|effect| effect.adjusted_p < LEVEL);
    let found: Vec<String> = strong
        .map(|effect| format!("{} (p {}, ω² {:.4})", effect.name, p_value(effect.adjusted_p), effect.omega_squared))
        .collect();
    let found = if found.is_empty() { "none".into() } else { found.join(", ") };
    format!("Of {} effects these are more than chance (Holm, 5 %): {found}.", effects.analysis.len())
}

/// What is said of a claim.
pub fn claim_verdict(claim: &ClaimReport) -> &'static str {
    match claim.verdict {
        _ if claim.games == 0 => "not played",
        ClaimVerdict::Holds => "holds",
        ClaimVerdict::DoesNotHold => "does not hold",
        ClaimVerdict::NotEnoughGames => "not enough games",
    }
}

/// The number that decides a claim, with its interval, and what it is where the claim is about several.
pub fn found(claim: &ClaimReport) -> String {
    let Some(deciding) = &claim.decides else { return NOTHING.into() };
    let Interval { low, high } = deciding.interval;
    let unit = if deciding.is_fraction { 100.0 } else { 1.0 };
    let [value, low, high] =
        [deciding.value, low, high].map(|number| match (deciding.is_difference, deciding.is_fraction) {
            (true, true) => format!("{:+.1}", unit * number),
            (false, true) => format!("{:.1}", unit * number),
            (true, false) => format!("{number:+.2}"),
            (false, false) => format!("{number:.2}"),
        });
    let of = match (claim.known, claim.numbers) {
        (_, 1) => String::new(),
        (known, all) if known < all => format!(" ({}; {known} of {all} are played)", deciding.name),
        (_, all) => format!(" ({}, the least of {all})", deciding.name),
    };
    let level = if claim.level == 95.0 { String::new() } else { format!(" at {} %", claim.level) };
    format!("{value} [{low}, {high}]{level}{of}")
}

/// The paper of a source, without the place in it.
pub fn paper(source: &str) -> &str {
    source.split(" (").next().unwrap_or(source)
}

/// What is said of cells that differ without a reason.
pub const NO_REASON: &str = "No reason is known yet.";

/// What was not played as the file says, in words; nothing if all was.
pub fn caveats(cell: &CellReport) -> Vec<String> {
    let mut caveats = Vec::new();
    if let Some(range) = cell.anytime {
        caveats.push(format!("games are missing; score at any time {}", interval(range)));
    }
    if let Some(range) = cell.by_groups {
        caveats.push(format!("games of a group share deals; score by groups {}", interval(range)));
    }
    if cell.failed > 0 {
        caveats.push(format!("{} failed", thousands(cell.failed)));
    }
    if cell.damaged > 0 {
        caveats.push(format!("{} damaged and left out", thousands(cell.damaged)));
    }
    if cell.standing.discarded > 0 {
        caveats.push(format!("{} pairs undecided", thousands(cell.standing.discarded)));
    }
    caveats.extend(cell.note.clone());
    caveats
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!((percent(0.6549), thousands(1_234_567)), ("65.5".into(), "1,234,567".into()));
        assert_eq!(thousands(999), "999");
        assert_eq!(difference(-0.05, Interval { low: -0.1, high: 0.0012 }), "-5.0 [-10.0, +0.1]");
        let all = [5.04, 59.0, 90.0, 5400.0, 72_000.0].map(time);
        assert_eq!(all, ["5.0 s", "59 s", "2 min", "1.5 h", "20 h"]);
        let number = Published { value: 65.4, plus_minus: Some(3.1), games: None };
        assert_eq!((theirs(&Some(number)), theirs(&None)), ("65.4 ±3.1".into(), "–".into()));
    }
}
