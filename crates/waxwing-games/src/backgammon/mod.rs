//! Backgammon without the doubling cube: only who wins counts, not by how much.
//!
//! The rules: 24 points are numbered from 24 down to 1 on each player's way, so that the point p of one is the point
//! 25 - p of the other. Each has two checkers on the 24-point, five on 13, three on 8 and five on 6. In its turn a
//! player rolls two dice and moves a checker for each of them, in any order, by as many points as it shows; after a
//! double the player moves four times. A checker cannot move to a point where two or more enemy checkers are. If a
//! single one is there, it is hit and goes to the bar; a player with checkers on the bar must first bring them in, on
//! the point 25 - die. When all checkers of a player are on the points 1 to 6, it may bear them off: with a die from
//! the point of its number, or from the highest point with a checker if that is nearer. Who has borne off all its
//! checkers has won.
//!
//! As many dice as possible must be played: both, if there is a way to; if only one of the two can be, the larger one
//! if that is possible; of a double as many of the four as possible. This also holds if one die alone would end the
//! game. The turn ends by itself when no die can be played, and also right after the roll; there is no action for
//! that.
//!
//! A roll is one chance event, and each checker's move is one action. The different orders of the same moves are
//! different actions. White begins; its first roll is never a double (as if each player had rolled one die for the
//! start), except with `first=any`. After 1000 turns the game is drawn.
//!
//! For a small game, `checkers=N` leaves N checkers to each player: the first N of 6, 24, 8, 13, 6, 13, 8, 24, 6, 13,
//! 8, 6, 13, 6, 13. With one of them there is no contact, with two there is already.

mod action;
mod bear_off;
mod board;
mod drawing;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
#[cfg(test)]
mod tests;

pub use action::BackgammonMove;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use self::action::{ACTIONS, Roll};
use self::board::{BAR, OFF, Side};
use crate::bits::{self, Ranked};
use waxwing_workshop::{GameEntry, OptionEntry, Options, Values};

/// How many checkers a player may have.
const CHECKERS: Values = Values::Range(1, 15);

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("backgammon", "race home past the other's checkers, by dice")
        .option(OptionEntry::new("first", "nodouble", Values::words(&["nodouble", "any"])))
        .option(OptionEntry::new("checkers", "15", CHECKERS))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .studied_as(&[])
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Backgammon {
    Backgammon::with_options(options.number("checkers"), options.word("first") == "any")
}

/// The game is drawn when this many turns have been played.
const MOST_TURNS: u16 = 1000;

/// What [`Backgammon::left`] is when the game has ended.
const OVER: u8 = u8::MAX;

/// The most actions in a state: each of two dice with each of fifteen checkers.
const MOST_ACTIONS: usize = 2 * 15;

/// A position of Backgammon.
///
/// Each player's checkers are kept in its own view. What may be moved is found when the dice fall and after every
/// move, as the turn may be over then; until the next move it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Backgammon {
    sides: [Side; 2],
    /// From where the first die (low half) and the second one may move a checker.
    sources: u64,
    /// Turns played.
    turns: u16,
    /// The dice to play: the larger one in the low byte, the other in the high one, which is 0 for a double and when
    /// one die is left. (One number, as it is written in one piece and the die of a move can be shifted out of it.)
    packed_dice: u16,
    /// How many checkers are yet to be moved in this turn. The dice are about to be rolled if there are none.
    left: u8,
    mover: u8,
    /// Whether the first roll may be a double.
    any_first: bool,
}

impl Backgammon {
    /// The start of the game.
    pub fn new() -> Self {
        Backgammon::with_options(15, false)
    }

    /// The start of a small game with 1 to 15 checkers for each player.
    ///
    /// ```
    /// use waxwing_games::Backgammon;
    /// assert!(Backgammon::small(3).is_ok());
    /// let message = Backgammon::small(16).unwrap_err();
    /// assert_eq!(message, "Backgammon cannot be played with 16 checkers: it takes a whole number from 1 to 15");
    /// ```
    pub fn small(checkers: usize) -> Result<Self, String> {
        if CHECKERS.check(&checkers.to_string()).is_ok() {
            Ok(Backgammon::with_options(checkers as u8, false))
        } else {
            Err(format!("Backgammon cannot be played with {checkers} checkers: it takes {}", CHECKERS))
        }
    }

    fn with_options(checkers: u8, any_first: bool) -> Self {
        let side = Side::new(checkers);
        Backgammon { sides: [side.clone(), side], sources: 0, turns: 0, packed_dice: 0, left: 0, mover: 0, any_first }
    }

    #[inline(always)]
    fn own(&self) -> &Side {
        &self.sides[usize::from(self.mover & 1)]
    }

    #[inline(always)]
    fn other(&self) -> &Side {
        &self.sides[usize::from(!self.mover & 1)]
    }

    /// The larger and the smaller die to play; 0 is none.
    #[inline(always)]
    fn dice(&self) -> [u8; 2] {
        self.packed_dice.to_le_bytes()
    }

    #[inline(always)]
    fn may_roll_double(&self) -> bool {
        self.any_first || self.turns > 0
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.left == OVER
    }

    /// Whether the mover may play this die, if that die is left, from this source.
    #[inline(always)]
    fn allows(&self, source: u8, die: u8) -> bool {
        let sources = match self.dice() {
            [first, _] if die == first => self.sources as u32,
            [_, second] if die == second => (self.sources >> 32) as u32,
            _ => 0,
        };
        sources >> (source & 31) & 1 == 1
    }

    /// The dice fall.
    #[inline(always)]
    fn roll(&mut self, roll: Roll) {
        let [larger, smaller] = roll.dice();
        if larger == smaller {
            self.left = 4;
            // Whichever checker is moved first, the others can still be: as many of the four will be played.
            self.play_next(larger);
        } else {
            self.play_both(larger, smaller);
        }
    }

    /// Two different dice are to be played; the turn ends if neither can be.
    #[inline(always)]
    fn play_both(&mut self, larger: u8, smaller: u8) {
        let [first, second] = self.own().sources_of_both(self.other().held(), [larger, smaller]);
        self.packed_dice = u16::from_le_bytes([larger, smaller]);
        self.sources = u64::from(first) | u64::from(second) << 32;
        self.left = 2;
        if self.sources == 0 {
            self.end_turn();
        }
    }

    /// Moves a checker of the mover.
    #[inline(always)]
    fn step(&mut self, source: u8, die: u8) {
        let (own, other) = (usize::from(self.mover & 1), usize::from(!self.mover & 1));
        let to = source.saturating_sub(die);
        self.sides[own].advance(source, to);
        if to != OFF && self.sides[other].count(BAR - to) == 1 {
            self.sides[other].advance(BAR - to, BAR);
        }
        self.left -= 1;
        if self.sides[own].is_done() {
            self.stop(OVER);
        } else if self.left == 0 {
            self.end_turn();
        } else {
            let [first, second] = self.dice();
            self.play_next(if die == first && second != 0 { second } else { first });
        }
    }

    /// One die is left, or a double; the turn ends if it cannot be played.
    #[inline(always)]
    fn play_next(&mut self, die: u8) {
        self.packed_dice = u16::from(die);
        self.sources = u64::from(self.own().sources(self.other().held(), die));
        if self.sources == 0 {
            self.end_turn();
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.mover ^= 1;
        self.turns += 1;
        self.stop(if self.turns == MOST_TURNS { OVER } else { 0 });
    }

    /// Nothing more is moved in this turn.
    #[inline(always)]
    fn stop(&mut self, left: u8) {
        self.left = left;
        self.sources = 0;
        self.packed_dice = 0;
    }

    /// A source and a die, uniformly among the legal moves.
    #[inline(always)]
    fn random_step(&self, rng: &mut Rng) -> (u8, u8) {
        let sources = Ranked::new(self.sources);
        let chosen = sources.select(rng.below(sources.count()));
        let die = self.packed_dice >> (8 * (chosen >> 5));
        (chosen & 31, die as u8)
    }
}

impl Default for Backgammon {
    fn default() -> Self {
        Backgammon::new()
    }
}

impl Game for Backgammon {
    type Action = BackgammonMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Chance,
            OVER => Turn::Over,
            _ => Turn::Player(Player(self.mover)),
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<BackgammonMove>) {
        let dice = self.dice();
        bits::extend::<_, { MOST_ACTIONS + bits::SPARE }>(actions, BackgammonMove::NONE, |room| {
            bits::list(self.sources, room, 0, |place| {
                BackgammonMove::step(place & 31, dice[usize::from(place >> 5 & 1)])
            })
        });
    }

    #[inline]
    fn apply(&mut self, action: BackgammonMove) {
        if let Some((source, die)) = action.source_and_die() {
            self.step(source, die);
        } else if let Some(roll) = action.roll() {
            self.roll(roll);
        }
    }

    fn reward(&self, player: Player) -> Reward {
        match [player, Player(1 - player.0)].map(|player| self.sides[player.index()].is_done()) {
            [true, _] => Reward::WIN,
            [_, true] => Reward::LOSS,
            _ => Reward::DRAW,
        }
    }

    #[inline]
    fn is_legal(&self, action: BackgammonMove) -> bool {
        action.source_and_die().is_some_and(|(source, die)| self.allows(source, die))
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<BackgammonMove>) -> BackgammonMove {
        let (source, die) = self.random_step(rng);
        BackgammonMove::step(source, die)
    }

    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<BackgammonMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most && !self.is_over() {
            if self.left == 0 {
                self.roll(Roll::random(self.may_roll_double(), rng));
            } else {
                let (source, die) = self.random_step(rng);
                self.step(source, die);
            }
            plies += 1;
        }
        plies
    }

    fn action_space(&self) -> usize {
        ACTIONS
    }

    #[inline]
    fn action_index(&self, action: BackgammonMove) -> u64 {
        u64::from(action.number())
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(BackgammonMove, f64)>) {
        outcomes.extend(Roll::all(self.may_roll_double()).map(|(roll, probability)| (roll.into(), probability)));
    }

    #[inline]
    fn sample_chance(&self, rng: &mut Rng) -> BackgammonMove {
        Roll::random(self.may_roll_double(), rng).into()
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::BackgammonKnowledge
    }
}
