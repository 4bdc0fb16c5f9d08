//! A game whose moves, ends, rewards and evaluations are drawn by a hash: anything may happen in it, and nothing makes
//! sense. Its positions come in layers, one for each ply, with few positions to a layer; so there are many ways to a
//! position, but all are equally long, and a table may not change what a search finds.

use crate::Rng;
use crate::game::{Game, Player, Reward, Turn};
use crate::knowledge::{Classical, Evaluation, Evaluator, Knowledge, MoveValues};

/// What all positions of one game have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub seed: u64,
    pub players: u8,
    /// No game is longer.
    pub plies: u32,
    /// How many places a layer has.
    pub width: u64,
    /// One position in this many is an end.
    pub ends: u64,
    /// Whether rewards may be something else than wins, draws and losses, which add up to anything.
    pub odd_rewards: bool,
    /// Whether a player may be given another's turn.
    pub lends_turns: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    pub rules: Rules,
    ply: u32,
    place: u64,
    mover: u8,
}

impl Tree {
    pub fn new(rules: Rules) -> Tree {
        Tree { rules, ply: 0, place: 0, mover: (rules.seed % u64::from(rules.players)) as u8 }
    }

    /// A small game.
    pub fn small(seed: u64, players: u8) -> Tree {
        Tree::new(Rules { seed, players, plies: 7, width: 9, ends: 8, odd_rewards: players > 2, lends_turns: true })
    }

    /// One that is too large to be searched to the end.
    pub fn large(seed: u64, players: u8) -> Tree {
        Tree::new(Rules {
            seed,
            players,
            plies: 400,
            width: 1 << 40,
            ends: 1 << 40,
            odd_rewards: false,
            lends_turns: true,
        })
    }

    /// A number in `0..below` for a question about this position.
    fn draw(&self, question: u64, below: u64) -> u64 {
        Rng::derive(Rng::derive(self.place_hash(), self.mover.into()), question) % below
    }

    /// The same whoever is to move.
    fn draw_for_all(&self, question: u64, below: u64) -> u64 {
        Rng::derive(self.place_hash(), question) % below
    }

    fn place_hash(&self) -> u64 {
        Rng::derive(Rng::derive(self.rules.seed, self.ply.into()), self.place)
    }
}

const ENDS: u64 = 1_000;
const RESULT: u64 = 1_001;
const ACTIONS: u64 = 1_002;
const NEXT_MOVER: u64 = 2_000;
const EVALUATION: u64 = 3_000;
const LENDS: u64 = 4_000;
const MOVE_VALUE: u64 = 5_000;

impl Game for Tree {
    type Action = u8;

    fn players(&self) -> usize {
        self.rules.players.into()
    }

    fn turn(&self) -> Turn {
        let is_over = self.ply == self.rules.plies || (self.ply > 1 && self.draw_for_all(ENDS, self.rules.ends) == 0);
        if is_over { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(0..1 + self.draw(ACTIONS, 4) as u8);
    }

    fn apply(&mut self, action: u8) {
        let next = Tree { ply: self.ply + 1, place: self.draw(action.into(), self.rules.width), ..*self };
        let step = match self.draw(NEXT_MOVER + u64::from(action), 8) {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        *self = Tree { mover: (self.mover + step) % self.rules.players, ..next };
    }

    fn reward(&self, player: Player) -> Reward {
        let players = u64::from(self.rules.players);
        match self.draw_for_all(RESULT, players + 2) {
            winner if winner < players => {
                if winner == u64::from(player.0) {
                    Reward::WIN
                } else {
                    Reward::LOSS
                }
            }
            draw if draw == players || !self.rules.odd_rewards => Reward::DRAW,
            // Anything at all: two may win, or none.
            _ => Reward::new(self.draw_for_all(RESULT + 10 + u64::from(player.0), 5) as f64 / 4.0),
        }
    }

    fn position_hash(&self) -> Option<u64> {
        Some(Rng::derive(self.place_hash(), self.mover.into()))
    }

    fn knowledge(&self) -> &dyn Knowledge<Tree> {
        &Oracle
    }
}

struct Oracle;

impl Knowledge<Tree> for Oracle {
    fn evaluations(&self) -> Vec<Evaluation<Tree>> {
        vec![Evaluation::new("drawn", Oracle)]
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Tree>> {
        Some(self)
    }

    fn classical(&self) -> Option<&dyn Classical<Tree>> {
        Some(self)
    }
}

impl Evaluator<Tree> for Oracle {
    /// Few values, so that many are equal. Those of two players are opposites.
    fn evaluate(&self, state: &Tree, player: Player) -> f32 {
        let value = |player: u8| state.draw_for_all(EVALUATION + u64::from(player), 15) as f32 / 8.0 - 0.875;
        if state.rules.players == 2 && player == Player(1) { -value(0) } else { value(player.0) }
    }
}

impl MoveValues<Tree> for Oracle {
    fn value_actions(&self, state: &Tree, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|&action| state.draw(MOVE_VALUE + u64::from(action), 5) as f32));
    }
}

impl Classical<Tree> for Oracle {
    fn with_mover(&self, state: &Tree, player: Player) -> Option<Tree> {
        let lends = state.rules.lends_turns && state.draw_for_all(LENDS + u64::from(player.0), 6) > 0;
        lends.then_some(Tree { mover: player.0, ..*state })
    }
}
