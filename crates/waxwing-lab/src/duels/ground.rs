//! Where duels are played: the game, the seats and the budget that all of them share.

use std::fmt::Write;

use toml::Value;
use waxwing::agent::ExpressionError;
use waxwing::{Budget, Expression};
use waxwing_workshop::OpenGame;

use super::Meeting;

/// What all duels share.
#[derive(Clone, Debug)]
pub struct Ground {
    game: OpenGame,
    /// The role that the two agents take in turn; all seat assignments without one.
    role: Option<String>,
    budget: Budget,
    /// A set of openings that comes with the game.
    openings: Option<String>,
}

/// Why there can be no duels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GroundError {
    /// The game has one player.
    #[error("`{0}` is no game for two or more players")]
    Alone(String),
    /// There is no such role.
    #[error("{0}")]
    Role(String),
    /// The game has no such set.
    #[error("`{game}` has no set of openings `{name}`: {known}; games in a store take no files of them")]
    Openings {
        /// The game.
        game: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
}

impl Ground {
    /// Duels of this game, in all seats in turn or in a role, with a budget for agents that have none of their own.
    pub fn new(
        game: &OpenGame,
        role: Option<&str>,
        budget: Budget,
        openings: Option<&str>,
    ) -> Result<Ground, GroundError> {
        if game.players() < 2 {
            return Err(GroundError::Alone(game.to_string()));
        }
        if let Some(role) = role {
            game.start().find_player(role).map_err(GroundError::Role)?;
        }
        if let Some(name) = openings
            && !game.entry().openings.iter().any(|set| set.name == name)
        {
            let names: Vec<&str> = game.entry().openings.iter().map(|set| &*set.name).collect();
            let known = if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) };
            return Err(GroundError::Openings { game: game.name().to_owned(), name: name.to_owned(), known });
        }
        let own = |text: &str| text.to_owned();
        Ok(Ground { game: game.clone(), role: role.map(own), budget, openings: openings.map(own) })
    }

    /// The game.
    pub fn game(&self) -> &OpenGame {
        &self.game
    }

    /// What decides the games, as one text.
    pub(crate) fn text(&self) -> String {
        format!("{} {:?} {} {:?}", self.game.text(), self.role, self.budget, self.openings)
    }

    /// Whether the game can serve an agent within the budget.
    pub fn check(&self, agent: &Expression) -> Result<(), ExpressionError> {
        let mut agent = agent.clone();
        agent.budget.get_or_insert(self.budget);
        agent.check()?;
        agent.check_ends()?;
        self.game.try_agent(&agent)
    }

    /// How many cells a meeting has.
    pub(super) fn cells(&self) -> u64 {
        if self.role.is_some() { 2 } else { 1 }
    }

    /// The games of a group: all of them share their deal.
    pub fn group(&self) -> u64 {
        match (&self.role, self.game.players()) {
            (Some(_), _) | (None, 2) => 2,
            (None, seats) => (1 << seats) - 2,
        }
    }

    /// How many groups have at least so many games.
    pub fn groups(&self, games: u64) -> u64 {
        games.div_ceil(self.group())
    }

    /// The experiment file of a stage.
    pub(crate) fn file(&self, name: &str, title: &str, meetings: &[Meeting]) -> String {
        let quoted = |text: &str| Value::String(text.to_owned()).to_string();
        let mut text = format!("name = {}\ntitle = {}\nsource = 'Waxwing'\n", quoted(name), quoted(title));
        let mut line = |what: String| text.push_str(&(what + "\n"));
        line(format!(
            "\n[defaults]\ngame = {}\nbudget = {}",
            quoted(self.game.text()),
            quoted(&self.budget.to_string())
        ));
        if let Some(role) = &self.role {
            line(format!("design = 'one-vs-rest'\nas = {}", quoted(role)));
        }
        if let Some(openings) = &self.openings {
            line(format!("openings = {}", quoted(openings)));
        }
        for (number, meeting) in meetings.iter().enumerate().filter(|(_, meeting)| !meeting.is_idle()) {
            for side in 0..self.cells() as usize {
                let [agent, against] = [&meeting.agents[side], &meeting.agents[1 - side]];
                let label = format!("{}{}. {agent} : {against}", number + 1, ["", "b"][side]);
                let mut cell = String::from("\n[[cell]]\n");
                for (key, value) in [("label", &label), ("agent", agent), ("against", against)] {
                    let _ = writeln!(cell, "{key} = {}", quoted(value));
                }
                let games = meeting.groups * self.group() / self.cells();
                // Seeds of a file are whole numbers of 63 bits.
                let _ = write!(cell, "games = {games}\nseed = {}", meeting.seed >> 1);
                line(cell);
            }
        }
        text
    }
}
