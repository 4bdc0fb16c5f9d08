//! The page of an evolution: the winner and the failures, and what was decided before.

use maud::{Markup, PreEscaped, html};
use waxwing_workshop::statistics::holm;

use super::history::{Comparison, FinalTest, Gain, History, Race};
use crate::report::frame;

/// Significance that a finding needs after Holm's correction over the games.
const LEVEL: f64 = 0.01;

/// A page about some evolutions, one a game. What they find is corrected for their number.
pub fn evolution_page(histories: &[History]) -> String {
    let adjusted = adjusted(histories);
    let title = "Evolution";
    let content = html! {
        h1 { (title) }
        p { "Agents that nobody has written, found by races in the space of expressions; then tested in games that had no part in "
            "finding them, against a player that evolution never met, too. Plans were written down before the first game." }
        (verdicts(histories, &adjusted))
        @for history in histories { (one(history)) }
    };
    frame(title, &content)
}

/// What is to be said of each of some evolutions, one a game, in a few words: corrected for their number.
pub fn evolution_verdicts(histories: &[History]) -> Vec<String> {
    histories.iter().zip(adjusted(histories)).map(|(history, adjusted)| verdict(history, adjusted)).collect()
}

/// The p-values of the games' tests against the best of the sixteen, by Holm's method over the games.
fn adjusted(histories: &[History]) -> Vec<Option<f64>> {
    let raw = |history: &History| Some(history.test.as_ref()?.against_best.p_value);
    let mut corrected = holm(&histories.iter().filter_map(raw).collect::<Vec<_>>()).into_iter();
    histories.iter().map(|history| raw(history).and_then(|_| corrected.next())).collect()
}

/// What is to be said of an evolution in a few words.
fn verdict(history: &History, adjusted: Option<f64>) -> String {
    match (&history.test, adjusted) {
        (Some(test), Some(p)) if p < LEVEL && test.against_best.score > 0.5 => {
            "stronger than the best of the sixteen".to_owned()
        }
        (Some(test), Some(p)) if p < LEVEL && test.against_best.score < 0.5 => {
            "weaker than the best of the sixteen".to_owned()
        }
        (Some(_), _) => "not known to differ from the best of the sixteen: nothing found".to_owned(),
        (None, _) if history.winner.is_some() && history.winner == history.best_preset => {
            "the best of the sixteen has won: nothing found".to_owned()
        }
        (None, _) => "not tested yet".to_owned(),
    }
}

fn verdicts(histories: &[History], adjusted: &[Option<f64>]) -> Markup {
    html! {
        div.wide { table {
            thead { tr { th { "game" } th { "winner" } th { "best of the sixteen" } th { "result" } th { "p" } th { "p, Holm" } th { "verdict" } } }
            tbody { @for (history, adjusted) in histories.iter().zip(adjusted) { tr {
                td { (history.plan.game) @if let Some(role) = &history.plan.role { " as " (role) } }
                td { code { (name(history, history.winner)) } }
                td { code { (name(history, history.best_preset)) } }
                td { @if let Some(test) = &history.test { (result(&test.against_best)) } }
                td { @if let Some(test) = &history.test { (p(test.against_best.p_value)) } }
                td { @if let Some(adjusted) = adjusted { (p(*adjusted)) } }
                td { (verdict(history, *adjusted)) }
            } } }
        } }
    }
}

fn name(history: &History, agent: Option<usize>) -> String {
    agent.map_or_else(String::new, |agent| history.agents[agent].agent.clone())
}

fn one(history: &History) -> Markup {
    html! {
        h2 { (history.plan.game) }
        @if let Some(test) = &history.test { (tested(test)) }
        h3 { "Family tree" }
        figure { (PreEscaped(history.family_svg())) figcaption { "A row for each generation; filled points had children. Dark are the ancestors of the winner, or of the best so far." } }
        @if let Some(agent) = history.foremost() { pre { (history.family_text(agent)) } }
        @if let Some(playoff) = &history.playoff { h3 { "Playoff" } (standings(history, playoff)) }
        h3 { "Everybody" }
        (everybody(history))
        h3 { "The plan" }
        pre { (history.plan.text()) }
    }
}

fn tested(test: &FinalTest) -> Markup {
    html! {
        h3 { "The final test" }
        div.wide { table {
            thead { tr { th { "what" } th { "games" } th { "result" } th { "p" } } }
            tbody {
                @for (what, comparison) in test.comparisons() { tr {
                    td { (what) } td { (comparison.games) } td { (result(comparison)) } td { (p(comparison.p_value)) }
                } }
                @if let Some(Gain { gain, interval, p_value }) = test.gain_against_unmet { tr {
                    td { "what the winner gains against the stranger beside the best of the sixteen" } td {}
                    td { (format!("{:+.1} [{:+.1}, {:+.1}]", 100.0 * gain, 100.0 * interval.low, 100.0 * interval.high)) }
                    td { (p(p_value)) }
                } }
            }
        } }
        p.hint { "Results are those of the first agent in per cent, ½ being equal; intervals of 95 % and exact sign-flip tests by groups of "
            "games that share their deal. P-values of this table are not corrected: the one that decides is in the first table." }
    }
}

fn standings(history: &History, race: &Race) -> Markup {
    html! {
        div.wide { table {
            thead { tr { th { "round" } th { "agent" } th { "groups" } th { "result" } th { "goes on" } } }
            tbody { @for (number, round) in race.halving.rounds.iter().enumerate() { @for standing in &round.standings { tr {
                td { (number + 1) }
                td { code { (history.agents[race.agents[standing.contestant]].agent) } }
                td { (standing.groups) }
                td { (format!("{:.1} [{:.1}, {:.1}]", 100.0 * standing.score, 100.0 * standing.interval.low, 100.0 * standing.interval.high)) }
                td { @if standing.stays { "yes" } }
            } } } }
        } }
    }
}

fn everybody(history: &History) -> Markup {
    let mut order: Vec<usize> = (0..history.agents.len()).collect();
    order.sort_by(|a, b| history.agents[*b].score.total_cmp(&history.agents[*a].score).then(a.cmp(b)));
    html! {
        p.hint { "By what they scored in races, against whoever was drawn: the sixteen and the winners of earlier races. Who raced little is at the top or at the bottom by luck." }
        div.wide { table {
            thead { tr { th { "" } th { "agent" } th { "born" } th { "groups" } th { "result" } th { "how" } } }
            tbody { @for agent in order { @let one = &history.agents[agent]; tr {
                td { "#" (agent) } td { code { (one.agent) } } td { (one.born) } td { (one.groups) }
                td { (format!("{:.1}", 100.0 * one.score)) } td { (one.how) }
            } } }
        } }
    }
}

fn result(comparison: &Comparison) -> String {
    let Comparison { score, interval, .. } = comparison;
    format!("{:.1} [{:.1}, {:.1}]", 100.0 * score, 100.0 * interval.low, 100.0 * interval.high)
}

fn p(value: f64) -> String {
    if value < 1e-3 { format!("{value:.1e}") } else { format!("{value:.3}") }
}
