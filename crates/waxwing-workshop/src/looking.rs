//! A look into a search: its tree and its records, in the game's notation.

use std::any::Any;

use serde::Serialize;
use waxwing::knowledge::Offers;
use waxwing::search::{Listing, TreeNode, TreeScope};
use waxwing::strategy::{About, Information, Listed, Record};
use waxwing::{Agent, Notation, Turn};

use crate::description::ToMove;

/// A node of a search's tree with some of its children. Values, proofs and minimax values are those of the player who chose the
/// move that leads here; with hidden information, of the player whose tree it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TreeView {
    /// The move that leads here; `None` for the root.
    pub action: Option<String>,
    /// Who acts here. With hidden information only the root knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<ToMove>,
    /// Iterations that came through here.
    pub visits: u64,
    /// Their mean reward, if there are any; `None` for the root and where chance has led here.
    pub value: Option<f64>,
    /// How likely it is, where chance leads here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// `win`, `draw` or `loss`, where it is proven.
    pub proven: Option<&'static str>,
    /// The implicit minimax value, where the search has such values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax: Option<f64>,
    /// The game's prior win rate of the move, where the search has priors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// How many children there are, shown or not.
    pub child_count: usize,
    /// The most visited children, the most visited one first.
    pub children: Vec<TreeView>,
    /// The most visited continuation from here.
    pub line: Vec<String>,
}

/// What a strategy has learned about one of its records, in the game's notation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RecordView {
    /// The strategy that has learned it, as the expression calls it.
    pub strategy: String,
    /// What the record is about: `action`, `n-gram`, `reply`, `tile`, `predicate`, `position in episode`, `feature`.
    pub kind: &'static str,
    /// Whose record it is; none of a feature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Its moves, the most recent one last, or the number of a predicate or feature.
    pub about: String,
    /// How often it was visited; 0 for replies and weights.
    pub visits: u64,
    /// The mean reward of its player, or its weight.
    pub value: Option<f64>,
    /// The reply, where that is what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

/// A list of what an agent has learned, as far as it has come: [`AnyAgent::records_further`](crate::AnyAgent::records_further)
/// goes on with it.
pub struct RecordListing {
    most: usize,
    /// A `Listing` of the game's actions, once it is begun.
    listing: Option<Box<dyn Any + Send>>,
}

impl RecordListing {
    /// An empty list, which gets at most this many records: those with the most visits.
    pub fn new(most: usize) -> RecordListing {
        RecordListing { most, listing: None }
    }
}

/// Goes on with a list of what an agent's last search of this state has learned. Returns it when it is complete.
pub(crate) fn records_further<G: Notation>(
    agent: &Agent<G>,
    state: &G,
    list: &mut RecordListing,
) -> Option<Vec<RecordView>> {
    let Some(records) = agent.records(state) else { return Some(Vec::new()) };
    let begun = list.listing.get_or_insert_with(|| Box::new(Listing::<G::Action>::new(list.most)));
    let Some(listing) = begun.downcast_mut::<Listing<G::Action>>() else { return Some(Vec::new()) };
    let is_complete = records.list_further(listing);
    let strategies = records.strategies();
    is_complete.then(|| listing.records().iter().map(|listed| record(state, &strategies, listed)).collect())
}

/// A record with the number of its strategy among these.
pub(crate) fn record<G: Notation>(
    state: &G,
    strategies: &[&str],
    (number, listed): &(usize, Listed<G::Action>),
) -> RecordView {
    let joined = |moves: &[G::Action]| moves.iter().map(|&action| state.format(action)).collect::<Vec<_>>().join(" ");
    let (kind, player, about) = match &listed.record {
        Record::Action { player, action } => ("action", Some(player.0), state.format(*action)),
        Record::Gram { player, moves } => ("n-gram", Some(player.0), joined(moves)),
        Record::Reply { player, moves } => ("reply", Some(player.0), joined(moves)),
        Record::Tile { player, first, second } => ("tile", Some(player.0), joined(&[*first, *second])),
        Record::Predicate { player, predicate, action } => {
            ("predicate", Some(player.0), format!("{predicate}: {}", state.format(*action)))
        }
        Record::Episode { player, moves, .. } => ("position in episode", Some(player.0), joined(moves)),
        Record::Feature { feature } => ("feature", None, feature.to_string()),
        Record::History { observer, moves } => ("history", Some(observer.0), joined(moves)),
        Record::Below { player, moves, action, .. } if moves.is_empty() => {
            ("below", Some(player.0), state.format(*action))
        }
        Record::Below { player, moves, action, .. } => {
            ("below", Some(player.0), format!("{} … {}", joined(moves), state.format(*action)))
        }
        Record::Composed { player, about } => ("composed", Some(player.0), composed(state, about)),
        _ => ("other", None, String::new()),
    };
    let reply = match &listed.information {
        Information::Reply(Some(reply)) => Some(state.format(*reply)),
        _ => None,
    };
    let strategy = strategies.get(*number).copied().unwrap_or_default().to_owned();
    RecordView { strategy, kind, player, about, visits: listed.visits(), value: listed.value(), reply }
}

/// What a record of `records` is about, such as `e4 after d3`.
fn composed<G: Notation>(state: &G, about: &[About<G::Action>]) -> String {
    let joined = |moves: &[G::Action]| match moves {
        [] => "nothing".to_owned(),
        moves => moves.iter().map(|&action| state.format(action)).collect::<Vec<_>>().join(" "),
    };
    let offers = Offers::of(state);
    let name = |attribute: usize| offers.attributes.get(attribute).map_or("?", |(name, _)| name);
    let words = |about: &About<G::Action>| match about {
        About::Action(action) => state.format(*action),
        About::Attribute { attribute, number } => format!("{} {number}", name(*attribute)),
        About::Node(moves) if moves.is_empty() => "here".to_owned(),
        About::Node(moves) => format!("behind {}", joined(moves)),
        About::Last(moves) => format!("after {}", joined(moves)),
        About::Own(moves) => format!("after own {}", joined(moves)),
        About::Depth(depth) => format!("at depth {depth}"),
        About::Episode { moves, .. } => format!("in the episode after {}", joined(moves)),
        About::Predicate(predicate) => {
            let predicate = offers.predicates.get(*predicate).map_or("?", String::as_str);
            format!("while {predicate}")
        }
        About::Seen(moves) => format!("having seen {}", joined(moves)),
        _ => String::new(),
    };
    about.iter().map(words).collect::<Vec<_>>().join(" ")
}

/// The node behind moves from the root of an agent's search of this state.
pub(crate) fn tree<G: Notation>(agent: &Agent<G>, state: &G, path: &[&str], scope: &TreeScope) -> Option<TreeView> {
    let (mut at, mut actions) = (state.clone(), Vec::new());
    for text in path {
        let action = at.parse(text).ok()?;
        actions.push(action);
        follow(&mut at, action);
    }
    Some(view(&at, agent.tree(&actions, scope)?))
}

/// Makes a move that the tree knows, where nothing is hidden: there the text of a move may depend on the position. What is
/// hidden is never asked of the true state.
fn follow<G: Notation>(state: &mut G, action: G::Action) {
    let is_possible = match state.turn() {
        Turn::Player(_) => state.is_legal(action),
        Turn::Chance => state.is_outcome(action),
        Turn::Over => false,
    };
    if !hides::<G>() && is_possible {
        state.apply(action);
    }
}

fn hides<G: Notation>() -> bool {
    G::HIDDEN_INFORMATION.is_some()
}

/// A node in words; `state` is the one that it leads to.
fn view<G: Notation>(state: &G, node: TreeNode<G::Action>) -> TreeView {
    let mut at = state.clone();
    let line = node.line.iter().map(|&action| {
        let text = at.format(action);
        follow(&mut at, action);
        text
    });
    let line = line.collect();
    let child = |child: TreeNode<G::Action>| {
        let mut after = state.clone();
        let text = child.action.map(|action| {
            let text = after.format(action);
            follow(&mut after, action);
            text
        });
        TreeView { action: text, ..view(&after, child) }
    };
    TreeView {
        action: None,
        to_move: node.turn.map(ToMove::from),
        visits: node.visits,
        value: node.value,
        probability: node.probability,
        proven: node.proven.map(|proven| proven.name()),
        minimax: node.minimax,
        prior: node.prior,
        child_count: node.child_count,
        children: node.children.into_iter().map(child).collect(),
        line,
    }
}
