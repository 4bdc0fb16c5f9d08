//! Playouts by shallow alpha-beta searches (Winands and Björnsson 2011): the action that a search of a few plies likes best.
//! The final version of the paper on implicit minimax plays Lines of Action by them (Lanctot et al. 2014, section 4.3).
//!
//! ```text
//! v(s) = the evaluation of s for the player who looks ahead    at the given depth, at the end of the game, and at chance
//!        max v(s after a) over a ∈ K(s)                        where that player moves
//!        min v(s after a) over a ∈ K(s)                        where another moves
//! K(s) = the legal actions; with `k`, an action that wins at once, or else the k with the greatest P(category)
//! α = ε·α_else + (1-ε)·U[{a ∈ K : v(s after a) ≥ max v - 1e-4}];  before ply `from` of the playout α_else
//! ```
//!
//! Readings: the searches of the program have two plies and are selective, and no more is told of them in the papers at hand. We
//! take selective for the k likeliest moves, as in [`Greedy`](super::greedy); a search of one ply is [`ege`](super::ege) by
//! evaluation. With `from=1` and `else=corrective` the first position of a playout, and nodes that are too young for the tree
//! policy, have the Corrective strategy, as in [`Mixed`](super::mixed). A playout that is as good as decided is ended by
//! `cutoff`. What is better than the best so far by no more than 1e-4 counts as equal. With more than two players, all others are
//! one opponent, as in paranoid search. Nothing is captured.

use super::corrective::noise;
use super::ege::TIE;
use super::greedy::{MOST_EVALUATED, likeliest};
use super::part::{OwnLearner, OwnReplies};
use super::{Information, Moment, Record, TypedIteration, parameters};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::game::{Game, Player, Turn, list_legal, list_playout};
use crate::knowledge::{AnyEvaluation, Evaluation, Weighting};
use crate::strategy::{Built, Composed, Needs, OwnReplies as Replies, Setting, Store, Thread};

pub(super) fn entry() -> Entry {
    let about = "the action that an alpha-beta search of a few plies likes best, by an evaluation";
    Entry::strategy("lookahead", about)
        .cited("Winands and Björnsson 2011; Lanctot et al. 2014, section 4.3")
        .in_papers(&["lookahead"])
        .taking([
            Parameter::integer("depth", 2, 1, DEEPEST, "how many plies the search looks ahead"),
            Parameter::evaluation(),
            Parameter::integer(
                "k",
                0,
                0,
                MOST_EVALUATED as u64,
                "how many of the moves with the likeliest categories are looked at in each position, if none wins at once; 0 for all",
            ),
            Parameter::number("epsilon", 0.0, 0.0, 1.0, "chance that `else` chooses instead"),
            Parameter::integer(
                "from",
                0,
                0,
                1_000_000,
                "the ply of a playout from which on it looks ahead; before it, and in the tree unless this is 0, `else` chooses",
            ),
            noise(),
            parameters::otherwise(),
        ])
        .needing([Need::Evaluation])
        .built_by(|setting| {
            let otherwise = setting.call().policy("else").clone();
            Ok(Built(Composed::OwnReplies(Replies::LookAhead(LookingAhead::of(setting)?), otherwise)))
        })
}

/// Deeper searches would take longer than a search may take to look at the clock.
const DEEPEST: u64 = 4;

/// How many of the last actions are evaluated before it is asked whether that is enough.
const BATCH: usize = 8;

/// What the parameters say.
pub(crate) struct LookingAhead {
    evaluation: AnyEvaluation,
    depth: usize,
    /// How many of the likeliest actions by this weighting are looked at; without it all are.
    likeliest: Option<(usize, Weighting)>,
    epsilon: f32,
    from: u32,
    /// A number from `[-noise, noise]` is added to every value.
    noise: f32,
}

impl LookingAhead {
    fn of(setting: &Setting<'_>) -> Result<LookingAhead, ExpressionError> {
        let call = setting.call();
        if setting.is_hidden() {
            let message = "`lookahead` is for players who see everything, and this game has hidden information";
            return Err(call
                .error(message)
                .with_help("what is best in one determinization need not be best in the next"));
        }
        let k = setting.integer("k") as usize;
        if k > 0 && !setting.offers(Need::Categories) {
            let message = format!("`k` needs {}, which this game does not offer", Need::Categories);
            return Err(call.error_at("k", message).with_help(setting.offered().to_string()));
        }
        Ok(LookingAhead {
            evaluation: setting.evaluation()?,
            depth: setting.integer("depth") as usize,
            likeliest: if k > 0 { Some((k, setting.category_weighting()?)) } else { None },
            epsilon: setting.number("epsilon"),
            from: setting.integer("from") as u32,
            noise: setting.number("noise"),
        })
    }
}

pub(crate) struct LookAhead<G: Game> {
    how: LookingAhead,
    evaluation: Evaluation<G>,
}

impl<G: Game> LookAhead<G> {
    pub fn new(how: LookingAhead) -> LookAhead<G> {
        LookAhead { evaluation: how.evaluation.of::<G>().clone(), how }
    }
}

/// Room of a thread: a frame for each ply, used again and again.
struct Room<A>(Vec<Frame<A>>);

impl<A> Default for Room<A> {
    fn default() -> Room<A> {
        Room(Vec::new())
    }
}

struct Frame<A> {
    actions: Vec<A>,
    /// What is said of the actions.
    values: Vec<f32>,
    /// The actions while they are sorted.
    ranked: Vec<(f32, A)>,
    /// The action that was too good in the position looked at before.
    killer: Option<A>,
}

impl<A> Default for Frame<A> {
    fn default() -> Frame<A> {
        Frame { actions: Vec::new(), values: Vec::new(), ranked: Vec::new(), killer: None }
    }
}

/// The values that matter lie between these two.
#[derive(Clone, Copy)]
struct Window {
    low: f32,
    high: f32,
}

impl Window {
    /// Leaves out what the maximum or minimum so far rules out. Returns whether nothing is left.
    #[inline]
    fn narrow(&mut self, is_maximum: bool, best: f32) -> bool {
        if is_maximum {
            self.low = self.low.max(best);
        } else {
            self.high = self.high.min(best);
        }
        self.low >= self.high
    }
}

/// A search that looks ahead for a player.
struct Looking<'a, G: Game> {
    by: &'a LookAhead<G>,
    me: Player,
    /// Whether there is one other player, whose values are the opposites.
    is_duel: bool,
    rng: &'a mut Rng,
}

impl<G: Game> Looking<'_, G> {
    /// One of the best actions, from a frame whose actions are listed. They are looked at in random order and the first of
    /// equals is taken, so that each is as likely as another: of the others no more need be known than that they are no better.
    fn best(&mut self, state: &G, frames: &mut [Frame<G::Action>]) -> G::Action {
        let (frame, deeper) = frames.split_first_mut().expect("a search has a depth of at least 1");
        self.keep_likeliest(state, frame);
        let Frame { actions, values, .. } = frame;
        self.rng.shuffle(actions);
        if deeper.is_empty() {
            values.clear();
            self.judge(state, self.me, actions, values);
        }
        let (mut best, mut highest) = (actions[0], f32::NEG_INFINITY);
        for (place, &action) in actions.iter().enumerate() {
            let window = Window { low: highest + TIE, high: f32::INFINITY };
            let value = match deeper.is_empty() {
                true => values[place],
                false => self.value(&after(state, action), deeper, window),
            };
            if value > window.low {
                (best, highest) = (action, value);
            }
        }
        best
    }

    /// The value of a state: exact within the window, and beyond the same end of it otherwise.
    fn value(&mut self, state: &G, frames: &mut [Frame<G::Action>], mut window: Window) -> f32 {
        let (Some((frame, deeper)), Turn::Player(mover)) = (frames.split_first_mut(), state.turn()) else {
            let value = self.by.evaluation.evaluate(state, self.me);
            return value + self.error();
        };
        list_legal(state, &mut frame.actions);
        self.keep_likeliest(state, frame);
        let mine = mover == self.me;
        let better: fn(f32, f32) -> f32 = if mine { f32::max } else { f32::min };
        let mut best = if mine { f32::NEG_INFINITY } else { f32::INFINITY };
        if deeper.is_empty() {
            let Frame { actions, values, killer, .. } = frame;
            if let Some(place) = actions.iter().position(|action| Some(*action) == *killer) {
                actions.swap(0, place);
            }
            for batch in actions.chunks(BATCH) {
                values.clear();
                self.judge(state, mover, batch, values);
                for (&action, &value) in batch.iter().zip(&*values) {
                    if better(best, value) != best {
                        (best, *killer) = (value, Some(action));
                    }
                }
                if window.narrow(mine, best) {
                    break;
                }
            }
            return best;
        }
        self.rank(state, frame);
        for &action in &frame.actions {
            best = better(best, self.value(&after(state, action), deeper, window));
            if window.narrow(mine, best) {
                break;
            }
        }
        best
    }

    /// Keeps an action that wins at once, or else the likeliest actions, unless all are to be looked at.
    fn keep_likeliest(&self, state: &G, frame: &mut Frame<G::Action>) {
        let Some((k, weighting)) = self.by.how.likeliest else { return };
        let Frame { actions, values, ranked, .. } = frame;
        let knowledge = state.knowledge();
        if let Some(place) = knowledge.winning_action(state, actions) {
            actions.swap(0, place);
            actions.truncate(1);
            return;
        }
        values.clear();
        if let Some(weightings) = knowledge.weightings() {
            weightings.weigh(weighting, state, actions, values);
        }
        let (places, count) = likeliest(values, k);
        ranked.clear();
        ranked.extend(places[..count].iter().map(|&place| (values[place], actions[place])));
        actions.clear();
        actions.extend(ranked.iter().map(|&(_, action)| action));
    }

    /// Sorts the actions by what their states are worth at first sight, the mover's best first, and clears the values: the
    /// sooner a good action is looked at, the less must be known of the others.
    fn rank(&self, state: &G, frame: &mut Frame<G::Action>) {
        let Frame { actions, values, ranked, .. } = frame;
        values.clear();
        self.by.evaluation.evaluate_actions(state, actions, values);
        ranked.clear();
        ranked.extend(values.iter().copied().zip(actions.iter().copied()));
        ranked.sort_unstable_by(|(one, _), (other, _)| other.total_cmp(one));
        actions.clear();
        actions.extend(ranked.iter().map(|&(_, action)| action));
        values.clear();
    }

    /// Appends the values of the states behind the mover's actions, for the player who looks ahead, to an empty buffer.
    fn judge(&mut self, state: &G, mover: Player, actions: &[G::Action], values: &mut Vec<f32>) {
        let evaluation = &self.by.evaluation;
        if mover == self.me || self.is_duel {
            evaluation.evaluate_actions(state, actions, values);
        } else {
            values.extend(actions.iter().map(|&action| evaluation.evaluate(&after(state, action), self.me)));
        }
        let sign = if mover != self.me && self.is_duel { -1.0 } else { 1.0 };
        values.iter_mut().for_each(|value| *value = sign * *value + self.error());
    }

    /// The random part of an evaluation.
    fn error(&mut self) -> f32 {
        let noise = self.by.how.noise;
        if noise > 0.0 { (2.0 * self.rng.unit() - 1.0) * noise } else { 0.0 }
    }
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut after = state.clone();
    after.apply(action);
    after
}

impl<G: Game> OwnReplies<G> for LookAhead<G> {
    fn reply(&self, at: &Moment<'_, G>, ply: Option<u32>, thread: &mut Thread, rng: &mut Rng) -> Option<G::Action> {
        let LookingAhead { depth, epsilon, from, .. } = self.how;
        if ply.unwrap_or(0) < from || epsilon > 0.0 && rng.unit() < epsilon {
            return None;
        }
        let Room(frames) = thread.of();
        frames.resize_with(depth, Frame::default);
        frames.iter_mut().for_each(|frame| frame.killer = None);
        match at.is_playout {
            true => list_playout(at.state, &mut frames[0].actions),
            false => list_legal(at.state, &mut frames[0].actions),
        }
        let is_duel = at.state.players() == 2;
        Some(Looking { by: self, me: at.player, is_duel, rng }.best(at.state, frames))
    }
}

impl<G: Game> OwnLearner<G> for LookAhead<G> {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn thread(&self) -> Thread {
        Thread::new::<Room<G::Action>>()
    }

    fn capture(&self, _: &TypedIteration<'_, G>, _: &mut Thread) {}

    fn recall(&self, _: &G, _: &Record<u64>) -> Option<Information<u64>> {
        None
    }

    fn store(&self) -> Option<&dyn Store> {
        None
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        None
    }
}
