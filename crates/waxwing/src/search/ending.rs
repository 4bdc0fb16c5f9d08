//! How a playout ends: with the game, or earlier, by an evaluation.
//!
//! ```text
//! fet     after x plies                          reward (1 + v)/2, v the evaluation scaled to [-1, 1]
//! det     at plies e, 2e, 3e, …                  a win if v > x, a loss if v < -x, otherwise it goes on
//! cutoff  at plies f, f + e, f + 2e, …           the same with a bound
//! ```
//!
//! `fet` may be given together with one of the other two, which looks until then; at a ply that is both's, the bound comes
//! first.
//!
//! `fet` and `det` are those of Lanctot et al. 2014, section 4 (whose draft calls `fet` `pd`), `cutoff` is the Evaluation Cut-Off
//! of Winands and Björnsson 2009, section 4.1. The bounds of the last two are in the evaluation's own units, and v is
//! that of the player who acts first in the playout; the inequalities are strict.
//!
//! ```text
//! margin  at the end of the game                 reward (1-w)·r + w·(1 + v)/2, v the evaluation as if the game went on
//! ```
//!
//! Where a game is decided, all actions win or all lose, and only what `margin` adds tells them apart. What is proven, and what
//! ends early, is worth what it is without it.
//!
//! Plies are decisions of players: a roll of dice is none. With `fet(0)` no move of a playout is made. Where the game is over
//! before, its own rewards count. With hidden information a playout begins where all players' trees are left, and what is
//! evaluated is the determinization.

use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::knowledge::Evaluation;

/// What each player gets.
pub(crate) type Rewards = [Reward; MAX_PLAYERS];

/// When a playout ends.
pub(crate) enum Ending<G: Game> {
    /// With the game.
    Game,
    Fixed(Fixed<G>),
    Bounded(Bounded<G>),
    /// By a bound, or else after a fixed number of plies.
    Both(Bounded<G>, Fixed<G>),
}

/// By how much a game is won or lost counts, too. For two players.
pub(crate) struct Margin<G: Game> {
    /// The share of the evaluation.
    pub share: f64,
    pub evaluation: Evaluation<G>,
}

impl<G: Game> Margin<G> {
    /// What the players get in the end.
    #[cold]
    pub fn rewards(&self, state: &G) -> Rewards {
        let value = self.evaluation.scale(self.evaluation.evaluate_ended(state, Player(0)));
        let won = (1.0 - self.share) * state.reward(Player(0)).value();
        let mut rewards = [Reward::LOSS; MAX_PLAYERS];
        rewards[0] = Reward::new(won + self.share * (f64::from(value) + 1.0) / 2.0);
        rewards[1] = rewards[0].opposite();
        rewards
    }
}

/// A playout ends after a fixed number of plies.
pub(crate) struct Fixed<G: Game> {
    pub plies: u32,
    pub evaluation: Evaluation<G>,
}

/// A playout ends when a player is ahead by more than the bound: looked at first after `first` plies, then after every
/// `every`. For two players.
pub(crate) struct Bounded<G: Game> {
    pub bound: f32,
    pub first: u32,
    pub every: u32,
    pub evaluation: Evaluation<G>,
}

impl<G: Game> Bounded<G> {
    /// Whether it looks after this many plies.
    fn is_due(&self, plies: u32) -> bool {
        plies >= self.first && (plies - self.first).is_multiple_of(self.every)
    }

    /// What the players get if the one who acted first is ahead or behind by more than the bound.
    #[inline]
    fn look(&self, state: &G, first: Player) -> Option<Rewards> {
        let value = self.evaluation.evaluate(state, first);
        match value {
            _ if value > self.bound => Some(won_by(first)),
            _ if value < -self.bound => Some(won_by(Player(1 - first.0))),
            _ => None,
        }
    }
}

/// How far a playout has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlayoutProgress {
    pub plies: u32,
    /// The plies after which the state is evaluated next.
    next: u32,
    /// Who acted first.
    first: Player,
}

impl PlayoutProgress {
    #[inline]
    pub fn is_due(&self) -> bool {
        self.plies == self.next
    }

    /// Counts a decision that this player is about to make.
    #[inline]
    pub fn count(&mut self, player: Player) {
        if self.plies == 0 {
            self.first = player;
        }
        self.plies += 1;
    }
}

impl<G: Game> Ending<G> {
    /// A playout that begins.
    #[inline]
    pub fn begin(&self) -> PlayoutProgress {
        let next = match *self {
            Ending::Game => u32::MAX,
            Ending::Fixed(Fixed { plies, .. }) => plies,
            Ending::Bounded(Bounded { first, .. }) => first,
            Ending::Both(Bounded { first, .. }, Fixed { plies, .. }) => first.min(plies),
        };
        PlayoutProgress { plies: 0, next, first: Player(0) }
    }

    /// Evaluates a state where that is due and the game is not over: what the players get if the playout ends there.
    #[inline]
    pub fn look(&self, state: &G, progress: &mut PlayoutProgress) -> Option<Rewards> {
        match self {
            Ending::Game => None,
            Ending::Fixed(fixed) => Some(evaluated(state, &fixed.evaluation)),
            Ending::Bounded(bounded) => {
                progress.next += bounded.every;
                bounded.look(state, progress.first)
            }
            Ending::Both(bounded, fixed) => Ending::look_twice(bounded, fixed, state, progress),
        }
    }

    /// The bound where it is due, then the number of plies.
    fn look_twice(
        bounded: &Bounded<G>,
        fixed: &Fixed<G>,
        state: &G,
        progress: &mut PlayoutProgress,
    ) -> Option<Rewards> {
        let plies = progress.plies;
        let is_bounded = bounded.is_due(plies);
        progress.next = fixed.plies.min(plies.saturating_add(bounded.every));
        let won = if is_bounded { bounded.look(state, progress.first) } else { None };
        won.or_else(|| (plies == fixed.plies).then(|| evaluated(state, &fixed.evaluation)))
    }
}

/// One player wins, all others lose.
pub(crate) fn won_by(player: Player) -> Rewards {
    let mut rewards = [Reward::LOSS; MAX_PLAYERS];
    rewards[player.index()] = Reward::WIN;
    rewards
}

/// What each of this many players has of a drawn game.
pub(crate) fn share(players: usize) -> Reward {
    Reward::new(1.0 / players as f64)
}

/// All of this many players have equal shares.
pub(crate) fn drawn_by(players: usize) -> Rewards {
    let mut rewards = [Reward::LOSS; MAX_PLAYERS];
    rewards[..players].fill(share(players));
    rewards
}

/// The rewards that an evaluation promises: of two players the second gets what the first does not, more players each
/// get theirs by their own evaluation.
fn evaluated<G: Game>(state: &G, evaluation: &Evaluation<G>) -> Rewards {
    let reward = |player: usize| Reward::new((f64::from(evaluation.scaled(state, Player(player as u8))) + 1.0) / 2.0);
    let mut rewards = [Reward::LOSS; MAX_PLAYERS];
    match state.players() {
        2 => {
            rewards[0] = reward(0);
            rewards[1] = rewards[0].opposite();
        }
        players => (0..players).for_each(|player| rewards[player] = reward(player)),
    }
    rewards
}
