//! What is typed and printed: a move is the number of its column, counted from 1 at the left; a position is written from the
//! top, row by row, with a number for free places, as in chess: `7/7/7/7/3O3/2XX3`.

use waxwing::{Notation, Player};

use crate::{Board, Column, ConnectFour};

const SYMBOLS: [char; 2] = ['X', 'O'];

impl ConnectFour {
    /// Who has a stone in a place, if anybody has; rows are counted from the bottom.
    fn owner(&self, row: u8, column: u8) -> Option<Player> {
        let place = 1 << (column * (self.board.rows + 1) + row);
        [Player(0), Player(1)].into_iter().find(|&player| self.stones(player) & place != 0)
    }

    /// A row as it is drawn.
    fn row(&self, row: u8) -> impl Iterator<Item = char> {
        (0..self.board.columns).map(move |column| self.owner(row, column).map_or('.', |player| SYMBOLS[player.index()]))
    }
}

impl Notation for ConnectFour {
    fn format(&self, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn parse(&self, text: &str) -> Result<Column, String> {
        let number = text.parse().ok().filter(|number| (1..=self.board.columns).contains(number));
        let message = || format!("`{text}` is not a column: columns are 1 to {}", self.board.columns);
        number.map(|number| Column(number - 1)).ok_or_else(message)
    }

    fn draw(&self, _: Option<Player>) -> String {
        let rows = (0..self.board.rows).rev().map(|row| self.row(row).collect::<String>());
        let numbers = (1..=self.board.columns).map(|number| number.to_string()).collect::<String>();
        rows.chain([numbers]).map(|line| spaced(&line)).collect()
    }

    fn player_name(&self, player: Player) -> String {
        SYMBOLS[player.index()].to_string()
    }

    fn write_position(&self) -> Option<String> {
        let rows = (0..self.board.rows).rev().map(|row| shortened(self.row(row)));
        Some(rows.collect::<Vec<_>>().join("/"))
    }

    fn read_position(&self, text: &str) -> Result<ConnectFour, String> {
        let board = self.board;
        let form = || {
            let blank = vec![board.columns.to_string(); usize::from(board.rows)].join("/");
            format!("a position has {} rows of {} places, such as `{blank}`", board.rows, board.columns)
        };
        let rows: Vec<Vec<char>> = text.split('/').map(lengthened).collect::<Option<_>>().ok_or_else(form)?;
        if rows.len() != usize::from(board.rows) || rows.iter().any(|row| row.len() != usize::from(board.columns)) {
            return Err(form());
        }
        let mut stones = [0; 2];
        for (row, symbols) in rows.iter().rev().enumerate() {
            for (column, symbol) in symbols.iter().enumerate() {
                if let Some(player) = SYMBOLS.iter().position(|known| known == symbol) {
                    stones[player] |= 1 << (column * usize::from(board.rows + 1) + row);
                }
            }
        }
        with_stones(board, stones)
    }
}

/// The position with these stones of X and O, if they have fallen down and their numbers are right.
fn with_stones(board: Board, [first, second]: [u64; 2]) -> Result<ConnectFour, String> {
    let all = first | second;
    // Where every place below a stone is taken, the sum carries out of the stones of each column, and none of them is left.
    if (all + board.bottom) & all != 0 {
        return Err("there is a free place below a stone".to_owned());
    }
    let mover = match first.count_ones().checked_sub(second.count_ones()) {
        Some(0) => Player(0),
        Some(1) => Player(1),
        _ => return Err("X has as many stones as O, or one more".to_owned()),
    };
    let own = if mover == Player(0) { first } else { second };
    let is_won = board.has_four(all & !own);
    if board.has_four(own) {
        return Err("the player to move has four in a line already".to_owned());
    }
    Ok(ConnectFour { board, own, all, mover, is_won })
}

/// A line of the drawing.
fn spaced(symbols: &str) -> String {
    symbols.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n"
}

/// A row with a number in place of free places next to each other.
fn shortened(row: impl Iterator<Item = char>) -> String {
    let (mut text, mut free) = (String::new(), 0);
    for symbol in row {
        if symbol == '.' {
            free += 1;
            continue;
        }
        if free > 0 {
            text += &std::mem::take(&mut free).to_string();
        }
        text.push(symbol);
    }
    if free > 0 { text + &free.to_string() } else { text }
}

/// The row of a text; `None` if it is none.
fn lengthened(text: &str) -> Option<Vec<char>> {
    let mut row = Vec::new();
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(free) => row.extend((0..free).map(|_| '.')),
            None if SYMBOLS.contains(&letter) => row.push(letter),
            None => return None,
        }
    }
    Some(row)
}
