//! What is noted of a running iteration, for the strategies and for a trace.

use crate::game::{Game, MAX_PLAYERS, Player};
use crate::icarus::{History, Phase, Step, Wants, episode_start, mix};

/// What the searching player has seen before the root. The other players' views of that time are not his to know;
/// strategies that look back beyond the root use his view for them too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// The keys of the moves.
    pub seen: Vec<u64>,
    /// The root's position-in-episode.
    pub position: u64,
}

impl Prefix {
    /// The start of a game.
    pub fn start<G: Game>(game: &G) -> Prefix {
        Prefix { seen: Vec::new(), position: episode_start(G::knowledge().episode(game)) }
    }

    /// Goes on by one move, of which the player saw `seen` and which led to this state.
    pub fn observe<G: Game>(&mut self, seen: Option<G::Action>, after: &G) {
        if let Some(action) = seen {
            let key = after.action_index(action);
            self.seen.push(key);
            self.position = mix(self.position, key);
        }
        if let Some(label) = G::knowledge().episode(after) {
            self.position = episode_start(Some(label));
        }
    }
}

/// Where a step was made.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub phase: Phase,
    pub node: u32,
    pub visits: u32,
}

pub(crate) struct Notes<G: Game> {
    pub wants: Wants,
    pub steps: Vec<Step<G::Action>>,
    /// What each player has seen; one list for all where nothing is hidden.
    pub seen: Vec<Vec<u64>>,
    pub before_root: Vec<usize>,
    pub legal: Vec<G::Action>,
    pub legal_starts: Vec<u32>,
    pub arms: Vec<(u32, u64)>,
    pub arm_starts: Vec<u32>,
    /// The current position-in-episode of each view, the root's, and the acting player's at every step.
    position: [u64; MAX_PLAYERS],
    root_position: u64,
    pub positions: Vec<u64>,
    pub predicates: Vec<u64>,
}

impl<G: Game> Notes<G> {
    pub fn new(game: &G, wants: Wants, prefix: &Prefix) -> Notes<G> {
        let views = if G::HIDDEN { game.players() } else { 1 };
        Notes {
            wants,
            steps: Vec::new(),
            seen: vec![prefix.seen.clone(); views],
            before_root: vec![prefix.seen.len(); views],
            legal: Vec::new(),
            legal_starts: Vec::new(),
            arms: Vec::new(),
            arm_starts: Vec::new(),
            position: [prefix.position; MAX_PLAYERS],
            root_position: prefix.position,
            positions: Vec::new(),
            predicates: Vec::new(),
        }
    }

    /// Prepares for the next iteration.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.seen.iter_mut().zip(&self.before_root).for_each(|(seen, &start)| seen.truncate(start));
        self.legal.clear();
        self.legal_starts.clear();
        self.legal_starts.push(0);
        self.arms.clear();
        self.arm_starts.clear();
        self.arm_starts.push(0);
        self.position = [self.root_position; MAX_PLAYERS];
        self.positions.clear();
        self.predicates.clear();
    }

    #[inline]
    fn view(player: Player) -> usize {
        if G::HIDDEN { player.index() } else { 0 }
    }

    #[inline]
    pub fn position(&self, player: Player) -> u64 {
        self.position[Self::view(player)]
    }

    #[inline]
    pub fn history(&self, player: Player) -> History<'_, G::Action> {
        let view = Self::view(player);
        History { steps: &self.steps, seen: &self.seen[view], before_root: self.before_root[view] }
    }

    /// Notes the legal actions of the step to come, if anyone wants them.
    #[inline]
    pub fn note_legal(&mut self, legal: &[G::Action]) {
        if self.wants.legal {
            self.legal.extend_from_slice(legal);
        }
    }

    /// Notes the slots of the legal actions of the step to come, if it is made in a selection node and anyone wants them.
    #[inline]
    pub fn note_arms(&mut self, arms: impl Iterator<Item = (u32, u64)>) {
        if self.wants.arms {
            self.arms.extend(arms);
        }
    }

    /// Notes a step that is about to be made in this state.
    #[inline]
    pub fn step(&mut self, state: &G, player: Option<Player>, action: G::Action, place: Place) {
        let key = state.action_index(action);
        let seen = player.map_or(0, |player| self.seen[Self::view(player)].len() as u32);
        let Place { phase, node, visits } = place;
        self.steps.push(Step { action, key, player, phase, node, visits, seen });
        if self.wants.legal {
            self.legal_starts.push(self.legal.len() as u32);
        }
        if self.wants.arms {
            self.arm_starts.push(self.arms.len() as u32);
        }
        if self.wants.episodes {
            self.positions.push(player.map_or(0, |player| self.position(player)));
        }
        if self.wants.predicates {
            self.predicates.push(G::knowledge().holding(state));
        }
        self.see(state, action, key);
    }

    /// Adds the move to what each player has seen.
    #[inline]
    fn see(&mut self, state: &G, action: G::Action, key: u64) {
        if !G::HIDDEN {
            self.seen[0].push(key);
            self.position[0] = mix(self.position[0], key);
            return;
        }
        for (view, seen) in self.seen.iter_mut().enumerate() {
            if let Some(observed) = state.observe(action, Player(view as u8)) {
                let key = state.action_index(observed);
                seen.push(key);
                self.position[view] = mix(self.position[view], key);
            }
        }
    }

    /// Notes the state that the last step led to.
    #[inline]
    pub fn arrive(&mut self, state: &G) {
        if self.wants.episodes
            && let Some(label) = G::knowledge().episode(state)
        {
            self.position = [episode_start(Some(label)); MAX_PLAYERS];
        }
    }
}
