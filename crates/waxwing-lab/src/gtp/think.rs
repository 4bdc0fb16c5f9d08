//! How moves are chosen.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use waxwing::{Budget, Game, Notation, Player, Rng, Turn};
use waxwing_games::{Go, GoMove, GoStep};
use waxwing_workshop::{ThinkError, Thought, Watch};

use super::go::GoEngine;
use super::status;
use crate::go::game_of;

/// The number of moves in a row that must look lost before the engine resigns.
const HOPELESS: u32 = 3;

/// Which move is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Best,
    /// No pass while dead stones of the other colour are on the board.
    CleanUp,
}

/// What the engine chose.
pub(super) enum Choice {
    Move(GoMove),
    Resign,
}

impl GoEngine {
    /// Chooses a move of a player, whether or not it is that player's turn. It fails when it was stopped: what is half
    /// thought is no answer.
    pub(super) fn choose(&mut self, player: Player, wish: Wish, watch: Watch<'_>) -> Result<Choice, String> {
        if wish == Wish::Best && self.wins_by_passing(player) {
            return Ok(Choice::Move(GoMove::PASS));
        }
        let budget = self.budget.or_else(|| self.clock_budget(player)).unwrap_or(self.options.limits.budget);
        let stop = watch.stop;
        let Some(thought) = self.think(player, budget, watch)? else { return Ok(Choice::Move(GoMove::PASS)) };
        if stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err("interrupted".to_owned());
        }
        self.clock.spend(player, Duration::from_secs_f64(thought.elapsed_s));
        match &thought.gave_up {
            Some(waxwing_workshop::GaveUp::Resigned) => return Ok(Choice::Resign),
            Some(waxwing_workshop::GaveUp::Failed(reason)) => return Err(reason.clone()),
            None => {}
        }
        if self.is_hopeless(player, &thought) {
            return Ok(Choice::Resign);
        }
        let read = |text: &str| self.steps.state().parse(text).map_err(|reason| format!("`{text}`: {reason}"));
        let best = read(&thought.best)?;
        if wish == Wish::CleanUp && best == GoMove::PASS && self.has_dead_stones(player) {
            let other = thought.actions.iter().map(|action| read(&action.action)).find(|at| *at != Ok(GoMove::PASS));
            return other.unwrap_or(Ok(best)).map(Choice::Move);
        }
        Ok(Choice::Move(best))
    }

    /// Lets the agent think about a player's move; `None` if the game can have no more moves. Fails if the agent cannot
    /// search.
    pub(super) fn think(
        &mut self,
        player: Player,
        budget: Budget,
        watch: Watch<'_>,
    ) -> Result<Option<Thought>, String> {
        let mut state = self.steps.state().clone();
        let is_in_turn = state.turn() == Turn::Player(player);
        state.set_turn(player);
        if state.turn() == Turn::Over {
            return Ok(None);
        }
        self.adopt_rules()?;
        let position = match is_in_turn {
            true => self.steps.position(&self.game),
            false => state.into_position(&self.game).expect("the game is Go"),
        };
        let failed = |error: ThinkError| error.to_string();
        if !is_in_turn || std::mem::take(&mut self.is_stale) {
            let seed = Rng::derive(self.options.seed, self.games);
            self.agent.start(&position, player, seed).map_err(failed)?;
            self.is_stale = !is_in_turn;
        }
        let mut limits = self.options.limits;
        limits.budget = budget;
        self.agent.choose(&position, &limits, watch).map(Some).map_err(failed)
    }

    /// Builds the agent anew if the size of the board or the komi is another one than it was built for.
    fn adopt_rules(&mut self) -> Result<(), String> {
        let game = game_of(&self.game, self.steps.state());
        if game.text() != self.game.text() {
            self.agent = game.build(self.agent.expression()).map_err(|error| error.to_string())?;
            (self.game, self.is_stale) = (game, true);
        }
        Ok(())
    }

    /// The other player has just passed, and to pass as well wins by the present score. (With dead stones taken off it
    /// would be a guess.)
    fn wins_by_passing(&self, player: Player) -> bool {
        let state = self.steps.state();
        let own = if player == Player(0) { state.score() } else { -state.score() };
        self.steps.last().is_some_and(|(other, at)| other != player && at == GoMove::PASS) && own > 0.0
    }

    fn clock_budget(&self, player: Player) -> Option<Budget> {
        let state = self.steps.state();
        let points = usize::from(state.size()).pow(2);
        let taken = usize::from(state.area(Player(0)) + state.area(Player(1)));
        self.clock.time(player, points.saturating_sub(taken).max(points / 4)).map(Budget::Time)
    }

    fn is_hopeless(&mut self, player: Player, thought: &Thought) -> bool {
        let value = thought.chosen().and_then(|best| best.value);
        let is_low = self.options.resign.zip(value).is_some_and(|(threshold, value)| value < threshold);
        let count = &mut self.hopeless[player.index() % 2];
        *count = if is_low { *count + 1 } else { 0 };
        *count >= HOPELESS
    }

    fn has_dead_stones(&self, player: Player) -> bool {
        let chains = status::chains(self.steps.state(), self.options.seed);
        chains.iter().any(|chain| chain.is_dead && chain.player != player)
    }

    /// Chooses a move, makes it, and returns it.
    pub(super) fn generate(&mut self, player: Player, wish: Wish, watch: Watch<'_>) -> Result<String, String> {
        match self.choose(player, wish, watch)? {
            Choice::Resign => Ok("resign".to_owned()),
            Choice::Move(at) => {
                self.make(GoStep::Play(player, at))?;
                Ok(vertex(self.steps.state(), at))
            }
        }
    }
}

/// A move as the protocol writes it.
pub(super) fn vertex(state: &Go, at: GoMove) -> String {
    state.format(at)
}
