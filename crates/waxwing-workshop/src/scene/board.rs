//! Boards of squares, which most games have.

use super::{Colour, Place, Scene, Shade, Shape};

/// The room at the left and below a board, for the names of rows and columns.
const MARGIN: f32 = 0.6;
/// The size of these names.
const NAME: f32 = 0.34;

/// A board of squares with letters for columns and numbers for rows, as it looks from above.
///
/// ```
/// use waxwing_workshop::{Board, Colour};
///
/// let scene = Board::new(3, 2).scene([Colour::White, Colour::Black]);
/// let names: Vec<&str> = scene.places.iter().map(|place| &*place.name).collect();
/// assert_eq!(names, ["a2", "b2", "c2", "a1", "b1", "c1"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board {
    columns: u8,
    rows: u8,
    from_the_top: bool,
    chequered: bool,
}

impl Board {
    /// A board of this many columns and rows; row 1 is at the bottom, and squares are light and dark in turn.
    pub fn new(columns: u8, rows: u8) -> Board {
        Board { columns, rows, from_the_top: false, chequered: true }
    }

    /// The same board with row 1 at the top.
    pub fn from_the_top(self) -> Board {
        Board { from_the_top: true, ..self }
    }

    /// The same board with all squares alike.
    pub fn plain(self) -> Board {
        Board { chequered: false, ..self }
    }

    /// The centre of a square.
    pub fn centre(self, column: u8, row: u8) -> (f32, f32) {
        let line = if self.from_the_top { row } else { self.rows - 1 - row };
        (MARGIN + f32::from(column) + 0.5, f32::from(line) + 0.5)
    }

    /// The empty board.
    pub fn scene(self, colours: impl Into<Vec<Colour>>) -> Scene {
        let (width, height) = (f32::from(self.columns) + MARGIN, f32::from(self.rows) + MARGIN);
        let mut scene = Scene::new(width, height, colours);
        for line in 0..self.rows {
            let row = if self.from_the_top { line } else { self.rows - 1 - line };
            scene.label(MARGIN / 2.0, f32::from(line) + 0.5, NAME, (row + 1).to_string());
            scene.places.extend((0..self.columns).map(|column| self.square(column, row)));
        }
        for column in 0..self.columns {
            let (x, _) = self.centre(column, 0);
            scene.label(x, f32::from(self.rows) + MARGIN / 2.0, NAME, letter(column));
        }
        scene
    }

    fn square(self, column: u8, row: u8) -> Place {
        let shade = match (self.chequered, (column + row) % 2) {
            (false, _) => Shade::Plain,
            (true, 0) => Shade::Dark,
            (true, _) => Shade::Light,
        };
        let name = format!("{}{}", letter(column), row + 1);
        Place::new(name, self.centre(column, row), (1.0, 1.0), Shape::Square).shaded(shade)
    }
}

/// The letter of a column.
fn letter(column: u8) -> String {
    char::from(b'a' + column.min(25)).to_string()
}

impl Place {
    /// A place with its centre and size.
    pub fn new(name: impl Into<String>, (x, y): (f32, f32), (width, height): (f32, f32), shape: Shape) -> Place {
        Place { name: name.into(), x, y, width, height, shape, shade: Shade::Plain }
    }

    /// The same place, filled otherwise.
    pub fn shaded(self, shade: Shade) -> Place {
        Place { shade, ..self }
    }
}
