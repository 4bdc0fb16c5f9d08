//! The board: stones, chains and their liberties, kept up to date from move to move.
//!
//! Points lie in one array with a border round them, so that the neighbours of a point are at fixed distances. A small
//! board lies in the corner of A1 of the array. Three things are kept for each point:
//!
//! * its *surroundings*: what is on the eight points round it, two bits each. Whether it is an eye, whether a stone put
//!   there has a liberty, and any 3×3 pattern is read from that one number;
//! * the *chain* it belongs to, named after one of its stones, and the next stone of it: the stones of a chain form a
//!   ring. An empty point is a chain by itself, without meaning, so that no code asks whether there is a stone;
//! * for the stone that a chain is named after, the chain's [`Liberties`].
//!
//! The empty points are also kept in a list, from which a random one can be drawn, and as a set of bits.

use super::action::GoMove;
use super::liberties::Liberties;
use super::surroundings::{self as around, Surroundings};

/// The most rows and columns.
pub(super) const LARGEST: usize = 19;
/// The distance from a point to the next row; the border on the left of a row is also that on the right of the one before.
pub(super) const STRIDE: usize = LARGEST + 1;
/// All points with their border.
pub(super) const CELLS: usize = (LARGEST + 2) * STRIDE + 1;
/// The words of a set of moves: all points and the pass.
const OPEN_WORDS: usize = (LARGEST * LARGEST + 1).div_ceil(64);
/// The points round a point, from the first to the last.
const WINDOW: usize = 2 * (STRIDE + 1) + 1;

/// A point as its place in the arrays.
pub(super) type Point = u16;
/// No point of the board.
pub(super) const NOWHERE: Point = 0;

/// The colour of the stones of a player, or of what has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Colour {
    /// No stone.
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Outside the board.
    Border = 3,
}

impl Colour {
    #[inline(always)]
    pub(super) fn of(player: u8) -> Colour {
        if player == 0 { Colour::Black } else { Colour::White }
    }

    /// Its place in what is kept for both colours.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self == Colour::White)
    }

    #[inline(always)]
    pub(super) fn other(self) -> Colour {
        if self == Colour::Black { Colour::White } else { Colour::Black }
    }
}

/// The distances to the four neighbours, in the order of their bits in the surroundings.
pub(super) const NEIGHBOURS: [usize; 4] = [STRIDE, 1, 1usize.wrapping_neg(), STRIDE.wrapping_neg()];

/// Numbers that tell positions apart: one for each colour at each point, combined by exclusive or.
pub(super) static KEYS: [[u64; CELLS]; 2] = keys();

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut place = 0;
    while place < 2 * CELLS {
        // SplitMix64 from an arbitrary seed.
        let mut z = (place as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x476F;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[place / CELLS][place % CELLS] = z ^ (z >> 31);
        place += 1;
    }
    keys
}

/// Stones on a board, and whatever is quicker to keep than to find.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) surroundings: [Surroundings; CELLS],
    pub(super) chain: [Point; CELLS],
    next: [Point; CELLS],
    pub(super) liberties: [Liberties; CELLS],
    /// The empty points, of which there are `empty_count`, and where in the list each of them is.
    empty: [Point; LARGEST * LARGEST],
    place: [u16; CELLS],
    empty_count: u16,
    /// A bit for each move that puts a stone on an empty point, by its index, and one for the pass.
    pub(super) open: [u64; OPEN_WORDS],
    pub(super) size: u8,
    /// The stones of each colour on the board, and those that were taken from it.
    pub(super) stones: [u16; 2],
    pub(super) taken: [u16; 2],
    /// Where a stone would take back a ko at once.
    pub(super) ko: Point,
    /// The exclusive or of the keys of all stones.
    pub(super) hash: u64,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Board { ..*self }
    }

    /// Copies the part of the arrays that a board of its size uses.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        if self.size != other.size {
            *self = other.clone();
            return;
        }
        let used = (usize::from(self.size) + 1) * (STRIDE + 1) + 1;
        let empty = usize::from(other.empty_count);
        self.surroundings[..used].copy_from_slice(&other.surroundings[..used]);
        self.chain[..used].copy_from_slice(&other.chain[..used]);
        self.next[..used].copy_from_slice(&other.next[..used]);
        self.liberties[..used].copy_from_slice(&other.liberties[..used]);
        self.empty[..empty].copy_from_slice(&other.empty[..empty]);
        self.place[..used].copy_from_slice(&other.place[..used]);
        (self.empty_count, self.stones, self.taken) = (other.empty_count, other.stones, other.taken);
        (self.ko, self.hash, self.open) = (other.ko, other.hash, other.open);
    }
}

impl Board {
    pub(super) fn new(size: u8) -> Self {
        let mut board = Board {
            surroundings: [0; CELLS],
            chain: std::array::from_fn(|point| point as Point),
            next: std::array::from_fn(|point| point as Point),
            liberties: [Liberties::NONE; CELLS],
            empty: [NOWHERE; LARGEST * LARGEST],
            place: [0; CELLS],
            empty_count: 0,
            open: [0; OPEN_WORDS],
            stones: [0; 2],
            taken: [0; 2],
            size,
            ko: NOWHERE,
            hash: 0,
        };
        let outside: Vec<usize> = (0..CELLS).filter(|&cell| !board.contains(cell as Point)).collect();
        for cell in outside {
            board.mark_border(cell);
        }
        let points: Vec<Point> = board.points().collect();
        for point in points {
            board.add_empty(point);
        }
        board.toggle_open(GoMove::PASS);
        board
    }

    /// Marks a cell as border in the surroundings of those round it, as far as they are in the array.
    fn mark_border(&mut self, cell: usize) {
        for (distance, shift) in around::PLACES {
            if let Some(at) = self.surroundings.get_mut(cell.wrapping_sub(distance)) {
                *at |= (Colour::Border as u16) << shift;
            }
        }
    }

    /// The points of the board, row by row.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = usize::from(self.size);
        (1..=size).flat_map(move |row| (1..=size).map(move |column| (row * STRIDE + column) as Point))
    }

    /// Whether a cell is a point of the board.
    #[inline]
    pub(super) fn contains(&self, cell: Point) -> bool {
        let (row, column) = (usize::from(cell) / STRIDE, usize::from(cell) % STRIDE);
        let on = 1..=usize::from(self.size);
        on.contains(&row) && on.contains(&column)
    }

    /// The empty points, in no particular order. There is at least one: chains have liberties.
    #[inline(always)]
    pub(super) fn empty(&self) -> &[Point] {
        &self.empty[..usize::from(self.empty_count)]
    }

    /// The stones of a chain.
    pub(super) fn stones_of(&self, chain: Point) -> impl Iterator<Item = Point> {
        let following = move |&stone: &Point| Some(self.next[usize::from(stone)]).filter(|&next| next != chain);
        std::iter::successors(Some(chain), following)
    }

    #[inline(always)]
    fn add_empty(&mut self, point: Point) {
        self.place[usize::from(point)] = self.empty_count;
        self.empty[usize::from(self.empty_count)] = point;
        self.empty_count += 1;
        self.toggle_open(GoMove::at(point));
    }

    #[inline(always)]
    fn remove_empty(&mut self, point: Point) {
        let place = self.place[usize::from(point)];
        self.empty_count -= 1;
        let last = self.empty[usize::from(self.empty_count)];
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
        self.toggle_open(GoMove::at(point));
    }

    #[inline(always)]
    fn toggle_open(&mut self, action: GoMove) {
        let index = action.index(self.size);
        self.open[(index / 64) as usize] ^= 1 << (index % 64);
    }

    /// The surroundings of the points round one, by their distance from the first of them.
    #[inline(always)]
    fn window(&mut self, point: Point) -> &mut [Surroundings; WINDOW] {
        let first = usize::from(point) - STRIDE - 1;
        self.surroundings[first..].first_chunk_mut().expect("a point has a border round it")
    }

    #[inline(always)]
    fn toggle(&mut self, point: Point, colour: Colour) {
        around::toggle(self.window(point), colour);
    }

    /// Puts a stone on an empty point and takes what it captures.
    #[inline(always)]
    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        let at = usize::from(point);
        let surroundings = self.surroundings[at];
        self.ko = NOWHERE;
        self.remove_empty(point);
        self.toggle(point, colour);
        self.hash ^= KEYS[colour.index()][at];
        self.stones[colour.index()] += 1;

        let enemy = colour.other() as u16;
        let (mut own, mut dead) = (Liberties::STONE, false);
        for (direction, distance) in NEIGHBOURS.into_iter().enumerate() {
            let neighbour = at.wrapping_add(distance);
            let found = around::neighbour(surroundings, direction);
            own = own.with_if(neighbour, found == 0);
            let chain = usize::from(self.chain[neighbour]);
            let left = self.liberties[chain].without(at);
            self.liberties[chain] = left;
            dead |= left.is_none() & (found == enemy);
        }
        self.next[at] = point;
        self.chain[at] = point;
        self.liberties[at] = own;
        let mut left = around::neighbours_of(surroundings, colour);
        let mut head = point;
        while left != 0 {
            let direction = (left.trailing_zeros() / 2) as usize;
            left &= left - 1;
            let other = self.chain[at.wrapping_add(NEIGHBOURS[direction])];
            if other != head {
                head = self.join(head, other);
            }
        }
        if dead {
            self.capture(point, surroundings, colour);
        }
    }

    /// Makes one chain of two; its name.
    #[inline(always)]
    fn join(&mut self, one: Point, other: Point) -> Point {
        let (a, b) = (self.liberties[usize::from(one)], self.liberties[usize::from(other)]);
        let (large, small) = if a.stones() > b.stones() { (one, other) } else { (other, one) };
        self.liberties[usize::from(large)] = a.and(b);
        let mut stone = small;
        loop {
            self.chain[usize::from(stone)] = large;
            stone = self.next[usize::from(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(usize::from(large), usize::from(small));
        large
    }

    /// Takes the enemy chains without liberties next to a stone that was put on the board.
    #[inline(never)]
    fn capture(&mut self, point: Point, surroundings: Surroundings, colour: Colour) {
        let at = usize::from(point);
        let before = self.empty_count;
        let mut left = around::neighbours_of(surroundings, colour.other());
        while left != 0 {
            let direction = (left.trailing_zeros() / 2) as usize;
            left &= left - 1;
            let neighbour = at.wrapping_add(NEIGHBOURS[direction]);
            let chain = self.chain[neighbour];
            // A stone taken already is a chain by itself, without meaning.
            if self.colour(neighbour as Point) != Colour::Empty && self.liberties[usize::from(chain)].is_none() {
                self.remove(chain, colour.other());
            }
        }
        let own = self.liberties[usize::from(self.chain[at])];
        if self.empty_count == before + 1 && own.stones() == 1 && own.is_one() {
            self.ko = self.empty[usize::from(before)];
        }
    }

    /// Takes the chain of a stone from the board if it has no liberty: it was suicide to put the stone there.
    pub(super) fn remove_if_dead(&mut self, stone: Point, colour: Colour) {
        let chain = self.chain[usize::from(stone)];
        if self.liberties[usize::from(chain)].is_none() {
            self.remove(chain, colour);
        }
    }

    /// Takes a chain from the board.
    fn remove(&mut self, chain: Point, colour: Colour) {
        let mut stone = chain;
        let before = self.empty_count;
        loop {
            let at = usize::from(stone);
            self.toggle(stone, colour);
            self.hash ^= KEYS[colour.index()][at];
            self.chain[at] = stone;
            self.add_empty(stone);
            for distance in NEIGHBOURS {
                let beside = usize::from(self.chain[at.wrapping_add(distance)]);
                self.liberties[beside] = self.liberties[beside].with(at);
            }
            stone = self.next[at];
            if stone == chain {
                break;
            }
        }
        let taken = self.empty_count - before;
        self.stones[colour.index()] -= taken;
        self.taken[colour.index()] += taken;
    }

    /// What is on a point.
    #[inline]
    pub(super) fn colour(&self, point: Point) -> Colour {
        around::west(self.surroundings[usize::from(point) + 1])
    }
}
