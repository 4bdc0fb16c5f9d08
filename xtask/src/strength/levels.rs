//! `cargo xtask levels`: how much stronger each level of a game is than the one below it.
//!
//! The levels play each other at their own budgets. The games are kept under `target/strength`, so that a run that is interrupted
//! goes on where it was. With `--write` the results go to `strength.txt` in the folder of each game, which `waxwing games GAME` shows,
//! and to the table of docs/strength.md.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::{House, PAGE};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/waxwing-games/src");
const HEADER: &str = "\
# What each level is worth against the one below it: `cargo xtask levels` writes this.
# level | games | share of the points | its interval of 95 %, from | to | its agent | the agent below
";
/// Where the table of levels begins in the page.
pub(super) const SECTION: &str = "\n## Levels\n";
/// Games of each pair of levels where nothing is said.
const GAMES_OF_A_PAIR: u64 = 40;

/// What is asked for.
#[derive(Default)]
pub struct Asked {
    /// The games whose levels play; all if none is named.
    names: Vec<String>,
    /// The levels that play the one below them; all if none is named.
    levels: Vec<String>,
    games: Option<u64>,
    jobs: Option<u64>,
    writes: bool,
    /// The command that plays; the release build of this workspace if none is named.
    pub command: Option<PathBuf>,
}

impl Asked {
    /// Reads `[GAME…] [--level LEVEL] [--games N] [--jobs N] [--write] [--command FILE]`.
    pub fn read(words: &[String]) -> Result<Asked, String> {
        let (mut asked, mut words) = (Asked::default(), words.iter());
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or(format!("{word} takes something behind it"));
            let number = |text: &String| {
                let number = text.parse().ok().filter(|&number| number > 0);
                number.ok_or(format!("{word} takes a whole number of at least 1"))
            };
            match word.as_str() {
                "--games" => asked.games = Some(number(next()?)?),
                "--jobs" => asked.jobs = Some(number(next()?)?),
                "--level" => asked.levels.push(next()?.clone()),
                "--write" => asked.writes = true,
                "--command" => asked.command = Some(next()?.into()),
                name => asked.names.push(name.to_owned()),
            }
        }
        Ok(asked)
    }
}

/// A level as `waxwing games GAME --json` lists it.
#[derive(Clone, Deserialize, PartialEq, Debug)]
struct Level {
    level: String,
    agent: String,
}

/// A level and the one below it.
#[derive(Clone, PartialEq, Debug)]
struct Pair {
    game: String,
    level: Level,
    below: Level,
}

impl Pair {
    fn of(game: &str, levels: &[Level]) -> Vec<Pair> {
        let pair = |pair: &[Level]| Pair { game: game.to_owned(), level: pair[1].clone(), below: pair[0].clone() };
        levels.windows(2).map(pair).collect()
    }

    /// What is told from the other pairs, also from those of other agents in its games.
    fn label(&self) -> String {
        format!("{} {}", self.game, self.level.level)
    }

    /// The line of a result.
    fn line(&self, cell: &Value) -> Option<String> {
        let games = cell["games"].as_u64().filter(|&games| games > 0)?;
        let [score, low, high] = [&cell["score"], &cell["score_ci95"][0], &cell["score_ci95"][1]].map(Value::as_f64);
        let shares = format!("{:.3} | {:.3} | {:.3}", score?, low?, high?);
        Some(format!("{} | {games} | {shares} | {} | {}", self.level.level, self.level.agent, self.below.agent))
    }

    /// Whether a line is about the agents of this pair.
    fn is_of(&self, line: &str) -> bool {
        let fields: Vec<&str> = line.split(" | ").collect();
        matches!(fields[..], [level, _, _, _, _, agent, below]
            if level == self.level.level && agent == self.level.agent && below == self.below.agent)
    }
}

/// Plays the pairs that are asked for, and prints what each game's file says then.
pub fn run(target: &Path, waxwing: &Path, asked: &Asked) -> Result<(), String> {
    let folder = target.join("strength");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let house = House { folder, waxwing: waxwing.to_owned(), jobs: asked.jobs };
    let games = names(&house)?;
    if let Some(name) = asked.names.iter().find(|name| !games.contains(name)) {
        return Err(format!("there is no game `{name}`; there are {}", games.join(", ")));
    }
    let pairs = games.iter().map(|game| Ok(Pair::of(game, &levels(&house, game)?)));
    let pairs = pairs.collect::<Result<Vec<_>, String>>()?.concat();
    let is_asked = |pair: &Pair| {
        let any = |names: &[String], name: &String| names.is_empty() || names.contains(name);
        any(&asked.names, &pair.game) && any(&asked.levels, &pair.level.level)
    };
    let playing: Vec<Pair> = pairs.iter().filter(|pair| is_asked(pair)).cloned().collect();
    let cells = house.cells("levels", &experiment(&playing, asked.games.unwrap_or(GAMES_OF_A_PAIR)))?;
    for game in &games {
        let own: Vec<&Pair> = pairs.iter().filter(|pair| pair.game == *game).collect();
        let text = text(&own, &before(game)?, &cells);
        println!("{game}\n{text}");
        if asked.writes {
            fs::write(file(game), text).map_err(|error| format!("cannot write {}: {error}", file(game).display()))?;
        }
    }
    if asked.writes { write_page(&games) } else { Ok(()) }
}

fn names(house: &House) -> Result<Vec<String>, String> {
    let text = house.printed(&house.waxwing, &["games", "--json"])?;
    let games: Vec<Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok(games.iter().filter_map(|game| game["name"].as_str()).map(str::to_owned).collect())
}

fn levels(house: &House, game: &str) -> Result<Vec<Level>, String> {
    #[derive(Deserialize)]
    struct Described {
        levels: Vec<Level>,
    }
    let text = house.printed(&house.waxwing, &["games", game, "--json"])?;
    serde_json::from_str(&text).map(|described: Described| described.levels).map_err(|error| error.to_string())
}

/// The file of a game.
fn file(game: &str) -> PathBuf {
    Path::new(GAMES).join(game.replace('-', "_")).join("strength.txt")
}

fn before(game: &str) -> Result<String, String> {
    fs::read_to_string(file(game)).map_err(|error| format!("cannot read {}: {error}", file(game).display()))
}

/// The matches of these pairs.
fn experiment(pairs: &[Pair], games: u64) -> String {
    let mut text = "name = \"levels\"\ntitle = \"Levels against each other\"\nsource = \"\"\n".to_owned();
    for pair in pairs {
        let [label, game, agent, against] =
            [pair.label(), pair.game.clone(), pair.level.agent.clone(), pair.below.agent.clone()].map(Value::from);
        let _ = write!(text, "\n[[cell]]\nlabel = {label}\ngame = {game}\nagent = {agent}\nagainst = {against}\n");
        // All levels have budgets of their own.
        let _ = write!(text, "budget = 1\ngames = {games}\nseed = 2027\n");
    }
    text
}

/// A game's file: a line for each of its pairs that has a result, a new one or one that the file has had of the same agents.
fn text(pairs: &[&Pair], before: &str, cells: &[Value]) -> String {
    let line = |pair: &&Pair| {
        let new = cells.iter().find(|cell| cell["label"] == pair.label().as_str()).and_then(|cell| pair.line(cell));
        new.or_else(|| before.lines().find(|line| pair.is_of(line)).map(str::to_owned))
    };
    let lines: String = pairs.iter().filter_map(line).map(|line| line + "\n").collect();
    HEADER.to_owned() + &lines
}

/// Writes the table of all games into the page, in the place of the one before.
fn write_page(games: &[String]) -> Result<(), String> {
    let page = fs::read_to_string(PAGE).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let mut rows = String::new();
    for game in games {
        before(game)?.lines().filter_map(|line| row(game, line)).for_each(|row| rows += &row);
    }
    let (above, _) = page.split_once(SECTION).unwrap_or((&page, ""));
    let page = format!(
        "{above}{SECTION}\n\
         `cargo xtask levels` has each level of a game play the one below it, both at their own budgets, and with `--write` it keeps the\n\
         results in `strength.txt` in the folder of the game and here. `waxwing games GAME` shows them as differences in Elo rating. Pairs\n\
         that are not listed have not been measured.\n\n\
         | game | level | its agent | games | share of the points (95 %) | Elo over the level below |\n|---|---|---|---|---|---|\n{rows}"
    );
    fs::write(PAGE, page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

/// A row of the table from a line of a game's file; `None` for comments.
fn row(game: &str, line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split(" | ").collect();
    let [level, games, score, low, high, agent, _] = fields[..] else { return None };
    let [score, low, high] = [score, low, high].map(|share| share.parse::<f64>().ok());
    let (score, low, high) = (score?, low?, high?);
    let elo = |share: f64| match share {
        0.0 => "-∞".to_owned(),
        1.0 => "∞".to_owned(),
        share => format!("{:+.0}", 0.0 - 400.0 * (1.0 / share - 1.0).log10()),
    };
    let points = format!("{:.1} % ({:.1} % to {:.1} %)", 100.0 * score, 100.0 * low, 100.0 * high);
    let difference = format!("{} ({} to {})", elo(score), elo(low), elo(high));
    Some(format!("| {game} | {level} | `{agent}` | {games} | {points} | {difference} |\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn levels() -> Vec<Level> {
        let level = |(level, agent): (&str, &str)| Level { level: level.to_owned(), agent: agent.to_owned() };
        [("easy", "uct @5"), ("medium", "uct @50"), ("hard", "ab @500")].map(level).to_vec()
    }

    #[test]
    fn each_level_plays_the_one_below_it() {
        let pairs = Pair::of("nim", &levels());
        let read: toml::Table = toml::from_str(&experiment(&pairs, 7)).unwrap();
        let cells = read["cell"].as_array().unwrap();
        let of = |index: usize, key: &str| cells[index][key].as_str().unwrap().to_owned();
        assert_eq!((cells.len(), of(0, "agent"), of(0, "against")), (2, "uct @50".into(), "uct @5".into()));
        assert_eq!((of(1, "label"), cells[1]["games"].as_integer()), ("nim hard".into(), Some(7)));
    }

    #[test]
    fn results_stay_as_long_as_their_agents_do() {
        let pairs = Pair::of("nim", &levels());
        let own: Vec<&Pair> = pairs.iter().collect();
        let cell = json!({"label": "nim hard", "games": 20, "score": 0.75, "score_ci95": [0.6, 0.875]});
        let first = text(&own, "", &[cell]);
        assert_eq!(first, format!("{HEADER}hard | 20 | 0.750 | 0.600 | 0.875 | ab @500 | uct @50\n"));
        assert_eq!(text(&own, &first, &[]), first);
        let mut others = levels();
        others[1].agent = "uct @60".into();
        let pairs = Pair::of("nim", &others);
        assert_eq!(text(&pairs.iter().collect::<Vec<_>>(), &first, &[]), HEADER);
        let nothing = json!({"label": "nim hard", "games": 0, "score": null, "score_ci95": null});
        assert_eq!(text(&own, &first, &[nothing]), first);
    }

    #[test]
    fn a_row_has_the_difference_in_rating() {
        let line = "hard | 20 | 0.750 | 0.500 | 1.000 | ab @500 | uct @50";
        let row = row("nim", line).unwrap();
        assert_eq!(row, "| nim | hard | `ab @500` | 20 | 75.0 % (50.0 % to 100.0 %) | +191 (+0 to ∞) |\n");
        assert!(super::row("nim", HEADER.lines().nth(1).unwrap()).is_none());
    }

    #[test]
    fn what_is_asked_for_is_read() {
        let words = ["othello", "--level", "best", "--games", "20", "--jobs", "1", "--write"].map(str::to_owned);
        let asked = Asked::read(&words).unwrap();
        assert_eq!((asked.names.len(), asked.levels.len(), asked.games, asked.jobs), (1, 1, Some(20), Some(1)));
        assert!(asked.writes && Asked::read(&["--games".to_owned()]).is_err());
    }
}
