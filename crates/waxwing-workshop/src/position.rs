//! A position of some game, with the moves that led to it.

use std::fmt;
use std::sync::Arc;

use waxwing::game::{Fault, PerftError};
use waxwing::knowledge::{FeatureFile, FeatureWeights, Learning, Offers, Trajectory};
use waxwing::{Notation, Player, Reward, Rng, Turn};

use crate::entry::{GameEntry, Options};
use crate::line::{AnyLine, Impossible, Line};
use crate::ownership::Ownership;
use crate::replay::{MoveError, ReplayError};
use crate::scene::Scenes;

/// What all positions of an opened game share.
pub(crate) struct Face {
    /// The game with the options that differ from their defaults.
    pub text: String,
    pub entry: Arc<GameEntry>,
    pub options: Options,
    pub scenes: Option<Scenes>,
}

/// A position of a game whose type only the crate that defines the game knows. Moves are texts in the game's notation.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing::{Player, Turn};
///
/// let game = nim().open("nim(heap=5)")?;
/// let mut position = game.start();
/// assert_eq!(position.legal(), ["1", "2", "3"]);
/// position.play("2")?;
/// assert_eq!(position.turn(), Turn::Player(Player(1)));
/// let error = position.play("4").unwrap_err();
/// assert_eq!(error.to_string(), "`4` is not a legal move here; legal: 1, 2, 3");
/// position.play("3")?;
/// assert_eq!(position.rewards(), Some(vec![0.0, 1.0]));
/// assert_eq!(position.moves(), ["2", "3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Position {
    face: Arc<Face>,
    line: Box<dyn AnyLine>,
    beginning: Beginning,
}

/// Where the moves of a position begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// With the game.
    Game,
    /// Somewhere else.
    Elsewhere,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { face: self.face.clone(), line: self.line.copy(), beginning: self.beginning }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({} after {:?})", self.face.text, self.moves().join(" "))
    }
}

impl Position {
    pub(crate) fn new(face: Arc<Face>, line: Box<dyn AnyLine>) -> Position {
        Position { face, line, beginning: Beginning::Game }
    }

    /// Another line of the same game, which begins elsewhere.
    pub(crate) fn with_line(&self, line: Box<dyn AnyLine>) -> Position {
        Position { face: self.face.clone(), line, beginning: Beginning::Elsewhere }
    }

    pub(crate) fn line(&self) -> &dyn AnyLine {
        &*self.line
    }

    pub(crate) fn scenes(&self) -> Option<Scenes> {
        self.face.scenes
    }

    /// The game with its options, such as `breakthrough(rows=6)`.
    pub fn game_text(&self) -> &str {
        &self.face.text
    }

    /// What there is to know about the game.
    pub fn entry(&self) -> &GameEntry {
        &self.face.entry
    }

    /// The values of all options of the game.
    pub fn options(&self) -> &Options {
        &self.face.options
    }

    /// The state in the game's own type, for code that knows it; `None` if the game has another type.
    pub fn state<G: Notation>(&self) -> Option<&G> {
        Line::of(&*self.line).map(Line::state)
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.line.players()
    }

    /// What a player is called, such as `Black`.
    pub fn player_name(&self, player: Player) -> String {
        self.line.player_name(player)
    }

    /// The player of a number or a name, in any case.
    pub fn find_player(&self, text: &str) -> Result<Player, String> {
        let players = || (0..self.players()).map(|player| Player(player as u8));
        let wanted = text.to_lowercase();
        let found = players().find(|&player| {
            let name = self.player_name(player).to_lowercase();
            wanted == player.to_string() || wanted == name
        });
        found.ok_or_else(|| {
            let named = |player| format!("{player} ({})", self.player_name(player));
            let text: String = text.chars().take(40).collect();
            let names: Vec<String> = players().map(named).collect();
            format!("there is no player `{text}`; the players are {}", names.join(", "))
        })
    }

    /// Whether some player does not see everything.
    pub fn is_hidden(&self) -> bool {
        self.line.hidden()
    }

    /// Who acts now.
    pub fn turn(&self) -> Turn {
        self.line.turn()
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// The legal moves of the player to move; none if no player is.
    pub fn legal(&self) -> Vec<String> {
        self.line.legal()
    }

    /// The numbers of the legal moves, in the order of [`Position::legal`]: below [`Position::action_space`] if that is not
    /// 0, otherwise hashes.
    pub fn legal_indices(&self) -> Vec<u64> {
        self.line.legal_indices()
    }

    /// How many moves have a small number of their own, or 0 if numbers are hashes.
    pub fn action_space(&self) -> usize {
        self.line.action_space()
    }

    /// The number of a move, which need not be legal. Fails if the text is no move.
    pub fn index_of(&self, text: &str) -> Result<u64, String> {
        self.line.index_of(text)
    }

    /// The legal move of a number.
    pub fn move_of(&self, index: u64) -> Option<String> {
        let place = self.legal_indices().into_iter().position(|legal| legal == index)?;
        self.legal().into_iter().nth(place)
    }

    /// The outcomes of a chance event with their probabilities; none if chance is not to act, or there are too many to list.
    pub fn outcomes(&self) -> Vec<(String, f64)> {
        self.line.outcomes()
    }

    /// Whether chance is to act with too many outcomes to list, as in a deal.
    pub fn is_deal(&self) -> bool {
        self.turn() == Turn::Chance && self.outcomes().is_empty()
    }

    /// What can happen next: legal moves, or listed outcomes.
    pub fn possible(&self) -> Vec<String> {
        match self.turn() {
            Turn::Chance => self.outcomes().into_iter().map(|(text, _)| text).collect(),
            _ => self.legal(),
        }
    }

    /// The legal move, or the chance outcome, that a text means here, as the game writes it.
    pub fn read_move(&self, text: &str) -> Result<String, MoveError> {
        self.line.read_move(text).map_err(|impossible| self.refusal(text, impossible))
    }

    /// Makes a legal move, or a chance outcome. Nothing changes if it is not possible.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.line.make(text).map_err(|impossible| self.refusal(text, impossible))
    }

    fn refusal(&self, text: &str, impossible: Impossible) -> MoveError {
        match impossible {
            _ if self.is_over() => MoveError::after_end(text),
            Impossible::Unreadable(reason) => MoveError::unreadable(text, &reason),
            Impossible::Illegal => MoveError::illegal(text, self.turn(), self.possible()),
        }
    }

    /// Makes the moves of a text, separated by white space, chance outcomes included. A deal that the text leaves out is
    /// drawn from the seed. If a move is not possible, those before it have been made.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let mut position = nim().open("nim(heap=5)")?.start();
    /// let error = position.follow("3 1 2", 1).unwrap_err();
    /// assert_eq!(error.to_string(), "move 3: `2` is not a legal move here; legal: 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&mut self, moves: &str, seed: u64) -> Result<(), ReplayError> {
        let mut rng = deals_of(seed);
        for (index, text) in moves.split_whitespace().enumerate() {
            if self.fill_deals(text, &mut rng) {
                continue;
            }
            self.play(text).map_err(|error| ReplayError { number: index + 1, error })?;
        }
        Ok(())
    }

    /// Draws the deals that a text does not begin with. Returns whether it was a deal itself, which is made then.
    fn fill_deals(&mut self, text: &str, rng: &mut Rng) -> bool {
        while self.is_deal() {
            if self.line.make(text).is_ok() {
                return true;
            }
            self.line.sample_chance(rng);
        }
        false
    }

    /// Draws deals from the seed until a player is to move, or chance acts with few outcomes.
    pub fn draw_deals(&mut self, seed: u64) {
        let mut rng = deals_of(seed);
        while self.is_deal() {
            self.line.sample_chance(&mut rng);
        }
    }

    /// Makes chance outcomes, drawn by the generator, until a player is to move or the game is over.
    pub fn pass_chance(&mut self, rng: &mut Rng) {
        while self.turn() == Turn::Chance {
            self.line.sample_chance(rng);
        }
    }

    /// Makes one chance outcome, drawn by the generator. Nothing happens if chance is not to act.
    pub fn roll(&mut self, rng: &mut Rng) {
        if self.turn() == Turn::Chance {
            self.line.sample_chance(rng);
        }
    }

    /// Makes a random move, or a chance outcome, drawn by the generator. Nothing happens at the end of the game.
    pub fn play_random(&mut self, rng: &mut Rng) {
        match self.turn() {
            Turn::Player(_) => self.line.make_random(rng),
            Turn::Chance => self.line.sample_chance(rng),
            Turn::Over => {}
        }
    }

    /// Whether chance acts in a game from here: in a random one, of which the first ten thousand moves are looked at.
    pub fn meets_chance(&self) -> bool {
        let (mut position, mut rng) = (self.clone(), Rng::new(0));
        let mut turns = (0..10_000).map(|_| {
            let turn = position.turn();
            position.play_random(&mut rng);
            turn
        });
        turns.find(|turn| !matches!(turn, Turn::Player(_))) == Some(Turn::Chance)
    }

    /// Takes the last move back. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.line.take_back()
    }

    /// How many moves have been made since the start.
    #[expect(clippy::len_without_is_empty, reason = "a position is not a collection")]
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// The position after this many of the moves.
    pub fn at(&self, moves: usize) -> Position {
        let mut position = self.clone();
        while position.len() > moves {
            position.take_back();
        }
        position
    }

    /// All moves since the start, chance outcomes included. They say what is hidden.
    pub fn moves(&self) -> Vec<String> {
        self.line.moves_from(0)
    }

    /// The move of this number, counted from 0, if there is one.
    pub fn move_at(&self, index: usize) -> Option<String> {
        (index < self.len()).then(|| self.at(index + 1).last_move()).flatten()
    }

    /// The last move, if there is one.
    pub fn last_move(&self) -> Option<String> {
        let last = self.len().checked_sub(1)?;
        self.line.moves_from(last).pop()
    }

    /// What a player has seen of the move of this number, counted from 0.
    ///
    /// Panics if there is no such move.
    pub fn seen(&self, index: usize, player: Player) -> Option<String> {
        self.line.seen(index, player)
    }

    /// Who was to act before the move of this number, counted from 0.
    ///
    /// Panics if there is no such move.
    pub fn turn_before(&self, index: usize) -> Turn {
        self.line.turn_before(index)
    }

    /// A drawing for a terminal, as `view` sees the position (`None`: everything).
    pub fn draw(&self, view: Option<Player>) -> String {
        self.line.draw(view)
    }

    /// What each player gets, in `[0, 1]`, if the game is over.
    pub fn rewards(&self) -> Option<Vec<f64>> {
        self.exact_rewards().map(|rewards| rewards.into_iter().map(Reward::value).collect())
    }

    /// Who has won, in words, if the game is over: `White wins by 3.5 points`, `the game is drawn`.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let mut position = nim().open("nim(heap=3)")?.start();
    /// assert_eq!(position.result(), None);
    /// position.play("3")?;
    /// assert_eq!(position.result().as_deref(), Some("player 0 wins"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn result(&self) -> Option<String> {
        let rewards = self.exact_rewards()?;
        let highest = rewards.iter().max()?;
        if rewards.iter().all(|reward| reward == highest) {
            return Some("the game is drawn".to_owned());
        }
        let winners = (0..rewards.len()).filter(|&player| rewards[player] == *highest);
        let winners: Vec<String> = winners.map(|player| self.player_name(Player(player as u8))).collect();
        Some(match (&winners[..], self.line.margin()) {
            ([winner], Some(margin)) => format!("{winner} wins {margin}"),
            ([winner], None) => format!("{winner} wins"),
            _ => format!("{} share the win", winners.join(" and ")),
        })
    }

    pub(crate) fn exact_rewards(&self) -> Option<Vec<Reward>> {
        self.line.rewards()
    }

    /// A number that tells positions apart, if the game has one.
    pub fn hash(&self) -> Option<u64> {
        self.line.hash()
    }

    /// A position that the observer cannot tell from this one, drawn by the generator; this one where nothing is hidden. It
    /// is a start: it has no moves before it.
    pub fn determinize(&self, observer: Player, rng: &mut Rng) -> Position {
        self.with_line(self.line.determinize(observer, rng))
    }

    /// The position as one line of text, which [`OpenGame::read_position`](crate::OpenGame::read_position) reads: where its
    /// moves begin (`start`, or the game's own text), and then the moves. It says everything, what is hidden too. `None` if
    /// the moves begin elsewhere than the game and the game has no text for that.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let game = nim().open("nim(heap=5)")?;
    /// let mut position = game.start();
    /// position.follow("2 1", 1)?;
    /// assert_eq!(position.text().as_deref(), Some("start moves 2 1"));
    /// assert_eq!(position.as_start().text().as_deref(), Some("2 stones, player 0 to move"));
    /// assert_eq!(game.read_position("start moves 2 1")?.legal(), ["1", "2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> Option<String> {
        let moves = self.moves().join(" ");
        let (beginning, joint) = match self.beginning {
            Beginning::Game => (GAME_START.to_owned(), MOVES),
            Beginning::Elsewhere => (self.beginning()?, THEN),
        };
        Some(if moves.is_empty() { beginning } else { format!("{beginning}{joint}{moves}") })
    }

    /// Where the moves begin, as a text that [`OpenGame::read_position`](crate::OpenGame::read_position) reads; `None` if that
    /// is the start of the game, or a position that the game has no text for.
    pub fn beginning(&self) -> Option<String> {
        match self.beginning {
            Beginning::Game => None,
            Beginning::Elsewhere => self.line.write_start(),
        }
    }

    /// The position of a text, in the game of this one.
    pub(crate) fn read(start: &Position, text: &str) -> Result<Position, PositionError> {
        let text = text.trim();
        let of_game = text.strip_prefix(GAME_START).filter(|rest| rest.is_empty() || rest.starts_with(MOVES));
        let (mut position, moves) = match of_game {
            Some(rest) => (start.clone(), rest.strip_prefix(MOVES).unwrap_or_default()),
            None => {
                let (beginning, moves) = text.rsplit_once(THEN).unwrap_or((text, ""));
                let line = start.line.read_start(beginning).map_err(PositionError::Beginning)?;
                (start.with_line(line), moves)
            }
        };
        position.play_all(moves)?;
        Ok(position)
    }

    /// Makes moves, none of which is left out.
    fn play_all(&mut self, moves: &str) -> Result<(), ReplayError> {
        let mut moves = moves.split_whitespace().enumerate();
        moves.try_for_each(|(index, text)| self.play(text).map_err(|error| ReplayError { number: index + 1, error }))
    }

    /// The game so far in the form in which programs for it exchange records, such as SGF. `names` are those who play;
    /// `resigned` has given up in the end. `None` if the game has no such form.
    pub fn write_game(&self, names: &[String], resigned: Option<Player>) -> Option<String> {
        self.line.write_game(names, resigned)
    }

    /// This position as a start, without the moves that led to it.
    pub fn as_start(&self) -> Position {
        self.with_line(self.line.fresh())
    }

    /// The number of action sequences of exactly this length.
    pub fn perft(&self, depth: u32) -> Result<u64, PerftError> {
        self.line.perft(depth)
    }

    /// The same number for each first move.
    pub fn perft_divide(&self, depth: u32) -> Result<Vec<(String, u64)>, PerftError> {
        self.line.perft_divide(depth)
    }

    /// Makes random playouts from here, without a tree, and returns how many plies they had together.
    pub fn playouts(&self, count: u64, rng: &mut Rng) -> u64 {
        self.line.playouts(count, rng)
    }

    /// Who holds each place of the board at the ends of uniform playouts from here. `None` if the game has no places.
    ///
    /// A viewer is told only what it could know: where something is hidden, every playout begins with another state that the
    /// viewer cannot tell from this one. Without a viewer all begin with this one.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// assert!(nim().open("nim")?.start().ownership(None, 10, 1).is_none(), "a heap has no places");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn ownership(&self, viewer: Option<Player>, playouts: u64, seed: u64) -> Option<Ownership> {
        self.line.ownership(viewer, playouts, seed)
    }

    /// Checks the promises of the game in random games from the start ([`waxwing::game::check_notated_game`]).
    pub fn check(&self, games: usize, seed: u64) -> Result<(), Fault> {
        self.line.check(games, seed)
    }

    /// What the game offers beyond its rules: the names of evaluations, weightings, attributes of moves.
    pub fn offers(&self) -> Offers {
        self.line.offers()
    }

    /// The categories of the moves that were legal before the move of this number, and that of the move itself; `None` if
    /// chance acted there, or if the game has no categories.
    ///
    /// Panics if there is no such move.
    pub fn categories_at(&self, index: usize) -> Option<(Vec<u16>, Option<u16>)> {
        self.line.categories_at(index)
    }

    /// A file of these weights of the game's features, which an expression can load as an evaluation; `None` if the game
    /// has no features.
    pub fn feature_file(&self, weights: Vec<f32>) -> Option<FeatureFile> {
        self.line.feature_file(weights)
    }

    /// Learns what features are worth from this position, the end of a game; from others nothing is learned.
    pub fn learn_features(&self, weights: &FeatureWeights, learning: Learning, room: &mut Trajectory) {
        self.line.learn_features(weights, learning, room);
    }
}

/// What a position's text begins with if its moves begin with the game, and what is before the moves then.
const GAME_START: &str = "start";
const MOVES: &str = " moves ";
/// What is before the moves that follow a text of the game's own, which may have moves in it too.
const THEN: &str = " then ";

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Where it begins cannot be read, for this reason.
    #[error(
        "{0}; a position is `start` or `start moves …`, or a text of the game's own, with ` then …` behind it where moves follow"
    )]
    Beginning(String),
    /// A move cannot be made.
    #[error(transparent)]
    Moves(#[from] ReplayError),
}

/// The generator of the deals that a list of moves leaves out.
fn deals_of(seed: u64) -> Rng {
    Rng::new(Rng::derive(seed, 0))
}
