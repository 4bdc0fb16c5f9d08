//! A position of some game, with the moves that led to it.
//!
//! Here is what can be asked of it; `making.rs` changes it, `text.rs` writes and reads it, `measuring.rs` counts playouts and
//! learns from it.

mod making;
mod measuring;
mod text;

use std::fmt;
use std::sync::Arc;

use waxwing::{Notation, Player, Reward, Rng, Turn};

use crate::entry::{GameEntry, Options};
use crate::line::{AnyLine, Line};
use crate::scene::Scenes;

pub use text::PositionError;

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

    /// How many moves have been made since the start.
    #[expect(clippy::len_without_is_empty, reason = "a position is not a collection")]
    pub fn len(&self) -> usize {
        self.line.len()
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

    /// This position as a start, without the moves that led to it.
    pub fn as_start(&self) -> Position {
        self.with_line(self.line.fresh())
    }
}
