//! The game of the examples and of tests: Nim with one heap.

use crate::knowledge::{Attribute, AttributeList, Attributes, Knowledge, Weighting, Weightings};
use crate::{Game, Notation, Player, Reward, Turn};

/// Take one to three stones; who takes the last one wins (or loses). To take one is a category of moves, to take more another;
/// a third never occurs.
#[derive(Clone, Debug)]
pub struct Nim {
    /// The stones that are left.
    pub heap: u8,
    /// Who takes next.
    pub mover: u8,
    /// Whether it is the loser who takes the last stone.
    pub last_loses: bool,
}

impl Nim {
    /// The start with a heap of this size, whose last stone wins.
    pub fn new(heap: u8) -> Nim {
        Nim { heap, mover: 0, last_loses: false }
    }
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

    fn knowledge(&self) -> &dyn Knowledge<Nim> {
        &NimKnowledge
    }
}

struct NimKnowledge;

impl Knowledge<Nim> for NimKnowledge {
    fn weightings(&self) -> Option<&dyn Weightings<Nim>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Nim>> {
        Some(&const { AttributeList(&[("category", 3, |_, taken: u8| (taken > 1) as u16)]) })
    }
}

impl Weightings<Nim> for NimKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["categories"]
    }

    fn weigh(&self, _: Weighting, _: &Nim, actions: &[u8], weights: &mut Vec<f32>) {
        weights.extend(actions.iter().map(|_| 0.5));
    }

    fn by_attribute(&self, _: Weighting) -> Option<(Attribute, &[f32])> {
        Some((Attribute::at(0), &[0.5, 0.5, 0.5]))
    }
}

impl Notation for Nim {
    fn format(&self, taken: u8) -> String {
        taken.to_string()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| format!("`{text}` is not a move; a move is a number of stones"))
    }

    fn draw(&self, _: Option<Player>) -> String {
        format!("{} stones", self.heap)
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
}
