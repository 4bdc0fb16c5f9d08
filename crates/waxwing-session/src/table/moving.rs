//! Moves: made, taken back, gone to. At the end of the line chance follows from the seed, and agents move by themselves.

use waxwing::{Player, Rng, Turn};

use super::{Seat, Table};
use crate::answer::{About, Outcome, refusal};
use crate::messages::Say;
use crate::session::Outbox;
use crate::settings::Settings;

impl Table {
    /// A person's move.
    pub(super) fn play(&mut self, id: u32, text: &str, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        if !self.can_play() {
            return Err(refusal(self.why_no_move()));
        }
        if self.position.len() >= settings.bounds.moves {
            return Err(refusal(format!("a game here has at most {} moves", settings.bounds.moves)));
        }
        if let Err(error) = self.position.read_move(text) {
            // What the game says of a text could depend on what is hidden.
            let short: String = text.chars().take(40).collect();
            let message =
                if self.sees_all() { error.to_string() } else { format!("`{short}` is not a legal move here") };
            return Err(refusal(message).about("move"));
        }
        self.end_activity(outbox);
        self.make(id, text, settings, outbox);
        Ok(Vec::new())
    }

    /// A move of whoever is to act, at a table that waits.
    pub(super) fn observe(&mut self, id: u32, text: Option<&str>, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        if !self.waits {
            return Err(refusal("this table does not wait: its persons `play`, and its agents move by themselves"));
        }
        let text = text.ok_or_else(|| refusal("a table is told whole moves").about("move"))?;
        if self.position.len() >= settings.bounds.moves {
            return Err(refusal(format!("a game here has at most {} moves", settings.bounds.moves)));
        }
        self.position.read_move(text).map_err(|error| refusal(error.to_string()).about("move"))?;
        self.end_activity(outbox);
        self.make(id, text, settings, outbox);
        Ok(Vec::new())
    }

    fn why_no_move(&self) -> String {
        match self.position.turn() {
            _ if self.waits => "this table waits: all moves are observed".to_owned(),
            _ if self.is_over() || self.is_revealed => "the game has ended".to_owned(),
            Turn::Player(player) => {
                format!("an agent has the seat of {}, whose turn it is", self.position.player_name(player))
            }
            _ => "chance is to act: `resume` lets it".to_owned(),
        }
    }

    /// Makes a legal move, forgets the moves that were ahead, and goes on.
    pub(super) fn make(&mut self, id: u32, text: &str, settings: &Settings, outbox: &mut Outbox) {
        self.is_stale |= !self.is_at_end();
        self.resigned = None;
        if let Err(error) = self.position.play(text) {
            return outbox.say(id, Say::Error(*refusal(error.to_string())));
        }
        self.line = self.position.clone();
        self.notice_end();
        if self.position.turn() == Turn::Chance && !self.waits {
            outbox.say(id, self.shown());
        }
        self.go_on(id, settings, outbox);
    }

    /// Lets chance act, and the agent that is to move begin to think, if this is the end of the line; and shows the position.
    pub fn go_on(&mut self, id: u32, settings: &Settings, outbox: &mut Outbox) {
        self.drop_questions(outbox);
        let mut trouble = None;
        if self.is_at_end() && !self.is_over() && !self.waits {
            self.roll(settings);
            trouble = self.begin_choice(id, settings).err();
        }
        outbox.say(id, self.shown());
        if let Some(error) = trouble {
            outbox.say(id, Say::Error(*error));
        }
    }

    /// Chance outcomes follow from the seed and the number of the move, so that no way back leads to others.
    fn roll(&mut self, settings: &Settings) {
        let seed = Rng::derive(self.seed, 0);
        while self.position.turn() == Turn::Chance && self.position.len() < settings.bounds.moves {
            // The first event is the one that `--seed` means on the command line.
            let at = self.position.len() as u64;
            let seed = if at == 0 { seed } else { Rng::derive(seed, at) };
            self.position.roll(&mut Rng::new(seed));
        }
        self.line = self.position.clone();
        self.notice_end();
    }

    /// How many moves there were before the last move of a person, if one can be taken back.
    pub(super) fn last_of_person(&self) -> Option<usize> {
        let mut moves = 0..self.position.len();
        let is_persons = |turn| matches!(turn, Turn::Player(player) if self.is_person(player));
        moves.rfind(|&index| !self.is_revealed && is_persons(self.position.turn_before(index)))
    }

    pub(super) fn undo(&mut self, id: u32, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        let before = self.last_of_person().ok_or_else(|| refusal("there is no move to take back"))?;
        self.end_activity(outbox);
        self.position = self.position.at(before);
        self.cut_line();
        self.go_on(id, settings, outbox);
        Ok(Vec::new())
    }

    pub(super) fn go_to(&mut self, id: u32, ply: usize, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        if ply > self.line.len() {
            return Err(refusal(format!("the game has {} moves", self.line.len())).about("ply"));
        }
        if !self.sees_all() && self.has_several_persons() {
            return Err(refusal("earlier positions are shown after the end, since they are other players' to see"));
        }
        self.end_activity(outbox);
        (self.position, self.is_stale) = (self.line.at(ply), true);
        self.go_on(id, settings, outbox);
        Ok(Vec::new())
    }

    pub(super) fn resume(&mut self, id: u32, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        if self.is_revealed {
            return Err(refusal("the game has ended"));
        }
        self.end_activity(outbox);
        self.cut_line();
        self.go_on(id, settings, outbox);
        Ok(Vec::new())
    }

    /// Forgets the moves ahead of the position.
    fn cut_line(&mut self) {
        self.line = self.position.clone();
        (self.is_stale, self.resigned) = (true, None);
    }

    pub(super) fn resign(&mut self, seat: u8, outbox: &mut Outbox) -> Outcome {
        if !self.is_person(Player(seat)) {
            return Err(refusal(format!("no person has the seat {seat}")).about("seat"));
        }
        if self.is_over() || self.is_revealed {
            return Err(refusal("the game has ended"));
        }
        self.end_activity(outbox);
        self.cut_line();
        self.resigned = Some(Player(seat));
        self.drop_questions(outbox);
        self.notice_end();
        Ok(vec![self.shown()])
    }

    pub(super) fn seat(
        &mut self,
        id: u32,
        seat: u8,
        asked: Option<&str>,
        settings: &Settings,
        outbox: &mut Outbox,
    ) -> Outcome {
        let Some(before) = self.seats.get(usize::from(seat)) else {
            return Err(refusal(format!("there is no seat {seat}")).about("seat"));
        };
        if self.position.is_hidden() && before.asked.is_some() != asked.is_some() {
            let message = "a person does not become an agent, nor an agent a person, where something is hidden";
            return Err(refusal(message).about("agent"));
        }
        let seated = Seat::new(&self.game, asked, self.budget, settings).map_err(|error| error.about("agent"))?;
        self.end_activity(outbox);
        self.seats[usize::from(seat)] = seated;
        (self.is_stale, self.looked) = (true, None);
        self.go_on(id, settings, outbox);
        Ok(Vec::new())
    }
}
