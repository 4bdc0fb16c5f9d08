//! Positions as text: what is read back is the position that was written, in all that can be seen from outside.

use super::rules::{legal_actions, players};
use super::{Check, FaultKind};
use crate::Rng;
use crate::game::{Game, Player, Turn};

/// How many states are written and read, and one of how many they are on the way.
const STATES: usize = 250;
const ONE_OF: usize = 6;
/// How far a state and the one read back are followed.
const FOLLOWED: usize = 40;
/// How long the playouts are that are made in both.
const PLAYOUT: u32 = 2_000;

/// What is remembered of positions as text.
pub(super) struct Positions {
    /// A generator of its own, so that the games do not depend on these checks.
    rng: Rng,
    left: usize,
}

impl Positions {
    pub(super) fn new(seed: u64) -> Self {
        Positions { rng: Rng::new(Rng::derive(seed, 2)), left: STATES }
    }

    /// Whether this state is one of those that are looked at: all ends, and some of the others.
    fn chooses(&mut self, is_over: bool) -> bool {
        let chosen = self.left > 0 && (is_over || self.rng.below(ONE_OF) == 0);
        self.left -= usize::from(chosen);
        chosen
    }
}

impl<G: Game> Check<'_, G> {
    /// Writes a position, reads it back, and plays on with both.
    pub(super) fn check_position(&mut self, state: &G) -> Result<(), FaultKind> {
        let Some(notes) = &self.notes else { return Ok(()) };
        if !self.positions.chooses(state.turn() == Turn::Over) {
            return Ok(());
        }
        let Some(text) = (notes.write_position)(state) else { return Ok(()) };
        if text.trim() != text || text.is_empty() || text.contains(char::is_control) {
            return Err(FaultKind::PositionText(text));
        }
        // Any state can read: one that is somewhere else must not leave its own traces.
        let read = match (notes.read_position)(self.start, &text) {
            Ok(read) => read,
            Err(message) => return Err(FaultKind::PositionRefused(text, message)),
        };
        match (notes.write_position)(&read) {
            Some(again) if again == text => {}
            again => return Err(FaultKind::PositionRewritten(text, again.unwrap_or_default())),
        }
        if (notes.read_position)(state, &text).ok().and_then(|read| (notes.write_position)(&read)) != Some(text.clone())
        {
            return Err(FaultKind::PositionDiffers(text, "by the state that reads it"));
        }
        self.follow_both(state.clone(), read).map_err(|what| FaultKind::PositionDiffers(text, what))
    }

    /// Makes the same random actions in a state and in the one that was read; how they differ.
    fn follow_both(&mut self, mut written: G, mut read: G) -> Result<(), &'static str> {
        let length = self.path.len();
        for _ in 0..FOLLOWED {
            self.compare(&written, &read)?;
            let action = match written.turn() {
                Turn::Over => break,
                Turn::Player(_) => {
                    let actions = legal_actions(&written);
                    actions[self.positions.rng.below(actions.len())]
                }
                Turn::Chance => written.sample_chance(&mut self.positions.rng),
            };
            // The path says where a panic happens.
            self.path.push(action);
            written.apply(action);
            read.apply(action);
        }
        self.path.truncate(length);
        Ok(())
    }

    /// How two states differ, if they do.
    fn compare(&mut self, one: &G, other: &G) -> Result<(), &'static str> {
        let same = |same: bool, what: &'static str| if same { Ok(()) } else { Err(what) };
        same(one.players() == other.players(), "in the number of players")?;
        same(one.turn() == other.turn(), "in whose turn it is")?;
        same(one.action_space() == other.action_space(), "in the action space")?;
        same(one.position_hash() == other.position_hash(), "in the hash of the position")?;
        let views = players(one).map(Some).chain([None]);
        for view in views {
            same(self.drawing(one, view) == self.drawing(other, view), "in a drawing")?;
        }
        match one.turn() {
            Turn::Over => {
                same(players(one).all(|player| one.reward(player) == other.reward(player)), "in the rewards")?;
            }
            Turn::Chance => {
                same(outcomes(one) == outcomes(other), "in the outcomes of chance")?;
                let mut rngs = [self.positions.rng.clone(), self.positions.rng.clone()];
                same(one.sample_chance(&mut rngs[0]) == other.sample_chance(&mut rngs[1]), "in what chance draws")?;
            }
            Turn::Player(player) => {
                self.compare_actions(one, other)?;
                if G::HIDDEN {
                    self.compare_determinizations([one, other], player)?;
                }
            }
        }
        same(playouts_agree(one, other, &self.positions.rng), "in a playout")
    }

    /// How the actions of two states differ in which the same player acts.
    fn compare_actions(&self, one: &G, other: &G) -> Result<(), &'static str> {
        let actions = legal_actions(one);
        let differs = |what: &dyn Fn(&G, G::Action) -> bool| actions.iter().any(|&action| what(one, action));
        let observes = |state: &G, action| {
            players(one).any(|player| state.observe(action, player) != other.observe(action, player))
        };
        let rng = &self.positions.rng;
        let drawn = |state: &G| {
            let (mut rng, mut buffer) = (rng.clone(), Vec::new());
            let drawn = (state.random_action(&mut rng, &mut buffer), state.playout_action(&mut rng, &mut buffer));
            (drawn, rng.next_u64())
        };
        let open = |state: &G| state.open_actions().to_vec();
        let set = |state: &G| state.playout_set().map(|set| set.indices().collect::<Vec<_>>());
        match () {
            () if legal_actions(other) != actions => Err("in the legal actions or their order"),
            () if playout_actions(one) != playout_actions(other) => Err("in the actions of playouts or their order"),
            () if open(one) != open(other) || set(one) != set(other) => Err("in the set of actions of playouts"),
            () if drawn(one) != drawn(other) => Err("in random actions"),
            () if differs(&|state, action| state.action_index(action) != other.action_index(action)) => {
                Err("in the index of an action")
            }
            () if differs(&|state, action| self.text(state, action) != self.text(other, action)) => {
                Err("in the text of an action")
            }
            () if differs(&observes) => Err("in what a player sees of an action"),
            () => Ok(()),
        }
    }

    /// How the determinizations of two states differ that are drawn with the same generator.
    fn compare_determinizations(&self, states: [&G; 2], player: Player) -> Result<(), &'static str> {
        let mut rngs = [self.positions.rng.clone(), self.positions.rng.clone()];
        let [one, other] = [0, 1].map(|place| states[place].determinize(player, &mut rngs[place]));
        let same = self.drawing(&one, None) == self.drawing(&other, None)
            && legal_actions(&one) == legal_actions(&other)
            && rngs[0].next_u64() == rngs[1].next_u64()
            && playouts_agree(&one, &other, &self.positions.rng);
        if same { Ok(()) } else { Err("in a determinization") }
    }
}

/// Whether playouts by the same generator have the same length, end and draws.
fn playouts_agree<G: Game>(one: &G, other: &G, rng: &Rng) -> bool {
    let [one, other] = [one, other].map(|state| {
        let (mut state, mut rng) = (state.clone(), rng.clone());
        let plies = state.playout(&mut rng, &mut Vec::new(), PLAYOUT);
        let is_over = state.turn() == Turn::Over;
        let rewards: Vec<_> = players(&state).filter(|_| is_over).map(|player| state.reward(player)).collect();
        (plies, rewards, rng.next_u64())
    });
    one == other
}

fn playout_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.playout_actions(&mut actions);
    actions
}

fn outcomes<G: Game>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    outcomes
}
