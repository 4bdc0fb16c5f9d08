//! What happens on a board besides the moves of a game in turn: stones that are set up, moves out of turn, another komi.
//! Records and clients of the Go protocol ask for it.

use waxwing::{Game, Player};

use super::board::NOWHERE;
use super::legality::Effect;
use super::record::Step;
use super::{Go, GoMove, rules};

/// What is done on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoStep {
    /// A stone is put on an empty point before the game goes on; the other player is then to move.
    Place(Player, GoMove),
    /// A player moves, whether or not it is that player's turn.
    Play(Player, GoMove),
    /// It becomes a player's turn.
    Turn(Player),
}

impl Go {
    /// The empty board of another size, with the same rules and komi.
    pub fn with_size(&self, size: u8) -> Result<Go, String> {
        Go::new(size, self.komi()).map(|_| Go::with_rules(size, self.rules))
    }

    /// Changes what White gets besides its points.
    pub fn set_komi(&mut self, komi: f64) -> Result<(), String> {
        self.rules.komi = rules::half_points(komi)?;
        Ok(())
    }

    /// Gives the turn to a player, as after the end of a game by two passes; nothing changes if it is that player's
    /// already.
    pub fn set_turn(&mut self, player: Player) {
        if self.mover != player.0 & 1 || self.passes >= 2 {
            self.mover = player.0 & 1;
            self.passes = 0;
            self.board.ko = NOWHERE;
            self.record.push(Step::Turn(self.mover));
        }
    }

    /// Whether a step is the move of the player whose turn it is.
    pub fn is_in_turn(&self, step: GoStep) -> bool {
        matches!(step, GoStep::Play(player, at) if self.turn() == waxwing::Turn::Player(player) && self.is_legal(at))
    }

    /// Does a step, or says why it is not possible; nothing has changed then.
    pub fn step(&mut self, step: GoStep) -> Result<(), &'static str> {
        match step {
            GoStep::Turn(player) => self.set_turn(player),
            GoStep::Play(player, at) => {
                let mut after = self.clone();
                after.set_turn(player);
                if !after.is_legal(at) {
                    return Err("illegal move");
                }
                after.apply(at);
                *self = after;
            }
            GoStep::Place(player, at) => {
                let mut after = self.clone();
                after.set_turn(player);
                let point = at.point();
                if !after.board.is_empty(point) {
                    return Err("there is no empty point");
                }
                if after.board.effect(point, after.colour()) != Effect::Quiet {
                    return Err("the stone captures or has no liberty");
                }
                after.make(at, Step::SetUp(point));
                // What is set up is no part of the game: it brings its end no nearer.
                after.plies = self.plies;
                *self = after;
            }
        }
        Ok(())
    }
}
