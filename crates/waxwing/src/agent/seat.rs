//! An agent at a table: it is told how the game goes and asked for its actions.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::{Expression, ExpressionError, Outsider, build, classical};
use crate::Rng;
use crate::classical::Classical;
use crate::game::{BrokenPromise, Game, MAX_PLAYERS, Player, Turn};
use crate::icarus::Start;
use crate::search::{Knowing, Prefix, Search, Task, Trace};
use crate::thinking::{Budget, Control, Limits, Report, SearchError, Stopped};
use crate::time::Instant;

/// Anything that chooses actions, made from an expression for one game.
///
/// At a table it is told the start ([`Agent::start`]) and every move ([`Agent::observe`]), and asked when it is its turn
/// ([`Agent::choose`]). For a single position, [`Agent::search`] is a table of one move.
///
/// ```
/// # use waxwing::{Game, Player, Reward, Turn};
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, mover: u8 }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn {
/// #         if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
/// #     }
/// #     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(1..=self.heap.min(3)); }
/// #     fn apply(&mut self, taken: u8) { self.heap -= taken; self.mover = 1 - self.mover; }
/// #     fn reward(&self, player: Player) -> Reward {
/// #         if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
/// #     }
/// # }
/// use waxwing::{Agent, Limits};
///
/// let position = Nim { heap: 10, mover: 0 };
/// let mut agent = Agent::parse("uct > mast with solver", &position)?;
/// let report = agent.search(&position, 1, &Limits::iterations(2_000))?;
/// assert_eq!(report.best, 2); // leaves a multiple of four
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Agent<G: Game> {
    expression: Expression,
    kind: Kind<G>,
    seed: u64,
    /// How many decisions it has made in this game: each has a seed of its own.
    decisions: u64,
    prefix: Prefix,
    /// Who acted in the last search of this game, and the moves since then, where the tree is to be kept.
    since_search: Option<(Player, Vec<G::Action>)>,
    new_game: bool,
}

enum Kind<G: Game> {
    Search(Box<Search<G>>),
    Classical(Box<Classical<G>>),
    Outsider(Box<dyn Outsider<G>>),
    Random,
}

impl<G: Game> Agent<G> {
    /// The agent of a text. `game` is any position of the game it is to play.
    pub fn parse(text: &str, game: &G) -> Result<Agent<G>, ExpressionError> {
        Agent::new(Expression::parse(text)?, game)
    }

    /// The agent of an expression. The error points at what the game cannot serve.
    pub fn new(expression: Expression, game: &G) -> Result<Agent<G>, ExpressionError> {
        let kind = match expression.player() {
            Some(player) if player.name() == "random" => Kind::Random,
            Some(player) if player.name() == "gtp" => {
                let error = player.error("this library starts no programs");
                return Err(
                    error.with_help("the `waxwing` command does, for Go; or seat a player with `Agent::outsider`")
                );
            }
            Some(player) => Kind::Classical(Box::new(Classical::new(classical::options(player, game)?, game))),
            None => {
                expression.check()?;
                Kind::Search(Box::new(build::search(&expression, game)?))
            }
        };
        Ok(Agent::of_kind(expression, kind, game))
    }

    /// A player from outside under the name of an expression, which does not decide what it does.
    pub fn outsider(expression: Expression, player: Box<dyn Outsider<G>>, game: &G) -> Agent<G> {
        Agent::of_kind(expression, Kind::Outsider(player), game)
    }

    fn of_kind(expression: Expression, kind: Kind<G>, game: &G) -> Agent<G> {
        let prefix = Prefix::start(game);
        Agent { expression, kind, seed: 0, decisions: 0, prefix, since_search: None, new_game: true }
    }

    /// What the agent was made from.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Sits down to a new game. With the same seed it plays the same game again.
    pub fn start(&mut self, game: &G, seed: u64) {
        self.seed = seed;
        self.decisions = 0;
        self.prefix = Prefix::start(game);
        self.since_search = None;
        self.new_game = true;
        if let Kind::Outsider(player) = &mut self.kind {
            player.start(game, seed);
        }
    }

    /// Is told of a move: what it saw of it, and the state that it led to.
    pub fn observe(&mut self, seen: Option<G::Action>, after: &G) {
        self.prefix.observe(seen, after);
        if let Kind::Outsider(player) = &mut self.kind {
            player.observe(seen, after);
        }
        match (&mut self.since_search, seen) {
            (Some((_, moves)), Some(action)) => moves.push(action),
            _ => self.since_search = None,
        }
    }

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

    /// Searches even if there is only one legal action.
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
        let (mover, legal) = choices(position)?;
        let limits = Limits { budget: self.expression.budget.unwrap_or(limits.budget), ..*limits };
        match limits.budget {
            Budget::UntilStopped if control.stop.is_none() => return Err(SearchError::NothingStops),
            Budget::Depth(_) if matches!(self.kind, Kind::Search(_)) => return Err(SearchError::DepthBudget),
            _ => {}
        }
        let seed = self.next_seed();
        match &mut self.kind {
            Kind::Random => {
                let chosen = legal[Rng::new(seed).below(legal.len())];
                Ok(Report::without_search(chosen, &legal, Stopped::Budget))
            }
            Kind::Outsider(player) => {
                let started = Instant::now();
                let chosen = player.choose(position, &limits, control.stop);
                let best = *chosen.as_ref().unwrap_or(&legal[0]);
                let report = Report::without_search(best, &legal, Stopped::Budget);
                Ok(Report { elapsed: started.elapsed(), reproducible: false, gave_up: chosen.err(), ..report })
            }
            Kind::Classical(player) => {
                let new_game = std::mem::take(&mut self.new_game).then_some(self.seed);
                player.begin(new_game, limits.memory)?;
                promised(|| player.run(position, mover, &limits, control))
            }
            Kind::Search(search) => {
                let kept = self.since_search.take().is_some_and(|(player, moves)| search.keep(player, mover, &moves));
                let start = Start { new_game: std::mem::take(&mut self.new_game), new_tree: !kept };
                if search.begin(start, limits.memory).is_err() {
                    // What earlier searches were allowed is more than this one is: it begins with nothing.
                    **search =
                        build::search(&self.expression, position).expect("the game has served this agent before");
                    search.begin(Start { new_game: true, new_tree: true }, limits.memory)?;
                }
                let longest = search.settings.longest.unwrap_or(limits.longest);
                let task = Task { position, player: mover, prefix: &self.prefix, seed, longest };
                let report = promised(|| search.run(&task, &limits, control))?;
                self.since_search = search.settings.reuse.then(|| (mover, Vec::new()));
                Ok(report)
            }
        }
    }

    /// Searches one position, showing every iteration as it is finished, with a way to read the records. It makes the same
    /// choices as [`Agent::search`] does with this seed, in one thread. Agents that do not search show nothing.
    pub fn trace(
        &mut self,
        position: &G,
        seed: u64,
        iterations: u64,
        show: &mut dyn FnMut(&Trace<'_, G>, &Knowing<'_, G>),
    ) -> Result<(), SearchError> {
        self.start(position, seed);
        self.trace_on(position, iterations, show)
    }

    /// Traces a search at a table: the moves that the agent was told of are context, and what is kept for the game goes on.
    /// The tree starts anew. Fails where [`Agent::think`] does.
    pub fn trace_on(
        &mut self,
        position: &G,
        iterations: u64,
        show: &mut dyn FnMut(&Trace<'_, G>, &Knowing<'_, G>),
    ) -> Result<(), SearchError> {
        let (player, _) = choices(position)?;
        let seed = self.next_seed();
        self.since_search = None;
        if let Kind::Search(search) = &mut self.kind {
            let new_game = std::mem::take(&mut self.new_game);
            search.begin(Start { new_game, new_tree: true }, Limits::MEMORY)?;
            let longest = search.settings.longest.unwrap_or(Limits::LONGEST);
            let task = Task { position, player, prefix: &self.prefix, seed, longest };
            promised(|| {
                search.trace(&task, iterations, &mut |trace, memory| show(trace, &Knowing::new(memory, position)));
            })?;
        }
        Ok(())
    }

    /// What the last search has learned (in the first of several trees); nothing if the agent does not search.
    pub fn knowing<'a>(&'a self, position: &'a G) -> Option<Knowing<'a, G>> {
        match &self.kind {
            Kind::Search(search) => Some(Knowing::new(&search.memories[0], position)),
            Kind::Classical(_) | Kind::Outsider(_) | Kind::Random => None,
        }
    }

    fn next_seed(&mut self) -> u64 {
        self.decisions += 1;
        Rng::derive(self.seed, self.decisions)
    }
}

/// The player to move and its actions. Fails if there is nothing to choose, or nobody who can.
fn choices<G: Game>(position: &G) -> Result<(Player, Vec<G::Action>), SearchError> {
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
fn promised<T>(search: impl FnOnce() -> T) -> Result<T, SearchError> {
    // What a broken search leaves behind is cleared by the next one: it keeps no tree.
    catch_unwind(AssertUnwindSafe(search)).map_err(|payload| match payload.downcast::<BrokenPromise>() {
        Ok(broken) => SearchError::Game(*broken),
        Err(other) => resume_unwind(other),
    })
}
