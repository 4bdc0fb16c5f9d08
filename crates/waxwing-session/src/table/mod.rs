//! One game: its seats, its line of moves, and what goes on there.

mod export;
mod looking;
mod moving;
mod questions;
mod review;
mod showing;
mod thinking;
mod viewer;
mod why;

use std::collections::VecDeque;

use waxwing::thinking::Slice;
use waxwing::{Budget, Expression, Player, Rng};
use waxwing_workshop::{AnyAgent, Level, OpenGame, Position, Workshop};

use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{Ask, Open, Say};
use crate::session::{Outbox, Place};
use crate::settings::Settings;
use looking::Looked;
use questions::Question;
use review::Review;
use thinking::Analysis;
pub(crate) use thinking::{Search, is_spent};
use why::Asking;

/// A game with its players, as one client sees it.
pub(crate) struct Table {
    game: OpenGame,
    seats: Vec<Seat>,
    seed: u64,
    /// The budget of agents that have none of their own, where one was asked for.
    budget: Option<Budget>,
    /// Whether nothing happens that is not asked for.
    waits: bool,
    /// All moves, also those ahead of the position.
    line: Position,
    /// The position that is shown: somewhere in the line.
    position: Position,
    /// Whether agents have been told of another line than this.
    is_stale: bool,
    /// Who has given up at the end of the line.
    resigned: Option<Player>,
    /// Whether the game has ended once, where something was hidden: everything may be seen since.
    is_revealed: bool,
    activity: Option<Activity>,
    questions: VecDeque<Question>,
    analysis: Option<Analysis>,
    looked: Option<Looked>,
    /// How many searches have been begun.
    searches: u64,
}

/// Who sits in a seat.
struct Seat {
    /// The level or expression that was asked for; nothing for a person.
    asked: Option<String>,
    agent: Option<AnyAgent>,
    /// What is said where its budget was more than is allowed.
    cut: Option<String>,
}

/// What goes on at a table.
enum Activity {
    /// The agent whose turn it is thinks about its move.
    Choosing(Search),
    /// The position is analysed.
    Analysing(Search),
    /// The analysis is made again without each part of its expression.
    Asking(Box<Asking>),
    /// The moves of the game are reviewed.
    Reviewing(Box<Review>),
}

impl Table {
    /// A game as it is asked for. Nobody thinks yet.
    pub fn open(workshop: &Workshop, settings: &Settings, open: &Open, seeds: &mut Rng) -> Result<Table, Refusal> {
        let game = workshop.open(&open.game).map_err(|error| Refusal::from(error).about("game"))?;
        let budget = open.budget.as_deref().map(|text| read_budget(text).map_err(|error| error.about("budget")));
        let budget = budget.transpose()?;
        let seed = open.seed.as_deref().map(read_seed).transpose()?.unwrap_or_else(|| seeds.next_u64());
        let position = beginning(&game, open, seed, settings)?;
        if open.seats.len() != game.players() {
            let (given, players) = (open.seats.len(), game.players());
            return Err(refusal(format!("{game} has {players} seats, and {given} are given")).about("seats"));
        }
        let seats = open.seats.iter().enumerate().map(|(seat, asked)| {
            let seated = Seat::new(&game, asked.as_deref(), budget, settings);
            seated.map_err(|error| error.about(format!("seats.{seat}")))
        });
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        let mut table = Table {
            game,
            seats,
            seed,
            budget,
            waits: open.waits,
            line: position.clone(),
            position,
            is_stale: true,
            resigned: None,
            is_revealed: false,
            activity: None,
            questions: VecDeque::new(),
            analysis: None,
            looked: None,
            searches: 0,
        };
        table.notice_end();
        Ok(table)
    }

    /// Ends what is under way; an analysis says what it has found.
    pub fn end_activity(&mut self, outbox: &mut Outbox) {
        match self.activity.take() {
            Some(Activity::Analysing(search)) => self.end_analysis(search, outbox),
            Some(Activity::Choosing(search)) => self.give_up_choice(&search),
            Some(Activity::Asking(mut asking)) => asking.say(true, outbox),
            Some(Activity::Reviewing(review)) => review.say(true, outbox),
            None => {}
        }
    }

    fn shown(&self) -> Say {
        Say::Position(Box::new(self.position_view()))
    }
}

impl Place for Table {
    fn is_busy(&self) -> bool {
        self.activity.is_some() || !self.questions.is_empty()
    }

    fn forget(&mut self) {
        if self.is_busy() {
            return;
        }
        (self.analysis, self.looked, self.is_stale) = (None, None, true);
        for (seat, who) in self.seats.iter_mut().enumerate() {
            if let Some(agent) = &mut who.agent {
                // It fails for positions of another game alone.
                let _ = agent.start(&self.position, Player(seat as u8), 0);
            }
        }
    }

    fn ask(&mut self, id: u32, ask: Ask, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        match ask {
            Ask::Position => Ok(vec![self.shown()]),
            Ask::Play { r#move } => self.play(id, &r#move, settings, outbox),
            Ask::Undo => self.undo(id, settings, outbox),
            Ask::Goto { ply } => self.go_to(id, ply, settings, outbox),
            Ask::Resume => self.resume(id, settings, outbox),
            Ask::Observe { r#move, .. } => self.observe(id, r#move.as_deref(), settings, outbox),
            Ask::Choose { budget, .. } => self.ask_to_choose(id, budget.is_some(), settings, outbox),
            Ask::Resign { seat } => self.resign(seat, outbox),
            Ask::Seat { seat, agent } => self.seat(id, seat, agent.as_deref(), settings, outbox),
            Ask::Think { agent, budget, seed } => {
                self.think(id, &agent, budget.as_deref(), seed.as_deref(), settings, outbox)
            }
            Ask::Stop => self.stop(settings, outbox),
            Ask::Tree(ask) => self.tree(&ask, settings),
            Ask::Records { most, find } => self.records(id, most, find),
            Ask::Ownership { playouts } => self.ownership(id, playouts, settings),
            Ask::Beside { one, other } => self.beside(&one, &other),
            Ask::Why => self.why(id, settings, outbox),
            Ask::Steps(ask) => self.steps(id, &ask, settings),
            Ask::Review { agent, budget } => self.review(id, &agent, budget.as_deref(), settings, outbox),
            Ask::Export { form } => self.export(form),
            Ask::Hello { .. }
            | Ask::Explain { .. }
            | Ask::Preview { .. }
            | Ask::Read { .. }
            | Ask::Open(_)
            | Ask::Sit(_)
            | Ask::Close => {
                unreachable!("the session answers what is about no game")
            }
        }
    }

    fn advance(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox) {
        if self.advance_question(settings, outbox) {
            return;
        }
        match self.activity {
            Some(Activity::Choosing(_)) => self.advance_choice(slice, settings, outbox),
            Some(Activity::Analysing(_)) => self.advance_analysis(slice, settings, outbox),
            Some(Activity::Asking(_)) => self.advance_asking(slice, outbox),
            Some(Activity::Reviewing(_)) => self.advance_review(slice, settings, outbox),
            None => {}
        }
    }

    fn leave(&mut self, outbox: &mut Outbox) {
        self.drop_questions(outbox);
        self.end_activity(outbox);
    }

    fn hang_up(&mut self, settings: &Settings, outbox: &mut Outbox) {
        let is_endless = |agent: Option<&AnyAgent>| {
            agent.is_some_and(|agent| agent.expression().budget == Some(Budget::UntilStopped))
        };
        match &self.activity {
            Some(Activity::Choosing(search)) if is_endless(self.seats[search.seat.index()].agent.as_ref()) => {
                self.choose(settings, outbox);
            }
            Some(Activity::Analysing(_)) if is_endless(self.analysis.as_ref().map(|analysis| &analysis.agent)) => {
                self.end_activity(outbox);
            }
            _ => {}
        }
    }
}

impl Seat {
    fn new(game: &OpenGame, asked: Option<&str>, budget: Option<Budget>, settings: &Settings) -> Result<Seat, Refusal> {
        let Some(text) = asked else { return Ok(Seat { asked: None, agent: None, cut: None }) };
        let (expression, cut) = read_agent(game, text, budget, settings)?;
        game.try_agent(&expression)?;
        let is_level = text.trim().parse::<Level>().is_ok();
        let asked = if is_level { text.trim().to_owned() } else { game.expression(text)?.to_string() };
        Ok(Seat { asked: Some(asked), agent: Some(game.build(&expression)?), cut })
    }
}

/// The expression of a text with the budget that it gets, and what is said if that was cut.
fn read_agent(
    game: &OpenGame,
    text: &str,
    budget: Option<Budget>,
    settings: &Settings,
) -> Result<(Expression, Option<String>), Refusal> {
    let mut expression = read_expression(game, text, settings)?;
    // A program has no budget unless it is told one.
    let is_outside = game.build(&expression)?.is_outside();
    let wanted = expression.budget.or(budget).or((!is_outside).then_some(settings.bounds.budget));
    let Some(wanted) = wanted else { return Ok((expression, None)) };
    let (allowed, cut) = settings.cut(wanted);
    expression.budget = Some(allowed);
    Ok((expression, cut))
}

/// The expression of a text, or of a level, if it is allowed here.
pub(crate) fn read_expression(game: &OpenGame, text: &str, settings: &Settings) -> Result<Expression, Refusal> {
    let expression = game.expression(text)?;
    settings.check(&expression)?;
    if let Some(shared) = expression.option("tree").filter(|option| option.integer("n") > settings.threads as u64) {
        let most = settings.threads;
        return Err(shared.error(format!("a search has at most {most} thread(s) here")).into());
    }
    Ok(expression)
}

pub(crate) fn read_budget(text: &str) -> Result<Budget, Refusal> {
    text.parse().map_err(|error: waxwing::thinking::BudgetError| refusal(error.to_string()))
}

pub(crate) fn read_seed(text: &str) -> Result<u64, Refusal> {
    text.trim().parse().map_err(|_| {
        let text: String = text.chars().take(40).collect();
        refusal(format!("`{text}` is no seed: it is a whole number below 2^64, as a text")).about("seed")
    })
}

/// The position that a game begins with.
fn beginning(game: &OpenGame, open: &Open, seed: u64, settings: &Settings) -> Result<Position, Refusal> {
    let mut position = match &open.position {
        Some(text) => game.read_position(text).map_err(|error| refusal(error.to_string()).about("position"))?,
        None => game.start(),
    };
    let count = open.moves.split_whitespace().count();
    if count > settings.bounds.moves {
        let message = format!("a game here has at most {} moves, and {count} are given", settings.bounds.moves);
        return Err(refusal(message).about("moves"));
    }
    position.follow(&open.moves, seed).map_err(|error| refusal(error.to_string()).about("moves"))?;
    Ok(position)
}
