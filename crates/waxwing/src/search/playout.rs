//! Playouts: from where the descent has ended to the end of the game, or as far as the plan says.
//!
//! One [`Driver`] is chosen when the plan is built: the quickest for its policy and for what is noted. Each makes the choices of
//! [`Plain`], which can do everything.

use super::chooser::{Chooser, Chosen};
use super::ending::{Ending, Rewards, won_by};
use super::memory::{Memory, Parts};
use super::notes::Notes;
use super::worker::{Pause, Scratch, Worker};
use crate::Rng;
use crate::game::{Game, Player, Turn, list_playout};
use crate::icarus::Moment;
use crate::strategy::{Needs, Step};

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

/// The quickest driver for a playout policy, and for what is noted of its playouts, where something is hidden or not.
pub(super) fn driver<G: Game>(parts: &Parts<G>, needs: Needs, hidden: bool) -> Box<dyn Driver<G>> {
    match parts.playout.is_uniform_in_playouts(&parts.strategies) {
        // What is listed before a choice is the plain driver's alone.
        _ if needs.legal || needs.trace => Box::new(Plain),
        true if !needs.steps && matches!(parts.ending, Ending::Game) => Box::new(Whole),
        true if !needs.steps => Box::new(Quick(Uniform, Nothing)),
        true if needs.only_steps() => Box::new(Quick(Uniform, Steps)),
        true => Box::new(Quick(Uniform, All)),
        false if !needs.steps => Box::new(Quick(ByPolicy, Nothing)),
        false if needs.only_steps() => Box::new(Quick(ByPolicy, Steps)),
        false if needs.only_moves() && !hidden => Box::new(Quick(ByPolicy, Moves)),
        false => Box::new(Quick(ByPolicy, All)),
    }
}

/// How an action is chosen in a quick loop.
trait Choice<G: Game>: Send + Sync {
    fn choose(&self, at: &Moment<'_, G>, ply: u32, with: &mut Chooser<'_, G>, rng: &mut Rng) -> Chosen<G::Action>;
}

/// What is noted of a step in a quick loop.
trait Noting<G: Game>: Send + Sync {
    /// The step is about to be made; `legal` is the list of the legal actions, if the choice has made one.
    fn note(&self, notes: &mut Notes<G>, state: &G, step: (G::Action, Option<Player>), legal: Option<&[G::Action]>);

    /// It has led to this state.
    #[inline(always)]
    fn arrive(&self, _: &mut Notes<G>, _: &G) {}
}

/// A playout of the game's own, of which nothing is noted.
struct Whole;

impl<G: Game> Driver<G> for Whole {
    #[inline]
    fn play_out(&self, worker: &mut Worker<G>, _: &Memory<G>) -> End {
        // A generator of its own stays in registers while the playout runs.
        let mut rng = worker.rng.clone();
        let most = u32::try_from(worker.due.saturating_sub(worker.tally.plies)).unwrap_or(u32::MAX);
        let plies = worker.state.playout(&mut rng, &mut worker.scratch.lists.legal, most);
        worker.tally.plies += u64::from(plies);
        worker.rng = rng;
        if plies < most || worker.state.turn() == Turn::Over { End::Game } else { End::Due }
    }
}

/// A tight loop for one way to choose and to note.
struct Quick<C, N>(C, N);

impl<G: Game, C: Choice<G>, N: Noting<G>> Driver<G> for Quick<C, N> {
    fn play_out(&self, worker: &mut Worker<G>, memory: &Memory<G>) -> End {
        let Worker { state, notes, scratch, rng: kept, tally, due, progress: kept_progress, .. } = worker;
        let Scratch { arms, lists, threads, .. } = scratch;
        arms.clear();
        let mut chooser = Chooser { parts: &memory.plan, lists, is_listed: false, threads, arms };
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
            let (step, legal) = match turn {
                Turn::Player(player) => {
                    let lexicon = &memory.lexicon;
                    let at = Moment { state: &*state, player, is_playout: true, log: &notes.log, lexicon };
                    let chosen = self.0.choose(&at, progress.plies, &mut chooser, &mut rng);
                    progress.count(player);
                    winner = chosen.wins.then_some(player);
                    ((chosen.action, Some(player)), chosen.lists.then_some(&chooser.lists.legal[..]))
                }
                _ => ((state.sample_chance(&mut rng), None), None),
            };
            self.1.note(notes, state, step, legal);
            state.apply(step.0);
            self.1.arrive(notes, state);
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
    fn choose(&self, at: &Moment<'_, G>, _: u32, with: &mut Chooser<'_, G>, rng: &mut Rng) -> Chosen<G::Action> {
        with.any(at, rng)
    }
}

/// What the playout policy chooses.
struct ByPolicy;

impl<G: Game> Choice<G> for ByPolicy {
    #[inline(always)]
    fn choose(&self, at: &Moment<'_, G>, ply: u32, with: &mut Chooser<'_, G>, rng: &mut Rng) -> Chosen<G::Action> {
        with.follow(&with.parts.playout, at, Some(ply), rng)
    }
}

struct Nothing;

impl<G: Game> Noting<G> for Nothing {
    #[inline(always)]
    fn note(&self, _: &mut Notes<G>, _: &G, _: (G::Action, Option<Player>), _: Option<&[G::Action]>) {}
}

/// The steps.
struct Steps;

impl<G: Game> Noting<G> for Steps {
    #[inline(always)]
    fn note(
        &self,
        notes: &mut Notes<G>,
        state: &G,
        (action, player): (G::Action, Option<Player>),
        _: Option<&[G::Action]>,
    ) {
        notes.push(action, Step { key: state.action_index(action), player });
    }
}

/// The steps, which everybody sees.
struct Moves;

impl<G: Game> Noting<G> for Moves {
    #[inline(always)]
    fn note(
        &self,
        notes: &mut Notes<G>,
        state: &G,
        (action, player): (G::Action, Option<Player>),
        _: Option<&[G::Action]>,
    ) {
        notes.see(action, Step { key: state.action_index(action), player });
    }
}

/// Whatever is needed, except what must be listed before a choice.
struct All;

impl<G: Game> Noting<G> for All {
    #[inline(always)]
    fn note(
        &self,
        notes: &mut Notes<G>,
        state: &G,
        (action, player): (G::Action, Option<Player>),
        legal: Option<&[G::Action]>,
    ) {
        if let Some(legal) = legal {
            notes.note_legal(state, legal);
        }
        notes.step(state, player, action);
    }

    #[inline(always)]
    fn arrive(&self, notes: &mut Notes<G>, state: &G) {
        notes.arrive(state);
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

impl<G: Game> Worker<G> {
    /// Plays on from where the descent (or a paused playout) has ended, to the end of the game or as far as the plan says.
    #[inline]
    pub fn play_out(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        // A trace notes more than the plan's driver does.
        let driver = if self.notes.needs.trace { &Plain } else { &*memory.plan.driver };
        match driver.play_out(self, memory) {
            End::Game if memory.plan.margin.is_some() => {
                let margin = memory.plan.margin.as_ref().expect("there is one");
                self.rewards = margin.rewards(&self.state);
            }
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
        let Worker { state, notes, scratch: Scratch { arms, lists, threads, .. }, rng, .. } = self;
        let plan = &memory.plan;
        let notes_all = notes.notes_all_legal();
        if notes_all {
            list_playout(state, &mut lists.legal);
            notes.note_legal(state, &lists.legal);
        }
        arms.clear();
        // A trace notes the list too, but must not change how an action is drawn.
        let mut chooser = Chooser { parts: plan, lists, is_listed: plan.from_lists, threads, arms };
        let at = Moment { state: &*state, player, is_playout: true, log: &notes.log, lexicon: &memory.lexicon };
        let chosen = match plan.uniform_playout {
            true => chooser.any(&at, rng),
            false => chooser.follow(&plan.playout, &at, ply, rng),
        };
        if chosen.lists && !notes_all {
            notes.note_legal(state, &lists.legal);
        }
        (chosen.action, chosen.wins && ply.is_some())
    }
}
