//! The records of EPIC: positions by key, each with its edges, or with the tail of an iteration that begins there.
//!
//! Where nothing is hidden, the key of a position is the moves since the episode began, whoever acts there; and who
//! passes a position has passed all before it in the episode. So a position that is not known has no known position
//! behind it: the search need not look on, and the rest of the episode is stored as one tail. The first to act in a position
//! owns it; if the same moves ever lead to another player's turn, that player's edges have a key of their own.
//!
//! Where something is hidden, each player has its own view of the moves, and every position a key of its own.

use std::cmp::Ordering;

use super::edges::{Available, Block, Edges, Statistics};
use super::index::Index;
use super::log::{Log, Tail};
use super::memo::Choice;
use super::waiting::Finished;
use crate::game::{Game, Player, list_playout};
use crate::icarus::{Quota, mix};

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Familiarity {
    /// Nothing about this position and all that follow in the episode.
    Lost,
    /// Nothing about this one.
    Nothing,
    /// It was passed once, as the head of this tail.
    Once(Tail),
    /// It was passed more often, and has these edges.
    Often(Block),
}

#[derive(Clone, Copy)]
enum Place {
    Tail(Tail),
    /// With who acts there ([`Log::CHANCE`] has no edges).
    Block(u8, Block),
}

/// The way that an iteration, or a record, has come in the current episode: the keys of the positions before the current
/// one, and of the moves made there.
#[derive(Clone, Copy)]
pub(super) struct EpisodePath<'a> {
    pub positions: &'a [u64],
    pub moves: &'a [u64],
}

pub(super) struct Store<G: Game> {
    index: Index<Place>,
    edges: Edges,
    log: Log<G>,
    /// Room for a list of legal actions.
    legal: Vec<G::Action>,
}

/// The key of a position as one player's own. Its bits are turned: no move leads there.
#[inline]
fn own(position: u64, player: Player) -> u64 {
    mix(!position, u64::from(player.0))
}

/// The iteration that is being captured.
struct Pass<'a, G: Game> {
    iteration: &'a Finished<G>,
    quota: &'a Quota,
    /// What was noted of its choices from sets, from the next step on.
    choices: &'a [Choice],
    /// Its entry in the log, once it has one.
    entry: Option<u32>,
    /// The state before a step, where lists of legal actions had to be made again.
    replay: Option<(G, usize)>,
}

impl<G: Game> Store<G> {
    pub fn new(game: &G, c: f32) -> Store<G> {
        Store { index: Index::new(), edges: Edges::new(game, c), log: Log::new(), legal: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.index.clear();
        self.edges.clear();
        self.log.clear();
    }

    pub fn bytes(&self) -> usize {
        self.index.bytes() + self.edges.bytes() + self.log.bytes()
    }

    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    pub fn log(&self) -> &Log<G> {
        &self.log
    }

    /// The edges of a position where a player is to act, as nearly always found under the key of the position itself.
    #[inline(always)]
    pub fn block(&self, position: u64, player: Player) -> Option<Block> {
        match if G::HIDDEN { None } else { self.index.get(position) } {
            Some(Place::Block(actor, block)) if actor == player.0 => Some(block),
            _ => None,
        }
    }

    /// What is known about a position where a player is to act.
    #[inline(never)]
    pub fn seat(&self, position: u64, player: Player, way: EpisodePath<'_>) -> Familiarity {
        match if G::HIDDEN { None } else { self.index.get(position) } {
            Some(Place::Block(actor, block)) if actor == player.0 => Familiarity::Often(block),
            Some(Place::Tail(tail)) if self.log.head(tail).0 == player.0 => Familiarity::Once(tail),
            None if !G::HIDDEN => self.seat_on_tail(player, way),
            _ => match self.index.get(own(position, player)) {
                Some(Place::Block(_, block)) => Familiarity::Often(block),
                Some(Place::Tail(tail)) => Familiarity::Once(tail),
                None => Familiarity::Nothing,
            },
        }
    }

    /// The same for a position that is not the head of a tail: it may lie further along one.
    fn seat_on_tail(&self, player: Player, way: EpisodePath<'_>) -> Familiarity {
        for before in (0..way.positions.len()).rev() {
            match self.index.get(way.positions[before]) {
                None => {}
                Some(Place::Block(..)) => return Familiarity::Lost,
                Some(Place::Tail(tail)) => {
                    let moves = &way.moves[before..];
                    return match tail.after(moves.len()) {
                        Some(rest) if self.log.begins_with(tail, moves) => match self.log.head(rest).0 == player.0 {
                            true => Familiarity::Once(rest),
                            false => Familiarity::Nothing,
                        },
                        _ => Familiarity::Lost,
                    };
                }
            }
        }
        Familiarity::Lost
    }

    /// q, n and m of an action in a position.
    pub fn statistics(&self, game: &G, seat: Familiarity, player: Player, action: u64) -> Statistics {
        match seat {
            Familiarity::Lost | Familiarity::Nothing => Statistics::default(),
            Familiarity::Often(block) => self.edges.statistics(block, action),
            Familiarity::Once(tail) if game.action_index(self.log.head(tail).1) == action => {
                Statistics { sum: self.log.reward(tail, player).bits(), visits: 1, available: 1 }
            }
            Familiarity::Once(tail) => {
                let mut legal = Vec::new();
                self.log.list(tail, &mut legal);
                let is_legal = legal.iter().any(|&legal| game.action_index(legal) == action);
                Statistics { available: is_legal.into(), ..Statistics::default() }
            }
        }
    }

    /// Counts a finished iteration.
    pub fn capture(&mut self, iteration: &Finished<G>, quota: &Quota) {
        if self.index.is_empty() {
            // What lies before the root is known as a way to it, though not as anybody's turn: another episode may come by.
            for &position in &iteration.trail {
                self.index.insert(position, Place::Block(Log::<G>::CHANCE, Block::NONE), quota);
            }
        }
        let mut pass = Pass { iteration, quota, choices: &iteration.choices, entry: None, replay: None };
        if G::HIDDEN {
            for (index, step) in iteration.steps.iter().enumerate() {
                if let Some(player) = step.player {
                    self.pass(&mut pass, own(iteration.positions[index], player), index, index + 1);
                }
            }
            return;
        }
        for (number, &start) in iteration.episodes.iter().enumerate() {
            let end = iteration.episodes.get(number + 1).map_or(iteration.steps.len(), |&next| next as usize);
            for index in start as usize..end {
                if !self.pass(&mut pass, iteration.positions[index], index, end) {
                    break;
                }
            }
        }
    }

    #[inline]
    fn pass(&mut self, pass: &mut Pass<'_, G>, key: u64, index: usize, end: usize) -> bool {
        // Nearly always the position has edges, and the same player acts; and where it chose from a set, that is noted.
        let step = &pass.iteration.steps[index];
        let choice = pass.choice(index);
        if let Edges::Sets(sets) = &mut self.edges
            && let Some((choice, first)) = choice.and_then(|choice| Some((choice, choice.words_at()?)))
            && let Some(player) = step.player
        {
            let block = Block { first, ..Block::NONE };
            let reward = pass.iteration.reward(player);
            sets.count(block, choice.first as usize, choice.words, step.key, reward, pass.quota);
            return true;
        }
        if let Some(Place::Block(actor, mut block)) = self.index.get(key)
            && step.player == Some(Player(actor))
        {
            let (root, quota) = (&pass.iteration.root, pass.quota);
            let reward = pass.iteration.reward(Player(actor));
            let available = pass.available(index, choice, &mut self.legal);
            if self.edges.count(&mut block, root, available, step.key, reward, quota) {
                self.index.set(key, Place::Block(actor, block));
            }
            return true;
        }
        self.pass_seldom(pass, key, index, end)
    }

    /// One step of an iteration in a position. Returns whether the position was known; otherwise it and all that follow
    /// to the end of the episode are known now.
    #[inline(never)]
    fn pass_seldom(&mut self, pass: &mut Pass<'_, G>, key: u64, index: usize, end: usize) -> bool {
        let Some(place) = self.index.get(key) else {
            if pass.entry.is_none() {
                pass.entry = self.log.write(pass.iteration, pass.quota);
            }
            if let Some(entry) = pass.entry {
                self.index.insert(key, Place::Tail(Tail { entry, step: index as u32, end: end as u32 }), pass.quota);
            }
            return false;
        };
        let actor = match place {
            Place::Tail(tail) => {
                let mut room = std::mem::take(&mut self.legal);
                let actor = self.unfold(key, tail, &pass.iteration.root, &mut room, pass.quota);
                self.legal = room;
                actor
            }
            Place::Block(actor, _) => Some(actor),
        };
        let Some(actor) = actor else { return false };
        let step = &pass.iteration.steps[index];
        let Some(player) = step.player else { return true };
        if actor != player.0 {
            self.pass(pass, own(key, player), index, index + 1);
            return true;
        }
        self.pass(pass, key, index, end)
    }

    /// Turns the head of a tail into a block with one pass, and what follows it into a tail of its own. Nothing happens
    /// where memory does not allow it.
    #[cold]
    fn unfold(&mut self, key: u64, tail: Tail, game: &G, room: &mut Vec<G::Action>, quota: &Quota) -> Option<u8> {
        let (actor, action) = self.log.head(tail);
        let chosen = game.action_index(action);
        let available = self.log.available(tail, room);
        let is_chance = actor == Log::<G>::CHANCE;
        let mut block = if is_chance { Block::NONE } else { self.edges.make(&available, quota)? };
        if let Some(rest) = tail.after(1)
            && !self.index.insert(mix(key, chosen), Place::Tail(rest), quota)
        {
            return None;
        }
        if !is_chance {
            let reward = self.log.reward(tail, Player(actor));
            self.edges.count(&mut block, game, available, chosen, reward, quota);
        }
        self.index.set(key, Place::Block(actor, block));
        Some(actor)
    }
}

impl<'a, G: Game> Pass<'a, G> {
    /// What was noted of the choice at a step; none of an earlier one is asked for again.
    #[inline]
    fn choice(&mut self, index: usize) -> Option<&'a Choice> {
        while let Some((choice, later)) = self.choices.split_first() {
            match (choice.step as usize).cmp(&index) {
                Ordering::Less => self.choices = later,
                Ordering::Equal => return Some(choice),
                Ordering::Greater => break,
            }
        }
        None
    }

    /// The actions to choose from at a step: as noted, or made again where the step was chosen without them, which
    /// happens only in playouts.
    #[inline]
    fn available<'b>(
        &mut self,
        index: usize,
        choice: Option<&Choice>,
        room: &'b mut Vec<G::Action>,
    ) -> Available<'b, G::Action>
    where
        'a: 'b,
    {
        if let Some(&Choice { first, words, .. }) = choice {
            return Available::Set { first: first as usize, words };
        }
        let noted = self.iteration.legal(index);
        Available::List(if noted.is_empty() { self.list(index, room) } else { noted })
    }

    #[cold]
    fn list<'b>(&mut self, index: usize, room: &'b mut Vec<G::Action>) -> &'b [G::Action] {
        let (state, reached) = self.replay.get_or_insert_with(|| (self.iteration.root.clone(), 0));
        self.iteration.actions[*reached..index].iter().for_each(|&action| state.apply(action));
        *reached = index;
        list_playout(state, room);
        room
    }
}
