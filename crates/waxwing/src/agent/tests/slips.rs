//! A game made of numbers, for tests of whole searches: short, irregular, with everything that a game can offer.

use crate::agent::catalogue::{Catalogue, Role};
use crate::game::{Game, HiddenInformation, Player, Reward, Turn};
use crate::icarus::mix;
use crate::knowledge::{
    Attribute, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Features, Knowledge, MoveValues, Predicates,
    Priors, Weighting, Weightings,
};
use crate::{Agent, Rng};

/// Two players draw slips. With `CHANCE` a coin falls now and then; with `HIDDEN` the other player sees only whether a slip is odd.
#[derive(Clone, Debug)]
pub struct Slips<const CHANCE: bool, const HIDDEN: bool> {
    public: u64,
    own: [u64; 2],
    pub plies: u8,
}

const PLIES: u8 = 14;

impl<const CHANCE: bool, const HIDDEN: bool> Slips<CHANCE, HIDDEN> {
    /// A start with four actions.
    pub fn new(seed: u64) -> Self {
        let starts = (0..).map(|number| Slips { public: mix(seed, number), own: [3, 4], plies: 0 });
        starts.into_iter().find(|start| start.count(Player(0)) == 4).expect("one of four has four actions")
    }

    fn count(&self, player: Player) -> u8 {
        1 + (mix(self.public, self.own[player.index()]) >> 20) as u8 % 4
    }

    fn roll(&self, what: u64, sides: u64) -> u64 {
        (mix(mix(self.public, self.own[0] ^ self.own[1]), what) >> 33) % sides
    }

    fn observed(&self, action: u8, observer: Player) -> Option<u8> {
        let acts = self.turn() == Turn::Player(observer) || self.turn() == Turn::Chance;
        Some(if acts { action } else { 4 + action % 2 })
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Game for Slips<CHANCE, HIDDEN> {
    type Action = u8;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = if HIDDEN {
        let determinize = |state: &Self, observer: Player, rng: &mut Rng| {
            let mut drawn = state.clone();
            drawn.own[1 - observer.index()] = rng.below(4) as u64;
            drawn
        };
        Some(HiddenInformation { determinize, observe: Self::observed })
    } else {
        None
    };

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.plies {
            PLIES => Turn::Over,
            plies if CHANCE && plies % 4 == 2 => Turn::Chance,
            plies => Turn::Player(Player(plies % 2)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        let Turn::Player(player) = self.turn() else { return };
        actions.extend(0..self.count(player));
    }

    fn apply(&mut self, action: u8) {
        let seen_by_all = match self.turn() {
            Turn::Player(player) if HIDDEN => {
                self.own[player.index()] = mix(self.own[player.index()], action.into());
                action % 2
            }
            _ => action,
        };
        self.public = mix(self.public, seen_by_all.into());
        self.plies += 1;
    }

    fn reward(&self, player: Player) -> Reward {
        let first = self.roll(1, 3) as f64 / 2.0;
        Reward::new(if player == Player(0) { first } else { 1.0 - first })
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.extend([(0, 0.25), (1, 0.75)]);
    }

    fn action_space(&self) -> usize {
        6
    }

    fn action_index(&self, action: u8) -> u64 {
        action.into()
    }

    fn position_hash(&self) -> Option<u64> {
        Some(mix(mix(self.public, self.own[0] ^ self.own[1]), self.plies.into()))
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &Everything
    }
}

/// How likely the categories of actions are.
const CATEGORIES: [f32; 2] = [0.3, 0.6];

/// A little of all that a game can offer, so that it can serve most of the catalogue.
struct Everything;

impl<const CHANCE: bool, const HIDDEN: bool> Knowledge<Slips<CHANCE, HIDDEN>> for Everything {
    fn episodes(&self) -> Option<&dyn Episodes<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Slips<CHANCE, HIDDEN>>> {
        vec![Evaluation::new("guess", Everything)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn priors(&self) -> Option<&dyn Priors<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Slips<CHANCE, HIDDEN>>> {
        Some(self)
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Episodes<Slips<CHANCE, HIDDEN>> for Everything {
    fn episode(&self, state: &Slips<CHANCE, HIDDEN>) -> Option<EpisodeLabel> {
        state.plies.is_multiple_of(5).then_some(0)
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Predicates<Slips<CHANCE, HIDDEN>> for Everything {
    fn names(&self) -> Vec<&str> {
        vec!["late"]
    }

    fn holding(&self, state: &Slips<CHANCE, HIDDEN>) -> u64 {
        u64::from(state.plies > PLIES / 2)
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Evaluator<Slips<CHANCE, HIDDEN>> for Everything {
    fn evaluate(&self, state: &Slips<CHANCE, HIDDEN>, player: Player) -> f32 {
        let first = (state.public >> 40) as f32 / (1 << 24) as f32 - 0.5;
        if player == Player(0) { first } else { -first }
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> MoveValues<Slips<CHANCE, HIDDEN>> for Everything {
    fn value_actions(&self, _: &Slips<CHANCE, HIDDEN>, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|&action| f32::from(action)));
    }
}

/// The weight by category is the last.
impl<const CHANCE: bool, const HIDDEN: bool> Weightings<Slips<CHANCE, HIDDEN>> for Everything {
    fn names(&self) -> Vec<&str> {
        vec!["number", "expert", "categories"]
    }

    fn weigh(&self, weighting: Weighting, _: &Slips<CHANCE, HIDDEN>, actions: &[u8], weights: &mut Vec<f32>) {
        weights.extend(actions.iter().map(|&action| match weighting.index() {
            0 => 1.0 + f32::from(action),
            1 => 2.0 + f32::from(action),
            _ => CATEGORIES[usize::from(action % 2)],
        }));
    }

    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        (weighting.index() == 2).then_some((Attribute::at(0), &CATEGORIES))
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Attributes<Slips<CHANCE, HIDDEN>> for Everything {
    fn ranges(&self) -> Vec<(&str, usize)> {
        vec![("category", CATEGORIES.len())]
    }

    fn describe(&self, _: Attribute, _: &Slips<CHANCE, HIDDEN>, actions: &[u8], numbers: &mut Vec<u16>) {
        numbers.extend(actions.iter().map(|&action| u16::from(action % 2)));
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Features<Slips<CHANCE, HIDDEN>> for Everything {
    fn game(&self) -> &str {
        "slips"
    }

    fn initial(&self) -> &[f32] {
        &[0.1, -0.2]
    }

    fn holding(&self, state: &Slips<CHANCE, HIDDEN>, _: Player, features: &mut Vec<u16>) {
        features.push(u16::from(state.public.is_multiple_of(2)));
    }
}

impl<const CHANCE: bool, const HIDDEN: bool> Priors<Slips<CHANCE, HIDDEN>> for Everything {
    fn win_rates(&self, _: &Slips<CHANCE, HIDDEN>, actions: &[u8], rates: &mut Vec<f32>) {
        rates.extend(actions.iter().map(|&action| 0.25 + f32::from(action) / 8.0));
    }
}

/// Every strategy and option of the catalogue that the game can serve, in an expression each; threads that share a tree and what
/// needs a program are left out.
pub fn expressions<G: Game>(game: &G) -> Vec<String> {
    let catalogue = Catalogue::built_in();
    let mut texts = Vec::new();
    for entry in catalogue.entries(Role::Strategy) {
        texts.extend([format!("uct > {}", entry.name), format!("{} > mast", entry.name)]);
    }
    let options = catalogue.entries(Role::Option).filter(|entry| entry.name != "tree");
    texts.extend(options.map(|entry| format!("uct > mast with {}", entry.name)));
    texts.extend(catalogue.entries(Role::Player).map(|entry| entry.name.to_string()));
    let combined = [
        "uct > mast + nast",
        "rave(k=10) > bhrf(else=lgrf)",
        "rave > mast with root(3)",
        "uct with solver, root(3), reuse",
        "uct > mast with im(0.4), pb(w=1), priors(5)",
        "uct with longest(5)",
        "ab(null=2)",
    ];
    texts.extend(combined.map(str::to_owned));
    texts.retain(|text| Agent::parse(text, game).is_ok());
    texts
}
