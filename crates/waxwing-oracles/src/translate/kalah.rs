//! Kalah, which OpenSpiel calls mancala. It numbers the pits round the board: the second player's store is 0, the first
//! one's houses are 1 to 6 and the first one's store is 7, the second one's houses 8 to 13. In Waxwing each player
//! counts its own.

use crate::play::{Decision, Play, win_or_loss};
use crate::transcript::SpielGame;

const HOUSES: u8 = 6;
/// The pit before each player's first house.
const STORES_BEFORE: [u8; 2] = [0, HOUSES + 1];

/// Both programs ask the same player for the same houses, extra moves included.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let decisions = game.states.iter().map(|state| {
        let player = state.player.ok_or("there is no chance in Kalah")?;
        Decision::renamed(player, state, |action| rename(player, action))
    });
    Ok(Play {
        seeds: vec![game.seed],
        decisions: decisions.collect::<Result<_, _>>()?,
        rewards: Some(win_or_loss(game)),
    })
}

fn rename(player: u8, action: &str) -> Result<String, String> {
    let house = action.parse().ok().and_then(|pit: u8| pit.checked_sub(STORES_BEFORE[usize::from(player)]));
    let house = house.filter(|house| (1..=HOUSES).contains(house));
    house
        .map(|house| house.to_string())
        .ok_or_else(|| format!("`{action}` is not a house of OpenSpiel's player {player}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_counts_his_own_houses() {
        let first = ["1", "6"].map(|pit| rename(0, pit).unwrap());
        let second = ["8", "13"].map(|pit| rename(1, pit).unwrap());
        assert_eq!([first, second], [["1", "6"], ["1", "6"]]);
        for (player, pit) in [(0, "0"), (0, "7"), (0, "8"), (1, "7"), (1, "14"), (1, "1"), (0, "x")] {
            assert!(rename(player, pit).is_err(), "{player} {pit}");
        }
    }
}
