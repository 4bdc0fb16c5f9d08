//! The game for other programs.

use waxwing::Player;

use super::Table;
use crate::answer::{Outcome, Refusal, refusal};
use crate::messages::{Form, Say};

impl Table {
    pub(super) fn export(&self, form: Form) -> Outcome {
        let text = match form {
            Form::Svg => self.position.scene(self.eyes()).svg(),
            Form::Json => {
                let view = serde_json::to_string_pretty(&self.position_view());
                view.map_err(|error| refusal(error.to_string()))?
            }
            Form::Moves => {
                self.seen_whole()?;
                self.position.moves().join(" ")
            }
            Form::Sgf => {
                self.seen_whole()?;
                self.sgf()?
            }
        };
        Ok(vec![Say::Exported { form, text }])
    }

    fn seen_whole(&self) -> Result<(), Refusal> {
        if self.sees_all() { Ok(()) } else { Err(refusal("all moves are told after the end of the game")) }
    }

    fn sgf(&self) -> Result<String, Refusal> {
        let name = |(seat, asked): (usize, &Option<String>)| match asked {
            Some(agent) => agent.clone(),
            None => self.position.player_name(Player(seat as u8)),
        };
        let names: Vec<String> = self.seats.iter().map(|seat| &seat.asked).enumerate().map(name).collect();
        let resigned = self.resigned.filter(|_| self.is_at_end());
        let game = self.position.entry().name.clone();
        let written = self.position.write_game(&names, resigned);
        written.ok_or_else(|| refusal(format!("games of {game} have no form as SGF here; `moves` writes any game")))
    }
}
