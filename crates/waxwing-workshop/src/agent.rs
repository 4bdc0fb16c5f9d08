//! An agent of some game: it sits at a table, is told the moves, and chooses.

use std::sync::atomic::AtomicBool;

use waxwing::search::{Hearing, TreeScope};
use waxwing::thinking::Slice;
use waxwing::{Expression, Limits, Player, Rng, SearchError, Turn};

use crate::hearing::{Drawing, DrawnDecision};
use crate::iteration::{IterationView, Seated, Shown};
use crate::looking::{RecordListing, RecordView, TreeView};
use crate::outside::{OutsidePlayer, Outsider};
use crate::ownership::Ownership;
use crate::position::Position;
use crate::thought::{ChosenMove, Thought};
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
        AnyAgent::of(game, Mind::Outside(Box::new(Outsider::new(player, expression))))
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

    /// Whether it is a player from outside.
    pub fn is_outside(&self) -> bool {
        matches!(self.mind, Mind::Outside(_))
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
            Mind::Outside(outsider) => outsider.start(position, seat, seed),
        }
        self.follow(position)
    }

    /// Takes the seed of its next decision from here: [`AnyAgent::search`] decides alike with it, if nothing is kept from one
    /// search to the next. A player from outside keeps the seed that it began with.
    pub fn reseed(&mut self, seed: u64) {
        if let Mind::Own(agent) = &mut self.mind {
            agent.reseed(seed);
        }
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
                Mind::Outside(outsider) => outsider.observe(position, self.told, self.seat),
            }
            self.told += 1;
        }
        Ok(())
    }

    /// Is told of a move as its player saw it (`None`: nothing of it), where only that is known of the game: between two starts
    /// that the player cannot tell from the true positions. The next position that it thinks about is `after`, or another such
    /// start. A player from outside hears nothing of it.
    pub fn observe_as_seen(
        &mut self,
        before: &Position,
        seen: Option<&str>,
        after: &Position,
    ) -> Result<(), ThinkError> {
        if [before, after].iter().any(|position| position.game_text() != self.game) {
            return Err(ThinkError::OtherGame);
        }
        match &mut self.mind {
            Mind::Own(agent) => agent.observe_as_seen(before.line(), seen, after.line()),
            Mind::Outside(..) => Ok(()),
        }
    }

    /// Chooses a move. An only move is played without a search.
    pub fn choose(&mut self, position: &Position, limits: &Limits, watch: Watch<'_>) -> Result<Thought, ThinkError> {
        self.answer(Asked::Choose, position, limits, watch)
    }

    /// Chooses the move of [`AnyAgent::choose`], and says only what it took: matches do not use what is known of the
    /// other moves.
    pub fn choose_move(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: Option<&AtomicBool>,
    ) -> Result<ChosenMove, ThinkError> {
        self.follow(position)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.choose_move(position, limits, stop),
            Mind::Outside(outsider) => outsider.choose_move(position, limits, stop),
        }
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
            Mind::Outside(outsider) => outsider.begin(position, limits),
        }
    }

    /// Goes on until the slice is over, the budget is used up, there is nothing left to find out, or it is stopped. Returns
    /// whether there is more to do; `false` also if nothing was begun.
    pub fn advance(&mut self, slice: Slice, watch: Watch<'_>) -> Result<bool, ThinkError> {
        match &mut self.mind {
            Mind::Own(agent) => agent.advance(slice, watch),
            Mind::Outside(outsider) => outsider.advance(watch.stop).map(|()| false),
        }
    }

    /// What it thinks at this moment; `None` if it does not think, or is a player from outside that was not asked yet.
    pub fn report(&mut self) -> Option<Thought> {
        match &mut self.mind {
            Mind::Own(agent) => agent.report(),
            Mind::Outside(outsider) => outsider.report(),
        }
    }

    /// Ends its thinking, be it done or not, and returns the result.
    pub fn finish(&mut self) -> Option<Thought> {
        match &mut self.mind {
            Mind::Own(agent) => agent.finish(),
            Mind::Outside(outsider) => outsider.finish(),
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
        let mut list = RecordListing::new(most);
        loop {
            if let Some(records) = self.records_further(&mut list) {
                return records;
            }
        }
    }

    /// Goes on with such a list for some milliseconds, and returns it when it is complete. Meanwhile the agent must not go on,
    /// or the list mixes what it has learned earlier and later.
    pub fn records_further(&self, list: &mut RecordListing) -> Option<Vec<RecordView>> {
        match &self.mind {
            Mind::Own(agent) => agent.records_further(list),
            Mind::Outside(..) => Some(Vec::new()),
        }
    }

    /// Who holds each place of the board at the ends of uniform playouts from the position that it thinks about, or has thought
    /// about last, by what the player to move has seen. `None` if the game has no places, or the agent has searched nothing.
    pub fn ownership(&self, playouts: u64, seed: u64) -> Option<Ownership> {
        match &self.mind {
            Mind::Own(agent) => agent.ownership(playouts, seed),
            Mind::Outside(..) => None,
        }
    }

    /// Searches one position as [`AnyAgent::search`] does, in one thread, and counts who holds each place of the board where
    /// its iterations end. `None` if the game has no places, or the agent does not search.
    pub fn search_ownership(
        &mut self,
        position: &Position,
        seed: u64,
        iterations: u64,
    ) -> Result<Option<Ownership>, ThinkError> {
        self.start_at(position, seed)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.search_ownership(position, iterations),
            Mind::Outside(..) => Ok(None),
        }
    }

    /// Begins to look for iterations of the search that [`AnyAgent::search`] makes with this seed:
    /// [`AnyAgent::advance_iterations`] finds them.
    pub fn begin_iterations(&mut self, position: &Position, seed: u64, shown: Shown) -> Result<(), ThinkError> {
        self.start_at(position, seed)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.begin_iterations(position, Seated { seat: self.seat, seed }, shown),
            Mind::Outside(..) => Ok(()),
        }
    }

    /// Makes at most this many iterations, and returns those that are looked for once they are found, each step by step. There
    /// are none of an agent that does not search, and fewer where the search has nothing left to find out. All iterations up to
    /// the last of them are made, twice if the agent keeps records.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// use waxwing_workshop::Shown;
    ///
    /// let (game, mut found) = (nim().open("nim(heap=10)")?, None);
    /// let mut agent = game.agent("uct > mast")?;
    /// agent.begin_iterations(&game.start(), 1, Shown::numbers(1..3))?;
    /// while found.is_none() {
    ///     found = agent.advance_iterations(10)?;
    /// }
    /// let views = found.unwrap();
    /// assert_eq!((views[0].number, views[0].descent), (1, 1));
    /// assert_eq!(views[1].steps[0].known[0].visits, 1, "the first iteration has tried one move");
    /// assert!(views[1].changes.iter().all(|changed| changed.after.kind == "action"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_iterations(&mut self, iterations: u64) -> Result<Option<Vec<IterationView>>, ThinkError> {
        match &mut self.mind {
            Mind::Own(agent) => agent.advance_iterations(iterations),
            Mind::Outside(..) => Ok(Some(Vec::new())),
        }
    }

    /// Draws decisions of a search of one position, in one thread. There are none of an agent that does not search.
    pub fn draw_decisions(
        &mut self,
        position: &Position,
        seed: u64,
        drawing: Drawing,
    ) -> Result<Vec<DrawnDecision>, ThinkError> {
        self.start_at(position, seed)?;
        match &mut self.mind {
            Mind::Own(agent) => agent.draw_decisions(position, drawing, &mut Rng::new(Rng::derive(seed, 0))),
            Mind::Outside(..) => Ok(Vec::new()),
        }
    }

    /// What the agent and those that listen to it ([`OpenGame::build_listened_to`](crate::OpenGame::build_listened_to)) have to say about a
    /// decision: that of a position which starts where the agent has searched last, or at a determinization of it. Each
    /// chooses `draws` times, which shows how it chooses. `None` if the agent does not search, or no player acts there.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// use waxwing::Limits;
    ///
    /// let game = nim().open("nim(heap=10)")?;
    /// let expression = |text| game.expression(text);
    /// let mut agent = game.build_listened_to(&expression("uct")?, vec![expression("mast")?])?;
    /// let mut position = game.start();
    /// agent.search(&position, 1, &Limits::iterations(2_000))?;
    /// position.play("3")?;
    /// let hearing = agent.hear(&position, 10)?.unwrap();
    /// assert_eq!((&hearing.actions[..], &*hearing.voices[1].name), (&["1", "2", "3"].map(String::from)[..], "mast"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hear(&self, decision: &Position, draws: u32) -> Result<Option<Hearing<String>>, ThinkError> {
        match &self.mind {
            Mind::Own(agent) => agent.hear(decision.line(), draws),
            Mind::Outside(..) => Ok(None),
        }
    }

    /// Searches one position from a seed, as a game of its own whose earlier moves it is told of.
    pub fn search(&mut self, position: &Position, seed: u64, limits: &Limits) -> Result<Thought, ThinkError> {
        self.start_at(position, seed)?;
        self.think(position, limits, Watch::default())
    }

    /// Sits down in the seat of the player to move.
    fn start_at(&mut self, position: &Position, seed: u64) -> Result<(), ThinkError> {
        let seat = if let Turn::Player(player) = position.turn() { player } else { Player(0) };
        self.start(position, seat, seed)
    }

    pub(crate) fn try_out(&mut self, start: &Position) -> Result<(), String> {
        match &mut self.mind {
            Mind::Own(_) => Ok(()),
            Mind::Outside(outsider) => outsider.try_out(start),
        }
    }
}
