//! A position is White's checkers and Black's, each by the points of the player's own view, the bar and those that are off,
//! with the number of checkers; who is to move; the turns played; and the dice that are yet to be played:
//! `6:5,8:3,13:5,24:2 6:5,8:3,13:5,24:2 white 0 31`. Before a roll there are no dice; of a double there is one for each move
//! that is left.

use super::board::{BAR, OFF, Side};
use super::{Backgammon, MOST_TURNS, OVER};
use crate::position::{Fields, joined, number};

const SIDES: [&str; 2] = ["white", "black"];

impl Side {
    /// The places with checkers, from the bar down, and how many there are.
    fn written(&self) -> String {
        let place = |point: u8| match point {
            BAR => "bar".to_owned(),
            OFF => "off".to_owned(),
            _ => point.to_string(),
        };
        let filled = (OFF..=BAR).rev().filter(|&point| self.count(point) > 0);
        joined(filled.map(|point| format!("{}:{}", place(point), self.count(point))), ",")
    }

    /// Reads a side with this number of checkers.
    fn read(text: &str, checkers: u8) -> Result<Self, String> {
        let mut points = Vec::new();
        for part in text.split(',') {
            let (place, count) =
                part.split_once(':').ok_or_else(|| format!("`{part}` is no place with its checkers"))?;
            let point = match place {
                "bar" => BAR,
                "off" => OFF,
                _ => number(place, "a point", 1..=24)? as u8,
            };
            if points.contains(&point) {
                return Err(format!("`{place}` comes twice"));
            }
            let count = number(count, "the number of checkers", 1..=checkers.into())?;
            points.extend((0..count).map(|_| point));
        }
        match points.len() == usize::from(checkers) {
            true => Ok(Side::on(&points)),
            false => Err(format!("a player has {checkers} checkers, not {}", points.len())),
        }
    }

    /// How many checkers there are, on the board and off.
    fn total(&self) -> u8 {
        (OFF..=BAR).map(|point| self.count(point)).sum()
    }
}

impl Backgammon {
    pub(super) fn written(&self) -> String {
        let [white, black] = [0, 1].map(|player: usize| self.sides[player].written());
        let dice = match (self.left, self.dice()) {
            (0 | OVER, _) => String::new(),
            (_, [larger, smaller]) if smaller != 0 => format!(" {larger}{smaller}"),
            (left, [die, _]) => format!(" {}", die.to_string().repeat(left.into())),
        };
        format!("{white} {black} {} {}{dice}", SIDES[usize::from(self.mover)], self.turns)
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let checkers = self.own().total();
        let mut fields = Fields::of(text);
        let white = Side::read(fields.take("White's checkers")?, checkers)?;
        let black = Side::read(fields.take("Black's checkers")?, checkers)?;
        let mover = fields.word("the player to move", &SIDES)? as u8;
        let turns = fields.number("the number of turns", 0..=MOST_TURNS)?;
        let dice = fields.optional();
        fields.end()?;
        if let Some(shared) = (1..BAR).find(|&point| white.count(point) > 0 && black.count(BAR - point) > 0) {
            return Err(format!("both players have checkers on White's point {shared}"));
        }
        let mut read =
            Backgammon { sides: [white, black], turns, mover, any_first: self.any_first, ..Backgammon::new() };
        if read.other().is_done() {
            return Err("a player who has borne off all checkers is named as to move".to_owned());
        }
        let is_over = turns == MOST_TURNS || read.own().is_done();
        match dice {
            Some(_) if is_over => return Err("there are no dice when the game is over".to_owned()),
            Some(dice) => read.set_dice(dice)?,
            None if is_over => read.stop(OVER),
            None => {}
        }
        Ok(read)
    }

    /// The dice have fallen, and some of them may have been played.
    fn set_dice(&mut self, text: &str) -> Result<(), String> {
        let message =
            || format!("`{text}` are no dice that are left to play: `31` is a three and a one, `555` three fives");
        let dice: Vec<u8> = text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        if !(1..=4).contains(&dice.len()) || dice.iter().any(|die| !(1..=6).contains(die)) {
            return Err(message());
        }
        let before = self.clone();
        match dice[..] {
            [one, two] if one != two => self.play_both(one.max(two), one.min(two)),
            [die, ..] if dice.iter().all(|&other| other == die) => {
                self.left = dice.len() as u8;
                self.play_next(die);
            }
            _ => return Err(message()),
        }
        // The turn ends by itself where nothing can be played.
        if self.turns != before.turns { Err("none of the dice can be played".to_owned()) } else { Ok(()) }
    }
}
