//! What Chinese Checkers offers beyond its rules.
//!
//! Episodes are ours: one starts in the initial state and whenever the last move brought a checker into its target from
//! outside; its label is the player to move.
//!
//! The evaluation `distance` is how many moves a player is ahead of the best of the others, by the table of the rhombus
//! ([`tables`](super::tables)); a configuration with checkers outside counts as its farthest one, and one more for each of
//! them. Moves are valued by the distance of the mover's checkers afterwards. The evaluation `star` is exact for all
//! configurations, by the table of the star. The evaluation `simple` needs no table. It adds up how far a player's checkers
//! are from the first free field of the target, in rows and columns, where every second row is half a column to the side;
//! the fields are tried from the tip on, row by row. The program of the paper's authors values moves so. All three compare a
//! player with the best of the others.

use waxwing::knowledge::{
    AttributeList, Attributes, Classical, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, MoveValues,
    Predicates,
};
use waxwing::{Game, Player, Rng};

use super::board::{CHECKERS, COORDINATES, FIELDS, MOST_MOVES, NUMBERS, RHOMBUS_FIELDS, VIEWS};
use super::camp::{Camp, Indices};
use super::tables::{self, Board, FARTHEST, TableError};
use super::{ChineseCheckers, ChineseCheckersMove, GameStatus, MOST_PLIES};
use crate::bits;

pub(super) struct ChineseCheckersKnowledge;

/// In the order of the bits of [`Predicates::holding`].
const PREDICATES: &[&str] =
    &["at-start", "left-start", "arriving", "nearly-home", "other-nearly-home", "straggler", "beside"];

/// The order of a target's first field in its player's view.
const TARGET: u8 = (RHOMBUS_FIELDS - CHECKERS) as u8;
/// The number of checkers at the start, or in the target, that are half of them.
const HALF: usize = 3;
/// With this many in the target a player is nearly home.
const NEARLY_HOME: usize = 4;

/// What a won game is worth. No evaluation comes near it.
const WON: f32 = 1_000.0;
/// The most that a position without an end is worth, as a part of a win.
const MOST: f32 = 0.999_9;

impl Camp {
    /// How many checkers are in their start.
    #[inline]
    fn at_start(self) -> usize {
        self.below(CHECKERS as u8)
    }

    /// How many checkers are in their target.
    #[inline]
    fn in_target(self) -> usize {
        self.below(RHOMBUS_FIELDS as u8) - self.below(TARGET)
    }

    /// How many moves a player alone needs from here, by a table.
    fn distance(self, table: &[u8]) -> u8 {
        table.get(self.index()).copied().unwrap_or(FARTHEST + self.outside() as u8)
    }
}

/// The fields of a target in the order in which they are filled, by their orders.
const FILLING: [u8; CHECKERS] = [48, 46, 47, 43, 44, 45];

/// `WAYS[i][order]`: rows and columns from a field to the i-th target field, both in a player's view.
static WAYS: [[u8; FIELDS]; CHECKERS] = {
    let mut ways = [[0; FIELDS]; CHECKERS];
    let mut pair = 0;
    while pair < CHECKERS * FIELDS {
        let (target, order) = (pair / FIELDS, pair % FIELDS);
        let (from, to) = (corner(order), corner(FILLING[target] as usize));
        ways[target][order] = (from.0.abs_diff(to.0) + from.1.abs_diff(to.1)) as u8;
        pair += 1;
    }
    ways
};

/// The column and the row of a field by its order.
const fn corner(order: usize) -> (i32, i32) {
    let (x, z) = COORDINATES[NUMBERS[VIEWS[0].places[order] as usize] as usize];
    (x + z.div_euclid(2), z)
}

/// What is known of the mover's checkers before one of them moves.
struct Before<'a> {
    /// The distances by index, of the rhombus or of the whole star.
    table: &'a [u8],
    camp: Camp,
    orders: &'static [u8; 128],
    indices: Indices,
    outside: u8,
}

impl<'a> Before<'a> {
    #[inline(always)]
    fn of(state: &ChineseCheckers, table: &'a [u8]) -> Self {
        let mover = usize::from(state.mover);
        let camp = state.camps[mover];
        let (orders, indices, outside) = (&state.view(mover).orders, Indices::of(camp), camp.outside() as u8);
        Before { table, camp, orders, indices, outside }
    }

    /// The index of the configuration when the i-th checker has gone from one order to a place.
    #[inline(always)]
    fn index_after(&self, i: usize, from: u8, place: u8) -> usize {
        self.indices.after(i, from, self.orders[usize::from(place & 127)])
    }

    /// How far the checkers are from home when one has gone from one place to another, which leads to this index.
    #[inline(always)]
    fn after(&self, index: usize, from: u8, to: u8) -> u8 {
        match self.table.get(index) {
            Some(&distance) => distance,
            None => self.beyond(from, to),
        }
    }

    /// The same, for configurations that the table does not have.
    #[inline(never)]
    fn beyond(&self, from: u8, to: u8) -> u8 {
        let is_outside = |place: u8| u8::from(usize::from(self.orders[usize::from(place)]) >= RHOMBUS_FIELDS);
        FARTHEST + self.outside - is_outside(from) + is_outside(to)
    }

    /// How far they are from home after an action.
    #[inline]
    fn after_action(&self, action: ChineseCheckersMove) -> u8 {
        if action == ChineseCheckersMove::PASS {
            return self.camp.distance(self.table);
        }
        let (from, to) = action.places();
        let order = self.orders[usize::from(from)];
        self.after(self.index_after(self.camp.below(order), order, to), from, to)
    }
}

impl ChineseCheckers {
    /// How far the checkers of a player are from home, by rows and columns.
    fn ways(&self, player: usize) -> u16 {
        let view = self.view(player);
        let is_free = |&order: &u8| self.occupied >> view.places[usize::from(order)] & 1 == 0;
        let target = FILLING.iter().position(is_free).unwrap_or(0);
        self.camps[player].orders().iter().map(|&order| u16::from(WAYS[target][usize::from(order)])).sum()
    }

    /// How far a player is from home: in moves by a table, or in rows and columns without one.
    fn way(&self, table: Option<&[u8]>, player: usize) -> u16 {
        table.map_or_else(|| self.ways(player), |table| u16::from(self.camps[player].distance(table)))
    }

    /// How far the best of the others is from home.
    fn others(&self, table: Option<&[u8]>, player: usize) -> u16 {
        let others = (0..usize::from(self.players)).filter(|&other| other != player);
        others.map(|other| self.way(table, other)).min().unwrap_or(0)
    }

    /// One of the mover's actions after which its checkers are nearest to home.
    #[inline]
    fn draw_nearest(&self, table: &[u8], rng: &mut Rng) -> ChineseCheckersMove {
        let before = Before::of(self, table);
        // All indices first: the memory can then look up many of them at once.
        let (mut moves, mut indices, mut length) = ([(0, 0); MOST_MOVES], [0; MOST_MOVES], 0);
        self.each_move(|i, from, to| {
            moves[length] = (from, to);
            indices[length] = before.index_after(i, before.camp.get(i), to) as u32;
            length += 1;
        });
        let (mut nearest, mut equals, mut count) = (u8::MAX, [(0, 0); MOST_MOVES], 0);
        for (&(from, to), &index) in moves.iter().zip(&indices).take(length) {
            let distance = before.after(index as usize, from, to);
            // No branch: which move is nearer cannot be foreseen.
            count = if distance < nearest { 0 } else { count };
            nearest = nearest.min(distance);
            equals[count] = (from, to);
            count += usize::from(distance == nearest);
        }
        if count == 0 {
            return ChineseCheckersMove::PASS;
        }
        let (from, to) = equals[rng.below(count)];
        ChineseCheckersMove::between(from, to)
    }
}

/// The fields by number; a pass has the number behind them.
static ATTRIBUTES: AttributeList<ChineseCheckers> = AttributeList::<ChineseCheckers>(&[
    ("from", FIELDS + 1, |_, action| action.fields().map_or(FIELDS as u16, |(from, _)| from.into())),
    ("target", FIELDS + 1, |_, action| action.fields().map_or(FIELDS as u16, |(_, to)| to.into())),
]);

impl Knowledge<ChineseCheckers> for ChineseCheckersKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<ChineseCheckers>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<ChineseCheckers>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<ChineseCheckers>> {
        let all =
            [("distance", HomeDistance::Distance), ("simple", HomeDistance::Simple), ("star", HomeDistance::Star)];
        all.map(|(name, way)| Evaluation::new(name, way)).into()
    }

    fn move_values(&self) -> Option<&dyn MoveValues<ChineseCheckers>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<ChineseCheckers>> {
        Some(&ATTRIBUTES)
    }

    fn classical(&self) -> Option<&dyn Classical<ChineseCheckers>> {
        Some(self)
    }

    #[inline]
    fn winning_action(&self, state: &ChineseCheckers, actions: &[ChineseCheckersMove]) -> Option<usize> {
        let free = state.target(usize::from(state.mover)) & !state.occupied;
        // Of a single free field, that is all of it.
        if free == 0 || free & (free - 1) != 0 || !state.is_open() {
            return None;
        }
        actions.iter().position(|action| {
            let (from, to) = action.places();
            state.wins(from, to)
        })
    }
}

impl Episodes<ChineseCheckers> for ChineseCheckersKnowledge {
    #[inline]
    fn episode(&self, state: &ChineseCheckers) -> Option<EpisodeLabel> {
        let last_mover = if state.mover == 0 { state.players - 1 } else { state.mover - 1 };
        let target = state.target(usize::from(last_mover));
        let (from, to) = state.last.places();
        let has_arrived = target >> to & 1 == 1 && target >> from & 1 == 0;
        (has_arrived || state.plies == 0).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Predicates<ChineseCheckers> for ChineseCheckersKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &ChineseCheckers) -> u64 {
        let mover = usize::from(state.mover);
        let camp = state.camps[mover];
        let (at_start, in_target) = (camp.at_start(), camp.in_target());
        let others = (0..usize::from(state.players)).filter(|&player| player != mover);
        bits::pack([
            at_start >= HALF,
            at_start == 0,
            in_target > 0,
            in_target >= NEARLY_HOME,
            others.into_iter().any(|player| state.camps[player].in_target() >= NEARLY_HOME),
            at_start > 0 && in_target >= HALF,
            camp.outside() > 0,
        ])
    }
}

/// The evaluations, by how they measure the way home.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HomeDistance {
    Distance,
    Simple,
    Star,
}

impl HomeDistance {
    /// The table that it needs, if it needs one.
    fn table(self) -> Option<&'static [u8]> {
        match self {
            HomeDistance::Distance => Some(tables::distances(Board::Rhombus)),
            HomeDistance::Simple => None,
            HomeDistance::Star => Some(tables::distances(Board::Star)),
        }
    }

    /// Who is ahead by this number of moves, or of rows and columns, has about three quarters of what a win is worth.
    fn ahead(self) -> f32 {
        if self == HomeDistance::Simple { 10.0 } else { 5.0 }
    }
}

impl Evaluator<ChineseCheckers> for HomeDistance {
    fn evaluate(&self, state: &ChineseCheckers, player: Player) -> f32 {
        match state.outcome {
            GameStatus::Won(winner) if winner == player => WON,
            GameStatus::Won(_) => -WON,
            GameStatus::Drawn => 0.0,
            GameStatus::Open => {
                let table = self.table();
                let own = state.way(table, player.index());
                f32::from(state.others(table, player.index())) - f32::from(own)
            }
        }
    }

    #[inline]
    fn scale(&self, value: f32) -> f32 {
        if value.abs() >= WON {
            return value.signum();
        }
        libm::tanhf(value / self.ahead()).clamp(-MOST, MOST)
    }

    fn evaluate_actions(&self, state: &ChineseCheckers, actions: &[ChineseCheckersMove], values: &mut Vec<f32>) {
        let (mover, is_last) = (Player(state.mover), state.plies + 1 >= MOST_PLIES);
        let Some(table) = self.table().filter(|_| !is_last) else {
            values.extend(actions.iter().map(|&action| {
                let mut after = *state;
                after.apply(action);
                self.evaluate(&after, mover)
            }));
            return;
        };
        // The others stay where they are.
        let others = f32::from(state.others(Some(table), mover.index()));
        let before = Before::of(state, table);
        values.extend(actions.iter().map(|&action| {
            let (from, to) = action.places();
            if state.wins(from, to) { WON } else { others - f32::from(before.after_action(action)) }
        }));
    }

    fn check(&self) -> Result<(), String> {
        if *self != HomeDistance::Star {
            return Ok(());
        }
        tables::check_star().map_err(|error| match error {
            TableError::Damaged { .. } => format!("{error}; `waxwing tables build {}` repairs it", Board::Star.name()),
            other => other.to_string(),
        })
    }
}

impl MoveValues<ChineseCheckers> for ChineseCheckersKnowledge {
    fn value_actions(&self, state: &ChineseCheckers, actions: &[ChineseCheckersMove], values: &mut Vec<f32>) {
        let before = Before::of(state, tables::distances(Board::Rhombus));
        values.extend(actions.iter().map(|&action| -f32::from(before.after_action(action))));
    }

    #[inline]
    fn draw_best(&self, state: &ChineseCheckers, rng: &mut Rng) -> Option<ChineseCheckersMove> {
        Some(state.draw_nearest(tables::distances(Board::Rhombus), rng))
    }
}

impl Classical<ChineseCheckers> for ChineseCheckersKnowledge {
    fn with_mover(&self, state: &ChineseCheckers, player: Player) -> Option<ChineseCheckers> {
        (state.is_open() && player.0 < state.players).then_some(ChineseCheckers { mover: player.0, ..*state })
    }
}
