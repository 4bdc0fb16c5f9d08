//! What a player knows of the enemy's stands, and guesses that agree with it.
//!
//! For every region with stands of a side there is one set of suspects: the pieces that, in the other player's eyes, a
//! stand there may be. One set for all stands of the region, because a player may mix its stands in a region at any
//! time; we take it that this happens at the end of every turn. So:
//!
//! - At the start every stand may be any piece of its side.
//! - A shown piece is no longer suspected anywhere else. For the rest of the turn it is known; at the end of the turn it
//!   mixes with the other stands of its region, and joins their suspects (or is the only one, if it is alone there).
//! - A stand that moves takes the suspects of the region it leaves to the region it enters.
//! - A defeated piece is suspected nowhere.
//! - A stand that enters the Citadel without an end of the game is not the Bearer.
//!
//! Nothing else is learned from a move: every move that only one piece can make is an attack, and shows it. Declining to
//! use a power tells nothing either.
//!
//! A guess gives the stands different pieces, each a suspect of its stand, with the same probability for every such
//! assignment. This is exact for the sets above. They are a little less than a perfect memory would hold: when two
//! groups with different suspects mix and part again, how many of either group are on each side is forgotten, and all
//! assignments count the same although the way the stands have taken may favour some.

use waxwing::Rng;

use super::board::{CITADEL, Pieces, Places, UNDERWAY_IN};
use super::names::{BEARER, LEGION, PIECES, WARDENS};
use super::{ALL_CARDS, Confrontation, Phase};
use crate::bits::Ranked;

/// The number of shuffles that are tried before the assignments are counted.
const TRIES: usize = 6;

impl Confrontation {
    /// Both players see which piece this is.
    #[inline(always)]
    pub(super) fn show(&mut self, side: usize, piece: u8) {
        self.shown[side] = self.shown[side].with(Pieces::one(piece));
        let others = !(1 << piece);
        self.suspects[side].iter_mut().for_each(|suspects| *suspects &= others);
    }

    /// A hidden stand has gone to a region without enemies, where it may join others.
    #[inline(always)]
    pub(super) fn note_quiet_move(&mut self, side: usize, from: u8, to: u8, joins: bool) {
        let suspects = &mut self.suspects[side];
        let mut moved = suspects[usize::from(from & 15)];
        if side == WARDENS && to == CITADEL {
            moved &= !(1 << BEARER);
        }
        let there = &mut suspects[usize::from(to & 15)];
        *there = if joins { *there | moved } else { moved };
    }

    /// At the end of a turn the pieces shown in it are turned away and mix with the stands around them.
    pub(super) fn hide_survivors(&mut self) {
        for side in [WARDENS, LEGION] {
            let shown = std::mem::replace(&mut self.shown[side], Pieces::NONE);
            let places = self.board.places[side];
            for piece in shown.iter() {
                let region = places.of(piece);
                let hidden = !places.within(region).without(shown).is_empty();
                let suspects = &mut self.suspects[side][usize::from(region & 15)];
                // Of several shown pieces in one region, the first clears what was suspected of others.
                let kept = if hidden { *suspects } else { *suspects & shown.identities() };
                *suspects = kept | 1 << piece;
            }
        }
    }

    /// A state that the observer cannot tell from this one.
    pub(super) fn guess(&self, observer: usize, rng: &mut Rng) -> Self {
        let mut guess = self.clone();
        if matches!(self.phase, Phase::Deal | Phase::Over { .. }) {
            return guess;
        }
        let enemy = 1 - observer;
        guess.board.places[enemy] = self.guess_places(enemy, rng);
        match self.phase {
            // Any of the stands may be the one that is in the Underway.
            Phase::Ambush if observer == LEGION => {
                let stands = guess.board.places[WARDENS].within(UNDERWAY_IN);
                guess.attack.mover = stands.nth(rng.below(stands.count()));
            }
            Phase::WardensCard | Phase::Reveal if observer == WARDENS && !self.sage_fights() => {
                let hand = Ranked::new(u64::from(self.hands[LEGION] & ALL_CARDS));
                guess.attack.played[LEGION] = hand.select(rng.below(hand.count()));
            }
            Phase::Move if self.side() != observer => guess.moves = guess.all_moves(),
            _ => {}
        }
        guess
    }

    /// The stands of a side with hidden pieces exchanged.
    fn guess_places(&self, side: usize, rng: &mut Rng) -> Places {
        let mut stands = Stands::of(self, side);
        let mut places = self.board.places[side];
        let mut put = |region, piece| places.put(piece, region);
        stands.settle(&mut put);
        if stands.are_free() {
            stands.shuffle(rng, &mut put);
        } else {
            let tried = (0..TRIES).any(|_| stands.try_shuffle(rng, &mut put));
            if !tried {
                stands.count_and_draw(rng, &mut put);
            }
        }
        places
    }
}

/// The hidden stands of a side and the pieces they may be.
pub(super) struct Stands {
    count: usize,
    regions: [u8; PIECES],
    suspects: [u16; PIECES],
    /// The pieces to be given to them, as many as there are stands.
    pieces: u16,
}

impl Stands {
    /// In the order of the regions, which both players see.
    pub(super) fn of(state: &Confrontation, side: usize) -> Stands {
        let (places, crowds) = (state.board.places[side], state.board.crowds[side]);
        let hidden = places.alive().without(state.shown[side]);
        let mut stands = Stands { count: 0, regions: [0; PIECES], suspects: [0; PIECES], pieces: hidden.identities() };
        let mut occupied = crowds.occupied();
        while occupied != 0 {
            let region = occupied.trailing_zeros() as u8;
            occupied &= occupied - 1;
            let here = match state.shown[side].is_empty() {
                true => crowds.count(region) as usize,
                false => places.within(region).and(hidden).count(),
            };
            let suspects = state.suspects[side][usize::from(region)] & stands.pieces;
            for _ in 0..here {
                stands.regions[stands.count % PIECES] = region;
                stands.suspects[stands.count % PIECES] = suspects;
                stands.count += 1;
            }
        }
        stands
    }

    /// Stands that can only be one piece are that piece.
    #[inline]
    fn settle(&mut self, put: &mut impl FnMut(u8, u8)) {
        let mut place = 0;
        while place < self.count {
            let suspects = self.suspects[place] & self.pieces;
            if suspects & suspects.wrapping_sub(1) != 0 {
                place += 1;
                continue;
            }
            put(self.regions[place], suspects.trailing_zeros() as u8);
            self.pieces &= !suspects;
            self.count -= 1;
            self.regions[place] = self.regions[self.count];
            self.suspects[place] = self.suspects[self.count];
            // What is settled here may settle stands before.
            place = 0;
        }
    }

    /// Whether every stand may be every piece.
    #[inline]
    fn are_free(&self) -> bool {
        self.suspects[..self.count].iter().all(|suspects| suspects & self.pieces == self.pieces)
    }

    #[inline]
    fn shuffle(&self, rng: &mut Rng, put: &mut impl FnMut(u8, u8)) {
        let mut draw = Draw::new(rng);
        let mut pieces = self.listed_pieces();
        for left in (1..=self.count).rev() {
            let chosen = draw.below(left);
            put(self.regions[left - 1], pieces[chosen]);
            pieces[chosen] = pieces[left - 1];
        }
    }

    /// A shuffle that is given up when a stand gets a piece that it cannot be; what was put is put anew by the next one.
    #[inline]
    fn try_shuffle(&self, rng: &mut Rng, put: &mut impl FnMut(u8, u8)) -> bool {
        let mut draw = Draw::new(rng);
        let mut pieces = self.listed_pieces();
        for left in (1..=self.count).rev() {
            let chosen = draw.below(left);
            if self.suspects[left - 1] >> pieces[chosen] & 1 == 0 {
                return false;
            }
            put(self.regions[left - 1], pieces[chosen]);
            pieces[chosen] = pieces[left - 1];
        }
        true
    }

    fn listed_pieces(&self) -> [u8; PIECES] {
        let (mut list, mut left) = ([0; PIECES], self.pieces);
        for slot in &mut list[..self.count] {
            *slot = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
        }
        list
    }

    /// Counts the assignments of the last stands for every set of pieces that the first ones can have taken, and draws
    /// one of them by its number.
    #[cold]
    pub(super) fn count_and_draw(&self, rng: &mut Rng, put: &mut impl FnMut(u8, u8)) {
        let pieces = self.listed_pieces();
        let pieces = &pieces[..self.count];
        let allowed = |stand: usize, taken: usize, place: usize| {
            taken >> place & 1 == 0 && self.suspects[stand] >> pieces[place] & 1 == 1
        };
        let mut ways = [0u32; 1 << PIECES];
        let all = (1 << self.count) - 1;
        ways[all] = 1;
        for taken in (0..all).rev() {
            let stand = taken.count_ones() as usize;
            let places = (0..self.count).filter(|&place| allowed(stand, taken, place));
            ways[taken] = places.map(|place| ways[taken | 1 << place]).sum();
        }
        debug_assert!(ways[0] > 0, "what is true is possible");
        let (mut number, mut taken) = (rng.below(ways[0] as usize) as u32, 0);
        for stand in 0..self.count {
            let before = taken;
            let chosen = (0..self.count).filter(|&place| allowed(stand, before, place)).find(|&place| {
                let ways = ways[before | 1 << place];
                let found = number < ways;
                number -= if found { 0 } else { ways };
                found
            });
            if let Some(place) = chosen {
                put(self.regions[stand], pieces[place]);
                taken |= 1 << place;
            }
        }
    }
}

/// Several small numbers from one draw: what is left of it after a multiplication is as good as new.
struct Draw(u64);

impl Draw {
    #[inline(always)]
    fn new(rng: &mut Rng) -> Draw {
        Draw(rng.next_u64())
    }

    #[inline(always)]
    fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.0) * bound as u128;
        self.0 = product as u64;
        (product >> 64) as usize
    }
}
