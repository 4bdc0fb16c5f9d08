//! Playouts: from where the descent has ended to the end of the game, or as far as the plan says.

use super::ending::{Ending, Rewards, won_by};
use super::memory::Memory;
use super::notes::Notes;
use super::proof::Proof;
use super::worker::{Pause, Room, Worker};
use crate::Rng;
use crate::game::{Game, Player, Turn, list_playout};
use crate::icarus::{Arms, InPlayouts, NO_SLOT, Played, Ply, Policy, Step};

/// A decision where there is no tree node.
#[inline]
pub(super) fn ply_in_playout<'a, G: Game>(
    state: &'a G,
    player: Player,
    playout_ply: Option<u32>,
    legal: &'a [G::Action],
    arms: &'a Arms,
    notes: &'a Notes<G>,
) -> Ply<'a, G> {
    Ply {
        state,
        player,
        visits: 0,
        playout_ply,
        node: NO_SLOT,
        legal,
        arms,
        history: notes.history(player),
        position: notes.position(player),
        predicates: if notes.wants.predicates { G::knowledge().holding(state) } else { 0 },
    }
}

/// How a playout has ended, or that it has not.
enum End {
    /// With the game.
    Game,
    /// Before the end of the game, with these rewards.
    Early(Rewards),
    /// It has come as far as [`Worker::due`] lets it.
    Due,
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
        let end = if plan.uniform_playout && !self.notes.wants.steps && plan.ending == Ending::Game {
            self.play_out_uniformly()
        } else {
            self.play_out_by_loop(memory)
        };
        match end {
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

    /// A playout of the game's own, of which nothing is noted.
    #[inline]
    fn play_out_uniformly(&mut self) -> End {
        // A generator of its own stays in registers while the playout runs.
        let mut rng = self.rng.clone();
        let most = u32::try_from(self.due.saturating_sub(self.tally.plies)).unwrap_or(u32::MAX);
        let plies = self.state.playout(&mut rng, &mut self.room.legal, most);
        self.tally.plies += u64::from(plies);
        self.rng = rng;
        if plies < most || self.state.turn() == Turn::Over { End::Game } else { End::Due }
    }

    /// A playout by the quickest loop for its policy and for what is to be noted.
    #[inline]
    fn play_out_by_loop(&mut self, memory: &Memory<G>) -> End {
        let (plan, wants) = (&memory.plan, self.notes.wants);
        let arms = Arms::default();
        if plan.uniform_playout {
            let uniformly = |state: &G, _: Player, _: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
                state.playout_action(rng, &mut room.legal)
            };
            if !wants.steps {
                return self.play_out_with(plan.ending, uniformly, |_, _| ());
            }
            if wants.only_steps() {
                return self.play_out_with(plan.ending, uniformly, |notes, step| notes.steps.push(step));
            }
        }
        if let Some(one) = plan.one_picks().filter(|_| !G::HIDDEN) {
            let pick = |state: &G, player: Player, notes: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
                let ply = ply_in_playout(state, player, None, &[], &arms, notes);
                one.play(&ply, &mut room.legal, &mut room.buffers, rng).action
            };
            if wants.only_moves() {
                return self.play_out_with(plan.ending, pick, |notes, step| notes.see(step));
            }
            if wants.only_steps() {
                return self.play_out_with(plan.ending, pick, |notes, step| notes.steps.push(step));
            }
        }
        if let Some(replies) = plan.replies().filter(|_| wants.only_moves() && !G::HIDDEN) {
            let reply = |state: &G, player: Player, notes: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
                let ply = ply_in_playout(state, player, None, &[], &arms, notes);
                replies.draw(&ply, rng).unwrap_or_else(|| state.playout_action(rng, &mut room.legal))
            };
            return self.play_out_with(plan.ending, reply, |notes, step| notes.see(step));
        }
        self.play_out_by_policy(memory)
    }

    /// A playout by this choice, of which this is noted.
    #[inline]
    fn play_out_with(
        &mut self,
        ending: Ending,
        choose: impl Fn(&G, Player, &Notes<G>, &mut Rng, &mut Room<G::Action>) -> G::Action,
        note: impl Fn(&mut Notes<G>, Step<G::Action>),
    ) -> End {
        let Worker { state, notes, room, rng: kept, tally, due, progress: kept_progress, .. } = self;
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
            let (player, action) = match turn {
                Turn::Player(player) => {
                    progress.count(player);
                    (Some(player), choose(state, player, notes, &mut rng, room))
                }
                _ => (None, state.sample_chance(&mut rng)),
            };
            note(notes, Step { key: state.action_index(action), action, player });
            state.apply(action);
            tally.plies += 1;
        };
        (*kept, *kept_progress) = (rng, progress);
        end
    }

    /// A playout by any policy.
    fn play_out_by_policy(&mut self, memory: &Memory<G>) -> End {
        let ending = memory.plan.ending;
        loop {
            let turn = self.state.turn();
            if turn == Turn::Over {
                return End::Game;
            }
            if self.tally.plies >= self.due {
                return End::Due;
            }
            if self.progress.is_due()
                && let Some(rewards) = ending.look(&self.state, &mut self.progress)
            {
                return End::Early(rewards);
            }
            let Turn::Player(player) = turn else {
                let outcome = self.state.sample_chance(&mut self.rng);
                self.make(None, outcome);
                continue;
            };
            self.playout_ply = Some(self.progress.plies);
            self.progress.count(player);
            let action = self.choose_in_playout(memory, player);
            self.make(Some(player), action);
            if std::mem::take(&mut self.room.buffers.wins) && self.state.turn() != Turn::Over {
                return End::Early(won_by(player));
            }
        }
    }

    /// The playout policy's choice, without a list of the legal actions where it can do without.
    #[inline]
    pub fn choose_in_playout(&mut self, memory: &Memory<G>, player: Player) -> G::Action {
        let Worker { state, notes, room: Room { arms, legal, buffers, .. }, rng, playout_ply, .. } = self;
        let plan = &memory.plan;
        if notes.wants.legal {
            list_playout(state, legal);
            notes.note_legal(legal);
        }
        // A trace notes the list too, but must not change how an action is drawn.
        let listed = plan.wants.legal;
        if plan.uniform_playout {
            return if listed { legal[rng.below(legal.len())] } else { state.playout_action(rng, legal) };
        }
        arms.clear();
        if let Some(strategy) = plan.one_plays() {
            if notes.course.is_lost() {
                return state.playout_action(rng, legal);
            }
            let ply = ply_in_playout(state, player, *playout_ply, &[], arms, notes);
            let played = strategy.play(&ply, legal, buffers, rng);
            return self.noted(&played);
        }
        if let Some(strategy) = plan.one_lists() {
            if !notes.wants.legal {
                list_playout(state, legal);
            }
            let ply = ply_in_playout(state, player, *playout_ply, legal, arms, notes);
            return legal[strategy.choose(&ply, buffers, rng)];
        }
        let mut policy = plan.playout.draw(0, rng);
        let ply = ply_in_playout(state, player, *playout_ply, &[], arms, notes);
        while let Policy::Otherwise(first, then) = policy {
            if let Some(action) = plan.strategies[*first].draw(&ply, rng) {
                return action;
            }
            policy = then.draw(0, rng);
        }
        match plan.way(policy) {
            InPlayouts::Uniform if listed => return legal[rng.below(legal.len())],
            InPlayouts::Uniform => return state.playout_action(rng, legal),
            InPlayouts::Plays | InPlayouts::Picks => {
                let played = plan.player(policy).play(&ply, legal, buffers, rng);
                return self.noted(&played);
            }
            InPlayouts::Listed => {}
        }
        if !notes.wants.legal {
            list_playout(state, legal);
        }
        let chosen = policy.choose(&Ply { legal, ..ply }, &plan.strategies, buffers, rng);
        legal[chosen]
    }

    /// What was played, once its list of the legal actions has been noted if it made one.
    #[inline]
    fn noted(&mut self, played: &Played<G::Action>) -> G::Action {
        if played.listed && !self.notes.wants.legal {
            self.notes.note_legal(&self.room.legal);
        }
        played.action
    }
}
