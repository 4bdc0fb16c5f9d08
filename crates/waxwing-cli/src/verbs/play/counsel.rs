//! The person's adviser: what it would play, why, and what it expects.

use waxwing::search::TreeScope;
use waxwing::thinking::Slice;
use waxwing::{Expression, Limits};
use waxwing_workshop::{AnyAgent, Beside, MoveCase, Table, Thought, TreeView, Watch, Why, WhyReport, WithoutPart};

use super::pause::{Pause, Waiting};
use crate::failure::Failure;
use crate::show::{self, TextTable, dim, heading};
use crate::thoughts;

/// The most moves in a hint.
const MOST_HINTED: usize = 5;
/// The levels of a tree that are shown, with this many branches of each node at most.
const LEVELS: u32 = 2;
const BRANCHES: usize = 5;
/// Branches with a smaller part of the visits than this are left out.
const LEAST_SHARE: f64 = 0.02;
/// Iterations between two looks at whether the person has had enough.
const SLICE: u64 = 200;

/// Who gives advice, and what it thought when it was asked last.
pub struct Counsel {
    expression: Expression,
    limits: Limits,
    asked: Option<Asked>,
}

struct Asked {
    /// How many moves had been made.
    ply: usize,
    agent: AnyAgent,
    thought: Thought,
}

impl Counsel {
    pub fn new(expression: Expression, limits: Limits) -> Counsel {
        let budget = expression.budget.unwrap_or(limits.budget);
        Counsel { expression, limits: Limits::new(budget).memory(limits.memory).threads(limits.threads), asked: None }
    }

    /// What the adviser says of the position on the table; it thinks only if it has not been asked here before.
    fn ask(&mut self, table: &Table, pause: &Pause) -> Result<&Asked, Failure> {
        let ply = table.position().len();
        if self.asked.as_ref().is_none_or(|asked| asked.ply != ply) {
            let mut agent = table.adviser(&self.expression)?;
            let mut waiting = Waiting::new(pause, format!("{} thinks", self.expression));
            let mut progress = |thought: &Thought| waiting.show(&thoughts::brief(thought));
            let watch = Watch { stop: Some(pause.flag()), progress: Some(&mut progress) };
            let thought = agent.think(table.position(), &self.limits, watch)?;
            self.asked = Some(Asked { ply, agent, thought });
        }
        Ok(self.asked.as_ref().expect("it has just been asked"))
    }

    /// Forgets what it thought: moves have been taken back.
    pub fn forget(&mut self) {
        self.asked = None;
    }

    /// What it would play.
    pub fn hint(&mut self, table: &Table, pause: &Pause) -> Result<String, Failure> {
        let adviser = self.expression.to_string();
        let thought = &self.ask(table, pause)?.thought;
        let iterations = dim(format!("after {}", show::plural(thought.iterations, "iteration")));
        let mut lines = vec![format!("  {adviser} would play {} {iterations}", heading(&thought.best))];
        lines.extend(thoughts::actions(thought, MOST_HINTED));
        lines.extend(thoughts::line(thought));
        Ok(lines.join("\n") + "\n")
    }

    /// What it expects after some moves, branch by branch.
    pub fn tree(&mut self, table: &Table, path: &[&str], pause: &Pause) -> Result<String, Failure> {
        let scope = TreeScope::default().depth(LEVELS).children(BRANCHES);
        let Some(node) = self.ask(table, pause)?.agent.tree(path, &scope) else {
            let what = if path.is_empty() { "has no tree to show" } else { "has not looked at these moves" };
            return Ok(format!("  {} {what}.\n", self.expression));
        };
        let place = if path.is_empty() { "here".to_owned() } else { format!("after {}", path.join(" ")) };
        let mut rows = TextTable::new(&["move", ">visits", ">share", ">value", "proof"]);
        branches(&node, 0, &mut rows);
        let visits = dim(show::plural(node.visits, "visit"));
        let left = node.child_count.saturating_sub(BRANCHES);
        let more = if left > 0 { dim(format!("  and {left} more; `tree MOVES` goes down\n")) } else { String::new() };
        Ok(format!("  {place}, {visits}\n{}{more}", rows.text()))
    }

    /// Which of its parts made the choice.
    pub fn why(&self, table: &Table, pause: &Pause) -> Result<String, Failure> {
        let mut why = self.searches(table)?;
        let mut waiting = Waiting::new(pause, "searching without each part".to_owned());
        while why.advance(Slice::iterations(SLICE), Watch::stopped_by(pause.flag()))? {
            let (done, of) = why.progress();
            waiting.show(&format!("{done} of {of} searches"));
        }
        drop(waiting);
        Ok(parts(&why.report()))
    }

    /// Its choice beside another move.
    pub fn beside(&mut self, table: &Table, other: &str, pause: &Pause) -> Result<String, Failure> {
        let asked = self.ask(table, pause)?;
        match Beside::new(&asked.agent, &asked.thought, &asked.thought.best, other) {
            Ok(beside) => Ok(compared(&beside)),
            Err(error) => Ok(format!("  {error}\n")),
        }
    }

    fn searches(&self, table: &Table) -> Result<Why, Failure> {
        let (game, position) = (table.game(), table.position());
        Why::new(game, position, &self.expression, table.adviser_seed(), &self.limits).map_err(Failure::usage)
    }
}

/// A row for each branch, indented by its level.
fn branches(node: &TreeView, level: usize, rows: &mut TextTable) {
    let all = node.children.iter().map(|child| child.visits).sum::<u64>().max(1);
    for child in &node.children {
        let share = child.visits as f64 / all.max(node.visits) as f64;
        if share < LEAST_SHARE {
            continue;
        }
        let name = child.action.as_deref().unwrap_or("-");
        rows.row([
            format!("{}{name}", "  ".repeat(level)),
            show::thousands(child.visits),
            percent(share),
            show::fraction(child.value),
            child.proven.unwrap_or_default().to_owned(),
        ]);
        branches(child, level + 1, rows);
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// What would have been played without each part.
fn parts(report: &WhyReport) -> String {
    let Some(whole) = &report.whole else { return "  It has found nothing yet.\n".to_owned() };
    let best = &whole.best;
    let mut text = format!(
        "  {} plays {} {}\n",
        report.agent,
        heading(&best.action),
        dim(format!("with {} of the visits, {}", percent(best.share), show::plural(whole.iterations, "iteration")))
    );
    if report.without.is_empty() {
        return text + "  It has no part that could be left out.\n";
    }
    let mut rows = TextTable::new(&["without", "plays", ">visits", ">value", &format!(">{} then", best.action)]);
    report.without.iter().for_each(|row| rows.row(without(row)));
    text += &rows.text();
    let decisive: Vec<&str> = report.without.iter().filter(|row| is_changed(row)).map(|row| &*row.part).collect();
    text += &match decisive[..] {
        _ if !report.finished => "  Stopped before all searches were done.\n".to_owned(),
        [] => format!("  Each of these searches plays {} too: no single part made the choice.\n", best.action),
        _ => format!("  The choice rests on {}.\n", decisive.join(" and on ")),
    };
    text
}

fn is_changed(row: &WithoutPart) -> bool {
    row.result.as_ref().is_some_and(|result| result.changed)
}

fn without(row: &WithoutPart) -> [String; 5] {
    let part = row.part.clone();
    let Some(result) = &row.result else {
        let why = row.failure.clone().unwrap_or_else(|| "not searched".into());
        return [part, why, "-".into(), "-".into(), "-".into()];
    };
    let plays = if result.changed { heading(&result.best.action) } else { result.best.action.clone() };
    let played = result.played.as_ref().map_or("-".into(), |played| percent(played.share));
    [part, plays, percent(result.best.share), show::fraction(result.best.value), played]
}

/// Two moves beside each other.
fn compared(beside: &Beside) -> String {
    let mut rows = TextTable::new(&["move", ">visits", ">share", ">value", "95 %", "proof", "then"]);
    for MoveCase { standing, interval, line, .. } in [&beside.one, &beside.other] {
        rows.row([
            standing.action.clone(),
            show::thousands(standing.visits),
            percent(standing.share),
            show::fraction(standing.value),
            interval.map_or(String::new(), show::interval),
            standing.proven.unwrap_or_default().to_owned(),
            line.iter().skip(1).take(6).cloned().collect::<Vec<_>>().join(" "),
        ]);
    }
    let values = beside.one.standing.value.zip(beside.other.standing.value);
    let difference = beside.difference.zip(values).map(|(range, (one, other))| {
        let (name, range) = (&beside.one.standing.action, show::interval(range));
        format!("  {name} is worth {:+.3} more than {}, 95 % {range}\n", one - other, beside.other.standing.action)
    });
    rows.text() + &difference.unwrap_or_default()
}
