//! Go. OpenSpiel writes the colour before the point, such as `B d4`.
//!
//! It forbids to take back a ko at once, and ends a game without a winner when any other position comes up again; Waxwing,
//! with `ko=simple`, goes on. Such a game is followed up to there, without its end.

use crate::play::{Decision, Play, win_or_loss};
use crate::transcript::SpielGame;

/// The komi must be such that no game is drawn by the count.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let decisions = game.states.iter().map(|state| {
        let player = state.player.ok_or("there is no chance in Go")?;
        Decision::renamed(player, state, |action| rename(player, action))
    });
    let repeated = game.returns.iter().all(|&value| value == 0.0);
    Ok(Play {
        seeds: vec![game.seed],
        decisions: decisions.collect::<Result<_, _>>()?,
        rewards: (!repeated).then(|| win_or_loss(game)),
    })
}

fn rename(player: u8, action: &str) -> Result<String, String> {
    let colour = ["B ", "W "][usize::from(player % 2)];
    match action.strip_prefix(colour) {
        Some("PASS") => Ok("pass".to_owned()),
        Some(point) if !point.is_empty() => Ok(point.to_uppercase()),
        _ => Err(format!("`{action}` is not a move of OpenSpiel's player {player} in Go")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_its_point_without_the_colour() {
        assert_eq!(rename(0, "B d4"), Ok("D4".to_owned()));
        assert_eq!(rename(1, "W t19"), Ok("T19".to_owned()));
        assert_eq!(rename(1, "W PASS"), Ok("pass".to_owned()));
        for (player, action) in [(0, "W d4"), (1, "d4"), (0, "B "), (0, "")] {
            assert!(rename(player, action).is_err(), "{player} {action}");
        }
    }

    #[test]
    fn a_game_that_ends_by_repetition_has_no_rewards() {
        let game = |returns: [f64; 2]| SpielGame { returns: returns.to_vec(), ..SpielGame::default() };
        let rewards = |returns| translate(&[game(returns)]).unwrap()[0].rewards.clone();
        assert_eq!(rewards([0.0, 0.0]), None);
        assert_eq!(rewards([1.0, -1.0]), Some(vec![1.0, 0.0]));
    }
}
