//! Smaller versions of an experiment: other budgets, and the part that is played for the ledger.

use serde::Deserialize;
use waxwing::Budget;
use waxwing::thinking::BudgetError;
use waxwing_workshop::Workshop;

use super::spec::Spec;
use super::{Cell, Experiment};

/// The part of an experiment that is played for the ledger of reproduced results.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Reproduction {
    /// The budget of a move: of all cells alike, or a part of each one's own, such as `10%`.
    pub budget: Option<String>,
    /// The games of a central cell.
    pub central: u64,
    /// The games of any other cell.
    #[serde(default)]
    pub others: u64,
    /// Which other cells: those whose label contains one of these texts; all, if there are none.
    #[serde(default)]
    pub only: Vec<String>,
}

impl Reproduction {
    /// What it is, for a reader of the result.
    pub fn describe(&self) -> String {
        let budget = match &self.budget {
            Some(part) if part.ends_with('%') => format!("{} of each budget, ", part.replace('%', " %")),
            Some(budget) => format!("a budget of {budget} for a move, "),
            None => String::new(),
        };
        let others = match (self.others, self.only.is_empty()) {
            (0, _) => "none of the others".into(),
            (games, true) => format!("{games} of each other"),
            (games, false) => format!("{games} of each other with \"{}\"", self.only.join("\" or \"")),
        };
        format!("A smaller version: {budget}{} games of each central cell, {others}.", self.central)
    }

    fn games(&self, cell: &Cell) -> u64 {
        let is_one = self.only.is_empty() || self.only.iter().any(|text| cell.label.contains(text));
        match cell.central {
            true => self.central,
            false if is_one => self.others,
            false => 0,
        }
    }
}

impl Experiment {
    pub(super) fn scale_down(&mut self, part: &Reproduction) -> Result<(), String> {
        if let Some(budget) = &part.budget {
            self.set_budget(budget)?;
        }
        self.cells.iter_mut().for_each(|cell| cell.games = part.games(cell));
        Ok(())
    }
}

/// Why a text is no budget, with the text in front.
pub(super) fn told(text: &str, error: BudgetError) -> String {
    match error {
        BudgetError::Form(_) => error.to_string(),
        _ => format!("`{text}` is no budget: {error}"),
    }
}

/// Another budget for all cells: the same, or a part of each one's own.
pub(super) fn set_budget(experiment: &mut Experiment, budget: &str) -> Result<(), String> {
    let wrong = |error: String| format!("`{budget}` is no budget: {error}");
    let change = match budget.strip_suffix('%') {
        Some(number) => Change::Part(part(number).map_err(wrong)?),
        None => Change::Same(budget.parse().map_err(|error| told(budget, error))?),
    };
    for cell in &mut experiment.cells {
        let changed = change.apply(&experiment.workshop, &mut cell.spec);
        let playable = changed
            .and_then(|()| cell.spec.cell_games(&experiment.workshop).map(drop).map_err(|error| error.to_string()));
        playable.map_err(|error| format!("{}: {error}", cell.label))?;
    }
    Ok(())
}

fn part(number: &str) -> Result<f64, String> {
    let number = number.trim().parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= 1e5);
    number.map(|number| number / 100.0).ok_or_else(|| "a part is a number above 0, such as 10%".into())
}

/// How a budget is changed.
enum Change {
    Same(Budget),
    Part(f64),
}

impl Change {
    fn apply(&self, workshop: &Workshop, spec: &mut Spec) -> Result<(), String> {
        match self {
            Change::Same(budget) => spec.budget = budget.to_string(),
            Change::Part(part) => {
                let own = spec.budget.parse().map_err(|error: BudgetError| error.to_string())?;
                spec.budget = scaled(own, *part)?.to_string();
                for agent in &mut spec.agents {
                    let mut expression = workshop.expression(agent).map_err(|error| error.to_string())?;
                    expression.budget = expression.budget.map(|own| scaled(own, *part)).transpose()?;
                    *agent = expression.to_string();
                }
            }
        }
        Ok(())
    }
}

fn scaled(budget: Budget, part: f64) -> Result<Budget, String> {
    match budget {
        Budget::Iterations(count) => Ok(Budget::Iterations(((count as f64 * part).round() as u64).max(1))),
        Budget::Time(time) => Ok(Budget::Time(time.mul_f64(part))),
        other => Err(format!("`{other}` has no parts; give iterations or a time")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::SMALL;
    use super::*;
    use crate::testing::workshop;

    fn read(text: &str) -> Experiment {
        Experiment::read(&workshop(), "small.toml", text).unwrap()
    }

    #[test]
    fn a_part_of_a_budget_is_taken_of_cells_and_of_expressions() {
        let text = SMALL
            .replace("plain = 'uct'", "plain = 'uct with im(1)'")
            .replace("{plain} with im({alpha})", "uct(c={alpha}) @2s");
        let mut experiment = read(&text);
        experiment.set_budget("40%").unwrap();
        let cell = &experiment.cells[1];
        assert_eq!((cell.budget(), &cell.agents()[0][..]), ("6", "uct(c=0.4) @800ms"));
        assert_eq!(cell.agents()[1], "uct with im(alpha=1)");
        let mut least = read(SMALL);
        least.set_budget("0.001%").unwrap();
        assert_eq!(least.cells[0].budget(), "1");
        for wrong in ["0%", "-5%", "many%", "%"] {
            let message = least.set_budget(wrong).unwrap_err();
            assert!(message.starts_with(&format!("`{wrong}` is no budget: a part is a number above 0")), "{message}");
        }
    }

    #[test]
    fn a_reproduction_is_a_declared_part_of_the_games() {
        let part = "[reproduction]\nbudget = '20%'\ncentral = 200\nothers = 20\nonly = ['dice']\n";
        let mut experiment = read(&(SMALL.to_owned() + part));
        assert_eq!(experiment.cells[1].games, 9);
        experiment.reduce_to_reproduction().unwrap();
        let cells = experiment.cells.iter().map(|cell| (cell.games, cell.budget())).collect::<Vec<_>>();
        assert_eq!(cells, [(0, "3"), (200, "3"), (20, "1")]);
        assert!(read(SMALL).reduce_to_reproduction().unwrap_err().contains("small.toml: there is no `[reproduction]`"));
        let wrong = SMALL.to_owned() + "[reproduction]\nbudget = 'soon'\ncentral = 200\n";
        let message = Experiment::read(&workshop(), "small.toml", &wrong).unwrap_err().to_string();
        assert!(message.starts_with("small.toml:30: `soon` is no budget"), "{message}");
    }
}
