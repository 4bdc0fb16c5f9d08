//! Thinking in slices: an agent begins, goes on as far as its owner lets it, says what it thinks, and is done.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::build;
use super::seat::{Agent, Kind};
use crate::Rng;
use crate::classical;
use crate::game::{BrokenPromise, Game, MAX_PLAYERS, Player, Turn};
use crate::search::{self, Task, Viewpoint};
use crate::strategy::Start;
use crate::thinking::{Budget, Control, Limits, Report, SearchError, Slice, Stopped};

/// What an agent is thinking about.
pub(super) struct Thought<G: Game> {
    budget: Budget,
    state: State<G>,
}

enum State<G: Game> {
    Search(search::Running<G>),
    Classical(classical::Running<G>),
    Decided(Report<G::Action>),
}

impl<G: Game> State<G> {
    fn is_over(&self) -> bool {
        match self {
            State::Search(running) => running.stopped().is_some(),
            State::Classical(running) => running.stopped.is_some(),
            State::Decided(_) => true,
        }
    }
}

impl<G: Game> Agent<G> {
    /// Chooses an action. An only move is played without a search. Fails where [`Agent::think`] does.
    pub fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Action>,
    ) -> Result<Report<G::Action>, SearchError> {
        let (_, legal) = choices(position)?;
        if let [only] = legal[..] {
            return Ok(Report::without_search(only, &legal, Stopped::OnlyMove));
        }
        self.think(position, limits, control)
    }

    /// Searches one position, as a game of its own. Fails where [`Agent::think`] does.
    pub fn search(&mut self, position: &G, seed: u64, limits: &Limits) -> Result<Report<G::Action>, SearchError> {
        self.start(position, seed);
        self.think(position, limits, &mut Control::default())
    }

    /// Searches even if there is only one legal action: [`Agent::begin`], [`Agent::advance`] to the end, and
    /// [`Agent::finish`].
    ///
    /// Fails if no player is to move, if the game has more players than [`MAX_PLAYERS`], if the memory limit is below what
    /// the agent needs before its first iteration, if the budget has no meaning for the agent or no end, and if the game breaks
    /// a promise that its search depends on.
    pub fn think(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut Control<'_, G::Action>,
    ) -> Result<Report<G::Action>, SearchError> {
        self.begin(position, limits)?;
        self.advance(Slice::REST, control)?;
        Ok(self.finish().expect("it has begun and is not done"))
    }

    /// Begins to think about a position, of which nothing is thought yet. What it was thinking about before is dropped.
    ///
    /// The agent keeps all that it needs, so that its owner can hold many of them and let each go on for a while. Slices
    /// change no number: however a search is cut, it is the same search. [`Agent::observe`] and [`Agent::start`] end it.
    ///
    /// ```
    /// # use waxwing::doctest::Nim;
    /// use waxwing::thinking::Slice;
    /// use waxwing::{Agent, Control, Limits};
    ///
    /// let position = Nim::new(10);
    /// let mut agent = Agent::parse("uct > mast", &position)?;
    /// agent.start(&position, 1);
    /// agent.begin(&position, &Limits::iterations(2_000))?;
    /// while agent.advance(Slice::iterations(300), &mut Control::default())? {
    ///     println!("{} iterations so far", agent.report().unwrap().iterations);
    /// }
    /// let report = agent.finish().unwrap();
    /// assert_eq!((report.best, report.iterations), (2, 2_000));
    ///
    /// let whole = agent.search(&position, 1, &Limits::iterations(2_000))?;
    /// assert_eq!(whole.actions, report.actions);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Fails where [`Agent::think`] does, as far as this is known before the first iteration.
    pub fn begin(&mut self, position: &G, limits: &Limits) -> Result<(), SearchError> {
        (self.thought, self.traced) = (None, None);
        let (mover, legal) = choices(position)?;
        let limits = Limits { budget: self.expression.budget.unwrap_or(limits.budget), ..*limits };
        if matches!((limits.budget, &self.kind), (Budget::Depth(_), Kind::Search(_))) {
            return Err(SearchError::DepthBudget);
        }
        let seed = self.next_seed();
        let state = match &mut self.kind {
            Kind::Random => {
                let chosen = legal[Rng::new(seed).below(legal.len())];
                State::Decided(Report::without_search(chosen, &legal, Stopped::Budget))
            }
            Kind::Classical(player) => {
                let new_game = std::mem::take(&mut self.new_game).then_some(self.seed);
                player.prepare(new_game, limits.memory)?;
                State::Classical(promised(|| player.begin(position, mover, limits.budget, limits.nodes))?)
            }
            Kind::Search(_) => State::Search(self.begin_search(position, mover, seed, &limits)?),
        };
        self.thought = Some(Thought { budget: limits.budget, state });
        Ok(())
    }

    fn begin_search(
        &mut self,
        position: &G,
        player: Player,
        seed: u64,
        limits: &Limits,
    ) -> Result<search::Running<G>, SearchError> {
        let Kind::Search(search) = &mut self.kind else { unreachable!("only a search is begun") };
        let kept = self.since_search.take().is_some_and(|(before, moves)| search.keep(before, player, &moves));
        let start = Start { new_game: std::mem::take(&mut self.new_game), new_tree: !kept };
        self.searched = None;
        if search.prepare(start, limits.memory).is_err() {
            // What earlier searches were allowed is more than this one is: it begins with nothing.
            **search = build::search(&self.expression, &self.listeners, position)
                .expect("the game has served this agent before");
            search.prepare(Start { new_game: true, new_tree: true }, limits.memory)?;
        }
        let longest = search.settings.longest.unwrap_or(limits.longest);
        let task = Task { position, player, prefix: &self.prefix, seed, longest };
        self.searched = Some((position.clone(), player));
        Ok(search.begin(&task, limits))
    }

    /// Goes on until the slice is over, the budget is used up, there is nothing left to find out, or it is stopped. Returns
    /// whether there is more to do; `false` also if nothing was begun.
    ///
    /// - A search makes the iterations of the slice, or goes on for its time: an iteration that is under way then goes on in the
    ///   next one. Several trees of one root share the iterations; threads that share one tree are started for each slice and
    ///   finish the iterations that are under way, and what they find is never the same twice.
    /// - A classical player counts nodes, and cannot pause within an action of the root: the slice ends with that action,
    ///   however much later. A stop, or the end of the budget, ends it at once.
    ///
    /// [`Control::stop`] ends the search for good. Fails if the game breaks a promise, which ends the search too, and if neither
    /// the budget nor the slice has an end and nothing could stop it.
    pub fn advance(&mut self, slice: Slice, control: &mut Control<'_, G::Action>) -> Result<bool, SearchError> {
        let Some(mut thought) = self.thought.take() else { return Ok(false) };
        if thought.budget == Budget::UntilStopped && slice == Slice::REST && control.stop.is_none() {
            return Err(SearchError::NothingStops);
        }
        match (&mut self.kind, &mut thought.state) {
            (Kind::Search(search), State::Search(running)) => {
                let (position, player) = self.searched.as_ref().expect("a search is about a position");
                let from = Viewpoint { position, player: *player };
                promised(|| search.advance(running, from, slice, control))?;
            }
            (Kind::Classical(player), State::Classical(running)) => {
                promised(|| player.advance(running, slice, control))?;
            }
            _ => {}
        }
        let goes_on = !thought.state.is_over();
        self.thought = Some(thought);
        Ok(goes_on)
    }

    /// What it thinks at this moment; `None` if it does not think.
    pub fn report(&mut self) -> Option<Report<G::Action>> {
        match (&mut self.kind, &self.thought.as_ref()?.state) {
            (Kind::Search(search), State::Search(running)) => {
                let (position, player) = self.searched.as_ref().expect("a search is about a position");
                Some(search.report(running, Viewpoint { position, player: *player }))
            }
            (Kind::Classical(player), State::Classical(running)) => Some(player.report(running)),
            (_, State::Decided(report)) => Some(report.clone()),
            _ => None,
        }
    }

    /// Ends its thinking, be it done or not, and returns the result: [`Stopped::Asked`] if it was not done. `None` if it was
    /// not thinking.
    pub fn finish(&mut self) -> Option<Report<G::Action>> {
        self.halt();
        let mut report = self.report();
        self.end();
        if let (Some(report), Some(resigning)) = (&mut report, &mut self.resigning) {
            report.resigns = resigning.gives_up(report);
        }
        report
    }

    /// Ends the search where it is.
    fn halt(&mut self) {
        match (&mut self.kind, self.thought.as_mut().map(|thought| &mut thought.state)) {
            (Kind::Search(search), Some(State::Search(running))) => search.end(running),
            (_, Some(State::Classical(running))) => running.stopped = running.stopped.or(Some(Stopped::Asked)),
            _ => {}
        }
    }

    /// Ends its thinking. A tree that is to be kept is that of the moves to come.
    pub(super) fn end(&mut self) {
        self.halt();
        self.traced = None;
        if let (Kind::Search(search), Some(_), Some((_, player))) = (&self.kind, self.thought.take(), &self.searched) {
            self.since_search = search.settings.reuse.then(|| (*player, Vec::new()));
        }
    }
}

/// The player to move and its actions. Fails if there is nothing to choose, or no player who can.
pub(super) fn choices<G: Game>(position: &G) -> Result<(Player, Vec<G::Action>), SearchError> {
    let players = position.players();
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(SearchError::Players(players));
    }
    let player = match position.turn() {
        Turn::Player(player) if player.index() < players => player,
        Turn::Player(Player(player)) => return Err(SearchError::NoSuchPlayer { player, players }),
        turn => return Err(SearchError::NoPlayerToMove(turn)),
    };
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    if legal.is_empty() {
        return Err(BrokenPromise::NoActions(Turn::Player(player)).into());
    }
    Ok((player, legal))
}

/// What a search returns, or the promise that the game broke in it. Other panics go on.
pub(super) fn promised<T>(search: impl FnOnce() -> T) -> Result<T, SearchError> {
    // What a broken search leaves behind is cleared by the next one: it keeps no tree.
    catch_unwind(AssertUnwindSafe(search)).map_err(|payload| match payload.downcast::<BrokenPromise>() {
        Ok(broken) => SearchError::Game(*broken),
        Err(other) => resume_unwind(other),
    })
}
