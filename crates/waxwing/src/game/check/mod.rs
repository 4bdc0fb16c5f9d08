//! One set of checks for any game: random games are played, and every promise of [`Game`] and [`Notation`] is held
//! against every state on the way.

mod fault;
#[cfg(test)]
mod tests;

pub use fault::{Fault, FaultKind};

use std::collections::HashMap;

use super::{Game, MAX_PLAYERS, Notation, Player, Turn};
use crate::Rng;

/// A game that has not ended after so many plies never will.
const MAX_PLIES: usize = 100_000;
/// How many states are tested for uniform random actions, and with how many draws per action.
const UNIFORM_STATES: usize = 24;
const DRAWS_PER_ACTION: usize = 100;
/// How many of the actions seen earlier are tried in each state, where most of them are illegal.
const RECALLED: usize = 16;
/// Deviations beyond so many standard errors are faults; by chance alone one in a billion would be.
const STANDARD_ERRORS: f64 = 6.0;

/// Plays so many random games from a start and checks at every state that the game keeps what [`Game`] and [`Notation`]
/// promise: the first fault found, or nothing.
///
/// The same seed plays the same games.
///
/// ```
/// # use waxwing::{Game, Notation, Player, Reward, Turn};
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, mover: u8 }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) } }
/// #     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(1..=self.heap.min(3)); }
/// #     fn apply(&mut self, taken: u8) { self.heap -= taken; self.mover = 1 - self.mover; }
/// #     fn reward(&self, player: Player) -> Reward { if player.0 == self.mover { Reward::LOSS } else { Reward::WIN } }
/// # }
/// # impl Notation for Nim {
/// #     fn format(&self, taken: u8) -> String { taken.to_string() }
/// #     fn parse(&self, text: &str) -> Result<u8, String> { text.parse().map_err(|_| "a number".to_owned()) }
/// #     fn draw(&self, _: Option<Player>) -> String { format!("{} stones", self.heap) }
/// # }
/// waxwing::game::check_game(&Nim { heap: 21, mover: 0 }, 100, 7).unwrap();
/// ```
pub fn check_game<G: Notation>(start: &G, games: usize, seed: u64) -> Result<(), Fault> {
    let mut check = Check::new(seed);
    let (mut stepped, mut played) = (Sample::new(), Sample::new());
    for _ in 0..games {
        check.moves.clear();
        let outcome = check.random_game(start).and_then(|()| {
            let (end, plies) = check.stepped_playout(start)?;
            stepped.add(&end, plies);
            let (end, plies) = check.playout(start)?;
            played.add(&end, plies);
            Ok(())
        });
        outcome.map_err(|kind| Fault { kind, moves: check.moves.join(" ") })?;
    }
    played.differs_from(&stepped).map_or(Ok(()), |kind| Err(Fault { kind, moves: String::new() }))
}

/// What is remembered from state to state.
struct Check<G: Game> {
    rng: Rng,
    /// The texts of the moves of the current game.
    moves: Vec<String>,
    /// The actions seen so far in all games, by their index and in the order of their appearance.
    by_index: HashMap<u64, G::Action>,
    seen: Vec<G::Action>,
    /// How many more states are tested for uniform draws, of the legal actions and of those of playouts.
    uniform_states: [usize; 2],
}

impl<G: Notation> Check<G> {
    fn new(seed: u64) -> Self {
        let rng = Rng::new(seed);
        Check {
            rng,
            moves: Vec::new(),
            by_index: HashMap::new(),
            seen: Vec::new(),
            uniform_states: [UNIFORM_STATES; 2],
        }
    }

    /// Plays a game with checks all the way.
    fn random_game(&mut self, start: &G) -> Result<(), FaultKind> {
        let mut state = start.clone();
        for _ in 0..MAX_PLIES {
            check_players(&state)?;
            let action = match state.turn() {
                Turn::Over => return self.check_end(&state),
                Turn::Player(player) => self.check_player(&state, player)?,
                Turn::Chance => self.check_chance(&state)?,
            };
            self.check_action(&state, action)?;
            self.moves.push(state.format(action));
            state.apply(action);
        }
        Err(FaultKind::Endless)
    }

    /// All checks of a state in which a player acts; the action to go on with.
    fn check_player(&mut self, state: &G, player: Player) -> Result<G::Action, FaultKind> {
        let actions = legal_actions(state);
        if actions.is_empty() {
            return Err(FaultKind::NoAction);
        }
        for (place, &action) in actions.iter().enumerate() {
            let text = || state.format(action);
            if actions[..place].contains(&action) {
                return Err(FaultKind::Duplicate(text()));
            }
            if !state.is_legal(action) {
                return Err(FaultKind::Denied(text()));
            }
            if state.observe(action, player) != Some(action) {
                return Err(FaultKind::Observation(text()));
            }
            self.check_text(state, action)?;
            self.check_index(state, action)?;
        }
        self.check_recalled(state, &actions)?;
        if let Some(&action) = actions.iter().find(|&&action| state.is_outcome(action)) {
            return Err(FaultKind::AllowedOutcome(state.format(action)));
        }
        self.check_random(state, &actions)?;
        self.check_playout_actions(state)?;
        if G::HIDDEN {
            self.check_determinization(state, player, &actions)?;
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
        let counts = self.draw(0, actions, |rng, buffer| state.random_action(rng, buffer));
        match counts {
            Ok(counts) if chi_square_is_too_large(&counts) => Err(FaultKind::NotUniform(counts)),
            Ok(_) => Ok(()),
            Err(action) => Err(FaultKind::Random(format!("{action:?}"))),
        }
    }

    /// The same for the actions of playouts, which must also be told from others.
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
        match self.draw(1, &actions, |rng, buffer| state.playout_action(rng, buffer)) {
            Ok(counts) if chi_square_is_too_large(&counts) => Err(FaultKind::PlayoutNotUniform(counts)),
            Ok(_) => Ok(()),
            Err(action) => fault(action, "is not among the actions of playouts, but playout_action gives it"),
        }
    }

    /// Draws once, or in some of the states often, and counts what comes: all zeros if that was too little to judge by. The
    /// error is what is not in the list.
    fn draw(
        &mut self,
        of: usize,
        actions: &[G::Action],
        draw: impl Fn(&mut Rng, &mut Vec<G::Action>) -> G::Action,
    ) -> Result<Vec<usize>, G::Action> {
        let many = self.uniform_states[of] > 0 && actions.len() > 1 && self.rng.below(4) == 0;
        self.uniform_states[of] -= usize::from(many);
        let draws = if many { DRAWS_PER_ACTION * actions.len() } else { 1 };
        let mut counts = vec![0; actions.len()];
        let mut buffer = Vec::new();
        for _ in 0..draws {
            let action = draw(&mut self.rng, &mut buffer);
            let place = actions.iter().position(|&listed| listed == action).ok_or(action)?;
            counts[place] += usize::from(many);
        }
        Ok(counts)
    }

    /// What the acting player knows must be the same in every determinization for him.
    fn check_determinization(&mut self, state: &G, player: Player, actions: &[G::Action]) -> Result<(), FaultKind> {
        let sampled = state.determinize(player, &mut self.rng);
        if sampled.turn() != state.turn() {
            return Err(FaultKind::Determinization("the turn"));
        }
        if legal_actions(&sampled) != actions {
            return Err(FaultKind::Determinization("the legal actions or their order"));
        }
        Ok(())
    }

    /// All checks of a chance event; the outcome to go on with.
    fn check_chance(&mut self, state: &G) -> Result<G::Action, FaultKind> {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        let mut before = self.rng.clone();
        let sampled = state.sample_chance(&mut self.rng);
        for (place, &(action, probability)) in outcomes.iter().enumerate() {
            let repeated = outcomes[..place].iter().any(|&(earlier, _)| earlier == action);
            if repeated || probability.is_nan() || probability <= 0.0 {
                return Err(FaultKind::Outcome(state.format(action), probability.to_string()));
            }
            self.check_text(state, action)?;
            self.check_index(state, action)?;
        }
        let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
        if outcomes.is_empty() {
            // Such outcomes are too many for indices of their own; what the players see of them has one.
            self.check_text(state, sampled)?;
        } else if (sum - 1.0).abs() > 1e-9 {
            return Err(FaultKind::Probabilities(sum.to_string()));
        } else if !outcomes.iter().any(|&(action, _)| action == sampled) {
            return Err(FaultKind::Sampled(state.format(sampled)));
        } else if outcomes.len() == 1 && before.next_u64() != self.rng.clone().next_u64() {
            return Err(FaultKind::NeedlessDraw(state.format(sampled)));
        }
        self.check_outcomes(state, sampled, &outcomes)?;
        Ok(sampled)
    }

    /// What chance may decide is told apart from all else that was seen so far.
    fn check_outcomes(
        &mut self,
        state: &G,
        sampled: G::Action,
        outcomes: &[(G::Action, f64)],
    ) -> Result<(), FaultKind> {
        let mut possible = outcomes.iter().map(|&(action, _)| action).chain([sampled]);
        if let Some(denied) = possible.find(|&action| !state.is_outcome(action)) {
            return Err(FaultKind::DeniedOutcome(state.format(denied)));
        }
        for _ in 0..RECALLED.min(self.seen.len()) {
            let action = self.seen[self.rng.below(self.seen.len())];
            if state.is_outcome(action) && !outcomes.iter().any(|&(listed, _)| listed == action) {
                return Err(FaultKind::AllowedOutcome(format!("{action:?}")));
            }
        }
        Ok(())
    }

    fn check_text(&self, state: &G, action: G::Action) -> Result<(), FaultKind> {
        let text = state.format(action);
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(FaultKind::Text(text));
        }
        match state.parse(&text) {
            Ok(read) if read == action => Ok(()),
            Ok(read) => Err(FaultKind::RoundTrip(text, format!("{read:?}, which is not {action:?}"))),
            Err(message) => Err(FaultKind::RoundTrip(text, format!("an error: {message}"))),
        }
    }

    fn check_index(&mut self, state: &G, action: G::Action) -> Result<(), FaultKind> {
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
    fn check_action(&mut self, state: &G, action: G::Action) -> Result<(), FaultKind> {
        for player in (0..state.players() as u8).map(Player) {
            if let Some(observed) = state.observe(action, player) {
                self.check_index(state, observed)?;
            }
            state.draw(Some(player));
        }
        let drawing = state.draw(None);
        state.clone().apply(action);
        if state.draw(None) == drawing { Ok(()) } else { Err(FaultKind::SharedState(state.format(action))) }
    }

    fn check_end(&mut self, state: &G) -> Result<(), FaultKind> {
        match state.clone().playout(&mut self.rng, &mut Vec::new(), u32::MAX) {
            0 => Ok(()),
            plies => Err(FaultKind::PlayoutOfNothing(plies)),
        }
    }

    /// The end of a playout made step by step, and its length.
    fn stepped_playout(&mut self, start: &G) -> Result<(G, usize), FaultKind> {
        self.moves.clear();
        let (mut state, mut buffer) = (start.clone(), Vec::new());
        for plies in 0..MAX_PLIES {
            let action = match state.turn() {
                Turn::Over => return Ok((state, plies)),
                Turn::Player(_) => state.playout_action(&mut self.rng, &mut buffer),
                Turn::Chance => state.sample_chance(&mut self.rng),
            };
            state.apply(action);
        }
        Err(FaultKind::Endless)
    }

    /// The end of a playout and its length.
    fn playout(&mut self, start: &G) -> Result<(G, usize), FaultKind> {
        self.moves.clear();
        let mut state = start.clone();
        let plies = state.playout(&mut self.rng, &mut Vec::new(), u32::MAX);
        if state.turn() == Turn::Over { Ok((state, plies as usize)) } else { Err(FaultKind::Unfinished) }
    }
}

fn check_players<G: Game>(state: &G) -> Result<(), FaultKind> {
    let players = state.players();
    if !(1..=MAX_PLAYERS).contains(&players) {
        return Err(FaultKind::Players(players));
    }
    match state.turn() {
        Turn::Player(player) if player.index() >= players => Err(FaultKind::ActingPlayer(player.0, players)),
        _ => Ok(()),
    }
}

/// Whether an action is open, or the game does not tell.
fn is_open<G: Game>(state: &G, action: G::Action) -> bool {
    let (open, index) = (state.open_actions(), state.action_index(action));
    let word = usize::try_from(index / 64).ok().and_then(|word| open.get(word));
    open.is_empty() || word.is_some_and(|word| word >> (index % 64) & 1 == 1)
}

fn legal_actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

/// Whether counts that should be equal differ by more than chance explains: the chi-square statistic has the mean `f`
/// and the variance `2 f` for `f` degrees of freedom; the constant allows for its long tail when there are few.
fn chi_square_is_too_large(counts: &[usize]) -> bool {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    if expected == 0.0 {
        return false;
    }
    let statistic: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    statistic > freedom + STANDARD_ERRORS * (2.0 * freedom).sqrt() + 20.0
}

/// Sums over finished games of their length and of each player's reward, and of the squares.
struct Sample {
    games: f64,
    sums: [(f64, f64); 1 + MAX_PLAYERS],
}

impl Sample {
    fn new() -> Self {
        Sample { games: 0.0, sums: [(0.0, 0.0); 1 + MAX_PLAYERS] }
    }

    fn add<G: Game>(&mut self, end: &G, plies: usize) {
        self.games += 1.0;
        let rewards = (0..end.players() as u8).map(|player| end.reward(Player(player)).value());
        for (sum, value) in self.sums.iter_mut().zip([plies as f64].into_iter().chain(rewards)) {
            sum.0 += value;
            sum.1 += value * value;
        }
    }

    /// What differs between two samples by more than chance explains.
    fn differs_from(&self, other: &Sample) -> Option<FaultKind> {
        let moments = |sample: &Sample, place: usize| {
            let (sum, squares) = sample.sums[place];
            let mean = sum / sample.games;
            (mean, (squares / sample.games - mean * mean).max(0.0) / sample.games)
        };
        (0..self.sums.len()).find_map(|place| {
            let ((mean, variance), (wanted, wanted_variance)) = (moments(self, place), moments(other, place));
            let differs = (mean - wanted).abs() > STANDARD_ERRORS * (variance + wanted_variance).sqrt() + 1e-9;
            let what = if place == 0 { "length" } else { "reward" };
            // Few games give a poor estimate of the variance.
            (differs && self.games >= 50.0)
                .then(|| FaultKind::PlayoutDiffers(what, format!("{mean:.3}"), format!("{wanted:.3}")))
        })
    }
}
