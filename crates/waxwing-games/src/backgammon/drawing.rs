//! The board for a terminal: White's way ends at the lower right, Black's at the upper right. The points bear the
//! numbers of the player to move.

use std::fmt::Write as _;

use super::Backgammon;
use super::board::{BAR, OFF, Side};

/// The height of a drawn stack in checkers; a larger one has its number at the end.
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

/// Who has a stack there, and of how many checkers. On the bar a player's checkers are on the side where they come in;
/// they are off where the player's way ends.
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

/// What a line has in a column; the third character is for the bar and what is off alone.
type Cell = [char; 3];

fn number(number: u8) -> Cell {
    let digit = |digit| char::from(b'0' + digit);
    [if number < 10 { ' ' } else { digit(number / 10) }, digit(number % 10), ' ']
}

/// What is drawn of a stack in a row, counted from the edge of the board.
fn checker((player, count): (usize, u8), row: u8, empty: char) -> Cell {
    match () {
        () if count > HEIGHT && row == HEIGHT - 1 => number(count),
        () if count > row => [' ', SIGNS[player], ' '],
        () => [' ', empty, ' '],
    }
}

fn write_line(drawing: &mut String, cell: impl Fn(Column) -> Cell) {
    for column in columns() {
        let cell = cell(column);
        match column {
            Column::Point(_) => drawing.extend([' ', cell[0], cell[1]]),
            Column::Bar => drawing.extend([' ', '│', cell[0], cell[1], cell[2], '│']),
            Column::Off => drawing.extend([' ', '│', cell[0], cell[1], cell[2]]),
        }
    }
    drawing.truncate(drawing.trim_end().len());
    drawing.push('\n');
}

/// The numbers of the points as the mover counts them.
fn write_numbers(drawing: &mut String, half: Half, mover: u8) {
    write_line(drawing, |column| match column {
        Column::Point(upper) if (half == Half::Upper) == (mover == 0) => number(upper),
        Column::Point(upper) => number(BAR - upper),
        Column::Bar => ['b', 'a', 'r'],
        Column::Off => ['o', 'f', 'f'],
    });
}

fn write_row(drawing: &mut String, sides: &[Side; 2], half: Half, row: u8) {
    write_line(drawing, |column| {
        let empty = if row == 0 && matches!(column, Column::Point(_)) { '·' } else { ' ' };
        checker(stack(sides, column, half), row, empty)
    });
}

pub(super) fn draw(state: &Backgammon) -> String {
    let Backgammon { sides, mover, .. } = state;
    let mut drawing = String::with_capacity(1000);
    write_numbers(&mut drawing, Half::Upper, *mover);
    (0..HEIGHT).for_each(|row| write_row(&mut drawing, sides, Half::Upper, row));
    write_line(&mut drawing, |_| [' '; 3]);
    (0..HEIGHT).rev().for_each(|row| write_row(&mut drawing, sides, Half::Lower, row));
    write_numbers(&mut drawing, Half::Lower, *mover);
    let [white, black] = [0, 1].map(|player| (SIGNS[player], sides[player].pips()));
    let _ = write!(drawing, " {} {} pips   {} {} pips", white.0, white.1, black.0, black.1);
    if state.dice() != [0; 2] {
        drawing.push_str("   dice to play:");
        let repeated = if state.dice()[1] == 0 { usize::from(state.left) } else { 1 };
        for die in state.dice().into_iter().filter(|&die| die != 0).flat_map(|die| std::iter::repeat_n(die, repeated)) {
            let _ = write!(drawing, " {die}");
        }
    }
    drawing.push('\n');
    drawing
}
