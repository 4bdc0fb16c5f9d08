//! The page of a meter.

use maud::{Markup, PreEscaped, html};

use super::picture::meter_picture;
use super::report::{MeterReport, Moment, PlaceReport, StrategyReport};
use super::statistics::Estimate;
use crate::report::{frame, thousands};

/// A page about what meters have found, one a game.
pub fn meter_page(reports: &[MeterReport]) -> String {
    let title = "The meter";
    let content = html! {
        h1 { (title) }
        p { "How much contexts know, before a match is played: what records say of moves, learned by strategies that listen to a search of the "
            "baseline, beside what long searches say of the same moves." }
        @for report in reports { (one(report)) }
        (how())
    };
    frame(title, &content)
}

fn one(report: &MeterReport) -> Markup {
    let [playouts, tree, nodes] = report.decisions.map(thousands);
    html! {
        h2 { (report.plan.game) }
        p.source {
            (thousands(report.positions)) " positions, " (playouts) " decisions of playouts, " (tree) " of the tree, " (nodes)
            " roots and well-visited nodes; baseline " code { (report.plan.baseline) } ", seed " (report.plan.seed)
            @if let Some(reliability) = report.reliability { "; the truth about drawn decisions is reliable to " (format!("{reliability:.2}")) }
        }
        div.wide { table {
            thead { tr {
                th { "after " (thousands(report.plan.budget)) " iterations" } th { "chooses in" } th { "number, 95 %" }
                th { "correlation, playouts" } th { "new, playouts" } th { "coverage" }
                th { "correlation, tree" } th { "new, tree" } th { "coverage" } th { "correlation, nodes" }
            } }
            tbody { @for strategy in &report.strategies { (row(report, strategy)) } }
        } }
        figure {
            (PreEscaped(meter_picture(report)))
            figcaption { "Nodes that share a record are connected; the number is the correlation of the true values of all such pairs of moves "
                "in different decisions, each less the mean of its decision." }
        }
        details {
            summary { "How quickly it comes: in playouts, after as many iterations" }
            (growth(report, |strategy| &strategy.playouts))
        }
        details {
            summary { "How quickly it comes: in the tree" }
            (growth(report, |strategy| &strategy.tree))
        }
    }
}

fn row(report: &MeterReport, strategy: &StrategyReport) -> Markup {
    let at = report.plan.number_at();
    let [playouts, tree, nodes] = [&strategy.playouts, &strategy.tree, &strategy.nodes].map(|place| &place.moments[at]);
    html! { tr {
        th { code { (strategy.by) } }
        td { (strategy.acts_in) }
        td { strong { (number(strategy.number.value)) } " " (interval(&strategy.number)) }
        @for moment in [playouts, tree] {
            td { (number(moment.correlation.value)) } td { (number(moment.new.value)) } td { (share(moment.coverage)) }
        }
        td { (number(nodes.correlation.value)) }
    } }
}

fn growth(report: &MeterReport, place: impl Fn(&StrategyReport) -> &PlaceReport) -> Markup {
    let cell = |moment: &Moment| {
        html! {
            td { (number(moment.correlation.value)) " " (interval(&moment.correlation)) br; span.theirs {
                (share(moment.coverage)) " covered, advantage " (number(moment.advantage.value)) } }
        }
    };
    html! { div.wide { table {
        thead { tr { th { "correlation, 95 %" } @for iterations in &report.plan.iterations { th { (thousands(*iterations)) } } } }
        tbody { @for strategy in &report.strategies { tr {
            th { code { (strategy.by) } }
            @for moment in &place(strategy).moments { (cell(moment)) }
        } } }
    } } }
}

fn how() -> Markup {
    html! {
        h2 { "What the numbers are" }
        p { strong { "Number: " } "by how much the move that the strategy would choose is better than that of the baseline, in standard deviations of the "
            "truth within a decision, in the decisions that it would make." }
        p { strong { "Correlation: " } "of what records say and the truth, both less their means within the decision, over all moves that have a record. "
            strong { "New: " } "what of it the baseline's own means do not say, where it has few visits. "
            strong { "Coverage: " } "the share of moves that have a record." }
        p { "Intervals are those of the bootstrap over positions." }
    }
}

pub(super) fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:+.2}"))
}

pub(super) fn interval(estimate: &Estimate) -> String {
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("[{low:+.2}, {high:+.2}]"),
        _ => String::new(),
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.0} %", 100.0 * value))
}
