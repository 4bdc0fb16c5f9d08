//! How a position looks, once for all media: places, pieces on them, labels, hands and dice.
//!
//! A game describes its position as a [`Scene`] for one viewer, and a move as the places that it touches in order
//! ([`Scenic`]). Whoever draws scenes needs to know no game, and whoever turns clicks into moves neither: the legal moves
//! that begin with the places clicked so far are those that are still possible. `svg.rs` draws a scene as SVG.
//!
//! Lengths are in units: a square of a board is one unit wide. The origin is the top left corner.

mod board;
mod position;
mod squares;
mod svg;

use serde::Serialize;
use waxwing::{Notation, Player};

use crate::line::{AnyLine, Line, legal_actions};

pub use board::Board;
pub(crate) use squares::SceneSquares;

/// How a position looks to one viewer. It holds nothing that the viewer cannot see.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// The colours of the players' pieces, by seat.
    pub colours: Vec<Colour>,
    /// What lies below everything else and cannot be pointed at, such as the wood of a board.
    pub ground: Vec<Place>,
    /// Where pieces can be, and what can be pointed at.
    pub places: Vec<Place>,
    /// Lines of the board, below the pieces.
    pub lines: Vec<Stroke>,
    /// The pieces, those of one place from the bottom to the top.
    pub pieces: Vec<Piece>,
    /// Texts beside the board.
    pub labels: Vec<Label>,
    /// What is marked.
    pub marks: Vec<Mark>,
    /// The drawing for a terminal, in a game that has no scene of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The colour of a player. Any two of them can be told apart by people who see few colours, also in grey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[expect(missing_docs, reason = "a colour is its name")]
pub enum Colour {
    Black,
    White,
    Blue,
    Orange,
    Green,
    Purple,
}

/// A place: a square, a point, a house, a card of a hand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Place {
    /// What it is called: the word by which moves touch it.
    pub name: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// Its outline.
    pub shape: Shape,
    /// How it is filled.
    pub shade: Shade,
}

/// The outline of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Shape {
    /// A rectangle.
    Square,
    /// A rectangle with round corners, such as a house of Kalah, a card or a button.
    Rounded,
    /// A circle or an ellipse.
    Circle,
    /// A triangle that points up, such as a point of Backgammon.
    Up,
    /// A triangle that points down.
    Down,
    /// Nothing is drawn: the crossings of lines.
    Crossing,
}

/// How a place is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Shade {
    /// As the board.
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// The home of a player, by seat.
    Home(u8),
    /// Something to press that is no part of the board, such as a pass.
    Button,
}

/// A line of a board.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stroke {
    /// Where it begins, x and y.
    pub from: (f32, f32),
    /// Where it ends.
    pub to: (f32, f32),
}

/// A piece on a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Piece {
    /// The name of its place.
    pub place: String,
    /// What it is.
    pub kind: Kind,
    /// Whose it is, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// How many there are, where they are drawn as one.
    pub count: u32,
    /// Whether the viewer sees what it is.
    pub face_up: bool,
    /// What stands on it, such as the name of a card.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// A disc, a stone, a man.
    Disc,
    /// A disc with a crown.
    King,
    /// A pawn.
    Pawn,
    /// One of the pieces of a stack, which lie one above the other.
    Stacked,
    /// Seeds, by their number.
    Seeds,
    /// A playing card.
    Card,
    /// A die.
    Die,
    /// A piece that stands upright with a name on it.
    Block,
}

/// A text beside the board, such as the name of a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Label {
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// How high its letters are.
    pub size: f32,
    /// What it says.
    pub text: String,
}

/// A mark on a place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mark {
    /// The name of the place.
    pub place: String,
    /// Why it is marked.
    pub kind: MarkKind,
}

/// Why a place is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum MarkKind {
    /// The last move touched it.
    Last,
    /// A legal move begins with it.
    Legal,
}

/// A legal move with the places that it touches in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TouchedMove {
    /// The move as the game writes it.
    pub text: String,
    /// The names of places, or a word that is no place, such as `pass`: a button then.
    pub touches: Vec<String>,
}

/// A game that says how its positions look.
pub trait Scenic: Notation {
    /// How the position looks to a viewer; `None` sees everything. Marks are added by whoever knows the moves.
    fn scene(&self, viewer: Option<Player>) -> Scene;

    /// The places that a move touches, in the order in which a person points at them. Two legal moves touch other places, or
    /// the same in another order.
    fn touches(&self, action: Self::Action) -> Vec<String>;
}

impl Scene {
    /// An empty scene of this size.
    pub fn new(width: f32, height: f32, colours: impl Into<Vec<Colour>>) -> Scene {
        Scene { width, height, colours: colours.into(), ..Scene::default() }
    }

    /// A scene that shows the drawing for a terminal.
    pub(crate) fn of_text(text: String) -> Scene {
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let (width, height) = (width as f32 * TEXT_WIDTH, text.lines().count() as f32 * TEXT_HEIGHT);
        Scene { width: width + 0.5, height: height + 0.5, text: Some(text), ..Scene::default() }
    }

    /// Marks places; words that are no places are left out.
    pub(crate) fn mark(&mut self, touches: impl IntoIterator<Item = String>, kind: MarkKind) {
        for place in touches {
            let is_marked = self.marks.iter().any(|mark| mark.kind == kind && mark.place == place);
            if !is_marked && self.places.iter().any(|known| known.name == place) {
                self.marks.push(Mark { place, kind });
            }
        }
    }

    /// Adds a piece.
    pub fn put(&mut self, place: impl Into<String>, kind: Kind, owner: Option<Player>) -> &mut Piece {
        let owner = owner.map(|player| player.0);
        self.pieces.push(Piece { place: place.into(), kind, owner, count: 1, face_up: true, text: String::new() });
        self.pieces.last_mut().expect("a piece was added")
    }

    /// Adds something below the places, with its centre and size.
    pub fn lay(&mut self, centre: (f32, f32), size: (f32, f32), shade: Shade) {
        self.ground.push(Place::new("", centre, size, Shape::Square).shaded(shade));
    }

    /// Adds a text.
    pub fn label(&mut self, x: f32, y: f32, size: f32, text: impl Into<String>) {
        self.labels.push(Label { x, y, size, text: text.into() });
    }
}

impl Stroke {
    /// A line between two points.
    pub fn new(from: (f32, f32), to: (f32, f32)) -> Stroke {
        Stroke { from, to }
    }
}

impl Piece {
    /// Says how many there are.
    pub fn times(&mut self, count: u32) -> &mut Piece {
        self.count = count;
        self
    }

    /// Says what stands on it.
    pub fn reading(&mut self, text: impl Into<String>) -> &mut Piece {
        self.text = text.into();
        self
    }

    /// Turns it over: the viewer does not see what it is.
    pub fn face_down(&mut self) -> &mut Piece {
        self.face_up = false;
        self
    }
}

/// The room of a letter in a drawing for a terminal.
const TEXT_WIDTH: f32 = 0.2;
const TEXT_HEIGHT: f32 = 0.36;

/// The scenes of a game without its type.
#[derive(Clone, Copy)]
pub(crate) struct Scenes {
    scene: fn(&dyn AnyLine, Option<Player>) -> Option<Scene>,
    touched: fn(&dyn AnyLine) -> Option<Vec<TouchedMove>>,
    last: fn(&dyn AnyLine) -> Option<Vec<String>>,
    last_seen: fn(&dyn AnyLine, Player) -> Option<Vec<String>>,
}

impl Scenes {
    pub fn of<G: Scenic>() -> Scenes {
        Scenes {
            scene: |line, viewer| Some(Line::<G>::of(line)?.state().scene(viewer)),
            touched: |line| {
                let state = Line::<G>::of(line)?.state();
                let touched = |action| TouchedMove { text: state.format(action), touches: state.touches(action) };
                Some(legal_actions(state).into_iter().map(touched).collect())
            },
            last: |line| {
                let line = Line::<G>::of(line)?;
                let (action, _) = line.steps.last()?;
                Some(line.before(line.steps.len() - 1).touches(*action))
            },
            last_seen: |line, player| {
                let line = Line::<G>::of(line)?;
                let (action, _) = line.steps.last()?;
                let before = line.before(line.steps.len() - 1);
                // What a player saw only a part of may touch places that it did not see.
                let is_seen = before.observe(*action, player) == Some(*action);
                is_seen.then(|| before.touches(*action))
            },
        }
    }

    /// How the position looks, with the places of the last move marked where all moves are seen by everybody.
    pub fn scene(&self, line: &dyn AnyLine, viewer: Option<Player>) -> Option<Scene> {
        let mut scene = (self.scene)(line, viewer)?;
        if !line.hidden() {
            scene.mark((self.last)(line).unwrap_or_default(), MarkKind::Last);
        }
        Some(scene)
    }

    /// The places that the last move touched, if the viewer saw all of it.
    pub fn last(&self, line: &dyn AnyLine, viewer: Option<Player>) -> Option<Vec<String>> {
        match viewer {
            Some(player) if line.hidden() => (self.last_seen)(line, player),
            _ => (self.last)(line),
        }
    }

    pub fn touched(&self, line: &dyn AnyLine) -> Option<Vec<TouchedMove>> {
        (self.touched)(line)
    }
}
