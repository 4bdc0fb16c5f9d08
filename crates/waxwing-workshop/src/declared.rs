//! Declared strength: what the levels of a game were worth against each other when they were measured.
//!
//! A game's text ([`GameEntry::strength`](crate::GameEntry)) has a line for each level that was measured against the one below it:
//!
//! ```text
//! # level | games | share of the points | its interval of 95 %, from | to | its agent | the agent below
//! medium | 100 | 0.88 | 0.81 | 0.95 | icarus/N with solver @1000 | uct @200
//! ```
//!
//! What other agents than the present ones have played says nothing, and is not declared.

use crate::levels::Level;
use crate::opened::OpenGame;
use crate::statistics::{Interval, elo, elo_interval};

/// How a level did against the one below it, both with their own budgets and in each other's seats equally often.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Declared {
    /// The level.
    pub level: Level,
    /// The level below it.
    pub below: Level,
    /// How many games were played.
    pub games: u64,
    /// The share of the points that the level had.
    pub score: f64,
    /// Its interval of 95 %.
    pub interval: Interval,
}

impl Declared {
    /// The difference in Elo rating; `None` if all games were won or lost.
    pub fn elo(&self) -> Option<f64> {
        elo(self.score)
    }

    /// In a few words: `+340 Elo over easy (250 to 470, 100 games)`.
    pub fn words(&self) -> String {
        let Interval { low, high } = elo_interval(self.interval, 0.5);
        let (below, games) = (self.below, self.games);
        match (self.elo(), high.is_finite()) {
            (Some(elo), true) => format!("{elo:+.0} Elo over {below} ({low:.0} to {high:.0}, {games} games)"),
            (Some(elo), false) => format!("{elo:+.0} Elo over {below} (at least {low:.0}, {games} games)"),
            (None, _) if self.score > 0.5 => format!("at least {low:+.0} Elo over {below} (won all {games} games)"),
            (None, _) => format!("no Elo over {below} (won none of {games} games)"),
        }
    }
}

/// A line of a game's text: what was measured, and the agents that played.
pub(crate) struct Measured<'a> {
    declared: Declared,
    agents: [&'a str; 2],
}

/// The lines of a game's text. Fails at a line of another form.
pub(crate) fn measured(text: &str) -> impl Iterator<Item = Result<Measured<'_>, String>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| read(line).ok_or_else(|| format!("`{line}` is no line of a measured level")))
}

fn read(line: &str) -> Option<Measured<'_>> {
    let fields: Vec<&str> = line.split(" | ").map(str::trim).collect();
    let [level, games, score, low, high, agent, other] = fields[..] else { return None };
    let level: Level = level.parse().ok()?;
    let below = Level::ALL.into_iter().rev().find(|&other| other < level)?;
    let share = |text: &str| text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    let interval = Interval { low: share(low)?, high: share(high)? };
    let declared = Declared { level, below, games: games.parse().ok()?, score: share(score)?, interval };
    Some(Measured { declared, agents: [agent, other] })
}

impl OpenGame {
    /// What is known of how strong the levels are, the easiest first. There is nothing of levels that were not measured, that
    /// have another agent since, and of games with other options than the usual ones.
    pub fn declared(&self) -> Vec<Declared> {
        if self.text() != self.name() {
            return Vec::new();
        }
        let plays =
            |level: Level, agent: &str| self.level(level).is_ok_and(|expression| expression.to_string() == agent);
        let all = measured(&self.entry().strength).flatten();
        let present = all.filter(|Measured { declared, agents: [agent, other] }| {
            plays(declared.level, agent) && plays(declared.below, other)
        });
        present.map(|measured| measured.declared).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::kind;
    use crate::{GameEntry, Workshop, WorkshopError};

    const PLAYERS: &str = "easy uct @5\nmedium uct @50\nhard uct > mast @500";

    fn game_with(strength: &'static str) -> Result<OpenGame, WorkshopError> {
        let entry = GameEntry::new("mine", "").players(PLAYERS).strength(strength);
        Ok(Workshop::new().game(kind(entry))?.open("mine").expect("it has no options"))
    }

    #[test]
    fn what_the_present_agents_have_played_is_declared() {
        let game = game_with(
            "# level | games …
            medium | 100 | 0.75 | 0.6 | 0.9 | uct @50 | uct @5
            hard | 80 | 0.9 | 0.8 | 1 | uct > mast @400 | uct @50",
        );
        let declared = game.unwrap().declared();
        assert_eq!(declared.len(), 1, "another agent than that of `hard` has played");
        assert_eq!((declared[0].level, declared[0].below, declared[0].games), (Level::Medium, Level::Easy, 100));
        assert_eq!(declared[0].words(), "+191 Elo over easy (70 to 382, 100 games)");
    }

    #[test]
    fn scores_without_an_end_are_said_in_words() {
        let words = |score, low, high| {
            let interval = Interval { low, high };
            Declared { level: Level::Best, below: Level::Hard, games: 20, score, interval }.words()
        };
        assert_eq!(words(0.9, 0.75, 1.0), "+382 Elo over hard (at least 191, 20 games)");
        assert_eq!(words(1.0, 0.75, 1.0), "at least +191 Elo over hard (won all 20 games)");
        assert_eq!(words(0.0, 0.0, 0.2), "no Elo over hard (won none of 20 games)");
    }

    #[test]
    fn a_line_of_another_form_is_refused() {
        for wrong in ["medium | 100 | 0.75", "easy | 9 | 0.5 | 0.1 | 0.9 | a | b", "hard | 9 | 2 | 0 | 1 | a | b"] {
            let error = game_with(wrong).expect_err("it is wrong").to_string();
            assert_eq!(error, format!("the strength of `mine`: `{wrong}` is no line of a measured level"));
        }
    }
}
