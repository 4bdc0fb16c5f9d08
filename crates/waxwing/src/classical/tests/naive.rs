//! Searches for several players that look at everything, word by word as they are described.

use crate::game::{Game, Player, Reward, Turn};

/// A game that is won at once; each ply before that costs 1. Evaluations are in [-1, 1].
const WON: f64 = 1_000.0;

/// What a search can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    Paranoid,
    BestReply,
    MaxN { paranoid_ties: bool },
}

/// A search of one player.
pub struct Naive {
    pub search: Search,
    pub root: Player,
}

impl Naive {
    /// What a state `ply` plies from the root is worth for the player who searches.
    pub fn value<G: Game>(&self, state: &G, ply: u32, left: u32) -> f64 {
        match self.search {
            Search::Paranoid => self.paranoid(state, ply, left),
            Search::BestReply => self.best_reply(state, ply, left),
            Search::MaxN { .. } => self.max_n(state, ply, left)[self.root.index()],
        }
    }

    fn paranoid<G: Game>(&self, state: &G, ply: u32, left: u32) -> f64 {
        let Turn::Player(mover) = state.turn() else { return self.end(state, ply) };
        if left == 0 {
            return evaluate(state, self.root);
        }
        let values = successors(state).into_iter().map(|next| self.paranoid(&next, ply + 1, left - 1));
        if mover == self.root { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
    }

    fn best_reply<G: Game>(&self, state: &G, ply: u32, left: u32) -> f64 {
        let Turn::Player(mover) = state.turn() else { return self.end(state, ply) };
        if left == 0 {
            return evaluate(state, self.root);
        }
        let value = |next: &G| self.best_reply(next, ply + 1, left - 1);
        if mover == self.root {
            return successors(state).iter().map(value).fold(f64::MIN, f64::max);
        }
        let mut worst = f64::MAX;
        for player in (0..state.players() as u8).map(Player).filter(|&player| player != self.root) {
            let replying = if player == mover { Some(state.clone()) } else { with_mover(state, player) };
            for after in replying.iter().flat_map(successors) {
                let others_turn = matches!(after.turn(), Turn::Player(next) if next != player && next != self.root);
                let next = if others_turn { with_mover(&after, self.root) } else { None };
                worst = worst.min(value(&next.unwrap_or(after)));
            }
        }
        worst
    }

    fn max_n<G: Game>(&self, state: &G, ply: u32, left: u32) -> Vec<f64> {
        let players = (0..state.players() as u8).map(Player);
        let Turn::Player(mover) = state.turn() else {
            let of = |player| of_reward(state.reward(player), ply).unwrap_or(2.0 * state.reward(player).value() - 1.0);
            return players.map(of).collect();
        };
        if left == 0 {
            return players.map(|player| evaluate(state, player)).collect();
        }
        let values = successors(state).into_iter().map(|next| self.max_n(&next, ply + 1, left - 1));
        let better = |new: &[f64], old: &[f64]| {
            let (own, root) = (mover.index(), self.root.index());
            let worse_for_root = self.search == Search::MaxN { paranoid_ties: true } && new[root] < old[root];
            let wins_at_once = old[own] == WON - f64::from(ply + 1);
            new[own] > old[own] || (new[own] == old[own] && worse_for_root && !wins_at_once)
        };
        values.reduce(|old, new| if better(&new, &old) { new } else { old }).expect("there is an action")
    }

    /// What the end of a game is worth to the player who searches.
    fn end<G: Game>(&self, state: &G, ply: u32) -> f64 {
        of_reward(state.reward(self.root), ply).unwrap_or_else(|| evaluate(state, self.root))
    }
}

fn of_reward(reward: Reward, ply: u32) -> Option<f64> {
    match reward {
        Reward::WIN => Some(WON - f64::from(ply)),
        Reward::LOSS => Some(f64::from(ply) - WON),
        Reward::DRAW => Some(0.0),
        _ => None,
    }
}

fn evaluate<G: Game>(state: &G, player: Player) -> f64 {
    state.knowledge().evaluations()[0].evaluate(state, player).into()
}

fn with_mover<G: Game>(state: &G, player: Player) -> Option<G> {
    state.knowledge().classical()?.with_mover(state, player)
}

/// The states behind the legal actions, in their order.
pub fn successors<G: Game>(state: &G) -> Vec<G> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let after = |action| {
        let mut next = state.clone();
        next.apply(action);
        next
    };
    actions.into_iter().map(after).collect()
}
