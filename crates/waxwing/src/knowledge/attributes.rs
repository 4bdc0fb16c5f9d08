//! What actions are like, as small numbers: where they go, what they move, of which category they are.

use crate::game::Game;

/// One of the attributes of a game's actions: its place among their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute(u16);

impl Attribute {
    /// The attribute at a place of [`Attributes::ranges`].
    pub const fn at(place: u16) -> Attribute {
        Attribute(place)
    }

    /// Its place in [`Attributes::ranges`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Named attributes of actions.
///
/// Common names: `target` (where an action ends), `from` (where what moves was before), `piece`, `capture`, `category`.
pub trait Attributes<G: Game> {
    /// The names, each once, with the sizes of their ranges: numbers are smaller, and a size is at most 65,536.
    fn ranges(&self) -> Vec<(&str, usize)>;

    /// The numbers of the actions. They depend on nothing but what the acting player has seen.
    fn describe(&self, attribute: Attribute, state: &G, actions: &[G::Action], numbers: &mut Vec<u16>);
}

impl<G: Game> dyn Attributes<G> + '_ {
    /// The attribute of a name, if there is one.
    pub fn named(&self, name: &str) -> Option<Attribute> {
        self.ranges().iter().position(|&(offered, _)| offered == name).map(|place| Attribute(place as u16))
    }
}

/// Attributes that are functions of the state and the action: the name of each, the size of its range, and the function.
///
/// ```
/// # use waxwing::{Game, Player, Reward, Turn};
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, mover: u8 }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) } }
/// #     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(1..=self.heap.min(3)); }
/// #     fn apply(&mut self, taken: u8) { self.heap -= taken; self.mover = 1 - self.mover; }
/// #     fn reward(&self, player: Player) -> Reward { if player.0 == self.mover { Reward::LOSS } else { Reward::WIN } }
/// # }
/// use waxwing::knowledge::{AttributeList, Attributes};
///
/// static ATTRIBUTES: AttributeList<Nim> = AttributeList(&[
///     ("taken", 4, |_, taken: u8| taken.into()),
///     ("last", 2, |state, taken| u16::from(state.heap == taken)),
/// ]);
/// let attributes: &dyn Attributes<Nim> = &ATTRIBUTES;
/// let mut numbers = Vec::new();
/// attributes.describe(attributes.named("last").unwrap(), &Nim { heap: 2, mover: 0 }, &[1, 2], &mut numbers);
/// assert_eq!(numbers, [0, 1]);
/// ```
pub struct AttributeList<G: Game>(pub &'static [ListedAttribute<G>]);

/// The name of an attribute, the size of its range, and its number for an action in a state.
pub type ListedAttribute<G> = (&'static str, usize, fn(&G, <G as Game>::Action) -> u16);

impl<G: Game> Attributes<G> for AttributeList<G> {
    fn ranges(&self) -> Vec<(&str, usize)> {
        self.0.iter().map(|&(name, size, _)| (name, size)).collect()
    }

    fn describe(&self, attribute: Attribute, state: &G, actions: &[G::Action], numbers: &mut Vec<u16>) {
        if let Some((_, _, number)) = self.0.get(attribute.index()) {
            numbers.extend(actions.iter().map(|&action| number(state, action)));
        }
    }
}
