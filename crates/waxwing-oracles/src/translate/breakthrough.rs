//! Breakthrough. In OpenSpiel Black begins, from the top, and a capture is marked by a star: `b7a6*`; in Waxwing White
//! begins, from the bottom: the board is turned upside down, and that is all.

use crate::play::{Decision, Play, win_or_loss};
use crate::transcript::SpielGame;

/// For a board of this many rows.
pub fn translate<const ROWS: u8>(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(|game| translate_game(ROWS, game)).collect()
}

fn translate_game(rows: u8, game: &SpielGame) -> Result<Play, String> {
    let decisions = game.states.iter().map(|state| {
        let player = state.player.ok_or("there is no chance in Breakthrough")?;
        Decision::renamed(player, state, |action| rename(rows, action))
    });
    Ok(Play {
        seeds: vec![game.seed],
        decisions: decisions.collect::<Result<_, _>>()?,
        rewards: Some(win_or_loss(game)),
    })
}

fn rename(rows: u8, action: &str) -> Result<String, String> {
    let turned = |row: u8| char::from(b'0' + b'1' + rows - row);
    let (squares, sign) = action.strip_suffix('*').map_or((action, ""), |squares| (squares, "x"));
    match *squares.as_bytes() {
        [from, from_row, to, to_row] if [from_row, to_row].iter().all(|row| (b'1'..b'1' + rows).contains(row)) => {
            let [from, to] = [from, to].map(char::from);
            Ok(format!("{from}{}{sign}{to}{}", turned(from_row), turned(to_row)))
        }
        _ => Err(format!("`{action}` is not a move of OpenSpiel's Breakthrough")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_turned_upside_down_and_captures_get_their_cross() {
        assert_eq!(rename(8, "a7b6").unwrap(), "a2b3");
        assert_eq!(rename(8, "h1g2*").unwrap(), "h8xg7");
        assert_eq!(rename(5, "c4c3").unwrap(), "c2c3");
        assert!(rename(5, "c6c5").is_err());
    }
}
