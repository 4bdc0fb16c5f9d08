//! What Go offers beyond its rules: the score, how experts play, and what can be said of a position at a glance.
//!
//! Episodes (EPIC): one begins in the initial state and whenever the last stone was put far from the one before, so that
//! something new is played out, or one of the two moves was a pass; its label is the player to move. The ICARUS paper
//! has none for Go: these are our choice.

use waxwing::knowledge::{
    AttributeList, Attributes, EXPERT, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates, Priors,
    Weighting, Weightings,
};
use waxwing::{Game, Player, Reward, Rng, Turn};

use super::board::{Colour, LARGEST, NEIGHBOURS, NOWHERE};
use super::{Go, GoMove};
use crate::bits;

pub(super) struct GoKnowledge;

/// In the order of the bits of [`Predicates::holding`]. The last stone is the other player's.
const PREDICATES: &[&str] =
    &["other-passed", "ko", "last-in-atari", "last-gives-atari", "opening", "middle", "endgame"];

/// The lead, as a part of the points of the board, that counts as half a win.
const HALF_WIN: f32 = 0.25;

/// A stone farther away than this many lines, along rows or columns, is far.
const NEAR: u8 = 3;

impl Go {
    /// Whether the last two moves were stones near each other.
    #[inline]
    fn goes_on(&self) -> bool {
        let near = |((column, row), (other_column, other_row)): ((u8, u8), (u8, u8))| {
            column.abs_diff(other_column) <= NEAR && row.abs_diff(other_row) <= NEAR
        };
        self.last.place().zip(self.before.place()).is_some_and(near)
    }

    /// Whether a chain of the mover beside the last stone is in atari.
    fn last_gives_atari(&self) -> bool {
        self.last.place().is_some()
            && NEIGHBOURS.into_iter().any(|distance| {
                let beside = usize::from(self.last.point()).wrapping_add(distance);
                self.board.colour(beside as u16) == self.colour() && self.board.is_in_atari(beside)
            })
    }

    fn last_in_atari(&self) -> bool {
        // (A stone that was suicide is not there any more.)
        self.stone(self.last).is_some() && self.board.is_in_atari(usize::from(self.last.point()))
    }
}

/// The point on the largest board; the last number is the pass.
static ATTRIBUTES: AttributeList<Go> =
    AttributeList::<Go>(&[("target", LARGEST * LARGEST + 1, |_, action| action.index(LARGEST as u8) as u16)]);

impl Knowledge<Go> for GoKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Go>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Go>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Go>> {
        vec![Evaluation::new("area", GoKnowledge)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Go>> {
        Some(self)
    }

    fn priors(&self) -> Option<&dyn Priors<Go>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Go>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Go> for GoKnowledge {
    #[inline]
    fn episode(&self, state: &Go) -> Option<EpisodeLabel> {
        (!state.goes_on()).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Predicates<Go> for GoKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &Go) -> u64 {
        let points = usize::from(state.size()).pow(2);
        // Thirds of the points that stones are put on.
        let third = (points - state.board.empty().len()) * 3 / points;
        bits::pack([
            state.last == GoMove::PASS,
            state.board.ko != NOWHERE,
            state.last_in_atari(),
            state.last_gives_atari(),
            third == 0,
            third == 1,
            third >= 2,
        ])
    }
}

impl Evaluator<Go> for GoKnowledge {
    /// The score if the game ended now: stones and what they surround, which says little before the endgame.
    fn evaluate(&self, state: &Go, player: Player) -> f32 {
        if state.turn() == Turn::Over {
            return match state.reward(player) {
                Reward::WIN => 1.0,
                Reward::LOSS => -1.0,
                _ => 0.0,
            };
        }
        self.evaluate_ended(state, player)
    }

    fn evaluate_ended(&self, state: &Go, player: Player) -> f32 {
        let lead = state.half_points() as f32 / 2.0;
        let value = lead / (lead.abs() + HALF_WIN * f32::from(state.size()).powi(2));
        if Colour::of(player.0) == Colour::Black { value } else { -value }
    }
}

impl Weightings<Go> for GoKnowledge {
    fn names(&self) -> Vec<&str> {
        vec![EXPERT]
    }

    fn weigh(&self, _: Weighting, state: &Go, actions: &[GoMove], weights: &mut Vec<f32>) {
        state.expert_weights(actions, weights);
    }

    #[inline]
    fn draw(&self, _: Weighting, state: &Go, rng: &mut Rng) -> Option<GoMove> {
        Some(state.draw_expert(rng))
    }
}

impl Priors<Go> for GoKnowledge {
    fn win_rates(&self, state: &Go, actions: &[GoMove], rates: &mut Vec<f32>) {
        state.priors(actions, rates);
    }
}
