//! `1` is the mover's first house in the order of sowing, the farthest from the mover's store. A starting board is
//! `deal:`, the seeds in South's houses and those in North's: `deal:4,4,4/4,4,4`.

use std::fmt::Write as _;

use waxwing::{Notation, Player};

use super::deal::Deal;
use super::{Kalah, KalahMove, NORTH, SOUTH};
use crate::position::refusal;

const DEAL: &str = "deal:";
const NAMES: [&str; 2] = ["South", "North"];

impl Kalah {
    fn read_deal(&self, text: &str) -> Result<KalahMove, String> {
        let wrong = |reason: String| format!("`{text}` is not a deal: {reason}");
        let board = text.strip_prefix(DEAL).ok_or_else(|| {
            let row = vec![self.stones.to_string(); usize::from(self.houses)].join(",");
            wrong(format!("the seeds have not been dealt; a deal looks like `{DEAL}{row}/{row}`"))
        })?;
        Deal::read(board, self.houses, self.stones).map(|deal| KalahMove::deal(&deal)).map_err(wrong)
    }

    fn read_house(&self, text: &str) -> Result<KalahMove, String> {
        match *text.as_bytes() {
            [digit] if (b'1'..b'1' + self.houses).contains(&digit) => Ok(KalahMove::sow(self.mover, digit - b'1')),
            _ => Err(format!("`{text}` is not a move; a move is a house of the mover, from 1 to {}", self.houses)),
        }
    }

    /// A row of houses, from the left; the one that was sown last is marked.
    fn draw_row(&self, player: Player) -> String {
        let side = self.side(player);
        self.left_to_right(player).fold("│".to_owned(), |mut row, house| {
            let mark = if u64::from(self.last) == KalahMove::sow(player.0, house).0 { '›' } else { ' ' };
            let seeds = match side.house(house) {
                0 => "·".to_owned(),
                seeds => seeds.to_string(),
            };
            let _ = write!(row, "{mark}{seeds:>2}│");
            row
        })
    }

    /// The numbers of a player's houses, from the left.
    fn draw_numbers(&self, player: Player) -> String {
        self.left_to_right(player).map(|house| format!("{:>4}", house + 1)).collect()
    }

    /// The houses of a player as they lie on the board: South sows to the right, North to the left.
    pub(super) fn left_to_right(&self, player: Player) -> impl Iterator<Item = u8> {
        let houses = self.houses;
        (0..houses).map(move |place| if player == SOUTH { place } else { houses - 1 - place })
    }

    fn draw_line(&self, [left, middle, right]: [&str; 3]) -> String {
        format!("{left}{}{right}", vec!["───"; usize::from(self.houses)].join(middle))
    }
}

impl Notation for Kalah {
    fn format(&self, action: KalahMove) -> String {
        match (action.packed_deal(), action.house()) {
            (Some(packed), _) => format!("{DEAL}{}", Deal::unpacked(packed, self.houses, self.stones).text()),
            (None, house) => (house + 1).to_string(),
        }
    }

    fn parse(&self, text: &str) -> Result<KalahMove, String> {
        match () {
            () if self.awaits_deal() => self.read_deal(text),
            // A deal that is wrong in itself is more worth saying than that it comes too late.
            () if text.starts_with(DEAL) => {
                self.read_deal(text).and(Err(format!("`{text}` is not a move: the seeds have been dealt already")))
            }
            () => self.read_house(text),
        }
    }

    fn draw(&self, _: Option<Player>) -> String {
        if self.awaits_deal() {
            return format!("  {} seeds to deal into {} houses\n", self.total(), 2 * self.houses);
        }
        let [south, north] = [SOUTH, NORTH].map(|player| self.side(player).store());
        let lines = [
            format!("    {}   North", self.draw_numbers(NORTH)),
            format!("     {}", self.draw_line(["┌", "┬", "┐"])),
            format!("     {}", self.draw_row(NORTH)),
            format!("  {north:>2} {} {south:>2}", self.draw_line(["├", "┼", "┤"])),
            format!("     {}", self.draw_row(SOUTH)),
            format!("     {}", self.draw_line(["└", "┴", "┘"])),
            format!("    {}   South", self.draw_numbers(SOUTH)),
        ];
        lines.join("\n") + "\n"
    }

    fn player_name(&self, player: Player) -> String {
        NAMES[player.index() % 2].to_owned()
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
