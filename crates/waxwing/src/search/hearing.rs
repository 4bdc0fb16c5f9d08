//! Asking strategies about a decision: what their records say of each legal action, and what they would choose.
//!
//! Nothing of that changes the search. Strategies that only listen are asked in this way; so is the search's own policy.

use super::facts::{Facts, ListRoom};
use super::memory::Memory;
use super::notes::{Notes, Prefix};
use crate::Rng;
use crate::game::{Game, Player, Turn, list_legal, list_playout};
use crate::icarus::{Arms, Choosing, Place, Policy, TypedPly};
use crate::strategy::{Opinion, Ply};

/// What a search knows of a decision, and what its strategies have to say about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hearing<A> {
    /// Who decides.
    pub player: Player,
    /// Whether the search has a node there with records of its actions; elsewhere it is in a playout.
    pub in_tree: bool,
    /// The actions to choose from.
    pub actions: Vec<A>,
    /// The visits that the tree has of each, and their mean reward for the player (0 without visits); zeros in a playout.
    pub known: Vec<(u32, f32)>,
    /// First the policy of the search itself, then those that listen, in their order.
    pub voices: Vec<Voice>,
}

/// What a policy has to say.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Voice {
    /// The expression that names it.
    pub name: String,
    /// Whether it chooses in the tree alone, and is uniform in playouts.
    pub tree_only: bool,
    /// What its records say of each action; nothing where it keeps none that are about this decision.
    pub opinions: Vec<Option<Opinion>>,
    /// How often it chooses each of them, of all the draws that were asked for.
    pub chances: Vec<f32>,
}

impl<A> Hearing<A> {
    /// The same with other names for its actions.
    pub fn map<B>(self, name: impl FnMut(A) -> B) -> Hearing<B> {
        let Hearing { player, in_tree, actions, known, voices } = self;
        Hearing { player, in_tree, actions: actions.into_iter().map(name).collect(), known, voices }
    }
}

/// A decision behind these actions from a root: the position itself, or a determinization of it.
pub(crate) struct Question<'a, G: Game> {
    pub root: &'a G,
    pub path: &'a [G::Action],
    pub prefix: &'a Prefix,
    /// How often each policy chooses, to find out how.
    pub draws: u32,
}

/// What all policies have to say; `None` if no player acts there.
pub(crate) fn hear<G: Game>(
    memory: &Memory<G>,
    question: &Question<'_, G>,
    rng: &mut Rng,
) -> Option<Hearing<G::Action>> {
    let plan = &memory.plan;
    let mut notes = Notes::new(plan.needs, question.prefix, plan.space.hidden);
    notes.clear();
    let mut state = question.root.clone();
    for &action in question.path {
        let actor = if let Turn::Player(player) = state.turn() { Some(player) } else { None };
        notes.step(&state, actor, action);
        state.apply(action);
        notes.arrive(&state);
    }
    let Turn::Player(player) = state.turn() else { return None };
    let (mut arms, mut room) = (Arms::default(), ListRoom::default());
    list_legal(&state, &mut room.legal);
    let place = memory.space.arms_of(question.root, question.path, (player, &room.legal), &mut arms);
    if place.is_none() {
        arms.clear();
        list_playout(&state, &mut room.legal);
    }
    let actions = room.legal.clone();
    let facts = match place {
        Some(_) => Facts::at_node(&state, &actions, &mut room.keys, &memory.lexicon),
        None => Facts::in_listed_playout(&state, &mut room, &memory.lexicon),
    };
    let playout_ply = if place.is_none() { Some(question.path.len() as u32) } else { None };
    let Place { phase, visits, node } = place.unwrap_or(Place::PLAYOUT);
    let log = &notes.log;
    let ply = Ply { player, visits, playout_ply, phase, node, arms: &arms, log, situation: &facts };
    let at = TypedPly { ply, facts: &facts };
    let own = if place.is_some() { &plan.tree } else { &plan.playout };
    let policies = std::iter::once(("", own)).chain(plan.listeners.iter().map(|(name, policy)| (&**name, policy)));
    let voices = policies.map(|(name, policy)| voice(memory, (name, policy), &at, question.draws, rng)).collect();
    let mean = |(&visits, &reward): (&u32, &f32)| (visits, if visits > 0 { reward / visits as f32 } else { 0.0 });
    let known = match place {
        Some(_) => arms.visits.iter().zip(&arms.rewards).map(mean).collect(),
        None => vec![(0, 0.0); actions.len()],
    };
    Some(Hearing { player, in_tree: place.is_some(), actions: actions.clone(), known, voices })
}

fn voice<G: Game>(
    memory: &Memory<G>,
    (name, policy): (&str, &Policy),
    at: &TypedPly<'_, G>,
    draws: u32,
    rng: &mut Rng,
) -> Voice {
    let plan = &memory.plan;
    let (count, tree_only) = (at.ply.count(), policy.is_uniform_in_playouts(&plan.strategies));
    let chances = match tree_only && at.ply.is_playout() {
        true => vec![1.0 / count as f32; count],
        false => {
            let mut threads = plan.threads();
            let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads: &mut threads };
            let mut chances = vec![0.0; count];
            for _ in 0..draws {
                let chosen = policy.draw(at.ply.visits, rng).choose(at, &mut with, rng);
                chances[chosen] += 1.0 / draws as f32;
            }
            chances
        }
    };
    Voice { name: name.to_owned(), tree_only, opinions: opinions(memory, policy, at), chances }
}

/// What the first learner of a policy that has something to say, says.
fn opinions<G: Game>(memory: &Memory<G>, policy: &Policy, at: &TypedPly<'_, G>) -> Vec<Option<Opinion>> {
    let (plan, mut opinions) = (&memory.plan, Vec::new());
    match policy {
        Policy::Strategy(number) => plan.strategies[*number].learner().opinions(at, &mut opinions),
        Policy::Otherwise(number, then) => {
            plan.sources[*number].learner().opinions(at, &mut opinions);
            if opinions.is_empty() {
                return self::opinions(memory, then, at);
            }
        }
        Policy::Linear(_, parts) | Policy::Blend(_, parts, _) | Policy::Vote(_, parts) | Policy::Product(parts) => {
            return first(memory, parts, at);
        }
        Policy::Switch(_, parts) => return first(memory, &parts[..], at),
    }
    opinions
}

fn first<G: Game>(memory: &Memory<G>, parts: &[Policy], at: &TypedPly<'_, G>) -> Vec<Option<Opinion>> {
    let mut said = parts.iter().map(|part| opinions(memory, part, at));
    said.find(|opinions| !opinions.is_empty()).unwrap_or_default()
}
