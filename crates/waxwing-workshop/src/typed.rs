//! The typed half of an agent: compiled once for each game, where the game's type is known.

use std::sync::atomic::AtomicBool;

use waxwing::agent::ExpressionError;
use waxwing::search::{Hearing, TreeScope};
use waxwing::thinking::Slice;
use waxwing::{Agent, Control, Expression, Limits, Notation, Player, Report, Rng, Turn};

use crate::agent::{ThinkError, Watch};
use crate::hearing::{self, Drawing, DrawnDecision};
use crate::iteration::{IterationView, Seated, Shown, Walk};
use crate::line::{AnyLine, Line};
use crate::looking::{self, RecordListing, RecordView, TreeView};
use crate::ownership::{self, HolderCount, Ownership};
use crate::position::Position;
use crate::thought::{ChosenMove, Thought};

/// What is asked of an agent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A move; the only one needs no search.
    Choose,
    /// What it thinks, even of an only move.
    Think,
}

/// An agent of the library behind the seam. A line is always of the agent's game, or the answer is an error.
pub(crate) trait ErasedAgent: Send {
    fn expression(&self) -> &Expression;
    fn start(&mut self, line: &dyn AnyLine, seed: u64) -> Result<(), ThinkError>;
    fn reseed(&mut self, seed: u64);
    fn observe(&mut self, line: &dyn AnyLine, index: usize, seat: Player) -> Result<(), ThinkError>;
    fn observe_as_seen(
        &mut self,
        before: &dyn AnyLine,
        seen: Option<&str>,
        after: &dyn AnyLine,
    ) -> Result<(), ThinkError>;
    fn answer(
        &mut self,
        asked: Asked,
        position: &Position,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Thought, ThinkError>;
    fn choose_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<ChosenMove, ThinkError>;
    fn begin(&mut self, position: &Position, limits: &Limits) -> Result<(), ThinkError>;
    fn advance(&mut self, slice: Slice, watch: Watch<'_>) -> Result<bool, ThinkError>;
    fn report(&mut self) -> Option<Thought>;
    fn finish(&mut self) -> Option<Thought>;
    fn tree(&self, path: &[&str], scope: &TreeScope) -> Option<TreeView>;
    fn records_further(&self, list: &mut RecordListing) -> Option<Vec<RecordView>>;
    fn ownership(&self, playouts: u64, seed: u64) -> Option<Ownership>;
    fn search_ownership(&mut self, position: &Position, iterations: u64) -> Result<Option<Ownership>, ThinkError>;
    fn begin_iterations(&mut self, position: &Position, at: Seated, shown: Shown) -> Result<(), ThinkError>;
    fn advance_iterations(&mut self, iterations: u64) -> Result<Option<Vec<IterationView>>, ThinkError>;
    fn draw_decisions(
        &mut self,
        position: &Position,
        drawing: Drawing,
        rng: &mut Rng,
    ) -> Result<Vec<DrawnDecision>, ThinkError>;
    fn hear(&self, line: &dyn AnyLine, draws: u32) -> Result<Option<Hearing<String>>, ThinkError>;
}

pub(crate) struct TypedAgent<G: Notation> {
    agent: Agent<G>,
    name: String,
    /// The game and the state that it thinks about, or has thought about.
    searched: Option<(String, G)>,
    /// The iterations that it looks for, if it does.
    walk: Option<Walk<G>>,
}

impl<G: Notation> TypedAgent<G> {
    pub fn new(expression: Expression, listeners: Vec<Expression>, game: &G) -> Result<TypedAgent<G>, ExpressionError> {
        let name = expression.to_string();
        Ok(TypedAgent { agent: Agent::listened_to(expression, listeners, game)?, name, searched: None, walk: None })
    }
}

fn typed<G: Notation>(line: &dyn AnyLine) -> Result<&Line<G>, ThinkError> {
    Line::of(line).ok_or(ThinkError::OtherGame)
}

impl<G: Notation> ErasedAgent for TypedAgent<G> {
    fn expression(&self) -> &Expression {
        self.agent.expression()
    }

    fn start(&mut self, line: &dyn AnyLine, seed: u64) -> Result<(), ThinkError> {
        self.agent.start(&typed::<G>(line)?.start, seed);
        Ok(())
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }

    fn observe(&mut self, line: &dyn AnyLine, index: usize, seat: Player) -> Result<(), ThinkError> {
        let line = typed::<G>(line)?;
        let (action, after) = &line.steps[index];
        self.agent.observe(line.before(index).observe(*action, seat), after);
        Ok(())
    }

    fn observe_as_seen(
        &mut self,
        before: &dyn AnyLine,
        seen: Option<&str>,
        after: &dyn AnyLine,
    ) -> Result<(), ThinkError> {
        let before = typed::<G>(before)?.state();
        let seen = seen.and_then(|text| before.parse(text).ok());
        self.agent.observe(seen, typed::<G>(after)?.state());
        Ok(())
    }

    fn answer(
        &mut self,
        asked: Asked,
        position: &Position,
        limits: &Limits,
        mut watch: Watch<'_>,
    ) -> Result<Thought, ThinkError> {
        let state = typed::<G>(position.line())?.state();
        self.searched = Some((position.game_text().to_owned(), state.clone()));
        let (name, game) = (&self.name, position.game_text());
        let mut progress = |report: &Report<G::Action>| {
            if let Some(progress) = &mut watch.progress {
                progress(&Thought::of(game, name, state, report));
            }
        };
        let mut control = Control { stop: watch.stop, progress: Some(&mut progress) };
        let report = match asked {
            Asked::Choose => self.agent.choose(state, limits, &mut control)?,
            Asked::Think => self.agent.think(state, limits, &mut control)?,
        };
        Ok(Thought::of(game, name, state, &report))
    }

    fn choose_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<ChosenMove, ThinkError> {
        let state = typed::<G>(position.line())?.state();
        self.searched = Some((position.game_text().to_owned(), state.clone()));
        let report = self.agent.choose(state, limits, &mut Control { stop, progress: None })?;
        Ok(ChosenMove::of(state, &report))
    }

    fn begin(&mut self, position: &Position, limits: &Limits) -> Result<(), ThinkError> {
        let state = typed::<G>(position.line())?.state();
        self.searched = Some((position.game_text().to_owned(), state.clone()));
        Ok(self.agent.begin(state, limits)?)
    }

    fn advance(&mut self, slice: Slice, mut watch: Watch<'_>) -> Result<bool, ThinkError> {
        let Some((game, state)) = &self.searched else { return Ok(false) };
        let name = &self.name;
        let mut progress = |report: &Report<G::Action>| {
            if let Some(progress) = &mut watch.progress {
                progress(&Thought::of(game, name, state, report));
            }
        };
        let mut control = Control { stop: watch.stop, progress: Some(&mut progress) };
        Ok(self.agent.advance(slice, &mut control)?)
    }

    fn report(&mut self) -> Option<Thought> {
        let report = self.agent.report()?;
        let (game, state) = self.searched.as_ref()?;
        Some(Thought::of(game, &self.name, state, &report))
    }

    fn finish(&mut self) -> Option<Thought> {
        let report = self.agent.finish()?;
        let (game, state) = self.searched.as_ref()?;
        Some(Thought::of(game, &self.name, state, &report))
    }

    fn tree(&self, path: &[&str], scope: &TreeScope) -> Option<TreeView> {
        let (_, state) = self.searched.as_ref()?;
        looking::tree(&self.agent, state, path, scope)
    }

    fn records_further(&self, list: &mut RecordListing) -> Option<Vec<RecordView>> {
        let Some((_, state)) = &self.searched else { return Some(Vec::new()) };
        looking::records_further(&self.agent, state, list)
    }

    fn ownership(&self, playouts: u64, seed: u64) -> Option<Ownership> {
        let (_, state) = self.searched.as_ref()?;
        let Turn::Player(player) = state.turn() else { return None };
        ownership::of_playouts(state, Some(player), playouts, seed)
    }

    fn search_ownership(&mut self, position: &Position, iterations: u64) -> Result<Option<Ownership>, ThinkError> {
        let state = typed::<G>(position.line())?.state();
        self.searched = Some((position.game_text().to_owned(), state.clone()));
        let Some(mut count) = HolderCount::new(state) else { return Ok(None) };
        let mut traced = 0;
        self.agent.trace_on(state, iterations, &mut |trace, _| {
            let mut end = trace.root.clone();
            trace.steps().for_each(|step| end.apply(step.action));
            count.add(&end);
            traced += 1;
        })?;
        Ok((traced > 0).then(|| count.finish()))
    }

    fn begin_iterations(&mut self, position: &Position, at: Seated, shown: Shown) -> Result<(), ThinkError> {
        let line = typed::<G>(position.line())?;
        self.searched = Some((position.game_text().to_owned(), line.state().clone()));
        self.walk = Some(Walk::new(position, line, at, shown));
        Ok(())
    }

    fn advance_iterations(&mut self, iterations: u64) -> Result<Option<Vec<IterationView>>, ThinkError> {
        let Some(mut walk) = self.walk.take() else { return Ok(Some(Vec::new())) };
        let found = walk.advance(&mut self.agent, iterations)?;
        if found.is_none() {
            self.walk = Some(walk);
        }
        Ok(found)
    }

    fn draw_decisions(
        &mut self,
        position: &Position,
        drawing: Drawing,
        rng: &mut Rng,
    ) -> Result<Vec<DrawnDecision>, ThinkError> {
        let state = typed::<G>(position.line())?.state();
        self.searched = Some((position.game_text().to_owned(), state.clone()));
        hearing::draw(&mut self.agent, position, state, drawing, rng)
    }

    fn hear(&self, line: &dyn AnyLine, draws: u32) -> Result<Option<Hearing<String>>, ThinkError> {
        Ok(hearing::hear(&self.agent, typed::<G>(line)?, draws))
    }
}
