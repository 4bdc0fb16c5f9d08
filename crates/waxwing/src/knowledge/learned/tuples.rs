//! n-tuple networks: the sum of one number for each tuple of places, looked up by what stands there.
//!
//! Which entry of its table a tuple has is a sum over its places, so all tuples are found at once by adding a row of numbers for
//! each place that is not empty. Learning steps are as large as the errors of a weight agree in sign (temporal coherence, Beal and
//! Smith 1999): |Σ errors| / Σ |errors|.

use super::layout::{Layout, MOST_LANES, MOST_PLACES, Shape};
use super::model::{LearningModel, PlayingModel, View};

/// Rows are added in pieces that fit registers.
const PIECE: usize = 16;

/// The entries of all tuples.
struct Index {
    /// How many tuples there are with their images, a shape's beside each other.
    lanes: usize,
    /// How long a row is: lanes, rounded up to whole pieces.
    row: usize,
    /// For each content of each place, what it adds to each tuple's entry.
    rows: Vec<u16>,
    /// Where a place's rows begin, and its last content.
    places: Vec<(u32, u8)>,
}

impl Index {
    fn new(layout: &Layout, shapes: &[Shape]) -> Index {
        let lanes: usize = shapes.iter().map(|shape| shape.images.len()).sum();
        let row = lanes.next_multiple_of(PIECE);
        let (mut places, mut first) = (Vec::new(), 0);
        for &kinds in &layout.kinds {
            places.push((first as u32, kinds - 1));
            first += usize::from(kinds) * row;
        }
        let mut rows = vec![0; first];
        for (lane, image) in shapes.iter().flat_map(|shape| &shape.images).enumerate() {
            let mut stride = 1;
            for &place in image {
                let (first, last) = places[usize::from(place)];
                for content in 0..=usize::from(last) {
                    rows[first as usize + content * row + lane] = (content * stride) as u16;
                }
                stride *= usize::from(last) + 1;
            }
        }
        Index { lanes, row, rows, places }
    }

    /// The entry of each tuple.
    #[inline]
    fn find<'a>(&self, contents: &[u8], room: &'a mut [u16; MOST_LANES]) -> &'a [u16] {
        let (mut rows, mut count) = ([0_u32; MOST_PLACES], 0);
        for (&content, &(first, last)) in contents.iter().zip(&self.places) {
            rows[count] = first + u32::from(content.min(last)) * self.row as u32;
            count += usize::from(content != 0);
        }
        let rows = &rows[..count];
        for piece in (0..self.row).step_by(PIECE) {
            let mut sum = [0_u16; PIECE];
            for &row in rows {
                let part = &self.rows[row as usize + piece..][..PIECE];
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum = sum.wrapping_add(*part));
            }
            room[piece..piece + PIECE].copy_from_slice(&sum);
        }
        &room[..self.lanes]
    }
}

/// A weight, with the errors that it has had.
#[derive(Clone, Copy, Default)]
struct Coherent {
    weight: f32,
    sum: f32,
    size: f32,
}

/// Tuples that learn.
pub(super) struct TupleLearning {
    index: Index,
    /// For each tuple, where its shape's entries begin in `class`.
    first: Vec<u32>,
    /// The weight of each entry of each shape, within a stage.
    class: Vec<u32>,
    in_a_stage: usize,
    weights: Vec<Coherent>,
}

impl TupleLearning {
    pub fn new(layout: &Layout, shapes: &[Shape]) -> TupleLearning {
        let (mut first, mut class, mut classes) = (Vec::new(), Vec::new(), 0);
        for shape in shapes {
            first.extend(shape.images.iter().map(|_| class.len() as u32));
            class.extend(shape.class.iter().map(|&number| classes + number));
            classes += shape.classes as u32;
        }
        let weights = vec![Coherent::default(); layout.weights()];
        TupleLearning { index: Index::new(layout, shapes), first, class, in_a_stage: classes as usize, weights }
    }

    /// Where the weights of what it looks at are.
    #[inline]
    fn places(&self, view: View<'_>, mut each: impl FnMut(usize)) {
        let mut room = [0; MOST_LANES];
        let base = view.stage * self.in_a_stage;
        for (&entry, &first) in self.index.find(view.places, &mut room).iter().zip(&self.first) {
            each(base + self.class[first as usize + usize::from(entry)] as usize);
        }
    }
}

impl LearningModel for TupleLearning {
    fn value(&self, view: View<'_>) -> f32 {
        let mut sum = 0.0;
        self.places(view, |place| sum += self.weights[place].weight);
        sum
    }

    fn learn(&mut self, view: View<'_>, error: f32, rate: f32) {
        let mut room = [0; MOST_LANES];
        let base = view.stage * self.in_a_stage;
        let step = rate * error / self.index.lanes as f32;
        for (&entry, &first) in self.index.find(view.places, &mut room).iter().zip(&self.first) {
            let place = base + self.class[first as usize + usize::from(entry)] as usize;
            let known = &mut self.weights[place];
            let agreement = if known.size > 0.0 { known.sum.abs() / known.size } else { 1.0 };
            known.weight += step * agreement;
            known.sum += error;
            known.size += error.abs();
        }
    }

    fn weights(&self) -> Vec<f32> {
        self.weights.iter().map(|known| known.weight).collect()
    }

    fn state(&self) -> Vec<f32> {
        self.weights.iter().flat_map(|known| [known.weight, known.sum, known.size]).collect()
    }

    fn restore(&mut self, state: &[f32]) -> bool {
        if state.len() != 3 * self.weights.len() {
            return false;
        }
        let (triples, _) = state.as_chunks::<3>();
        for (known, &[weight, sum, size]) in self.weights.iter_mut().zip(triples) {
            *known = Coherent { weight, sum, size };
        }
        true
    }
}

/// Tuples that are asked: a byte for each entry, with a unit for each shape at each stage.
pub(super) struct TuplePlaying {
    index: Index,
    /// For each shape, how many images it has and where its entries begin within a stage.
    shapes: Vec<(usize, usize)>,
    in_a_stage: usize,
    entries: Vec<i8>,
    /// The unit of each shape at each stage.
    units: Vec<f32>,
}

impl TuplePlaying {
    pub fn new(layout: &Layout, shapes: &[Shape], weights: &[f32]) -> TuplePlaying {
        let (mut entries, mut units, mut rest) = (Vec::new(), Vec::new(), weights);
        for _ in 0..layout.stages {
            for shape in shapes {
                let (own, others) = rest.split_at(shape.classes);
                rest = others;
                let unit = unit(own, i8::MAX.into());
                units.push(unit);
                entries.extend(shape.class.iter().map(|&class| quantised(own[class as usize], unit) as i8));
            }
        }
        let in_a_stage = entries.len() / layout.stages;
        let mut first = 0;
        let found = shapes.iter().map(|shape| {
            first += shape.class.len();
            (shape.images.len(), first - shape.class.len())
        });
        TuplePlaying { shapes: found.collect(), index: Index::new(layout, shapes), in_a_stage, entries, units }
    }
}

impl PlayingModel for TuplePlaying {
    #[inline]
    fn value(&self, view: View<'_>) -> f32 {
        let mut room = [0; MOST_LANES];
        let mut found = self.index.find(view.places, &mut room);
        let entries = &self.entries[view.stage * self.in_a_stage..][..self.in_a_stage];
        let units = &self.units[view.stage * self.shapes.len()..];
        let mut sum = 0.0;
        for (&(images, first), unit) in self.shapes.iter().zip(units) {
            let (own, others) = found.split_at(images);
            found = others;
            let whole: i32 = own.iter().map(|&entry| i32::from(entries[first + usize::from(entry)])).sum();
            sum += whole as f32 * unit;
        }
        sum
    }
}

/// The unit of which every weight is at most `most`.
pub(super) fn unit(weights: &[f32], most: f32) -> f32 {
    let largest = weights.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    if largest > 0.0 { largest / most } else { 1.0 }
}

/// A weight in whole units.
pub(super) fn quantised(weight: f32, unit: f32) -> i32 {
    libm::roundf(weight / unit) as i32
}
