//! A decision's state and its legal actions, with the game's type: what is behind a [`Ply`](crate::strategy::Ply).

use std::cell::Cell;

use crate::Rng;
use crate::game::{ActionSet, Game, Player, SetWords, list_playout};
use crate::icarus::Lexicon;
use crate::knowledge::{self, AnyEvaluation, Attribute};
use crate::strategy::{Chosen, Drawing, Judgement, Move, Situation};

/// Room for the lists of a decision.
pub(crate) struct ListRoom<A> {
    pub legal: Vec<A>,
    pub keys: Vec<u64>,
}

impl<A> Default for ListRoom<A> {
    fn default() -> ListRoom<A> {
        ListRoom { legal: Vec::new(), keys: Vec::new() }
    }
}

/// Makes an action of its index in a set.
type ActionOfIndex<G> = fn(usize) -> <G as Game>::Action;

/// What is found out about a decision. Lists are made when they are first asked for.
pub(crate) struct Facts<'a, G: Game> {
    pub state: &'a G,
    /// Whether there is a tree node: then any legal action can be chosen, otherwise one of those that playouts choose from.
    in_tree: bool,
    /// Whether any action is drawn from the list.
    from_list: bool,
    legal: Cell<Option<&'a [G::Action]>>,
    keys: Cell<Option<&'a [u64]>>,
    legal_room: Cell<Option<&'a mut Vec<G::Action>>>,
    key_room: Cell<Option<&'a mut Vec<u64>>>,
    /// The action that was drawn last.
    drawn: Cell<Option<G::Action>>,
    /// How the index of a set becomes an action.
    of_index: Cell<Option<ActionOfIndex<G>>>,
    pub lexicon: &'a Lexicon<G::Action>,
}

impl<'a, G: Game> Facts<'a, G> {
    /// A decision at a node, whose legal actions are these.
    #[inline]
    pub fn at_node(
        state: &'a G,
        legal: &'a [G::Action],
        keys: &'a mut Vec<u64>,
        lexicon: &'a Lexicon<G::Action>,
    ) -> Facts<'a, G> {
        Facts {
            state,
            in_tree: true,
            from_list: true,
            legal: Cell::new(Some(legal)),
            keys: Cell::new(None),
            legal_room: Cell::new(None),
            key_room: Cell::new(Some(keys)),
            drawn: Cell::new(None),
            of_index: Cell::new(None),
            lexicon,
        }
    }

    /// A decision of a playout.
    #[inline(always)]
    pub fn in_playout(
        state: &'a G,
        room: &'a mut ListRoom<G::Action>,
        lexicon: &'a Lexicon<G::Action>,
    ) -> Facts<'a, G> {
        Facts {
            state,
            in_tree: false,
            from_list: false,
            legal: Cell::new(None),
            keys: Cell::new(None),
            legal_room: Cell::new(Some(&mut room.legal)),
            key_room: Cell::new(Some(&mut room.keys)),
            drawn: Cell::new(None),
            of_index: Cell::new(None),
            lexicon,
        }
    }

    /// A decision of a playout whose actions have been listed, and are drawn from the list.
    pub fn in_listed_playout(
        state: &'a G,
        room: &'a mut ListRoom<G::Action>,
        lexicon: &'a Lexicon<G::Action>,
    ) -> Facts<'a, G> {
        Facts { in_tree: false, ..Facts::at_node(state, &room.legal, &mut room.keys, lexicon) }
    }

    /// The legal actions; in a playout, those that it chooses from.
    #[inline]
    pub fn legal(&self) -> &'a [G::Action] {
        self.legal.get().unwrap_or_else(|| self.list())
    }

    fn list(&self) -> &'a [G::Action] {
        let room = self.legal_room.take().expect("there is room for a list that was not made");
        list_playout(self.state, room);
        self.legal.set(Some(room));
        room
    }

    /// Whether the legal actions have been listed.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.legal.get().is_some()
    }

    /// The actions of a playout as a set.
    #[inline]
    pub fn action_set(&self) -> Option<ActionSet<G::Action>> {
        let set = self.state.playout_set()?;
        self.of_index.set(Some(set.action));
        Some(set)
    }

    /// Whether an action can be chosen here.
    #[inline]
    pub fn allows(&self, action: G::Action) -> bool {
        if self.in_tree { self.state.is_legal(action) } else { self.state.is_playout_action(action) }
    }

    /// A move that is this action.
    #[inline]
    pub fn take(&self, action: G::Action) -> Move {
        self.drawn.set(Some(action));
        Move::DRAWN
    }

    /// The action of a move.
    #[inline(always)]
    pub fn action(&self, chosen: Move) -> G::Action {
        match chosen.chosen {
            Chosen::Place(place) => self.legal()[place],
            Chosen::Index(index) => {
                let of_index = self.of_index.get().or_else(|| self.state.playout_set().map(|set| set.action));
                of_index.expect("only games that give sets have moves by index")(index)
            }
            Chosen::Drawn => self.drawn.get().expect("a drawn move has been drawn"),
        }
    }
}

impl<G: Game> Situation for Facts<'_, G> {
    fn count(&self) -> usize {
        self.legal().len()
    }

    fn key(&self, place: usize) -> u64 {
        self.state.action_index(self.legal()[place])
    }

    fn keys(&self) -> &[u64] {
        if let Some(keys) = self.keys.get() {
            return keys;
        }
        let legal = self.legal();
        let room = self.key_room.take().expect("there is room for keys that were not listed");
        room.clear();
        room.extend(legal.iter().map(|&action| self.state.action_index(action)));
        self.keys.set(Some(room));
        room
    }

    fn set(&self) -> Option<(usize, SetWords)> {
        self.action_set().map(|set| (set.first, set.words))
    }

    fn open(&self) -> &[u64] {
        self.state.open_actions()
    }

    #[inline]
    fn recall(&self, key: u64) -> bool {
        let known = self.lexicon.action(key);
        match known.filter(|&action| self.allows(action)) {
            None => false,
            known => {
                self.drawn.set(known);
                true
            }
        }
    }

    #[inline(always)]
    fn draw_any(&self, rng: &mut Rng) {
        let room = if self.from_list { None } else { self.legal_room.take() };
        let action = match room {
            None => {
                let legal = self.legal();
                legal[rng.below(legal.len())]
            }
            Some(room) => {
                let action = self.state.playout_action(rng, room);
                self.legal_room.set(Some(room));
                action
            }
        };
        self.drawn.set(Some(action));
    }

    fn draw_known(&self, by: Drawing, rng: &mut Rng) -> bool {
        let (knowledge, state) = (self.state.knowledge(), self.state);
        let action = match by {
            Drawing::Weighting(weighting) => knowledge.weightings().and_then(|known| known.draw(weighting, state, rng)),
            Drawing::BestMove => knowledge.move_values().and_then(|known| known.draw_best(state, rng)),
        };
        self.drawn.set(action);
        action.is_some()
    }

    fn judge(&self, judgement: Judgement<'_>, places: Option<&[usize]>, values: &mut Vec<f32>) {
        let (knowledge, state, legal) = (self.state.knowledge(), self.state, self.legal());
        let some: Vec<G::Action>;
        let actions = match places {
            None => legal,
            Some(places) => {
                some = places.iter().map(|&place| legal[place]).collect();
                &some
            }
        };
        match judgement {
            Judgement::Evaluation(evaluation) => evaluation.of::<G>().evaluate_actions(state, actions, values),
            Judgement::Weighting(weighting) => {
                if let Some(known) = knowledge.weightings() {
                    known.weigh(weighting, state, actions, values);
                }
            }
            Judgement::Moves => {
                if let Some(known) = knowledge.move_values() {
                    known.value_actions(state, actions, values);
                }
            }
            Judgement::Features(weights) => {
                if let Some(known) = knowledge.features() {
                    known.gains(weights, state, actions, values);
                }
            }
        }
    }

    fn describe(&self, attribute: Attribute, numbers: &mut Vec<u16>) {
        if let Some(attributes) = self.state.knowledge().attributes() {
            attributes.describe(attribute, self.state, self.legal(), numbers);
        }
    }

    fn winning(&self) -> Option<usize> {
        self.state.knowledge().winning_action(self.state, self.legal())
    }

    fn evaluate(&self, evaluation: &AnyEvaluation, player: Player) -> f32 {
        evaluation.of::<G>().evaluate(self.state, player)
    }

    fn evaluate_waiting(&self, evaluation: &AnyEvaluation) -> f32 {
        evaluation.of::<G>().evaluate_waiting(self.state)
    }

    fn predicates(&self) -> u64 {
        knowledge::holding(self.state)
    }
}
