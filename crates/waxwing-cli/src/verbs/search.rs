//! `waxwing search`

use clap::Args;
use console::style;
use serde::Serialize;
use waxwing::thinking::GaveUp;
use waxwing::{Control, Expression, Notation, Player, Turn};
use waxwing_games::Visitor;
use waxwing_lab::{GameText, Thought, build_agent, draw_deals, legal_texts, replay, think_after, try_agent};

use crate::failure::Failure;
use crate::interrupt;
use crate::live::Live;
use crate::options::{Seed, Thinking};
use crate::prepare;
use crate::show::{self, dim, heading};

#[derive(Args)]
pub struct Search {
    /// The game, such as `othello` or `breakthrough(rows=6, columns=4)`
    game: String,
    /// The agent, such as `uct > mast with solver @5000`
    expr: String,
    /// Moves from the start, separated by spaces
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Search {
    pub fn run(self) -> Result<(), Failure> {
        let game = GameText::parse(&self.game)?;
        let expression = Expression::parse(&self.expr)?;
        prepare::prepare(&game)?;
        game.open(Thinker { name: game.to_string(), expression, options: &self })
    }
}

/// What JSON says of an agent that has no move to offer.
#[derive(Serialize)]
struct Resignation {
    game: String,
    agent: String,
    resigned: bool,
}

/// The most actions in a table; JSON has them all.
const MOST_SHOWN: usize = 40;

struct Thinker<'a> {
    name: String,
    expression: Expression,
    options: &'a Search,
}

impl Visitor for Thinker<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Notation>(self, start: G) -> Result<(), Failure> {
        let seed = self.options.seed.seed;
        let mut states = replay(&start, &self.options.moves, seed)?;
        let given = states.len();
        draw_deals(&start, &mut states, seed);
        let position = states.last().map_or(&start, |(_, state)| state);
        let player = mover(position)?;
        let mover = position.player_name(player);
        let agent_text = self.expression.to_string();
        // A program may be started from here on, which an interruption must end.
        let stop = interrupt::watch();
        try_agent(&self.expression, &start)?;
        let mut agent = build_agent(self.expression, &start)?;

        let title = format!("{} · {} · {mover} to move", heading(&self.name), heading(&agent_text));
        if states.len() > given && !self.options.json {
            // Nobody has told us this deal: the reader has not seen it either.
            show::print(&format!("{}\n\n", position.draw(Some(player)).trim_end()))?;
        }
        let thought = |report: &_| Thought::of(&self.name, &agent_text, position, report);
        let mut live = if self.options.json { None } else { Live::on_terminal() };
        let mut progress = |report: &_| {
            if let Some(live) = &mut live {
                let rows = live.height().saturating_sub(7).min(15);
                // A terminal that is gone does not end the search.
                let _ = live.draw(&lines(&title, &thought(report), rows));
            }
        };
        let mut control = Control { stop: Some(stop), progress: Some(&mut progress) };
        let limits = self.options.thinking.limits(None);
        let report = think_after(&mut agent, &start, &states, seed, &limits, &mut control)?;

        match report.gave_up {
            Some(GaveUp::Resigned) if self.options.json => {
                return show::print_json(&Resignation { game: self.name, agent: agent_text, resigned: true });
            }
            Some(GaveUp::Resigned) => return show::print(&format!("{title}\n\n  it resigns\n")),
            Some(GaveUp::Failed(reason)) => {
                interrupt::outcome()?;
                return Err(Failure::Failed(reason));
            }
            None => {}
        }
        let thought = thought(&report);
        let lines = lines(&title, &thought, MOST_SHOWN);
        match live {
            _ if self.options.json => show::print_json(&thought)?,
            Some(mut live) => live.draw(&lines)?,
            None => show::print(&(lines.join("\n") + "\n"))?,
        }
        interrupt::outcome()
    }
}

/// The player to move; an error if it is nobody's turn.
fn mover<G: Notation>(position: &G) -> Result<Player, Failure> {
    match position.turn() {
        Turn::Player(player) => Ok(player),
        Turn::Over => Err(Failure::usage("the game is over here: there is nothing to search")),
        Turn::Chance => {
            let outcomes = legal_texts(position).join(", ");
            Err(Failure::usage(format!("chance acts here: add its outcome to --moves, one of {outcomes}")))
        }
    }
}

/// The table with at most so many actions, and what is said below it.
fn lines(title: &str, thought: &Thought, most: usize) -> Vec<String> {
    let mut lines = vec![title.to_owned(), String::new()];
    lines.extend(actions(thought, most).lines());
    if let Some(left_out) = thought.actions.len().checked_sub(most).filter(|&left_out| left_out > 0) {
        lines.push(dim(format!("  and {left_out} more")));
    }
    lines.push(String::new());
    if thought.line.len() > 1 {
        lines.push(format!("  {} {}", dim("line"), thought.line.join(" ")));
    }
    lines.push(format!("  {} {}", dim("best"), style(&thought.best).bold().green()));
    lines.push(format!("  {}", dim(summary(thought))));
    lines
}

fn actions(thought: &Thought, most: usize) -> show::Table {
    const BAR: usize = 24;
    let has_minimax = thought.actions.iter().any(|action| action.minimax.is_some());
    let mut headings = vec!["move", ">visits", "", ">share", ">value", "proof"];
    if has_minimax {
        headings.insert(5, ">minimax");
    }
    let mut table = show::Table::new(&headings);
    let total: u64 = thought.actions.iter().map(|action| action.visits).sum();
    let most_visited = thought.actions.iter().map(|action| action.visits).max().unwrap_or(0).max(1);
    for action in thought.actions.iter().take(most) {
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
            style(bar(action.visits as f64 / most_visited as f64, BAR)).cyan().to_string(),
            format!("{:.1}%", 100.0 * action.visits as f64 / total.max(1) as f64),
            number(action.value),
            proof.to_string(),
        ];
        if has_minimax {
            row.insert(5, number(action.minimax));
        }
        table.row(row);
    }
    table
}

/// A bar of a length in [0, 1], in eighths of a character.
fn bar(length: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * width as f64 * 8.0).round() as usize;
    format!("{:width$}", "█".repeat(eighths / 8) + EIGHTHS[eighths % 8])
}

fn summary(thought: &Thought) -> String {
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
    fn bars_have_one_width_and_grow_in_eighths() {
        assert_eq!(bar(0.0, 4), "    ");
        assert_eq!(bar(0.5, 4), "██  ");
        assert_eq!(bar(1.0 / 32.0, 4), "▏   ");
        assert_eq!(bar(1.0, 4), "████");
    }
}
