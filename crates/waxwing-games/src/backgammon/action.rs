//! What happens in the game as one number: a checker's move, or a roll of the dice.

use waxwing::Rng;

use super::board::BAR;

/// The rolls come behind the moves of the highest source, the bar.
const FIRST_ROLL: u8 = (BAR + 1) * 6;

/// The number of different rolls of two dice.
const ROLLS: usize = 21;

/// How many numbers there are.
pub(super) const ACTIONS: usize = FIRST_ROLL as usize + ROLLS;

/// The move of one checker by one die, or a roll of the dice.
///
/// The number of a move is `source * 6 + die - 1`, where the source is a point in the mover's view, or 25 for the bar;
/// the numbers behind it are the 21 rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BackgammonMove(u8);

impl BackgammonMove {
    /// An action that means nothing.
    pub(super) const NONE: BackgammonMove = BackgammonMove(u8::MAX);

    /// The move from a source by a die; if there is no die (0), it means nothing.
    #[inline(always)]
    pub(super) fn step(source: u8, die: u8) -> Self {
        BackgammonMove((source * 6 + die).wrapping_sub(1))
    }

    #[inline(always)]
    pub(super) fn number(self) -> u8 {
        self.0
    }

    /// The source and the die; a roll has neither.
    #[inline(always)]
    pub(super) fn source_and_die(self) -> Option<(u8, u8)> {
        (self.0 < FIRST_ROLL).then_some((self.0 / 6, self.0 % 6 + 1))
    }

    /// The roll, if it is one.
    #[inline(always)]
    pub(super) fn roll(self) -> Option<Roll> {
        let number = self.0.wrapping_sub(FIRST_ROLL);
        (usize::from(number) < ROLLS).then_some(Roll(number))
    }
}

impl From<Roll> for BackgammonMove {
    #[inline(always)]
    fn from(roll: Roll) -> Self {
        BackgammonMove(FIRST_ROLL + roll.0)
    }
}

/// What two dice show, whichever shows what: 11, 21, 22, 31 and so on to 66 are 0 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roll(u8);

/// The dice of each roll, the larger one first.
static DICE: [[u8; 2]; ROLLS] = dice();

const fn dice() -> [[u8; 2]; ROLLS] {
    let mut table = [[0; 2]; ROLLS];
    let (mut roll, mut larger, mut smaller) = (0, 1, 1);
    while roll < ROLLS {
        table[roll] = [larger, smaller];
        roll += 1;
        (larger, smaller) = if smaller < larger { (larger, smaller + 1) } else { (larger + 1, 1) };
    }
    table
}

/// The number of rolls that are no doubles.
const UNEQUAL: usize = 15;

/// The 36 ways in which two dice fall: the unequal rolls, once more the other way round, and the doubles.
static FALLS: [u8; 36] = falls();

const fn falls() -> [u8; 36] {
    let mut table = [0; 36];
    let (mut roll, mut unequal, mut doubles) = (0, 0, 2 * UNEQUAL);
    while roll < ROLLS {
        let [larger, smaller] = dice()[roll];
        if larger == smaller {
            table[doubles] = roll as u8;
            doubles += 1;
        } else {
            table[unequal] = roll as u8;
            table[unequal + UNEQUAL] = roll as u8;
            unequal += 1;
        }
        roll += 1;
    }
    table
}

impl Roll {
    /// The roll of two dice that show 1 to 6.
    pub(super) fn new(one: u8, two: u8) -> Roll {
        let (larger, smaller) = (one.max(two), one.min(two));
        Roll(larger * (larger - 1) / 2 + smaller - 1)
    }

    /// All rolls with their probabilities, or those that are no doubles.
    pub(super) fn all(doubles: bool) -> impl Iterator<Item = (Roll, f64)> {
        let falls = if doubles { FALLS.len() } else { 2 * UNEQUAL };
        (0..ROLLS as u8).map(Roll).filter(move |roll| doubles || !roll.is_double()).map(move |roll| {
            let ways = if roll.is_double() { 1 } else { 2 };
            (roll, f64::from(ways) / falls as f64)
        })
    }

    #[inline(always)]
    pub(super) fn random(doubles: bool, rng: &mut Rng) -> Roll {
        Roll(FALLS[rng.below(if doubles { FALLS.len() } else { UNEQUAL })])
    }

    /// The larger and the smaller die.
    #[inline(always)]
    pub(super) fn dice(self) -> [u8; 2] {
        DICE[usize::from(self.0)]
    }

    #[inline(always)]
    pub(super) fn is_double(self) -> bool {
        let [larger, smaller] = self.dice();
        larger == smaller
    }
}
