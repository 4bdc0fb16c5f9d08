//! An agent at a table: it is told how the game goes and asked for its actions.

use super::resigning::Resigning;
use super::running::{Thought, choices, promised};
use super::{Expression, ExpressionError, build, classical};
use crate::Rng;
use crate::classical::Classical;
use crate::game::{Game, Player};
use crate::search::{
    Grower, Hearing, Prefix, Question, Search, SearchRecords, Task, Trace, TreeNode, TreeScope, Viewpoint, hear,
};
use crate::strategy::Start;
use crate::thinking::{Limits, SearchError};

/// Anything that chooses actions, made from an expression for one game.
///
/// At a table it is told the start ([`Agent::start`]) and every move ([`Agent::observe`]), and asked when it is its turn
/// ([`Agent::choose`]). For a single position, [`Agent::search`] is a table of one move.
///
/// ```
/// # use waxwing::doctest::Nim;
/// use waxwing::{Agent, Limits};
///
/// let position = Nim::new(10);
/// let mut agent = Agent::parse("uct > mast with solver", &position)?;
/// let report = agent.search(&position, 1, &Limits::iterations(2_000))?;
/// assert_eq!(report.best, 2); // leaves a multiple of four
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Agent<G: Game> {
    pub(super) expression: Expression,
    /// Strategies that learn from its searches and choose nothing.
    pub(super) listeners: Vec<Expression>,
    pub(super) kind: Kind<G>,
    pub(super) seed: u64,
    /// How many decisions it has made in this game: each has a seed of its own.
    decisions: u64,
    pub(super) prefix: Prefix,
    /// Who acted in the last search of this game, and the moves since then, where the tree is to be kept.
    pub(super) since_search: Option<(Player, Vec<G::Action>)>,
    pub(super) new_game: bool,
    /// When it gives its game up, if it may.
    pub(super) resigning: Option<Resigning>,
    /// What it is thinking about, if it is.
    pub(super) thought: Option<Thought<G>>,
    /// The search that it shows, if it does, with its position.
    pub(super) traced: Option<Box<(Grower<G>, G)>>,
    /// The position of the last search, and the player who searched it: what its tree is about.
    pub(super) searched: Option<(G, Player)>,
}

pub(super) enum Kind<G: Game> {
    Search(Box<Search<G>>),
    Classical(Box<Classical<G>>),
    Random,
}

impl<G: Game> Agent<G> {
    /// The agent of a text. `game` is any position of the game it is to play.
    pub fn parse(text: &str, game: &G) -> Result<Agent<G>, ExpressionError> {
        Agent::new(Expression::parse(text)?, game)
    }

    /// The agent of an expression. The error points at what the game cannot serve.
    pub fn new(expression: Expression, game: &G) -> Result<Agent<G>, ExpressionError> {
        Agent::listened_to(expression, Vec::new(), game)
    }

    /// The agent of an expression, with strategies that learn from its searches and never choose: they change none of its
    /// choices, as long as memory lasts for all. [`Agent::hear`] asks them. Players that do not search are listened to in vain.
    ///
    /// ```
    /// # use waxwing::doctest::Nim;
    /// use waxwing::{Agent, Expression, Limits};
    ///
    /// let position = Nim::new(10);
    /// let mast = Expression::parse("mast")?;
    /// let mut agent = Agent::listened_to(Expression::parse("uct")?, vec![mast], &position)?;
    /// let report = agent.search(&position, 1, &Limits::iterations(2_000))?;
    /// assert_eq!(report.actions, Agent::parse("uct", &position)?.search(&position, 1, &Limits::iterations(2_000))?.actions);
    ///
    /// let hearing = agent.hear(&position, &[], 100).unwrap();
    /// assert_eq!(hearing.actions.len(), 3);
    /// let mast = &hearing.voices[1];
    /// assert!(mast.name == "mast" && mast.opinions[0].unwrap().visits > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The error points at what the game cannot serve, also in what listens.
    pub fn listened_to(
        expression: Expression,
        listeners: Vec<Expression>,
        game: &G,
    ) -> Result<Agent<G>, ExpressionError> {
        let kind = match expression.player() {
            Some(player) if player.name() == "random" => Kind::Random,
            Some(player) if ["gtp", "program"].contains(&player.name()) => {
                let error = player.error("this library starts no programs");
                return Err(error.with_help("the `waxwing` command does; a workshop can be given players from outside"));
            }
            Some(player) => Kind::Classical(Box::new(Classical::new(classical::options(player, game)?, game))),
            None => {
                expression.check()?;
                Kind::Search(Box::new(build::search(&expression, &listeners, game)?))
            }
        };
        let resigning = expression.option("resign").map(Resigning::of);
        Ok(Agent {
            expression,
            listeners,
            kind,
            seed: 0,
            decisions: 0,
            prefix: Prefix::start(game),
            since_search: None,
            new_game: true,
            resigning,
            thought: None,
            traced: None,
            searched: None,
        })
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
        self.resigning.iter_mut().for_each(Resigning::start);
        (self.thought, self.traced, self.searched) = (None, None, None);
    }

    /// Takes the seed of its next decision from here, whatever it has decided before: it is the seed with which
    /// [`Agent::search`] makes the same decision, if nothing is kept from one search to the next.
    pub fn reseed(&mut self, seed: u64) {
        (self.seed, self.decisions) = (seed, 0);
    }

    /// Is told of a move: what it saw of it, and the state that it led to. It thinks no further about the position before.
    pub fn observe(&mut self, seen: Option<G::Action>, after: &G) {
        self.end();
        self.prefix.observe(seen, after);
        match (&mut self.since_search, seen) {
            (Some((_, moves)), Some(action)) => moves.push(action),
            _ => self.since_search = None,
        }
    }

    /// Searches one position, showing every iteration as it is finished, with a way to read the records. It makes the same
    /// choices as [`Agent::search`] does with this seed, in one thread. Agents that do not search show nothing.
    pub fn trace(
        &mut self,
        position: &G,
        seed: u64,
        iterations: u64,
        show: &mut dyn FnMut(&Trace<'_, G>, &SearchRecords<'_, G>),
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
        show: &mut dyn FnMut(&Trace<'_, G>, &SearchRecords<'_, G>),
    ) -> Result<(), SearchError> {
        self.begin_trace(position)?;
        self.trace_further(iterations, show).map(|_| ())
    }

    /// Begins to trace a search at a table, without an iteration yet: [`Agent::trace_further`] makes and shows them. Fails where
    /// [`Agent::think`] does, as far as this is known before the first iteration.
    pub fn begin_trace(&mut self, position: &G) -> Result<(), SearchError> {
        let (player, _) = choices(position)?;
        let seed = self.next_seed();
        (self.since_search, self.thought, self.traced) = (None, None, None);
        self.searched = Some((position.clone(), player));
        if let Kind::Search(search) = &mut self.kind {
            let new_game = std::mem::take(&mut self.new_game);
            search.prepare(Start { new_game, new_tree: true }, Limits::MEMORY)?;
            let longest = search.settings.longest.unwrap_or(Limits::LONGEST);
            let task = Task { position, player, prefix: &self.prefix, seed, longest };
            self.traced = Some(Box::new((search.begin_trace(&task), position.clone())));
        }
        Ok(())
    }

    /// Makes and shows this many iterations of the search that was begun. Returns whether there is more to find out; `false`
    /// also if none was begun. Whatever else is asked of the agent ends it. Fails if the game breaks a promise.
    pub fn trace_further(
        &mut self,
        iterations: u64,
        show: &mut dyn FnMut(&Trace<'_, G>, &SearchRecords<'_, G>),
    ) -> Result<bool, SearchError> {
        let (Kind::Search(search), Some(mut traced)) = (&mut self.kind, self.traced.take()) else { return Ok(false) };
        let (grower, position) = &mut *traced;
        let goes_on = promised(|| {
            search.trace(grower, iterations, &mut |trace, memory| show(trace, &SearchRecords::new(memory, position)))
        })?;
        self.traced = Some(traced);
        Ok(goes_on)
    }

    /// What the last search has learned (in the first of several trees); nothing if the agent does not search.
    pub fn records<'a>(&'a self, position: &'a G) -> Option<SearchRecords<'a, G>> {
        match &self.kind {
            Kind::Search(search) => Some(SearchRecords::new(&search.memories[0], position)),
            Kind::Classical(_) | Kind::Random => None,
        }
    }

    /// What the tree of the last search, or of the one that is under way, holds behind these moves from its root. `None` if the
    /// agent does not search, has not searched in this game, or has no such node.
    ///
    /// With hidden information the moves are those that the player whose tree it is has observed.
    ///
    /// ```
    /// # use waxwing::doctest::Nim;
    /// use waxwing::search::TreeScope;
    /// use waxwing::{Agent, Limits, Player, Turn};
    ///
    /// let position = Nim::new(10);
    /// let mut agent = Agent::parse("uct", &position)?;
    /// agent.search(&position, 1, &Limits::iterations(2_000))?;
    /// let root = agent.tree(&[], &TreeScope::default()).unwrap();
    /// assert_eq!((root.child_count, root.children[0].action), (3, Some(2)));
    /// let replies = agent.tree(&[2], &TreeScope::default()).unwrap();
    /// assert_eq!(replies.turn, Some(Turn::Player(Player(1))));
    /// assert_eq!(replies.visits, root.children[0].visits);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tree(&self, path: &[G::Action], scope: &TreeScope) -> Option<TreeNode<G::Action>> {
        let Kind::Search(search) = &self.kind else { return None };
        let (position, player) = self.searched.as_ref()?;
        search.view(Viewpoint { position, player: *player }, path, scope)
    }

    /// What the search and those that listen to it have to say about a decision: the one behind these actions from a root, which is
    /// the position that was searched, or a determinization of it. Each policy chooses `draws` times, which shows how it
    /// chooses, always with the same random numbers. `None` if the agent does not search, or no player acts there.
    pub fn hear(&self, root: &G, path: &[G::Action], draws: u32) -> Option<Hearing<G::Action>> {
        let Kind::Search(search) = &self.kind else { return None };
        let question = Question { root, path, prefix: &self.prefix, draws };
        hear(&search.memories[0], &question, &mut Rng::new(self.seed))
    }

    pub(super) fn next_seed(&mut self) -> u64 {
        self.decisions += 1;
        Rng::derive(self.seed, self.decisions)
    }
}
