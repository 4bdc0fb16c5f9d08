//! Reading what a search has learned, record by record.

use std::collections::BTreeMap;

use super::memory::Memory;
use super::tree::Proof;
use crate::Rng;
use crate::game::{Game, Player, Turn, list_legal};
use crate::icarus::{Information, Record};
use crate::knowledge::Offers;
use crate::strategy::{Known, Listed};

/// How many random playouts look for actions, and how many plies each has at most.
const PLAYOUTS: usize = 50;
const LONGEST: usize = 500;

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
        let space = &self.memory.space;
        let node = history(record).and_then(|(observer, moves)| space.slot_of(self.game, observer, moves));
        let keys = record.map(|action| self.game.action_index(action));
        let recalled =
            self.memory.plan.learners_as_named().filter_map(|learner| learner.recall(self.game, &keys, node));
        recalled.map(|information| information.map(|key| self.memory.lexicon.action(key))).collect()
    }

    /// What the strategies have learned, those with the most visits first, at most `most` records: actions, n-grams, replies,
    /// tiles, predicates and features. They are those of the actions that random playouts from the position meet.
    pub fn most_visited(&self, most: usize) -> Vec<Listed<G::Action>> {
        let mut listed = self.listed(&self.met());
        let order = |listed: &Listed<G::Action>| (listed.visits(), listed.value().unwrap_or(0.0));
        listed.sort_by(|one, other| {
            let ((visits, value), (more, better)) = (order(one), order(other));
            more.cmp(&visits).then(better.total_cmp(&value))
        });
        listed.truncate(most);
        listed
    }

    /// The records that can be named by actions, which are given by their keys.
    fn listed(&self, actions: &BTreeMap<u64, G::Action>) -> Vec<Listed<G::Action>> {
        let keys: Vec<u64> = actions.keys().copied().collect();
        let offers = Offers::of(self.game);
        let known = Known {
            players: self.game.players(),
            predicates: offers.predicates.len(),
            features: offers.features,
            keys: &keys,
        };
        let listed = self.memory.plan.learners().flat_map(|learner| learner.list(self.game, &known));
        let named = |listed: Listed<u64>| {
            let mut is_named = true;
            listed.record.map(|key| is_named &= actions.contains_key(&key));
            is_named.then(|| Listed {
                record: listed.record.map(|key| actions[&key]),
                information: listed.information.map(|key| self.memory.lexicon.action(key)),
            })
        };
        listed.filter_map(named).collect()
    }

    /// What the strategies have learned about the records that these actions can name, in no order.
    pub fn about(&self, actions: impl IntoIterator<Item = G::Action>) -> Vec<Listed<G::Action>> {
        self.listed(&actions.into_iter().map(|action| (self.game.action_index(action), action)).collect())
    }

    /// The actions that random playouts meet, by their keys.
    fn met(&self) -> BTreeMap<u64, G::Action> {
        let (mut actions, mut legal, mut rng) = (BTreeMap::new(), Vec::new(), Rng::new(0));
        for _ in 0..PLAYOUTS {
            let mut state = match self.game.turn() {
                Turn::Player(player) => self.game.determinize(player, &mut rng),
                _ => self.game.clone(),
            };
            for _ in 0..LONGEST {
                let action = match state.turn() {
                    Turn::Over => break,
                    Turn::Chance => state.sample_chance(&mut rng),
                    Turn::Player(_) => {
                        list_legal(&state, &mut legal);
                        actions.extend(legal.iter().map(|&action| (state.action_index(action), action)));
                        state.playout_action(&mut rng, &mut legal)
                    }
                };
                state.apply(action);
            }
        }
        actions
    }
}

/// Whose history a record is about, if it is about one.
fn history<A>(record: &Record<A>) -> Option<(Player, &[A])> {
    match record {
        Record::History { observer, moves } | Record::Below { observer, moves, .. } => Some((*observer, moves)),
        _ => None,
    }
}
