//! How moves are chosen.

use std::sync::atomic::Ordering::Relaxed;

use waxwing::{Budget, Control, Game, Player, Report, Rng, Turn};
use waxwing_games::{Go, GoMove, GoStep};

use super::{Engine, status};

/// So many moves in a row must look lost before the engine resigns.
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

impl Engine {
    /// Chooses a move of a player, whether or not it is his turn. It fails when it was stopped: what is half thought is no
    /// answer.
    pub(super) fn choose(
        &mut self,
        player: Player,
        wish: Wish,
        control: &mut Control<'_, GoMove>,
    ) -> Result<Choice, String> {
        if wish == Wish::Best && self.wins_by_passing(player) {
            return Ok(Choice::Move(GoMove::PASS));
        }
        let budget = self.budget.or_else(|| self.clock_budget(player)).unwrap_or(self.options.limits.budget);
        let Some(report) = self.think(player, budget, control)? else { return Ok(Choice::Move(GoMove::PASS)) };
        if control.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Err("interrupted".to_owned());
        }
        self.clock.spend(player, report.elapsed);
        match &report.gave_up {
            Some(waxwing::thinking::GaveUp::Resigned) => return Ok(Choice::Resign),
            Some(waxwing::thinking::GaveUp::Failed(reason)) => return Err(reason.clone()),
            None => {}
        }
        if self.is_hopeless(player, &report) {
            return Ok(Choice::Resign);
        }
        let is_early_pass = wish == Wish::CleanUp && report.best == GoMove::PASS && self.has_dead_stones(player);
        let other = report.actions.iter().map(|action| action.action).find(|&action| action != GoMove::PASS);
        Ok(Choice::Move(if is_early_pass { other.unwrap_or(GoMove::PASS) } else { report.best }))
    }

    /// Lets the agent think about a player's move; `None` if the game can have no more moves. Fails if the agent cannot
    /// search.
    pub(super) fn think(
        &mut self,
        player: Player,
        budget: Budget,
        control: &mut Control<'_, GoMove>,
    ) -> Result<Option<Report<GoMove>>, String> {
        let mut position = self.table.state().clone();
        let is_in_turn = position.turn() == Turn::Player(player);
        position.set_turn(player);
        if position.turn() == Turn::Over {
            return Ok(None);
        }
        let seed = Rng::derive(self.options.seed, self.games);
        if !is_in_turn {
            self.agent.start(&position, seed);
            self.is_stale = true;
        } else if std::mem::take(&mut self.is_stale) {
            let (start, moves) = self.table.tail();
            self.agent.start(start, seed);
            moves.for_each(|(at, after)| self.agent.observe(Some(at), after));
        }
        let mut limits = self.options.limits;
        limits.budget = budget;
        self.agent.choose(&position, &limits, control).map(Some).map_err(|error| error.to_string())
    }

    /// The other player has just passed, and to pass as well wins by the score as it stands. (With dead stones taken off it
    /// would be a guess.)
    fn wins_by_passing(&self, player: Player) -> bool {
        let state = self.table.state();
        let own = if player == Player(0) { state.score() } else { -state.score() };
        self.table.last().is_some_and(|(other, at)| other != player && at == GoMove::PASS) && own > 0.0
    }

    fn clock_budget(&self, player: Player) -> Option<Budget> {
        let state = self.table.state();
        let points = usize::from(state.size()).pow(2);
        let taken = usize::from(state.area(Player(0)) + state.area(Player(1)));
        self.clock.time(player, points.saturating_sub(taken).max(points / 4)).map(Budget::Time)
    }

    fn is_hopeless(&mut self, player: Player, report: &Report<GoMove>) -> bool {
        let best = report.actions.iter().find(|action| action.action == report.best);
        let value = best.and_then(|best| best.value);
        let is_low = self.options.resign.zip(value).is_some_and(|(threshold, value)| value < threshold);
        let count = &mut self.hopeless[player.index() % 2];
        *count = if is_low { *count + 1 } else { 0 };
        *count >= HOPELESS
    }

    fn has_dead_stones(&self, player: Player) -> bool {
        let chains = status::chains(self.table.state(), self.options.seed);
        chains.iter().any(|chain| chain.is_dead && chain.player != player)
    }

    /// Chooses a move, makes it, and answers with it.
    pub(super) fn generate(
        &mut self,
        player: Player,
        wish: Wish,
        control: &mut Control<'_, GoMove>,
    ) -> Result<String, String> {
        match self.choose(player, wish, control)? {
            Choice::Resign => Ok("resign".to_owned()),
            Choice::Move(at) => {
                self.make(GoStep::Play(player, at))?;
                Ok(vertex(self.table.state(), at))
            }
        }
    }
}

/// A move as the protocol writes it.
pub(super) fn vertex(state: &Go, at: GoMove) -> String {
    waxwing::Notation::format(state, at)
}
