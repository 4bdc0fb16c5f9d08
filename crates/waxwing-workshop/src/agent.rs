//! An agent of some game: it sits at a table, is told the moves, and chooses.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use waxwing::search::TreeScope;
use waxwing::thinking::{GaveUp, Slice};
use waxwing::{Expression, Limits, Player, SearchError, Turn};

use crate::looking::{RecordView, TreeView};
use crate::position::Position;
use crate::thought::Thought;
use crate::typed::{Asked, ErasedAgent};

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
    /// A player from outside.
    Outside(Box<Outsider>),
}

/// A player from outside, and what it was asked for by slices.
struct Outsider {
    player: Box<dyn OutsidePlayer>,
    /// What it is called; it does not decide what the player does.
    expression: Expression,
    asked: Option<(Position, Limits)>,
    answered: Option<Thought>,
}

impl Outsider {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<Thought, ThinkError> {
        let started = Instant::now();
        let chosen = ask(self.player.as_mut(), position, limits, stop)?;
        Ok(Thought::from_outside(position, &self.expression.to_string(), chosen, started.elapsed()))
    }
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
        AnyAgent::of(game, Mind::Outside(Box::new(Outsider { player, expression, asked: None, answered: None })))
    }

    fn of(game: &str, mind: Mind) -> AnyAgent {
        AnyAgent { mind, game: game.to_owned(), seat: Player(0), seed: 0, told: 0 }
    }

    /// What the agent was made from.
    pub fn expression(&self) -> &Expression {
        match &self.mind {
            Mind::Own(agent) => agent.expression(),
            Mind::Outside(outsider) => &outsider.expression,
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
            Mind::Outside(outsider) => outsider.player.start(&position.at(0), seat, seed),
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
                Mind::Outside(outsider) => outsider.player.observe(&position.at(self.told + 1)),
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
            Mind::Outside(outsider) => outsider.think(position, limits, watch.stop),
        }
    }

    /// Begins to think about a position, without an iteration yet: [`AnyAgent::advance`] goes on by slices, which change no
    /// number. A player from outside chooses in its first slice.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// use waxwing::thinking::Slice;
    /// use waxwing::{Limits, Player};
    /// use waxwing_workshop::Watch;
    ///
    /// let game = nim().open("nim(heap=10)")?;
    /// let (position, limits) = (game.start(), Limits::iterations(2_000));
    /// let mut agent = game.agent("uct > mast")?;
    /// agent.start(&position, Player(0), 1)?;
    /// agent.begin(&position, &limits)?;
    /// while agent.advance(Slice::iterations(300), Watch::default())? {
    ///     println!("{} iterations so far", agent.report().unwrap().iterations);
    /// }
    /// let tree = agent.tree(&["2"], &Default::default()).unwrap();
    /// assert_eq!((tree.child_count, tree.children[0].children.len()), (3, 0));
    /// let thought = agent.finish().unwrap();
    /// assert_eq!((&*thought.best, thought.iterations), ("2", 2_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin(&mut self, position: &Position, limits: &Limits) -> Result<(), ThinkError> {
        self.follow(position)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.begin(position, limits),
            Mind::Outside(outsider) => {
                let Turn::Player(_) = position.turn() else {
                    return Err(SearchError::NoPlayerToMove(position.turn()).into());
                };
                outsider.asked = Some((position.clone(), *limits));
                outsider.answered = None;
                Ok(())
            }
        }
    }

    /// Goes on until the slice is over, the budget is used up, there is nothing left to find out, or it is stopped. Returns
    /// whether there is more to do; `false` also if nothing was begun.
    pub fn advance(&mut self, slice: Slice, watch: Watch<'_>) -> Result<bool, ThinkError> {
        match &mut self.mind {
            Mind::Own(agent) => agent.advance(slice, watch),
            Mind::Outside(outsider) => {
                if let Some((position, limits)) = outsider.asked.take() {
                    outsider.answered = Some(outsider.think(&position, &limits, watch.stop)?);
                }
                Ok(false)
            }
        }
    }

    /// What it thinks at this moment; `None` if it does not think, or is a player from outside that was not asked yet.
    pub fn report(&mut self) -> Option<Thought> {
        match &mut self.mind {
            Mind::Own(agent) => agent.report(),
            Mind::Outside(outsider) => outsider.answered.clone(),
        }
    }

    /// Ends its thinking, be it done or not, and returns the result.
    pub fn finish(&mut self) -> Option<Thought> {
        match &mut self.mind {
            Mind::Own(agent) => agent.finish(),
            Mind::Outside(outsider) => {
                outsider.asked = None;
                outsider.answered.take()
            }
        }
    }

    /// What the tree of the last search, or of the one that is under way, holds behind these moves from its root. `None` if
    /// the agent does not search, has not searched in this game, or has no such node.
    ///
    /// With hidden information the moves are those that the player whose tree it is has observed.
    pub fn tree(&self, path: &[&str], scope: &TreeScope) -> Option<TreeView> {
        match &self.mind {
            Mind::Own(agent) => agent.tree(path, scope),
            Mind::Outside(..) => None,
        }
    }

    /// What the strategies of the last search have learned, strongest first, at most this many records. Nothing if the agent
    /// does not search, or keeps no records.
    pub fn records(&self, most: usize) -> Vec<RecordView> {
        match &self.mind {
            Mind::Own(agent) => agent.records(most),
            Mind::Outside(..) => Vec::new(),
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
            Mind::Outside(outsider) => outsider.player.try_out(start),
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
