//! Weights of actions, by which playouts draw them: informed playouts, the moves of experts, categories of moves.

use super::{Attribute, Knowledge};
use crate::Rng;
use crate::game::Game;

/// One of a game's weightings: its place among their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighting(u16);

/// The weighting that the strategy `expert` draws by has this name.
pub const EXPERT: &str = "expert";

impl Weighting {
    /// Its place among the names of [`Weightings::names`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Named ways to weigh actions.
///
/// The strategy `ipp` draws by any of them, `expert` by the one of the name [`EXPERT`], and `categories` by the first one
/// that depends on nothing but an attribute ([`Weightings::by_attribute`]).
pub trait Weightings<G: Game> {
    /// The names, each once; the first is the default.
    fn names(&self) -> Vec<&str>;

    /// The weights of the actions: not negative, and not all zero for all that a playout chooses from. The weight of an
    /// action does not depend on which others are asked about. Actions that win at once, or that must be played lest the
    /// other player wins, may leave nothing to the others.
    fn weigh(&self, weighting: Weighting, state: &G, actions: &[G::Action], weights: &mut Vec<f32>);

    /// An action of a playout drawn by these weights without a list of them; `None` means that the game knows no such way.
    fn draw(&self, weighting: Weighting, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (weighting, state, rng);
        None
    }

    /// The attribute that decides, if the weight of an action depends on nothing else, with the weight of each of its
    /// numbers: how likely a good player is to choose an action of this category where one is available.
    fn by_attribute(&self, weighting: Weighting) -> Option<(Attribute, &[f32])> {
        let _ = weighting;
        None
    }
}

impl<G: Game> dyn Weightings<G> + '_ {
    /// The weighting of a name, if there is one.
    pub fn named(&self, name: &str) -> Option<Weighting> {
        self.names().iter().position(|&offered| offered == name).map(|place| Weighting(place as u16))
    }

    /// All weightings with their names.
    pub fn all(&self) -> Vec<(Weighting, &str)> {
        self.names().into_iter().enumerate().map(|(place, name)| (Weighting(place as u16), name)).collect()
    }
}

/// The categories of a game's actions: a weighting that depends on nothing but an attribute.
#[derive(Clone, Copy, Debug)]
pub struct Categories<'a> {
    /// The weighting, whose weights are the probabilities of the categories.
    pub weighting: Weighting,
    /// The attribute that is the category.
    pub attribute: Attribute,
    /// How likely an action of each category is to be chosen by a good player where one is available.
    pub probabilities: &'a [f32],
}

impl<'a> Categories<'a> {
    /// The categories of the first weighting that depends on nothing but an attribute; `None` if there is none, or if the
    /// attribute has another range than the weights.
    pub fn of<G: Game>(knowledge: &'a (dyn Knowledge<G> + 'a)) -> Option<Categories<'a>> {
        let (weightings, attributes) = (knowledge.weightings()?, knowledge.attributes()?);
        weightings.all().into_iter().find_map(|(weighting, _)| {
            let (attribute, probabilities) = weightings.by_attribute(weighting)?;
            let &(_, size) = attributes.ranges().get(attribute.index())?;
            (size == probabilities.len()).then_some(Categories { weighting, attribute, probabilities })
        })
    }
}
