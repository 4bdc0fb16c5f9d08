//! The star on a grid of 127 bits: where its fields lie, who is whose neighbour, and what a checker can reach.
//!
//! Fields have coordinates x + y + z = 0, with z counting rows from the top, from -6 to 6. The field (x, z) is bit
//! `64 + 11 z + x`, its *place*: rows never touch, and a step in any of the six directions is a shift. The numbers that
//! players see count the fields row by row from the top, from the left.
//!
//! What lies around a place is within 22 bits of it. Turning the whole board so that the place becomes bit 22 of a word
//! brings its surroundings into one machine word, the *window* of the place, on which steps and jumps are a few shifts.

/// The number of fields.
pub(super) const FIELDS: usize = 73;
/// The fields of a triangle, and the checkers of a player.
pub(super) const CHECKERS: usize = 6;

/// The most moves that a player can have. A checker steps to one of six fields; jumps lead to every second field of every
/// second row, so that at most nineteen others can be reached by them.
pub(super) const MOST_MOVES: usize = CHECKERS * (6 + 19);

/// How long the edge of a triangle is, and how far the hexagon between them reaches from the centre.
const SIDE: i32 = 3;
/// From a place to the one below it.
const ROW: i32 = 11;
/// Where a window has the place it is around.
const MIDDLE: u32 = 2 * ROW as u32;
/// Shifts to three neighbours; the others are opposite.
const SHIFTS: [u32; 3] = [1, ROW as u32 - 1, ROW as u32];

/// The place of a field on the grid, whether or not there is such a field.
const fn place(x: i32, z: i32) -> u8 {
    (64 + ROW * z + x) as u8
}

const fn is_field(x: i32, z: i32) -> bool {
    let y = -x - z;
    x >= -SIDE && y >= -SIDE && z >= -SIDE || x <= SIDE && y <= SIDE && z <= SIDE
}

/// Which of the six triangles a field belongs to, clockwise from the top; 6 is the hexagon.
const fn triangle(x: i32, z: i32) -> usize {
    let y = -x - z;
    let signs = [-z, x, -y, z, -x, y];
    let mut number = 0;
    while number < 6 && signs[number] <= SIDE {
        number += 1;
    }
    number
}

/// The coordinates x and z of the fields, by their numbers.
pub(super) const COORDINATES: [(i32, i32); FIELDS] = {
    let mut coordinates = [(0, 0); FIELDS];
    let (mut field, mut z) = (0, -2 * SIDE);
    while z <= 2 * SIDE {
        let mut x = -2 * SIDE;
        while x <= 2 * SIDE {
            if is_field(x, z) {
                coordinates[field] = (x, z);
                field += 1;
            }
            x += 1;
        }
        z += 1;
    }
    assert!(field == FIELDS);
    coordinates
};

/// The places of the fields, by their numbers.
pub(super) const PLACES: [u8; FIELDS] = {
    let mut places = [0; FIELDS];
    let mut field = 0;
    while field < FIELDS {
        let (x, z) = COORDINATES[field];
        places[field] = place(x, z);
        field += 1;
    }
    places
};

/// The numbers of the fields, by their places.
pub(super) static NUMBERS: [u8; 128] = {
    let mut numbers = [0; 128];
    let mut field = 0;
    while field < FIELDS {
        numbers[PLACES[field] as usize] = field as u8;
        field += 1;
    }
    numbers
};

const _: () = {
    let (mut counts, mut field) = ([0; 4], 0);
    while field < FIELDS {
        let (x, z) = COORDINATES[field];
        counts[(2 * (x & 1) + (z & 1)) as usize] += 1;
        assert!(counts[(2 * (x & 1) + (z & 1)) as usize] <= 19 + 1);
        field += 1;
    }
};

/// The triangles, clockwise from the top, as sets of places; the hexagon comes last.
pub(super) const AREAS: [u128; 7] = {
    let mut areas = [0; 7];
    let mut field = 0;
    while field < FIELDS {
        let (x, z) = COORDINATES[field];
        areas[triangle(x, z)] |= 1 << PLACES[field];
        field += 1;
    }
    areas
};

/// Two opposite triangles and the hexagon: the board of a player who stays out of the corners at its sides.
pub(super) const RHOMBUS: u128 = AREAS[0] | AREAS[3] | AREAS[6];
/// How many fields that is.
pub(super) const RHOMBUS_FIELDS: usize = 49;

/// The fields as a player sees them who starts in a certain triangle, in a sequence of their own: those of the player's
/// rhombus first, each part row by row from the start to the target. A field's number in it is its *order*.
pub(super) struct View {
    /// The orders of places.
    pub(super) orders: [u8; 128],
    /// The places of orders.
    pub(super) places: [u8; FIELDS],
}

/// One view for each triangle.
pub(super) static VIEWS: [View; 6] = {
    let mut views = [const { View { orders: [0; 128], places: [0; FIELDS] } }; 6];
    let mut home = 0;
    while home < 6 {
        let (mut inner, mut outer, mut field) = (0, RHOMBUS_FIELDS, 0);
        while field < FIELDS {
            let (mut x, mut z) = COORDINATES[field];
            let order = if RHOMBUS >> PLACES[field] & 1 == 1 { &mut inner } else { &mut outer };
            // What the top is to the field, the home is to the field turned clockwise `home` times.
            let mut turns = 0;
            while turns < home {
                (x, z) = (-z, x + z);
                turns += 1;
            }
            views[home].orders[place(x, z) as usize] = *order as u8;
            views[home].places[*order] = place(x, z);
            *order += 1;
            field += 1;
        }
        home += 1;
    }
    views
};

/// Which surroundings of each place lie on a board, as masks of windows.
pub(super) struct Surroundings {
    neighbours: [u64; 128],
    /// Two steps away in a straight line.
    landings: [u64; 128],
}

impl Surroundings {
    const fn on(board: u128) -> Self {
        let mut surroundings = Surroundings { neighbours: [0; 128], landings: [0; 128] };
        let mut field = 0;
        while field < FIELDS {
            let place = PLACES[field] as usize;
            let (x, z) = COORDINATES[field];
            let directions = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];
            let mut direction = 0;
            while direction < 6 {
                let (right, down) = directions[direction];
                let shift = ROW * down + right;
                if on_board(board, x + right, z + down) {
                    surroundings.neighbours[place] |= 1 << (MIDDLE as i32 + shift);
                    if on_board(board, x + 2 * right, z + 2 * down) {
                        surroundings.landings[place] |= 1 << (MIDDLE as i32 + 2 * shift);
                    }
                }
                direction += 1;
            }
            field += 1;
        }
        surroundings
    }

    /// Where single jumps from the middle of a window lead to.
    #[inline(always)]
    fn jumps(&self, place: u8, window: u64) -> u64 {
        let mut landings = 0;
        for shift in SHIFTS {
            landings |= (window & 1 << (MIDDLE + shift)) << shift | (window & 1 << (MIDDLE - shift)) >> shift;
        }
        landings & !window & self.landings[usize::from(place & 127)]
    }

    /// Where the checker on a place can go in one move, if it must stay within a set of places all the way.
    #[inline(always)]
    pub(super) fn moves(&self, place: u8, occupied: u128, within: u128) -> u128 {
        let window = window(place, occupied);
        let jumps = self.jumps(place, window);
        let steps = !window & self.neighbours[usize::from(place & 127)];
        let near = unfold(steps | jumps, place) & within;
        if jumps == 0 { near } else { near | self.chains(place, occupied, within, unfold(jumps, place) & within) }
    }

    /// Where jumps lead to that go on from the first ones.
    #[inline]
    fn chains(&self, place: u8, occupied: u128, within: u128, first: u128) -> u128 {
        // During its jumps the checker is nowhere else.
        let start = 1 << place;
        let occupied = occupied & !start;
        let (mut reached, mut open) = (first | start, first);
        while open != 0 {
            let from = open.trailing_zeros() as u8;
            open &= open - 1;
            let new = unfold(self.jumps(from, window(from, occupied)), from) & within & !reached;
            reached |= new;
            open |= new;
        }
        reached & !start
    }
}

const fn on_board(board: u128, x: i32, z: i32) -> bool {
    is_field(x, z) && board >> place(x, z) & 1 == 1
}

/// The surroundings on the whole star.
pub(super) static STAR_MOVES: Surroundings = Surroundings::on(RHOMBUS | AREAS[1] | AREAS[2] | AREAS[4] | AREAS[5]);
/// Those on the rhombus of who starts at the top.
pub(super) static RHOMBUS_MOVES: Surroundings = Surroundings::on(RHOMBUS);

#[inline(always)]
fn window(place: u8, board: u128) -> u64 {
    board.rotate_right(u32::from(place).wrapping_sub(MIDDLE) & 127) as u64
}

/// The set of places that a set of a window's bits is.
#[inline(always)]
fn unfold(window: u64, place: u8) -> u128 {
    u128::from(window).rotate_left(u32::from(place).wrapping_sub(MIDDLE) & 127)
}

/// The places of a set, in ascending order.
#[inline(always)]
pub(super) fn places(set: u128) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let place = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(place)
    })
}

/// The k-th place of a set, counted from 0; `k` is below their number.
#[inline(always)]
pub(super) fn select(set: u128, k: usize) -> u8 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let below = low.count_ones() as usize;
    let (mut word, mut k, offset) = if k < below { (low, k, 0) } else { (high, k - below, 64) };
    while k > 0 {
        word &= word.wrapping_sub(1);
        k -= 1;
    }
    offset + (word.trailing_zeros() as u8 & 63)
}
