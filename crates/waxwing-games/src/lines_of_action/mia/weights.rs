//! The weights of the features, read from `weights.txt`.

use std::sync::LazyLock;

/// The names of the features, in the order of the columns of `weights.txt`.
pub const FEATURES: [&str; 9] = [
    "concentration",
    "centralisation",
    "centre-of-mass",
    "quads",
    "mobility",
    "walls",
    "connectedness",
    "uniformity",
    "player-to-move",
];

/// What a feature is worth, in points for one more of it than the other player has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    pub(super) concentration: f32,
    pub(super) centralisation: f32,
    pub(super) centre_of_mass: f32,
    pub(super) quads: f32,
    pub(super) mobility: f32,
    pub(super) walls: f32,
    pub(super) connectedness: f32,
    pub(super) uniformity: f32,
    pub(super) player_to_move: f32,
}

impl Weights {
    fn new(columns: [f32; FEATURES.len()]) -> Self {
        let [
            concentration,
            centralisation,
            centre_of_mass,
            quads,
            mobility,
            walls,
            connectedness,
            uniformity,
            player_to_move,
        ] = columns;
        Weights {
            concentration,
            centralisation,
            centre_of_mass,
            quads,
            mobility,
            walls,
            connectedness,
            uniformity,
            player_to_move,
        }
    }

    /// Whether the lines of the board count at all.
    #[inline(always)]
    pub(super) fn look_at_lines(&self) -> bool {
        self.mobility != 0.0 || self.walls != 0.0
    }
}

/// The evaluations, and the sets of weights that they use.
pub(in super::super) const EVALUATIONS: &[&str] = &["mia", "mia3"];
const SETS: [&str; 2] = ["loa_v1", "loa_v1_few"];

static WEIGHTS: LazyLock<[Weights; 2]> =
    LazyLock::new(|| SETS.map(|set| read(include_str!("weights.txt"), set).expect("the set is in the file")));

/// The weights of an evaluation.
#[inline(always)]
pub(super) fn of(evaluation: usize) -> &'static Weights {
    &WEIGHTS[evaluation.min(1)]
}

/// The set of this name: a line `name | weight | weight…`; what follows a `#` is a remark.
fn read(text: &str, set: &str) -> Option<Weights> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let mut sets = lines.map(|line| line.split('|').map(str::trim));
    let fields = sets.find_map(|mut fields| (fields.next() == Some(set)).then_some(fields))?;
    let columns: Option<Vec<f32>> = fields.map(|field| field.parse().ok()).collect();
    Some(Weights::new(columns?.try_into().ok()?))
}

#[test]
fn a_set_has_a_number_for_each_feature() {
    let weights = read("# a | 1\nb | 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 # remark", "b").unwrap();
    assert_eq!((weights.concentration, weights.walls, weights.player_to_move), (9.0, 4.0, 1.0));
    for text in
        ["", "b", "b | 1 | 2", "b | 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | one", "c | 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1"]
    {
        assert_eq!(read(text, "b"), None, "{text}");
    }
}
