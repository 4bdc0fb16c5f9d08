//! What each move of the game has cost, by a search of every position.

use waxwing::thinking::Slice;
use waxwing::{Player, Rng, Turn};
use waxwing_workshop::{AnyAgent, Position, Thought, Watch};

use super::thinking::is_spent;
use super::{Activity, Table, read_agent, read_budget};
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{ReviewedMove, Say};
use crate::session::Outbox;
use crate::settings::Settings;

/// A review that is under way.
pub(super) struct Review {
    /// The request that began it.
    id: u32,
    agent: AnyAgent,
    /// The game up to where it is reviewed.
    line: Position,
    /// The positions that are searched, by the moves before them: those where a player is to move.
    plies: Vec<usize>,
    /// What was found at the first of them.
    thoughts: Vec<Thought>,
    is_searching: bool,
    /// The moves that are reviewed.
    moves: Vec<ReviewedMove>,
}

/// The losses from which a move is marked.
const MARKS: [(f64, &str); 3] = [(0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy")];

impl Review {
    /// Goes on with the search of a position. Returns whether it has ended.
    fn advance(&mut self, slice: Slice, settings: &Settings) -> Result<bool, Refusal> {
        if !self.is_searching {
            self.begin(settings)?;
        }
        let goes_on = self.agent.advance(slice, Watch::default())?;
        let thought = if goes_on { self.agent.report() } else { None };
        if thought.is_some_and(|thought| !is_spent(&self.agent, &thought, settings)) {
            return Ok(false);
        }
        self.is_searching = false;
        let thought = self.agent.finish().filter(|thought| thought.gave_up.is_none());
        self.thoughts.push(thought.ok_or_else(|| refusal("the agent has nothing to say about a position"))?);
        while let Some(reviewed) = self.reviewed(self.moves.len()) {
            self.moves.push(reviewed);
        }
        Ok(true)
    }

    /// Begins to search the next position, from the seat of the player to move.
    fn begin(&mut self, settings: &Settings) -> Result<(), Refusal> {
        let Some(&ply) = self.plies.get(self.thoughts.len()) else { return Ok(()) };
        let position = self.line.at(ply);
        let Turn::Player(seat) = position.turn() else { return Ok(()) };
        self.agent.start(&position, seat, Rng::derive(1, ply as u64))?;
        self.agent.begin(&position, &settings.limits(settings.bounds.budget))?;
        self.is_searching = true;
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.thoughts.len() >= self.plies.len()
    }

    /// What is to be said of a move, once the positions that it takes have been searched.
    fn reviewed(&self, index: usize) -> Option<ReviewedMove> {
        let (&ply, thought) = (self.plies.get(index)?, self.thoughts.get(index)?);
        let Turn::Player(player) = turn_at(&self.line, ply) else { return None };
        let played = self.line.move_at(ply)?;
        let (is_best, best_value) = (played == thought.best, thought.value());
        let in_search = || thought.actions.iter().find(|action| action.action == played)?.worth();
        let played_value = match is_best {
            true => best_value,
            false => self.value_behind(index, ply, player)?.or_else(in_search),
        };
        let loss = best_value.zip(played_value).map(|(best, played)| (best - played).max(0.0));
        let mark = loss.and_then(|loss| MARKS.iter().find(|(least, _)| loss >= *least));
        Some(ReviewedMove {
            ply,
            seat: player.0,
            best: thought.best.clone(),
            played,
            best_value,
            played_value,
            loss,
            mark: mark.map(|(_, mark)| *mark),
        })
    }

    /// What a move is worth by the position behind it: at the end of the game, and where a player is to move in a game of two
    /// who see everything. `None` if that position is still to be searched; `Some(None)` if it does not say.
    fn value_behind(&self, index: usize, ply: usize, player: Player) -> Option<Option<f64>> {
        let behind = self.line.at(ply + 1);
        if let Some(rewards) = behind.rewards() {
            return Some(rewards.get(player.index()).copied());
        }
        if behind.players() != 2 || behind.is_hidden() || self.plies.get(index + 1) != Some(&(ply + 1)) {
            return Some(None);
        }
        let value = self.thoughts.get(index + 1)?.value();
        let is_same = behind.turn() == Turn::Player(player);
        Some(value.map(|value| if is_same { value } else { 1.0 - value }))
    }

    pub fn say(&self, done: bool, outbox: &mut Outbox) {
        let of = self.plies.iter().filter(|&&ply| ply < self.line.len()).count();
        outbox.say(self.id, Say::Review { moves: self.moves.clone(), of, done });
    }
}

/// Who was to act after this many moves of a line.
fn turn_at(line: &Position, ply: usize) -> Turn {
    if ply < line.len() { line.turn_before(ply) } else { line.turn() }
}

impl Table {
    pub(super) fn review(
        &mut self,
        id: u32,
        agent: &str,
        budget: Option<&str>,
        settings: &Settings,
        outbox: &mut Outbox,
    ) -> Outcome {
        if !self.sees_all() {
            return Err(refusal("a game with hidden information is reviewed after its end"));
        }
        if let Some(Activity::Choosing(_)) = self.activity {
            return Err(refusal("an agent thinks about its move; `stop` lets it move now"));
        }
        let budget = budget.map(|text| read_budget(text).map_err(|error| error.about("budget"))).transpose()?;
        let read = read_agent(&self.game, agent, budget, settings);
        let (expression, _) = read.map_err(|error| error.about("agent"))?;
        self.game.try_agent(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        let agent = self.game.build(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        let line = self.position.clone();
        let is_players = |&ply: &usize| matches!(turn_at(&line, ply), Turn::Player(_));
        let plies: Vec<usize> = (0..=line.len()).filter(is_players).collect();
        if plies.first().is_none_or(|&first| first == line.len()) {
            return Err(refusal("no move has been made that could be reviewed"));
        }
        self.end_activity(outbox);
        let review = Review { id, agent, line, plies, thoughts: Vec::new(), is_searching: false, moves: Vec::new() };
        self.activity = Some(Activity::Reviewing(Box::new(review)));
        Ok(Vec::new())
    }

    pub(super) fn advance_review(&mut self, slice: Slice, settings: &Settings, outbox: &mut Outbox) {
        let Some(Activity::Reviewing(review)) = &mut self.activity else { return };
        match review.advance(slice, settings) {
            Ok(_) if review.is_done() => self.end_activity(outbox),
            Ok(true) => review.say(false, outbox),
            Ok(false) => {}
            Err(error) => {
                outbox.say(review.id, Say::Error(*error));
                self.activity = None;
            }
        }
    }
}
