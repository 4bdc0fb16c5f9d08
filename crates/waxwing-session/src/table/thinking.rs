//! Searches at a table: an agent's for its move, and analyses.

use std::time::Duration;

use waxwing::thinking::Slice;
use waxwing::{Player, Rng, Turn};
use waxwing_workshop::{AnyAgent, ChoiceHistory, GaveUp, Position, ThinkError, Thought, TouchedMove, Watch};

use super::looking::Looked;
use super::{Activity, Table, read_agent, read_budget, read_seed};
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{Progress, Say};
use crate::session::Outbox;
use crate::settings::Settings;

/// A search that is under way.
pub(crate) struct Search {
    /// The request that began it.
    pub id: u32,
    /// Whose move it is about.
    pub seat: Player,
    seed: u64,
    /// What is said where the budget was more than is allowed.
    cut: Option<String>,
    /// The nodes after which it ends in any case, if it counts nodes.
    nodes: Option<u64>,
    history: ChoiceHistory,
    /// The iterations that it had made when it was last looked at, and those after which it is looked at in any case.
    seen: u64,
    next_look: u64,
    /// The only legal move, which needs no search.
    only: Option<String>,
    /// Whether it goes on until it is stopped.
    pub is_endless: bool,
}

/// An analysis, under way or done.
pub(super) struct Analysis {
    pub agent: AnyAgent,
    pub position: Position,
    pub seat: Player,
    pub seed: u64,
    /// What it thought last.
    pub thought: Option<Thought>,
}

/// How many moments of a search are kept.
const MOMENTS: usize = 64;
/// A search is looked at after this many iterations, and whenever it has made a quarter more of them: its first slice would
/// otherwise hide how it began.
const FIRST_LOOK: u64 = 16;

impl Search {
    pub fn new(id: u32, seat: Player, seed: u64, cut: Option<String>) -> Search {
        let history = ChoiceHistory::new(MOMENTS);
        Search {
            id,
            seat,
            seed,
            cut,
            nodes: None,
            history,
            seen: 0,
            next_look: FIRST_LOOK,
            only: None,
            is_endless: false,
        }
    }

    /// Notes that the search has an end of its own if it is that of a classical player.
    pub fn of(self, agent: &AnyAgent, settings: &Settings) -> Search {
        Search { nodes: agent.expression().player().map(|_| settings.bounds.nodes), ..self }
    }

    /// Goes on for a slice, and notes what the search thinks on its way, so that a long slice does not hide how it began.
    /// Classical players, which count nodes, are looked at after slices alone. Returns whether it goes on.
    fn advance(&mut self, agent: &mut AnyAgent, mut slice: Slice) -> Result<bool, ThinkError> {
        if slice == Slice::REST || self.nodes.is_some() {
            return agent.advance(slice, Watch::default());
        }
        let mut before = agent.report().map_or(0.0, |thought| thought.elapsed_s);
        loop {
            let goes_on = agent.advance(slice.up_to(self.next_look - self.seen), Watch::default())?;
            let Some(thought) = agent.report().filter(|_| goes_on) else { return Ok(goes_on) };
            let made = thought.iterations.saturating_sub(self.seen);
            self.history.record(&thought);
            self.seen = thought.iterations;
            if self.seen < self.next_look {
                return Ok(goes_on);
            }
            self.next_look = self.seen + self.seen / 4 + 1;
            let time = Duration::from_secs_f64((thought.elapsed_s - before).max(0.0));
            let Some(left) = slice.after(made, time) else { return Ok(goes_on) };
            (slice, before) = (left, thought.elapsed_s);
        }
    }

    /// What is said where a budget was, or may have been, more than is allowed.
    fn cut(&self, thought: &Thought) -> Option<String> {
        let most = self.nodes.filter(|&most| thought.iterations >= most);
        self.cut.clone().or_else(|| most.map(|most| format!("a search of this player ends after {most} nodes here")))
    }

    /// What is said of the search of a position while it goes on.
    fn progress(&mut self, chooses: bool, thought: Thought, position: &Position) -> Say {
        self.history.record(&thought);
        Say::Progress(self.view(chooses, thought, position))
    }

    /// What is said of it when it is done.
    fn thought(&mut self, chooses: bool, thought: Thought, position: &Position) -> Say {
        self.history.record(&thought);
        let view = self.view(chooses, thought, position);
        Say::Thought(Box::new(Progress { history: Some(self.history.clone()), ..*view }))
    }

    /// What is said of it where only the choice matters.
    pub fn chosen(&self, thought: Thought, position: &Position) -> Say {
        Say::Thought(self.view(true, thought, position))
    }

    fn view(&self, chooses: bool, thought: Thought, position: &Position) -> Box<Progress> {
        let seconds = thought.elapsed_s;
        Box::new(Progress {
            seat: self.seat.0,
            chooses,
            seed: self.seed.to_string(),
            iterations_per_second: if seconds > 0.0 { thought.iterations as f64 / seconds } else { 0.0 },
            line: touched_line(position, &thought.line),
            cut: self.cut(&thought),
            thought,
            history: None,
            waiting: 0,
        })
    }
}

/// A line of moves with the places that they touch; nothing where something is hidden, since such a line was made in states that
/// the searching player imagined.
pub(super) fn touched_line(position: &Position, line: &[String]) -> Vec<TouchedMove> {
    let mut at = position.clone();
    let played = line.iter().map_while(|text| at.play(text).ok().and_then(|()| at.last_touched(None)));
    if position.is_hidden() { Vec::new() } else { played.collect() }
}

/// Whether an agent has used all that a session allows, whatever its budget is. A classical player ends by itself after as many
/// nodes as are allowed.
pub(crate) fn is_spent(agent: &AnyAgent, thought: &Thought, settings: &Settings) -> bool {
    let counts_iterations = agent.expression().player().is_none();
    let is_enough = counts_iterations && thought.iterations >= settings.bounds.iterations;
    is_enough || thought.elapsed_s >= settings.bounds.time.as_secs_f64()
}

impl Table {
    /// Lets the agent whose turn it is begin to think. Nothing happens if no agent's turn it is.
    pub(super) fn begin_choice(&mut self, id: u32, settings: &Settings) -> Result<(), Refusal> {
        let Turn::Player(seat) = self.position.turn() else { return Ok(()) };
        if self.is_person(seat) || self.position.len() >= settings.bounds.moves {
            return Ok(());
        }
        self.tell()?;
        let seed = Rng::derive(Rng::derive(self.seed, 1 + u64::from(seat.0)), self.position.len() as u64);
        let sees_all = self.sees_all();
        let who = &mut self.seats[seat.index()];
        let Some(agent) = &mut who.agent else { return Ok(()) };
        let mut search = Search::new(id, seat, seed, who.cut.clone()).of(agent, settings);
        let legal = self.position.legal();
        match &legal[..] {
            // A quick answer would tell that there was no choice.
            [only] if sees_all && !agent.is_outside() && !self.waits => search.only = Some(only.clone()),
            _ => {
                agent.reseed(seed);
                agent.begin(&self.position, &settings.limits(settings.bounds.budget))?;
                if sees_all {
                    self.looked = Some(Looked::Seat(seat, self.position.clone()));
                }
            }
        }
        self.searches += 1;
        self.activity = Some(Activity::Choosing(search));
        Ok(())
    }

    /// Tells the agents of the moves up to the position.
    fn tell(&mut self) -> Result<(), Refusal> {
        for (seat, who) in self.seats.iter_mut().enumerate() {
            let Some(agent) = &mut who.agent else { continue };
            if self.is_stale {
                agent.start(&self.position, Player(seat as u8), Rng::derive(self.seed, 1 + seat as u64))?;
            } else {
                agent.follow(&self.position)?;
            }
        }
        self.is_stale = false;
        Ok(())
    }

    pub(super) fn advance_choice(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox) {
        let sees_all = self.sees_all();
        let Some(Activity::Choosing(search)) = &mut self.activity else { return };
        let Some(agent) = &mut self.seats[search.seat.index()].agent else { return };
        let is_done = search.only.is_some()
            || match search.advance(agent, slice) {
                Ok(goes_on) => !goes_on,
                Err(error) => {
                    let id = search.id;
                    self.activity = None;
                    return outbox.say(id, Say::Error(*Refusal::from(error)));
                }
            };
        match (!is_done).then(|| agent.report()).flatten() {
            Some(thought) if !is_spent(agent, &thought, settings) => {
                if sees_all {
                    outbox.say(search.id, search.progress(true, thought, &self.position));
                }
            }
            _ => self.choose(settings, outbox),
        }
    }

    /// Lets the agent that is to move think, at a table that waits.
    pub(super) fn ask_to_choose(
        &mut self,
        id: u32,
        has_budget: bool,
        settings: &Settings,
        outbox: &mut Outbox,
    ) -> Outcome {
        if !self.waits {
            return Err(refusal("this table does not wait: its agents move by themselves"));
        }
        if has_budget {
            return Err(refusal("the agents of a table have had their budgets since `open`").about("budget"));
        }
        if self.is_over() || !matches!(self.position.turn(), Turn::Player(player) if !self.is_person(player)) {
            return Err(refusal("it is no agent's turn"));
        }
        self.end_activity(outbox);
        self.begin_choice(id, settings)?;
        Ok(Vec::new())
    }

    /// The agent that thinks makes the move that it has found, unless the table waits.
    pub(super) fn choose(&mut self, settings: &Settings, outbox: &mut Outbox) {
        let Some(Activity::Choosing(mut search)) = self.activity.take() else { return };
        if let Some(only) = &search.only {
            return self.make(search.id, only, settings, outbox);
        }
        let agent = self.seats[search.seat.index()].agent.as_mut();
        let Some(thought) = agent.and_then(AnyAgent::finish) else { return };
        match thought.gave_up.clone() {
            None => {
                let best = thought.best.clone();
                if self.sees_all() {
                    outbox.say(search.id, search.thought(true, thought, &self.position));
                }
                if !self.waits {
                    self.make(search.id, &best, settings, outbox);
                }
            }
            Some(GaveUp::Resigned) => {
                self.resigned = Some(search.seat);
                self.notice_end();
                outbox.say(search.id, self.shown());
            }
            Some(GaveUp::Failed(reason)) => {
                let name = self.position.player_name(search.seat);
                outbox.say(search.id, Say::Error(*refusal(format!("{name} has failed: {reason}"))));
            }
        }
    }

    /// Drops an agent's search.
    pub(super) fn give_up_choice(&mut self, search: &Search) {
        if let Some(agent) = &mut self.seats[search.seat.index()].agent {
            agent.finish();
        }
        self.is_stale = true;
    }

    /// Begins to analyse the position, from the seat of the player to move.
    pub(super) fn think(
        &mut self,
        id: u32,
        agent: &str,
        budget: Option<&str>,
        seed: Option<&str>,
        settings: &Settings,
        outbox: &mut Outbox,
    ) -> Outcome {
        let seat = self.searchable()?;
        let seed = seed.map_or(Ok(1), read_seed)?;
        let budget = budget.map(|text| read_budget(text).map_err(|error| error.about("budget"))).transpose()?;
        let read = read_agent(&self.game, agent, budget, settings);
        let (expression, cut) = read.map_err(|error| error.about("agent"))?;
        self.game.try_agent(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        let mut agent = self.game.build(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        agent.start(&self.position, seat, seed)?;
        agent.begin(&self.position, &settings.limits(settings.bounds.budget))?;
        self.end_activity(outbox);
        let search = Search::new(id, seat, seed, cut).of(&agent, settings);
        self.analysis = Some(Analysis { agent, position: self.position.clone(), seat, seed, thought: None });
        self.looked = Some(Looked::Analysis);
        self.searches += 1;
        self.activity = Some(Activity::Analysing(search));
        Ok(Vec::new())
    }

    /// The player to move, if the client may search from that seat now.
    pub(super) fn searchable(&self) -> Result<Player, Refusal> {
        let Turn::Player(seat) = self.position.turn() else {
            return Err(refusal("no player is to move here"));
        };
        if !self.may_see(seat) {
            return Err(refusal("what is hidden is analysed only from the seat of the person whose turn it is"));
        }
        match self.activity {
            Some(Activity::Choosing(_)) => Err(refusal("an agent thinks about its move; `stop` lets it move now")),
            _ => Ok(seat),
        }
    }

    pub(super) fn advance_analysis(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox) {
        let Some(Activity::Analysing(search)) = &mut self.activity else { return };
        let Some(analysis) = &mut self.analysis else { return };
        let goes_on = match search.advance(&mut analysis.agent, slice) {
            Ok(goes_on) => goes_on,
            Err(error) => {
                let id = search.id;
                self.activity = None;
                return outbox.say(id, Say::Error(*Refusal::from(error)));
            }
        };
        match goes_on.then(|| analysis.agent.report()).flatten() {
            Some(thought) if !is_spent(&analysis.agent, &thought, settings) => {
                analysis.thought = Some(thought.clone());
                outbox.say(search.id, search.progress(false, thought, &analysis.position));
            }
            _ => self.end_activity(outbox),
        }
    }

    pub(super) fn end_analysis(&mut self, mut search: Search, outbox: &mut Outbox) {
        let Some(analysis) = &mut self.analysis else { return };
        if let Some(thought) = analysis.agent.finish() {
            analysis.thought = Some(thought.clone());
            outbox.say(search.id, search.thought(false, thought, &analysis.position));
        }
    }

    /// Ends what goes on: an agent that is to move plays what it has found, an analysis is done.
    pub(super) fn stop(&mut self, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        match self.activity {
            Some(Activity::Choosing(_)) => self.choose(settings, outbox),
            _ => self.end_activity(outbox),
        }
        Ok(vec![Say::Done])
    }
}
