//! Kalah with up to six houses for each player and up to six seeds in each.
//!
//! The rules: each player has a row of houses and a store at its right end; every house starts with four seeds, the stores
//! are empty. South moves first. Who moves takes all seeds of one of its houses and sows them one by one,
//! counter-clockwise: into its next houses, its store, the other's houses, and again its own, but never into the
//! other's store. With so many seeds that they go all the way round, the house they came from gets one too.
//!
//! If the last seed falls into the mover's store, the mover moves again. If it falls into a house of the mover's that
//! was empty, it is captured together with the seeds in the opposite house: all go to the mover's store. The game ends
//! when, after a move, one of the players has no seeds in its houses, whoever would be to move; what the other has in
//! its own goes to that player's store. Who has more seeds wins.
//!
//! Options: `houses` and `stones` set the size. With `capture=empty` the last seed is captured even if there is nothing
//! in the opposite house; with `capture=standard` it stays where it is then. With `start=random` the seeds are thrown into
//! the houses at random, each on its own, and thrown again if a player got none; the stores stay empty.
//!
//! The rules of OpenSpiel's `mancala` are those of `capture=standard`.

mod board;
mod deal;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
mod sowing;
#[cfg(test)]
mod tests;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use board::{Board, Side};
use deal::Deal;
use sowing::{MOST_HOUSES, MOST_STONES};
use waxwing_workshop::{GameEntry, OptionEntry, Options, Values};

const HOUSES: Values = Values::Range(1, MOST_HOUSES as u32);
const STONES: Values = Values::Range(1, MOST_STONES as u32);

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("kalah", "sow seeds round the board and gather most of them in your store")
        .option(OptionEntry::new("houses", "6", HOUSES))
        .option(OptionEntry::new("stones", "4", STONES))
        .option(OptionEntry::new("capture", "empty", Values::words(&["empty", "standard"])))
        .option(OptionEntry::new("start", "fixed", Values::words(&["fixed", "random"])))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Kalah {
    let undealt = Kalah {
        empty_captures: options.word("capture") == "empty",
        ..Kalah::undealt(options.number("houses"), options.number("stones"))
    };
    if options.word("start") == "random" { undealt } else { undealt.filled() }
}

const SOUTH: Player = Player(0);
const NORTH: Player = Player(1);

/// What came before the first move.
const NO_MOVE: u8 = u8::MAX;

/// A house of a player, or a starting board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KalahMove(u64);

impl KalahMove {
    /// The numbers below are houses of South and North, those from here on are deals.
    const FIRST_DEAL: u64 = 2 * MOST_HOUSES as u64;

    #[inline(always)]
    fn sow(player: u8, house: u8) -> Self {
        KalahMove(u64::from(player) * MOST_HOUSES as u64 + u64::from(house))
    }

    fn deal(deal: &Deal) -> Self {
        KalahMove(KalahMove::FIRST_DEAL + deal.packed())
    }

    /// The number of the deal, if it is one.
    #[inline(always)]
    fn packed_deal(self) -> Option<u64> {
        self.0.checked_sub(KalahMove::FIRST_DEAL)
    }

    /// The player who owns the house.
    #[inline(always)]
    fn player(self) -> u8 {
        u8::from(self.0 >= MOST_HOUSES as u64)
    }

    #[inline(always)]
    fn house(self) -> u8 {
        (self.0 % MOST_HOUSES as u64) as u8
    }
}

/// A position of Kalah.
///
/// The seeds are kept from the mover's view, so that no code asks whose turn it is. When the game has ended, the houses are
/// empty and all seeds are in the stores; before the deal of a random start, there are none at all.
///
/// ```
/// use waxwing::{Game, Notation, Player, Turn};
/// use waxwing_games::Kalah;
///
/// let mut state = Kalah::new(6, 4)?;
/// state.apply(state.parse("3")?);
/// // Four seeds from the third house end in the store: South moves again.
/// assert_eq!(state.turn(), Turn::Player(Player(0)));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kalah {
    board: Board,
    /// The number of the last move, or [`NO_MOVE`].
    last: u8,
    mover: u8,
    houses: u8,
    stones: u8,
    /// Whether the last seed is captured even if it faces an empty house.
    empty_captures: bool,
}

impl Kalah {
    /// The start of the game with 1 to 6 houses for each player and 1 to 6 seeds in each of them.
    ///
    /// ```
    /// use waxwing_games::Kalah;
    /// assert!(Kalah::new(5, 3).is_ok());
    /// let message = Kalah::new(7, 3).unwrap_err();
    /// assert_eq!(message, "a Kalah board cannot have 7 houses: it takes a whole number from 1 to 6");
    /// ```
    pub fn new(houses: usize, stones: usize) -> Result<Self, String> {
        for (name, values, value) in [("houses", HOUSES, houses), ("stones", STONES, stones)] {
            if values.check(&value.to_string()).is_err() {
                return Err(format!("a Kalah board cannot have {value} {name}: it takes {values}"));
            }
        }
        Ok(Kalah::undealt(houses as u8, stones as u8).filled())
    }

    fn undealt(houses: u8, stones: u8) -> Self {
        Kalah { board: Board::EMPTY, last: NO_MOVE, mover: 0, houses, stones, empty_captures: true }
    }

    /// With the same number of seeds in every house.
    fn filled(self) -> Self {
        let side = Side::new(&[self.stones; MOST_HOUSES][..usize::from(self.houses)]);
        Kalah { board: Board { own: side, other: side }, ..self }
    }

    /// All seeds there are.
    #[inline]
    fn total(&self) -> u8 {
        2 * self.houses * self.stones
    }

    #[inline(always)]
    fn awaits_deal(&self) -> bool {
        self.board == Board::EMPTY
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.board.is_cleared() && !self.awaits_deal()
    }

    /// Whether the mover has also made the last move.
    #[inline(always)]
    fn is_extra_move(&self) -> bool {
        self.last != NO_MOVE && KalahMove(u64::from(self.last)).player() == self.mover
    }

    fn side(&self, player: Player) -> Side {
        if player.0 == self.mover { self.board.own } else { self.board.other }
    }

    /// Sows the seeds of the mover's house, with all that follows; returns whether the game is over then.
    #[inline(always)]
    fn make(&mut self, house: u8) -> bool {
        let sowing = self.board.sow(house, self.houses);
        if self.board.ends_alone(sowing) && (self.empty_captures || self.board.facing(sowing, self.houses) > 0) {
            self.board.capture(sowing, self.houses);
        }
        self.last = KalahMove::sow(self.mover, house).0 as u8;
        if !sowing.again() {
            self.board.pass_on();
            self.mover ^= 1;
        }
        let over = self.board.has_empty_row();
        if over {
            self.board.sweep();
        }
        over
    }
}

impl Game for Kalah {
    type Action = KalahMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match () {
            () if !self.board.is_cleared() => Turn::Player(Player(self.mover)),
            () if self.awaits_deal() => Turn::Chance,
            () => Turn::Over,
        }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<KalahMove>) {
        actions.extend(self.board.own.filled_houses().map(|house| KalahMove::sow(self.mover, house)));
    }

    #[inline]
    fn apply(&mut self, action: KalahMove) {
        match action.packed_deal() {
            None => {
                self.make(action.house());
            }
            Some(packed) => {
                let deal = Deal::unpacked(packed, self.houses, self.stones);
                let [own, other] = deal.rows().map(Side::new);
                self.board = Board { own, other };
            }
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let [own, other] = [self.board.own.store(), self.board.other.store()];
        match () {
            () if own == other => Reward::DRAW,
            () if (own > other) == (player.0 == self.mover) => Reward::WIN,
            () => Reward::LOSS,
        }
    }

    #[inline]
    fn is_legal(&self, action: KalahMove) -> bool {
        // All houses are empty before the deal and after the end.
        action.packed_deal().is_none() && action.player() == self.mover && self.board.own.house(action.house()) > 0
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<KalahMove>) -> KalahMove {
        KalahMove::sow(self.mover, self.board.own.random_house(rng))
    }

    /// Whether the game is over need not be asked anew after a move has told it.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<KalahMove>, most: u32) -> u32 {
        let mut plies = 0;
        if self.awaits_deal() && most > 0 {
            self.apply(self.sample_chance(rng));
            plies += 1;
        }
        let mut over = self.is_over();
        while plies < most && !over {
            over = self.make(self.board.own.random_house(rng));
            plies += 1;
        }
        plies
    }

    /// The houses of both players, and one for all deals, which no player observes.
    fn action_space(&self) -> usize {
        KalahMove::FIRST_DEAL as usize
    }

    /// A deal has no index of its own: players remember what happened since.
    #[inline]
    fn action_index(&self, action: KalahMove) -> u64 {
        action.0.min(KalahMove::FIRST_DEAL)
    }

    fn is_outcome(&self, action: KalahMove) -> bool {
        self.awaits_deal() && action.packed_deal().is_some_and(|packed| Deal::exists(packed, self.houses, self.stones))
    }

    fn sample_chance(&self, rng: &mut Rng) -> KalahMove {
        KalahMove::deal(&Deal::random(self.houses, self.stones, rng))
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        Some(self.board.hash(u64::from(self.mover)))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        knowledge::KalahKnowledge::of(self)
    }
}
