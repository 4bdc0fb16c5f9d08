//! The table of how strong our players are, and the page that keeps the last one.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::levels::SECTION;
use super::{Ours, Row};

/// A row with its result.
pub struct Line {
    name: String,
    agent: String,
    opponent: String,
    budget: u64,
    /// Games, or turns that were judged.
    count: u64,
    failed: u64,
    /// What our player has reached, and an interval for it, if there is a result.
    reached: Option<(f64, [f64; 2])>,
    goal: f64,
    judged: bool,
}

impl Line {
    fn of(row: &Row) -> Line {
        let agent = if row.ours == Ours::First { &row.agent } else { &row.against };
        Line {
            name: row.name.clone(),
            agent: agent.clone(),
            opponent: row.opponent.clone(),
            budget: row.budget,
            count: 0,
            failed: 0,
            reached: None,
            goal: row.goal,
            judged: row.judged,
        }
    }

    /// From what `experiment run --json` says of a cell: the score, and its interval of 95 %.
    pub fn of_match(row: &Row, cell: &Value) -> Line {
        let interval = [0, 1].map(|end| cell["score_ci95"][end].as_f64());
        let reached = cell["score"].as_f64().zip(interval[0].zip(interval[1]));
        let reached = reached.map(|(score, (low, high))| match row.ours {
            Ours::First => (score, [low, high]),
            Ours::Second => (1.0 - score, [1.0 - high, 1.0 - low]),
        });
        let number = |name: &str| cell[name].as_u64().unwrap_or_default();
        Line { count: number("games"), failed: number("failed"), reached, ..Line::of(row) }
    }

    /// From what the judge says of our player: the equity lost in a turn, and the interval of two standard errors.
    pub fn of_judgement(row: &Row, said: &Value) -> Line {
        let lost = said["equity_lost"].as_f64().zip(said["standard_error"].as_f64());
        let reached = lost.map(|(lost, error)| (lost, [(lost - 1.96 * error).max(0.0), lost + 1.96 * error]));
        Line { count: said["turns"].as_u64().unwrap_or_default(), reached, ..Line::of(row) }
    }

    fn cells(&self) -> [String; 6] {
        let number = |value: f64| if self.judged { format!("{value:.3}") } else { format!("{:.1} %", 100.0 * value) };
        let sign = if self.judged { "at most" } else { "at least" };
        let reached = self.reached.map_or("no result".to_owned(), |(value, [low, high])| {
            format!("{} ({} to {})", number(value), number(low), number(high))
        });
        let what = if self.judged { "turns" } else { "games" };
        let failed = if self.failed > 0 { format!(", {} failed", self.failed) } else { String::new() };
        [
            self.name.clone(),
            format!("`{}` @{}", self.agent, self.budget),
            self.opponent.clone(),
            format!("{} {what}{failed}", self.count),
            reached,
            format!("{sign} {}", number(self.goal)),
        ]
    }
}

const HEADER: &str = "| row | our player | against | played | reached (95 %) | goal |";

/// The table of a run.
pub fn table(lines: &[Line]) -> String {
    let mut text = format!("{HEADER}\n|---|---|---|---|---|---|\n");
    for line in lines {
        text += &row(&line.cells());
    }
    text
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | ").replace('\n', " "))
}

/// What the page says of when a row was played, and by what.
pub fn stamp(waxwing: &Path) -> Result<String, String> {
    let said = |program: &Path, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output();
        let output = output.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let day = said(Path::new("date"), &["-u", "+%Y-%m-%d"])?;
    let version = said(waxwing, &["--version"])?;
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = processor.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    Ok(format!("{day}, {version}, {}", processor.unwrap_or("unknown")))
}

/// The page of the documentation with the rows of a run, each with its stamp, and those of other rows that the page has had before.
/// `all` rows are in their order.
pub fn page(before: &str, all: &[Row], lines: &[Line], stamp: &str) -> String {
    let new = |name: &str| {
        let line = lines.iter().find(|line| line.name == name && line.reached.is_some())?;
        Some(row(&[&line.cells()[..], &[stamp.to_owned()]].concat()))
    };
    let old = |name: &str| {
        let line = before.lines().find(|line| line.starts_with(&format!("| {name} |")))?;
        Some(format!("{line}\n"))
    };
    // What other commands have written below stays.
    let rest = before.split_once(SECTION).map(|(_, rest)| format!("{SECTION}{rest}")).unwrap_or_default();
    let rows: String = all.iter().filter_map(|row| new(&row.name).or_else(|| old(&row.name))).collect();
    let note = |row: &Row| Some(format!("- **{}**: {}\n", row.name, row.note.as_ref()?.trim()));
    let notes: String = all.iter().filter_map(note).collect();
    format!(
        "# How strong the players are\n\n\
         `cargo xtask strength` plays our players against programs from outside, which it installs, and prints this table; with `--write` the\n\
         rows that were played are put here. A run that is interrupted goes on where it was. `--games N` plays at most N games of each\n\
         row, and names of rows choose some. The matches are in xtask/src/strength/rows.toml, and the programs speak through\n\
         examples/programs.\n\n\
         Reached is the share of the points (a draw is half of one) with its interval of 95 %; in Backgammon the equity that our player\n\
         loses in a turn, as GNU Backgammon judges it two plies deep; it counts wins alone, as our game\n\
         does. Both sides have one thread. Games that failed are in no number.\n\n\
         {HEADER} last run |\n|---|---|---|---|---|---|---|\n{rows}\n{notes}{rest}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strength::Asked;
    use serde_json::json;

    fn row_of(name: &str) -> Row {
        Asked::read(&[name.to_owned()]).unwrap().rows().unwrap().remove(0)
    }

    #[test]
    fn a_score_is_that_of_our_player() {
        let cell = json!({"games": 8, "failed": 1, "score": 0.25, "score_ci95": [0.125, 0.5]});
        let first = Line::of_match(&row_of("othello"), &cell).cells();
        assert_eq!((&*first[3], &*first[4]), ("8 games, 1 failed", "25.0 % (12.5 % to 50.0 %)"));
        assert_eq!(first[5], "at least 50.0 %");
        let second = Line::of_match(&row_of("dou-di-zhu-peasants"), &cell).cells();
        assert_eq!((&*second[1], &*second[4]), ("`uct > ipp` @10000", "75.0 % (50.0 % to 87.5 %)"));
        let none = json!({"games": 0, "failed": 2, "score": null, "score_ci95": null});
        assert_eq!(Line::of_match(&row_of("kalah"), &none).cells()[4], "no result");
    }

    #[test]
    fn a_judgement_is_an_equity_lost() {
        let said = json!({"turns": 40, "equity_lost": 0.03, "standard_error": 0.02});
        let line = Line::of_judgement(&row_of("backgammon"), &said);
        assert_eq!(line.cells()[3..], ["40 turns", "0.030 (0.000 to 0.069)", "at most 0.015"]);
        assert!(table(&[line]).ends_with("at most 0.015 |\n"));
    }

    #[test]
    fn a_page_keeps_the_rows_that_were_not_played_in_their_order() {
        let names = ["othello", "kalah", "backgammon", "go-9"];
        let all = names.map(|name| Row { note: (name == "kalah").then(|| "it is so".to_owned()), ..row_of(name) });
        let before = "| kalah | old | x |\n| backgammon | old | y |\n| unknown | z |\n\n## Levels\n\nnot a row\n";
        let said = json!({"turns": 40, "equity_lost": 0.03, "standard_error": 0.02});
        let none = json!({"games": 0, "failed": 2, "score": null, "score_ci95": null});
        let played = [Line::of_judgement(&row_of("backgammon"), &said), Line::of_match(&row_of("othello"), &none)];
        let page = page(before, &all, &played, "today");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
        assert_eq!((rows.len(), rows[0]), (2, "| kalah | old | x |"));
        assert!(page.ends_with("| today |\n\n- **kalah**: it is so\n\n## Levels\n\nnot a row\n"));
        assert!(rows[1].starts_with("| backgammon | `uct") && rows[1].ends_with("| at most 0.015 | today |"));
    }
}
