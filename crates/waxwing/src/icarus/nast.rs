//! N-gram average sampling (Specification 5): an action is as good as the playouts in which it followed the same n-1 moves.
//!
//! ```text
//! R = Mⁿ × players    Θ = (q, n)
//! α = U[argmax v],    v(q, n) = q/n + c·√(ln Σ / n)    if n > 0,    +∞ otherwise
//! ξ = every n consecutive moves of the playout, with the player of the last one
//! ω = (q + μ_ρ, n + 1)
//! ```
//!
//! Σ sums the visits of all legal actions after the same moves. Readings: the player of an n-gram is the one who played
//! its last move (the printed index of ρ is off by one), and Σ is over that player's records. The first n-1 plies after
//! the root have no whole n-gram: with `short=shorter` their records are the shorter grams there are, with
//! `short=uniform` they have none and the choice is uniform. `prefix=yes` lets moves before the root count as context.
//! The moves of a gram are seen with the eyes of the player of its last move.

use super::stat::Stat;
use super::table::Records;
use super::ucb::{Buffers, bonus, ucb1};
use super::{Gives, InPlayouts, Information, Iteration, Played, Ply, REWARD_UNIT, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::bits::RankedWords;
use crate::game::{ActionSet, Game, Player, SetWords};

pub(crate) struct Nast {
    n: usize,
    c: f32,
    short_grams: bool,
    prefix: bool,
    /// What stands in a key where a shorter gram has no move.
    nothing: u64,
    /// Whether the game gives its actions as sets. Where it does not, the search lists them for `choose`: in `play` that costs a
    /// tenth more.
    sets: bool,
    records: Records,
}

impl Nast {
    pub fn new<G: Game>(game: &G, n: usize, c: f32, short_grams: bool, prefix: bool) -> Nast {
        let space = game.action_space();
        let radix = if space == 0 { 0 } else { space + 1 };
        let nothing = if space == 0 { u64::MAX } else { space as u64 };
        Nast {
            n,
            c,
            short_grams,
            prefix,
            nothing,
            sets: game.playout_set().is_some(),
            records: Records::new(game.players(), radix, n as u32, 0).with_marks(),
        }
    }

    /// The key of the moves before an action, or nothing where the policy is uniform.
    #[inline]
    fn context(&self, player: Player, moves: &[u64]) -> Option<u64> {
        let wanted = self.n - 1;
        if moves.len() < wanted && !self.short_grams {
            return None;
        }
        let missing = wanted.saturating_sub(moves.len());
        let padding = std::iter::repeat_n(self.nothing, missing);
        let recent = &moves[moves.len() - (wanted - missing)..];
        let parts = padding.chain(recent.iter().copied());
        Some(parts.fold(self.records.start(player), |key, part| self.records.extend(key, part)))
    }

    /// α followed after these moves without a list of the legal actions, of which this is the set, if the records are dense.
    #[inline]
    fn pick<A>(&self, context: u64, set: ActionSet<A>, buffers: &mut Buffers, rng: &mut Rng) -> Option<A> {
        let visited = self.records.marks(context, set.first)?;
        let unvisited: SetWords = std::array::from_fn(|word| set.words[word] & !visited[word]);
        let (word, place) = if unvisited.iter().any(|&word| word != 0) {
            RankedWords::new_sparse(unvisited).draw(rng)
        } else {
            let row = self.records.row(context).dense()?.get(set.first..)?;
            buffers.argmax_ucb1_of_set(self.c, set.words, |arm| row.get(arm).map(reward_visits_and_root), rng)?
        };
        Some(set.at(word, place))
    }

    /// (q, n, 1/√n) of every legal action after these moves.
    #[inline]
    fn grams<'a, G: Game>(&'a self, ply: &'a Ply<'_, G>) -> impl ExactSizeIterator<Item = (i64, u32, f32)> + 'a {
        let row = self.context(ply.player, ply.history.moves(self.prefix)).map(|context| self.records.row(context));
        ply.legal.iter().map(move |&action| {
            let gram = row.and_then(|row| row.get(ply.state.action_index(action)));
            gram.map_or(UNVISITED, reward_visits_and_root)
        })
    }
}

const UNVISITED: (i64, u32, f32) = (0, 0, 0.0);

/// (q, n, 1/√n): the root is computed once per update, not once per use.
#[inline]
fn reward_visits_and_root(gram: &Stat) -> (i64, u32, f32) {
    (gram.fixed_sum(), gram.visits(), gram.weight())
}

impl<G: Game> Strategy<G> for Nast {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, moves: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let bonus = bonus(self.c, self.grams(ply).map(|(_, visits, _)| visits).sum());
        scores.extend(self.grams(ply).map(|(sum, visits, _)| match visits {
            0 => f32::INFINITY,
            _ => ucb1(sum as f32 * REWARD_UNIT / visits as f32, visits, bonus),
        }));
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let context = self.context(ply.player, ply.history.moves(self.prefix));
        match context.and_then(|context| self.records.row(context).dense()) {
            Some(row) => {
                let gram = |&action| {
                    row.get(ply.state.action_index(action) as usize).map_or(UNVISITED, reward_visits_and_root)
                };
                buffers.argmax_ucb1_of_all(self.c, ply.legal.iter().map(gram), rng)
            }
            None => buffers.argmax_ucb1_of_all(self.c, self.grams(ply), rng),
        }
    }

    fn in_playouts(&self) -> InPlayouts {
        if self.sets || !self.short_grams { InPlayouts::Picks } else { InPlayouts::Listed }
    }

    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        let Some(context) = self.context(ply.player, ply.history.moves(self.prefix)) else {
            return Played { action: ply.state.playout_action(rng, legal), listed: false };
        };
        match ply.state.playout_set().and_then(|set| self.pick(context, set, buffers, rng)) {
            Some(action) => Played { action, listed: false },
            None => self.choose_from_list(ply, legal, buffers, rng),
        }
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        for (index, player, step) in iteration.decisions() {
            let Some(context) = self.context(player, iteration.moves_before(index, player, self.prefix)) else {
                continue;
            };
            if let Some(gram) = self.records.entry(self.records.extend(context, step.key), iteration.sharing) {
                gram.add(iteration.reward(player), iteration.sharing);
                // 1/√n by a root and a division that do not wait for each other.
                let visits = gram.visits() as f32;
                gram.set_weight(visits.sqrt() * visits.recip());
                self.records.mark(context, step.key, iteration.sharing);
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Gram { player, moves } = record else { return None };
        let keys: Vec<u64> = moves.iter().map(|&action| game.action_index(action)).collect();
        let (&last, before) = keys.split_last().filter(|(_, before)| before.len() < self.n)?;
        let context = self.context(*player, before)?;
        Some(self.records.information(self.records.extend(context, last), false))
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
