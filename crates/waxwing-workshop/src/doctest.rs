//! The game of the examples: Nim with one heap.

use waxwing::{Game, Notation, Player, Reward, Turn};

use crate::{GameEntry, GameKind, OptionEntry, Values, Workshop};

/// Take one to three stones; who takes the last one wins (or loses).
#[derive(Clone)]
pub(crate) struct Nim {
    pub heap: u8,
    pub mover: u8,
    pub last_loses: bool,
}

impl Game for Nim {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(1..=self.heap.min(3));
    }

    fn apply(&mut self, taken: u8) {
        self.heap -= taken;
        self.mover = 1 - self.mover;
    }

    fn reward(&self, player: Player) -> Reward {
        if (player.0 == self.mover) == self.last_loses { Reward::WIN } else { Reward::LOSS }
    }
}

impl Notation for Nim {
    fn format(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("`{text}` is not a move; a move is a number of stones"))
    }

    fn write_position(&self) -> Option<String> {
        Some(format!("{} stones, player {} to move", self.heap, self.mover))
    }

    fn read_position(&self, text: &str) -> Result<Nim, String> {
        let form = || format!("`{text}` is no position; one is written as `5 stones, player 0 to move`");
        let (heap, rest) = text.split_once(" stones, player ").ok_or_else(form)?;
        let mover = rest.strip_suffix(" to move").ok_or_else(form)?;
        match (heap.parse(), mover.parse()) {
            (Ok(heap @ 0..=100), Ok(mover @ 0..=1)) => Ok(Nim { heap, mover, ..*self }),
            _ => Err(form()),
        }
    }

    fn draw(&self, _: Option<Player>) -> String {
        format!("{} stones", self.heap)
    }
}

/// A workshop with one game, `nim(heap=21, last=wins)`.
pub fn nim() -> Workshop {
    let entry = GameEntry::new("nim", "take one to three stones")
        .option(OptionEntry::new("heap", "21", Values::Range(1, 100)))
        .option(OptionEntry::new("last", "wins", Values::words(&["wins", "loses"])))
        .rules("Two players take one, two or three stones in turn. The player who takes the last stone wins.")
        .legend("The number of stones that are left.");
    let kind = GameKind::new(entry, |options| {
        let nim = Nim { heap: options.number("heap"), mover: 0, last_loses: options.word("last") == "loses" };
        if nim.heap == 1 && nim.last_loses { Err("the only stone loses at once".to_owned()) } else { Ok(nim) }
    });
    Workshop::new().game(kind).expect("a workshop without games has no names that could be taken")
}
