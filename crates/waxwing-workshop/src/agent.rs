//! An agent of some game: it sits at a table, is told the moves, and chooses.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use waxwing::agent::ExpressionError;
use waxwing::thinking::{GaveUp, Stopped};
use waxwing::{Agent, Control, Expression, Limits, Notation, Player, Report, SearchError, Turn};

use crate::line::{AnyLine, Line};
use crate::position::Position;
use crate::thought::Thought;

/// An agent whose game is known only to the crate that defines the game.
///
/// ```
/// use waxwing::Limits;
/// # use waxwing_workshop::doctest::nim;
///
/// let game = nim().open("nim(heap=10)")?;
/// let mut agent = game.agent("uct > mast with solver")?;
/// let thought = agent.search(&game.start(), 1, &Limits::iterations(2_000))?;
/// assert_eq!(thought.best, "2"); // leaves a multiple of four
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyAgent {
    mind: Mind,
    /// The game that it was built for.
    game: String,
    seat: Player,
    seed: u64,
    /// How many moves of the game it has been told of.
    told: usize,
}

enum Mind {
    /// An agent of the library.
    Own(Box<dyn ErasedAgent>),
    /// A player from outside, under the name of an expression.
    Outside(Box<dyn OutsidePlayer>, Box<Expression>),
}

/// A player from outside the library, such as another program. It sees positions and moves as texts.
///
/// In a game with hidden information it is handed the whole position all the same: it must look only at what its player sees
/// ([`Position::seen`], [`Position::draw`] with its view).
pub trait OutsidePlayer: Send {
    /// Sits down to a new game in this seat.
    fn start(&mut self, start: &Position, seat: Player, seed: u64);

    /// Is told of the last move of the position.
    fn observe(&mut self, position: &Position);

    /// Chooses a legal move, or says why it gives up.
    fn choose(&mut self, position: &Position, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp>;

    /// Makes sure that it could play at all, before the first game.
    fn try_out(&mut self, start: &Position) -> Result<(), String> {
        let _ = start;
        Ok(())
    }
}

/// How a search is watched and stopped from outside.
#[derive(Default)]
pub struct Watch<'a> {
    /// Set to stop the search.
    pub stop: Option<&'a AtomicBool>,
    /// Told now and then how the search is going.
    pub progress: Option<&'a mut dyn FnMut(&Thought)>,
}

impl<'a> Watch<'a> {
    /// A search that can be stopped, and that nothing is told of.
    pub fn stopped_by(stop: &'a AtomicBool) -> Watch<'a> {
        Watch { stop: Some(stop), progress: None }
    }
}

/// Why an agent cannot think about a position.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ThinkError {
    /// The search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The position belongs to another game than the agent, or to one with other options.
    #[error("the position is of another game than the agent")]
    OtherGame,
}

impl AnyAgent {
    pub(crate) fn own(game: &str, agent: Box<dyn ErasedAgent>) -> AnyAgent {
        AnyAgent::of(game, Mind::Own(agent))
    }

    pub(crate) fn outside(game: &str, player: Box<dyn OutsidePlayer>, expression: Expression) -> AnyAgent {
        AnyAgent::of(game, Mind::Outside(player, Box::new(expression)))
    }

    fn of(game: &str, mind: Mind) -> AnyAgent {
        AnyAgent { mind, game: game.to_owned(), seat: Player(0), seed: 0, told: 0 }
    }

    /// What the agent was made from.
    pub fn expression(&self) -> &Expression {
        match &self.mind {
            Mind::Own(agent) => agent.expression(),
            Mind::Outside(_, expression) => expression,
        }
    }

    /// Sits down to a new game. With the same seed it plays the same game again. It is told of the moves that the position
    /// has already.
    pub fn start(&mut self, position: &Position, seat: Player, seed: u64) -> Result<(), ThinkError> {
        if position.game_text() != self.game {
            return Err(ThinkError::OtherGame);
        }
        (self.seat, self.seed, self.told) = (seat, seed, 0);
        match &mut self.mind {
            Mind::Own(agent) => agent.start(position.line(), seed)?,
            Mind::Outside(player, _) => player.start(&position.at(0), seat, seed),
        }
        self.follow(position)
    }

    /// Is told of the moves of the position that it does not know yet. If moves have been taken back, it sits down anew.
    pub fn follow(&mut self, position: &Position) -> Result<(), ThinkError> {
        if position.game_text() != self.game {
            return Err(ThinkError::OtherGame);
        }
        if self.told > position.len() {
            return self.start(position, self.seat, self.seed);
        }
        while self.told < position.len() {
            match &mut self.mind {
                Mind::Own(agent) => agent.observe(position.line(), self.told, self.seat)?,
                Mind::Outside(player, _) => player.observe(&position.at(self.told + 1)),
            }
            self.told += 1;
        }
        Ok(())
    }

    /// Chooses a move. An only move is played without a search.
    pub fn choose(&mut self, position: &Position, limits: &Limits, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        self.answer(Asked::Choose, position, limits, watch)
    }

    /// Searches even if there is only one legal move.
    pub fn think(&mut self, position: &Position, limits: &Limits, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        self.answer(Asked::Think, position, limits, watch)
    }

    fn answer(
        &mut self,
        asked: Asked,
        position: &Position,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Thought, ThinkError> {
        self.follow(position)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.answer(asked, position, limits, watch),
            Mind::Outside(player, expression) => {
                let started = Instant::now();
                let chosen = ask(player.as_mut(), position, limits, watch.stop)?;
                Ok(Thought::from_outside(position, &expression.to_string(), chosen, started.elapsed()))
            }
        }
    }

    /// Searches one position from a seed, as a game of its own whose earlier moves it is told of.
    pub fn search(&mut self, position: &Position, seed: u64, limits: &Limits) -> Result<Thought, ThinkError> {
        let seat = if let Turn::Player(player) = position.turn() { player } else { Player(0) };
        self.start(position, seat, seed)?;
        self.think(position, limits, Watch::default())
    }

    pub(crate) fn try_out(&mut self, start: &Position) -> Result<(), String> {
        match &mut self.mind {
            Mind::Own(_) => Ok(()),
            Mind::Outside(player, _) => player.try_out(start),
        }
    }
}

/// What a player from outside answers, which must be legal.
fn ask(
    player: &mut dyn OutsidePlayer,
    position: &Position,
    limits: &Limits,
    stop: Option<&AtomicBool>,
) -> Result<Result<String, GaveUp>, ThinkError> {
    let Turn::Player(_) = position.turn() else { return Err(SearchError::NoPlayerToMove(position.turn()).into()) };
    let chosen = player.choose(position, limits, stop);
    Ok(chosen.and_then(|text| match position.legal().contains(&text) {
        true => Ok(text),
        false => Err(GaveUp::Failed(format!("it played `{text}`, which is not legal"))),
    }))
}

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
    fn observe(&mut self, line: &dyn AnyLine, index: usize, seat: Player) -> Result<(), ThinkError>;
    fn answer(
        &mut self,
        asked: Asked,
        position: &Position,
        limits: &Limits,
        watch: Watch<'_>,
    ) -> Result<Thought, ThinkError>;
}

pub(crate) struct TypedAgent<G: Notation> {
    agent: Agent<G>,
    name: String,
}

impl<G: Notation> TypedAgent<G> {
    pub fn new(expression: Expression, game: &G) -> Result<TypedAgent<G>, ExpressionError> {
        let name = expression.to_string();
        Ok(TypedAgent { agent: Agent::new(expression, game)?, name })
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

    fn observe(&mut self, line: &dyn AnyLine, index: usize, seat: Player) -> Result<(), ThinkError> {
        let line = typed::<G>(line)?;
        let (action, after) = &line.steps[index];
        self.agent.observe(line.before(index).observe(*action, seat), after);
        Ok(())
    }

    fn answer(
        &mut self,
        asked: Asked,
        position: &Position,
        limits: &Limits,
        mut watch: Watch<'_>,
    ) -> Result<Thought, ThinkError> {
        let (state, name) = (typed::<G>(position.line())?.state(), &self.name);
        let thought = |report: &Report<G::Action>| Thought::of(position.game_text(), name, state, report);
        let mut progress = |report: &Report<G::Action>| {
            if let Some(progress) = &mut watch.progress {
                progress(&thought(report));
            }
        };
        let mut control = Control { stop: watch.stop, progress: Some(&mut progress) };
        let report = match asked {
            Asked::Choose => self.agent.choose(state, limits, &mut control)?,
            Asked::Think => self.agent.think(state, limits, &mut control)?,
        };
        Ok(thought(&report))
    }
}

/// The word for why a search ended.
pub(crate) fn stopped_word(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Running => "running",
        Stopped::Proven => "proven",
        Stopped::Exhausted => "exhausted",
        Stopped::Asked => "interrupted",
        Stopped::OnlyMove => "only move",
        _ => "budget",
    }
}
