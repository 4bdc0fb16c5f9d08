//! A roll is written by its dice, the larger one first: `31`, `55`. A move is written by its source and its target in
//! the mover's view: `8/5`, `bar/20`, `6/off`, with a star if it hits: `8/5*` (which may be left out when typed).
//!
//! Where either of two dice would bear off the same checker, the die is said too: `4/off(6)`, `4/off(5)`. This can be
//! typed wherever something is borne off.

use waxwing::{Game as _, Notation, Player, Turn};

use super::action::Roll;
use super::board::{BAR, OFF};
use super::{Backgammon, BackgammonMove, drawing};
use crate::position::refusal;

/// The number that a text is written as, without leading zeros, if it is not beyond the given one.
fn number(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| (1..=most).contains(number) && number.to_string() == text)
}

impl Backgammon {
    fn parse_roll(&self, text: &str) -> Result<BackgammonMove, String> {
        match *text.as_bytes() {
            [one @ b'1'..=b'6', two @ b'1'..=b'6'] => Ok(Roll::new(one - b'0', two - b'0').into()),
            _ => Err(format!("`{text}` is not a roll; the dice are about to be rolled: `31` is a three and a one")),
        }
    }

    fn parse_step(&self, text: &str) -> Result<BackgammonMove, String> {
        let (source, target) = text
            .split_once('/')
            .and_then(|(source, target)| {
                let source = if source == "bar" { Some(BAR) } else { number(source, 24) };
                Some((source?, target))
            })
            .ok_or_else(|| not_a_move(text))?;
        match target.strip_prefix("off") {
            Some(die) => self.parse_bearing_off(text, source, die),
            None => self.parse_point(text, source, target),
        }
    }

    /// A move to the point that the rest of the text names.
    fn parse_point(&self, text: &str, source: u8, rest: &str) -> Result<BackgammonMove, String> {
        let (target, star) = rest.strip_suffix('*').map_or((rest, false), |target| (target, true));
        let target = number(target, 24).ok_or_else(|| not_a_move(text))?;
        match source.checked_sub(target) {
            Some(die @ 1..=6) if star && !self.hits(target) => {
                Err(format!("`{text}`: nothing is hit on {target}; write {}", step(source, source - die, "")))
            }
            Some(die @ 1..=6) => Ok(BackgammonMove::step(source, die)),
            _ => Err(format!("`{text}` is not a move; a checker moves by one die, 1 to 6 points towards point 1")),
        }
    }

    /// A checker of this source borne off, with the die that the rest of the text may say.
    fn parse_bearing_off(&self, text: &str, source: u8, rest: &str) -> Result<BackgammonMove, String> {
        if source > 6 {
            return Err(format!("`{text}` is not a move; only a checker on one of the points 1 to 6 is borne off"));
        }
        let die = match rest {
            "" => self.die_to_bear_off(source)?,
            _ => rest
                .strip_prefix('(')
                .and_then(|rest| number(rest.strip_suffix(')')?, 6))
                .ok_or_else(|| not_a_move(text))?,
        };
        if die < source {
            return Err(format!(
                "`{text}` is not a move; to bear off from point {source} takes a die from {source} to 6"
            ));
        }
        Ok(BackgammonMove::step(source, die))
    }

    /// The die that bears off from a point, if only one of them does. Where none may, any that reaches so far.
    fn die_to_bear_off(&self, source: u8) -> Result<u8, String> {
        let [larger, smaller] = self.dice();
        match [larger, smaller].map(|die| die >= source && self.allows(source, die)) {
            [true, true] => {
                let [one, two] = [larger, smaller].map(|die| format!("`{source}/off({die})`"));
                Err(format!("`{source}/off` can be played with either die: write {one} or {two}"))
            }
            [_, true] => Ok(smaller),
            _ => Ok(larger.max(source)),
        }
    }

    /// Whether a checker that moves to this point of the mover hits.
    fn hits(&self, target: u8) -> bool {
        self.other().blots() >> target & 1 == 1
    }
}

fn not_a_move(text: &str) -> String {
    format!(
        "`{text}` is not a move; a move is two points such as `8/5`, or `bar/20` to come in, or `6/off` to bear off"
    )
}

/// A move as text.
fn step(source: u8, target: u8, sign: &str) -> String {
    let source = if source == BAR { "bar".to_owned() } else { source.to_string() };
    let target = if target == OFF { "off".to_owned() } else { target.to_string() };
    format!("{source}/{target}{sign}")
}

impl Notation for Backgammon {
    fn format(&self, action: BackgammonMove) -> String {
        let Some((source, die)) = action.source_and_die() else {
            return action.roll().map_or_else(String::new, |roll| roll.dice().map(|die| die.to_string()).concat());
        };
        let target = source.saturating_sub(die);
        if target != OFF {
            return step(source, target, if self.hits(target) { "*" } else { "" });
        }
        match self.die_to_bear_off(source) {
            Ok(only) if only == die => step(source, OFF, ""),
            _ => step(source, OFF, &format!("({die})")),
        }
    }

    fn parse(&self, text: &str) -> Result<BackgammonMove, String> {
        if self.turn() == Turn::Chance { self.parse_roll(text) } else { self.parse_step(text) }
    }

    fn draw(&self, _: Option<Player>) -> String {
        drawing::draw(self)
    }

    fn player_name(&self, player: Player) -> String {
        ["White", "Black"][player.index() % 2].to_owned()
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
