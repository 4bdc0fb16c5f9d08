//! What moves are worth as moves, for playouts in which one of the best is played mostly.
//!
//! The value of a move is 10 for each piece captured, 3 for each that goes to the reserve, 1 for each stack of the
//! mover afterwards, and -1 divided by the number of other players for each of theirs (our choice: the papers name
//! captures and stacks, and no numbers). Here it is multiplied by that number, so that it is whole, and counted from
//! what the stacks are worth before the move.
//!
//! So a move is worth the sum of three parts, with n other players: of what is beneath the moved pieces (the mover's
//! own 0, nothing -n, another's -n-1), of where they go (the mover's own stack 0, an empty square n, another's n+1),
//! and of the pieces that are removed there. A piece from the reserve has nothing to leave behind, and counts 0 in the
//! first. Moves that remove nothing fall into a few classes, which are sets of squares; the others are looked at one by
//! one.

use waxwing::Rng;

use super::board::{AROUND, BOARD, COUNTS, DIRECTIONS, EMPTY, Sources, of_player, origins_of, sum};
use super::{Focus, FocusMove};
use crate::bits::{Ranked, squares};

/// What a captured piece is worth, and one that comes to the reserve.
pub(super) const CAPTURED: i32 = 10;
pub(super) const RESERVED: i32 = 3;

/// The sets of moves in a class: of each count in each direction, and from the reserve.
const SETS: usize = COUNTS * DIRECTIONS + 1;

/// Room for the squares where pieces are removed, by count. A stack is overfilled by as many different counts as it
/// has pieces, and from the reserve if it has five: with 52 pieces that is at most 62 times.
const MOST_TAKING: usize = 64;

/// What a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// How many stacks the mover has more.
    pub(super) own: i32,
    /// How many stacks the others have more.
    pub(super) others: i32,
    /// The pieces by owner that are removed.
    pub(super) removed: u32,
}

/// The squares where a move may end, by what is there: a stack of another player, nothing, or an own stack.
#[derive(Clone, Copy)]
struct Ends {
    others: u64,
    empty: u64,
    own: u64,
}

/// Which of [`Ends`] is meant.
const NOWHERE: u8 = 0;
const OTHERS: u8 = 1;
const VACANT: u8 = 2;
const OWN: u8 = 3;

impl Ends {
    #[inline(always)]
    fn pick<const WHICH: u8>(self) -> u64 {
        match WHICH {
            OTHERS => self.others,
            VACANT => self.empty,
            OWN => self.own,
            _ => 0,
        }
    }
}

/// Moves of equal value that remove nothing.
struct Class {
    /// What they are worth.
    value: i32,
    /// Where the moves begin, by count and direction; last, where pieces from the reserve end.
    sets: [u64; SETS],
    /// How many moves there are up to each set.
    sums: [u16; SETS],
}

impl Class {
    #[inline(always)]
    fn count(&self) -> usize {
        usize::from(self.sums[SETS - 1])
    }

    /// The move of this number, below the count.
    #[inline(always)]
    fn select(&self, number: usize) -> FocusMove {
        let place = usize::from(self.sums.iter().map(|&sum| u16::from(sum <= number as u16)).sum::<u16>());
        let before = if place == 0 { 0 } else { self.sums[place - 1] };
        let square = Ranked::new(self.sets[place]).select(number - usize::from(before));
        match place {
            place if place + 1 == SETS => FocusMove::from_reserve(square),
            place => FocusMove::new(square, place % DIRECTIONS, place / DIRECTIONS + 1),
        }
    }
}

/// The best moves that remove pieces from stacks.
struct Taking {
    value: i32,
    /// How many moves there are.
    count: usize,
    /// The places where they end, `count * 64 + square`, where a count of 0 is a piece from the reserve.
    places: [u16; MOST_TAKING],
    length: usize,
}

impl Focus {
    /// What a legal move changes.
    #[inline(always)]
    pub(super) fn effect(&self, action: FocusMove) -> Effect {
        let (count, stack) = (action.count(), self.board.stack(action.to()));
        let (mut own, mut others) = (0, 0);
        if !action.is_from_reserve() {
            let rest = self.board.stack(action.from()) >> (2 * count);
            let keeps = rest != EMPTY && rest & 3 == u16::from(self.mover);
            own -= i32::from(!keeps);
            others += i32::from(!keeps && rest != EMPTY);
        }
        let gains = stack == EMPTY || stack & 3 != u16::from(self.mover);
        own += i32::from(gains);
        others -= i32::from(gains && stack != EMPTY);
        Effect { own, others, removed: self.board.removed(action.to(), count) }
    }

    /// The number of other players.
    #[inline(always)]
    pub(super) fn opponents(&self) -> i32 {
        i32::from(self.players) - 1
    }

    /// What removed pieces are worth.
    #[inline(always)]
    fn worth(&self, removed: u32) -> i32 {
        let own = of_player(removed, self.mover) as i32;
        self.opponents() * (CAPTURED * (sum(removed) as i32 - own) + RESERVED * own)
    }

    /// The value of each move, in its own units.
    pub(super) fn move_values(&self, actions: &[FocusMove], values: &mut Vec<f32>) {
        let opponents = self.opponents();
        let own = self.board.owned(self.mover).count_ones() as i32;
        let others = self.others().count_ones() as i32;
        values.extend(actions.iter().map(|&action| {
            let effect = self.effect(action);
            let stacks = opponents * (own + effect.own) - (others + effect.others);
            (self.worth(effect.removed) + stacks) as f32 / opponents as f32
        }));
    }

    /// One of the moves of the greatest value, uniformly.
    #[inline]
    pub(super) fn greediest(&self, rng: &mut Rng) -> FocusMove {
        let ends = self.taking_ends();
        if ends.into_iter().fold(0, |union, set| union | set) == 0 {
            let class = self.best_class();
            return class.select(rng.below(class.count()));
        }
        self.greediest_taking(&ends, rng)
    }

    /// Whether the mover has a move that removes pieces from a stack.
    pub(super) fn can_take(&self) -> bool {
        self.taking_ends() != [0; COUNTS + 1]
    }

    /// One of the best moves where some remove pieces.
    fn greediest_taking(&self, ends: &[u64; COUNTS + 1], rng: &mut Rng) -> FocusMove {
        let taking = self.best_taking(ends);
        // No class is worth more than going from an own piece to another's stack.
        if taking.value > self.opponents() + 1 {
            return self.select_taking(&taking, rng.below(taking.count));
        }
        let class = self.best_class();
        match () {
            () if class.count() == 0 || class.value < taking.value => {
                self.select_taking(&taking, rng.below(taking.count))
            }
            () if class.value > taking.value => class.select(rng.below(class.count())),
            () => match rng.below(taking.count + class.count()) {
                number if number < taking.count => self.select_taking(&taking, number),
                number => class.select(number - taking.count),
            },
        }
    }

    /// Where the mover's moves of each count remove pieces; first, pieces from its reserve.
    #[inline(always)]
    fn taking_ends(&self) -> [u64; COUNTS + 1] {
        std::array::from_fn(|count| match count {
            0 if self.reserve(self.mover) == 0 => 0,
            0 => self.board.overfull(1),
            _ => {
                let movable = self.board.movable(self.mover, count);
                // Where a move one way ends, one the other way would begin.
                let reached = (0..DIRECTIONS).map(|direction| origins_of(movable, direction, count));
                reached.fold(0, |union, set| union | set) & self.board.overfull(count)
            }
        })
    }

    /// The best ways to get to a square with this count (0: from the reserve), by what they leave: their value and
    /// where they begin. There is one.
    #[inline(always)]
    fn best_origins(&self, count: usize, to: u8) -> (i32, u64) {
        if count == 0 {
            return (0, 1 << to);
        }
        let around = AROUND[count - 1][usize::from(to & 63)];
        let Sources { keeping, leaving, yielding } = self.board.sources(self.mover, count);
        let opponents = self.opponents();
        match () {
            () if keeping & around != 0 => (0, keeping & around),
            () if leaving & around != 0 => (-opponents, leaving & around),
            () => (-opponents - 1, yielding & around),
        }
    }

    fn best_taking(&self, ends: &[u64; COUNTS + 1]) -> Taking {
        let mut best = Taking { value: i32::MIN, count: 0, places: [0; MOST_TAKING], length: 0 };
        for (count, &set) in ends.iter().enumerate() {
            for to in squares(set) {
                let (left, origins) = self.best_origins(count, to);
                let foreign = self.board.stack(to) & 3 != u16::from(self.mover);
                let gained = if foreign { self.opponents() + 1 } else { 0 };
                let value = left + gained + self.worth(self.board.removed(to, count.max(1)));
                if value > best.value {
                    (best.value, best.count, best.length) = (value, 0, 0);
                }
                if value == best.value {
                    best.places[best.length] = (count as u16) << 6 | u16::from(to);
                    best.length += 1;
                    best.count += Ranked::new(origins).count();
                }
            }
        }
        best
    }

    /// The move of this number among the best that remove pieces.
    fn select_taking(&self, taking: &Taking, mut number: usize) -> FocusMove {
        for &place in &taking.places[..taking.length] {
            let (count, to) = (usize::from(place >> 6), (place & 63) as u8);
            let origins = Ranked::new(self.best_origins(count, to).1);
            if number < origins.count() {
                return if count == 0 { FocusMove::from_reserve(to) } else { way(origins.select(number), to, count) };
            }
            number -= origins.count();
        }
        unreachable!("the number is below the count of the moves")
    }

    /// The best class that is not empty; an empty one if every move removes something.
    #[inline(always)]
    fn best_class(&self) -> Class {
        let opponents = self.opponents();
        let best = self.class::<OTHERS, NOWHERE, NOWHERE>(opponents + 1);
        if best.count() > 0 {
            return best;
        }
        if opponents == 1 { self.next_class_of_two() } else { self.next_class_of_more() }
    }

    fn next_class_of_two(&self) -> Class {
        let mut class = self.class::<VACANT, OTHERS, NOWHERE>(1);
        if class.count() == 0 {
            class = self.class::<OWN, VACANT, OTHERS>(0);
        }
        if class.count() == 0 {
            class = self.class::<NOWHERE, OWN, VACANT>(-1);
        }
        if class.count() == 0 {
            class = self.class::<NOWHERE, NOWHERE, OWN>(-2);
        }
        class
    }

    fn next_class_of_more(&self) -> Class {
        let opponents = self.opponents();
        let mut class = self.class::<VACANT, NOWHERE, NOWHERE>(opponents);
        if class.count() == 0 {
            class = self.class::<NOWHERE, OTHERS, NOWHERE>(1);
        }
        if class.count() == 0 {
            class = self.class::<OWN, VACANT, OTHERS>(0);
        }
        if class.count() == 0 {
            class = self.class::<NOWHERE, NOWHERE, VACANT>(-1);
        }
        if class.count() == 0 {
            class = self.class::<NOWHERE, OWN, NOWHERE>(-opponents);
        }
        if class.count() == 0 {
            class = self.class::<NOWHERE, NOWHERE, OWN>(-opponents - 1);
        }
        class
    }

    /// The moves that keep a stack and end there, leave nothing and end there, or yield a stack and end there.
    #[inline(always)]
    fn class<const KEEPING: u8, const LEAVING: u8, const YIELDING: u8>(&self, value: i32) -> Class {
        let own = self.board.owned(self.mover);
        let ends = Ends { others: self.board.occupied() & !own, empty: BOARD & !self.board.occupied(), own };
        let (mut sets, mut sums) = ([0; SETS], [0; SETS]);
        let mut sum = 0;
        for count in 1..=COUNTS {
            let places = (count - 1) * DIRECTIONS..count * DIRECTIONS;
            let found = &mut sets[places.clone()];
            let room = !self.board.overfull(count);
            let Sources { keeping, leaving, yielding } = self.board.sources(self.mover, count);
            for (direction, set) in found.iter_mut().enumerate() {
                let origins = |ends: u64| origins_of(ends & room, direction, count);
                *set = keeping & origins(ends.pick::<KEEPING>())
                    | leaving & origins(ends.pick::<LEAVING>())
                    | yielding & origins(ends.pick::<YIELDING>());
            }
            // Most counts have no moves in most classes.
            let any = found.iter().fold(0, |union, set| union | set) != 0;
            for (sum_here, set) in sums[places].iter_mut().zip(found) {
                if any {
                    sum += Ranked::new(*set).count() as u16;
                }
                *sum_here = sum;
            }
        }
        // A piece from the reserve leaves as much behind as a move that keeps a stack.
        let dropping = if self.reserve(self.mover) > 0 { ends.pick::<KEEPING>() & !self.board.overfull(1) } else { 0 };
        sets[SETS - 1] = dropping;
        sums[SETS - 1] = sum + Ranked::new(dropping).count() as u16;
        Class { value, sets, sums }
    }
}

/// The move of this many pieces between two squares.
#[inline(always)]
fn way(from: u8, to: u8, count: usize) -> FocusMove {
    let direction = match (from < to, count == usize::from(from.abs_diff(to))) {
        (true, false) => 0,
        (true, true) => 1,
        (false, false) => 2,
        (false, true) => 3,
    };
    FocusMove::new(from, direction, count)
}
