//! Follows a game with Waxwing's rules and says where they part from the oracle's.

use std::fmt;

use waxwing::Turn;
use waxwing_workshop::Position;

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
pub fn follow(start: &Position, play: &Play, tally: &mut Tally) -> Result<(), Disagreement> {
    let mut position = start.clone();
    for (count, decision) in play.decisions.iter().enumerate() {
        let disagree = |(subject, oracle, waxwing)| Disagreement {
            seeds: play.seeds.clone(),
            moves: play.decisions[..count].iter().map(|decision| decision.chosen.clone()).collect(),
            subject,
            oracle,
            waxwing,
        };
        tally.actions += compare(&mut position, decision).map_err(disagree)?;
        tally.states += 1;
        position
            .play(&decision.chosen)
            .map_err(|error| disagree(("the move cannot be made", decision.chosen.clone(), error.to_string())))?;
    }
    tally.games += 1;
    let Some(rewards) = &play.rewards else { return Ok(()) };
    tally.ended += 1;
    compare_end(&position, rewards).map_err(|(subject, oracle, waxwing)| Disagreement {
        seeds: play.seeds.clone(),
        moves: play.decisions.iter().map(|decision| decision.chosen.clone()).collect(),
        subject,
        oracle,
        waxwing,
    })
}

/// A subject, the oracle's opinion and Waxwing's.
type Opinions = (&'static str, String, String);

/// Compares one position; returns how many actions it has.
fn compare(position: &mut Position, decision: &Decision) -> Result<u64, Opinions> {
    if position.turn() != decision.turn {
        return Err(("the turn differs", turn_name(decision.turn), turn_name(position.turn())));
    }
    let (offer, count) = offer(position);
    if !same(&offer, &decision.offer) {
        let theirs = as_written(position, &decision.offer);
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
fn as_written(position: &mut Position, offer: &Offer) -> Offer {
    let mut write = |text: &String| {
        if position.play(text).is_err() {
            return text.clone();
        }
        let written = position.last_move().expect("a move has been made");
        position.take_back();
        written
    };
    match offer {
        Offer::Moves(moves) => Offer::Moves(moves.iter().map(write).collect()),
        Offer::Outcomes(outcomes) => Offer::Outcomes(outcomes.iter().map(|(text, &p)| (write(text), p)).collect()),
        Offer::Unlisted => Offer::Unlisted,
    }
}

/// What Waxwing offers in a position, and how many actions that are.
fn offer(position: &Position) -> (Offer, usize) {
    if position.is_deal() {
        return (Offer::Unlisted, 0);
    }
    if position.turn() == Turn::Chance {
        let outcomes = position.outcomes();
        let count = outcomes.len();
        return (Offer::Outcomes(outcomes.into_iter().collect()), count);
    }
    let legal = position.legal();
    let count = legal.len();
    (Offer::Moves(legal.into_iter().collect()), count)
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

fn compare_end(position: &Position, rewards: &[f64]) -> Result<(), Opinions> {
    let Some(ours) = position.rewards() else {
        return Err(("the end differs", "the game is over".to_owned(), turn_name(position.turn())));
    };
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
