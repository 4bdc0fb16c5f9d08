//! What the solver knows about a node, and how proofs travel up the tree (MCTS-Solver:
//! Winands and Björnsson 2009, section 3.2; for several players Nijssen and Winands 2010, section 2.3).
//!
//! Proofs are stored without a point of view ("player 0 wins"), so that no sign can be wrong. A node is won for the
//! player who acts in it as soon as one child is; it is proven otherwise only when all children are. It is drawn then if
//! one of them is: a share is more than nothing, and all draws are worth the same. If all are won by one opponent, so is the
//! node; if by several, a [`ProofRule`] decides, and the node may stay open although nothing below it is.
//!
//! What the standard rule proves won is won by force: where the winner acts there is a move that keeps the win, and where
//! others act none of their moves takes it away, even if all of them play together. A draw of more than two players is a
//! weaker thing: it holds if no player who could have a share takes nothing. The other two rules guess at what a
//! player does who has lost anyway, so that their proofs are only as good as the guess, except that a paranoid player who wins
//! wins by force: the guess never favours it.
//!
//! A child that is proven lost is never chosen again while a sibling is not; the iteration that proved it counts as an
//! ordinary loss (the -1 rule). Where all children are lost and the node is open, their records decide as ever.

use crate::game::{MAX_PLAYERS, Player, Reward};
use crate::search::ending::{Rewards, drawn_by, share, won_by};
use crate::thinking::ProofRule;

/// The proven outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing is proven.
    Open,
    /// This player wins, and all others lose.
    Win(Player),
    /// The game is drawn: all players have equal shares.
    Draw,
}

impl Proof {
    /// The bits of a proof where there are this many players. Two bits hold all that two players need.
    pub(crate) fn width(players: usize) -> u32 {
        if players <= 2 { 2 } else { 4 }
    }

    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Proof {
        match bits {
            0 => Proof::Open,
            1 => Proof::Draw,
            winner => Proof::Win(Player((winner - 2) as u8)),
        }
    }

    #[inline]
    pub(crate) fn bits(self) -> u32 {
        match self {
            Proof::Open => 0,
            Proof::Draw => 1,
            Proof::Win(player) => u32::from(player.0) + 2,
        }
    }

    /// What the end of a game proves: nothing if some share the win, or if the shares of a draw are not what they should be.
    pub(crate) fn of(rewards: &[Reward]) -> Proof {
        let has = |reward: Reward| rewards.iter().filter(|&&given| given == reward).count();
        match rewards.iter().position(|&reward| reward == Reward::WIN) {
            Some(winner) if has(Reward::LOSS) == rewards.len() - 1 => Proof::Win(Player(winner as u8)),
            None if has(share(rewards.len())) == rewards.len() => Proof::Draw,
            _ => Proof::Open,
        }
    }

    /// The rewards of a proven game of this many players.
    pub(crate) fn rewards(self, players: usize) -> Rewards {
        match self {
            Proof::Win(player) => won_by(player),
            Proof::Draw => drawn_by(players),
            Proof::Open => [Reward::LOSS; MAX_PLAYERS],
        }
    }

    /// Whether another player is proven to win.
    #[inline]
    pub(crate) fn is_lost_for(self, player: Player) -> bool {
        matches!(self, Proof::Win(winner) if winner != player)
    }
}

/// Concludes from children to parents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofJudge {
    pub rule: ProofRule,
    pub players: usize,
    /// The player who acts in the root.
    pub searcher: Player,
}

impl ProofJudge {
    /// What the children of a node prove about it. `actor` chooses there; `None` is chance, which proves only what
    /// all its outcomes agree on.
    pub fn of_children(&self, actor: Option<Player>, mut children: impl Iterator<Item = Proof>) -> Proof {
        let Some(actor) = actor else {
            let first = children.next().unwrap_or(Proof::Open);
            return if children.all(|proof| proof == first) { first } else { Proof::Open };
        };
        let (mut open, mut drawn, mut winners) = (false, false, 0);
        for proof in children {
            match proof {
                Proof::Win(winner) if winner == actor => return proof,
                Proof::Win(winner) => winners |= bit(winner),
                Proof::Draw => drawn = true,
                Proof::Open => open = true,
            }
        }
        match (open, drawn) {
            (true, _) => Proof::Open,
            (false, true) => Proof::Draw,
            (false, false) => self.among(actor, winners),
        }
    }

    /// Who wins if a player can only choose between these opponents, a bit for each.
    fn among(&self, loser: Player, winners: u32) -> Proof {
        match self.rule {
            _ if winners.count_ones() <= 1 => only(winners),
            ProofRule::Standard => Proof::Open,
            ProofRule::Paranoid => only(winners & !bit(self.searcher)),
            ProofRule::FirstWinner => {
                let mut behind = (1..self.players).map(|step| Player(((loser.index() + step) % self.players) as u8));
                behind.find(|&player| winners & bit(player) != 0).map_or(Proof::Open, Proof::Win)
            }
        }
    }
}

fn bit(player: Player) -> u32 {
    1 << player.0
}

/// The winner if there is exactly one.
fn only(winners: u32) -> Proof {
    if winners.count_ones() == 1 { Proof::Win(Player(winners.trailing_zeros() as u8)) } else { Proof::Open }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [ProofRule; 3] = [ProofRule::Standard, ProofRule::Paranoid, ProofRule::FirstWinner];

    fn win(player: u8) -> Proof {
        Proof::Win(Player(player))
    }

    /// What the children of a node where a player acts prove by each of the rules, if player 0 searches.
    fn by_all_rules(players: usize, actor: u8, children: &[Proof]) -> [Proof; 3] {
        RULES.map(|rule| {
            let judge = ProofJudge { rule, players, searcher: Player(0) };
            judge.of_children(Some(Player(actor)), children.iter().copied())
        })
    }

    #[test]
    fn a_node_with_an_open_child_is_never_lost() {
        for players in [2, 3] {
            assert_eq!(by_all_rules(players, 0, &[win(1), Proof::Open, win(1)]), [Proof::Open; 3]);
            assert_eq!(by_all_rules(players, 0, &[win(1), Proof::Open, win(0)]), [win(0); 3]);
            assert_eq!(by_all_rules(players, 0, &[win(1), win(1)]), [win(1); 3]);
            assert_eq!(by_all_rules(players, 0, &[win(1), Proof::Draw]), [Proof::Draw; 3]);
            assert_eq!(by_all_rules(players, 1, &[win(1), Proof::Open]), [win(1); 3]);
        }
    }

    #[test]
    fn a_share_is_more_than_a_loss_to_any_opponent() {
        assert_eq!(by_all_rules(3, 2, &[win(0), Proof::Draw, win(1)]), [Proof::Draw; 3]);
        assert_eq!(by_all_rules(3, 2, &[win(0), Proof::Draw, Proof::Open]), [Proof::Open; 3]);
        assert_eq!(by_all_rules(3, 2, &[Proof::Draw, Proof::Draw]), [Proof::Draw; 3]);
        assert_eq!(by_all_rules(3, 2, &[Proof::Draw, win(2)]), [win(2); 3]);
    }

    #[test]
    fn the_tree_of_figure_2() {
        // The paper's player 1 searches and acts in B and D, player 3 in A. Nothing is known of F.
        let b = by_all_rules(3, 0, &[win(0), Proof::Open]);
        assert_eq!(b, [win(0); 3]);
        let d = by_all_rules(3, 0, &[win(1), win(1), win(1)]);
        assert_eq!(d, [win(1); 3]);
        assert_eq!(by_all_rules(3, 2, &[b[0], d[0]]), [Proof::Open, win(1), win(0)]);
    }

    #[test]
    fn paranoid_opponents_agree_only_on_who_must_not_win() {
        assert_eq!(by_all_rules(4, 1, &[win(0), win(2), win(3)]), [Proof::Open, Proof::Open, win(2)]);
        assert_eq!(by_all_rules(4, 0, &[win(3), win(2)]), [Proof::Open, Proof::Open, win(2)]);
        assert_eq!(by_all_rules(4, 3, &[win(0), win(0)]), [win(0); 3]);
        assert_eq!(by_all_rules(8, 6, &[win(5), win(0)]), [Proof::Open, win(5), win(0)]);
        assert_eq!(by_all_rules(8, 6, &[win(5), win(7)]), [Proof::Open, Proof::Open, win(7)]);
    }

    #[test]
    fn with_two_players_the_rules_are_the_same() {
        let any = [Proof::Open, win(0), win(1), Proof::Draw];
        for (first, second) in any.iter().flat_map(|&first| any.map(|second| (first, second))) {
            for actor in 0..2 {
                let [standard, others @ ..] = by_all_rules(2, actor, &[first, second]);
                assert_eq!(others, [standard; 2]);
            }
        }
    }

    #[test]
    fn chance_proves_only_what_all_outcomes_agree_on() {
        for rule in RULES {
            let judge = ProofJudge { rule, players: 3, searcher: Player(0) };
            let of = |children: &[Proof]| judge.of_children(None, children.iter().copied());
            assert_eq!(of(&[win(0), win(0)]), win(0));
            assert_eq!(of(&[win(1)]), win(1));
            assert_eq!(of(&[win(0), Proof::Draw]), Proof::Open);
            assert_eq!(of(&[win(2), win(1)]), Proof::Open);
            assert_eq!(of(&[win(2), win(2), win(1)]), Proof::Open);
            assert_eq!(of(&[Proof::Open, win(0)]), Proof::Open);
        }
    }

    #[test]
    fn bits_round_trip_and_fit_their_width() {
        for players in 1..=MAX_PLAYERS {
            let wins = (0..players).map(|player| win(player as u8));
            for proof in wins.chain([Proof::Open, Proof::Draw]) {
                assert_eq!(Proof::from_bits(proof.bits()), proof);
                assert!(proof.bits() >> Proof::width(players) == 0);
            }
        }
    }

    #[test]
    fn an_end_proves_one_winner_or_equal_shares_and_nothing_else() {
        let third = Reward::new(1.0 / 3.0);
        assert_eq!(Proof::of(&[Reward::LOSS, Reward::LOSS, Reward::WIN]), win(2));
        assert_eq!(Proof::of(&[third; 3]), Proof::Draw);
        assert_eq!(Proof::of(&[Reward::DRAW; 2]), Proof::Draw);
        for odd in [[Reward::DRAW, Reward::DRAW, Reward::LOSS], [Reward::DRAW; 3], [Reward::LOSS; 3], [Reward::WIN; 3]]
        {
            assert_eq!(Proof::of(&odd), Proof::Open);
        }
        for players in 2..=MAX_PLAYERS {
            for proof in [Proof::Draw, win(0), win(players as u8 - 1)] {
                assert_eq!(Proof::of(&proof.rewards(players)[..players]), proof);
            }
        }
    }
}
