//! Reading what a search has learned, record by record.

use std::collections::BTreeMap;

use super::memory::Memory;
use super::tree::Proof;
use crate::Rng;
use crate::game::{Game, Player, Turn, list_legal};
use crate::icarus::{About, Information, Record};
use crate::knowledge::Offers;
use crate::ranked::sort_falling;
use crate::strategy::{Known, Listed};

/// How many random playouts look for actions, and how many plies each has at most.
const PLAYOUTS: usize = 50;
const LONGEST: usize = 500;

/// Pairs of actions that are looked for in each strategy before a list is left for others.
const LOOKS: usize = 20_000;

/// A search's records, open for reading between two iterations.
pub struct SearchRecords<'a, G: Game> {
    memory: &'a Memory<G>,
    game: &'a G,
}

impl<'a, G: Game> SearchRecords<'a, G> {
    pub(crate) fn new(memory: &'a Memory<G>, game: &'a G) -> SearchRecords<'a, G> {
        SearchRecords { memory, game }
    }

    /// The baseline's record of a history.
    pub fn baseline(&self, record: &Record<G::Action>) -> Option<Information<G::Action>> {
        let (observer, moves) = history(record)?;
        self.memory.space.baseline(self.game, observer, moves)
    }

    /// The implicit minimax value of the state behind these moves for player 0, in `[-1, 1]`; `None` where the search has no
    /// such values, or no such node.
    pub fn minimax(&self, moves: &[G::Action]) -> Option<f32> {
        self.memory.space.minimax(moves)
    }

    /// What is proven about the state behind these moves.
    pub fn proof(&self, moves: &[G::Action]) -> Proof {
        self.memory.space.proof(moves)
    }

    /// What the strategies know about a record: one answer from each that keeps records of its kind, in the order in
    /// which the expression names them.
    pub fn recall(&self, record: &Record<G::Action>) -> Vec<Information<G::Action>> {
        self.recalled(record).into_iter().map(|(_, information)| information).collect()
    }

    /// The same, each with the number of its strategy.
    fn recalled(&self, record: &Record<G::Action>) -> Vec<(usize, Information<G::Action>)> {
        let space = &self.memory.space;
        let node = history(record).and_then(|(observer, moves)| space.slot_of(self.game, observer, moves));
        let keys = record.map(|action| self.game.action_index(action));
        let learners = self.memory.plan.learners_as_named().enumerate();
        let recalled = learners.filter_map(|(number, (_, learner))| {
            Some((number, learner.recall(self.game, &keys, node)?.map(|key| self.memory.lexicon.action(key))))
        });
        recalled.collect()
    }

    /// What strategies know of the actions of the root that keep a record for each node, such as AMAF and GRAVE.
    fn at_root(&self) -> Vec<(usize, Listed<G::Action>)> {
        let Turn::Player(player) = self.game.turn() else { return Vec::new() };
        let mut legal = Vec::new();
        list_legal(self.game, &mut legal);
        let of_action = |&action: &G::Action| {
            let below = Record::Below { observer: player, moves: Vec::new(), player, action };
            let composed = Record::Composed { player, about: vec![About::Action(action), About::Node(Vec::new())] };
            [Record::History { observer: player, moves: vec![action] }, below, composed]
        };
        let records = legal.iter().flat_map(of_action);
        let listed = records.flat_map(|record| {
            let known = self.recalled(&record).into_iter().filter(|(_, information)| information.is_something());
            known.map(move |(number, information)| (number, Listed { record: record.clone(), information }))
        });
        listed.collect()
    }

    /// What the strategies have learned, those with the most visits first, at most `most` records: actions, n-grams, replies,
    /// tiles, predicates and features of those that random playouts from the position meet, and the actions of the root where a
    /// strategy has a record for each node.
    pub fn most_visited(&self, most: usize) -> Vec<Listed<G::Action>> {
        let mut listing = Listing::new(most);
        while !self.list_further(&mut listing) {}
        listing.listed.into_iter().map(|(_, listed)| listed).collect()
    }

    /// Goes on with a list of the records, for some milliseconds. Returns whether it is complete. Meanwhile the search must not
    /// go on.
    pub fn list_further(&self, listing: &mut Listing<G::Action>) -> bool {
        if listing.playouts < PLAYOUTS {
            self.meet(listing);
            return false;
        }
        let keys = listing.actions.keys();
        let from = listing.next;
        listing.next = from + (LOOKS / (keys.len() * self.game.players()).max(1)).max(1);
        let mut part = self.listed(&listing.actions, &keys, (from, listing.next));
        if from == 0 {
            part.append(&mut self.at_root());
        }
        listing.listed.append(&mut part);
        let is_complete = listing.next >= keys.len();
        if is_complete || listing.listed.len() > listing.most.saturating_mul(4) {
            listing.cut();
        }
        is_complete
    }

    /// The records that can be named by actions, which are given by their keys, and begin with one of a part of them; each with
    /// the number of its strategy, in the order in which the expression names them.
    fn listed(
        &self,
        actions: &Named<G::Action>,
        keys: &[u64],
        part: (usize, usize),
    ) -> Vec<(usize, Listed<G::Action>)> {
        let offers = Offers::of(self.game);
        let known = Known {
            players: self.game.players(),
            predicates: offers.predicates.len(),
            features: offers.features,
            keys,
            part,
        };
        let learners = self.memory.plan.learners_as_named().enumerate();
        let listed = learners.flat_map(|(number, (_, learner))| {
            learner.list(self.game, &known).into_iter().map(move |listed| (number, listed))
        });
        let named = |(number, listed): (usize, Listed<u64>)| {
            let mut is_named = true;
            listed.record.map(|key| is_named &= actions.get(key).is_some());
            let record = || Listed {
                record: listed.record.map(|key| actions.get(key).expect("it is named")),
                information: listed.information.map(|key| self.memory.lexicon.action(key)),
            };
            is_named.then(|| (number, record()))
        };
        listed.filter_map(named).collect()
    }

    /// What the strategies have learned about the records that these actions can name, in no order, each with the number of its
    /// strategy among [`SearchRecords::strategies`].
    pub fn about(&self, actions: impl IntoIterator<Item = G::Action>) -> Vec<(usize, Listed<G::Action>)> {
        let mut named = Named::new();
        actions.into_iter().for_each(|action| named.add(self.game.action_index(action), action));
        let keys = named.keys();
        self.listed(&named, &keys, (0, keys.len()))
    }

    /// The strategies as the expression calls them, in its order. What a combination has in it goes by the combination's name.
    pub fn strategies(&self) -> Vec<&'a str> {
        self.memory.plan.learners_as_named().map(|(call, _)| call).collect()
    }

    /// Adds the actions that a random playout meets, by their keys.
    fn meet(&self, listing: &mut Listing<G::Action>) {
        let mut rng = Rng::new(Rng::derive(0, listing.playouts as u64));
        let mut state = match self.game.turn() {
            Turn::Player(player) => self.game.determinize(player, &mut rng),
            _ => self.game.clone(),
        };
        let mut legal = Vec::new();
        for _ in 0..LONGEST {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Player(_) => {
                    list_legal(&state, &mut legal);
                    legal.iter().for_each(|&action| listing.actions.add(state.action_index(action), action));
                    state.playout_action(&mut rng, &mut legal)
                }
            };
            state.apply(action);
        }
        listing.playouts += 1;
    }
}

/// Actions by their keys. The map has no actions in it, so that it is compiled once for all games.
struct Named<A> {
    numbers: BTreeMap<u64, usize>,
    actions: Vec<A>,
}

impl<A> Named<A> {
    fn new() -> Named<A> {
        Named { numbers: BTreeMap::new(), actions: Vec::new() }
    }
}

impl<A: Copy> Named<A> {
    fn add(&mut self, key: u64, action: A) {
        if number_of(&mut self.numbers, key) == self.actions.len() {
            self.actions.push(action);
        }
    }

    fn get(&self, key: u64) -> Option<A> {
        self.numbers.get(&key).map(|&number| self.actions[number])
    }

    /// The keys in their order.
    fn keys(&self) -> Vec<u64> {
        self.numbers.keys().copied().collect()
    }
}

/// The number of a key, which is the next one where it is new.
fn number_of(numbers: &mut BTreeMap<u64, usize>, key: u64) -> usize {
    let next = numbers.len();
    *numbers.entry(key).or_insert(next)
}

/// A list of what a search has learned, as far as it has come: [`SearchRecords::list_further`] goes on with it.
pub struct Listing<A> {
    most: usize,
    /// The actions that playouts have met, and how many playouts these were.
    actions: Named<A>,
    playouts: usize,
    /// The first action, in their order, whose records have not been looked for.
    next: usize,
    /// Each with the number of its strategy.
    listed: Vec<(usize, Listed<A>)>,
}

impl<A> Listing<A> {
    /// An empty list, which gets at most this many records: those with the most visits.
    pub fn new(most: usize) -> Listing<A> {
        Listing { most, actions: Named::new(), playouts: 0, next: 0, listed: Vec::new() }
    }

    /// The records found so far; all that are wanted, strongest first, once the list is complete. Each has the number of its
    /// strategy among [`SearchRecords::strategies`].
    pub fn records(&self) -> &[(usize, Listed<A>)] {
        &self.listed
    }

    /// Leaves the strongest, in their order.
    fn cut(&mut self) {
        sort_falling(&mut self.listed, |(_, listed)| listed.value().unwrap_or(0.0));
        sort_falling(&mut self.listed, |(_, listed)| listed.visits() as f64);
        self.listed.truncate(self.most);
    }
}

/// Whose history a record is about, if it is about one.
fn history<A>(record: &Record<A>) -> Option<(Player, &[A])> {
    match record {
        Record::History { observer, moves } | Record::Below { observer, moves, .. } => Some((*observer, moves)),
        Record::Composed { player, about } => about.iter().find_map(|about| match about {
            About::Node(moves) => Some((*player, &moves[..])),
            _ => None,
        }),
        _ => None,
    }
}
