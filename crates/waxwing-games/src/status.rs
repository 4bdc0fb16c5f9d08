//! The state of a game of two or more players that one of them wins, or none.

use waxwing::{Player, Reward};

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum GameStatus {
    Open,
    Drawn,
    Won(Player),
}

impl GameStatus {
    /// What a player gets: everything, nothing, or an equal share among `players` players.
    pub(crate) fn reward(self, player: Player, players: u8) -> Reward {
        match self {
            GameStatus::Won(winner) if winner == player => Reward::WIN,
            GameStatus::Won(_) => Reward::LOSS,
            GameStatus::Drawn | GameStatus::Open => Reward::new(1.0 / f64::from(players)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_gets_all_and_a_draw_is_shared() {
        let won = GameStatus::Won(Player(1));
        assert_eq!([0, 1, 2].map(|player| won.reward(Player(player), 3)), [Reward::LOSS, Reward::WIN, Reward::LOSS]);
        assert_eq!(GameStatus::Drawn.reward(Player(0), 2), Reward::DRAW);
        assert_eq!(GameStatus::Drawn.reward(Player(3), 4), Reward::new(0.25));
    }
}
