//! A position is the fields of each player's checkers with `/` between the players, who is to move, the plies, and the last
//! move, unless it was a pass: `0,1,2,4,5,9/67,68,69,70,71,72 South 1 3-9`.

use waxwing::{Notation as _, Player};

use super::board::{CHECKERS, FIELDS, NUMBERS, PLACES};
use super::camp::Camp;
use super::{ChineseCheckers, ChineseCheckersMove, MOST_PLIES};
use crate::position::{Fields, joined, numbers};
use crate::status::GameStatus;

impl ChineseCheckers {
    pub(super) fn written(&self) -> String {
        let fields = |player: usize| {
            let mut fields = self.checkers(player).map(|place| NUMBERS[usize::from(place)]);
            fields.sort_unstable();
            joined(fields, ",")
        };
        let checkers = joined((0..usize::from(self.players)).map(fields), "/");
        let last = self.last.fields().map_or_else(String::new, |(from, to)| format!(" {from}-{to}"));
        format!("{checkers} {} {}{last}", self.player_name(Player(self.mover)), self.plies)
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let checkers = fields.take("the checkers")?;
        let names: Vec<String> = (0..self.players).map(|player| self.player_name(Player(player))).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mover = fields.word("the player to move", &names)? as u8;
        let plies = fields.number("the number of plies", 0..=MOST_PLIES)?;
        let last = fields.optional();
        fields.end()?;
        let outcome = if plies >= MOST_PLIES { GameStatus::Drawn } else { GameStatus::Open };
        let mut read = ChineseCheckers { mover, plies, outcome, last: ChineseCheckersMove::PASS, ..*self };
        read.set_checkers(checkers)?;
        if let Some(last) = last {
            read.set_last(last)?;
        }
        Ok(read)
    }

    fn set_checkers(&mut self, text: &str) -> Result<(), String> {
        let players: Vec<&str> = text.split('/').collect();
        if players.len() != usize::from(self.players) {
            return Err(format!("the checkers are those of {} players with `/` between them", self.players));
        }
        self.occupied = 0;
        for (player, text) in players.into_iter().enumerate() {
            let fields: [u16; CHECKERS] = numbers(text, ',', "the field of a checker", 0..=FIELDS as u16 - 1)?;
            let places = fields.map(|field| PLACES[usize::from(field)]);
            for place in places {
                if self.occupied >> place & 1 == 1 {
                    return Err(format!("two checkers are on field {}", NUMBERS[usize::from(place)]));
                }
                self.occupied |= 1 << place;
            }
            let view = self.view(player);
            let mut orders = places.map(|place| view.orders[usize::from(place)]);
            orders.sort_unstable();
            self.camps[player] = Camp::new(orders);
        }
        Ok(())
    }

    /// Notes the last move, which may have won the game.
    fn set_last(&mut self, text: &str) -> Result<(), String> {
        let player = usize::from(if self.mover == 0 { self.players - 1 } else { self.mover - 1 });
        let last = self.parse(text).ok().filter(|last| {
            let (from, to) = last.places();
            last.fields().is_some() && self.occupied >> from & 1 == 0 && self.set(player) >> to & 1 == 1
        });
        let message = || format!("the last move is one of the player before, such as `3-9`, not `{text}`");
        self.last = last.ok_or_else(message)?;
        let ((from, to), target) = (self.last.places(), self.target(player));
        let is_full = target & !self.occupied == 0 && self.counts_as_full(player as u8, 0);
        if is_full && target >> from & 1 == 0 && target >> to & 1 == 1 {
            self.outcome = GameStatus::Won(Player(player as u8));
        }
        Ok(())
    }
}
