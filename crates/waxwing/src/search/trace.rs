//! A finished iteration, for those who want to follow a search step by step.

use super::notes::Notes;
use crate::game::{Game, Player, Reward};
use crate::icarus::Phase;

/// One iteration of a search. Tracing does not change the search.
pub struct Trace<'a, G: Game> {
    /// The state it started from: the root, or a determinization of it.
    pub root: &'a G,
    /// What each player got.
    pub rewards: &'a [Reward],
    notes: &'a Notes<G>,
}

/// One action of an iteration.
pub struct TraceStep<'a, A> {
    /// Who acted; `None` is chance.
    pub player: Option<Player>,
    /// What was done.
    pub action: A,
    /// What could have been done; empty for chance.
    pub legal: &'a [A],
    /// Where the node lies, in the tree of the player who acted.
    pub phase: Phase,
    /// What that tree knew of each of the legal actions when the choice was made; empty in the playout, for chance, and where
    /// the choice needed no look at them.
    pub known: &'a [KnownAction],
}

/// What a tree knew of an action when a choice was made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownAction {
    /// Iterations that had come through it.
    pub visits: u32,
    /// Their mean reward for the acting player, if there were any.
    pub value: Option<f64>,
    /// The score by which the policy chose; none where it has none, such as one that draws.
    pub score: Option<f32>,
}

impl<'a, G: Game> Trace<'a, G> {
    pub(crate) fn new(root: &'a G, notes: &'a Notes<G>, rewards: &'a [Reward]) -> Trace<'a, G> {
        Trace { root, rewards, notes }
    }

    /// How many of the steps were made in trees; the others are the playout.
    pub fn descent(&self) -> usize {
        self.notes.log.places.len()
    }

    /// The actions from the root to the end of the playout.
    pub fn steps(&self) -> impl Iterator<Item = TraceStep<'a, G::Action>> {
        let notes = self.notes;
        let log = &notes.log;
        log.steps.iter().zip(&notes.actions).enumerate().map(|(index, (step, &action))| TraceStep {
            player: step.player,
            action,
            legal: &notes.legal[log.legal_starts[index] as usize..log.legal_starts[index + 1] as usize],
            phase: log.places.get(index).map_or(Phase::Simulation, |place| place.phase),
            known: known(notes, index),
        })
    }
}

/// What the tree knew of the legal actions of a step.
fn known<G: Game>(notes: &Notes<G>, index: usize) -> &[KnownAction] {
    let end_of = |step: usize| notes.known_starts.get(step).map_or(0, |&end| end as usize);
    let begin = index.checked_sub(1).map_or(0, end_of);
    notes.known.get(begin..end_of(index)).unwrap_or_default()
}
