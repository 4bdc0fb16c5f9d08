//! From the tables of an experiment file to its cells: values of `over` filled in, everything checked.

use std::collections::BTreeMap;

use toml::Value;
use waxwing::{Budget, Expression};
use waxwing_workshop::{Assignment, Design, Forfeits, OpenGame, Openings, fix_role, swapped_seats};

use super::file::{At, FileError, RawCell, RawFile, Source, nearest, word};
use super::numbers::{Numbers, count, value_text};
use super::reproduction::told;
use super::spec::{Spec, check_agent};
use super::{Cell, Experiment, Measure, Published, claim};
use crate::template::fill;

/// More cells than these are a slip of the pen.
const MOST_CELLS: usize = 10_000;
/// What a file that says nothing else has.
const SEED: u64 = 1;

/// Reads an experiment file. Every agent is built for its game, so what is read can be played.
pub(super) fn read(source: &Source<'_>) -> Result<Experiment, FileError> {
    let raw: RawFile = source.tables()?;
    let name = raw.name.as_ref().clone();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return Err(source.error(&raw.name, "a name has letters, digits, `-`, `_` and `.` only"));
    }
    let mut cells: Vec<Cell> = Vec::new();
    for at in &raw.cell {
        let expanding = Expanding { source, at, raw: at.as_ref().clone().or(&raw.defaults), agents: &raw.agents };
        for cell in expanding.cells()? {
            if cells.iter().any(|other| other.label == cell.label) {
                let message = format!("the label `{}` stands twice; a label tells a cell from all others", cell.label);
                return Err(source.error(at, message));
            }
            cells.push(cell);
        }
    }
    if cells.is_empty() {
        return Err(source.error_at(0, "there are no cells; write `[[cell]]` with `agent` and `against`"));
    }
    mark_central(source, &raw.central, &mut cells)?;
    // What the file says of all its differences is said of each.
    cells.iter_mut().for_each(|cell| cell.difference = cell.difference.take().or(raw.difference.clone()));
    let mut experiment = Experiment {
        file: source.file.to_owned(),
        name,
        title: raw.title,
        source: raw.source,
        note: raw.note,
        claims: claim::read(source, &raw.claim, &cells, &raw.figure)?,
        cells,
        figure: raw.figure,
        reproduction: None,
        origin: source.origin(),
        workshop: source.workshop.clone(),
    };
    if let Some(at) = &raw.reproduction {
        // Whether it can be played is known when it has been tried.
        let tried = experiment.clone().scale_down(at.as_ref());
        tried.map_err(|message| source.error(at, message))?;
        experiment.reproduction = Some(at.as_ref().clone());
    }
    Ok(experiment)
}

fn mark_central(source: &Source<'_>, central: &[At<String>], cells: &mut [Cell]) -> Result<(), FileError> {
    if let [_, _, third, ..] = central {
        return Err(source.error(third, "at most two cells are central"));
    }
    for at in central {
        let label = at.as_ref();
        match cells.iter().position(|cell| cell.label == *label) {
            Some(index) => cells[index].central = true,
            None => {
                let meant = nearest(label, cells.iter().map(|cell| cell.label.as_str()));
                let help = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                return Err(source.error(at, format!("there is no cell with the label `{label}`{help}")));
            }
        }
    }
    Ok(())
}

/// One table of the file while it becomes cells.
struct Expanding<'a> {
    source: &'a Source<'a>,
    at: &'a At<RawCell>,
    raw: RawCell,
    agents: &'a BTreeMap<String, At<String>>,
}

/// Names that change together, and the values that they take one after the other.
struct Axis {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Axis {
    /// Reads a list of values for one name, or a list of tables, which all name the same values. Nothing, if it is neither.
    fn read(name: &str, value: &Value) -> Option<Axis> {
        let Value::Array(items) = value else { return None };
        let names: Vec<String> = match items.first()? {
            Value::Table(table) => table.keys().cloned().collect(),
            _ => vec![name.to_owned()],
        };
        let row = |item: &Value| match item {
            Value::Table(table) if table.len() == names.len() => {
                names.iter().map(|name| table.get(name).and_then(value_text)).collect()
            }
            Value::Table(_) => None,
            single => value_text(single).map(|text| vec![text]).filter(|row| row.len() == names.len()),
        };
        let rows: Option<Vec<Vec<String>>> = items.iter().map(row).collect();
        rows.map(|rows| Axis { names, rows })
    }
}

/// The names that have a value, and their values in one cell.
struct Values {
    names: Vec<String>,
    values: Vec<String>,
}

impl Expanding<'_> {
    fn cells(&self) -> Result<Vec<Cell>, FileError> {
        let axes = self.axes()?;
        let count = axes.iter().try_fold(1usize, |count, axis| count.checked_mul(axis.rows.len()));
        let Some(count) = count.filter(|&count| count <= MOST_CELLS) else {
            return Err(self.source.error(self.at, format!("these are more than {MOST_CELLS} cells")));
        };
        let published = Numbers::read(self.source, "published", self.raw.published.as_ref(), count)?;
        let plus_minus = Numbers::read(self.source, "plus-minus", self.raw.plus_minus.as_ref(), count)?;
        let games = Numbers::read(self.source, "published-games", self.raw.published_games.as_ref(), count)?;
        (0..count)
            .map(|number| {
                let (plus_minus, games) = (plus_minus.get(number), games.get(number).map(|games| games as u64));
                let published = published.get(number).map(|value| Published { value, plus_minus, games });
                Ok(Cell { published, ..self.cell(&self.values(&axes, number))? })
            })
            .collect()
    }

    /// What `over` lists, in the order of the file.
    fn axes(&self) -> Result<Vec<Axis>, FileError> {
        let Some(over) = &self.raw.over else { return Ok(Vec::new()) };
        let wrong = |name: &str| {
            let form = format!("write `{name} = [0.1, 0.2]`, or `{name} = [{{ x = 1, y = 2 }}, {{ x = 3, y = 4 }}]`");
            self.source.error(over, format!("`{name}` lists numbers or texts, or tables with the same names: {form}"))
        };
        let mut axes: Vec<Axis> = Vec::new();
        for (name, values) in over.as_ref() {
            let axis = Axis::read(name, values).ok_or_else(|| wrong(name))?;
            for name in &axis.names {
                self.check_swept(over, name, &axes)?;
            }
            axes.push(axis);
        }
        Ok(axes)
    }

    /// A swept name must be new and used.
    fn check_swept(&self, over: &At<toml::Table>, name: &String, before: &[Axis]) -> Result<(), FileError> {
        let message = if self.agents.contains_key(name) {
            format!("`{name}` is an agent of this file; sweep another name")
        } else if before.iter().any(|axis| axis.names.contains(name)) {
            format!("`{name}` is swept twice")
        } else if !self.texts().any(|text| text.contains(&format!("{{{name}}}"))) {
            format!("no text of the cell has a place `{{{name}}}`")
        } else {
            return Ok(());
        };
        Err(self.source.error(over, message))
    }

    /// The texts that may have places.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let raw = &self.raw;
        let single = [&raw.label, &raw.row, &raw.column, &raw.game, &raw.agent, &raw.against];
        let single = single.into_iter().chain([&raw.openings, &raw.role, &raw.measure]).flatten();
        let single = single.map(|at| at.as_ref().as_str());
        let budget = raw.budget.as_ref().and_then(|at| at.as_ref().as_str());
        single.chain(budget).chain(raw.agents.iter().flat_map(|at| at.as_ref().iter().map(String::as_str)))
    }

    /// The values of a cell: its number's digits say which of each list; the last changes fastest.
    fn values(&self, axes: &[Axis], number: usize) -> Values {
        let mut rest = number;
        let mut chosen: Vec<(String, String)> = Vec::new();
        for Axis { names, rows } in axes.iter().rev() {
            let row = &rows[rest % rows.len()];
            chosen.extend(names.iter().cloned().zip(row.iter().cloned()));
            rest /= rows.len();
        }
        chosen.reverse();
        chosen.extend(self.agents.iter().map(|(name, at)| (name.clone(), at.as_ref().clone())));
        let (names, values) = chosen.into_iter().unzip();
        Values { names, values }
    }

    fn fill(&self, at: &At<impl AsRef<str>>, values: &Values) -> Result<String, FileError> {
        let names: Vec<&str> = values.names.iter().map(String::as_str).collect();
        fill(at.as_ref().as_ref(), &names, &values.values).map_err(|error| self.source.error(at, error))
    }

    fn required<'r, T>(&self, key: &str, at: &'r Option<At<T>>) -> Result<&'r At<T>, FileError> {
        at.as_ref().ok_or_else(|| {
            let message = format!("the cell has no `{key}`, and `[defaults]` has none either");
            self.source.error(self.at, message)
        })
    }

    fn cell(&self, values: &Values) -> Result<Cell, FileError> {
        let at_game = self.required("game", &self.raw.game)?;
        let game = self.fill(at_game, values)?;
        let game = self.source.workshop.open(&game).map_err(|error| self.source.error(at_game, error))?;
        let agents = self.agents(values)?;
        let label = match &self.raw.label {
            Some(label) => self.fill(label, values)?,
            None => agents.iter().map(|(_, agent)| agent.to_string()).collect::<Vec<_>>().join(" : "),
        };
        let spec = Spec {
            game: game.to_string(),
            agents: agents.iter().map(|(_, agent)| agent.to_string()).collect(),
            seats: Vec::new(),
            group: 1,
            pairs: false,
            seed: self.seed()?,
            budget: self.budget(values)?,
            threads: self.raw.threads.as_ref().map_or(Ok(1), |at| count(self.source, "threads", at))? as usize,
            openings: self.openings(&game, values)?,
            forfeits: Forfeits::default(),
        };
        let games = count(self.source, "games", self.required("games", &self.raw.games)?)?;
        let spec = SeatPlanner { expanding: self, game: &game, spec, agents: &agents, values }.seated()?;
        let place = |at: &Option<At<String>>| at.as_ref().map(|at| self.fill(at, values)).transpose();
        let row = place(&self.raw.row)?.unwrap_or_else(|| label.clone());
        let column = place(&self.raw.column)?.unwrap_or_default();
        Ok(Cell {
            label,
            row,
            column,
            spec,
            games,
            measure: self.measure(values)?,
            published: None,
            central: false,
            note: self.raw.note.clone(),
            difference: self.raw.difference.clone(),
        })
    }

    /// The agents of a cell with the places that name them: a name of `[agents]`, or an expression.
    fn agents(&self, values: &Values) -> Result<Vec<(usize, Expression)>, FileError> {
        let mut texts = Vec::new();
        match &self.raw.agents {
            Some(list) => list.as_ref().iter().for_each(|text| texts.push((list.span(), text.clone()))),
            None => {
                let pair = [("agent", &self.raw.agent), ("against", &self.raw.against)];
                for (key, at) in pair {
                    let at = self.required(key, at)?;
                    texts.push((at.span(), at.as_ref().clone()));
                }
            }
        }
        let read = |(span, text): (std::ops::Range<usize>, String)| {
            let at = At::new(span.clone(), self.agents.get(&text).map_or(text, |named| named.as_ref().clone()));
            let filled = self.fill(&at, values)?;
            match self.source.workshop.expression(&filled) {
                Ok(agent) => Ok((span.start, agent)),
                Err(error) => Err(self.source.error(&at, self.known_agents(&filled, &error.to_string()))),
            }
        };
        texts.into_iter().map(read).collect()
    }

    /// The message, with the name of the file's agents that may have been meant.
    fn known_agents(&self, text: &str, message: &str) -> String {
        let meant = nearest(text, self.agents.keys().map(String::as_str));
        meant.map_or(message.to_owned(), |name| format!("{message}\n`[agents]` has `{name}`"))
    }

    fn measure(&self, values: &Values) -> Result<Measure, FileError> {
        let Some(at) = &self.raw.measure else { return Ok(Measure::Wins) };
        let measures = [
            ("wins", Measure::Wins),
            ("points", Measure::Points),
            ("visits", Measure::Visits),
            ("value", Measure::Value),
            ("depth", Measure::Depth),
        ];
        word(self.source, &At::new(at.span(), self.fill(at, values)?), &measures)
    }

    fn seed(&self) -> Result<u64, FileError> {
        let Some(at) = &self.raw.seed else { return Ok(SEED) };
        u64::try_from(*at.as_ref()).map_err(|_| self.source.error(at, "a seed is a whole number of at least 0"))
    }

    fn budget(&self, values: &Values) -> Result<String, FileError> {
        let at = self.required("budget", &self.raw.budget)?;
        let text = match value_text(at.as_ref()) {
            Some(text) => self.fill(&At::new(at.span(), text), values)?,
            None => at.as_ref().to_string(),
        };
        let budget: Budget = text.parse().map_err(|error| self.source.error(at, told(&text, error)))?;
        Ok(budget.to_string())
    }

    /// The lines of the openings without what is said about them.
    fn openings(&self, game: &OpenGame, values: &Values) -> Result<Option<String>, FileError> {
        let Some(at) = &self.raw.openings else { return Ok(None) };
        let name = self.fill(at, values)?;
        if name == "none" {
            return Ok(None);
        }
        let sets = &game.entry().openings;
        let text = match sets.iter().find(|set| set.name == name) {
            Some(set) => set.text.to_string(),
            None => self.source.beside(&name).map_err(|_| {
                let names: Vec<&str> = sets.iter().map(|set| &*set.name).collect();
                let sets =
                    if names.is_empty() { "which has none".into() } else { format!("which has {}", names.join(", ")) };
                let message =
                    format!("`{name}` is neither a file beside this one nor a set of `{}`, {sets}", game.name());
                self.source.error(at, message)
            })?,
        };
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        Ok(Some(lines.join("\n")))
    }
}

/// Which games a cell has.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Agents against each other, in groups.
    Match,
    /// One agent in a seat against the other in the rest, one game for each deal; cells with the same seed and seats have
    /// the same deals.
    Compare,
}

/// Seats the agents of a cell, and builds them.
struct SeatPlanner<'a> {
    expanding: &'a Expanding<'a>,
    game: &'a OpenGame,
    spec: Spec,
    agents: &'a [(usize, Expression)],
    values: &'a Values,
}

impl SeatPlanner<'_> {
    fn seated(mut self) -> Result<Spec, FileError> {
        let source = self.expanding.source;
        let budget = self.spec.budget.parse().expect("it was read before");
        for (place, agent) in self.agents {
            check_agent(agent, budget, self.game).map_err(|error| source.error_at(*place, error))?;
        }
        let raw = &self.expanding.raw;
        let kinds = [("match", Kind::Match), ("compare", Kind::Compare)];
        let kind = raw.kind.as_ref().map_or(Ok(Kind::Match), |at| word(source, at, &kinds))?;
        self.spec.pairs =
            raw.pairs.as_ref().map_or(Ok(false), |at| word(source, at, &[("decided", true), ("all", false)]))?;
        self.spec.seats = self.seats(kind)?;
        self.spec.group = if kind == Kind::Compare { 1 } else { self.spec.seats.len() };
        if let Some(text) = &self.spec.openings {
            let at = raw.openings.as_ref().expect("openings were read from it");
            Openings::read(at.as_ref(), text, &self.game.start()).map_err(|error| source.error(at, error))?;
        }
        Ok(self.spec)
    }

    fn seats(&self, kind: Kind) -> Result<Vec<Assignment>, FileError> {
        let (raw, source) = (&self.expanding.raw, self.expanding.source);
        let (agents, seats) = (self.agents.len(), self.game.players());
        let designs =
            [("rotations", Design::Rotations), ("balanced", Design::Balanced), ("one-vs-rest", Design::OneVersusRest)];
        let design = match (&raw.design, kind) {
            (Some(at), _) => word(source, at, &designs)?,
            (None, Kind::Compare) => Design::OneVersusRest,
            (None, Kind::Match) => Design::default_for(agents, seats),
        };
        let all = if self.spec.pairs { swapped_seats(agents, seats) } else { design.assignments(agents, seats) };
        let mut all = all.map_err(|error| source.error(self.expanding.at, error))?;
        if let Some(at) = &raw.role {
            let role = self.expanding.fill(at, self.values)?;
            // A sweep over roles of several games has cells without one.
            if role != "any" {
                fix_role(&mut all, self.game.start().find_player(&role).map_err(|error| source.error(at, error))?);
            }
        }
        Ok(all)
    }
}
