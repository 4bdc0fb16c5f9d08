//! What a strategy needs the search to note.

use crate::knowledge::Attribute;

/// What a strategy needs the search to note while an iteration runs. What none of them needs is not noted.
///
/// ```
/// use waxwing::strategy::Needs;
///
/// let nothing = Needs::default();
/// let steps_and_moves = Needs::steps().and_moves();
/// assert_ne!(nothing, steps_and_moves);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The finished iteration's steps.
    pub(crate) steps: bool,
    /// What each player has seen.
    pub(crate) moves: bool,
    /// The keys of the legal actions of every ply.
    pub(crate) legal: bool,
    /// The legal actions of those plies where they were listed anyway.
    pub(crate) lists: bool,
    /// The keys of those.
    pub(crate) keys: bool,
    /// The slots of the legal actions at selection nodes.
    pub(crate) arms: bool,
    /// The position-in-episode of every ply.
    pub(crate) episodes: bool,
    /// The predicates that hold at every ply.
    pub(crate) predicates: bool,
    /// What the game says of the actions that are played: a bit for each attribute.
    pub(crate) attributes: u64,
    /// The actions behind remembered keys.
    pub(crate) replies: bool,
    /// The actions themselves.
    pub(crate) actions: bool,
    /// The legal actions of every ply, for a trace.
    pub(crate) trace: bool,
}

impl Needs {
    /// The steps of a finished iteration: without them, nothing is captured.
    pub fn steps() -> Needs {
        Needs { steps: true, ..Needs::default() }
    }

    /// And what each player has seen ([`Ply::moves`](super::Ply::moves)).
    pub fn and_moves(self) -> Needs {
        Needs { moves: true, ..self }
    }

    /// And the legal actions of every ply ([`Iteration::legal`](super::Iteration::legal)).
    pub fn and_legal(self) -> Needs {
        Needs { legal: true, ..self }
    }

    /// And the legal actions of every ply in the tree.
    pub(crate) fn and_legal_in_tree(self) -> Needs {
        Needs { lists: true, keys: true, ..self }
    }

    /// And what the game says of the actions that are played by an attribute.
    pub(crate) fn and_attribute(self, attribute: Attribute) -> Needs {
        Needs { attributes: self.attributes | 1 << attribute.index(), ..self }
    }

    /// And the slots of the legal actions at selection nodes ([`Iteration::arms`](super::Iteration::arms)).
    pub fn and_arms(self) -> Needs {
        Needs { arms: true, ..self }
    }

    /// And the positions-in-episode ([`Ply::position`](super::Ply::position)).
    pub fn and_episodes(self) -> Needs {
        Needs { episodes: true, ..self }
    }

    /// And the predicates that hold ([`Iteration::predicates`](super::Iteration::predicates)).
    pub fn and_predicates(self) -> Needs {
        Needs { predicates: true, ..self }
    }

    /// And the actions behind the keys that it remembers ([`Iteration::remember`](super::Iteration::remember)), so that it can
    /// play them again ([`Ply::recall`](super::Ply::recall)).
    pub fn and_replies(self) -> Needs {
        Needs { replies: true, actions: true, ..self }
    }

    /// And the states that the iteration went through ([`Iteration::teach`](super::Iteration::teach)).
    pub fn and_states(self) -> Needs {
        Needs { actions: true, ..self }
    }

    /// Whether a step of a playout leaves nothing to note but itself.
    pub(crate) fn only_steps(self) -> bool {
        let more = self.moves || self.legal || self.lists || self.episodes || self.predicates || self.trace;
        self.steps && !more && self.attributes == 0
    }

    /// Whether it leaves nothing to note but itself and that it was seen.
    pub(crate) fn only_moves(self) -> bool {
        self.moves && Needs { moves: false, ..self }.only_steps()
    }

    pub(crate) fn join(self, other: Needs) -> Needs {
        Needs {
            steps: self.steps || other.steps,
            moves: self.moves || other.moves,
            legal: self.legal || other.legal,
            lists: self.lists || other.lists,
            keys: self.keys || other.keys,
            arms: self.arms || other.arms,
            episodes: self.episodes || other.episodes,
            predicates: self.predicates || other.predicates,
            attributes: self.attributes | other.attributes,
            replies: self.replies || other.replies,
            actions: self.actions || other.actions,
            trace: self.trace || other.trace,
        }
    }
}
