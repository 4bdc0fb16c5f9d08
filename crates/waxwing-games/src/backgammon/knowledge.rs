//! What Backgammon offers beyond its rules.
//!
//! Episodes (EPIC, eq. 23 of the ICARUS paper): one starts where the dice are about to be rolled, and all have the same
//! label; an episode is a whole turn.
//!
//! The evaluation `pips` compares how far the players have yet to go: the difference d of the pip counts gives
//! d / (|d| + 20). A tenth of the start's count ahead is nearly half a win. What `learned` looks at is in `learned.rs`.

use std::sync::Arc;

use waxwing::knowledge::{
    AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates, Squares,
};
use waxwing::{Game as _, Player, Reward};

use super::Backgammon;
use super::board::BAR;
use super::learned::{self, BackgammonSquares};
use crate::bits;

pub(super) struct BackgammonKnowledge;

/// In the order of the bits of [`Predicates::holding`]; all but those of the other player are said of the mover.
const PREDICATES: &[&str] = &[
    "on-bar",
    "other-on-bar",
    "home",
    "other-home",
    "race",
    "ahead",
    "behind",
    "can-hit",
    "can-bear-off",
    "has-blot",
    "last-move",
];

/// The only label.
const ROLL: EpisodeLabel = 0;

/// The difference in pips that counts as half a win.
const HALF_WIN: f32 = 20.0;

impl Backgammon {
    /// How many points the mover is ahead.
    fn lead(&self) -> i16 {
        self.other().pips() as i16 - self.own().pips() as i16
    }

    /// Where the legal moves end: bit 0 is off the board.
    fn targets(&self) -> u32 {
        let [first, second] = self.dice();
        let (by_first, by_second) = (self.sources as u32, (self.sources >> 32) as u32);
        // A die that is larger than needed bears off as well.
        let beyond = |sources: u32, die: u8| u32::from(sources & ((1 << die) - 1) != 0);
        by_first >> first | by_second >> second | beyond(by_first, first) | beyond(by_second, second)
    }

    /// Whether the players' checkers have passed each other.
    pub(super) fn is_race(&self) -> bool {
        self.own().rearmost() + self.other().rearmost() < BAR
    }
}

/// Points in the mover's view: 25 is the bar, 0 is off the board.
static ATTRIBUTES: AttributeList<Backgammon> = AttributeList::<Backgammon>(&[
    ("from", BAR as usize + 1, |_, action| action.source_and_die().map_or(0, |(source, _)| source.into())),
    ("target", BAR as usize, |_, action| {
        action.source_and_die().map_or(0, |(source, die)| source.saturating_sub(die).into())
    }),
    ("die", 7, |_, action| action.source_and_die().map_or(0, |(_, die)| die.into())),
]);

impl Knowledge<Backgammon> for BackgammonKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Backgammon>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Backgammon>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Backgammon>> {
        let mut evaluations = vec![Evaluation::new("pips", BackgammonKnowledge)];
        evaluations.extend(learned::evaluation());
        evaluations
    }

    fn squares(&self, _: &Backgammon) -> Option<Arc<dyn Squares<Backgammon>>> {
        Some(Arc::new(BackgammonSquares))
    }

    fn attributes(&self) -> Option<&dyn Attributes<Backgammon>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Backgammon> for BackgammonKnowledge {
    #[inline]
    fn episode(&self, state: &Backgammon) -> Option<EpisodeLabel> {
        (state.left == 0).then_some(ROLL)
    }
}

impl Predicates<Backgammon> for BackgammonKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &Backgammon) -> u64 {
        let (own, other) = (state.own(), state.other());
        let (lead, targets) = (state.lead(), state.targets());
        bits::pack([
            own.is_on_bar(),
            other.is_on_bar(),
            own.is_home(),
            other.is_home(),
            state.is_race(),
            lead > 0,
            lead < 0,
            targets & other.blots() != 0,
            targets & 1 != 0,
            own.blots() != 0,
            state.left == 1,
        ])
    }
}

impl Evaluator<Backgammon> for BackgammonKnowledge {
    fn evaluate(&self, state: &Backgammon, player: Player) -> f32 {
        if state.is_over() {
            return match state.reward(player) {
                Reward::WIN => 1.0,
                Reward::LOSS => -1.0,
                _ => 0.0,
            };
        }
        let lead = f32::from(state.lead());
        let value = lead / (lead.abs() + HALF_WIN);
        if player.0 == state.mover { value } else { -value }
    }
}
