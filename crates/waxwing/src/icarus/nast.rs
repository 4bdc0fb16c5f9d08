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

use super::part::{QuickChoice, QuickPlayer};
use super::pending::Pending;
use super::stat::{Sharing, Stat};
use super::table::Records;
use super::ucb::{Buffers, bonus, ucb1};
use super::{Gives, Information, LegalList, Moment, REWARD_UNIT, Record, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Giving, Parameter};
use crate::bits::RankedWords;
use crate::game::{Game, Player, SetWords};
use crate::strategy::{
    Built, Composed, Iteration, Learner, Needs, Opinion, Own, Ply, Setting, Store, Strategy, Thread,
};

pub(super) fn entry() -> Entry {
    let about =
        "n-gram average sampling: UCB1 on averages of an action after the n-1 moves before it; n=1 is MAST with UCB1";
    Entry::strategy("nast", about)
        .cited("Powley, Whitehouse and Cowling 2013; ICARUS Specification 5")
        .in_papers(&["nast"])
        .taking([
            Parameter::integer("n", 2, 1, 8, "length of the n-grams, the action itself included"),
            parameters::c(),
            Parameter::choice(
                "short",
                ["shorter", "uniform"],
                "the first n-1 plies: use the shorter gram there is, or play at random",
            ),
            parameters::prefix(),
        ])
        .giving(Giving::Values)
        .built_by(|setting| Ok(Built(Composed::Own(Own::Nast(Nast::new(setting))))))
}

pub(crate) struct Nast {
    n: usize,
    c: f32,
    short_grams: bool,
    prefix: bool,
    /// What a key has where a shorter gram has no move.
    nothing: u64,
    /// Whether the game gives its actions as sets.
    sets: bool,
    records: Records,
}

impl Nast {
    fn new(setting: &Setting<'_>) -> Nast {
        let space = setting.action_space();
        let radix = if space == 0 { 0 } else { space + 1 };
        let nothing = if space == 0 { u64::MAX } else { space as u64 };
        let n = setting.integer("n") as usize;
        Nast {
            n,
            c: setting.number("c"),
            short_grams: setting.choice("short") == "shorter",
            prefix: setting.flag("prefix"),
            nothing,
            sets: setting.gives_sets(),
            records: Records::new(setting.players(), radix, n as u32, 0).with_marks(),
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

    /// The index of the action that α follows after these moves, without a list of the legal ones, of which this is the set, if
    /// the records are dense.
    #[inline(always)]
    fn pick(
        &self,
        context: u64,
        (first, words): (usize, SetWords),
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Option<usize> {
        let visited = self.records.marks(context, first)?;
        let mut unvisited = words;
        for (word, visited) in unvisited.iter_mut().zip(visited) {
            *word &= !visited;
        }
        let (word, place) = if unvisited.iter().any(|&word| word != 0) {
            RankedWords::new_sparse(unvisited).draw(rng)
        } else {
            let row = self.records.row(context).dense()?.get(first..)?;
            buffers.argmax_ucb1_of_set(self.c, words, |arm| row.get(arm).map(reward_visits_and_root), rng)?
        };
        Some(first + 64 * word + usize::from(place))
    }

    /// (q, n, 1/√n) of every legal action after these moves.
    #[inline]
    fn grams<'a>(&'a self, ply: &Ply<'a>) -> impl ExactSizeIterator<Item = (i64, u32, f32)> + use<'a> {
        let row = self.context(ply.player, ply.moves(self.prefix)).map(|context| self.records.row(context));
        ply.keys().iter().map(move |&action| {
            let gram = row.and_then(|row| row.get(action));
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

/// Notes 1/√n, by a root and a division that do not wait for each other.
#[inline]
fn note_root(gram: &Stat) {
    let visits = gram.visits() as f32;
    gram.set_weight(visits.sqrt() * visits.recip());
}

/// What a thread keeps: room for scores, and what it has not added to the records yet.
#[derive(Default)]
pub(crate) struct NastThread {
    buffers: Buffers,
    pending: Pending,
}

impl Learner for Nast {
    type Thread = NastThread;

    fn needs(&self) -> Needs {
        Needs::steps().and_moves()
    }

    fn capture(&self, iteration: &Iteration<'_>, NastThread { pending, .. }: &mut NastThread) {
        for (index, player, step) in iteration.decisions() {
            let Some(context) = self.context(player, iteration.moves_before(index, player, self.prefix)) else {
                continue;
            };
            let key = self.records.extend(context, step.key);
            self.records.add(key, iteration.reward(player), (iteration.sharing, &mut *pending), |key, gram| {
                note_root(gram);
                // What was handed over may be of another context.
                let (context, action) = match iteration.sharing {
                    Sharing::Alone => (context, step.key),
                    Sharing::Shared => self.records.divide(key),
                };
                self.records.mark(context, action, iteration.sharing);
            });
        }
    }

    fn settle(&self, NastThread { pending, .. }: &mut NastThread) {
        self.records.settle(pending, |key, gram| {
            note_root(gram);
            let (context, action) = self.records.divide(key);
            self.records.mark(context, action, Sharing::Shared);
        });
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let Record::Gram { player, moves } = record else { return None };
        let (&last, before) = moves.split_last().filter(|(_, before)| before.len() < self.n)?;
        let context = self.context(*player, before)?;
        Some(self.records.information(self.records.extend(context, last), false))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let context = self.context(ply.player, ply.moves(self.prefix));
        let gram = |&action: &u64| Some(self.records.opinion(self.records.extend(context?, action)));
        opinions.extend(ply.keys().iter().map(gram));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for Nast {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, _: &mut NastThread, scores: &mut Vec<f32>) {
        let bonus = bonus(self.c, self.grams(ply).map(|(_, visits, _)| visits).sum());
        scores.extend(self.grams(ply).map(|(sum, visits, _)| match visits {
            0 => f32::INFINITY,
            _ => ucb1(sum as f32 * REWARD_UNIT / visits as f32, visits, bonus),
        }));
    }

    fn choose(&self, ply: &Ply<'_>, NastThread { buffers, .. }: &mut NastThread, rng: &mut Rng) -> Option<usize> {
        let context = self.context(ply.player, ply.moves(self.prefix));
        Some(match context.and_then(|context| self.records.row(context).dense()) {
            Some(row) => {
                let gram = |&action: &u64| row.get(action as usize).map_or(UNVISITED, reward_visits_and_root);
                buffers.argmax_ucb1_of_all(self.c, ply.keys().iter().map(gram), rng)
            }
            None => buffers.argmax_ucb1_of_all(self.c, self.grams(ply), rng),
        })
    }
}

impl QuickPlayer for Nast {
    #[inline]
    fn play_quickly<G: Game>(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        let Some(context) = self.context(at.player, at.moves(self.prefix)) else { return Some(QuickChoice::Any) };
        if self.sets
            && let Some(set) = at.state.playout_set()
            && let Some(index) = self.pick(context, (set.first, set.words), &mut thread.buffers, rng)
        {
            return Some(QuickChoice::This((set.action)(index)));
        }
        let keys = legal.of(at.state).iter().map(|&action| at.state.action_index(action));
        let (row, buffers) = (self.records.row(context), &mut thread.buffers);
        Some(QuickChoice::Listed(match row.dense() {
            Some(row) => {
                let gram = |key: u64| row.get(key as usize).map_or(UNVISITED, reward_visits_and_root);
                buffers.argmax_ucb1_of_all(self.c, keys.map(gram), rng)
            }
            None => {
                let gram = |key: u64| row.get(key).map_or(UNVISITED, reward_visits_and_root);
                buffers.argmax_ucb1_of_all(self.c, keys.map(gram), rng)
            }
        }))
    }
}
