//! Games that never end, are slow, or break promises, and the expressions to search them with.

use std::thread;
use std::time::Duration;

use waxwing::agent::catalogue::{Catalogue, Role};
use waxwing::game::HiddenInformation;
use waxwing::knowledge::{
    Attribute, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Features, Knowledge, MoveValues, Predicates,
    Priors, Weighting, Weightings,
};
use waxwing::{Agent, Game, Player, Reward, Rng, Turn};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    /// It goes on for ever.
    Endless,
    /// It goes on for ever, and a move takes this long.
    Slow(Duration),
    /// After this many moves the player to move has no action.
    Stuck(u32),
    /// This many players, of whom the last is to move.
    Players(usize),
    /// A player is to move who does not exist.
    Stranger,
    /// It is over from the start.
    Finished,
    /// Chance draws an outcome that it does not list.
    Surprise,
}

/// A game of two actions for ever. With `HIDDEN`, determinizations may have another player to move.
#[derive(Clone)]
pub struct Hostile<const HIDDEN: bool> {
    /// What is wrong with it.
    pub flaw: Flaw,
    /// The actions made so far.
    pub plies: u32,
    /// Whether determinizations have another player to move.
    pub skips_turn: bool,
}

/// The game with this flaw in which everything is seen.
pub fn hostile(flaw: Flaw) -> Hostile<false> {
    Hostile { flaw, plies: 0, skips_turn: false }
}

/// The game with this flaw in which something might be hidden.
pub fn hidden(flaw: Flaw) -> Hostile<true> {
    Hostile { flaw, plies: 0, skips_turn: false }
}

impl<const HIDDEN: bool> Hostile<HIDDEN> {
    fn determinized(&self, _: Player, _: &mut Rng) -> Self {
        Hostile { plies: self.plies + u32::from(self.skips_turn), ..self.clone() }
    }

    fn observed(&self, action: u8, _: Player) -> Option<u8> {
        Some(action)
    }
}

impl<const HIDDEN: bool> Game for Hostile<HIDDEN> {
    type Action = u8;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = if HIDDEN {
        Some(HiddenInformation { determinize: Self::determinized, observe: Self::observed })
    } else {
        None
    };

    fn players(&self) -> usize {
        if let Flaw::Players(players) = self.flaw { players } else { 2 }
    }

    fn turn(&self) -> Turn {
        match self.flaw {
            Flaw::Players(players) => Turn::Player(Player(players.saturating_sub(1) as u8)),
            Flaw::Stranger => Turn::Player(Player(2)),
            Flaw::Finished => Turn::Over,
            Flaw::Surprise if self.plies % 2 == 1 => Turn::Chance,
            _ => Turn::Player(Player((self.plies % 2) as u8)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        if !matches!(self.flaw, Flaw::Stuck(plies) if self.plies >= plies) {
            actions.extend([0, 1]);
        }
    }

    fn apply(&mut self, _: u8) {
        if let Flaw::Slow(time) = self.flaw {
            thread::sleep(time);
        }
        self.plies += 1;
    }

    fn reward(&self, _: Player) -> Reward {
        Reward::WIN
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.extend([(0, 0.5), (1, 0.5)]);
    }

    fn sample_chance(&self, _: &mut Rng) -> u8 {
        7
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &KnowsEverything
    }

    fn action_space(&self) -> usize {
        2
    }

    fn action_index(&self, action: u8) -> u64 {
        action.into()
    }
}

/// How likely the categories of actions are.
const CATEGORIES: [f32; 1] = [0.5];

/// A little of all that a game can offer, so that it can serve most of the catalogue. No position is better than another.
struct KnowsEverything;

impl<const HIDDEN: bool> Knowledge<Hostile<HIDDEN>> for KnowsEverything {
    fn episodes(&self) -> Option<&dyn Episodes<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Hostile<HIDDEN>>> {
        vec![Evaluation::new("flat", KnowsEverything)]
    }

    fn weightings(&self) -> Option<&dyn Weightings<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn priors(&self) -> Option<&dyn Priors<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<Hostile<HIDDEN>>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Hostile<HIDDEN>>> {
        Some(self)
    }
}

impl<const HIDDEN: bool> Episodes<Hostile<HIDDEN>> for KnowsEverything {
    fn episode(&self, state: &Hostile<HIDDEN>) -> Option<EpisodeLabel> {
        state.plies.is_multiple_of(5).then_some(0)
    }
}

impl<const HIDDEN: bool> Predicates<Hostile<HIDDEN>> for KnowsEverything {
    fn names(&self) -> Vec<&str> {
        vec!["odd"]
    }

    fn holding(&self, state: &Hostile<HIDDEN>) -> u64 {
        u64::from(state.plies % 2)
    }
}

impl<const HIDDEN: bool> Evaluator<Hostile<HIDDEN>> for KnowsEverything {
    fn evaluate(&self, _: &Hostile<HIDDEN>, _: Player) -> f32 {
        0.0
    }
}

impl<const HIDDEN: bool> MoveValues<Hostile<HIDDEN>> for KnowsEverything {
    fn value_actions(&self, _: &Hostile<HIDDEN>, actions: &[u8], values: &mut Vec<f32>) {
        values.extend(actions.iter().map(|_| 0.0));
    }
}

/// The weight by category is the last.
impl<const HIDDEN: bool> Weightings<Hostile<HIDDEN>> for KnowsEverything {
    fn names(&self) -> Vec<&str> {
        vec!["flat", "expert", "categories"]
    }

    fn weigh(&self, weighting: Weighting, _: &Hostile<HIDDEN>, actions: &[u8], weights: &mut Vec<f32>) {
        let weight = if weighting.index() == 2 { CATEGORIES[0] } else { 1.0 };
        weights.extend(actions.iter().map(|_| weight));
    }

    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        (weighting.index() == 2).then_some((Attribute::at(0), &CATEGORIES))
    }
}

impl<const HIDDEN: bool> Attributes<Hostile<HIDDEN>> for KnowsEverything {
    fn ranges(&self) -> Vec<(&str, usize)> {
        vec![("category", CATEGORIES.len())]
    }

    fn describe(&self, _: Attribute, _: &Hostile<HIDDEN>, actions: &[u8], numbers: &mut Vec<u16>) {
        numbers.extend(actions.iter().map(|_| 0));
    }
}

impl<const HIDDEN: bool> Features<Hostile<HIDDEN>> for KnowsEverything {
    fn game(&self) -> &str {
        "hostile"
    }

    fn initial(&self) -> &[f32] {
        &[0.0]
    }

    fn holding(&self, _: &Hostile<HIDDEN>, _: Player, features: &mut Vec<u16>) {
        features.push(0);
    }
}

impl<const HIDDEN: bool> Priors<Hostile<HIDDEN>> for KnowsEverything {
    fn win_rates(&self, _: &Hostile<HIDDEN>, actions: &[u8], rates: &mut Vec<f32>) {
        rates.extend(actions.iter().map(|_| 0.5));
    }
}

/// Every strategy and option of the catalogue that such a game can serve, in an expression each, with one thread, two trees,
/// and two threads that share a tree.
pub fn expressions<G: Game>(game: &G) -> Vec<String> {
    let mut bodies: Vec<String> = Vec::new();
    let catalogue = Catalogue::built_in();
    for entry in catalogue.entries(Role::Strategy) {
        bodies.push(format!("uct > {}", entry.name));
        bodies.push(format!("{} > mast", entry.name));
    }
    bodies.extend(["uct > mast + nast", "rave(k=10) > bhrf(else=lgrf)"].map(str::to_owned));
    let options = catalogue.entries(Role::Option).filter(|entry| !["root", "tree", "longest"].contains(&&*entry.name));
    // Some have no default for what they need.
    let with = options.flat_map(|entry| {
        let written = [entry.name.to_string(), format!("{}(4)", entry.name)];
        let mut texts = written.map(|option| format!("uct > mast with {option}")).into_iter();
        texts.find(|text| Agent::parse(text, game).is_ok())
    });
    let plain: Vec<String> = bodies.into_iter().chain(with).filter(|text| Agent::parse(text, game).is_ok()).collect();
    let parallel = |text: &String| {
        let joint = if text.contains(" with ") { "," } else { " with" };
        ["root(2)", "tree(2)"].map(|option| format!("{text}{joint} {option}"))
    };
    plain.iter().flat_map(|text| [text.clone()].into_iter().chain(parallel(text))).collect()
}
