//! Chinese Checkers on the small star: 73 fields, six checkers a player, for 2, 3, 4 or 6 players.
//!
//! The rules: the board is a hexagon of 37 fields with a triangle of six on each of its sides. Every player fills one
//! triangle with its checkers, and wants to get them into the opposite one, its target. Two players start in the top
//! triangle and the bottom one, three in every second from the top, four in two pairs of opposite ones (top, upper right,
//! bottom, lower left), six in all. Who starts at the top begins, and turns go clockwise.
//!
//! A player moves one checker: a step to a neighbouring empty field, or a chain of jumps. A jump goes over a neighbouring
//! checker of anybody to the empty field right behind it, in any of the six directions; nothing is captured. A chain may
//! end after any jump, but not where it began; its first field counts as empty on the way. Chains with the same first and
//! last field are one action. A checker in its player's target stays there: it may move within it, all the way of a chain.
//! Otherwise a checker may go through any field and stop in any; with `foreign=forbid` it may not stop in triangles other
//! than its start and its target. A player who cannot move passes, and no other may.
//!
//! A player wins when it moves a checker into its target from outside and all six fields of the target are occupied
//! then, by whomever: a checker that stays at home does not keep anybody from winning. With `blocked=no` all six must be the
//! player's own, and such a checker blocks the target. The game ends with the first winner. After 1,000 plies it is drawn,
//! and each player gets an equal share.

mod board;
mod camp;
mod knowledge;
mod notation;
mod position;
mod scene;
pub mod tables;
#[cfg(test)]
mod tests;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

use crate::bits;
use crate::status::GameStatus;
use board::{AREAS, CHECKERS, FIELDS, NUMBERS, PLACES, STAR_MOVES, VIEWS, View};
use camp::Camp;
use waxwing_workshop::{GameEntry, OptionEntry, Options, Values};

pub(crate) const NAME: &str = "chinese-checkers";

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    GameEntry::new(NAME, "step and jump across the star to the opposite corner")
        .option(OptionEntry::new("players", "2", Values::words(&["2", "3", "4", "6"])))
        .option(OptionEntry::new("foreign", "allow", Values::words(&["allow", "forbid"])))
        .option(OptionEntry::new("blocked", "win", Values::words(&["win", "no"])))
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"))
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> ChineseCheckers {
    let rules =
        Rules { forbids_foreign: options.word("foreign") == "forbid", needs_own: options.word("blocked") == "no" };
    ChineseCheckers::with_rules(options.number("players"), rules)
}

/// What the options change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rules {
    /// Whether checkers may not stop in triangles that are not their player's.
    forbids_foreign: bool,
    /// Whether only a player's own checkers fill the player's target.
    needs_own: bool,
}

/// The triangle that each player starts in, for two, three, four and six players.
const HOMES: [[u8; 6]; 4] = [[0, 3, 0, 0, 0, 0], [0, 2, 4, 0, 0, 0], [0, 1, 3, 4, 0, 0], [0, 1, 2, 3, 4, 5]];

/// After this many plies the game is drawn.
const MOST_PLIES: u16 = 1_000;

/// Where a checker goes from and to, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChineseCheckersMove {
    from: u8,
    to: u8,
}

impl ChineseCheckersMove {
    /// The action of a player who has no other.
    pub const PASS: ChineseCheckersMove = ChineseCheckersMove { from: 0, to: 0 };

    /// The numbers of the fields that a checker leaves and goes to; a pass has none. The fields count from 0, row by row from
    /// the top.
    pub fn fields(self) -> Option<(u8, u8)> {
        (self != ChineseCheckersMove::PASS).then_some((self.from, self.to))
    }

    /// The move between two places of the grid.
    #[inline(always)]
    fn between(from: u8, to: u8) -> Self {
        ChineseCheckersMove { from: NUMBERS[usize::from(from & 127)], to: NUMBERS[usize::from(to & 127)] }
    }

    /// The places on the grid that it leaves and goes to.
    #[inline(always)]
    fn places(self) -> (u8, u8) {
        (PLACES[usize::from(self.from)], PLACES[usize::from(self.to)])
    }
}

/// A position of Chinese Checkers.
///
/// ```
/// use waxwing::{Game, Notation};
/// use waxwing_games::ChineseCheckers;
///
/// let mut state = ChineseCheckers::new(3);
/// for text in ["3-9", "47-46", "40-41"] {
///     let action = state.parse(text)?;
///     assert!(state.is_legal(action));
///     state.apply(action);
/// }
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChineseCheckers {
    /// The places with checkers on them.
    occupied: u128,
    /// The checkers of each player, in its own view.
    camps: [Camp; 6],
    /// The triangles the players start in.
    homes: [u8; 6],
    players: u8,
    rules: Rules,
    mover: u8,
    outcome: GameStatus,
    plies: u16,
    last: ChineseCheckersMove,
}

impl Default for ChineseCheckers {
    fn default() -> Self {
        ChineseCheckers::new(2)
    }
}

impl ChineseCheckers {
    /// The start of the game for 2, 3, 4 or 6 players; other numbers count as the next one that is possible.
    pub fn new(players: u8) -> Self {
        ChineseCheckers::with_rules(players, Rules::default())
    }

    fn with_rules(players: u8, rules: Rules) -> Self {
        let (players, homes) = match players {
            0..=2 => (2, HOMES[0]),
            3 => (3, HOMES[1]),
            4 => (4, HOMES[2]),
            5.. => (6, HOMES[3]),
        };
        ChineseCheckers {
            occupied: homes[..usize::from(players)].iter().map(|&home| AREAS[usize::from(home)]).sum(),
            camps: [Camp::START; 6],
            homes,
            players,
            rules,
            mover: 0,
            outcome: GameStatus::Open,
            plies: 0,
            last: ChineseCheckersMove::PASS,
        }
    }

    /// How the board looks to a player.
    #[inline(always)]
    fn view(&self, player: usize) -> &'static View {
        &VIEWS[usize::from(self.homes[player]) % 6]
    }

    /// The places a player wants to fill.
    #[inline(always)]
    fn target(&self, player: usize) -> u128 {
        AREAS[usize::from(self.homes[player] + 3) % 6]
    }

    /// The places a player's checkers start on.
    #[inline(always)]
    fn home(&self, player: usize) -> u128 {
        AREAS[usize::from(self.homes[player]) % 6]
    }

    /// The places of a player's checkers, in the order of the player's view.
    #[inline(always)]
    fn checkers(&self, player: usize) -> [u8; CHECKERS] {
        let view = self.view(player);
        self.camps[player].orders().map(|order| view.places[usize::from(order)])
    }

    /// The checkers of a player as a set of places.
    #[inline]
    fn set(&self, player: usize) -> u128 {
        self.checkers(player).iter().fold(0, |set, &place| set | 1 << place)
    }

    /// Where checkers of the mover may stop.
    #[inline(always)]
    fn stops(&self) -> u128 {
        let mover = usize::from(self.mover);
        if self.rules.forbids_foreign { AREAS[6] | self.home(mover) | self.target(mover) } else { u128::MAX }
    }

    /// Where the mover's checker on a place can go.
    #[inline(always)]
    fn destinations(&self, place: u8, target: u128, stops: u128) -> u128 {
        let within = if target >> place & 1 == 1 { target } else { u128::MAX };
        STAR_MOVES.moves(place, self.occupied, within) & stops
    }

    /// The places of the mover's checkers, in the order of the mover's view, with where each can go.
    #[inline(always)]
    fn moves(&self) -> [(u8, u128); CHECKERS] {
        let mover = usize::from(self.mover);
        let (target, stops) = (self.target(mover), self.stops());
        self.checkers(mover).map(|place| (place, self.destinations(place, target, stops)))
    }

    /// Tells every move of the mover: the number of the checker, and the places it goes from and to.
    #[inline(always)]
    fn each_move(&self, mut tell: impl FnMut(usize, u8, u8)) {
        let mover = usize::from(self.mover);
        let (target, stops) = (self.target(mover), self.stops());
        for (i, from) in self.checkers(mover).into_iter().enumerate() {
            board::places(self.destinations(from, target, stops)).for_each(|to| tell(i, from, to));
        }
    }

    #[inline(always)]
    fn is_open(&self) -> bool {
        self.outcome == GameStatus::Open
    }

    /// Whether the mover would win by going from one place to another, which is a legal move.
    #[inline(always)]
    fn wins(&self, from: u8, to: u8) -> bool {
        let target = self.target(usize::from(self.mover));
        target & !self.occupied == 1 << to && target >> from & 1 == 0 && self.counts_as_full(self.mover, 1 << to)
    }

    /// Whether a target without an empty field is full for its player, once the player has a checker on a field of it too.
    #[inline(always)]
    fn counts_as_full(&self, player: u8, with: u128) -> bool {
        let player = usize::from(player);
        !self.rules.needs_own || self.target(player) & !(self.set(player) | with) == 0
    }

    /// Moves a checker of the mover, and sees whether the game is over.
    #[inline(always)]
    fn go(&mut self, from: u8, to: u8) {
        let mover = usize::from(self.mover);
        if self.wins(from, to) {
            self.outcome = GameStatus::Won(Player(self.mover));
        }
        self.occupied ^= 1 << from | 1 << to;
        let orders = &self.view(mover).orders;
        self.camps[mover] = self.camps[mover].after(orders[usize::from(from & 127)], orders[usize::from(to & 127)]);
    }

    #[inline(always)]
    fn end_ply(&mut self, action: ChineseCheckersMove) {
        self.last = action;
        self.plies += 1;
        self.mover = if self.mover + 1 == self.players { 0 } else { self.mover + 1 };
        if self.plies >= MOST_PLIES && self.is_open() {
            self.outcome = GameStatus::Drawn;
        }
    }
}

impl Game for ChineseCheckers {
    type Action = ChineseCheckersMove;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_open() { Turn::Player(Player(self.mover)) } else { Turn::Over }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<ChineseCheckersMove>) {
        for (from, destinations) in self.moves() {
            actions.extend(board::places(destinations).map(|to| ChineseCheckersMove::between(from, to)));
        }
        if actions.is_empty() {
            actions.push(ChineseCheckersMove::PASS);
        }
    }

    #[inline]
    fn apply(&mut self, action: ChineseCheckersMove) {
        if action != ChineseCheckersMove::PASS {
            let (from, to) = action.places();
            self.go(from, to);
        }
        self.end_ply(action);
    }

    fn reward(&self, player: Player) -> Reward {
        self.outcome.reward(player, self.players)
    }

    #[inline]
    fn is_legal(&self, action: ChineseCheckersMove) -> bool {
        if !self.is_open() {
            return false;
        }
        if action == ChineseCheckersMove::PASS {
            return self.moves().iter().all(|(_, destinations)| *destinations == 0);
        }
        let mover = usize::from(self.mover);
        let (from, to) = action.places();
        let is_own = self.camps[mover].contains(self.view(mover).orders[usize::from(from)]);
        is_own && self.destinations(from, self.target(mover), self.stops()) >> to & 1 == 1
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<ChineseCheckersMove>) -> ChineseCheckersMove {
        let moves = self.moves();
        let counts = moves.map(|(_, destinations)| destinations.count_ones() as usize);
        let total: usize = counts.iter().sum();
        if total == 0 {
            return ChineseCheckersMove::PASS;
        }
        let mut chosen = rng.below(total);
        for ((from, destinations), count) in moves.into_iter().zip(counts) {
            if chosen < count {
                return ChineseCheckersMove::between(from, board::select(destinations, chosen));
            }
            chosen -= count;
        }
        unreachable!("the chosen move is below the sum of the counts")
    }

    fn action_space(&self) -> usize {
        FIELDS * FIELDS
    }

    #[inline]
    fn action_index(&self, action: ChineseCheckersMove) -> u64 {
        // No move goes from field 0 to field 0: the number is that of the pass.
        u64::from(action.from) * FIELDS as u64 + u64::from(action.to)
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        let outcome = match self.outcome {
            GameStatus::Open => 0,
            GameStatus::Drawn => 1,
            GameStatus::Won(winner) => 2 + u64::from(winner.0),
        };
        let camps = self.camps.map(Camp::bits);
        Some(bits::hash([
            u64::from(self.mover) | outcome << 8,
            camps[0],
            camps[1],
            camps[2],
            camps[3],
            camps[4],
            camps[5],
        ]))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::ChineseCheckersKnowledge
    }
}
