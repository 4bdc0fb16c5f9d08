//! What a model looks at.

use std::fmt;

/// The most places of a layout.
pub(super) const MOST_PLACES: usize = 512;
/// The most tuples of a layout, with all their images.
pub(super) const MOST_LANES: usize = 2048;
/// The most contents of the places of a tuple, taken together.
const MOST_ENTRIES: usize = 1 << 16;
/// The most units of a hidden layer.
const MOST_HIDDEN: usize = 256;

/// The inputs of a hidden layer that a content of a place sets, with their values.
pub type Code = Vec<(u16, f32)>;

/// How many contents the places of a game have, and what a model looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// How many contents each place has.
    pub(super) kinds: Vec<u8>,
    pub(super) stages: usize,
    pub(super) form: Form,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    Tuples(Vec<Shape>),
    Layer { hidden: usize, inputs: usize, codes: Vec<Vec<Code>> },
}

/// A tuple of places, with its images under the symmetries of the board: they share weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shape {
    /// The places of each image, in the order of those of the tuple.
    pub images: Vec<Vec<u16>>,
    /// What an entry of the tuple's table is read from: entries that a symmetry of the tuple itself exchanges are one.
    pub class: Vec<u32>,
    /// How many classes there are.
    pub classes: usize,
}

/// Why a layout is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError(String);

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LayoutError {}

fn wrong<T>(message: String) -> Result<T, LayoutError> {
    Err(LayoutError(message))
}

impl Layout {
    /// Tables for tuples of places (n-tuple networks). A symmetry says for each place which one takes its part; the one that
    /// leaves everything in its place need not be among them. Fails if a number is out of bounds.
    ///
    /// ```
    /// use waxwing::knowledge::Layout;
    ///
    /// // Three squares in a row that are empty, the viewer's or the other player's; left and right are alike.
    /// let layout = Layout::tuples(vec![3; 3], 1, &[vec![0, 1]], &[vec![2, 1, 0]])?;
    /// assert_eq!(layout.places(), 3);
    /// assert!(Layout::tuples(vec![3; 3], 1, &[vec![0, 3]], &[]).is_err());
    /// # Ok::<(), waxwing::knowledge::LayoutError>(())
    /// ```
    pub fn tuples(
        kinds: Vec<u8>,
        stages: usize,
        tuples: &[Vec<u16>],
        symmetries: &[Vec<u16>],
    ) -> Result<Layout, LayoutError> {
        check_places(&kinds, stages)?;
        for symmetry in symmetries {
            let mut seen = symmetry.clone();
            seen.sort_unstable();
            let is_permutation = seen.iter().map(|&place| usize::from(place)).eq(0..kinds.len());
            if !is_permutation || symmetry.iter().zip(&kinds).any(|(&to, &kind)| kinds[usize::from(to)] != kind) {
                return wrong("a symmetry does not exchange places of the same contents".into());
            }
        }
        let shapes: Vec<Shape> =
            tuples.iter().map(|tuple| Shape::new(tuple, &kinds, symmetries)).collect::<Result<_, _>>()?;
        let lanes: usize = shapes.iter().map(|shape| shape.images.len()).sum();
        if lanes == 0 || lanes > MOST_LANES {
            return wrong(format!("there are {lanes} tuples with their images; 1 to {MOST_LANES} are possible"));
        }
        Ok(Layout { kinds, stages, form: Form::Tuples(shapes) })
    }

    /// One hidden layer of units behind the inputs that each content of each place sets: `code(place, content)`. Content 0 sets
    /// none. Fails if a number is out of bounds.
    pub fn layer(
        kinds: Vec<u8>,
        stages: usize,
        hidden: usize,
        code: impl Fn(usize, u8) -> Code,
    ) -> Result<Layout, LayoutError> {
        check_places(&kinds, stages)?;
        if !(1..=MOST_HIDDEN).contains(&hidden) {
            return wrong(format!("a layer of {hidden} units; 1 to {MOST_HIDDEN} are possible"));
        }
        let of_place = |(place, &kinds): (usize, &u8)| (0..kinds).map(|content| code(place, content)).collect();
        let codes: Vec<Vec<Code>> = kinds.iter().enumerate().map(of_place).collect();
        if codes.iter().any(|contents| !contents[0].is_empty()) {
            return wrong("content 0 of a place sets an input".into());
        }
        let inputs = codes.iter().flatten().flatten().map(|&(input, _)| usize::from(input) + 1).max().unwrap_or(0);
        Ok(Layout { kinds, stages, form: Form::Layer { hidden, inputs, codes } })
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.kinds.len()
    }

    /// How many weights a model of this layout has.
    pub fn weights(&self) -> usize {
        let in_a_stage = match &self.form {
            Form::Tuples(shapes) => shapes.iter().map(|shape| shape.classes).sum(),
            Form::Layer { hidden, inputs, .. } => hidden * (inputs + 2) + 1,
        };
        self.stages * in_a_stage
    }

    /// What it is, in a line; files have it, so that those of another layout are refused.
    pub(super) fn describe(&self) -> String {
        let (stages, places) = (self.stages, self.kinds.len());
        match &self.form {
            Form::Tuples(shapes) => {
                let shape = |shape: &Shape| format!("{}x{}", shape.images.len(), shape.classes);
                let shapes: Vec<String> = shapes.iter().map(shape).collect();
                format!("{places} places, {stages} stages, tuples {}", shapes.join(" "))
            }
            Form::Layer { hidden, inputs, .. } => {
                format!("{places} places, {stages} stages, {inputs} inputs, {hidden} hidden")
            }
        }
    }
}

fn check_places(kinds: &[u8], stages: usize) -> Result<(), LayoutError> {
    if kinds.is_empty() || kinds.len() > MOST_PLACES {
        return wrong(format!("there are {} places; 1 to {MOST_PLACES} are possible", kinds.len()));
    }
    if kinds.contains(&0) {
        return wrong("a place has no contents".into());
    }
    if !(1..=64).contains(&stages) {
        return wrong(format!("there are {stages} stages; 1 to 64 are possible"));
    }
    Ok(())
}

impl Shape {
    fn new(tuple: &[u16], kinds: &[u8], symmetries: &[Vec<u16>]) -> Result<Shape, LayoutError> {
        let is_place = |&place: &u16| usize::from(place) < kinds.len();
        let mut sorted = tuple.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if tuple.is_empty() || sorted.len() < tuple.len() || !tuple.iter().all(is_place) {
            return wrong(format!("the tuple {tuple:?} is no set of places"));
        }
        let entries = tuple.iter().fold(1, |all, &place| all * usize::from(kinds[usize::from(place)]));
        if entries > MOST_ENTRIES {
            return wrong(format!("the tuple {tuple:?} has {entries} entries; at most {MOST_ENTRIES} are possible"));
        }
        let mut shape = Shape { images: vec![tuple.to_vec()], class: Vec::new(), classes: 0 };
        // Where each place of the tuple comes from, for symmetries that exchange only places of the tuple.
        let mut own: Vec<Vec<usize>> = Vec::new();
        for symmetry in symmetries {
            let image: Vec<u16> = tuple.iter().map(|&place| symmetry[usize::from(place)]).collect();
            let mut places = image.clone();
            places.sort_unstable();
            if places == sorted {
                let position = |place| tuple.iter().position(|own| own == place).expect("it is a place of the tuple");
                own.push(image.iter().map(position).collect());
            } else if !shape.images.iter().any(|known| same_places(known, &places)) {
                shape.images.push(image);
            }
        }
        let kinds: Vec<usize> = tuple.iter().map(|&place| kinds[usize::from(place)].into()).collect();
        shape.find_classes(entries, &kinds, &own);
        Ok(shape)
    }

    /// Entries that are exchanged by a symmetry of the tuple have the smallest of them as their class.
    fn find_classes(&mut self, entries: usize, kinds: &[usize], own: &[Vec<usize>]) {
        let mut numbers = vec![u32::MAX; entries];
        for entry in 0..entries {
            let contents = contents_of(entry, kinds);
            let mirrored = |order: &Vec<usize>| {
                let mut image = vec![0; contents.len()];
                order.iter().zip(&contents).for_each(|(&to, &content)| image[to] = content);
                entry_of(&image, kinds)
            };
            let first = own.iter().map(mirrored).min().unwrap_or(entry).min(entry);
            if first == entry {
                numbers[entry] = self.classes as u32;
                self.classes += 1;
            } else {
                numbers[entry] = numbers[first];
            }
        }
        self.class = numbers;
    }
}

fn same_places(image: &[u16], sorted: &[u16]) -> bool {
    let mut places = image.to_vec();
    places.sort_unstable();
    places == sorted
}

/// The contents of a tuple's places, from the number of its entry: the first place counts least.
fn contents_of(mut entry: usize, kinds: &[usize]) -> Vec<usize> {
    let digit = |&kind: &usize| {
        let content = entry % kind;
        entry /= kind;
        content
    };
    kinds.iter().map(digit).collect()
}

fn entry_of(contents: &[usize], kinds: &[usize]) -> usize {
    contents.iter().zip(kinds).rev().fold(0, |entry, (&content, &kind)| entry * kind + content)
}
