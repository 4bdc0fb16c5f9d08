//! Lines of Action. Moves are written alike in both programs.
//!
//! OpenSpiel draws a game when a board comes up for the second time, also if it is the other player's turn then;
//! Waxwing, with `repetition=2`, only if it is the same one's. A game that OpenSpiel draws for a board of the other
//! player's turn is followed up to there, without its end. Waxwing draws games after 400 plies, OpenSpiel after 1,000:
//! of a longer one the first 400 are followed, to a draw.

use crate::play::{Decision, Play, win_or_loss};
use crate::transcript::SpielGame;

/// Waxwing's games are over after this many plies.
const MOST_PLIES: usize = 400;

/// OpenSpiel must have drawn the boards.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let decisions = game.states.iter().take(MOST_PLIES).map(|state| {
        let player = state.player.ok_or("there is no chance in Lines of Action")?;
        Decision::renamed(player, state, |action| Ok(action.to_owned()))
    });
    let rewards = match () {
        () if game.states.len() > MOST_PLIES => Some(vec![0.5, 0.5]),
        () if game.returns.iter().all(|&value| value == 0.0) && !ends_with_the_same_turn(game)? => None,
        () => Some(win_or_loss(game)),
    };
    Ok(Play { seeds: vec![game.seed], decisions: decisions.collect::<Result<_, _>>()?, rewards })
}

/// Whether the last board of a game has come up before with the same player to move. Players take turns, so it is the
/// same one after an even number of moves.
fn ends_with_the_same_turn(game: &SpielGame) -> Result<bool, String> {
    let boards: Result<Vec<Vec<u8>>, String> = game.states.iter().map(|state| rows(&state.board)).collect();
    let (mut boards, last) = (boards?, game.states.last().ok_or("a game without a state")?);
    boards.extend(boards.last().map(|board| moved(board, last.action())).transpose()?);
    let end = boards.last();
    Ok(boards.iter().rev().step_by(2).skip(1).any(|board| Some(board) == end))
}

/// The squares of a drawing such as `8.xxxxxx./7o......o/…/ abcdefgh//Current player: x`, from the bottom left.
fn rows(board: &str) -> Result<Vec<u8>, String> {
    let lines: Vec<&str> = board.split('/').collect();
    let squares: Vec<u8> = lines[..lines.len().min(8)].iter().rev().flat_map(|row| row.bytes().skip(1)).collect();
    if squares.len() == 64 {
        Ok(squares)
    } else {
        Err(format!("`{board}` is not a drawing of OpenSpiel's Lines of Action"))
    }
}

/// The squares after a move such as `b1-b3`.
fn moved(board: &[u8], action: &str) -> Result<Vec<u8>, String> {
    let unknown = || format!("`{action}` is not a move of OpenSpiel's Lines of Action");
    let &[from_column, from_row, _, to_column, to_row] = action.as_bytes() else { return Err(unknown()) };
    let square = |column: u8, row: u8| {
        let on_board = (b'a'..=b'h').contains(&column) && (b'1'..=b'8').contains(&row);
        on_board.then(|| usize::from(row - b'1') * 8 + usize::from(column - b'a')).ok_or_else(unknown)
    };
    let (from, to) = (square(from_column, from_row)?, square(to_column, to_row)?);
    let mut after = board.to_vec();
    after[to] = std::mem::replace(&mut after[from], b'.');
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::SpielState;

    const START: &str = "8.xxxxxx./7o......o/6o......o/5o......o/4o......o/3o......o/2o......o/1.xxxxxx./ abcdefgh";

    #[test]
    fn a_move_changes_two_squares_of_the_drawing() {
        let start = rows(START).unwrap();
        let changed = |action: &str| -> Vec<usize> {
            let after = moved(&start, action).unwrap();
            (0..64).filter(|&square| after[square] != start[square]).collect()
        };
        assert_eq!(changed("b1-b3"), [1, 17]);
        assert_eq!(changed("c1xa3"), [2, 16]);
        assert!(moved(&start, "b1b3").is_err() && moved(&start, "b1-b9").is_err() && rows("8.xx").is_err());
    }

    #[test]
    fn a_board_of_the_other_turn_is_told_from_one_of_the_same() {
        let game = |actions: &[&str]| {
            let mut board = rows(START).unwrap();
            let states = actions.iter().map(|&action| {
                let lines: Vec<String> = board.chunks(8).rev().map(|row| format!("-{}", row.escape_ascii())).collect();
                board = moved(&board, action).unwrap();
                SpielState { actions: vec![action.to_owned()], board: lines.join("/"), ..SpielState::default() }
            });
            SpielGame { states: states.collect(), ..SpielGame::default() }
        };
        assert_eq!(ends_with_the_same_turn(&game(&["d1-d3", "a4-c4", "d3-d1", "c4-a4"])), Ok(true));
        // (Three moves of one player are no game; drawings do not know that.)
        assert_eq!(ends_with_the_same_turn(&game(&["d1-d3", "d3-e2", "e2-d1"])), Ok(false));
    }
}
