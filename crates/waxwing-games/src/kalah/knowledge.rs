//! What Kalah offers beyond its rules.
//!
//! Episodes: one starts at the beginning and whenever the turn has passed to the other player; its label is the player to
//! move. So an episode is a whole turn, with all the moves that seeds in the store have earned.
//!
//! The evaluation `store` is that of the implicit minimax paper: tanh(δ / 10), where δ is how many seeds more a player
//! has in its store than the other. A won game is 1, a lost one -1, a draw 0. As if it were not over, an ended game is worth what
//! the stores were before the last seeds were swept into them.

use std::sync::{Arc, LazyLock};

use waxwing::Player;
use waxwing::knowledge::{
    AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates, Squares,
};

use super::board::Board;
use super::learned::{self, KalahSquares};
use super::sowing::{MOST_HOUSES, MOST_SEEDS};
use super::{Kalah, KalahMove};
use crate::bits;

/// What is offered depends on the board: there is a learned evaluation for the usual one.
#[derive(Clone, Copy)]
pub(super) struct KalahKnowledge {
    is_usual: bool,
}

impl KalahKnowledge {
    pub(super) const USUAL: &'static KalahKnowledge = &KalahKnowledge { is_usual: true };
    const OTHER: &'static KalahKnowledge = &KalahKnowledge { is_usual: false };

    #[inline]
    pub(super) fn of(state: &Kalah) -> &'static KalahKnowledge {
        if learned::is_usual(state) { KalahKnowledge::USUAL } else { KalahKnowledge::OTHER }
    }
}

/// In the order of the bits of [`Predicates::holding`]; all are said of the mover.
const PREDICATES: &[&str] = &["again", "capture", "threatened", "extra", "ahead", "behind", "decided", "few-seeds"];

/// Seeds are few when the houses hold one in this many.
const FEW: u8 = 4;

/// The values of `store` for all leads.
static STORE: LazyLock<[f32; 2 * MOST_SEEDS + 1]> =
    LazyLock::new(|| std::array::from_fn(|place| libm::tanh((place as f64 - MOST_SEEDS as f64) / 10.0) as f32));

impl Kalah {
    /// How many seeds more the mover has in its store.
    #[inline]
    pub(super) fn lead(&self) -> i16 {
        i16::from(self.board.own.store()) - i16::from(self.board.other.store())
    }

    /// The value of `store` for a player.
    #[inline]
    fn store_value(&self, over: bool, player: u8) -> f32 {
        let lead = self.lead();
        let value = if over { f32::from(lead.signum()) } else { STORE[(lead + MOST_SEEDS as i16) as usize] };
        if player == self.mover { value } else { -value }
    }

    /// Whether the player to move on this board can move twice, and whether it can capture seeds of the other.
    fn prospects(&self, board: Board) -> [bool; 2] {
        board.own.filled_houses().fold([false; 2], |[again, capture], house| {
            let mut sown = board;
            let sowing = sown.sow(house, self.houses);
            let captures = sown.ends_alone(sowing) && sown.facing(sowing, self.houses) > 0;
            [again || sowing.again(), capture || captures]
        })
    }
}

/// The house, in sowing order, and how many seeds lie in it.
static ATTRIBUTES: AttributeList<Kalah> = AttributeList::<Kalah>(&[
    ("house", MOST_HOUSES, |_, action| action.house().into()),
    ("seeds", MOST_SEEDS + 1, |state, action| state.board.own.house(action.house()).into()),
]);

impl Knowledge<Kalah> for KalahKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Kalah>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Kalah>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Kalah>> {
        let mut evaluations = vec![Evaluation::new("store", *self)];
        evaluations.extend(self.is_usual.then(learned::evaluation).flatten());
        evaluations
    }

    fn squares(&self, state: &Kalah) -> Option<Arc<dyn Squares<Kalah>>> {
        learned::is_usual(state).then(|| Arc::new(KalahSquares) as _)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Kalah>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Kalah> for KalahKnowledge {
    #[inline]
    fn episode(&self, state: &Kalah) -> Option<EpisodeLabel> {
        (!state.is_extra_move()).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Predicates<Kalah> for KalahKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &Kalah) -> u64 {
        let (board, total, lead) = (state.board, state.total(), state.lead());
        let [again, capture] = state.prospects(board);
        let [_, threatened] = state.prospects(Board { own: board.other, other: board.own });
        bits::pack([
            again,
            capture,
            threatened,
            state.is_extra_move(),
            lead > 0,
            lead < 0,
            2 * board.own.store().max(board.other.store()) > total,
            board.own.seeds() + board.other.seeds() <= total / FEW,
        ])
    }
}

impl Evaluator<Kalah> for KalahKnowledge {
    #[inline]
    fn evaluate(&self, state: &Kalah, player: Player) -> f32 {
        state.store_value(state.is_over(), player.0)
    }

    fn evaluate_ended(&self, state: &Kalah, player: Player) -> f32 {
        let swept = i16::from(state.board.own.swept()) - i16::from(state.board.other.swept());
        let value = STORE[(state.lead() - swept + MOST_SEEDS as i16) as usize];
        if player.0 == state.mover { value } else { -value }
    }

    fn evaluate_actions(&self, state: &Kalah, actions: &[KalahMove], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|action| {
            let mut after = state.clone();
            let over = after.make(action.house());
            after.store_value(over, state.mover)
        }));
    }
}
