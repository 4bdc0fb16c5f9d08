//! Go by area rules, on boards of 2 to 19 rows and columns.
//!
//! The rules: Black and White put stones on empty points in turn, Black first. Stones of a colour that are neighbours along
//! the lines form a chain; the empty points beside a chain are its liberties. A stone that takes the last liberty of
//! enemy chains captures them: they are taken from the board. After that its own chain must have a liberty. No position
//! of stones may come up a second time (positional superko). A player may always pass; two passes in a row end the game.
//! Then a player has a point for each of its stones, all of which are taken to live, and for each empty point from
//! which only its stones can be reached. White gets the komi as well; who has more wins.
//!
//! A game also ends, and is counted, after three plies for each point of the board, or after 100 on small ones.
//!
//! Options: with `ko=situational` a position may not come up with the same player to move, passes included; with
//! `ko=simple` only the last position may not come up again, by taking back a single stone at once. With `suicide=yes` a
//! stone may take the last liberty of its own chain, which is then taken from the board; a single stone may not. `komi` is
//! a number of half points.
//!
//! Playouts keep simple ko, commit no suicide, fill no true eye of their own, and pass only if nothing else is left. A true
//! eye is an empty point whose neighbours are all stones of one colour, and at most one of whose diagonal points is the
//! enemy's: none at the edge of the board.

mod action;
mod area;
mod board;
mod expert;
mod history;
mod knowledge;
mod legality;
mod liberties;
mod notation;
mod position;
mod record;
mod recorded;
mod rules;
mod scene;
mod setup;
mod sgf;
mod surroundings;
mod tactics;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use waxwing::knowledge::Knowledge;
use waxwing::{Game, Player, Reward, Rng, Turn};

pub use action::GoMove;
use board::{Board, Colour, LARGEST, NOWHERE, Point};
use history::History;
use legality::Effect;
use record::{Record, Step};
pub(crate) use recorded::read as read_record;
use rules::{Ko, Rules, SMALLEST};
pub use setup::GoStep;
pub use sgf::{GoRecord, SgfError};
use waxwing_workshop::{GameEntry, OpenGame, Options, Position};

/// How the game is listed.
pub(crate) fn entry() -> GameEntry {
    let entry = GameEntry::new("go", "surround more of the board than the other")
        .alias("baduk")
        .alias("weiqi")
        .rules(include_str!("rules.txt"))
        .legend(include_str!("legend.txt"))
        .players(include_str!("players.txt"))
        .strength(include_str!("strength.txt"));
    rules::options().into_iter().fold(entry, GameEntry::option)
}

/// The start of a game with these options.
pub(crate) fn start(options: &Options) -> Go {
    Go::with_rules(options.number("size"), Rules::of(options))
}

/// No game has more plies.
const MOST_PLIES: usize = most_plies(LARGEST as u8) as usize;

/// A game on a board of this size has no more plies.
const fn most_plies(size: u8) -> u16 {
    let plies = 3 * size as u16 * size as u16;
    if plies < 100 { 100 } else { plies }
}

/// A position of Go.
///
/// ```
/// use waxwing::{Game, Notation, Player};
/// use waxwing_games::Go;
///
/// let mut state = Go::new(9, 7.5)?;
/// for text in ["E5", "C3", "G3", "pass", "pass"] {
///     state.apply(state.parse(text)?);
/// }
/// assert_eq!(state.area(Player(0)), 2);
/// assert_eq!(state.score(), 2.0 - 1.0 - 7.5);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Go {
    board: Board,
    rules: Rules,
    mover: u8,
    /// Passes in a row up to now.
    passes: u8,
    plies: u16,
    last: GoMove,
    /// The move before the last.
    before: GoMove,
    history: History,
    /// The position that the record goes on from, as text, unless it is the empty board.
    base: Option<Arc<str>>,
    record: Record,
}

impl Clone for Go {
    fn clone(&self) -> Self {
        Go {
            board: self.board.clone(),
            history: self.history.clone(),
            base: self.base.clone(),
            record: self.record.clone(),
            ..*self
        }
    }

    /// Quicker than `clone` for small boards and short games: a search calls it in every iteration.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.history.clone_from(&other.history);
        self.record.clone_from(&other.record);
        // All threads of a search copy from one position: they do not count its owners each time.
        if self.base.as_ref().map(Arc::as_ptr) != other.base.as_ref().map(Arc::as_ptr) {
            self.base.clone_from(&other.base);
        }
        (self.rules, self.mover, self.passes) = (other.rules, other.mover, other.passes);
        (self.plies, self.last, self.before) = (other.plies, other.last, other.before);
    }
}

impl Go {
    /// The start of a game on a board of 2 to 19 rows and columns, with a komi in half points.
    pub fn new(size: u8, komi: f64) -> Result<Self, String> {
        if !(SMALLEST..=LARGEST as u8).contains(&size) {
            return Err(format!("a board of {size} rows is not possible; it has {SMALLEST} to {LARGEST}"));
        }
        Ok(Go::with_rules(size, Rules { komi: rules::half_points(komi)?, ..Rules::USUAL }))
    }

    /// The start of a game with the options of a workshop's game of Go.
    pub fn with_options(options: &Options) -> Self {
        start(options)
    }

    /// The state as a position of a workshop's game; `None` if that is another game.
    pub fn into_position(self, game: &OpenGame) -> Option<Position> {
        game.position_of(self)
    }

    fn with_rules(size: u8, rules: Rules) -> Self {
        let (board, history) = (Board::new(size), History::new());
        let (last, before) = (GoMove::NONE, GoMove::NONE);
        let (base, record) = (None, Record::new());
        let mut start = Go { board, rules, mover: 0, passes: 0, plies: 0, last, before, history, base, record };
        start.remember();
        start
    }

    /// The rows and columns of the board.
    pub fn size(&self) -> u8 {
        self.board.size
    }

    /// What White gets besides its points.
    pub fn komi(&self) -> f64 {
        f64::from(self.rules.komi) / 2.0
    }

    /// The player whose stone is at the point of a move, if there is one.
    pub fn stone(&self, at: GoMove) -> Option<Player> {
        player(if self.board.contains(at.point()) { self.board.colour(at.point()) } else { Colour::Empty })
    }

    /// The player who gets the point of a move if the game ends now: it has a stone there, or from there only its
    /// stones can be reached.
    pub fn owner(&self, at: GoMove) -> Option<Player> {
        let owners = self.board.owners();
        owners.get(usize::from(at.point())).and_then(|&colour| player(colour))
    }

    /// The points that a player gets if the game ends now, without the komi.
    pub fn area(&self, player: Player) -> u16 {
        self.board.area()[player.index() % 2]
    }

    /// Black's points minus White's and the komi, if the game ends now.
    pub fn score(&self) -> f64 {
        f64::from(self.half_points()) / 2.0
    }

    /// The score as records write it, such as `B+3.5`; `0` for a draw.
    pub fn score_text(&self) -> String {
        match self.score() {
            score if score > 0.0 => format!("B+{score}"),
            score if score < 0.0 => format!("W+{}", -score),
            _ => "0".to_owned(),
        }
    }

    /// The stones of a player that were captured.
    pub fn captured(&self, player: Player) -> u16 {
        self.board.taken[player.index() % 2]
    }

    /// The score in half points.
    #[inline]
    fn half_points(&self) -> i32 {
        2 * self.board.score() - i32::from(self.rules.komi)
    }

    #[inline(always)]
    fn colour(&self) -> Colour {
        Colour::of(self.mover)
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.passes >= 2 || self.plies >= most_plies(self.board.size)
    }

    /// Whether the mover may put a stone on an empty point.
    #[inline]
    fn allows(&self, point: Point) -> bool {
        let (board, colour) = (&self.board, self.colour());
        let effect = board.effect(point, colour);
        let possible = match effect {
            Effect::Quiet | Effect::Captures => true,
            Effect::Suicide => self.rules.suicide,
            Effect::SuicideAlone => false,
        };
        possible
            && match self.rules.ko {
                Ko::Simple => point != board.ko,
                Ko::Positional | Ko::Situational => {
                    let (hash, stones) = board.position_after(point, colour, effect);
                    !self.history.contains(self.rules.key(hash, 1 - self.mover), stones)
                }
            }
    }

    /// Puts a stone, or passes at `NOWHERE`, without a look at earlier positions.
    #[inline(always)]
    fn put(&mut self, point: Point) {
        if point == NOWHERE {
            self.board.ko = NOWHERE;
            self.passes += 1;
        } else {
            self.board.put(point, self.colour());
            self.passes = 0;
        }
        self.mover ^= 1;
        self.plies += 1;
        self.before = self.last;
        self.last = GoMove::at(point);
    }

    /// Makes a move of the player whose turn it is, which the record has as this step.
    #[inline(always)]
    fn make(&mut self, action: GoMove, step: Step) {
        let colour = self.colour();
        self.put(action.point());
        if self.rules.suicide && action != GoMove::PASS {
            self.board.remove_if_dead(action.point(), colour);
        }
        self.remember();
        self.record.push(step);
    }

    /// Lets the game begin with this position: no other one has come up.
    fn forget(&mut self) {
        self.history = History::new();
        self.record = Record::new();
        self.remember();
    }

    /// Notes the position as one that has come up.
    #[inline]
    fn remember(&mut self) {
        if self.rules.ko != Ko::Simple {
            let [black, white] = self.board.stones;
            self.history.push(self.rules.key(self.board.hash, self.mover), black + white);
        }
    }
}

/// The player whose stones have this colour.
fn player(colour: Colour) -> Option<Player> {
    match colour {
        Colour::Black => Some(Player(0)),
        Colour::White => Some(Player(1)),
        Colour::Empty | Colour::Border => None,
    }
}

impl Game for Go {
    type Action = GoMove;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    #[inline]
    fn legal_actions(&self, actions: &mut Vec<GoMove>) {
        let empty = self.board.points().filter(|&point| self.board.colour(point) == Colour::Empty);
        actions.extend(empty.filter(|&point| self.allows(point)).map(GoMove::at));
        actions.push(GoMove::PASS);
    }

    #[inline]
    fn apply(&mut self, action: GoMove) {
        self.make(action, Step::Move(action.point()));
    }

    fn reward(&self, player: Player) -> Reward {
        let half_points = self.half_points();
        let own = if player == Player(0) { half_points } else { -half_points };
        match own.cmp(&0) {
            std::cmp::Ordering::Less => Reward::LOSS,
            std::cmp::Ordering::Equal => Reward::DRAW,
            std::cmp::Ordering::Greater => Reward::WIN,
        }
    }

    #[inline]
    fn is_legal(&self, action: GoMove) -> bool {
        let point = action.point();
        !self.is_over() && (action == GoMove::PASS || self.board.is_empty(point) && self.allows(point))
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng, _: &mut Vec<GoMove>) -> GoMove {
        let empty = self.board.empty();
        loop {
            // The pass, which is always legal, comes after the last point.
            match empty.get(rng.below(empty.len() + 1)) {
                None => return GoMove::PASS,
                Some(&point) if self.allows(point) => return GoMove::at(point),
                Some(_) => {}
            }
        }
    }

    #[inline]
    fn playout_actions(&self, actions: &mut Vec<GoMove>) {
        // A plain loop: whether closures in adapters are inlined here depends on the profile.
        let (board, colour) = (&self.board, self.colour());
        for &point in board.empty() {
            if board.is_playable(point, colour) {
                actions.push(GoMove::at(point));
            }
        }
        if actions.is_empty() {
            actions.push(GoMove::PASS);
        }
    }

    #[inline]
    fn playout_action(&self, rng: &mut Rng, _: &mut Vec<GoMove>) -> GoMove {
        GoMove::at(self.board.draw(rng, self.colour()))
    }

    #[inline]
    fn is_playout_action(&self, action: GoMove) -> bool {
        let (board, colour) = (&self.board, self.colour());
        if action == GoMove::PASS {
            return !self.is_over() && !board.empty().iter().any(|&point| board.is_playable(point, colour));
        }
        !self.is_over() && board.is_empty(action.point()) && board.is_playable(action.point(), colour)
    }

    #[inline]
    fn open_actions(&self) -> &[u64] {
        &self.board.open[..self.action_space().div_ceil(64)]
    }

    // Positions are not remembered: playouts do not ask for them.
    #[inline(never)]
    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<GoMove>, most: u32) -> u32 {
        let before = self.plies;
        while u32::from(self.plies - before) < most && !self.is_over() {
            let point = self.board.draw(rng, self.colour());
            self.put(point);
        }
        u32::from(self.plies - before)
    }

    fn action_space(&self) -> usize {
        usize::from(self.board.size).pow(2) + 1
    }

    #[inline]
    fn action_index(&self, action: GoMove) -> u64 {
        action.index(self.board.size)
    }

    #[inline]
    fn position_hash(&self) -> Option<u64> {
        let turn = u64::from(self.mover) | u64::from(self.passes) << 8 | u64::from(self.board.ko) << 16;
        Some(Rng::derive(self.board.hash, turn))
    }

    #[inline]
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &knowledge::GoKnowledge
    }
}
