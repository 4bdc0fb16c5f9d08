//! Checkers. In OpenSpiel White begins, from the bottom, and squares have a letter and a digit: `c3d4`, and `c3e5` for a
//! jump. In Waxwing Black begins, from the top, and the dark squares are numbered: the board is turned by half.
//!
//! OpenSpiel draws a game after forty plies without a capture and knows no repetition; with `draw=captures` and
//! `repetition=none` so does Waxwing. Otherwise it draws after eighty plies without a capture or a man's move, and when a
//! position comes for the third time. There a game that OpenSpiel draws is followed up to the draw, without its end; and a
//! game ends where a position comes for the third time by OpenSpiel's own drawings.

use std::collections::HashMap;

use crate::play::{Decision, Play, win_or_loss};
use crate::transcript::{SpielGame, SpielState};

/// For Waxwing's game with OpenSpiel's draws.
pub fn translate_with_draws(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    let translate = |game: &SpielGame| {
        let decisions: Result<_, _> = game.states.iter().map(translate_state).collect();
        Ok(Play { seeds: vec![game.seed], decisions: decisions?, rewards: Some(win_or_loss(game)) })
    };
    games.iter().map(translate).collect()
}

/// For Waxwing's game with its own draws. OpenSpiel must have drawn the boards.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let mut seen: HashMap<(&str, Option<u8>), u32> = HashMap::new();
    let is_draw = game.returns.iter().all(|&value| value == 0.0);
    let rewards = (!is_draw).then(|| win_or_loss(game));
    let mut play = Play { seeds: vec![game.seed], decisions: Vec::with_capacity(game.states.len()), rewards };
    for state in &game.states {
        let times = seen.entry((&state.board, state.player)).or_default();
        *times += 1;
        if *times == 3 {
            play.rewards = Some(vec![0.5, 0.5]);
            break;
        }
        play.decisions.push(translate_state(state)?);
    }
    Ok(play)
}

fn translate_state(state: &SpielState) -> Result<Decision, String> {
    let player = state.player.ok_or("there is no chance in Checkers")?;
    Decision::renamed(player, state, rename)
}

fn rename(action: &str) -> Result<String, String> {
    let unknown = || format!("`{action}` is not a move of OpenSpiel's Checkers");
    let [from_column, from_row, to_column, to_row] = *action.as_bytes() else { return Err(unknown()) };
    let from = number(from_column, from_row).ok_or_else(unknown)?;
    let to = number(to_column, to_row).ok_or_else(unknown)?;
    let sign = if from_row.abs_diff(to_row) == 2 { 'x' } else { '-' };
    Ok(format!("{from}{sign}{to}"))
}

/// The number of a dark square, after the board has been turned by half.
fn number(column: u8, row: u8) -> Option<u8> {
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'1')?);
    let is_dark = column < 8 && row < 8 && (column + row).is_multiple_of(2);
    is_dark.then(|| 4 * row + (7 - column) / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_player_has_the_squares_1_to_12() {
        for (theirs, ours) in [
            ("g1h2", "1-5"),
            ("a1b2", "4-8"),
            ("a3b4", "12-16"),
            ("c3e5", "11x18"),
            ("b8a7", "32-28"),
            ("h8f6", "29x22"),
        ] {
            assert_eq!(rename(theirs).unwrap(), ours, "{theirs}");
        }
        for unknown in ["a2b3", "i1h2", "a0b1", "a1", ""] {
            assert!(rename(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn a_game_ends_where_a_position_comes_for_the_third_time() {
        let state = |player, action: &str, board: &str| SpielState {
            player: Some(player),
            actions: vec![action.to_owned()],
            board: board.to_owned(),
            ..SpielState::default()
        };
        let round = [state(0, "a1b2", "A"), state(1, "h8g7", "B"), state(0, "b2a1", "C"), state(1, "g7h8", "A")];
        let states: Vec<SpielState> = round.iter().cycle().take(12).cloned().collect();
        let game = SpielGame { seed: 1, states, returns: vec![0.0, 0.0] };
        let play = &translate(std::slice::from_ref(&game)).unwrap()[0];
        assert_eq!((play.decisions.len(), play.rewards.clone()), (8, Some(vec![0.5, 0.5])));
        let short = SpielGame { states: game.states[..8].to_vec(), ..game };
        assert_eq!(translate(&[short]).unwrap()[0].rewards, None);
    }
}
