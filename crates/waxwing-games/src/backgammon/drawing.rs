//! The board for a terminal: White's way ends at the lower right, Black's at the upper right. The points bear the numbers
//! of the player to move.

use std::fmt::Write as _;

use super::Backgammon;
use super::board::{BAR, OFF, Side};

/// A stack is drawn as so many checkers; one of more has its number at the end.
const HEIGHT: u8 = 5;
const SIGNS: [char; 2] = ['○', '●'];

/// The columns of the board from the left: the upper point in White's view, the bar, and what is off.
#[derive(Clone, Copy)]
enum Column {
    Point(u8),
    Bar,
    Off,
}

fn columns() -> impl Iterator<Item = Column> {
    let points = |range: std::ops::RangeInclusive<u8>| range.map(Column::Point);
    points(13..=18).chain([Column::Bar]).chain(points(19..=24)).chain([Column::Off])
}

/// A half of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Upper,
    Lower,
}

/// Who has a stack there, and of how many checkers. On the bar a player's checkers are on the side where they come in; they
/// are off where his way ends.
fn stack(sides: &[Side; 2], column: Column, half: Half) -> (usize, u8) {
    let player = match column {
        Column::Point(upper) => {
            let point = if half == Half::Upper { upper } else { BAR - upper };
            let [white, black] = [sides[0].count(point), sides[1].count(BAR - point)];
            return if white > 0 { (0, white) } else { (1, black) };
        }
        Column::Bar => usize::from(half == Half::Lower),
        Column::Off => usize::from(half == Half::Upper),
    };
    let place = if matches!(column, Column::Bar) { BAR } else { OFF };
    (player, sides[player].count(place))
}

/// What is drawn of a stack in a row, counted from the edge of the board.
fn cell((player, count): (usize, u8), row: u8, empty: char) -> String {
    match () {
        () if count > HEIGHT && row == HEIGHT - 1 => format!("{count:2}"),
        () if count > row => format!(" {}", SIGNS[player]),
        () => format!(" {empty}"),
    }
}

/// A line with a text for each column.
fn line(text: impl Fn(Column) -> String) -> String {
    let line: String = columns()
        .map(|column| match column {
            Column::Point(_) => format!(" {}", text(column)),
            Column::Bar => format!(" │{:<3}│", text(column)),
            Column::Off => format!(" │{}", text(column)),
        })
        .collect();
    line.trim_end().to_owned() + "\n"
}

/// The numbers of the points as the mover counts them.
fn numbers(half: Half, mover: u8) -> String {
    line(|column| match column {
        Column::Point(upper) => {
            let as_white = if half == Half::Upper { upper } else { BAR - upper };
            format!("{:2}", if mover == 0 { as_white } else { BAR - as_white })
        }
        Column::Bar => "bar".to_owned(),
        Column::Off => "off".to_owned(),
    })
}

fn rows(sides: &[Side; 2], half: Half, rows: impl Iterator<Item = u8>) -> String {
    rows.map(|row| {
        line(|column| {
            let empty = if row == 0 && matches!(column, Column::Point(_)) { '·' } else { ' ' };
            cell(stack(sides, column, half), row, empty)
        })
    })
    .collect()
}

pub(super) fn draw(state: &Backgammon) -> String {
    let Backgammon { sides, mover, .. } = state;
    let mut drawing = numbers(Half::Upper, *mover)
        + &rows(sides, Half::Upper, 0..HEIGHT)
        + &line(|_| "  ".to_owned())
        + &rows(sides, Half::Lower, (0..HEIGHT).rev())
        + &numbers(Half::Lower, *mover);
    for (sign, side) in SIGNS.iter().zip(sides) {
        let _ = write!(drawing, " {sign} {} pips  ", side.pips());
    }
    let dice = match state.dice {
        [0, _] => String::new(),
        [die, 0] => vec![die.to_string(); usize::from(state.left)].join(" "),
        [larger, smaller] => format!("{larger} {smaller}"),
    };
    if !dice.is_empty() {
        let _ = write!(drawing, " dice to play: {dice}");
    }
    drawing.trim_end().to_owned() + "\n"
}
