//! Exhaustive search of small boards, and positions of them.

use rustc_hash::FxHashMap;
use std::hash::Hash;

use waxwing::agent::PRESETS;
use waxwing::{Game, Player, Reward, Rng, Turn};

/// The most states that are looked at for one question.
const MOST: usize = 2_000_000;

/// The values of states that have been searched, for player 0; the games are for two.
pub struct Solver<G> {
    known: FxHashMap<G, Reward>,
    left: usize,
}

impl<G: Game + Hash + Eq> Solver<G> {
    pub fn new() -> Solver<G> {
        Solver { known: FxHashMap::default(), left: 0 }
    }

    /// What a player gets from a state if both play their best, unless that takes too long to find out.
    pub fn try_value(&mut self, state: &G, player: Player, most: usize) -> Option<Reward> {
        self.left = most;
        let value = self.value_of(state)?;
        Some(if player == Player(0) { value } else { value.opposite() })
    }

    pub fn value(&mut self, state: &G, player: Player) -> Reward {
        self.try_value(state, player, MOST).expect("the board is small")
    }

    fn value_of(&mut self, state: &G) -> Option<Reward> {
        let Turn::Player(mover) = state.turn() else { return Some(state.reward(Player(0))) };
        if let Some(&value) = self.known.get(state) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let (mut best, greatest) = (None, if mover == Player(0) { Reward::WIN } else { Reward::LOSS });
        for (_, next) in successors(state) {
            let value = self.value_of(&next)?;
            let better = |best: Reward| if mover == Player(0) { best.max(value) } else { best.min(value) };
            best = Some(best.map_or(value, better));
            if best == Some(greatest) {
                break;
            }
        }
        let value = best.expect("a player who is to move has an action");
        self.known.insert(state.clone(), value);
        Some(value)
    }

    /// The actions of a state with what they are worth for the player to move.
    pub fn actions(&mut self, state: &G) -> Vec<(G::Action, Reward)> {
        let Turn::Player(mover) = state.turn() else { return Vec::new() };
        successors(state).into_iter().map(|(action, next)| (action, self.value(&next, mover))).collect()
    }
}

pub fn successors<G: Game>(state: &G) -> Vec<(G::Action, G)> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let next = |&action: &G::Action| {
        let mut next = state.clone();
        next.apply(action);
        (action, next)
    };
    legal.iter().map(next).collect()
}

/// Positions of random games, each from a game of its own, after a random number of plies: `least` or more.
pub fn positions<G: Game>(start: &G, seed: u64, least: usize) -> impl Iterator<Item = G> {
    (0u64..).filter_map(move |game| {
        let mut rng = Rng::new(Rng::derive(seed, game));
        let mut buffer = Vec::new();
        let mut line = vec![start.clone()];
        while let Some(last) = line.last().filter(|last| last.turn() != Turn::Over) {
            let mut next = last.clone();
            next.apply(last.random_action(&mut rng, &mut buffer));
            line.push(next);
        }
        line.pop();
        let chosen = least + rng.below(line.len().checked_sub(least)?);
        line.into_iter().nth(chosen)
    })
}

/// The sixteen combinations of Table 1.
pub fn presets() -> Vec<String> {
    let table = PRESETS.iter().filter(|preset| preset.family == "icarus" && preset.name != "EPIC");
    let names: Vec<String> = table.map(|preset| preset.to_string()).collect();
    assert_eq!(names.len(), 16);
    names
}
