//! One hidden layer: x = b + Σ v_j·s(h_j), h_j = b_j + Σ w_ij·input_i, with s(h) = h / (1 + |h|).
//!
//! Weights are, for each stage, those of each input (a row of units), the units' own, those of the outcome, and its own.
//! In play, what each content of each place adds to the units is known beforehand.

use super::layout::{Form, Layout};
use super::model::{LearningModel, PlayingModel, View};
use crate::Rng;

/// Units are worked on in pieces that fit registers.
const PIECE: usize = 8;
/// The most units, rounded up to whole pieces.
const MOST: usize = 256;
/// The spread of weights that have learned nothing. All alike, the units would stay so.
const SPREAD: f32 = 0.2;

#[inline]
fn squash(sum: f32) -> f32 {
    sum / (1.0 + sum.abs())
}

/// What the units make of their sums.
#[inline]
fn outcome(sums: &[f32], weights: &[f32], own: f32) -> f32 {
    let mut parts = [0.0; PIECE];
    let (sums, _) = sums.as_chunks::<PIECE>();
    let (weights, _) = weights.as_chunks::<PIECE>();
    for (sums, weights) in sums.iter().zip(weights) {
        for unit in 0..PIECE {
            parts[unit] += squash(sums[unit]) * weights[unit];
        }
    }
    parts.iter().sum::<f32>() + own
}

/// The numbers of a layout with a layer.
#[derive(Clone)]
struct Size {
    hidden: usize,
    inputs: usize,
}

impl Size {
    fn of(layout: &Layout) -> Size {
        let Form::Layer { hidden, inputs, .. } = layout.form else { unreachable!("the layout has a layer") };
        Size { hidden, inputs }
    }

    /// The weights of a stage.
    fn in_a_stage(&self) -> usize {
        self.hidden * (self.inputs + 2) + 1
    }
}

/// A layer that learns.
pub(super) struct LayerLearning {
    size: Size,
    layout: Layout,
    weights: Vec<f32>,
}

impl LayerLearning {
    pub fn new(layout: &Layout, seed: u64) -> LayerLearning {
        let (size, mut rng) = (Size::of(layout), Rng::new(seed));
        let weights = (0..layout.weights()).map(|_| SPREAD * (2.0 * rng.unit() - 1.0)).collect();
        LayerLearning { size, layout: layout.clone(), weights }
    }

    /// The inputs that are set, with their values.
    fn inputs<'a>(&'a self, view: View<'a>) -> impl Iterator<Item = (usize, f32)> + 'a {
        let Form::Layer { codes, .. } = &self.layout.form else { unreachable!("the layout has a layer") };
        let code = |(contents, &content): (&'a Vec<_>, &u8)| -> &'a super::Code {
            &contents[usize::from(content).min(contents.len() - 1)]
        };
        let set = codes.iter().zip(view.places).flat_map(code);
        set.map(|&(input, value)| (usize::from(input), value))
    }

    fn sums<'a>(&self, view: View<'_>, room: &'a mut [f32; MOST]) -> &'a mut [f32] {
        let hidden = self.size.hidden;
        let weights = &self.weights[view.stage * self.size.in_a_stage()..];
        let sums = &mut room[..hidden];
        sums.copy_from_slice(&weights[self.size.inputs * hidden..][..hidden]);
        for (input, value) in self.inputs(view) {
            let row = &weights[input * hidden..][..hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight * value);
        }
        sums
    }
}

impl LearningModel for LayerLearning {
    fn value(&self, view: View<'_>) -> f32 {
        let mut room = [0.0; MOST];
        let sums = self.sums(view, &mut room);
        let Size { hidden, inputs } = self.size;
        let last = &self.weights[view.stage * self.size.in_a_stage() + hidden * (inputs + 1)..];
        sums.iter().zip(last).map(|(&sum, weight)| squash(sum) * weight).sum::<f32>() + last[hidden]
    }

    fn learn(&mut self, view: View<'_>, error: f32, rate: f32) {
        let mut room = [0.0; MOST];
        self.sums(view, &mut room);
        let Size { hidden, inputs } = self.size;
        let step = rate * error;
        let set: Vec<(usize, f32)> = self.inputs(view).collect();
        let stage = self.size.in_a_stage();
        let weights = &mut self.weights[view.stage * stage..][..stage];
        let (rows, last) = weights.split_at_mut(hidden * (inputs + 1));
        // From here on, what each unit's sum is to gain.
        let gains = &mut room[..hidden];
        for (gain, weight) in gains.iter_mut().zip(last.iter_mut()) {
            let sum = *gain;
            let slope = 1.0 / (1.0 + sum.abs());
            *gain = step * *weight * slope * slope;
            *weight += step * squash(sum);
        }
        last[hidden] += step;
        for (input, value) in set.into_iter().chain([(inputs, 1.0)]) {
            let row = &mut rows[input * hidden..][..hidden];
            row.iter_mut().zip(gains.iter()).for_each(|(weight, gain)| *weight += gain * value);
        }
    }

    fn weights(&self) -> Vec<f32> {
        self.weights.clone()
    }

    fn state(&self) -> Vec<f32> {
        self.weights.clone()
    }

    fn restore(&mut self, state: &[f32]) -> bool {
        let fits = state.len() == self.weights.len();
        if fits {
            self.weights.copy_from_slice(state);
        }
        fits
    }
}

/// A layer that is asked. Its rows have whole pieces of units; those that are none add nothing.
pub(super) struct LayerPlaying {
    /// How long a row is.
    row: usize,
    /// Where the rows of a place's contents begin, and its last content.
    places: Vec<(u32, u8)>,
    stages: Vec<Stage>,
}

struct Stage {
    /// What each content of each place adds to the units.
    rows: Vec<f32>,
    /// What the units begin with.
    start: Vec<f32>,
    last: Vec<f32>,
    own: f32,
}

impl LayerPlaying {
    pub fn new(layout: &Layout, weights: &[f32]) -> LayerPlaying {
        let size = Size::of(layout);
        let row = size.hidden.next_multiple_of(PIECE);
        let mut first = 0;
        let places = layout.kinds.iter().map(|&kinds| {
            first += row * usize::from(kinds);
            ((first - row * usize::from(kinds)) as u32, kinds - 1)
        });
        let stages = weights.chunks(size.in_a_stage()).map(|weights| Stage::new(layout, &size, weights));
        LayerPlaying { row, places: places.collect(), stages: stages.collect() }
    }
}

impl Stage {
    fn new(layout: &Layout, &Size { hidden, inputs }: &Size, weights: &[f32]) -> Stage {
        let Form::Layer { codes, .. } = &layout.form else { unreachable!("the layout has a layer") };
        let row = hidden.next_multiple_of(PIECE);
        let whole = |row_number: usize| {
            let mut padded = weights[row_number * hidden..][..hidden].to_vec();
            padded.resize(row, 0.0);
            padded
        };
        let mut rows = Vec::new();
        for code in codes.iter().flatten() {
            let mut sum = vec![0.0; row];
            for &(input, value) in code {
                sum.iter_mut().zip(whole(input.into())).for_each(|(sum, weight)| *sum += weight * value);
            }
            rows.extend(sum);
        }
        Stage { rows, start: whole(inputs), last: whole(inputs + 1), own: weights[hidden * (inputs + 2)] }
    }
}

impl PlayingModel for LayerPlaying {
    fn value(&self, view: View<'_>) -> f32 {
        let Stage { rows, start, last, own } = &self.stages[view.stage];
        let mut room = [0.0; MOST];
        let sums = &mut room[..self.row];
        sums.copy_from_slice(start);
        for (&content, &(first, last)) in view.places.iter().zip(&self.places) {
            if content > 0 {
                let row = &rows[first as usize + usize::from(content.min(last)) * self.row..][..self.row];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        outcome(sums, last, *own)
    }
}
