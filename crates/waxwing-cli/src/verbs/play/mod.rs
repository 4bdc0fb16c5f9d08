//! `waxwing play`: a person against agents, line by line.
//!
//! `conversation.rs` is the game; `listener.rs` reads lines, `commands.rs` says what they mean; `counsel.rs` answers questions
//! about the search, `pause.rs` waits for it; `saved.rs` keeps games in files.

mod commands;
mod conversation;
mod counsel;
mod listener;
mod pause;
mod saved;

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use waxwing::{Budget, Expression, Limits, Player};
use waxwing_workshop::{Level, OpenGame, Position, ResumeError, Table};

use self::conversation::Conversation;
use self::counsel::Counsel;
use self::listener::Listener;
use self::pause::{Pause, Waiting};
use self::saved::SavedGame;
use crate::context::{Context, agents};
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Thinking, seed};
use crate::place::StartOption;
use crate::prepare;
use crate::show::{self, dim};

#[derive(Args)]
pub struct Play {
    /// The game
    #[arg(required_unless_present = "resume")]
    game: Option<String>,
    /// The agents of the other seats, in their order: levels (`easy`, `medium`, `hard`, `best`) or expressions; one alone
    /// takes all of them [default: medium]
    #[arg(value_name = "EXPR")]
    agents: Vec<String>,
    /// Your seat: a number from 0, or a name such as `black`
    #[arg(long, value_name = "SEAT", default_value = "0")]
    seat: String,
    #[command(flatten)]
    start: StartOption,
    #[command(flatten)]
    thinking: Thinking,
    /// Seed of everything random [default: another one each time]
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "agents", "seat", "position", "seed"])]
    resume: Option<PathBuf>,
}

/// What a game begins with.
struct Beginning {
    game: OpenGame,
    start: Position,
    /// Moves that have been made, chance outcomes included.
    moves: String,
    /// After how many of them the agents last began anew.
    begun: usize,
    person: Player,
    /// The agents as they are named.
    agents: Vec<String>,
    seed: u64,
    /// How much agents think that do not say it themselves, in a game that was left.
    budget: Option<Budget>,
}

impl Play {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        interrupt::end_unless_thinking();
        let beginning = match &self.resume {
            Some(file) => Beginning::saved(context, &SavedGame::read(file)?)?,
            None => self.beginning(context)?,
        };
        let is_usual = self.resume.is_none() && self.agents.is_empty();
        self.converse(beginning, is_usual)
    }

    /// A new game.
    fn beginning(&self, context: &Context) -> Result<Beginning, Failure> {
        let game = context.open(self.game.as_deref().unwrap_or_default())?;
        let usual = vec![Level::USUAL.to_string()];
        let agents = if self.agents.is_empty() { usual } else { self.agents.clone() };
        let start = self.start.read(&game)?.unwrap_or_else(|| game.start());
        let person = start.find_player(&self.seat).map_err(Failure::Usage)?;
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let seed = self.seed.unwrap_or_else(clock);
        Ok(Beginning { game, start, moves: String::new(), begun: 0, person, agents, seed, budget: None })
    }

    /// How much agents think: as the options say, or else as before in a game that was left.
    fn limits(&self, before: Option<Budget>) -> Limits {
        let limits = self.thinking.limits(None);
        match before.filter(|_| self.thinking.iterations.is_none() && self.thinking.time.is_none()) {
            Some(budget) => Limits::new(budget).memory(limits.memory).threads(limits.threads),
            None => limits,
        }
    }

    fn converse(self, beginning: Beginning, is_usual: bool) -> Result<(), Failure> {
        let Beginning { game, start, moves, begun, person, agents: named, seed, budget } = beginning;
        let agents = agents(&game, &named)?;
        prepare::prepare(&game)?;
        let seats = seats(&agents, game.players(), person)?;
        let mut table = Table::new(&game, start, &seats, seed)?;
        let limits = self.limits(budget);
        resume(&mut table, &moves, begun, &limits)?;
        let counsel = Counsel::new(adviser(&game, &named, &agents), limits);
        let names: Vec<String> = named.iter().zip(&agents).map(|(text, agent)| name(text, agent)).collect();
        let listener = Listener::new();
        let mut conversation = Conversation { table, person, limits, counsel, listener, agents: named, seed };
        conversation.greet(&names)?;
        if is_usual {
            let levels = Level::ALL.map(Level::name).join("`, `");
            show::print(&dim(format!("For another level, name it behind the game: `{levels}`.\n\n")))?;
        }
        conversation.play()
    }
}

impl Beginning {
    /// A game from a file.
    fn saved(context: &Context, saved: &SavedGame) -> Result<Beginning, Failure> {
        let game = context.open(&saved.game)?;
        let start = saved.beginning(&game)?;
        let person = start.find_player(&saved.seat.to_string()).map_err(Failure::Usage)?;
        let (moves, agents) = (saved.moves.clone(), saved.agents.clone());
        Ok(Beginning {
            game,
            start,
            moves,
            begun: saved.begun,
            person,
            agents,
            seed: saved.seed()?,
            budget: saved.budget()?,
        })
    }
}

/// Goes on with a game that was left. Agents that keep something from move to move may have to think again, which takes a while.
fn resume(table: &mut Table, moves: &str, begun: usize, limits: &Limits) -> Result<(), Failure> {
    if moves.is_empty() {
        return Ok(());
    }
    let pause = Pause::new();
    let mut waiting = Waiting::new(&pause, "the agents look at their game again".to_owned());
    waiting.show("");
    let resumed = table.resume(moves, begun, limits, pause.flag());
    drop(waiting);
    match resumed {
        Err(ResumeError::Move(error)) => Err(Failure::usage(error)),
        Err(error) => Err(Failure::failed(error)),
        Ok(()) if pause.is_over() => Err(Failure::Interrupted),
        Ok(()) => Ok(()),
    }
}

/// An agent for every seat but the person's.
fn seats(agents: &[Expression], seats: usize, person: Player) -> Result<Vec<Option<Expression>>, Failure> {
    let given = agents.len();
    if given != 1 && given != seats - 1 {
        let others = seats - 1;
        let wanted = if others == 1 { "1 agent".into() } else { format!("1 or {others} agents") };
        return Err(Failure::usage(format!("{given} agents, but besides you there is room for {wanted}")));
    }
    let mut agents = agents.iter().cycle();
    Ok((0..seats).map(|seat| if seat == person.index() { None } else { agents.next().cloned() }).collect())
}

/// What an agent is called: a level with what it is in this game.
fn name(text: &str, agent: &Expression) -> String {
    if text.trim().parse::<Level>().is_ok() { format!("{} ({agent})", text.trim()) } else { agent.to_string() }
}

/// Who gives hints: an agent that the person has composed, if it searches, or else the game's own adviser. An easy opponent's
/// advice would be bad.
fn adviser(game: &OpenGame, named: &[String], agents: &[Expression]) -> Expression {
    let composed = named.iter().zip(agents).filter(|(text, _)| text.trim().parse::<Level>().is_err());
    let searcher = composed.map(|(_, agent)| agent).find(|agent| agent.player().is_none());
    searcher.cloned().unwrap_or_else(|| game.adviser())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_composed_search_gives_advice_and_otherwise_the_games_adviser() {
        let game = waxwing_games::standard().open("othello").expect("Othello is there");
        let adviser = |named: &[&str]| {
            let named: Vec<String> = named.iter().map(ToString::to_string).collect();
            let read: Vec<Expression> = named.iter().map(|text| game.expression(text).expect("it is right")).collect();
            adviser(&game, &named, &read).to_string()
        };
        let own = game.adviser().to_string();
        assert_eq!([adviser(&["easy"]), adviser(&["random"]), adviser(&["ab @d2"])], [&*own, &*own, &*own]);
        assert_eq!(adviser(&["easy", "ab @d2", "uct > nast @80"]), "uct > nast @80");
    }
}
