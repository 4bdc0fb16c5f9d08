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
}

impl<'a, G: Game> Trace<'a, G> {
    pub(crate) fn new(root: &'a G, notes: &'a Notes<G>, rewards: &'a [Reward]) -> Trace<'a, G> {
        Trace { root, rewards, notes }
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
        })
    }
}
