//! What is noted of a running iteration, for the strategies and for a trace.

use super::trace::KnownAction;
use crate::bits::squares;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::icarus::{Log, Place, REWARD_UNIT, bonus, episode_start, mix, ucb1};
use crate::knowledge::{self, Attribute};
use crate::strategy::{Needs, Step};

/// Appends what the game says of actions: one attribute of the set after the other. `room` is room for one of them.
#[inline]
fn describe<G: Game>(
    attributes: u64,
    (state, actions): (&G, &[G::Action]),
    room: &mut Vec<u16>,
    numbers: &mut Vec<u16>,
) {
    if attributes == 0 {
        return;
    }
    if let Some(known) = state.knowledge().attributes() {
        for place in squares(attributes) {
            room.clear();
            known.describe(Attribute::at(place.into()), state, actions, room);
            numbers.extend_from_slice(room);
        }
    }
}

/// What the searching player has seen before the root. The other players' views of that time are hidden from it;
/// strategies that look back beyond the root use its view for them too.
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
        Prefix { seen: Vec::new(), position: episode_start(knowledge::episode(game)), trail: Vec::new() }
    }

    /// Goes on by one move, of which the player saw `seen` and which led to this state.
    pub fn observe<G: Game>(&mut self, seen: Option<G::Action>, after: &G) {
        if let Some(action) = seen {
            let key = after.action_index(action);
            self.seen.push(key);
            self.trail.push(self.position);
            self.position = mix(self.position, key);
        }
        if let Some(label) = knowledge::episode(after) {
            self.position = episode_start(Some(label));
            self.trail.clear();
        }
    }
}

pub(crate) struct Notes<G: Game> {
    pub needs: Needs,
    /// What strategies see of it.
    pub log: Log,
    /// The actions of the steps.
    pub actions: Vec<G::Action>,
    /// The legal actions of plies, as [`Log::legal_starts`] divides them.
    pub legal: Vec<G::Action>,
    /// What the tree knew of the legal actions of the descent, for a trace, and where each step's begin.
    pub known: Vec<KnownAction>,
    pub known_starts: Vec<u32>,
    /// The scores of the decision at hand, where its policy gives some, for a trace.
    pub scores: Vec<f32>,
    /// Room for what the game says of actions.
    said: Vec<u16>,
    root_position: u64,
}

impl<G: Game> Notes<G> {
    /// For what is needed of iterations after this prefix, where something is hidden or not.
    pub fn new(needs: Needs, prefix: &Prefix, hidden: bool) -> Notes<G> {
        let log = Log {
            hidden,
            seen: std::array::from_fn(|view| if hidden || view == 0 { prefix.seen.clone() } else { Vec::new() }),
            before_root: prefix.seen.len(),
            position: [prefix.position; MAX_PLAYERS],
            trail: prefix.trail.clone(),
            asked: needs.attributes,
            ..Log::default()
        };
        Notes {
            needs,
            log,
            actions: Vec::new(),
            legal: Vec::new(),
            known: Vec::new(),
            known_starts: Vec::new(),
            scores: Vec::new(),
            said: Vec::new(),
            root_position: prefix.position,
        }
    }

    /// What the searching player has seen before the root.
    pub fn before_root(&self) -> &[u64] {
        &self.log.seen[0][..self.log.before_root]
    }

    /// Prepares for the next iteration.
    pub fn clear(&mut self) {
        self.log.clear(self.root_position);
        self.actions.clear();
        self.legal.clear();
        self.known.clear();
        self.known_starts.clear();
    }

    /// Whether the legal actions of all plies are noted.
    #[inline]
    pub fn notes_all_legal(&self) -> bool {
        self.needs.legal || self.needs.trace
    }

    /// Whether those of steps in the tree are noted.
    #[inline]
    pub fn notes_legal(&self) -> bool {
        self.notes_all_legal() || self.needs.lists
    }

    /// Notes the legal actions of the step to come, if anyone needs them.
    #[inline]
    pub fn note_legal(&mut self, state: &G, legal: &[G::Action]) {
        if self.notes_legal() {
            self.legal.extend_from_slice(legal);
            if self.needs.legal || self.needs.keys {
                self.log.legal_keys.extend(legal.iter().map(|&action| state.action_index(action)));
                let numbers = &mut self.log.legal_attributes;
                describe(self.needs.attributes, (state, legal), &mut self.said, numbers);
            }
        }
    }

    /// Notes the slots of the legal actions of the step to come, if anyone needs them: it is made in a selection node.
    #[inline]
    pub fn note_arms(&mut self, arms: impl Iterator<Item = (u32, u64)>) {
        if self.needs.arms {
            self.log.arms.extend(arms);
        }
    }

    /// Notes what the tree knows of the legal actions of the step to come, each with its visits, its total reward and how often
    /// it was available, if a trace wants it. Where no policy has scored them, `c` is the constant of the UCB1 that did.
    pub fn note_known(&mut self, arms: impl Iterator<Item = (u32, i64, u32)>, c: Option<f32>) {
        let scores = &self.scores;
        self.known.extend(arms.enumerate().map(|(arm, (visits, sum, trials))| {
            let mean = (visits > 0).then(|| sum as f32 * REWARD_UNIT / visits as f32);
            let by_ucb1 = || Some(ucb1(mean?, visits, bonus(c?, trials)));
            let score = scores.get(arm).copied().or_else(by_ucb1).filter(|score| score.is_finite());
            KnownAction { visits, value: mean.map(f64::from), score }
        }));
        self.scores.clear();
    }

    /// Notes where a step of the descent is about to be made.
    #[inline]
    pub fn place(&mut self, place: Place) {
        self.log.places.push(place);
        if self.needs.trace {
            self.known_starts.push(self.known.len() as u32);
        }
        if self.needs.arms {
            self.log.arm_starts.push(self.log.arms.len() as u32);
        }
    }

    /// Notes a step that is about to be made in this state.
    #[inline]
    pub fn step(&mut self, state: &G, player: Option<Player>, action: G::Action) {
        let key = state.action_index(action);
        self.push(action, Step { key, player });
        if self.notes_legal() {
            self.log.legal_starts.push(self.legal.len() as u32);
        }
        if self.needs.episodes {
            self.log.positions.push(self.log.position(player.unwrap_or(Player(0))));
        }
        if self.needs.predicates {
            self.log.predicates.push(knowledge::holding(state));
        }
        match player {
            // What chance does is no action of which a game says anything.
            None => {
                let count = self.log.asked.count_ones() as usize;
                self.log.attributes.resize(self.log.steps.len() * count, 0);
            }
            Some(_) => {
                let numbers = &mut self.log.attributes;
                describe(self.needs.attributes, (state, &[action]), &mut self.said, numbers);
            }
        }
        if !self.needs.moves {
            return;
        }
        if self.log.hidden {
            let log = &mut self.log;
            log.seen_before.push(player.map_or(0, |player| log.seen[player.index()].len() as u32));
            self.observe(state, action);
        } else {
            self.log.seen[0].push(key);
            self.log.position[0] = mix(self.log.position[0], key);
        }
    }

    /// Notes a step of a playout, where nothing else is needed.
    #[inline]
    pub fn push(&mut self, action: G::Action, step: Step) {
        self.log.steps.push(step);
        if self.needs.actions {
            self.actions.push(action);
        }
    }

    /// Notes a step of a playout and that everybody has seen it, where nothing is hidden and nothing else is needed.
    #[inline]
    pub fn see(&mut self, action: G::Action, step: Step) {
        self.log.seen[0].push(step.key);
        self.push(action, step);
    }

    /// Adds a move to what each player has seen.
    fn observe(&mut self, state: &G, action: G::Action) {
        for view in 0..state.players() {
            if let Some(observed) = state.observe(action, Player(view as u8)) {
                let key = state.action_index(observed);
                self.log.seen[view].push(key);
                self.log.position[view] = mix(self.log.position[view], key);
            }
        }
    }

    /// Notes the state that the last step led to.
    #[inline]
    pub fn arrive(&mut self, state: &G) {
        if self.needs.episodes
            && let Some(label) = knowledge::episode(state)
        {
            self.log.position = [episode_start(Some(label)); MAX_PLAYERS];
            self.log.episodes.push(self.log.steps.len() as u32);
        }
    }
}
