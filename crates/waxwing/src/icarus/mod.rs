//! ICARUS: information capture and reuse strategies, and the operators that combine them.
//!
//! One file holds one strategy: its formula and readings, its entry of the catalogue with the function that makes it, and
//! its records and policy. [`entries`] lists them. Start with `mast.rs`, the simplest, and compare it with Specification 3;
//! the trait is in `strategy/`.

mod amaf;
mod bhrf;
mod bias;
mod categories;
mod corrective;
mod ege;
mod epic;
mod expert;
mod fast;
mod grave;
mod greedy;
mod highest;
mod hint;
mod ipp;
mod lexicon;
mod lgr;
mod lookahead;
mod mast;
mod mixed;
mod nast;
mod parameters;
mod part;
mod past;
mod pending;
mod policy;
mod pool_rave;
mod product;
mod queue;
mod quota;
mod record;
mod records;
mod stat;
mod switch;
mod table;
mod tiles;
mod ucb;
mod uct;
mod uniform;
mod unpruning;
mod view;
mod vote;

pub(crate) use bhrf::{ReplyForest, Replying};
pub(crate) use bias::{ProgressiveBias, ProgressiveHistory};
pub(crate) use corrective::USUAL_BOUND;
pub(crate) use epic::{Epic, StrictEpic, episode_start};
pub(crate) use highest::{argmax, epsilon_greedy, roulette};
pub(crate) use hint::Hint;
pub(crate) use lexicon::Lexicon;
pub(crate) use lgr::LastGoodReply;
pub(crate) use lookahead::{LookAhead, LookingAhead};
pub(crate) use mast::Mast;
pub(crate) use nast::Nast;
pub(crate) use part::{Learned, Part, QuickChoice, Quickened, Source};
pub use pending::Pending;
pub(crate) use policy::{Choosing, Policy, Schedule, Threads, Weights};
pub use quota::Quota;
pub use record::{About, Information, Record};
pub(crate) use records::{same_as, setting_of};
pub(crate) use stat::{REWARD_UNIT, add_u32};
pub use stat::{Sharing, Stat};
pub(crate) use table::mix;
pub use table::{Lifetime, Records};
pub(crate) use ucb::{Buffers, Ranking, bonus, ucb1};
pub(crate) use uct::Uct;
pub(crate) use unpruning::ProgressiveUnpruning;
pub use view::Phase;
pub(crate) use view::{Arms, Counts, LegalList, Log, Moment, NO_SLOT, Place, TypedIteration, TypedPly};

use crate::agent::catalogue::Entry;

/// What the scores of a strategy mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The policy is uniform over the actions with the highest score.
    Values,
    /// The policy chooses in proportion to the scores.
    Weights,
}

/// The strategies that come with the library, in the order in which they are best listed.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        uct::entry(),
        uniform::entry(),
        amaf::entry(),
        amaf::rave_entry(),
        grave::entry(),
        mast::entry(),
        mast::tree_only_entry(),
        past::entry(),
        lgr::entry(),
        lgr::forgetting_entry(),
        bhrf::entry(),
        pool_rave::entry(),
        nast::entry(),
        epic::entry(),
        fast::entry(),
        tiles::entry(),
        records::entry(),
        ege::entry(),
        lookahead::entry(),
        ipp::entry(),
        expert::entry(),
        categories::entry(),
        corrective::entry(),
        greedy::entry(),
        mixed::entry(),
    ]
}
