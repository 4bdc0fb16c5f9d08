//! The session: requests go to its tables, and searches go on at the tables in turn.

use std::collections::BTreeMap;

use serde::Deserialize;
use waxwing::Rng;
use waxwing::thinking::Slice;
use waxwing_workshop::Workshop;

use crate::answer::{Outcome, Refusal, refusal};
use crate::messages::{Answer, Ask, Open, Request, Say, VERSION};
use crate::settings::Settings;
use crate::table::Table;
use crate::welcome;

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
    tables: BTreeMap<u32, Table>,
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
        self.tables.values().any(Table::is_busy)
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
        self.tables.values_mut().for_each(Table::forget);
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
        if text.len() > self.settings.message {
            let message = format!("a request has at most {} bytes, and this has {}", self.settings.message, text.len());
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
            Ask::Open(open) => self.open(id, number, &open, outbox),
            Ask::Close => {
                if let Some(mut table) = self.tables.remove(&number) {
                    table.leave(outbox);
                }
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
        if number >= self.settings.tables {
            let most = self.settings.tables;
            return Err(refusal(format!("this session has {most} tables, with numbers from 0 to {}", most - 1)));
        }
        let mut table = Table::open(&self.workshop, &self.settings, open, &mut self.seeds)?;
        if let Some(before) = self.tables.get_mut(&number) {
            before.leave(outbox);
        }
        table.go_on(id, &self.settings, outbox);
        self.tables.insert(number, table);
        Ok(Vec::new())
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
