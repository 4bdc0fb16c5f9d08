//! What one player has seen of a game, and nothing else.

use serde::Serialize;
use waxwing::{Player, Rng, Turn};

use crate::description::ToMove;
use crate::entry::{GameEntry, OptionEntry, Values};
use crate::opened::canonical;
use crate::position::Position;
use crate::replay::MoveError;

/// A position as the player in one seat knows it: what players from outside are shown.
///
/// Two positions that the player cannot tell apart give equal answers. Where nothing is hidden, the player may have the whole
/// [`Position`].
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing::Player;
/// use waxwing_workshop::PlayerView;
///
/// let mut position = nim().open("nim(heap=5)")?.start();
/// position.play("2")?;
/// let view = PlayerView::new(&position, Player(1));
/// assert_eq!((view.draw(), view.legal()), ("3 stones".to_owned(), vec!["1".to_owned(), "2".to_owned(), "3".to_owned()]));
/// assert_eq!(view.seen()[0].text.as_deref(), Some("2"));
/// assert!(view.position().is_some(), "nothing is hidden in Nim");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct PlayerView<'a> {
    position: &'a Position,
    seat: Player,
}

/// A move, or a chance outcome, as one player has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SeenMove {
    /// Who made it.
    pub by: ToMove,
    /// What the player saw of it; `None` if that it was made is all.
    pub text: Option<String>,
}

impl<'a> PlayerView<'a> {
    /// The position as the player in this seat knows it.
    pub fn new(position: &'a Position, seat: Player) -> PlayerView<'a> {
        PlayerView { position, seat }
    }

    /// Whose view it is.
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// What there is to know about the game.
    pub fn entry(&self) -> &'a GameEntry {
        self.position.entry()
    }

    /// The options of the game with their values. Where something is hidden, those that are texts of the game's own are left
    /// out: a text may say a deal or a set-up.
    pub fn options(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (position, entry) = (self.position, self.entry());
        let is_told = move |name: &str| {
            let mut texts = entry.options.iter().filter(|option| matches!(option.values, Values::Text(_)));
            !position.is_hidden() || texts.all(|option| option.name != name)
        };
        position.options().iter().filter(move |(name, _)| is_told(name))
    }

    /// The value of an option, if the game has one of this name that the player may know.
    pub fn option(&self, name: &str) -> Option<&'a str> {
        self.options().find(|(option, _)| *option == name).map(|(_, value)| value)
    }

    /// The game with the options that differ from their defaults and that the player may know: [`Position::told_game_text`].
    pub fn told_game_text(&self) -> String {
        self.position.told_game_text()
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.position.players()
    }

    /// What a player is called, such as `Black`.
    pub fn player_name(&self, player: Player) -> String {
        self.position.player_name(player)
    }

    /// Who acts now.
    pub fn turn(&self) -> Turn {
        self.position.turn()
    }

    /// What the player has seen of all moves since the start, chance outcomes included.
    pub fn seen(&self) -> Vec<SeenMove> {
        self.position.history(Some(self.seat))
    }

    /// What the player has seen of the last move, if there is one.
    pub fn last_seen(&self) -> Option<SeenMove> {
        self.position.len().checked_sub(1).map(|last| SeenMove {
            by: self.position.turn_before(last).into(),
            text: self.position.seen(last, self.seat),
        })
    }

    /// The legal moves if the player is to move; otherwise none.
    pub fn legal(&self) -> Vec<String> {
        if self.is_to_move() { self.position.legal() } else { Vec::new() }
    }

    /// The legal move that a text means, as the game writes it. Fails if it is none, or another player is to move.
    pub fn read_move(&self, text: &str) -> Result<String, MoveError> {
        if self.is_to_move() {
            self.position.read_move(text)
        } else {
            Err(MoveError::illegal(text, self.turn(), Vec::new()))
        }
    }

    fn is_to_move(&self) -> bool {
        self.turn() == Turn::Player(self.seat)
    }

    /// A drawing for a terminal, as the player sees the position.
    pub fn draw(&self) -> String {
        self.position.draw(Some(self.seat))
    }

    /// What each player gets, in `[0, 1]`, if the game is over.
    pub fn rewards(&self) -> Option<Vec<f64>> {
        self.position.rewards()
    }

    /// A position that the player cannot tell from the true one, drawn by the generator, as a text that
    /// [`OpenGame::read_position`](crate::OpenGame::read_position) reads; the true one where nothing is hidden. `None` if the
    /// game has no texts for positions.
    pub fn imagined(&self, rng: &mut Rng) -> Option<String> {
        self.position.determinize(self.seat, rng).text()
    }

    /// The whole position, in games that hide nothing from any player; `None` in others.
    pub fn position(&self) -> Option<&'a Position> {
        (!self.position.is_hidden()).then_some(self.position)
    }
}

impl Position {
    /// All moves since the start, chance outcomes included, as a player has seen them; `None` has seen everything.
    pub fn history(&self, view: Option<Player>) -> Vec<SeenMove> {
        let texts: Vec<Option<String>> = match view {
            Some(player) => (0..self.len()).map(|index| self.seen(index, player)).collect(),
            None => self.moves().into_iter().map(Some).collect(),
        };
        let by = (0..self.len()).map(|index| self.turn_before(index).into());
        by.zip(texts).map(|(by, text)| SeenMove { by, text }).collect()
    }

    /// The game with the options that differ from their defaults and that a player may know: where something is hidden, those
    /// that are texts of the game's own are left out, since a text may say a deal or a set-up.
    pub fn told_game_text(&self) -> String {
        let is_told = |option: &OptionEntry| !self.is_hidden() || !matches!(option.values, Values::Text(_));
        canonical(self.entry(), self.options(), is_told)
    }
}
