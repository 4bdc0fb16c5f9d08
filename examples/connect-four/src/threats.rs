//! An evaluation, free places that complete four in a line; and where stones fall to.

use waxwing::knowledge::{AttributeList, Attributes, Evaluation, Evaluator, Knowledge};
use waxwing::{Game, Player, Turn};

use crate::{Board, ConnectFour};

/// What is known of Connect Four beyond its rules.
pub(crate) struct Threats;

impl Knowledge<ConnectFour> for Threats {
    fn evaluations(&self) -> Vec<Evaluation<ConnectFour>> {
        vec![Evaluation::new("threats", Threats)]
    }

    fn attributes(&self) -> Option<&dyn Attributes<ConnectFour>> {
        Some(&ATTRIBUTES)
    }
}

impl Evaluator<ConnectFour> for Threats {
    /// The share of a player's threats in those of both, from -1 to 1; a few more that neither has keep single threats small.
    fn evaluate(&self, state: &ConnectFour, player: Player) -> f32 {
        if state.turn() == Turn::Over {
            return 2.0 * state.reward(player).value() as f32 - 1.0;
        }
        let free = state.board.places & !state.all;
        let [own, other] = [player, Player(1 - player.0)]
            .map(|player| (completing(state.board, state.stones(player)) & free).count_ones() as f32);
        (own - other) / (own + other + 4.0)
    }
}

/// Where a stone falls to.
static ATTRIBUTES: AttributeList<ConnectFour> = AttributeList::<ConnectFour>(&[
    ("column", 8, |_, column| column.0.into()),
    ("row", 7, |state, column| {
        let place = (state.landings() & state.board.column(column)).trailing_zeros();
        (place % u32::from(state.board.rows + 1)) as u16
    }),
]);

/// The places that would be the fourth in a line with these stones.
fn completing(board: Board, stones: u64) -> u64 {
    let in_line = |step: u8| {
        let [up, down] = [stones << step, stones >> step];
        let [two_up, two_down] = [up & up << step, down & down >> step];
        two_up & two_up << step | two_down & two_down >> step | two_up & down | up & two_down
    };
    board.steps().into_iter().fold(0, |places, step| places | in_line(step))
}
