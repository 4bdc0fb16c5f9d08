//! What was done on the board, with a way back.

use waxwing::{Game, Notation, Player, Turn};
use waxwing_games::{Go, GoMove, GoRecord, GoStep};
use waxwing_workshop::{OpenGame, Position};

/// A step that was made.
struct Made {
    step: GoStep,
    /// Where it led.
    state: Go,
    /// Whether it was a move of the player whose turn it was: an agent can follow only those.
    in_turn: bool,
}

pub(super) struct Steps {
    start: Go,
    made: Vec<Made>,
}

impl Steps {
    pub(super) fn new(start: Go) -> Steps {
        Steps { start, made: Vec::new() }
    }

    pub(super) fn state(&self) -> &Go {
        self.made.last().map_or(&self.start, |made| &made.state)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty()
    }

    /// Makes a step; returns whether it was a move in turn.
    pub(super) fn make(&mut self, step: GoStep) -> Result<bool, String> {
        let in_turn = self.state().is_in_turn(step);
        let mut state = self.state().clone();
        state.step(step)?;
        self.made.push(Made { step, state, in_turn });
        Ok(in_turn)
    }

    /// Takes the last move back; what was set up stays.
    pub(super) fn undo(&mut self) -> bool {
        let is_move = self.last().is_some();
        if is_move {
            self.made.pop();
        }
        is_move
    }

    /// The last move, if nothing was set up after it.
    pub(super) fn last(&self) -> Option<(Player, GoMove)> {
        match self.made.last()?.step {
            GoStep::Play(player, at) => Some((player, at)),
            GoStep::Place(..) | GoStep::Turn(_) => None,
        }
    }

    /// The empty board of another size.
    pub(super) fn resize(&mut self, size: u8) -> Result<(), String> {
        *self = Steps::new(self.start.with_size(size)?);
        Ok(())
    }

    pub(super) fn clear(&mut self) {
        self.made.clear();
    }

    pub(super) fn set_komi(&mut self, komi: f64) -> Result<(), String> {
        self.start.set_komi(komi)?;
        self.made.iter_mut().try_for_each(|made| made.state.set_komi(komi))
    }

    /// The position for an agent, with the moves that it can follow: those since the last step that was not one of the player
    /// to move.
    pub(super) fn position(&self, game: &OpenGame) -> Position {
        let begin = self.made.iter().rposition(|made| !made.in_turn).map_or(0, |seam| seam + 1);
        let first = if begin == 0 { &self.start } else { &self.made[begin - 1].state };
        let mut position = first.clone().into_position(game).expect("the game is Go");
        for made in &self.made[begin..] {
            if let GoStep::Play(_, at) = made.step {
                position.play(&made.state.format(at)).expect("the board has made this move");
            }
        }
        position
    }

    /// The game so far.
    pub(super) fn record(&self) -> GoRecord {
        let mut record = GoRecord { size: self.start.size(), komi: self.start.komi(), ..GoRecord::default() };
        record.steps = self.made.iter().map(|made| made.step).collect();
        if self.state().turn() == Turn::Over {
            record.result = self.state().score_text();
        }
        record
    }

    /// Takes over the first moves of a record; nothing changes if that is not possible.
    pub(super) fn load(&mut self, record: &GoRecord, moves: Option<usize>) -> Result<(), String> {
        let mut steps = Steps::new(record.start(&self.start)?);
        for (step, _) in record.follow(&self.start, moves)? {
            steps.make(step)?;
        }
        *self = steps;
        Ok(())
    }
}
