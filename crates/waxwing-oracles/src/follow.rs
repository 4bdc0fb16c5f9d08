//! Follows a game with Waxwing's rules and says where they part from the oracle's.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use waxwing::{Game, Notation, Player, Turn};

use crate::play::{Decision, Offer, Play};

/// Probabilities and rewards that differ by less are equal.
const TOLERANCE: f64 = 1e-9;

/// Where Waxwing and the oracle disagree.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.describe())]
pub struct Disagreement {
    /// The seeds of the oracle's games.
    pub seeds: Vec<u64>,
    /// The moves up to there.
    pub moves: Vec<String>,
    /// What they disagree about.
    pub subject: &'static str,
    /// What the oracle says.
    pub oracle: String,
    /// What Waxwing says.
    pub waxwing: String,
}

impl Disagreement {
    fn describe(&self) -> String {
        let Disagreement { subject, oracle, waxwing, .. } = self;
        let seeds: Vec<String> = self.seeds.iter().map(u64::to_string).collect();
        let (count, moves) = (self.moves.len(), self.moves.join(" "));
        format!(
            "{subject} (seed {}, after {count} moves)\n  moves: {moves}\n  OpenSpiel: {oracle}\n  Waxwing: {waxwing}",
            seeds.join(", ")
        )
    }
}

/// How much has been compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Games compared up to their end, with its rewards.
    pub ended: u64,
    /// States.
    pub states: u64,
    /// Legal moves and outcomes of chance.
    pub actions: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { games, ended, states, actions } = self;
        write!(f, "{games} games ({ended} to their end), {states} states, {actions} actions")
    }
}

/// Follows the game from its start; the turns, legal moves, chances and rewards must be the oracle's.
pub fn follow<G: Notation>(start: &G, play: &Play, tally: &mut Tally) -> Result<(), Disagreement> {
    let mut state = start.clone();
    for (count, decision) in play.decisions.iter().enumerate() {
        let disagree = |(subject, oracle, waxwing)| Disagreement {
            seeds: play.seeds.clone(),
            moves: play.decisions[..count].iter().map(|decision| decision.chosen.clone()).collect(),
            subject,
            oracle,
            waxwing,
        };
        tally.actions += compare(&state, decision).map_err(disagree)?;
        tally.states += 1;
        let action = state.parse(&decision.chosen);
        let action =
            action.map_err(|message| disagree(("the move is not understood", decision.chosen.clone(), message)))?;
        state.apply(action);
    }
    tally.games += 1;
    let Some(rewards) = &play.rewards else { return Ok(()) };
    tally.ended += 1;
    compare_end(&state, rewards).map_err(|(subject, oracle, waxwing)| Disagreement {
        seeds: play.seeds.clone(),
        moves: play.decisions.iter().map(|decision| decision.chosen.clone()).collect(),
        subject,
        oracle,
        waxwing,
    })
}

/// A subject, the oracle's opinion and Waxwing's.
type Opinions = (&'static str, String, String);

/// Compares one state; returns how many actions it has.
fn compare<G: Notation>(state: &G, decision: &Decision) -> Result<u64, Opinions> {
    if state.turn() != decision.turn {
        return Err(("the turn differs", turn_name(decision.turn), turn_name(state.turn())));
    }
    let (offer, count) = offer(state);
    if !same(&offer, &decision.offer) {
        let theirs = as_written(state, &decision.offer);
        if !same(&offer, &theirs) || theirs.len() != decision.offer.len() {
            return Err(("what can be done differs", theirs.to_string(), offer.to_string()));
        }
    }
    // Two actions that are written alike would hide in a set.
    if offer.len() != count {
        return Err(("the number of actions differs", offer.len().to_string(), count.to_string()));
    }
    Ok(count as u64)
}

/// The oracle's moves as Waxwing writes them: a translation may leave out what need not be typed.
fn as_written<G: Notation>(state: &G, offer: &Offer) -> Offer {
    let write = |text: &String| state.parse(text).map_or_else(|_| text.clone(), |action| state.format(action));
    match offer {
        Offer::Moves(moves) => Offer::Moves(moves.iter().map(write).collect()),
        Offer::Outcomes(outcomes) => Offer::Outcomes(outcomes.iter().map(|(text, &p)| (write(text), p)).collect()),
        Offer::Unlisted => Offer::Unlisted,
    }
}

/// What Waxwing offers in a state, and how many actions that are.
fn offer<G: Notation>(state: &G) -> (Offer, usize) {
    if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        let texts: BTreeMap<String, f64> = outcomes.iter().map(|&(action, p)| (state.format(action), p)).collect();
        return (if texts.is_empty() { Offer::Unlisted } else { Offer::Outcomes(texts) }, outcomes.len());
    }
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    let texts: BTreeSet<String> = actions.iter().map(|&action| state.format(action)).collect();
    (Offer::Moves(texts), actions.len())
}

fn same(ours: &Offer, theirs: &Offer) -> bool {
    match (ours, theirs) {
        (Offer::Outcomes(ours), Offer::Outcomes(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|((ours, p), (theirs, q))| ours == theirs && (p - q).abs() < TOLERANCE)
        }
        _ => ours == theirs,
    }
}

fn compare_end<G: Game>(state: &G, rewards: &[f64]) -> Result<(), Opinions> {
    if state.turn() != Turn::Over {
        return Err(("the end differs", "the game is over".to_owned(), turn_name(state.turn())));
    }
    let ours: Vec<f64> = (0..state.players()).map(|player| state.reward(Player(player as u8)).value()).collect();
    let equal = ours.len() == rewards.len() && ours.iter().zip(rewards).all(|(a, b)| (a - b).abs() < TOLERANCE);
    if equal { Ok(()) } else { Err(("the rewards differ", format!("{rewards:?}"), format!("{ours:?}"))) }
}

fn turn_name(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => format!("player {player} acts"),
        Turn::Chance => "chance decides".to_owned(),
        Turn::Over => "the game is over".to_owned(),
    }
}
