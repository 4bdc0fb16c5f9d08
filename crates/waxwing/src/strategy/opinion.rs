//! What records say of an action, for those who ask without choosing.

use crate::icarus::{Records, Stat};

/// What a record says of an action at some decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The mean reward of the acting player; of a reply 1 for the action that is played and 0 for the others. 0 without visits.
    pub value: f32,
    /// How often the record was visited; 1 for replies.
    pub visits: u32,
    /// Tells the record from all others of its strategy: two decisions that share a record have the same number.
    pub record: u64,
}

impl Opinion {
    /// What a statistic says.
    pub(crate) fn of(stat: Option<&Stat>, record: u64) -> Opinion {
        match stat.filter(|stat| stat.visits() > 0) {
            Some(stat) => Opinion { value: stat.mean(), visits: stat.visits(), record },
            None => Opinion { value: 0.0, visits: 0, record },
        }
    }
}

impl Records {
    /// What the record of a key says, for [`Learner::opinions`](crate::strategy::Learner::opinions).
    pub fn opinion(&self, key: u64) -> Opinion {
        Opinion::of(self.get(key), key)
    }
}
