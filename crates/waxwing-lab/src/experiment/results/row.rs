//! A row of a results file: one cell, and one run of whole groups that one build played.

use std::fmt::{self, Display};
use std::str::FromStr;

use csv::StringRecord;

use super::identity::Identity;
use super::sums::{AgentSums, Moments, Sums, TreeSums};
use waxwing_workshop::statistics::Score;

/// The columns, in their order.
pub(super) const COLUMNS: [&str; 31] = [
    "cell",
    "game",
    "agents",
    "behaviour",
    "budget",
    "seats",
    "group",
    "pairs",
    "seed",
    "threads",
    "openings",
    "forfeits",
    "games",
    "wins",
    "draws",
    "losses",
    "discarded",
    "squares",
    "plies",
    "searches",
    "iterations",
    "searched",
    "visits",
    "visits-squares",
    "value",
    "value-squares",
    "depth",
    "depth-squares",
    "version",
    "processor",
    "hours",
];

/// Between the agents of a cell, and what is said of each.
pub(super) const BETWEEN: &str = " : ";
/// Hours are written in these parts.
const PARTS_OF_HOURS: usize = 9;
const MICROSECONDS_OF_AN_HOUR: f64 = 3.6e9;

/// The numbers of some games that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GameRange {
    pub first: u64,
    pub last: u64,
}

impl GameRange {
    /// How many games they are.
    pub(crate) fn len(self) -> u64 {
        self.last - self.first + 1
    }

    pub(crate) fn contains(self, number: u64) -> bool {
        (self.first..=self.last).contains(&number)
    }

    pub(super) fn overlaps(self, other: GameRange) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl Display for GameRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl FromStr for GameRange {
    type Err = ();

    fn from_str(text: &str) -> Result<GameRange, ()> {
        let (first, last) = text.split_once('-').ok_or(())?;
        let range = GameRange { first: first.parse().map_err(drop)?, last: last.parse().map_err(drop)? };
        if range.first <= range.last && range.last < 1 << 62 { Ok(range) } else { Err(()) }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The label of the cell when it was written.
    pub cell: String,
    /// What determines the games.
    pub identity: Identity,
    pub games: GameRange,
    pub sums: Sums,
    /// The build that played them.
    pub version: String,
    /// Where.
    pub processor: String,
}

impl Row {
    /// Whether both were played by the same build in the same place.
    pub(super) fn has_origin_of(&self, other: &Row) -> bool {
        (&self.identity, &self.version, &self.processor) == (&other.identity, &other.version, &other.processor)
    }

    /// Whether both have the same games with the same counts, whoever has played them and however long that took.
    pub(super) fn has_counts_of(&self, other: &Row) -> bool {
        let counts = |row: &Row| Sums { time: 0, ..row.sums.clone() };
        (&self.identity, self.games) == (&other.identity, other.games) && counts(self) == counts(other)
    }

    /// Whether the other row has these games too, and may be this one with more of them.
    pub(super) fn is_part_of(&self, other: &Row) -> bool {
        let within = other.games.first <= self.games.first && self.games.last <= other.games.last;
        let counts = |row: &Row| {
            let Score { wins, draws, losses } = row.sums.score;
            [wins, draws, losses, row.sums.discarded, row.sums.plies]
        };
        let is_less = counts(self).iter().zip(counts(other)).all(|(mine, theirs)| *mine <= theirs);
        within && self.games != other.games && self.has_origin_of(other) && is_less
    }

    /// The row as it is written.
    pub(super) fn fields(&self) -> Vec<String> {
        let Identity { game, agents, behaviour, budget, seats, group, pairs, seed, threads, openings, forfeits } =
            &self.identity;
        let Sums { score, discarded, squares, plies, agents: did, time, trees, .. } = &self.sums;
        let each = |what: fn(&AgentSums) -> u64| {
            did.iter().map(|agent| what(agent).to_string()).collect::<Vec<_>>().join(BETWEEN)
        };
        let mut fields: Vec<String> =
            [&self.cell, game, agents, behaviour, budget, seats].map(String::to_owned).to_vec();
        fields.extend([&group.to_string(), pairs, &seed.to_string(), &threads.to_string()].map(String::to_owned));
        fields.extend([openings, forfeits].map(String::to_owned));
        fields.push(self.games.to_string());
        fields.extend([score.wins, score.draws, score.losses, *discarded].map(|count| count.to_string()));
        fields.push((*squares as f64 / 4.0).to_string());
        fields.extend([plies.to_string(), each(|agent| agent.searches), each(|agent| agent.iterations)]);
        fields.push(trees.games.to_string());
        for Moments { sum, squares } in [trees.visits, trees.value, trees.depth] {
            fields.extend([millionths(sum), millionths(squares)]);
        }
        fields.extend([self.version.clone(), self.processor.clone()]);
        fields.push(format!("{:.*}", PARTS_OF_HOURS, *time as f64 / MICROSECONDS_OF_AN_HOUR));
        fields
    }

    /// The row of a line; the message says what is wrong with it.
    pub(super) fn read(record: &StringRecord) -> Result<Row, String> {
        let fields = Fields(record);
        let score = Score { wins: fields.get("wins")?, draws: fields.get("draws")?, losses: fields.get("losses")? };
        let trees = TreeSums {
            games: fields.get("searched")?,
            visits: fields.moments(["visits", "visits-squares"])?,
            value: fields.moments(["value", "value-squares"])?,
            depth: fields.moments(["depth", "depth-squares"])?,
        };
        let games: GameRange = fields.get("games")?;
        let (searches, iterations) = (fields.list("searches")?, fields.list("iterations")?);
        let did = searches.into_iter().zip(iterations);
        let row = Row {
            cell: fields.text("cell").to_owned(),
            identity: Identity::read(&fields)?,
            games,
            sums: Sums {
                games: games.len(),
                score,
                discarded: fields.get("discarded")?,
                squares: (4.0 * fields.number("squares")?).round() as u64,
                plies: fields.get("plies")?,
                agents: did.map(|(searches, iterations)| AgentSums { searches, iterations }).collect(),
                time: (MICROSECONDS_OF_AN_HOUR * fields.number("hours")?).round() as u64,
                trees,
            },
            version: fields.text("version").to_owned(),
            processor: fields.text("processor").to_owned(),
        };
        row.check().map(|()| row)
    }

    /// Makes sure that it says something that can be.
    fn check(&self) -> Result<(), String> {
        let group = self.identity.group;
        if group == 0 || !self.games.first.is_multiple_of(group) || !self.games.len().is_multiple_of(group) {
            return Err(format!("the games {} are not whole groups of {group}", self.games));
        }
        let pairs = self.identity.pairs == "decided";
        let counted = [self.sums.score.games(), self.sums.discarded].into_iter().fold(0u64, u64::saturating_add);
        let expected = if pairs { self.games.len() / group } else { self.games.len() };
        if counted != expected || (!pairs && self.sums.discarded > 0) {
            let what = if pairs { "pairs" } else { "games" };
            return Err(format!("{counted} {what} are counted, and {} has {expected}", self.games));
        }
        Ok(())
    }
}

fn millionths(number: u64) -> String {
    format!("{}.{:06}", number / 1_000_000, number % 1_000_000)
}

/// A line with the names of its columns.
pub(super) struct Fields<'r>(&'r StringRecord);

impl<'r> Fields<'r> {
    pub(super) fn text(&self, column: &str) -> &'r str {
        COLUMNS.iter().position(|name| *name == column).and_then(|place| self.0.get(place)).unwrap_or_default()
    }

    pub(super) fn get<T: FromStr>(&self, column: &str) -> Result<T, String> {
        let text = self.text(column);
        text.parse().map_err(|_| format!("`{column}` cannot be `{text}`"))
    }

    fn number(&self, column: &str) -> Result<f64, String> {
        let number = self.get::<f64>(column)?;
        let is_one = (0.0..1e15).contains(&number);
        is_one.then_some(number).ok_or_else(|| format!("`{column}` cannot be `{number}`"))
    }

    fn moments(&self, [sum, squares]: [&str; 2]) -> Result<Moments, String> {
        let part = |column| Ok::<u64, String>((self.number(column)? * 1e6).round() as u64);
        Ok(Moments { sum: part(sum)?, squares: part(squares)? })
    }

    fn list(&self, column: &str) -> Result<Vec<u64>, String> {
        let wrong = || format!("`{column}` cannot be `{}`", self.text(column));
        self.text(column).split(BETWEEN).map(|text| text.parse().map_err(|_| wrong())).collect()
    }
}
