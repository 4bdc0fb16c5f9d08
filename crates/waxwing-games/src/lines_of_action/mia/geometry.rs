//! What squares are worth and how they lie to each other: tables made when the program is compiled.

use super::super::rays::{LARGEST, SMALLEST};

const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;

/// The parts of a board from its corners to its centre: the corners, the rest of the rim, and the rings inside, where the
/// innermost is always the last part. On small boards there are fewer rings, and parts between are missing.
pub(super) const REGIONS: usize = 5;
const CORNER: u8 = 0;
const RIM: u8 = 1;

/// The value of a square of each region for centralisation. On the rim it is less beside the corner.
const VALUES: [i8; REGIONS] = [-80, -20, 10, 25, 50];
const BESIDE_CORNER: i8 = -25;

/// What is said about the squares of a board of one size.
pub(super) struct Geometry {
    pub(super) regions: [u8; 64],
    /// The values for centralisation.
    pub(super) values: [i8; 64],
    /// How many squares the board has.
    pub(super) area: u8,
}

static GEOMETRIES: [Geometry; SIZES] = {
    let mut table = [const { Geometry { regions: [0; 64], values: [0; 64], area: 0 } }; SIZES];
    let mut place = 0;
    while place < SIZES {
        table[place] = geometry(SMALLEST + place as u8);
        place += 1;
    }
    table
};

/// The board of this size.
#[inline(always)]
pub(super) fn on_board(size: u8) -> &'static Geometry {
    &GEOMETRIES[usize::from(size - SMALLEST)]
}

const fn geometry(size: u8) -> Geometry {
    let mut geometry = Geometry { regions: [0; 64], values: [0; 64], area: size * size };
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square as u8 / 8, square as u8 % 8);
        if row < size && column < size {
            let (up, right) = (to_edge(row, size), to_edge(column, size));
            let region = region(up, right, size);
            geometry.regions[square] = region;
            geometry.values[square] =
                if region == RIM && up + right == 1 { BESIDE_CORNER } else { VALUES[region as usize] };
        }
        square += 1;
    }
    geometry
}

/// The squares between a row, or a column, and the nearer edge.
const fn to_edge(place: u8, size: u8) -> u8 {
    if place < size - 1 - place { place } else { size - 1 - place }
}

const fn region(up: u8, right: u8, size: u8) -> u8 {
    let ring = if up < right { up } else { right };
    match (ring, up + right) {
        (0, 0) => CORNER,
        (0, _) => RIM,
        _ => REGIONS as u8 - 1 - ((size - 1) / 2 - ring),
    }
}

/// The steps of a king from one square to another.
#[inline(always)]
pub(super) const fn distance(from: u8, to: u8) -> u8 {
    let rows = (from / 8).abs_diff(to / 8);
    let columns = (from % 8).abs_diff(to % 8);
    if rows > columns { rows } else { columns }
}

/// `DISTANCE_BITS[square][bit]`: the squares whose distance from this one has that bit. Distances of a whole set are then
/// summed up by counting three sets.
pub(super) static DISTANCE_BITS: [[u64; 3]; 64] = {
    let mut table = [[0; 3]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let distance = distance(from as u8, to as u8) as u64;
        let mut bit = 0;
        while bit < 3 {
            table[from][bit] |= (distance >> bit & 1) << to;
            bit += 1;
        }
        pair += 1;
    }
    table
};

/// `NEAR_QUADS[square]`: the quads whose middle is at most two squares from that of this one. A quad is called by its lower
/// left square, so that its middle is half a square above it and to the right.
pub(super) static NEAR_QUADS: [u64; 64] = {
    let mut table = [0; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (centre, quad) = (pair / 64, pair % 64);
        // From two below to one above.
        let rows = quad / 8 + 2 < centre / 8 + 4 && quad / 8 + 2 >= centre / 8;
        let columns = quad % 8 + 2 < centre % 8 + 4 && quad % 8 + 2 >= centre % 8;
        if rows && columns {
            table[centre] |= 1 << quad;
        }
        pair += 1;
    }
    table
};
