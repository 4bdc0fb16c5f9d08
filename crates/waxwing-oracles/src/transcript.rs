//! What OpenSpiel has played: the lines that `open_spiel/games.py` prints, read game by game.

use std::io::BufRead;

/// One game, as OpenSpiel tells it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpielGame {
    /// The seed it was played with.
    pub seed: u64,
    /// Its states in order, without the last one.
    pub states: Vec<SpielState>,
    /// What each player got at the end.
    pub returns: Vec<f64>,
}

/// A state that is not the end of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpielState {
    /// Who acts; `None` for chance.
    pub player: Option<u8>,
    /// What can be done, in OpenSpiel's words.
    pub actions: Vec<String>,
    /// The probabilities of the actions, if they are chance's.
    pub probabilities: Vec<f64>,
    /// Which of the actions was taken.
    pub chosen: usize,
    /// OpenSpiel's drawing on one line, if it was asked for.
    pub board: String,
}

impl SpielState {
    /// The action that was taken.
    pub fn action(&self) -> &str {
        &self.actions[self.chosen]
    }
}

/// Why a transcript cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The line says something that is not in the format.
    #[error("OpenSpiel's transcript has an unexpected line: {0:?}")]
    Line(String),
    /// The transcript ends before its game does.
    #[error("OpenSpiel's transcript ends within a game")]
    Unfinished,
    /// The transcript cannot be read at all.
    #[error("OpenSpiel's transcript cannot be read: {0}")]
    Read(#[from] std::io::Error),
}

/// The next game of a transcript, or `None` at its end.
pub fn next_game(lines: &mut impl BufRead) -> Result<Option<SpielGame>, TranscriptError> {
    let mut game: Option<SpielGame> = None;
    let (mut line, mut board) = (String::new(), String::new());
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            return if game.is_none() { Ok(None) } else { Err(TranscriptError::Unfinished) };
        }
        let bad = || TranscriptError::Line(line.clone());
        let (kind, rest) = line.trim_end_matches(['\n', '\r']).split_once('\t').ok_or_else(bad)?;
        match (kind, &mut game) {
            ("game", None) => {
                game = Some(SpielGame { seed: rest.parse().map_err(|_| bad())?, ..SpielGame::default() });
            }
            ("board", Some(_)) => rest.clone_into(&mut board),
            ("over", Some(game)) => {
                let returns: Result<_, _> = rest.split('\t').map(str::parse).collect();
                game.returns = returns.map_err(|_| bad())?;
                return Ok(Some(std::mem::take(game)));
            }
            (actor, Some(game)) => {
                let mut state = read_state(actor, rest).ok_or_else(bad)?;
                state.board = std::mem::take(&mut board);
                game.states.push(state);
            }
            (_, None) => return Err(bad()),
        }
    }
}

/// A state from the name of who acts and the rest of the line.
fn read_state(actor: &str, rest: &str) -> Option<SpielState> {
    let mut fields = rest.split('\t');
    let mut state = SpielState { chosen: fields.next()?.parse().ok()?, ..SpielState::default() };
    if actor == "chance" {
        for field in fields {
            let (text, probability) = field.rsplit_once('=')?;
            state.actions.push(text.to_owned());
            state.probabilities.push(probability.parse().ok()?);
        }
    } else {
        state.player = Some(actor.parse().ok()?);
        state.actions = fields.map(str::to_owned).collect();
    }
    (state.chosen < state.actions.len()).then_some(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Option<SpielGame>, TranscriptError> {
        next_game(&mut text.as_bytes())
    }

    #[test]
    fn a_game_is_read_with_its_players_chances_boards_and_returns() {
        let mut lines =
            "game\t7\nchance\t1\troll (1)=0.25\troll (2)=0.75\nboard\tx/o\n1\t0\ta b\tc\nover\t-1.0\t1.0\n".as_bytes();
        let game = next_game(&mut lines).unwrap().unwrap();
        assert_eq!((game.seed, game.returns), (7, vec![-1.0, 1.0]));
        let [chance, player] = &game.states[..] else { panic!("two states") };
        assert_eq!((chance.player, chance.action(), &chance.probabilities[..]), (None, "roll (2)", &[0.25, 0.75][..]));
        assert_eq!((player.player, player.action(), player.board.as_str()), (Some(1), "a b", "x/o"));
        assert!(next_game(&mut lines).unwrap().is_none());
    }

    #[test]
    fn a_broken_transcript_is_an_error() {
        for broken in ["0\t0\ta\n", "game\t1\n0\t2\ta\tb\n", "game\t1\nchance\t0\ta\n", "game\tx\n", "nothing\n"] {
            assert!(matches!(read(broken), Err(TranscriptError::Line(_))), "{broken:?}");
        }
        assert!(matches!(read("game\t1\n0\t0\ta\n"), Err(TranscriptError::Unfinished)));
    }
}
