//! Maxⁿ (Luckhardt and Irani 1986): every player chooses what is best for itself, and a position has a value for each
//! player.
//!
//! Equal actions: the first in the game's order is taken, or the one that is worst for the player who searches. A
//! player who can win at once does so, by the first such action, and nothing else is looked at there: that is immediate
//! pruning (Korf 1991). Korf's shallow pruning needs a bound on the sum of all values, which evaluations and rewards
//! here do not have.
//!
//! Each player's score is an entry of its own in the transposition table, so that the table need not know how many
//! there are. Evaluations are scaled, since they are compared with rewards between a loss and a win.

use super::depth::Depth;
use super::plan::Method;
use super::score::{Finding, Place, Score};
use super::search::{MOST_PLIES, Searcher};
use super::table::{Bound, Entry};
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Reward, Turn, list_legal};

/// What a position is worth to each player.
#[derive(Clone, Copy)]
struct Findings {
    scores: [Score; MAX_PLAYERS],
    /// Whether it holds however deep one searches.
    certain: bool,
}

impl Findings {
    /// The placeholder answer of a search that has been stopped.
    const NONE: Findings = Findings { scores: [Score::DRAW; MAX_PLAYERS], certain: false };

    fn of(&self, player: Player) -> Score {
        self.scores[player.index()]
    }
}

impl<G: Game> Searcher<'_, G> {
    /// What a move that led to a state is worth to the player who made it. `place` is that of the position before.
    pub fn share(&mut self, after: &G, place: Place, depth: Depth) -> Finding {
        let found = self.shares(after, place.ply + 1, depth - Depth::PLY);
        Finding { score: found.of(place.mover), certain: found.certain }
    }

    /// What a state `ply` plies from the root is worth to every player.
    fn shares(&mut self, state: &G, ply: usize, depth: Depth) -> Findings {
        if !self.enter(ply) {
            return Findings::NONE;
        }
        match state.turn() {
            Turn::Over => {
                let score = |player| of_reward(state.reward(player), ply);
                Findings { scores: for_all(state, score), certain: true }
            }
            Turn::Player(mover) if depth > Depth::ZERO && ply < MOST_PLIES => {
                let (place, key) = (Place { mover, ply }, self.key(state));
                if let Some(known) = key.and_then(|key| self.known_shares(state, key, place, depth)) {
                    return known;
                }
                let (found, action) = self.best_for_mover(state, place, depth);
                if let Some(key) = key.filter(|_| self.stopped.is_none()) {
                    self.store_shares(state, key, place, depth, found, action);
                }
                found
            }
            _ => Findings { scores: for_all(state, |player| self.estimate(state, player)), certain: false },
        }
    }

    /// Searches the actions of a position; also returns the place of the chosen one in the game's list.
    fn best_for_mover(&mut self, state: &G, place: Place, depth: Depth) -> (Findings, u16) {
        let mut frame = std::mem::take(&mut self.frames[place.ply]);
        list_legal(state, &mut frame.actions);
        let won = Score::won_after(place.ply + 1);
        let winning = if depth > Depth::PLY { state.knowledge().winning_action(state, &frame.actions) } else { None };
        let numbers = winning.map_or(0..frame.actions.len(), |number| number..number + 1);
        let (mut best, mut all_certain) = (None, true);
        for number in numbers {
            let mut after = state.clone();
            after.apply(frame.actions[number]);
            let found = self.shares(&after, place.ply + 1, depth - Depth::PLY);
            if self.stopped.is_some() {
                break;
            }
            all_certain &= found.certain;
            if best.is_none_or(|(best, _)| self.prefers(place.mover, &found, &best)) {
                best = Some((found, number as u16));
                frame.set_line(frame.actions[number], &self.frames[place.ply + 1].line);
            }
            if found.of(place.mover) == won {
                // Whatever the others are worth, it is not chosen.
                all_certain = true;
                break;
            }
        }
        self.frames[place.ply] = frame;
        let (found, action) = best.unwrap_or((Findings::NONE, u16::MAX));
        (Findings { certain: all_certain && self.stopped.is_none(), ..found }, action)
    }

    /// Whether a player likes something more than what it has.
    fn prefers(&self, player: Player, new: &Findings, best: &Findings) -> bool {
        let is_worse_for_root = || {
            self.plan.options.method == Method::MaxN { paranoid_ties: true }
                && new.of(self.sides.root) < best.of(self.sides.root)
        };
        new.of(player) > best.of(player) || (new.of(player) == best.of(player) && is_worse_for_root())
    }

    /// The scaled evaluation of a state for a player.
    fn estimate(&self, state: &G, player: Player) -> Score {
        Score::of(self.plan.options.evaluation.scaled(state, player))
    }

    /// What the table knows of a position, if it is deep enough. Where some of the scores were displaced, it is
    /// nothing.
    fn known_shares(&self, state: &G, key: u64, place: Place, depth: Depth) -> Option<Findings> {
        let own = self.known(Some(key)).filter(|entry| entry.depth >= depth)?;
        let mut scores = [Score::DRAW; MAX_PLAYERS];
        for (player, score) in scores.iter_mut().enumerate().take(state.players()) {
            let entry = self.known(Some(key ^ share_salt(place.mover, player)))?;
            if (entry.depth, entry.action) != (own.depth, own.action) {
                return None;
            }
            *score = entry.score.seen_from_root(place.ply);
        }
        Some(Findings { scores, certain: own.depth == Depth::CERTAIN })
    }

    fn store_shares(&mut self, state: &G, key: u64, place: Place, depth: Depth, found: Findings, action: u16) {
        let depth = if found.certain { Depth::CERTAIN } else { depth };
        let Some(table) = &mut self.table else { return };
        for player in 0..state.players() {
            let score = found.scores[player].seen_from_position(place.ply);
            let entry = Entry { score, bound: Bound::Exact, depth, action };
            table.store(key ^ share_salt(place.mover, player), entry);
        }
    }
}

/// What tells the entries of the players apart. The mover's own is where an entry is looked for that has but one score.
fn share_salt(mover: Player, player: usize) -> u64 {
    if player == mover.index() { 0 } else { Rng::derive(1, player as u64) }
}

fn for_all<G: Game>(state: &G, score: impl Fn(Player) -> Score) -> [Score; MAX_PLAYERS] {
    let mut scores = [Score::DRAW; MAX_PLAYERS];
    (0..state.players()).for_each(|player| scores[player] = score(Player(player as u8)));
    scores
}

/// The result of a finished game after `ply` plies. What lies between a loss and a win is on the scale of
/// evaluations.
fn of_reward(reward: Reward, ply: usize) -> Score {
    Finding::of_end(reward, ply).map_or_else(|| Score::of(2.0 * reward.value() as f32 - 1.0), |found| found.score)
}
