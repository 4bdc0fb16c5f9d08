//! What has been done on a board since a position that is known by itself: moves, stones set up, changes of turn. Positions
//! are written with it, as superko looks back at the whole game.

use super::MOST_PLIES;
use super::board::Point;

/// No game has more moves. A record that other steps make longer is given up.
const MOST: usize = MOST_PLIES + 1;
const GIVEN_UP: u16 = u16::MAX;

/// One of the other steps: a stone that is set up at the point of the low bits, or the turn of the player in them.
const SET_UP: u16 = 1 << 15;
const TURN: u16 = 1 << 14;

/// A step of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A move of the player whose turn it is.
    Move(Point),
    /// A stone of that player, which is no part of the game.
    SetUp(Point),
    /// It becomes the turn of a player.
    Turn(u8),
}

impl Step {
    #[inline(always)]
    fn packed(self) -> u16 {
        match self {
            Step::Move(point) => point,
            Step::SetUp(point) => SET_UP | point,
            Step::Turn(player) => TURN | u16::from(player),
        }
    }

    fn unpacked(word: u16) -> Self {
        match word {
            SET_UP.. => Step::SetUp(word & !SET_UP),
            TURN.. => Step::Turn((word & !TURN) as u8),
            point => Step::Move(point),
        }
    }
}

/// The steps; what lies behind their count has no meaning.
#[derive(Debug)]
pub(super) struct Record {
    count: u16,
    steps: [u16; MOST],
}

impl Clone for Record {
    fn clone(&self) -> Self {
        Record { ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let count = usize::from(other.count).min(MOST);
        self.steps[..count].copy_from_slice(&other.steps[..count]);
        self.count = other.count;
    }
}

impl Record {
    pub(super) fn new() -> Self {
        Record { count: 0, steps: [0; MOST] }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, step: Step) {
        match self.steps.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = step.packed();
                self.count += 1;
            }
            None => self.count = GIVEN_UP,
        }
    }

    /// The steps, if all of them are known.
    pub(super) fn steps(&self) -> Option<impl Iterator<Item = Step>> {
        let steps = self.steps.get(..usize::from(self.count))?;
        Some(steps.iter().map(|&word| Step::unpacked(word)))
    }
}
