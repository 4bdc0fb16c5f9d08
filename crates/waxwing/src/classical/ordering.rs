//! Which action to try first: that of the transposition table, then by what the game says of actions, killer moves, and the
//! (relative) history heuristic.

use super::depth::Depth;
use super::plan::{History as Counting, Likeness, Plan};
use crate::game::{Game, Player, list_legal};

/// The actions of the position at one ply, and what is known of them. The buffers are used again and again.
pub(super) struct Frame<A> {
    pub actions: Vec<A>,
    /// Whose actions they are; empty if they are those of the player to move.
    pub movers: Vec<Player>,
    /// The places of the actions in the game's list, by which the table knows them.
    pub places: Vec<u16>,
    /// The greatest comes first.
    pub keys: Vec<f32>,
    /// What they cost of the depth; empty if each costs a ply.
    pub costs: Vec<Depth>,
    categories: Vec<u16>,
    weights: Vec<f32>,
    /// Actions that refuted others at this ply, the last one first.
    pub killers: [Option<A>; 2],
    /// The best line from here.
    pub line: Vec<A>,
}

impl<A> Default for Frame<A> {
    fn default() -> Self {
        Frame {
            actions: Vec::new(),
            movers: Vec::new(),
            places: Vec::new(),
            keys: Vec::new(),
            costs: Vec::new(),
            categories: Vec::new(),
            weights: Vec::new(),
            killers: [None, None],
            line: Vec::new(),
        }
    }
}

/// What the game's word and killers are worth beside the best history, which is worth 1.
const LIKENESS: f32 = 2.0;
const KILLERS: [f32; 2] = [0.3, 0.2];

impl<A: Copy + PartialEq> Frame<A> {
    /// Lists the actions of a state and says in which order they come.
    pub fn list<G: Game<Action = A>>(&mut self, state: &G, mover: Player, plan: &Plan<G>, history: &History) {
        self.clear();
        list_legal(state, &mut self.actions);
        self.places.extend((0..self.actions.len()).map(|place| place as u16));
        self.look_up_categories(state, plan);
        self.add_likeness(state, plan);
        for (&action, key) in self.actions.iter().zip(&mut self.keys) {
            *key += history.value(state, mover, action);
            for (killer, worth) in self.killers.iter().zip(KILLERS) {
                if *killer == Some(action) {
                    *key += worth;
                }
            }
        }
    }

    pub fn clear(&mut self) {
        self.actions.clear();
        self.places.clear();
        self.movers.clear();
        self.keys.clear();
        self.costs.clear();
    }

    /// Adds another list, that of a player who is perhaps not to move.
    pub fn append(&mut self, other: &Frame<A>, mover: Player) {
        self.actions.extend_from_slice(&other.actions);
        self.movers.resize(self.actions.len(), mover);
        self.places.extend(self.places.len() as u16..self.actions.len() as u16);
        self.keys.extend_from_slice(&other.keys);
        self.costs.extend_from_slice(&other.costs);
    }

    /// Puts the action at this place before all others.
    #[inline]
    pub fn prefer(&mut self, first: Option<u16>) {
        if let Some(key) = first.and_then(|first| self.keys.get_mut(usize::from(first))) {
            *key = f32::INFINITY;
        }
    }

    fn look_up_categories<G: Game<Action = A>>(&mut self, state: &G, plan: &Plan<G>) {
        let attributes = plan.category.and_then(|category| Some((category, state.knowledge().attributes()?)));
        if let Some((category, attributes)) = attributes {
            self.categories.clear();
            attributes.describe(category, state, &self.actions, &mut self.categories);
            if !plan.costs.is_empty() {
                let cost = |&category: &u16| plan.costs.get(usize::from(category)).copied().unwrap_or(Depth::PLY);
                self.costs.extend(self.categories.iter().map(cost));
                self.costs.resize(self.actions.len(), Depth::PLY);
            }
        }
    }

    /// Begins the keys with what the game says.
    fn add_likeness<G: Game<Action = A>>(&mut self, state: &G, plan: &Plan<G>) {
        match plan.likeness {
            Likeness::Unknown => {}
            Likeness::Categories => {
                let probability = |&category: &u16| plan.probabilities.get(usize::from(category)).copied();
                self.keys.extend(self.categories.iter().map(|c| LIKENESS * probability(c).unwrap_or(0.0)));
            }
            Likeness::Weights(weighting) => {
                self.weights.clear();
                if let Some(weightings) = state.knowledge().weightings() {
                    weightings.weigh(weighting, state, &self.actions, &mut self.weights);
                }
                let most = self.weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
                self.keys.extend(self.weights.iter().map(|weight| LIKENESS * weight / most));
            }
            Likeness::Values => {
                self.weights.clear();
                if let Some(values) = state.knowledge().move_values() {
                    values.value_actions(state, &self.actions, &mut self.weights);
                }
                let least = self.weights.iter().copied().fold(f32::MAX, f32::min);
                let most = self.weights.iter().copied().fold(f32::MIN, f32::max);
                let range = (most - least).max(f32::MIN_POSITIVE);
                self.keys.extend(self.weights.iter().map(|value| LIKENESS * (value - least) / range));
            }
        }
        self.keys.resize(self.actions.len(), 0.0);
    }

    /// Brings the best of the actions from `next` on to `next`. Most positions are decided by the first few actions, so
    /// the others are never sorted.
    #[inline]
    pub fn pick(&mut self, next: usize) {
        let mut best = next;
        for place in next + 1..self.keys.len() {
            if self.keys[place] > self.keys[best] {
                best = place;
            }
        }
        self.actions.swap(next, best);
        self.places.swap(next, best);
        self.keys.swap(next, best);
        if !self.costs.is_empty() {
            self.costs.swap(next, best);
        }
        if !self.movers.is_empty() {
            self.movers.swap(next, best);
        }
    }

    #[inline]
    pub fn cost(&self, number: usize) -> Depth {
        self.costs.get(number).copied().unwrap_or(Depth::PLY)
    }

    /// Remembers that an action refuted the other player's last one.
    pub fn remember_killer(&mut self, action: A) {
        if self.killers[0] != Some(action) {
            self.killers = [Some(action), self.killers[0]];
        }
    }

    pub fn forget_killers(&mut self) {
        self.killers = [None, None];
    }

    /// The actions up to this one with whose they are.
    #[inline]
    pub fn tried(&self, number: usize, mover: Player) -> impl DoubleEndedIterator<Item = (Player, A)> + Clone {
        let player = move |number: usize| self.movers.get(number).copied().unwrap_or(mover);
        self.actions[..=number].iter().enumerate().map(move |(number, &action)| (player(number), action))
    }

    /// The line that begins with an action and goes on as the next position's does, as far as it can be played: it ends
    /// where somebody moves out of turn.
    #[inline]
    pub fn follow(&mut self, number: usize, mover: Player, rest: &[A]) {
        match self.movers.get(number) {
            None => self.set_line(self.actions[number], rest),
            Some(&player) if player == mover => self.set_line(self.actions[number], &[]),
            Some(_) => self.line.clear(),
        }
    }

    /// The line that begins with an action and goes on as the next position's does.
    pub fn set_line(&mut self, action: A, rest: &[A]) {
        self.line.clear();
        self.line.push(action);
        self.line.extend_from_slice(rest);
    }
}

/// How actions have fared in other positions.
pub(super) struct History {
    counting: Counting,
    /// How often they were best, the deeper the more; by player and action.
    best: Vec<u32>,
    /// How often they were tried.
    tried: Vec<u32>,
    /// The greatest number in `best`.
    greatest: u32,
    /// How many actions a player has.
    actions: usize,
    /// Whether [`Game::action_index`] gives small numbers.
    dense: bool,
}

/// The number of actions that are told apart where the game does not number them; others share a place with these.
const SHARED_PLACES: usize = 1 << 12;

/// All numbers are halved before one gets this large.
const MOST: u32 = 1 << 30;

impl History {
    pub fn new<G: Game>(game: &G, counting: Counting) -> History {
        let dense = game.action_space() > 0;
        let actions = if dense { game.action_space() } else { SHARED_PLACES };
        let places = if counting == Counting::No { 0 } else { game.players() * actions };
        History { counting, best: vec![0; places], tried: vec![0; places], greatest: 0, actions, dense }
    }

    #[inline]
    fn place<G: Game>(&self, state: &G, mover: Player, action: G::Action) -> usize {
        let index = state.action_index(action);
        let index = if self.dense { index } else { index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52 };
        mover.index() * self.actions + index as usize
    }

    /// How good an action is by its history, in `[0, 1]`.
    #[inline]
    fn value<G: Game>(&self, state: &G, mover: Player, action: G::Action) -> f32 {
        if self.counting == Counting::No {
            return 0.0;
        }
        let place = self.place(state, mover, action);
        let of = if self.counting == Counting::Plain { self.greatest } else { self.tried[place] };
        self.best[place] as f32 / (of + 1) as f32
    }

    /// Learns that the last of these actions was best, and the others were tried before.
    pub fn learn<G: Game>(
        &mut self,
        state: &G,
        tried: impl DoubleEndedIterator<Item = (Player, G::Action)> + Clone,
        depth: Depth,
    ) {
        let Some((mover, best)) = tried.clone().next_back().filter(|_| self.counting != Counting::No) else { return };
        let plies = depth.begun_plies();
        let worth = plies * plies;
        for (mover, action) in tried {
            let place = self.place(state, mover, action);
            self.tried[place] += worth;
            if self.tried[place] >= MOST {
                self.fade();
            }
        }
        let place = self.place(state, mover, best);
        self.best[place] += worth;
        self.greatest = self.greatest.max(self.best[place]);
    }

    /// Halves all numbers, so that what comes counts more than what was.
    pub fn fade(&mut self) {
        self.best.iter_mut().chain(&mut self.tried).chain([&mut self.greatest]).for_each(|number| *number /= 2);
    }

    pub fn forget(&mut self) {
        self.best.iter_mut().chain(&mut self.tried).chain([&mut self.greatest]).for_each(|number| *number = 0);
    }

    pub fn bytes(&self) -> usize {
        size_of::<u32>() * (self.best.len() + self.tried.len())
    }
}
