//! Terms added to the tree policy's values: progressive bias and progressive history.
//!
//! Both fade as the baseline learns about an action itself. They are strategies like the others (section 4.3.6), except
//! that their scores are added to those of the policy instead of taking its place.

use super::pending::Pending;
use super::stat::Stat;
use super::table::{Lifetime, Records};
use super::{Counts, Gives, Information, Record};
use crate::game::Player;
use crate::strategy::{Iteration, Learner, Needs, Opinion, Ply, Setting, Store, Strategy};

/// Progressive bias (Chaslot et al. 2008; Winands and Björnsson 2009, Formula 1): `w·h/(n+1)`, where `h` is a hint: the evaluation of the state
/// behind the action in `[0, 1]`, or the probability of the action's category.
///
/// The hint is the record's initial information; nothing is captured.
pub(crate) struct ProgressiveBias {
    pub w: f32,
    /// Which of the hints it is.
    pub column: usize,
}

impl Learner for ProgressiveBias {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for ProgressiveBias {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        let arms = ply.arms.hints[self.column].iter().zip(&ply.arms.visits);
        scores.extend(arms.map(|(&hint, &visits)| self.w * hint / (visits as f32 + 1.0)));
    }
}

/// By what progressive history fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fading {
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
/// in which the player played the action anywhere, and (s, n) the baseline's record of it. With a shared table, it is that of the
/// playouts in which any player played it, each for that player; its records are told as those of the first player.
///
/// An action without history has a bias of 0.
pub(crate) struct ProgressiveHistory {
    w: f32,
    by: Fading,
    /// An action counts once a playout, not at each occurrence.
    once: bool,
    /// The term of Formula 2, which has no losses to be divided by yet, chooses among the actions without visits too.
    orders_unvisited: bool,
    /// All players have one table: what an action brought to any of them counts.
    shared: bool,
    records: Records,
}

impl ProgressiveHistory {
    pub fn of(setting: &Setting<'_>) -> ProgressiveHistory {
        let w = setting.number("w");
        let shared = setting.choice("table") == "shared";
        let tables = if shared { 1 } else { setting.players() };
        let lifetime = if setting.choice("keep") == "game" { Lifetime::Game } else { Lifetime::Search };
        ProgressiveHistory {
            w,
            by: if setting.choice("by") == "losses" { Fading::Losses } else { Fading::Visits },
            once: setting.choice("count") == "once",
            orders_unvisited: setting.choice("unvisited") == "history" && w > 0.0,
            shared,
            records: Records::new(tables, setting.action_space(), 1, 0).kept_for(lifetime),
        }
    }

    /// Whose table has what a player's actions brought.
    #[inline]
    fn owner(&self, player: Player) -> Player {
        if self.shared { Player(0) } else { player }
    }

    #[inline]
    fn key(&self, player: Player, action: u64) -> u64 {
        self.records.extend(self.records.start(self.owner(player)), action)
    }
}

/// What a thread keeps: counters of one iteration, and what it has not added to the records yet.
#[derive(Default)]
pub(crate) struct HistoryThread {
    counts: Counts,
    pending: Pending,
}

/// The history of an action is computed once per update, not once per use.
#[inline]
fn note_mean(_: u64, record: &Stat) {
    record.set_weight(record.mean());
}

impl Learner for ProgressiveHistory {
    type Thread = HistoryThread;

    fn needs(&self) -> Needs {
        Needs::steps()
    }

    fn capture(&self, iteration: &Iteration<'_>, HistoryThread { counts, pending }: &mut HistoryThread) {
        counts.reserve(iteration);
        for (_, player, step) in iteration.decisions() {
            let seen = counts.of(player, step.key);
            *seen += 1;
            if self.once && *seen > 1 {
                continue;
            }
            let (key, counting) = (self.key(player, step.key), (iteration.sharing, &mut *pending));
            self.records.add(key, iteration.reward(player), counting, note_mean);
        }
        counts.reset(iteration.steps());
    }

    fn settle(&self, HistoryThread { pending, .. }: &mut HistoryThread) {
        self.records.settle(pending, note_mean);
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let &Record::Action { player, action } = record else { return None };
        let has_table = self.owner(player) == player;
        has_table.then(|| self.records.information(self.key(player, action), false))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        opinions.extend(ply.keys().iter().map(|&action| Some(self.records.opinion(self.key(ply.player, action)))));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for ProgressiveHistory {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, _: &mut HistoryThread, scores: &mut Vec<f32>) {
        let row = self.records.row(self.records.start(self.owner(ply.player)));
        let keys = ply.keys().iter();
        match row.dense() {
            Some(row) => scores.extend(keys.map(|&key| row.get(key as usize).map_or(0.0, Stat::weight))),
            None => scores.extend(keys.map(|&key| row.get(key).map_or(0.0, Stat::weight))),
        }
        // A loop of its own, without a branch or a look-up: the divisions are compiled to vector instructions.
        for ((score, &visits), &rewards) in scores.iter_mut().zip(&ply.arms.visits).zip(&ply.arms.rewards) {
            *score = self.by.term(*score, self.w, visits as f32, rewards);
        }
    }

    fn orders_unvisited(&self) -> bool {
        self.orders_unvisited
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
