//! What the solver knows about a node, and how proofs travel up the tree (MCTS-Solver, checklist 001-10).
//!
//! Proofs are stored without a point of view ("player 0 wins"), so that no sign can be wrong. A node is won for the
//! player who acts in it as soon as one child is; it is proven otherwise only when all children are proven, and is then
//! worth the best of them. A child that is proven lost is never chosen again while its siblings are open; the iteration
//! that proved it counts as an ordinary loss (the -1 rule).

use crate::game::{MAX_PLAYERS, Player, Reward};

/// The proven outcome of a two-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing is proven.
    Open,
    /// This player wins.
    Win(Player),
    /// The game is drawn.
    Draw,
}

impl Proof {
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Proof {
        match bits {
            0 => Proof::Open,
            1 => Proof::Win(Player(0)),
            2 => Proof::Win(Player(1)),
            _ => Proof::Draw,
        }
    }

    #[inline]
    pub(crate) fn bits(self) -> u32 {
        match self {
            Proof::Open => 0,
            Proof::Win(player) => u32::from(player.0) + 1,
            Proof::Draw => 3,
        }
    }

    /// What a finished game proves.
    pub(crate) fn of(rewards: &[Reward; MAX_PLAYERS]) -> Proof {
        match (rewards[0], rewards[1]) {
            (Reward::WIN, Reward::LOSS) => Proof::Win(Player(0)),
            (Reward::LOSS, Reward::WIN) => Proof::Win(Player(1)),
            (Reward::DRAW, Reward::DRAW) => Proof::Draw,
            _ => Proof::Open,
        }
    }

    /// The rewards of a proven game.
    pub(crate) fn rewards(self) -> [Reward; MAX_PLAYERS] {
        let mut rewards = [Reward::LOSS; MAX_PLAYERS];
        match self {
            Proof::Win(player) => rewards[player.index()] = Reward::WIN,
            Proof::Draw => rewards[..2].fill(Reward::DRAW),
            Proof::Open => {}
        }
        rewards
    }

    /// Whether the other player is proven to win.
    #[inline]
    pub(crate) fn is_lost_for(self, player: Player) -> bool {
        matches!(self, Proof::Win(winner) if winner != player)
    }

    /// What the children of a node prove about it. `actor` chooses there; `None` is chance, which proves only what
    /// all its outcomes agree on.
    pub(crate) fn of_children(actor: Option<Player>, mut children: impl Iterator<Item = Proof>) -> Proof {
        let Some(actor) = actor else {
            let first = children.next().unwrap_or(Proof::Open);
            return if children.all(|proof| proof == first) { first } else { Proof::Open };
        };
        let mut open = false;
        let mut best = None;
        for proof in children {
            match proof {
                Proof::Win(winner) if winner == actor => return proof,
                Proof::Open => open = true,
                Proof::Draw => best = Some(Proof::Draw),
                Proof::Win(_) => best = best.or(Some(proof)),
            }
        }
        if open { Proof::Open } else { best.unwrap_or(Proof::Open) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Proof = Proof::Win(Player(0));
    const SECOND: Proof = Proof::Win(Player(1));

    #[test]
    fn a_node_with_an_open_child_is_never_lost() {
        let me = Some(Player(0));
        assert_eq!(Proof::of_children(me, [SECOND, Proof::Open, SECOND].into_iter()), Proof::Open);
        assert_eq!(Proof::of_children(me, [SECOND, Proof::Open, FIRST].into_iter()), FIRST);
        assert_eq!(Proof::of_children(me, [SECOND, SECOND].into_iter()), SECOND);
        assert_eq!(Proof::of_children(me, [SECOND, Proof::Draw].into_iter()), Proof::Draw);
        assert_eq!(Proof::of_children(Some(Player(1)), [SECOND, Proof::Open].into_iter()), SECOND);
    }

    #[test]
    fn chance_proves_only_what_all_outcomes_agree_on() {
        assert_eq!(Proof::of_children(None, [FIRST, FIRST].into_iter()), FIRST);
        assert_eq!(Proof::of_children(None, [FIRST, Proof::Draw].into_iter()), Proof::Open);
        assert_eq!(Proof::of_children(None, [Proof::Open, FIRST].into_iter()), Proof::Open);
    }

    #[test]
    fn bits_round_trip() {
        for proof in [Proof::Open, FIRST, SECOND, Proof::Draw] {
            assert_eq!(Proof::from_bits(proof.bits()), proof);
        }
    }
}
