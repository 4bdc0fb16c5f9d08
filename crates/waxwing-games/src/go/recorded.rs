//! Games from records: the main line as a beginning and moves in turn, from which a game can go on.

use waxwing::{Game, Notation as _};
use waxwing_workshop::{GameInRecord, Options};

use super::sgf::{error, property};
use super::{Go, GoMove, GoRecord, GoStep, Rules};

/// The game of a record. Size and komi are the record's; what else decides which moves are legal follows from the options.
///
/// The moves begin behind the last step that is none of a player in turn: behind the handicap stones, as a rule.
pub(crate) fn read(text: &str, options: &Options) -> Result<GameInRecord, String> {
    let (record, places) = GoRecord::read_with_places(text).map_err(|error| error.to_string())?;
    let mut state = record.start(&Go::with_rules(options.number("size"), Rules::of(options)))?;
    let (mut beginning, mut moves) = (None, Vec::new());
    let steps = &record.steps[..record.steps.len() - needless_passes(&record.steps)];
    for (&step, &place) in steps.iter().zip(&places) {
        let (before, in_turn) = (state.turn(), state.is_in_turn(step));
        let refused = |reason| error(text, place, format!("`{}`: {reason}", property(step, record.size))).to_string();
        state.step(step).map_err(refused)?;
        match step {
            GoStep::Play(_, at) if in_turn => moves.push(state.format(at)),
            GoStep::Turn(_) if state.turn() == before => {}
            _ => {
                moves.clear();
                beginning = Some(state.clone());
            }
        }
    }
    let options = [("size", record.size.to_string()), ("komi", record.komi.to_string())];
    Ok(GameInRecord {
        options: options.map(|(name, value)| (name.to_owned(), value)).into(),
        beginning: beginning.map(|state| written(&state)).transpose()?,
        moves,
        names: record.names.into(),
        result: record.result,
    })
}

/// How many passes at the end come after the two that end the game: some programs write a third.
fn needless_passes(steps: &[GoStep]) -> usize {
    let passes = steps.iter().rev().take_while(|step| matches!(step, GoStep::Play(_, at) if *at == GoMove::PASS));
    passes.count().saturating_sub(2)
}

/// The text of a position; without the steps that led to it where no move was made, since nothing can come up again then.
fn written(state: &Go) -> Result<String, String> {
    if state.plies == 0 {
        return Ok(state.written_board());
    }
    let text = state.written();
    text.ok_or_else(|| "it has more steps before the last one out of turn than can be written down".to_owned())
}
