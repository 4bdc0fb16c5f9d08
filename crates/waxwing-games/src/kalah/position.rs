//! A position is the seeds in South's houses and in North's, in the order of sowing; those in their stores; who is to move;
//! and the last move, if there was one: `0,5,5,5,5,4/4,4,4,4,4,4 0/0 north south:1`. Where the game is over, the seeds that the end
//! has swept into a store follow: `0,0,0/0,0,0 10/8 north south:3 swept:north:5`. Before the deal it is `undealt`.

use waxwing::Player;

use super::board::{Board, Side};
use super::{Kalah, KalahMove, MOST_HOUSES, NO_MOVE, NORTH, SOUTH};
use crate::position::{Fields, joined, number, numbers, shortened};

const UNDEALT: &str = "undealt";
const SIDES: [&str; 2] = ["south", "north"];
/// What the seeds that were swept at the end begin with.
const SWEPT: &str = "swept:";

impl Kalah {
    pub(super) fn written(&self) -> String {
        if self.awaits_deal() {
            return UNDEALT.to_owned();
        }
        let row = |player: Player| joined((0..self.houses).map(|house| self.side(player).house(house)), ",");
        let store = |player: Player| self.side(player).store();
        let last = match KalahMove(u64::from(self.last)) {
            _ if self.last == NO_MOVE => String::new(),
            sown => format!(" {}:{}", SIDES[usize::from(sown.player())], sown.house() + 1),
        };
        let mover = SIDES[usize::from(self.mover)];
        let swept = |player: Player| match self.side(player).swept() {
            0 => String::new(),
            seeds => format!(" {SWEPT}{}:{seeds}", SIDES[player.index()]),
        };
        let swept = [SOUTH, NORTH].map(swept).concat();
        format!("{}/{} {}/{} {mover}{last}{swept}", row(SOUTH), row(NORTH), store(SOUTH), store(NORTH))
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let undealt = Kalah { board: Board::EMPTY, last: NO_MOVE, mover: 0, ..self.clone() };
        let mut fields = Fields::of(text);
        let houses = fields.take("the board")?;
        if houses == UNDEALT {
            return fields.end().map(|()| undealt);
        }
        let rows = houses.split_once('/').ok_or("South's houses and North's have `/` between them")?;
        let rows = [self.read_row(rows.0)?, self.read_row(rows.1)?];
        let stores = numbers(fields.take("the stores")?, '/', "the seeds in the stores", 0..=self.total().into())?;
        let mover = fields.word("the player to move", &SIDES)?;
        let mut more = fields.optional();
        let last = match more.filter(|more| !more.starts_with(SWEPT)) {
            None => NO_MOVE,
            Some(last) => {
                more = fields.optional();
                self.read_last(last)?
            }
        };
        fields.end()?;
        self.check_seeds(&rows, stores)?;
        let is_over = rows == [[0; MOST_HOUSES]; 2];
        let swept = more.map_or(Ok([0; 2]), |more| read_swept(more, is_over, stores))?;
        let side = |player: usize| Side::of(&rows[player], stores[player] as u8).with_swept(swept[player]);
        let board = Board { own: side(mover), other: side(1 - mover) };
        Ok(Kalah { board, last, mover: mover as u8, ..undealt })
    }

    fn read_row(&self, text: &str) -> Result<[u8; MOST_HOUSES], String> {
        let mut row = [0; MOST_HOUSES];
        let counts: Vec<&str> = text.split(',').collect();
        if counts.len() != usize::from(self.houses) {
            return Err(format!("a player has {} houses with `,` between them, not {}", self.houses, counts.len()));
        }
        for (house, count) in row.iter_mut().zip(counts) {
            *house = number(count, "the seeds in a house", 0..=self.total().into())? as u8;
        }
        Ok(row)
    }

    /// The number of the last move, such as `south:3`.
    fn read_last(&self, text: &str) -> Result<u8, String> {
        let found = text.split_once(':').and_then(|(side, house)| {
            let player = SIDES.iter().position(|&name| name == side)?;
            let house = number(house, "a house", 1..=self.houses.into()).ok()?;
            Some(KalahMove::sow(player as u8, house as u8 - 1).0 as u8)
        });
        found.ok_or_else(|| format!("the last move is a player and a house, such as `south:1`, not `{text}`"))
    }

    /// No seed may be lost, and the game ends when a player has none in the houses.
    fn check_seeds(&self, rows: &[[u8; MOST_HOUSES]; 2], stores: [u16; 2]) -> Result<(), String> {
        let in_row = rows.map(|row| row.iter().map(|&count| u16::from(count)).sum::<u16>());
        let seeds: u16 = in_row.iter().sum::<u16>() + stores.iter().sum::<u16>();
        match () {
            () if seeds != u16::from(self.total()) => Err(format!("there are {} seeds, not {seeds}", self.total())),
            () if (in_row[0] == 0) != (in_row[1] == 0) => {
                Err("a player without seeds in the houses ends the game, and the others go to the store".to_owned())
            }
            () => Ok(()),
        }
    }
}

/// How many seeds of each store the end of the game has swept there, such as `swept:north:5`: those of one player, since the
/// other's houses were empty.
fn read_swept(text: &str, is_over: bool, stores: [u16; 2]) -> Result<[u8; 2], String> {
    let found = text.strip_prefix(SWEPT).and_then(|swept| swept.split_once(':')).and_then(|(side, seeds)| {
        let player = SIDES.iter().position(|&name| name == side)?;
        let seeds = number(seeds, "the swept seeds", 1..=stores[player]).ok()?;
        let mut swept = [0; 2];
        swept[player] = seeds as u8;
        Some(swept)
    });
    let found = found.filter(|_| is_over);
    found.ok_or_else(|| {
        format!(
            "at the end of a game seeds of a store are swept there, such as `swept:north:5`, not `{}`",
            shortened(text)
        )
    })
}
