//! Othello on the 8×8 board.
//!
//! The rules: two black and two white discs start in the centre, d5 and e4 black, d4 and e5 white. Black moves first. A
//! move puts a disc on an empty square so that at least one straight line of enemy discs, in any of the eight
//! directions, lies between it and another own disc; all such lines are flipped, and flipped discs flip no others. A
//! player without such a move must pass, and only then may. The game ends when the board is full or after two passes in
//! a row; more discs win, as many are a draw.

mod board;
mod knowledge;
mod learned;
mod notation;
mod position;
mod scene;
#[cfg(test)]
mod tests;

use waxwing::game::ActionSet;
use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Turn};

use crate::bits;
use waxwing_workshop::{GameEntry, Options};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new("othello", "bracket and flip the other's discs")
        .alias("reversi")
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
        .studied_as(&[])
}

/// The start of a game with these options.
pub(crate) fn start(_: &Options) -> Othello {
    Othello::new()
}

/// A square to put a disc on, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OthelloMove(u8);

impl OthelloMove {
    /// The action of a player who has no other.
    pub const PASS: OthelloMove = OthelloMove(64);
    /// What came before the first move.
    const NONE: OthelloMove = OthelloMove(65);

    /// The square `row * 8 + column` that the disc is put on; a pass has none.
    pub fn square(self) -> Option<u8> {
        (self.0 < 64).then_some(self.0)
    }
}

/// A position of Othello. `N` is 8, or 4 or 6 for the small boards that can be solved.
///
/// The discs are kept from the mover's view, so that no code asks for a colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Othello<const N: usize = 8> {
    /// Discs of the player to move.
    own: u64,
    /// Discs of the other player.
    other: u64,
    mover: u8,
    /// Passes in a row up to now.
    passes: u8,
    last: OthelloMove,
}

impl Othello {
    /// The start of the game.
    pub fn new() -> Self {
        Othello::start()
    }
}

impl Default for Othello {
    fn default() -> Self {
        Othello::new()
    }
}

impl<const N: usize> Othello<N> {
    /// The squares of the board; a small one lies in the corner of a1.
    const BOARD: u64 = {
        assert!(N == 4 || N == 6 || N == 8, "the board has 4, 6 or 8 rows");
        (bits::repeat((0xff >> (8 - N)) as u8)) >> (8 * (8 - N))
    };

    /// The start of the game on a board of `N` rows and columns.
    pub fn start() -> Self {
        let corner = N / 2 * 9 - 9;
        let (black, white) = (1 << (corner + 1) | 1 << (corner + 8), 1 << corner | 1 << (corner + 9));
        Othello { own: black, other: white, mover: 0, passes: 0, last: OthelloMove::NONE }
    }

    /// The squares the mover may put a disc on.
    #[inline(always)]
    fn moves(&self) -> u64 {
        board::mobility(self.own, self.other) & Self::BOARD
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.passes == 2 || self.own | self.other == Self::BOARD
    }

    /// The discs of a player.
    #[inline]
    fn discs(&self, player: Player) -> u64 {
        if player.0 == self.mover { self.own } else { self.other }
    }
}

impl<const N: usize> Game for Othello<N> {
    type Action = OthelloMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<OthelloMove>) {
        let moves = self.moves();
        if moves == 0 {
            actions.push(OthelloMove::PASS);
            return;
        }
        bits::extend::<_, { 64 + bits::SPARE }>(actions, OthelloMove::PASS, |room| {
            bits::list(moves, room, 0, OthelloMove)
        });
    }

    #[inline(always)]
    fn apply(&mut self, action: OthelloMove) {
        let (own, other) = (self.own, self.other);
        if action == OthelloMove::PASS {
            (self.own, self.other) = (other, own);
            self.passes += 1;
        } else {
            let flipped = board::flips(own, other, action.0);
            (self.own, self.other) = (other ^ flipped, own | flipped | 1 << (action.0 & 63));
            self.passes = 0;
        }
        self.mover ^= 1;
        self.last = action;
    }

    fn reward(&self, player: Player) -> Reward {
        let own = self.discs(player).count_ones();
        let other = self.discs(Player(1 - player.0)).count_ones();
        match own.cmp(&other) {
            std::cmp::Ordering::Less => Reward::LOSS,
            std::cmp::Ordering::Equal => Reward::DRAW,
            std::cmp::Ordering::Greater => Reward::WIN,
        }
    }

    #[inline]
    fn is_legal(&self, action: OthelloMove) -> bool {
        match action.square() {
            Some(square) => {
                let empty = Self::BOARD & !(self.own | self.other);
                empty >> square & 1 == 1 && board::flips(self.own, self.other, square) != 0
            }
            None => action == OthelloMove::PASS && self.moves() == 0 && !self.is_over(),
        }
    }

    // No `random_action`: choosing the k-th bit of the moves waits longer for its own steps than listing them all does.

    fn action_space(&self) -> usize {
        65
    }

    #[inline]
    fn playout_set(&self) -> Option<ActionSet<OthelloMove>> {
        let moves = self.moves();
        let pass = u64::from(moves == 0);
        Some(ActionSet { first: 0, words: [moves, pass, 0], action: |index| OthelloMove(index as u8) })
    }

    #[inline]
    fn action_index(&self, action: OthelloMove) -> u64 {
        u64::from(action.0)
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        Some(bits::hash([self.own, self.other, u64::from(self.mover) | u64::from(self.passes) << 8]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::OthelloKnowledge
    }
}
