//! Whose the points are: those with stones, and the empty ones that reach only one colour.

use super::board::{Board, CELLS, Colour, LARGEST, NEIGHBOURS, NOWHERE, Point};
use super::surroundings as around;

/// Whose each point is; a point that reaches both colours, or none, belongs to neither (`Empty`).
pub(super) type Owners = [Colour; CELLS];

impl Board {
    /// Black's points minus White's.
    #[inline]
    pub(super) fn score(&self) -> i32 {
        let stones = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut surrounded = 0;
        for &point in self.empty() {
            let surroundings = self.surroundings[usize::from(point)];
            // At the end of a playout no two empty points are neighbours.
            if around::has_liberty(surroundings) {
                let [black, white] = self.area();
                return i32::from(black) - i32::from(white);
            }
            surrounded += around::owner(surroundings);
        }
        stones + surrounded
    }

    /// The points of each colour.
    pub(super) fn area(&self) -> [u16; 2] {
        let owners = self.owners();
        [Colour::Black, Colour::White].map(|colour| owners.iter().filter(|&&owner| owner == colour).count() as u16)
    }

    /// Whose each point is.
    pub(super) fn owners(&self) -> Owners {
        let mut owners = [Colour::Border; CELLS];
        self.points().for_each(|point| owners[usize::from(point)] = self.colour(point));
        let mut seen = [false; CELLS];
        for &point in self.empty() {
            if !seen[usize::from(point)] {
                self.settle(point, &mut seen, &mut owners);
            }
        }
        owners
    }

    /// Finds the owner of the region of an empty point.
    fn settle(&self, start: Point, seen: &mut [bool; CELLS], owners: &mut Owners) {
        let mut region = [NOWHERE; LARGEST * LARGEST];
        let (mut count, mut done, mut reached) = (1, 0, [false; 4]);
        region[0] = start;
        seen[usize::from(start)] = true;
        while done < count {
            for distance in NEIGHBOURS {
                let beside = usize::from(region[done]).wrapping_add(distance);
                let colour = self.colour(beside as Point);
                reached[colour as usize] = true;
                if colour == Colour::Empty && !seen[beside] {
                    seen[beside] = true;
                    region[count] = beside as Point;
                    count += 1;
                }
            }
            done += 1;
        }
        let owner = match reached {
            [_, true, false, _] => Colour::Black,
            [_, false, true, _] => Colour::White,
            _ => Colour::Empty,
        };
        region[..count].iter().for_each(|&point| owners[usize::from(point)] = owner);
    }
}
