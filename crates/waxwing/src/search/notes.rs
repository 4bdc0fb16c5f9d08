//! What is noted of a running iteration, for the strategies and for a trace.

use crate::game::{Game, MAX_PLAYERS, Player};
use crate::icarus::{Course, History, Place, Step, Wants, episode_start, mix};

/// What the searching player has seen before the root. The other players' views of that time are not his to know;
/// strategies that look back beyond the root use his view for them too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// The keys of the moves.
    pub seen: Vec<u64>,
    /// The root's position-in-episode, and those before it in the same episode.
    pub position: u64,
    pub trail: Vec<u64>,
}

impl Prefix {
    /// The start of a game.
    pub fn start<G: Game>(game: &G) -> Prefix {
        Prefix { seen: Vec::new(), position: episode_start(G::knowledge().episode(game)), trail: Vec::new() }
    }

    /// Goes on by one move, of which the player saw `seen` and which led to this state.
    pub fn observe<G: Game>(&mut self, seen: Option<G::Action>, after: &G) {
        if let Some(action) = seen {
            let key = after.action_index(action);
            self.seen.push(key);
            self.trail.push(self.position);
            self.position = mix(self.position, key);
        }
        if let Some(label) = G::knowledge().episode(after) {
            self.position = episode_start(Some(label));
            self.trail.clear();
        }
    }
}

pub(crate) struct Notes<G: Game> {
    pub wants: Wants,
    pub steps: Vec<Step<G::Action>>,
    /// Where the steps of the descent were made.
    pub places: Vec<Place>,
    /// What each player has seen; the first list is everybody's where nothing is hidden.
    pub seen: [Vec<u64>; MAX_PLAYERS],
    /// How much the acting player had seen before each step, where something is hidden.
    pub seen_before: Vec<u32>,
    pub before_root: usize,
    pub legal: Vec<G::Action>,
    pub legal_starts: Vec<u32>,
    pub arms: Vec<(u32, u64)>,
    pub arm_starts: Vec<u32>,
    /// The current position-in-episode of each view, and the root's.
    position: [u64; MAX_PLAYERS],
    root_position: u64,
    pub course: Course,
    pub predicates: Vec<u64>,
}

impl<G: Game> Notes<G> {
    pub fn new(wants: Wants, prefix: &Prefix) -> Notes<G> {
        Notes {
            wants,
            steps: Vec::new(),
            places: Vec::new(),
            seen: std::array::from_fn(|view| if G::HIDDEN || view == 0 { prefix.seen.clone() } else { Vec::new() }),
            seen_before: Vec::new(),
            before_root: prefix.seen.len(),
            legal: Vec::new(),
            legal_starts: Vec::new(),
            arms: Vec::new(),
            arm_starts: Vec::new(),
            position: [prefix.position; MAX_PLAYERS],
            root_position: prefix.position,
            course: Course { trail: prefix.trail.clone(), ..Course::default() },
            predicates: Vec::new(),
        }
    }

    /// Prepares for the next iteration.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.places.clear();
        self.seen.iter_mut().for_each(|seen| seen.truncate(self.before_root));
        self.seen_before.clear();
        self.legal.clear();
        self.legal_starts.clear();
        self.legal_starts.push(0);
        self.arms.clear();
        self.arm_starts.clear();
        self.arm_starts.push(0);
        self.position = [self.root_position; MAX_PLAYERS];
        self.course.clear();
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
        let seen = &self.seen[Self::view(player)];
        History {
            steps: &self.steps,
            places: &self.places,
            arms: &self.arms,
            arm_starts: &self.arm_starts,
            seen,
            before_root: self.before_root,
            course: &self.course,
        }
    }

    /// Whether anyone wants the legal actions of steps in the tree.
    #[inline]
    pub fn wants_legal(&self) -> bool {
        self.wants.legal || self.wants.lists
    }

    /// Notes the legal actions of the step to come, if anyone wants them.
    #[inline]
    pub fn note_legal(&mut self, legal: &[G::Action]) {
        if self.wants_legal() {
            self.legal.extend_from_slice(legal);
        }
    }

    /// Notes the slots of the legal actions of the step to come, if anyone wants them: it is made in a selection node.
    #[inline]
    pub fn note_arms(&mut self, arms: impl Iterator<Item = (u32, u64)>) {
        if self.wants.arms {
            self.arms.extend(arms);
        }
    }

    /// Notes where a step of the descent is about to be made.
    #[inline]
    pub fn place(&mut self, place: Place) {
        self.places.push(place);
        if self.wants.arms {
            self.arm_starts.push(self.arms.len() as u32);
        }
    }

    /// Notes a step that is about to be made in this state.
    #[inline]
    pub fn step(&mut self, state: &G, player: Option<Player>, action: G::Action) {
        let key = state.action_index(action);
        self.steps.push(Step { key, action, player });
        let Wants { moves, legal, lists, episodes, predicates, .. } = self.wants;
        if legal || lists {
            self.legal_starts.push(self.legal.len() as u32);
        }
        if episodes {
            self.course.positions.push(self.position(player.unwrap_or(Player(0))));
        }
        if predicates {
            self.predicates.push(G::knowledge().holding(state));
        }
        if !moves {
            return;
        }
        if G::HIDDEN {
            self.seen_before.push(player.map_or(0, |player| self.seen[player.index()].len() as u32));
            self.observe(state, action);
        } else {
            self.seen[0].push(key);
            self.position[0] = mix(self.position[0], key);
        }
    }

    /// Notes a step of a playout and that everybody has seen it, where nothing is hidden and nothing else is wanted.
    #[inline]
    pub fn see(&mut self, step: Step<G::Action>) {
        self.seen[0].push(step.key);
        self.steps.push(step);
    }

    /// Adds a move to what each player has seen.
    fn observe(&mut self, state: &G, action: G::Action) {
        for view in 0..state.players() {
            if let Some(observed) = state.observe(action, Player(view as u8)) {
                let key = state.action_index(observed);
                self.seen[view].push(key);
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
            self.course.episodes.push(self.steps.len() as u32);
        }
    }
}
