//! The session: requests go to its tables, and searches go on at the tables in turn.

use std::collections::BTreeMap;

use serde::Deserialize;
use waxwing::Rng;
use waxwing::thinking::Slice;
use waxwing_workshop::Workshop;

use crate::answer::{Outcome, Refusal, refusal};
use crate::chair::Chair;
use crate::messages::{Answer, Ask, Open, Request, Say, Sit, VERSION};
use crate::settings::Settings;
use crate::table::Table;
use crate::welcome;

/// What there is at a table: a game with its seats, or a player whose game another program holds.
pub(crate) trait Place: Send {
    /// Whether something goes on.
    fn is_busy(&self) -> bool;

    /// Answers what is asked about the table.
    fn ask(&mut self, id: u32, ask: Ask, settings: &Settings, outbox: &mut Outbox) -> Outcome;

    /// Goes on with what is under way.
    fn advance(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox);

    /// Ends what goes on until it is stopped.
    fn hang_up(&mut self, settings: &Settings, outbox: &mut Outbox);

    /// Gives back the memory of searches that are done, unless one is under way.
    fn forget(&mut self);

    /// Ends all that goes on and waits, since the game ends.
    fn leave(&mut self, outbox: &mut Outbox);
}

/// What answers the messages of one client: games at tables, their players, and searches. It has no clock, threads, input or
/// output of its own, and nothing that it is asked makes it panic.
///
/// Where a client is somebody else, the workshop must have no players from outside ([`Workshop::outsider`]): an expression
/// would start programs.
///
/// ```
/// use waxwing::thinking::Slice;
/// use waxwing_session::{Session, Settings};
///
/// let mut session = Session::new(waxwing_games::standard(), Settings::own(1));
/// let answers = session.ask(r#"{"id": 5, "type": "open", "game": "othello", "seats": [null, null]}"#);
/// assert!(answers[0].to_json().starts_with(r#"{"id":5,"table":0,"type":"position","game":"othello""#));
/// session.ask(r#"{"id": 6, "type": "think", "agent": "uct @500"}"#);
/// let mut answers = Vec::new();
/// while session.is_busy() {
///     answers = session.advance(Slice::iterations(200));
/// }
/// assert!(answers[0].to_json().contains(r#""type":"thought""#));
/// ```
pub struct Session {
    workshop: Workshop,
    settings: Settings,
    tables: BTreeMap<u32, Box<dyn Place>>,
    /// Where it went on last.
    last: u32,
    /// Of games that are opened without a seed.
    seeds: Rng,
}

impl Session {
    /// A session with the games and strategies of a workshop.
    pub fn new(workshop: Workshop, settings: Settings) -> Session {
        let seeds = Rng::new(settings.seed);
        Session { workshop, settings, tables: BTreeMap::new(), last: 0, seeds }
    }

    /// Reads a request, one line of JSON, and answers what can be answered at once. What goes on afterwards is done by
    /// [`Session::advance`].
    pub fn ask(&mut self, request: &str) -> Vec<Answer> {
        let Request { id, table, ask } = match self.read(request) {
            Ok(request) => request,
            Err((id, table, error)) => return vec![Answer { id, table, say: Say::Error(*error) }],
        };
        let mut outbox = Outbox { table, answers: Vec::new() };
        match self.answer(id, table, ask, &mut outbox) {
            Ok(said) => said.into_iter().for_each(|say| outbox.say(id, say)),
            Err(error) => outbox.say(id, Say::Error(*error)),
        }
        outbox.answers
    }

    /// Whether something goes on at one of the tables.
    pub fn is_busy(&self) -> bool {
        self.tables.values().any(|table| table.is_busy())
    }

    /// Goes on with what is under way, for one slice, at the tables in turn.
    pub fn advance(&mut self, slice: Slice) -> Vec<Answer> {
        let busy = || self.tables.iter().filter(|(_, table)| table.is_busy()).map(|(&number, _)| number);
        let Some(next) = busy().find(|&number| number > self.last).or_else(|| busy().next()) else { return Vec::new() };
        self.last = next;
        let mut outbox = Outbox { table: next, answers: Vec::new() };
        if let Some(table) = self.tables.get_mut(&next) {
            table.advance(slice, &self.settings, &mut outbox);
        }
        outbox.answers
    }

    /// Gives back the memory of searches that are done. Games go on as before, but what analyses and agents have found is gone.
    pub fn forget(&mut self) {
        self.tables.values_mut().for_each(|table| table.forget());
    }

    /// Nobody will ask any more, or stop anything: ends what would go on until it is stopped.
    pub fn hang_up(&mut self) -> Vec<Answer> {
        let mut answers = Vec::new();
        for (&number, table) in &mut self.tables {
            let mut outbox = Outbox { table: number, answers: Vec::new() };
            table.hang_up(&self.settings, &mut outbox);
            answers.append(&mut outbox.answers);
        }
        answers
    }

    /// The request of a text; otherwise what is wrong with it, with the numbers that the answer has.
    fn read(&self, text: &str) -> Result<Request, (u32, u32, Refusal)> {
        if text.len() > self.settings.bounds.message {
            let message =
                format!("a request has at most {} bytes, and this has {}", self.settings.bounds.message, text.len());
            return Err((0, 0, refusal(message)));
        }
        serde_json::from_str(text).map_err(|error| {
            let Numbers { id, table } = serde_json::from_str(text).unwrap_or_default();
            (id, table, refusal(format!("this is no request: {error}")))
        })
    }

    fn answer(&mut self, id: u32, number: u32, ask: Ask, outbox: &mut Outbox) -> Outcome {
        match ask {
            Ask::Hello { version } if version != VERSION => {
                Err(refusal(format!("this session speaks version {VERSION} of the messages, not {version}")))
            }
            Ask::Hello { .. } => Ok(vec![welcome::welcome(&self.workshop, &self.settings)]),
            Ask::Explain { game, agent } => {
                Ok(vec![welcome::explained(&self.workshop, &self.settings, &game, &agent)?])
            }
            Ask::Preview { game } => Ok(vec![welcome::preview(&self.workshop, &game)?]),
            Ask::Read { game, text } => Ok(vec![welcome::recorded(&self.workshop, &self.settings, &game, &text)?]),
            Ask::Open(open) => self.open(id, number, &open, outbox),
            Ask::Sit(sit) => self.sit(number, &sit, outbox),
            Ask::Close => {
                self.clear(number, outbox);
                Ok(vec![Say::Done])
            }
            ask => {
                let table = self.tables.get_mut(&number);
                let table = table.ok_or_else(|| refusal(format!("nothing is open at table {number}")))?;
                table.ask(id, ask, &self.settings, outbox)
            }
        }
    }

    fn open(&mut self, id: u32, number: u32, open: &Open, outbox: &mut Outbox) -> Outcome {
        self.check_number(number)?;
        let mut table = Table::open(&self.workshop, &self.settings, open, &mut self.seeds)?;
        self.clear(number, outbox);
        table.go_on(id, &self.settings, outbox);
        self.tables.insert(number, Box::new(table));
        Ok(Vec::new())
    }

    fn sit(&mut self, number: u32, sit: &Sit, outbox: &mut Outbox) -> Outcome {
        self.check_number(number)?;
        let chair = Chair::sit(&self.workshop, &self.settings, sit)?;
        self.clear(number, outbox);
        self.tables.insert(number, Box::new(chair));
        Ok(vec![Say::Done])
    }

    fn check_number(&self, number: u32) -> Result<(), Refusal> {
        let most = self.settings.bounds.tables;
        if number < most {
            return Ok(());
        }
        Err(refusal(format!("this session has {most} tables, with numbers from 0 to {}", most - 1)))
    }

    /// Ends what is at the table.
    fn clear(&mut self, number: u32, outbox: &mut Outbox) {
        if let Some(mut before) = self.tables.remove(&number) {
            before.leave(outbox);
        }
    }
}

/// The numbers of a request, whatever else is in it.
#[derive(Default, Deserialize)]
struct Numbers {
    #[serde(default)]
    id: u32,
    #[serde(default)]
    table: u32,
}

/// Where answers of a table are gathered.
pub(crate) struct Outbox {
    table: u32,
    answers: Vec<Answer>,
}

impl Outbox {
    /// Says something in answer to the request of this number.
    pub fn say(&mut self, id: u32, say: Say) {
        self.answers.push(Answer { id, table: self.table, say });
    }
}
