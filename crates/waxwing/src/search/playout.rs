//! Playouts: from where the descent has ended to the end of the game, or as far as the plan says.
//!
//! One [`Driver`] is chosen when the plan is built: the quickest for its policy and for what is noted. Each makes the choices of
//! [`Plain`], which can do everything.

use super::ending::{Ending, Rewards, won_by};
use super::facts::{Facts, ListRoom};
use super::memory::{Memory, Parts};
use super::notes::Notes;
use super::proof::Proof;
use super::worker::{Pause, Room, Worker};
use crate::Rng;
use crate::game::{Game, Player, Turn, list_playout};
use crate::icarus::{Arms, Choosing, Lexicon, NO_SLOT, Policy, Threads, TypedPly};
use crate::strategy::{Move, Needs, Ply, Step};

/// How a playout has ended, or that it has not.
pub(crate) enum End {
    /// With the game.
    Game,
    /// Before the end of the game, with these rewards.
    Early(Rewards),
    /// It has come as far as [`Worker::due`] lets it.
    Due,
}

/// A way to play out, from where the worker is.
pub(crate) trait Driver<G: Game>: Send + Sync {
    fn play_out(&self, worker: &mut Worker<G>, memory: &Memory<G>) -> End;
}

/// The quickest driver for a playout policy, and for what is noted of its playouts.
pub(super) fn driver<G: Game>(parts: &Parts<G>, needs: Needs) -> Box<dyn Driver<G>> {
    let is_uniform = |policy: &Policy| policy.is_uniform_in_playouts(&parts.strategies);
    match &parts.playout {
        policy if is_uniform(policy) => match needs {
            _ if !needs.steps && matches!(parts.ending, Ending::Game) => Box::new(Whole),
            _ if !needs.steps => Box::new(Quick(Uniform, Nothing)),
            _ if needs.only_steps() => Box::new(Quick(Uniform, Steps)),
            _ => Box::new(Plain),
        },
        &Policy::Strategy(one) => match needs {
            _ if !needs.steps => Box::new(Quick(One(one), Nothing)),
            _ if needs.only_steps() => Box::new(Quick(One(one), Steps)),
            _ if needs.only_moves() && !G::HIDDEN => Box::new(Quick(One(one), Moves)),
            _ => Box::new(Plain),
        },
        Policy::Otherwise(source, then) if is_uniform(then) => match needs {
            _ if needs.only_steps() => Box::new(Quick(Replies(*source), Steps)),
            _ if needs.only_moves() && !G::HIDDEN => Box::new(Quick(Replies(*source), Moves)),
            _ => Box::new(Plain),
        },
        _ => Box::new(Plain),
    }
}

/// What a policy chooses by, in a quick loop.
struct Chooser<'a, G: Game> {
    parts: &'a Parts<G>,
    lexicon: &'a Lexicon<G::Action>,
    lists: &'a mut ListRoom<G::Action>,
    threads: &'a mut Threads,
    arms: &'a Arms,
}

/// How an action is chosen in a quick loop.
trait Choice<G: Game>: Send + Sync {
    /// The action, and whether the acting player has won by it.
    fn choose(&self, at: Decision<'_, G>, with: &mut Chooser<'_, G>, rng: &mut Rng) -> (G::Action, bool);
}

/// A decision of a playout.
struct Decision<'a, G: Game> {
    state: &'a G,
    player: Player,
    ply: u32,
    notes: &'a Notes<G>,
}

/// What is noted of a step in a quick loop.
trait Noting<G: Game>: Send + Sync {
    fn note(&self, notes: &mut Notes<G>, state: &G, action: G::Action, player: Option<Player>);
}

/// A playout of the game's own, of which nothing is noted.
struct Whole;

impl<G: Game> Driver<G> for Whole {
    #[inline]
    fn play_out(&self, worker: &mut Worker<G>, _: &Memory<G>) -> End {
        // A generator of its own stays in registers while the playout runs.
        let mut rng = worker.rng.clone();
        let most = u32::try_from(worker.due.saturating_sub(worker.tally.plies)).unwrap_or(u32::MAX);
        let plies = worker.state.playout(&mut rng, &mut worker.room.lists.legal, most);
        worker.tally.plies += u64::from(plies);
        worker.rng = rng;
        if plies < most || worker.state.turn() == Turn::Over { End::Game } else { End::Due }
    }
}

/// A tight loop for one way to choose and to note.
struct Quick<C, N>(C, N);

impl<G: Game, C: Choice<G>, N: Noting<G>> Driver<G> for Quick<C, N> {
    fn play_out(&self, worker: &mut Worker<G>, memory: &Memory<G>) -> End {
        let Worker { state, notes, room, rng: kept, tally, due, progress: kept_progress, .. } = worker;
        let Room { arms, lists, threads, .. } = room;
        arms.clear();
        let mut chooser = Chooser { parts: &memory.plan, lexicon: &memory.lexicon, lists, threads, arms };
        let ending = &memory.plan.ending;
        // A generator of its own stays in registers while the playout runs.
        let mut rng = kept.clone();
        let mut progress = *kept_progress;
        let end = loop {
            let turn = state.turn();
            if turn == Turn::Over {
                break End::Game;
            }
            if tally.plies >= *due {
                break End::Due;
            }
            if progress.is_due()
                && let Some(rewards) = ending.look(state, &mut progress)
            {
                break End::Early(rewards);
            }
            let mut winner = None;
            let (player, action) = match turn {
                Turn::Player(player) => {
                    let at = Decision { state, player, ply: progress.plies, notes };
                    let (action, wins) = self.0.choose(at, &mut chooser, &mut rng);
                    progress.count(player);
                    winner = wins.then_some(player);
                    (Some(player), action)
                }
                _ => (None, state.sample_chance(&mut rng)),
            };
            self.1.note(notes, state, action, player);
            state.apply(action);
            tally.plies += 1;
            if let Some(player) = winner
                && state.turn() != Turn::Over
            {
                break End::Early(won_by(player));
            }
        };
        (*kept, *kept_progress) = (rng, progress);
        end
    }
}

/// Any action.
struct Uniform;

impl<G: Game> Choice<G> for Uniform {
    #[inline(always)]
    fn choose(&self, at: Decision<'_, G>, with: &mut Chooser<'_, G>, rng: &mut Rng) -> (G::Action, bool) {
        (at.state.playout_action(rng, &mut with.lists.legal), false)
    }
}

/// What the strategy of this number plays.
struct One(usize);

impl<G: Game> Choice<G> for One {
    #[inline(always)]
    fn choose(&self, at: Decision<'_, G>, with: &mut Chooser<'_, G>, rng: &mut Rng) -> (G::Action, bool) {
        let facts = Facts::in_playout(at.state, with.lists, with.lexicon);
        let at = TypedPly { ply: playout_ply(&facts, at.player, Some(at.ply), with.arms, at.notes), facts: &facts };
        let played = with.parts.strategies[self.0].play(&at, &mut with.threads.strategies[self.0], rng);
        (facts.action(played), played.wins)
    }
}

/// What the source of replies of this number plays, or any action.
struct Replies(usize);

impl<G: Game> Choice<G> for Replies {
    #[inline(always)]
    fn choose(&self, at: Decision<'_, G>, with: &mut Chooser<'_, G>, rng: &mut Rng) -> (G::Action, bool) {
        let facts = Facts::in_playout(at.state, with.lists, with.lexicon);
        let at = TypedPly { ply: playout_ply(&facts, at.player, Some(at.ply), with.arms, at.notes), facts: &facts };
        let reply = with.parts.sources[self.0].reply(&at, &mut with.threads.sources[self.0], rng);
        let played = reply.unwrap_or_else(|| at.ply.any(rng));
        (facts.action(played), played.wins)
    }
}

struct Nothing;

impl<G: Game> Noting<G> for Nothing {
    #[inline]
    fn note(&self, _: &mut Notes<G>, _: &G, _: G::Action, _: Option<Player>) {}
}

/// The steps.
struct Steps;

impl<G: Game> Noting<G> for Steps {
    #[inline]
    fn note(&self, notes: &mut Notes<G>, state: &G, action: G::Action, player: Option<Player>) {
        notes.push(action, Step { key: state.action_index(action), player });
    }
}

/// The steps, which everybody sees.
struct Moves;

impl<G: Game> Noting<G> for Moves {
    #[inline]
    fn note(&self, notes: &mut Notes<G>, state: &G, action: G::Action, player: Option<Player>) {
        notes.see(action, Step { key: state.action_index(action), player });
    }
}

/// Plays out by any policy, and notes whatever is needed.
pub(crate) struct Plain;

impl<G: Game> Driver<G> for Plain {
    fn play_out(&self, worker: &mut Worker<G>, memory: &Memory<G>) -> End {
        let ending = &memory.plan.ending;
        loop {
            let turn = worker.state.turn();
            if turn == Turn::Over {
                return End::Game;
            }
            if worker.tally.plies >= worker.due {
                return End::Due;
            }
            if worker.progress.is_due()
                && let Some(rewards) = ending.look(&worker.state, &mut worker.progress)
            {
                return End::Early(rewards);
            }
            let Turn::Player(player) = turn else {
                let outcome = worker.state.sample_chance(&mut worker.rng);
                worker.make(None, outcome);
                continue;
            };
            let ply = worker.progress.plies;
            worker.progress.count(player);
            let (action, wins) = worker.choose_in_playout(memory, player, Some(ply));
            worker.make(Some(player), action);
            if wins && worker.state.turn() != Turn::Over {
                return End::Early(won_by(player));
            }
        }
    }
}

/// A decision where there is no tree node.
#[inline(always)]
pub(super) fn playout_ply<'a, G: Game>(
    facts: &'a Facts<'a, G>,
    player: Player,
    playout_ply: Option<u32>,
    arms: &'a Arms,
    notes: &'a Notes<G>,
) -> Ply<'a> {
    Ply { player, visits: 0, playout_ply, node: NO_SLOT, arms, log: &notes.log, situation: facts }
}

impl<G: Game> Worker<G> {
    /// Plays on from where the descent (or a paused playout) has ended, to the end of the game or as far as the plan says.
    #[inline]
    pub fn play_out(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        let plan = &memory.plan;
        if plan.solver.is_some() {
            let proof = memory.tree.proof(self.at);
            if proof != Proof::Open {
                self.rewards = proof.rewards(plan.players);
                return Ok(());
            }
            self.ended = self.state.turn() == Turn::Over;
        }
        // A trace notes more than the plan's driver does.
        let driver = if self.notes.needs.trace { &Plain } else { &*plan.driver };
        match driver.play_out(self, memory) {
            End::Game => {
                for player in 0..self.state.players() {
                    self.rewards[player] = self.state.reward(Player(player as u8));
                }
            }
            End::Early(rewards) => self.rewards = rewards,
            End::Due => {
                self.is_too_long()?;
                self.cap();
            }
        }
        Ok(())
    }

    /// The playout policy's choice, and whether the acting player has won by it. Lists of the legal actions are noted where
    /// they are needed.
    pub fn choose_in_playout(&mut self, memory: &Memory<G>, player: Player, ply: Option<u32>) -> (G::Action, bool) {
        let Worker { state, notes, room: Room { arms, lists, threads, .. }, rng, .. } = self;
        let plan = &memory.plan;
        let notes_all = notes.notes_all_legal();
        if notes_all {
            list_playout(state, &mut lists.legal);
            notes.note_legal(state, &lists.legal);
        }
        arms.clear();
        // A trace notes the list too, but must not change how an action is drawn.
        let facts = match plan.needs.legal {
            true => Facts::in_listed_playout(state, lists, &memory.lexicon),
            false => Facts::in_playout(state, lists, &memory.lexicon),
        };
        let at = TypedPly { ply: playout_ply(&facts, player, ply, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        let played = match plan.uniform_playout {
            true => at.ply.any(rng),
            false => play(&plan.playout, &at, &mut with, rng),
        };
        let (action, is_listed) = (facts.action(played), facts.is_listed());
        if is_listed && !notes_all {
            notes.note_legal(state, &lists.legal);
        }
        (action, played.wins && ply.is_some())
    }
}

/// A policy followed where there is no tree node.
fn play<G: Game>(policy: &Policy, at: &TypedPly<'_, G>, with: &mut Choosing<'_, G>, rng: &mut Rng) -> Move {
    match policy.draw(0, rng) {
        Policy::Otherwise(first, then) => {
            let reply = with.sources[*first].reply(at, &mut with.threads.sources[*first], rng);
            reply.unwrap_or_else(|| match then.is_uniform_in_playouts(with.strategies) {
                true => at.ply.any(rng),
                false => play(then, at, with, rng),
            })
        }
        &Policy::Strategy(number) if with.strategies[number].is_uniform_in_playouts() => at.ply.any(rng),
        &Policy::Strategy(number) => with.strategies[number].play(at, &mut with.threads.strategies[number], rng),
        blend => Move::at(blend.choose(at, with, rng)),
    }
}
