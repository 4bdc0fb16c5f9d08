//! How a search's report looks: the moves with their visits, values and proofs.

use console::style;
use waxwing_workshop::{Thought, ThoughtAction};

use crate::show::{self, dim, heading};

/// The table with at most this many moves, and a line about those that are left out. No value is shown without its visits, and
/// none of fewer visits than [`ThoughtAction::FEWEST`].
pub fn actions(thought: &Thought, most: usize) -> Vec<String> {
    let mut lines = table(thought, most).lines();
    if let Some(left_out) = thought.actions.len().checked_sub(most).filter(|&left_out| left_out > 0) {
        lines.push(dim(format!("  and {left_out} more")));
    }
    lines
}

/// The most visited line, if it is longer than a move.
pub fn line(thought: &Thought) -> Option<String> {
    (thought.line.len() > 1).then(|| format!("  {} {}", dim("line"), thought.line.join(" ")))
}

/// A search that is under way, in a few words: how far it is, and what it would play.
pub fn brief(thought: &Thought) -> String {
    let all = thought.actions.iter().map(|action| action.visits).sum::<u64>().max(1);
    let best = thought.actions.iter().find(|action| action.action == thought.best);
    let share = best.map_or(0.0, |best| 100.0 * best.visits as f64 / all as f64);
    let iterations = show::plural(thought.iterations, "iteration");
    format!("{iterations}, now {} {}", heading(&thought.best), dim(format!("({share:.0}% of them)")))
}

/// How long a bar is, and the room that the columns of numbers beside it need.
const BAR: usize = 24;
const NUMBERS: usize = 54;

fn table(thought: &Thought, most: usize) -> show::TextTable {
    let bar_width = show::width().map_or(BAR, |width| width.saturating_sub(NUMBERS).min(BAR));
    let has_minimax = thought.actions.iter().any(|action| action.minimax.is_some());
    let mut headings = vec!["move", ">visits", "", ">share", ">value", "proof"];
    if has_minimax {
        headings.insert(5, ">minimax");
    }
    let mut table = show::TextTable::new(&headings);
    let total: u64 = thought.actions.iter().map(|action| action.visits).sum();
    let most_visited = thought.actions.iter().map(|action| action.visits).max().unwrap_or(0).max(1);
    for action in shown(thought, most) {
        let best = action.action == thought.best;
        let proof = style(action.proof().unwrap_or_default());
        let proof = match action.proven {
            Some("win") => proof.green(),
            Some("loss") => proof.red(),
            _ => proof,
        };
        let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.3}"));
        let mut row = vec![
            if best { heading(&action.action) } else { action.action.clone() },
            show::thousands(action.visits),
            style(bar(action.visits as f64 / most_visited as f64, bar_width)).cyan().to_string(),
            format!("{:.1}%", 100.0 * action.visits as f64 / total.max(1) as f64),
            value(action, thought.sampled),
            proof.to_string(),
        ];
        if has_minimax {
            row.insert(5, number(action.minimax));
        }
        table.row(row);
    }
    table
}

/// What a move is worth, as far as that is known: a mean over playouts with its standard error, or an evaluation.
fn value(action: &ThoughtAction, sampled: bool) -> String {
    match (action.value, action.error) {
        (Some(value), None) if !sampled => format!("{value:.3}"),
        (Some(value), Some(error)) => format!("{value:.3} ±{error:.3}"),
        // A proof needs no visits.
        (Some(_), None) if action.proven.is_none() => "too few visits".into(),
        _ => "-".into(),
    }
}

/// The first moves, and the chosen one in any case.
fn shown(thought: &Thought, most: usize) -> Vec<&ThoughtAction> {
    let mut shown: Vec<&ThoughtAction> = thought.actions.iter().take(most).collect();
    let chosen = thought.actions.iter().skip(most).find(|action| action.action == thought.best);
    if let (Some(last), Some(chosen)) = (shown.last_mut(), chosen) {
        *last = chosen;
    }
    shown
}

/// A bar of a length in [0, 1], in eighths of a character.
fn bar(length: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * width as f64 * 8.0).round() as usize;
    format!("{:width$}", "█".repeat(eighths / 8) + EIGHTHS[eighths % 8])
}

/// What the search cost, why it ended, and what a reader of its report must know.
pub fn summary(thought: &Thought) -> String {
    let per_second = thought.iterations as f64 / thought.elapsed_s.max(1e-9);
    let mut text = format!(
        "{} in {} ({}/s), {}, depth {}, {}",
        show::plural(thought.iterations, "iteration"),
        show::seconds(thought.elapsed_s),
        show::rate(if thought.iterations == 0 { 0.0 } else { per_second }),
        show::plural(thought.nodes, "node"),
        thought.depth,
        show::bytes(thought.bytes),
    );
    match thought.stopped {
        "proven" => {
            let rule = thought.actions.iter().find_map(|action| action.proof_rule);
            let rule = rule.map_or(String::new(), |rule| format!(" by the {rule} rule, which is a guess"));
            text += &format!("; ended early: the result is proven{rule}");
        }
        "exhausted" => text += "; ended early: a deeper search would find the same",
        "interrupted" => text += "; interrupted",
        _ => {}
    }
    if thought.capped > 0 {
        text += &format!("; {} without an end counted as draws", show::plural(thought.capped, "iteration"));
    }
    if thought.memory_full {
        text += "; memory was full, the search went on with what it had";
    }
    if !thought.reproducible {
        text += "; not reproducible by its seed";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_its_error_or_too_few_visits() {
        let game = waxwing_games::standard().open("othello").expect("Othello is there");
        let mut agent = game.agent("uct").expect("the agent is right");
        let thought = agent.search(&game.start(), 1, &waxwing::Limits::iterations(1)).expect("it thinks");
        let mut action = thought.actions.into_iter().next().expect("Black can move");
        (action.value, action.error) = (Some(1.0), None);
        assert_eq!(value(&action, true), "too few visits");
        assert_eq!(value(&action, false), "1.000", "an evaluation is no mean");
        action.proven = Some("win");
        assert_eq!(value(&action, true), "-");
        (action.value, action.error) = (Some(0.5), Some(0.05));
        assert_eq!(value(&action, true), "0.500 ±0.050");
    }

    #[test]
    fn bars_have_one_width_and_grow_in_eighths() {
        assert_eq!(bar(0.0, 4), "    ");
        assert_eq!(bar(0.5, 4), "██  ");
        assert_eq!(bar(1.0 / 32.0, 4), "▏   ");
        assert_eq!(bar(1.0, 4), "████");
    }
}
