//! What a record is about: from `by` to keys.
//!
//! A key has two parts: that of the moment, and the number of the action. Where both are small numbers, so is the key, and the
//! records are an array whose rows are the moments.

use super::super::table::{Lifetime, Records};
use super::super::view::{Log, NO_SLOT};
use super::super::{About, mix};
use crate::agent::catalogue::Need;
use crate::agent::{CONTEXT_WORDS, ExpressionError, meant_context};
use crate::game::{MAX_PLAYERS, Player};
use crate::icarus::epic::episode_start;
use crate::knowledge::Attribute;
use crate::strategy::{Iteration, Needs, Ply, Setting};

/// What a record is about, besides the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Node,
    Last(usize),
    Own(usize),
    Depth(u64),
    Episode,
    Seen,
    Predicates,
}

/// What the game says of an action, and the size of its range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub attribute: Attribute,
    pub size: u64,
}

pub(super) struct By {
    /// In the order of [`CONTEXT_WORDS`], but what holds by predicates last.
    pub moments: Vec<Moment>,
    /// Whether a record is about the action itself.
    pub action: bool,
    pub said: Vec<Said>,
    pub predicates: usize,
    players: u64,
    hidden: bool,
    /// How many actions the game has, or 0 if their keys are any numbers.
    space: u64,
    prefix: bool,
    shorter: bool,
    /// Whether keys are numbers: otherwise bits are mixed. And whether the numbers of actions are.
    counts: bool,
    counts_actions: bool,
}

/// An occasion to look up a record: a ply at hand, or one of a finished iteration.
#[derive(Clone, Copy)]
pub(super) struct Occasion<'a> {
    pub player: Player,
    node: u32,
    /// The step of a finished iteration; none for the ply at hand.
    step: Option<usize>,
    predicates: u64,
    log: &'a Log,
}

/// The hashes of what the players have seen, which grow with every ply.
#[derive(Default)]
pub(super) struct Seen {
    iteration: u64,
    hashes: [(usize, u64); MAX_PLAYERS],
}

impl Seen {
    fn hash(&mut self, iteration: u64, player: Player, moves: &[u64]) -> u64 {
        if self.iteration != iteration {
            *self = Seen { iteration, ..Seen::default() };
        }
        let (length, hash) = &mut self.hashes[player.index()];
        if *length > moves.len() {
            (*length, *hash) = (0, 0);
        }
        *hash = moves[*length..].iter().fold(*hash, |hash, &seen| mix(hash, seen));
        *length = moves.len();
        *hash
    }
}

fn hash_of(moves: &[u64]) -> u64 {
    moves.iter().fold(0, |hash, &seen| mix(hash, seen))
}

impl By {
    pub fn of(setting: &Setting<'_>) -> Result<By, ExpressionError> {
        let mut by = By {
            moments: Vec::new(),
            action: false,
            said: Vec::new(),
            predicates: setting.offered().predicates.len(),
            players: setting.players() as u64,
            hidden: setting.is_hidden(),
            space: setting.action_space() as u64,
            prefix: setting.flag("prefix"),
            shorter: setting.choice("short") == "shorter",
            counts: false,
            counts_actions: false,
        };
        for context in setting.call().contexts("by").iter() {
            let number = context.number.unwrap_or_default();
            by.moments.push(match &*context.name {
                "action" => {
                    by.action = true;
                    continue;
                }
                "node" => Moment::Node,
                "last" => Moment::Last(number as usize),
                "own" => Moment::Own(number as usize),
                "depth" => Moment::Depth(number),
                "episode" if setting.offers(Need::Episodes) => Moment::Episode,
                "episode" => return Err(missing(setting, "episode", Need::Episodes)),
                "predicates" if setting.offers(Need::Predicates) => Moment::Predicates,
                "predicates" => return Err(missing(setting, "predicates", Need::Predicates)),
                "seen" if by.hidden => Moment::Seen,
                "seen" => {
                    let error = setting
                        .call()
                        .error_at("by", "`seen` is for games that hide something: here all players see everything");
                    return Err(error.with_help("`node` is all that was seen, in the tree"));
                }
                name => {
                    by.said.push(said(setting, name)?);
                    continue;
                }
            });
        }
        by.moments.sort_by_key(|&moment| moment == Moment::Predicates);
        by.counts_actions = by.numbers().is_some();
        Ok(by)
    }

    /// A table for its records, in which last good replies have one for each moment. Once it is made, so are keys.
    pub fn table(&mut self, is_reply: bool, initial: u32) -> Records {
        let numbers = if is_reply { Some(1) } else { self.numbers() };
        if self.moments == [Moment::Node]
            && let Some(numbers) = numbers
        {
            return Records::of_slots(numbers, initial);
        }
        let (radix, moments) = (numbers.unwrap_or(0) as usize, self.count().unwrap_or(u64::MAX));
        let table = Records::new(moments.min(usize::MAX as u64) as usize, radix, 1, initial);
        self.counts = table.is_dense();
        table.kept_for(if self.has_node() { Lifetime::Tree } else { Lifetime::Search })
    }

    /// How many moments there are, if they can be counted.
    fn count(&self) -> Option<u64> {
        self.moments.iter().try_fold(self.players, |count, &moment| match moment {
            Moment::Last(k) | Moment::Own(k) if self.space > 0 => {
                count.checked_mul((self.space + 1).checked_pow(k as u32)?)
            }
            Moment::Predicates => count.checked_mul(self.predicates as u64),
            _ => None,
        })
    }

    /// How many numbers actions can have, if they are small.
    fn numbers(&self) -> Option<u64> {
        let actions = if self.action { Some(self.space).filter(|&space| space > 0)? } else { 1 };
        self.said.iter().try_fold(actions, |count, said| count.checked_mul(said.size)).filter(|&count| count < 1 << 32)
    }

    pub fn has_node(&self) -> bool {
        self.moments.contains(&Moment::Node)
    }

    pub fn has_predicates(&self) -> bool {
        self.moments.contains(&Moment::Predicates)
    }

    /// Whether an action's number is its key, and there is one moment.
    pub fn is_plain(&self) -> bool {
        self.action && self.said.is_empty() && !self.has_predicates()
    }

    pub fn needs(&self) -> Needs {
        let needs = self.moments.iter().fold(Needs::steps(), |needs, moment| match moment {
            Moment::Last(_) | Moment::Seen => needs.and_moves(),
            Moment::Episode => needs.and_moves().and_episodes(),
            Moment::Predicates => needs.and_predicates(),
            Moment::Node | Moment::Own(_) | Moment::Depth(_) => needs,
        });
        self.said.iter().fold(needs, |needs, said| needs.and_attribute(said.attribute))
    }

    /// The occasion of a ply at hand.
    #[inline]
    pub fn now<'a>(&self, ply: &Ply<'a>) -> Occasion<'a> {
        let predicates = if self.has_predicates() { ply.predicates() } else { 0 };
        Occasion { player: ply.player, node: ply.node, step: None, predicates, log: ply.log }
    }

    /// The occasion of a step of a finished iteration.
    #[inline]
    pub fn at<'a>(&self, iteration: &Iteration<'a>, index: usize, player: Player) -> Occasion<'a> {
        let predicates = if self.has_predicates() { iteration.predicates(index) } else { 0 };
        Occasion { player, node: iteration.place(index).node, step: Some(index), predicates, log: iteration.log }
    }

    #[inline]
    fn extend(&self, key: u64, value: u64, size: u64) -> u64 {
        if self.counts { key * size + value } else { mix(key, value) }
    }

    /// The key with `k` moves, of which there may be fewer; none where that matters.
    #[inline]
    fn extend_by_moves(&self, key: u64, moves: &[u64], k: usize) -> Option<u64> {
        if moves.len() < k && !self.shorter {
            return None;
        }
        let (nothing, size) = if self.space == 0 { (u64::MAX, 0) } else { (self.space, self.space + 1) };
        let missing = k.saturating_sub(moves.len());
        let padded = (0..missing).fold(key, |key, _| self.extend(key, nothing, size));
        Some(moves[moves.len() - (k - missing)..].iter().fold(padded, |key, &seen| self.extend(key, seen, size)))
    }

    /// The key of a node: its slot, which is one player's where something is hidden.
    fn node(&self, node: u32, player: Player) -> u64 {
        let slot = u64::from(node);
        if self.hidden { slot * self.players + u64::from(player.0) } else { slot }
    }

    /// The key of the moment without predicates; none where it has no record.
    #[inline]
    pub fn moment(&self, at: &Occasion<'_>, seen: &mut Seen) -> Option<u64> {
        let Occasion { player, log, .. } = *at;
        if self.moments == [Moment::Node] {
            return (at.node != NO_SLOT).then(|| self.node(at.node, player));
        }
        let mut key = u64::from(player.0);
        for &moment in &self.moments {
            key = match moment {
                Moment::Node if at.node == NO_SLOT => return None,
                Moment::Node => self.extend(key, self.node(at.node, player), 0),
                Moment::Last(k) => self.extend_by_moves(key, at.moves(self.prefix), k)?,
                Moment::Own(k) => {
                    let mut own = [0; 8];
                    let acted = at.own(&mut own[..k]);
                    self.extend_by_moves(key, &own[k - acted..k], k)?
                }
                Moment::Depth(width) => self.extend(key, at.index() as u64 / width, 0),
                Moment::Episode => self.extend(key, at.position(), 0),
                Moment::Seen => self.extend(key, seen.hash(log.number, player, at.moves(self.prefix)), 0),
                Moment::Predicates => key,
            };
        }
        Some(key)
    }

    /// The keys of the moment: one for each predicate that holds, or one.
    #[inline]
    pub fn moments(&self, at: &Occasion<'_>, seen: &mut Seen, keys: &mut Vec<u64>) {
        keys.clear();
        let Some(key) = self.moment(at, seen) else { return };
        if !self.has_predicates() {
            return keys.push(key);
        }
        let size = self.predicates as u64;
        keys.extend(crate::bits::squares(at.predicates).map(|predicate| self.extend(key, predicate.into(), size)));
    }

    /// The number of an action with its key and what the game says of it.
    #[inline]
    pub fn number(&self, key: u64, mut said: impl FnMut(Attribute) -> u16) -> u64 {
        let start = if self.action { key } else { 0 };
        self.said.iter().fold(start, |number, &Said { attribute, size }| {
            let value = u64::from(said(attribute));
            if self.counts_actions { number * size + value.min(size - 1) } else { mix(number, value) }
        })
    }

    /// The number of the action of a step.
    #[inline]
    pub fn number_of(&self, iteration: &Iteration<'_>, index: usize) -> u64 {
        let key = iteration.steps()[index].key;
        if self.said.is_empty() { key } else { self.number(key, |said| iteration.log.attribute_of(index, said)) }
    }

    /// The key of the moment and the number of the action that a record names, in this order; none if it is about something else. A
    /// record without a key has nothing to be known: it is about a node that is not there, or is too short.
    pub fn find(
        &self,
        player: Player,
        about: &[About<u64>],
        node: Option<u32>,
        is_reply: bool,
    ) -> Option<(Option<u64>, u64)> {
        let mut left = about.iter();
        let action = if self.action && !is_reply { action(left.next()?)? } else { 0 };
        let mut said: Vec<u16> = Vec::new();
        for &Said { attribute, .. } in &self.said {
            match *left.next()? {
                About::Attribute { attribute: place, number } if place == attribute.index() => said.push(number),
                _ => return None,
            }
        }
        let mut numbers = said.into_iter();
        let number = if is_reply { 0 } else { self.number(action, |_| numbers.next().unwrap_or(0)) };
        // Predicates are printed before `seen`, but looked up last.
        let mut key = Some(u64::from(player.0));
        let mut predicate = None;
        for word in CONTEXT_WORDS {
            let Some(&moment) = self.moments.iter().find(|moment| moment.word() == word.name) else { continue };
            let extended = |value: u64| key.map(|key| self.extend(key, value, 0));
            key = match (moment, left.next()?) {
                (Moment::Node, About::Node(_)) if self.moments == [Moment::Node] => {
                    node.map(|node| self.node(node, player))
                }
                (Moment::Node, About::Node(_)) => node.and_then(|node| extended(self.node(node, player))),
                (Moment::Last(k), About::Last(moves)) | (Moment::Own(k), About::Own(moves)) if moves.len() <= k => {
                    key.and_then(|key| self.extend_by_moves(key, moves, k))
                }
                (Moment::Depth(_), About::Depth(depth)) => extended(*depth),
                (Moment::Episode, About::Episode { label, moves }) => {
                    extended(moves.iter().fold(episode_start(*label), |position, &seen| mix(position, seen)))
                }
                (Moment::Seen, About::Seen(moves)) => extended(hash_of(moves)),
                (Moment::Predicates, &About::Predicate(holds)) if holds < self.predicates => {
                    predicate = Some(holds as u64);
                    key
                }
                _ => return None,
            };
        }
        if let Some(holds) = predicate {
            key = key.map(|key| self.extend(key, holds, self.predicates as u64));
        }
        left.next().is_none().then_some((key, number))
    }
}

fn action(about: &About<u64>) -> Option<u64> {
    if let About::Action(action) = about { Some(*action) } else { None }
}

impl Moment {
    /// Its word in `by`.
    pub fn word(self) -> &'static str {
        match self {
            Moment::Node => "node",
            Moment::Last(_) => "last",
            Moment::Own(_) => "own",
            Moment::Depth(_) => "depth",
            Moment::Episode => "episode",
            Moment::Seen => "seen",
            Moment::Predicates => "predicates",
        }
    }
}

impl<'a> Occasion<'a> {
    /// How many plies come before it.
    fn index(&self) -> usize {
        self.step.unwrap_or(self.log.steps.len())
    }

    /// The moves that the player has seen before it.
    #[inline]
    fn moves(&self, prefix: bool) -> &'a [u64] {
        match self.step {
            Some(index) => self.log.moves_before(index, self.player, prefix),
            None => self.log.moves(self.player, prefix),
        }
    }

    /// The key of the position-in-episode, in the player's eyes.
    fn position(&self) -> u64 {
        self.step.map_or_else(|| self.log.position(self.player), |index| self.log.positions[index])
    }

    /// Fills the end of a list with the player's last actions, the most recent one last. Returns how many there are.
    #[inline]
    fn own(&self, list: &mut [u64]) -> usize {
        let steps = self.log.steps[..self.index()].iter().rev().filter(|step| step.player == Some(self.player));
        steps.zip(list.iter_mut().rev()).map(|(step, place)| *place = step.key).count()
    }
}

fn missing(setting: &Setting<'_>, context: &str, need: Need) -> ExpressionError {
    let message = format!("`by={context}` needs {need}, which this game does not offer");
    setting.call().error_at("by", message).with_help(setting.offered().to_string())
}

/// What the game says of an action by this name.
fn said(setting: &Setting<'_>, name: &str) -> Result<Said, ExpressionError> {
    let attributes = setting.offered().attributes;
    let found = attributes.iter().find(|(offered, _)| offered == name).map(|&(_, size)| size as u64);
    if let (Some(size), Some(attribute)) = (found, setting.attribute(name).filter(|found| found.index() < 64)) {
        return Ok(Said { attribute, size: size.max(1) });
    }
    let names: Vec<&str> = attributes.iter().map(|(name, _)| name.as_str()).collect();
    let error =
        setting.call().error_at("by", format!("`{name}` is no context, and nothing that this game says of an action"));
    let words: Vec<&str> = CONTEXT_WORDS.iter().map(|word| word.name).collect();
    let of_game = match &names[..] {
        [] => "this game says nothing of actions".to_owned(),
        names => format!("this game says {} of an action", names.join(", ")),
    };
    Err(error.with_help(match meant_context(name, &names) {
        Some(meant) => format!("did you mean `{meant}`? {of_game}"),
        None => format!("{of_game}; contexts: {}", words.join(", ")),
    }))
}
