//! What players do not see: determinizations must keep what the observer knows, and nothing else.
//!
//! A player's view is what the traits tell that player: the turn, the list of legal actions with their indices and texts
//! when it is the player's turn, the drawing, and all that [`Game::observe`] has told since the start. Checked is that
//!
//! - a determinization leaves the view as it is, and so does a determinization of a determinization;
//! - where the information set can be worked out (`information.rs`), a determinization is like one of its states, and if
//!   there are several, determinizations are not always like the true one;
//! - states of an information set with the same drawing have the same legal actions in the same order;
//! - if the sets are not known, determinizations differ from the true state at least sometimes.

use super::information::InformationSet;
use super::likeness::{alike, choices};
use super::rules::{legal_actions, players};
use super::{Check, FaultKind};
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Turn};
use crate::panics::caught;

/// How many decisions are looked at closely.
const DECISIONS: usize = 300;
/// How many determinizations are drawn to learn whether the start hides anything.
const START_DRAWS: usize = 16;
/// How many are drawn in one position, and in how many determinizations the hidden part must have varied once.
const DRAWS: usize = 50;
const ENOUGH_DRAWS: usize = 1_000;
/// In how many decisions the hidden part must have varied once, where it is not known what is hidden.
const ENOUGH_DECISIONS: usize = 50;

/// What is remembered of hidden information.
pub(super) struct Hidden<G: Game> {
    /// A generator of its own, so that the games do not depend on these checks.
    rng: Rng,
    /// Whether all players know the whole start; nothing before that is found out.
    start_is_known: Option<bool>,
    /// What is possible in each player's eyes in the current game.
    sets: Vec<InformationSet<G>>,
    decisions_left: usize,
    /// For each player, the positions in which something is hidden for certain.
    certain: [Variation<G>; MAX_PLAYERS],
    /// For all players, the positions in which something seems to be.
    apparent: Variation<G>,
}

/// Whether the hidden part has varied.
struct Variation<G: Game> {
    tries: usize,
    varied: bool,
    /// The way to the first position in which it did not.
    path: Vec<G::Action>,
}

impl<G: Game> Variation<G> {
    fn new() -> Self {
        Variation { tries: 0, varied: false, path: Vec::new() }
    }

    /// Notes one determinization of the state at the end of the path.
    fn note(&mut self, varied: bool, path: &[G::Action]) {
        if self.tries == 0 {
            self.path = path.to_vec();
        }
        self.tries += 1;
        self.varied |= varied;
    }
}

impl<G: Game> Hidden<G> {
    pub(super) fn new(seed: u64) -> Self {
        Hidden {
            rng: Rng::new(Rng::derive(seed, 1)),
            start_is_known: None,
            sets: Vec::new(),
            decisions_left: DECISIONS,
            certain: std::array::from_fn(|_| Variation::new()),
            apparent: Variation::new(),
        }
    }

    /// What is wrong if the hidden part has never varied, with the way to a position in which it did not.
    pub(super) fn verdict(&mut self) -> Option<(FaultKind, Vec<G::Action>)> {
        let certain = self.certain.iter_mut().enumerate();
        let mut stuck = certain.filter(|(_, variation)| !variation.varied && variation.tries >= ENOUGH_DRAWS);
        if let Some((player, variation)) = stuck.next() {
            return Some((FaultKind::NeverVaries(player as u8), std::mem::take(&mut variation.path)));
        }
        let apparent = &mut self.apparent;
        (!apparent.varied && apparent.tries >= ENOUGH_DECISIONS)
            .then(|| (FaultKind::TruthOnly(apparent.tries), std::mem::take(&mut apparent.path)))
    }
}

impl<G: Game> Check<'_, G> {
    /// Starts the information sets of a game.
    pub(super) fn begin_sets(&mut self) {
        if !G::HIDDEN {
            return;
        }
        let is_known = self.hidden.start_is_known.unwrap_or_else(|| self.knows_start());
        self.hidden.start_is_known = Some(is_known);
        let set = || if is_known { InformationSet::of(self.start) } else { InformationSet::unknown() };
        self.hidden.sets = players(self.start).map(|_| set()).collect();
    }

    /// Whether all players know the whole start. A game that was dealt before it was handed over hides something.
    fn knows_start(&mut self) -> bool {
        let (start, mut rng) = (self.start, self.hidden.rng.clone());
        // Nothing is promised of determinizations for players who do not act: a panic there is no fault.
        let all_know = caught(|| {
            players(start).all(|player| {
                let everything = self.drawing(start, None);
                self.drawing(start, Some(player)) == everything
                    && (0..START_DRAWS).all(|_| {
                        let sampled = start.determinize(player, &mut rng);
                        self.drawing(&sampled, None) == everything && alike(start, &sampled, &mut rng, &mut Vec::new())
                    })
            })
        });
        all_know.unwrap_or(false)
    }

    /// Takes the information sets past an action that is about to be made.
    pub(super) fn advance_sets(&mut self, state: &G, action: G::Action) {
        for (player, set) in self.hidden.sets.iter_mut().enumerate() {
            set.advance(state, action, Player(player as u8));
        }
    }

    /// All checks of what the acting player does not see.
    pub(super) fn check_hidden(&mut self, state: &G, player: Player, actions: &[G::Action]) -> Result<(), FaultKind> {
        let sampled = state.determinize(player, &mut self.rng);
        if let Some(what) = self.difference(state, &sampled, player, actions) {
            return Err(FaultKind::Determinization(what));
        }
        let again = sampled.determinize(player, &mut self.hidden.rng);
        if let Some(what) = self.difference(state, &again, player, actions) {
            return Err(FaultKind::DeterminizedTwice(what));
        }
        self.narrow(state, player, actions)?;
        if self.hidden.decisions_left == 0 {
            return Ok(());
        }
        self.hidden.decisions_left -= 1;
        let is_known = self.is_known(state, player);
        if is_known == Some(false) {
            self.vary(state, player);
        }
        if is_known.is_some() {
            self.check_membership(player, [&sampled, &again])?;
        }
        if is_known.is_none() || self.may_be_dealt() {
            self.vary_apparently(state, player, &sampled);
        }
        Ok(())
    }

    /// What the acting player sees otherwise in a determinization, if anything.
    fn difference(&self, state: &G, sampled: &G, player: Player, actions: &[G::Action]) -> Option<&'static str> {
        let differs =
            |what: fn(&G, G::Action) -> u64| actions.iter().any(|&action| what(state, action) != what(sampled, action));
        let text_differs = || actions.iter().any(|&action| self.text(state, action) != self.text(sampled, action));
        match () {
            () if sampled.players() != state.players() => Some("the number of players"),
            () if sampled.turn() != state.turn() => Some("the turn"),
            () if legal_actions(sampled) != actions => Some("the legal actions or their order"),
            () if actions.iter().any(|&action| sampled.observe(action, player) != Some(action)) => {
                Some("what the player sees of an action of its own")
            }
            () if differs(G::action_index) => Some("the index of a legal action"),
            () if self.drawing(state, Some(player)) != self.drawing(sampled, Some(player)) => {
                Some("the drawing for that player")
            }
            () if self.notes.is_some() && text_differs() => Some("the text of a legal action"),
            () => None,
        }
    }

    /// Leaves the states in the acting player's information set that look the same.
    fn narrow(&mut self, state: &G, player: Player, actions: &[G::Action]) -> Result<(), FaultKind> {
        let mut set = std::mem::replace(&mut self.hidden.sets[player.index()], InformationSet::unknown());
        let (drawing, listed) = (self.drawing(state, Some(player)), choices(state));
        let is_drawn = drawing.as_ref().is_some_and(|drawing| !drawing.trim().is_empty());
        let mut fault = None;
        set.retain(|member| {
            if member.turn() != state.turn() || self.drawing(member, Some(player)) != drawing {
                return false;
            }
            let same = choices(member) == listed;
            if is_drawn && !same {
                fault = Some("different legal actions");
            } else if is_drawn && legal_actions(member) != actions {
                fault = Some("their legal actions in a different order");
            }
            same
        });
        self.hidden.sets[player.index()] = set;
        fault.map_or(Ok(()), |what| Err(FaultKind::SameView(what)))
    }

    /// Whether nothing is hidden from the player, as far as that is known.
    fn is_known(&mut self, state: &G, player: Player) -> Option<bool> {
        let (Hidden { sets, rng, .. }, path) = (&mut self.hidden, &mut self.path);
        sets[player.index()].members().map(|members| members.iter().all(|member| alike(state, member, rng, path)))
    }

    /// Whether the start may hide something that only determinizations could show: a player acts at once, and there is no
    /// drawing.
    fn may_be_dealt(&self) -> bool {
        self.notes.is_none() && self.start.turn() != Turn::Chance
    }

    /// Determinizations must be like states of the information set.
    fn check_membership(&mut self, player: Player, sampled: [&G; 2]) -> Result<(), FaultKind> {
        let (Hidden { sets, rng, .. }, path) = (&mut self.hidden, &mut self.path);
        let members = sets[player.index()].members().unwrap_or(&[]);
        let is_member = |state: &&G| members.iter().any(|member| alike(member, state, rng, path));
        if sampled.iter().all(is_member) { Ok(()) } else { Err(FaultKind::RuledOut(player.0)) }
    }

    /// Sees whether determinizations vary where something is hidden for certain.
    fn vary(&mut self, state: &G, player: Player) {
        let Hidden { certain, rng, .. } = &mut self.hidden;
        let variation = &mut certain[player.index()];
        for _ in 0..DRAWS {
            if variation.varied {
                return;
            }
            let sampled = state.determinize(player, rng);
            let varied = !alike(state, &sampled, rng, &mut self.path);
            variation.note(varied, &self.path);
        }
    }

    /// Sees whether a determinization varies where something seems to be hidden: the drawings say so, or there are none.
    fn vary_apparently(&mut self, state: &G, player: Player, sampled: &G) {
        let everything = self.drawing(state, None);
        if self.hidden.apparent.varied || everything.is_some() && everything == self.drawing(state, Some(player)) {
            return;
        }
        let varied = match everything {
            Some(drawing) => self.drawing(sampled, None) != Some(drawing),
            None => !alike(state, sampled, &mut self.hidden.rng, &mut self.path),
        };
        self.hidden.apparent.note(varied, &self.path);
    }
}
