//! One thread of a search: the iteration of Algorithm 1, and the room it needs.

use super::ending::{Ending, Rewards, won_by};
use super::memory::Memory;
use super::notes::{Notes, Prefix};
use super::proof::Proof;
use super::trace::Trace;
use super::tree::{NeedsRoom, ROOT};
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Reward, Turn};
use crate::icarus::{Arms, Buffers, InPlayouts, Iteration, NO_SLOT, Ply, Policy, Scratch, Sharing, Step, Wants};

pub(crate) struct Worker<G: Game> {
    pub rng: Rng,
    pub sharing: Sharing,
    /// The position to search, and the player who searches it.
    position: G,
    pub observer: Player,
    /// The state that the iteration started from (a determinization where something is hidden), and the one it has reached.
    pub root: G,
    pub state: G,
    /// The tree node that the descent has reached, and the slots on the way there with the players who chose them.
    pub at: u32,
    pub path: Vec<(u32, Option<Player>)>,
    /// The same for the trees of a hidden-information game.
    pub forest: super::forest::Descent,
    /// The iteration has begun, but its descent was interrupted to make room.
    interrupted: bool,
    /// The descent ended where the game is over.
    pub ended: bool,
    /// How many decisions of the playout have been made; none while the iteration descends.
    playout_ply: Option<u32>,
    pub rewards: Rewards,
    pub notes: Notes<G>,
    pub room: Room<G::Action>,
    scratch: Scratch,
    pub tally: Tally,
}

/// What a worker has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub iterations: u64,
    /// Actions made, in the tree and below it.
    pub plies: u64,
    /// Nodes visited for the first time (in the searching player's tree), and how deep the deepest lies.
    pub nodes: u64,
    pub depth: u32,
}

impl Tally {
    /// One step down the tree to a node that had so many visits.
    #[inline]
    pub fn visit(&mut self, visits: u32, depth: &mut u32) {
        *depth += 1;
        self.nodes += u64::from(visits == 0);
        self.depth = self.depth.max(*depth);
    }

    pub fn join(self, other: Tally) -> Tally {
        Tally {
            iterations: self.iterations + other.iterations,
            plies: self.plies + other.plies,
            nodes: self.nodes + other.nodes,
            depth: self.depth.max(other.depth),
        }
    }
}

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

/// Buffers that keep their memory from ply to ply.
pub(crate) struct Room<A> {
    pub arms: Arms,
    pub legal: Vec<A>,
    pub excluded: Vec<bool>,
    pub buffers: Buffers,
    /// Hints about the actions of a state, and the numbers beside a node's children.
    pub hints: Vec<f32>,
    pub numbers: Vec<f32>,
}

impl<G: Game> Worker<G> {
    pub fn new(
        position: &G,
        observer: Player,
        wants: Wants,
        prefix: &Prefix,
        seed: u64,
        sharing: Sharing,
    ) -> Worker<G> {
        Worker {
            rng: Rng::new(seed),
            sharing,
            position: position.clone(),
            observer,
            root: position.clone(),
            state: position.clone(),
            at: ROOT,
            path: Vec::new(),
            forest: super::forest::Descent::default(),
            interrupted: false,
            ended: false,
            playout_ply: None,
            rewards: [Reward::LOSS; MAX_PLAYERS],
            notes: Notes::new(wants, prefix),
            room: Room {
                arms: Arms::default(),
                legal: Vec::new(),
                excluded: Vec::new(),
                buffers: Buffers::default(),
                hints: Vec::new(),
                numbers: Vec::new(),
            },
            scratch: Scratch::default(),
            tally: Tally::default(),
        }
    }

    /// One iteration. If the tree has no room for a new node's children, the iteration waits: make room (or find that
    /// there is none) and call again.
    #[inline]
    pub fn iterate(&mut self, memory: &Memory<G>) -> Result<(), NeedsRoom> {
        if !std::mem::take(&mut self.interrupted) {
            self.begin();
        }
        let descended = if G::HIDDEN { self.descend_forest(memory) } else { self.descend(memory) };
        if let Err(needs_room) = descended {
            self.interrupted = true;
            return Err(needs_room);
        }
        if !memory.plan.mate1 || !self.wins_at_once(memory) {
            self.play_out(memory);
        }
        self.capture(memory);
        if G::HIDDEN {
            self.back_up_forest(memory)
        } else {
            self.back_up(memory)
        }
        self.tally.iterations += 1;
        Ok(())
    }

    fn begin(&mut self) {
        if G::HIDDEN {
            self.root = self.position.determinize(self.observer, &mut self.rng);
            self.begin_forest();
        }
        self.state.clone_from(&self.root);
        self.at = ROOT;
        self.path.clear();
        self.playout_ply = None;
        if self.notes.wants.steps {
            self.notes.clear();
        }
    }

    /// Plays on from where the descent has ended, to the end of the game or as far as the plan says.
    #[inline]
    fn play_out(&mut self, memory: &Memory<G>) {
        let plan = &memory.plan;
        if plan.solver.is_some() {
            let proof = memory.tree.proof(self.at);
            if proof != Proof::Open {
                self.rewards = proof.rewards(plan.players);
                return;
            }
            self.ended = self.state.turn() == Turn::Over;
        }
        let stopped = if plan.uniform_playout && !self.notes.wants.steps && plan.ending == Ending::Game {
            // A generator of its own stays in registers while the playout runs.
            let mut rng = self.rng.clone();
            self.tally.plies += u64::from(self.state.playout(&mut rng, &mut self.room.legal));
            self.rng = rng;
            None
        } else {
            self.play_out_quickly(memory).unwrap_or_else(|| self.play_out_by_policy(memory))
        };
        if let Some(rewards) = stopped {
            self.rewards = rewards;
            return;
        }
        for player in 0..self.state.players() {
            self.rewards[player] = self.state.reward(Player(player as u8));
        }
    }

    /// A playout by a loop made for its policy and for what is to be noted, if there is one: the rewards, if it ends before
    /// the game.
    #[inline]
    fn play_out_quickly(&mut self, memory: &Memory<G>) -> Option<Option<Rewards>> {
        let (plan, wants) = (&memory.plan, self.notes.wants);
        let uniformly = |state: &G, _: Player, _: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
            state.playout_action(rng, &mut room.legal)
        };
        if plan.uniform_playout && !wants.steps {
            return Some(self.play_out_with(plan.ending, uniformly, |_, _| ()));
        }
        if plan.uniform_playout && wants.only_steps() {
            return Some(self.play_out_with(plan.ending, uniformly, |notes, step| notes.steps.push(step)));
        }
        let arms = Arms::default();
        if let Some(one) = plan.one_picks().filter(|_| !G::HIDDEN) {
            let pick = |state: &G, player: Player, notes: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
                let ply = ply_in_playout(state, player, None, &[], &arms, notes);
                one.play(&ply, &mut room.legal, &mut room.buffers, rng).action
            };
            if wants.only_moves() {
                return Some(self.play_out_with(plan.ending, pick, |notes, step| notes.see(step)));
            }
            if wants.only_steps() {
                return Some(self.play_out_with(plan.ending, pick, |notes, step| notes.steps.push(step)));
            }
        }
        let replies = plan.replies().filter(|_| wants.only_moves() && !G::HIDDEN)?;
        let reply = |state: &G, player: Player, notes: &Notes<G>, rng: &mut Rng, room: &mut Room<G::Action>| {
            let ply = ply_in_playout(state, player, None, &[], &arms, notes);
            replies.draw(&ply, rng).unwrap_or_else(|| state.playout_action(rng, &mut room.legal))
        };
        Some(self.play_out_with(plan.ending, reply, |notes, step| notes.see(step)))
    }

    /// A playout by this choice, of which this is noted. Returns the rewards if it ends before the game.
    #[inline]
    fn play_out_with(
        &mut self,
        ending: Ending,
        choose: impl Fn(&G, Player, &Notes<G>, &mut Rng, &mut Room<G::Action>) -> G::Action,
        note: impl Fn(&mut Notes<G>, Step<G::Action>),
    ) -> Option<Rewards> {
        let Worker { state, notes, room, rng: kept, tally, .. } = self;
        // A generator of its own stays in registers while the playout runs.
        let mut rng = kept.clone();
        let mut progress = ending.begin();
        let stopped = loop {
            let turn = state.turn();
            if turn == Turn::Over {
                break None;
            }
            if progress.is_due()
                && let Some(rewards) = ending.look(state, &mut progress)
            {
                break Some(rewards);
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
        *kept = rng;
        stopped
    }

    /// A playout by any policy. Returns the rewards if it ends before the game.
    fn play_out_by_policy(&mut self, memory: &Memory<G>) -> Option<Rewards> {
        let ending = memory.plan.ending;
        let mut progress = ending.begin();
        loop {
            let turn = self.state.turn();
            if turn == Turn::Over {
                return None;
            }
            if progress.is_due()
                && let Some(rewards) = ending.look(&self.state, &mut progress)
            {
                return Some(rewards);
            }
            let Turn::Player(player) = turn else {
                let outcome = self.state.sample_chance(&mut self.rng);
                self.make(None, outcome);
                continue;
            };
            self.playout_ply = Some(progress.plies);
            progress.count(player);
            let action = self.choose_in_playout(memory, player);
            self.make(Some(player), action);
            if std::mem::take(&mut self.room.buffers.wins) && self.state.turn() != Turn::Over {
                return Some(won_by(player));
            }
        }
    }

    /// Makes an action, and notes it if anyone wants to know.
    #[inline]
    pub fn make(&mut self, player: Option<Player>, action: G::Action) {
        self.tally.plies += 1;
        if self.notes.wants.steps {
            self.notes.step(&self.state, player, action);
            self.state.apply(action);
            self.notes.arrive(&self.state);
        } else {
            self.state.apply(action);
        }
    }

    /// The playout policy's choice, without a list of the legal actions where it can do without.
    #[inline]
    pub fn choose_in_playout(&mut self, memory: &Memory<G>, player: Player) -> G::Action {
        let Worker { state, notes, room: Room { arms, legal, buffers, .. }, rng, playout_ply, .. } = self;
        let plan = &memory.plan;
        if notes.wants.legal {
            legal.clear();
            state.playout_actions(legal);
            notes.note_legal(legal);
        }
        // A trace notes the list too, but must not change how an action is drawn.
        let listed = plan.wants.legal;
        if plan.uniform_playout {
            return if listed { legal[rng.below(legal.len())] } else { state.playout_action(rng, legal) };
        }
        if plan.one_plays && notes.course.is_lost() {
            return state.playout_action(rng, legal);
        }
        arms.clear();
        if let Some(strategy) = plan.one_lists() {
            if !notes.wants.legal {
                legal.clear();
                state.playout_actions(legal);
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
                if played.listed && !notes.wants.legal {
                    notes.note_legal(legal);
                }
                return played.action;
            }
            InPlayouts::Listed => {}
        }
        if !notes.wants.legal {
            legal.clear();
            state.playout_actions(legal);
        }
        let chosen = policy.choose(&Ply { legal, ..ply }, &plan.strategies, buffers, rng);
        legal[chosen]
    }

    /// ξ and ω of every strategy.
    #[inline]
    fn capture(&mut self, memory: &Memory<G>) {
        if !self.notes.wants.steps {
            return;
        }
        let notes = &self.notes;
        let iteration = Iteration {
            root: &self.root,
            steps: &notes.steps,
            places: &notes.places,
            rewards: &self.rewards,
            seen: &notes.seen,
            seen_before: &notes.seen_before,
            before_root: notes.before_root,
            legal: &notes.legal,
            legal_starts: &notes.legal_starts,
            arms: &notes.arms,
            arm_starts: &notes.arm_starts,
            positions: &notes.course.positions,
            predicates: &notes.predicates,
            episodes: &notes.course.episodes,
            trail: &notes.course.trail,
            sharing: self.sharing,
        };
        for strategy in &memory.plan.strategies {
            strategy.capture(&iteration, &mut self.scratch);
        }
    }

    /// What the finished iteration looked like.
    pub fn trace(&self) -> Trace<'_, G> {
        Trace::new(&self.root, &self.notes, &self.rewards[..self.root.players()])
    }
}
