//! `switch(I₁, I₂, depth=…)` and `switch(I₁, I₂, phase=…)`: I₁ chooses up to a border, I₂ beyond it.
//!
//! It is ours. `>` is the same with `phase=simulation`, but stands outside of all other operators. Depth is counted from the root,
//! in plies of players and of chance. Both parts learn everywhere.

use super::policy::Policy;
use crate::strategy::Ply;

impl Policy {
    /// The policy that chooses at a ply.
    pub(super) fn branch(&self, ply: &Ply<'_>) -> &Policy {
        self.branch_at(ply.phase, ply.log.steps.len())
    }

    /// The policy that chooses in this phase at this depth below the root.
    #[inline]
    pub(crate) fn branch_at(&self, phase: super::Phase, depth: usize) -> &Policy {
        let mut policy = self;
        while let Policy::Switch(border, branches) = policy {
            policy = &branches[usize::from(border.is_behind(phase, depth))];
        }
        policy
    }

    /// Whether the choice depends on how many plies lie above.
    pub(crate) fn looks_at_depth(&self) -> bool {
        match self {
            Policy::Strategy(_) => false,
            Policy::Linear(_, parts) | Policy::Blend(_, parts, _) | Policy::Vote(_, parts) | Policy::Product(parts) => {
                parts.iter().any(Policy::looks_at_depth)
            }
            Policy::Otherwise(_, then) => then.looks_at_depth(),
            Policy::Switch(border, branches) => {
                matches!(border, crate::agent::Border::Depth(_)) || branches.iter().any(Policy::looks_at_depth)
            }
        }
    }
}
