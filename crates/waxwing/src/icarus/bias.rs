//! Terms added to the tree policy's values: progressive bias and progressive history.
//!
//! Both fade as the baseline learns about an action itself. They are strategies like the others (section 4.3.6), except
//! that their scores are added to those of the policy instead of taking its place.

use super::stat::Stat;
use super::table::Records;
use super::{Gives, Information, Iteration, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::game::{Game, Player, Reward};

/// Progressive bias (Chaslot et al. 2008; Winands and Björnsson 2009, Formula 1): `w·h/(n+1)`, where `h` is a hint: the evaluation of the state
/// behind the action in `[0, 1]`, or the probability of the action's category.
///
/// The hint is the record's initial information; nothing is captured.
pub(crate) struct ProgressiveBias {
    pub w: f32,
    /// Which of the hints it is.
    pub column: usize,
}

impl<G: Game> Strategy<G> for ProgressiveBias {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let arms = ply.arms.hints[self.column].iter().zip(&ply.arms.visits);
        scores.extend(arms.map(|(&hint, &visits)| self.w * hint / (visits as f32 + 1.0)));
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}

/// By what progressive history fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fading {
    /// `w/(n-s+1)`: good actions keep it longer.
    Losses,
    /// `w/(n+1)`.
    Visits,
}

impl Fading {
    /// The last term of Formula 2 for an action with this history, visits and rewards.
    #[inline]
    fn term(self, history: f32, w: f32, visits: f32, rewards: f32) -> f32 {
        let counted = match self {
            Fading::Losses => visits - rewards,
            Fading::Visits => visits,
        };
        history * w / (counted + 1.0)
    }
}

/// Progressive history (Nijssen and Winands 2010, Formula 2): `(s_a/n_a)·w/(n-s+1)`, where `s_a/n_a` is the mean reward of the playouts
/// in which the player played the action anywhere, and (s, n) the baseline's record of it.
///
/// An action without history has a bias of 0.
pub(crate) struct ProgressiveHistory {
    pub w: f32,
    pub reading: HistoryReading,
    records: Records,
}

/// What the paper leaves open.
pub(crate) struct HistoryReading {
    pub by: Fading,
    /// An action counts once a playout, not at each occurrence.
    pub once: bool,
    /// The table lives for the whole game, not for one search.
    pub keep_game: bool,
    /// The term of Formula 2, which has no losses to be divided by yet, chooses among the actions without visits too.
    pub orders_unvisited: bool,
}

impl ProgressiveHistory {
    pub fn new<G: Game>(game: &G, w: f32, reading: HistoryReading) -> ProgressiveHistory {
        let records = Records::new(game.players(), game.action_space(), 1, 0);
        ProgressiveHistory { w, reading, records }
    }

    /// The history of a player's actions by their indices, where they have some.
    #[inline]
    pub fn of(&self, player: Player) -> Option<&[Stat]> {
        self.records.row(self.records.start(player)).dense()
    }

    /// The term of Formula 2 from an action's history, visits and rewards.
    #[inline]
    pub fn term(&self, history: f32, visits: f32, rewards: f32) -> f32 {
        self.reading.by.term(history, self.w, visits, rewards)
    }

    #[inline]
    fn key(&self, player: Player, action: u64) -> u64 {
        self.records.extend(self.records.start(player), action)
    }
}

impl<G: Game> Strategy<G> for ProgressiveHistory {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let row = self.records.row(self.records.start(ply.player));
        let indices = ply.legal.iter().map(|&action| ply.state.action_index(action));
        match row.dense() {
            Some(row) => scores.extend(indices.map(|index| row.get(index as usize).map_or(0.0, Stat::weight))),
            None => scores.extend(indices.map(|index| row.get(index).map_or(0.0, Stat::weight))),
        }
        // A loop of its own, without a branch or a look-up: the divisions are compiled to vector instructions.
        for ((score, &visits), &rewards) in scores.iter_mut().zip(&ply.arms.visits).zip(&ply.arms.rewards) {
            *score = self.term(*score, visits as f32, rewards);
        }
    }

    fn orders_unvisited(&self) -> bool {
        self.reading.orders_unvisited
    }

    fn history(&self) -> Option<&ProgressiveHistory> {
        Some(self)
    }

    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch) {
        let space = iteration.root.action_space();
        let add = |player: Player, key: u64, reward: Reward| {
            if let Some(record) = self.records.entry(self.key(player, key), iteration.sharing) {
                record.add(reward, iteration.sharing);
                // Once per update, not once per use.
                record.set_weight(record.mean());
            }
        };
        scratch.reserve(iteration.root.players(), space);
        for (_, player, step) in iteration.decisions() {
            let seen = scratch.count(space, player, step.key);
            *seen += 1;
            if !self.reading.once || *seen == 1 {
                add(player, step.key, iteration.reward(player));
            }
        }
        scratch.reset(space, iteration.steps);
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Action { player, action } = record else { return None };
        Some(self.records.information(self.key(player, game.action_index(action)), false))
    }

    fn begin(&mut self, start: Start) {
        if start.new_game || !self.reading.keep_game {
            self.records.clear();
        }
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_fades_with_losses_or_with_visits() {
        // Ten visits, four of them won; the move wins half of the playouts it occurs in.
        assert_eq!(Fading::Losses.term(0.5, 5.0, 10.0, 4.0), 0.5 * 5.0 / 7.0);
        assert_eq!(Fading::Visits.term(0.5, 5.0, 10.0, 4.0), 0.5 * 5.0 / 11.0);
        // An action that never loses keeps all of it, one that was not visited too.
        assert_eq!(Fading::Losses.term(0.5, 5.0, 10.0, 10.0), 2.5);
        assert_eq!(Fading::Visits.term(0.5, 5.0, 0.0, 0.0), 2.5);
        assert_eq!(Fading::Losses.term(0.5, 0.0, 10.0, 4.0), 0.0);
    }
}
