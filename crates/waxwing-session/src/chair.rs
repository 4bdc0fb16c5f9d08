//! A player alone: it is told what its seat sees of a game, and asked for its moves. So does `waxwing engine` play where another
//! program, such as `waxwing match … 'program("waxwing engine …")'`, holds the game.

use waxwing::thinking::Slice;
use waxwing::{Budget, Player, Turn};
use waxwing_workshop::{AnyAgent, GaveUp, OpenGame, Position, Thought, Watch, Workshop};

use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{Ask, Say, Sit};
use crate::session::{Outbox, Place};
use crate::settings::Settings;
use crate::table::{Search, is_spent, read_budget, read_expression, read_seed};

/// A player in its seat, and the game as it knows it.
pub(crate) struct Chair {
    game: OpenGame,
    agent: AnyAgent,
    seat: Player,
    seed: u64,
    /// Where something is hidden, a position that the player cannot tell from the true one.
    position: Position,
    /// Its search for a move, while it goes on.
    search: Option<Search>,
}

impl Chair {
    /// Sits down to a game as it is asked for, with the agent of the settings.
    pub fn sit(workshop: &Workshop, settings: &Settings, sit: &Sit) -> Result<Chair, Refusal> {
        let Some(text) = &settings.player else {
            return Err(refusal("nobody plays here: `waxwing engine GAME EXPR` says who does"));
        };
        let game = workshop.open(&sit.game).map_err(|error| Refusal::from(error).about("game"))?;
        if usize::from(sit.seat) >= game.players() {
            let (seats, seat) = (game.players(), sit.seat);
            return Err(refusal(format!("{game} has {seats} seats, from 0 on, and no seat {seat}")).about("seat"));
        }
        let seed = read_seed(&sit.seed)?;
        let position = match &sit.position {
            Some(text) => game.read_position(text).map_err(|error| refusal(error.to_string()).about("position"))?,
            None => game.start(),
        };
        let mut agent = game.build(&read_expression(&game, text, settings)?)?;
        if position.is_hidden() && agent.is_outside() {
            return Err(refusal("a program passes nothing on to another program where something is hidden"));
        }
        agent.start(&position, Player(sit.seat), seed)?;
        Ok(Chair { game, agent, seat: Player(sit.seat), seed, position, search: None })
    }

    /// Is told of a move: as a whole where nothing is hidden, otherwise as the player saw it.
    fn observe(&mut self, seen: Option<&str>, position: Option<&str>, settings: &Settings) -> Outcome {
        self.drop_search();
        if self.position.is_hidden() {
            let Some(text) = position else {
                let wanted = "where something is hidden, a move comes with a `position` that the player cannot tell \
                              from the true one";
                return Err(refusal(wanted).about("position"));
            };
            let after = self.game.read_position(text);
            let after = after.map_err(|error| refusal(error.to_string()).about("position"))?;
            self.agent.observe_as_seen(&self.position, seen, &after)?;
            self.position = after;
            return Ok(vec![Say::Done]);
        }
        let text = seen.ok_or_else(|| refusal("nothing is hidden here: the move is needed").about("move"))?;
        if self.position.len() >= settings.bounds.moves {
            return Err(refusal(format!("a game here has at most {} moves", settings.bounds.moves)));
        }
        self.position.play(text).map_err(|error| refusal(error.to_string()).about("move"))?;
        self.agent.follow(&self.position)?;
        Ok(vec![Say::Done])
    }

    /// Begins to think about the player's move.
    fn choose(&mut self, id: u32, budget: Option<&str>, settings: &Settings) -> Outcome {
        self.drop_search();
        if self.position.turn() != Turn::Player(self.seat) {
            let name = self.position.player_name(self.seat);
            return Err(refusal(format!("it is not the turn of {name}, who sits here")));
        }
        let budget = budget.map(|text| read_budget(text).map_err(|error| error.about("budget"))).transpose()?;
        let (budget, cut) = settings.cut(budget.unwrap_or(settings.bounds.budget));
        let limits = settings.limits(budget);
        let mut search = Search::new(id, self.seat, self.seed, cut).of(&self.agent, settings);
        if self.position.legal().len() == 1 && !self.agent.is_outside() {
            let thought = self.agent.choose(&self.position, &limits, Watch::default())?;
            return Ok(vec![search.chosen(thought, &self.position)]);
        }
        search.is_endless = self.agent.expression().budget.unwrap_or(budget) == Budget::UntilStopped;
        self.agent.begin(&self.position, &limits)?;
        self.search = Some(search);
        Ok(Vec::new())
    }

    fn drop_search(&mut self) {
        if self.search.take().is_some() {
            self.agent.finish();
        }
    }

    /// Says what the search has found so far.
    fn conclude(&mut self, outbox: &mut Outbox) {
        let Some(search) = self.search.take() else { return };
        let Some(thought) = self.agent.finish() else { return };
        outbox.say(search.id, self.answer(&search, thought));
    }

    fn answer(&self, search: &Search, thought: Thought) -> Say {
        match &thought.gave_up {
            None => search.chosen(thought, &self.position),
            Some(GaveUp::Resigned) => Say::Resigned,
            Some(GaveUp::Failed(reason)) => Say::Error(*refusal(reason.clone())),
        }
    }
}

impl Place for Chair {
    fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    fn ask(&mut self, id: u32, ask: Ask, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        match ask {
            Ask::Observe { r#move, position, .. } => self.observe(r#move.as_deref(), position.as_deref(), settings),
            Ask::Choose { budget, .. } => self.choose(id, budget.as_deref(), settings),
            Ask::Stop => {
                self.conclude(outbox);
                Ok(vec![Say::Done])
            }
            _ => Err(refusal("a player sits here, who knows `observe`, `choose`, `stop` and `close`")),
        }
    }

    fn advance(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox) {
        let Some(search) = &self.search else { return };
        match self.agent.advance(slice, Watch::default()) {
            Ok(true) if !self.agent.report().is_some_and(|thought| is_spent(&self.agent, &thought, settings)) => {}
            Ok(_) => self.conclude(outbox),
            Err(error) => {
                outbox.say(search.id, Say::Error(*Refusal::from(error)));
                self.search = None;
            }
        }
    }

    fn hang_up(&mut self, _: &Settings, outbox: &mut Outbox) {
        if self.search.as_ref().is_some_and(|search| search.is_endless) {
            self.conclude(outbox);
        }
    }

    /// A player keeps what it has learned: it cannot be told again.
    fn forget(&mut self) {}

    fn leave(&mut self, _: &mut Outbox) {
        self.drop_search();
    }
}
