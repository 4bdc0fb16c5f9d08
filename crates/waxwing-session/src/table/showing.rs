//! A position in the words of the messages.

use waxwing::{Player, Turn};
use waxwing_workshop::ToMove;

use super::{Activity, Seat, Table};
use crate::messages::{PositionView, SeatView, Share};

impl Table {
    pub(super) fn position_view(&self) -> PositionView {
        let (position, eyes) = (&self.position, self.eyes());
        let moves = if self.can_play() { position.touched_moves() } else { Vec::new() };
        let (rewards, result) = self.end();
        PositionView {
            game: if self.sees_all() { position.game_text().to_owned() } else { position.told_game_text() },
            seats: (0..).zip(&self.seats).map(|(seat, who)| self.seat_view(Player(seat), who)).collect(),
            viewer: self.viewer().map(|player| player.0),
            revealed: self.is_revealed,
            to_move: if self.is_over() { ToMove::Nobody } else { position.turn().into() },
            ply: position.len(),
            plies: self.line.len(),
            scene: if moves.is_empty() { position.scene(eyes) } else { position.scene_to_move(eyes) },
            text: position.draw(eyes),
            moves,
            considered: if self.is_agents_choice() { position.touched_moves() } else { Vec::new() },
            history: position.history(eyes),
            last: position.last_touched(eyes),
            rewards,
            result,
            thinking: self.thinking_seat().map(|player| player.0),
            can_undo: self.last_of_person().is_some(),
            share: self.share(),
        }
    }

    fn seat_view(&self, player: Player, seat: &Seat) -> SeatView {
        SeatView {
            name: self.position.player_name(player),
            agent: seat.asked.clone(),
            expression: seat.agent.as_ref().map(|agent| agent.expression().to_string()),
            cut: seat.cut.clone(),
        }
    }

    /// Whether a person can move at the position, and the client may know what.
    pub(super) fn can_play(&self) -> bool {
        let Turn::Player(player) = self.position.turn() else { return false };
        !self.waits && !self.is_over() && !self.is_revealed && self.is_person(player) && self.may_see(player)
    }

    /// Whether an agent is to move, and the client may know what it could do.
    fn is_agents_choice(&self) -> bool {
        let is_agents = matches!(self.position.turn(), Turn::Player(player) if !self.is_person(player));
        is_agents && !self.is_over() && self.sees_all()
    }

    fn thinking_seat(&self) -> Option<Player> {
        match &self.activity {
            Some(Activity::Choosing(search)) => Some(search.seat),
            _ => None,
        }
    }

    /// What each player gets, and the end in words.
    fn end(&self) -> (Option<Vec<f64>>, Option<String>) {
        match self.resigned.filter(|_| self.is_at_end()) {
            None => (self.position.rewards(), self.position.result()),
            Some(player) => {
                let resigns = format!("{} resigns", self.position.player_name(player));
                let other = Player(1 - player.0.min(1));
                match self.position.players() {
                    2 => {
                        let rewards = (0..2).map(|seat| if seat == other.0 { 1.0 } else { 0.0 }).collect();
                        (Some(rewards), Some(format!("{resigns}, {} wins", self.position.player_name(other))))
                    }
                    _ => (None, Some(resigns)),
                }
            }
        }
    }

    fn share(&self) -> Share {
        let told = self.sees_all();
        Share {
            game: if told { self.position.game_text().to_owned() } else { self.position.told_game_text() },
            seats: self.seats.iter().map(|seat| seat.asked.clone()).collect(),
            seed: told.then(|| self.seed.to_string()),
            budget: self.budget.map(|budget| budget.to_string()),
            position: self.position.beginning().filter(|_| told),
            moves: told.then(|| self.position.moves().join(" ")),
        }
    }
}
