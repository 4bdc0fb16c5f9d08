//! States in which a player acts, and the ends of games.

use super::draws::{Source, chi_square_is_too_large};
use super::{Check, FaultKind, MAX_PLAYERS, RECALLED};
use crate::game::{Game, Player, Turn};

/// The rewards of two players may miss a sum of 1 by this, since they are rounded one by one.
const ROUNDING: f64 = 1e-6;

impl<G: Game> Check<'_, G> {
    /// All checks of a state in which a player acts; the action to go on with.
    pub(super) fn check_player(&mut self, state: &G, player: Player) -> Result<G::Action, FaultKind> {
        let actions = legal_actions(state);
        if actions.is_empty() {
            return Err(FaultKind::NoAction);
        }
        for (place, &action) in actions.iter().enumerate() {
            if actions[..place].contains(&action) {
                return Err(FaultKind::Duplicate(self.text(state, action)));
            }
            if !state.is_legal(action) {
                return Err(FaultKind::Denied(self.text(state, action)));
            }
            if state.observe(action, player) != Some(action) {
                return Err(FaultKind::Observation(self.text(state, action)));
            }
            self.check_text(state, action)?;
            self.check_index(state, action)?;
        }
        self.check_recalled(state, &actions)?;
        if let Some(&action) = actions.iter().find(|&&action| state.is_outcome(action)) {
            return Err(FaultKind::AllowedOutcome(self.text(state, action)));
        }
        self.check_random(state, &actions)?;
        self.check_playout_actions(state)?;
        self.check_described(state, &actions)?;
        if G::HIDDEN {
            self.check_hidden(state, player, &actions)?;
        }
        Ok(actions[self.rng.below(actions.len())])
    }

    /// Actions of other states must not be legal where they are not listed.
    fn check_recalled(&mut self, state: &G, actions: &[G::Action]) -> Result<(), FaultKind> {
        for _ in 0..RECALLED {
            let action = self.seen[self.rng.below(self.seen.len())];
            if state.is_legal(action) && !actions.contains(&action) {
                return Err(FaultKind::Allowed(format!("{action:?}")));
            }
        }
        Ok(())
    }

    /// The random action must be a legal one, and in some of the states it is drawn often enough to see its distribution.
    fn check_random(&mut self, state: &G, actions: &[G::Action]) -> Result<(), FaultKind> {
        match self.draw(Source::Legal, actions, |rng, buffer| state.random_action(rng, buffer)) {
            Ok(counts) if chi_square_is_too_large(&counts) => Err(FaultKind::NotUniform(counts)),
            Ok(_) => Ok(()),
            Err(action) => Err(FaultKind::Random(format!("{action:?}"))),
        }
    }

    /// The actions of playouts are told from others, too, and their random one is uniform.
    fn check_playout_actions(&mut self, state: &G) -> Result<(), FaultKind> {
        let fault = |action, what| Err(FaultKind::PlayoutAction(format!("{action:?}"), what));
        let mut actions = Vec::new();
        state.playout_actions(&mut actions);
        for (place, &action) in actions.iter().enumerate() {
            if actions[..place].contains(&action) {
                return fault(action, "is among the actions of playouts twice");
            }
            if !state.is_playout_action(action) {
                return fault(action, "is among the actions of playouts, but is_playout_action denies it");
            }
            if !is_open(state, action) {
                return fault(action, "is among the actions of playouts, but open_actions leaves it out");
            }
        }
        if let Some(set) = state.playout_set() {
            let mut members = set.indices().map(|index| (index as u64, (set.action)(index)));
            if let Some((_, action)) = members.find(|&(index, action)| state.action_index(action) != index) {
                return fault(action, "has another index than playout_set gives it");
            }
            let members: Vec<G::Action> = set.indices().map(set.action).collect();
            if let Some(&action) = actions.iter().find(|action| !members.contains(action)) {
                return fault(action, "is among the actions of playouts, but playout_set leaves it out");
            }
            if let Some(&action) = members.iter().find(|action| !actions.contains(action)) {
                return fault(action, "is not among the actions of playouts, but playout_set has it");
            }
        }
        for _ in 0..RECALLED {
            let action = self.seen[self.rng.below(self.seen.len())];
            if state.is_playout_action(action) && !actions.contains(&action) {
                return fault(action, "is not among the actions of playouts, but is_playout_action allows it");
            }
        }
        match self.draw(Source::Playouts, &actions, |rng, buffer| state.playout_action(rng, buffer)) {
            Ok(counts) if chi_square_is_too_large(&counts) => Err(FaultKind::PlayoutNotUniform(counts)),
            Ok(_) => Ok(()),
            Err(action) => fault(action, "is not among the actions of playouts, but playout_action gives it"),
        }
    }

    pub(super) fn check_index(&mut self, state: &G, action: G::Action) -> Result<(), FaultKind> {
        let (index, space) = (state.action_index(action), state.action_space());
        if space > 0 && index >= space as u64 {
            return Err(FaultKind::IndexRange(format!("{action:?}"), index, space));
        }
        let seen = &mut self.seen;
        let known = *self.by_index.entry(index).or_insert_with(|| {
            seen.push(action);
            action
        });
        if known == action { Ok(()) } else { Err(FaultKind::SharedIndex(format!("{action:?}"), index)) }
    }

    /// Checks of the action that is about to be made: what the players see of it, and that states share nothing.
    pub(super) fn check_action(&mut self, state: &G, action: G::Action) -> Result<(), FaultKind> {
        for player in players(state) {
            if let Some(observed) = state.observe(action, player) {
                self.check_index(state, observed)?;
            }
            self.drawing(state, Some(player));
        }
        let before = (state.turn(), self.drawing(state, None));
        state.clone().apply(action);
        let unchanged = (state.turn(), self.drawing(state, None)) == before;
        if unchanged { Ok(()) } else { Err(FaultKind::SharedState(self.text(state, action))) }
    }

    /// Checks of a game that is over: its rewards, and that there is nothing left to play.
    pub(super) fn check_end(&mut self, state: &G) -> Result<(), FaultKind> {
        if state.players() == 2 {
            let [one, other] = [0, 1].map(|player| state.reward(Player(player)));
            if (one.value() + other.value() - 1.0).abs() > ROUNDING {
                return Err(FaultKind::Rewards(one, other));
            }
        }
        match state.clone().playout(&mut self.rng, &mut Vec::new(), u32::MAX) {
            0 => Ok(()),
            plies => Err(FaultKind::PlayoutOfNothing(plies)),
        }
    }
}

pub(super) fn check_players<G: Game>(state: &G) -> Result<(), FaultKind> {
    let players = state.players();
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(FaultKind::Players(players));
    }
    match state.turn() {
        Turn::Player(player) if player.index() >= players => Err(FaultKind::ActingPlayer(player.0, players)),
        _ => Ok(()),
    }
}

pub(super) fn players<G: Game>(state: &G) -> impl Iterator<Item = Player> + use<G> {
    (0..state.players() as u8).map(Player)
}

pub(super) fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

/// Whether an action is open, or the game does not tell.
fn is_open<G: Game>(state: &G, action: G::Action) -> bool {
    let (open, index) = (state.open_actions(), state.action_index(action));
    let word = usize::try_from(index / 64).ok().and_then(|word| open.get(word));
    open.is_empty() || word.is_some_and(|word| word >> (index % 64) & 1 == 1)
}
