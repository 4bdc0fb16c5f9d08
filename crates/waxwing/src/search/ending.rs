//! How a playout ends: with the game, or earlier, by an evaluation.
//!
//! ```text
//! fet     after x plies                          reward (1 + v)/2, v the evaluation scaled to [-1, 1]
//! det     at plies e, 2e, 3e, …                  a win if v > x, a loss if v < -x, otherwise it goes on
//! cutoff  at plies f, f + e, f + 2e, …           the same with a bound
//! ```
//!
//! `fet` and `det` are those of Lanctot et al. 2014, section 4 (whose draft calls `fet` `pd`), `cutoff` is the Evaluation Cut-Off
//! of Winands and Björnsson 2009, section 4.1. The bounds of the last two are in the evaluation's own units, and v is
//! that of the player who acts first in the playout; the inequalities are strict.
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
    /// After a fixed number of plies.
    Fixed { plies: u32, evaluation: Evaluation<G> },
    /// When a player is ahead by more than the bound: looked at first after `first` plies, then after every `every`.
    /// For two players.
    Bounded { bound: f32, first: u32, every: u32, evaluation: Evaluation<G> },
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
            Ending::Fixed { plies, .. } => plies,
            Ending::Bounded { first, .. } => first,
        };
        PlayoutProgress { plies: 0, next, first: Player(0) }
    }

    /// Evaluates a state where that is due and the game is not over: what the players get if the playout ends there.
    #[inline]
    pub fn look(&self, state: &G, progress: &mut PlayoutProgress) -> Option<Rewards> {
        match self {
            Ending::Game => None,
            Ending::Fixed { evaluation, .. } => Some(evaluated(state, evaluation)),
            Ending::Bounded { bound, every, evaluation, .. } => {
                progress.next += every;
                let value = evaluation.evaluate(state, progress.first);
                let other = Player(1 - progress.first.0);
                match value {
                    _ if value > *bound => Some(won_by(progress.first)),
                    _ if value < -bound => Some(won_by(other)),
                    _ => None,
                }
            }
        }
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
