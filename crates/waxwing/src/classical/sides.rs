//! Who is on whose side: what turns a search for two into one for many.
//!
//! With two players each is against the other, and a score is that of the player to move. Paranoid search takes all
//! others for one player, whose scores are the opposites of those of the player who searches. So does best-reply
//! search, where one of them moves and the others pass.

use super::plan::Method;
use super::score::Finding;
use crate::Rng;
use crate::game::{Game, Player};

/// The sides as the player who searches sees them.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    /// Who searches.
    pub root: Player,
    /// Whether that player is alone against the others; with two players each is alone, and nothing need be known of
    /// the root.
    is_alone: bool,
    /// Whether one of the others replies to each move of the root player, whoever's turn it is.
    pub one_replies: bool,
    /// What tells the hashes of positions apart that mean something else when another player searches.
    salt: u64,
}

impl Sides {
    pub fn new(method: Method, root: Player, players: usize) -> Sides {
        Sides {
            root,
            is_alone: matches!(method, Method::Paranoid | Method::BestReply),
            one_replies: method == Method::BestReply && players > 2,
            salt: if method == Method::Duel { 0 } else { Rng::derive(0, root.0.into()) },
        }
    }

    /// Whether what is good for one player is good for the other.
    #[inline]
    pub fn same(&self, one: Player, other: Player) -> bool {
        one == other || (self.is_alone && one != self.root && other != self.root)
    }

    /// Whose value is asked for to know a player's, and whether the player's value is the same or the opposite.
    #[inline]
    pub fn judge(&self, player: Player) -> (Player, bool) {
        if self.is_alone { (self.root, player == self.root) } else { (player, true) }
    }

    /// What the end of a game after `ply` plies is worth for a player.
    #[inline]
    pub fn end<G: Game>(&self, state: &G, player: Player, ply: usize) -> Option<Finding> {
        let (judged, same) = self.judge(player);
        Finding::of_end(state.reward(judged), ply).map(|found| found.seen_by(same))
    }

    /// By what the table knows a position.
    #[inline]
    pub fn key<G: Game>(&self, state: &G) -> Option<u64> {
        state.position_hash().map(|hash| hash ^ self.salt)
    }
}
