//! What a player knows of the hands, and drawing the rest.
//!
//! A player knows its own cards, those played, what it has passed (the receiver holds it until it is played) and what
//! the rules let it conclude from the others' cards:
//! - who did not follow suit has none of it;
//! - who played a heart or the queen of spades to the first trick, not following suit, has nothing but hearts and that
//!   queen;
//! - who led a heart before hearts were broken has nothing but hearts;
//! - who is to lead to the first trick has the lowest club.
//!
//! Nothing else follows from the rules. All ways to complete the hands accordingly are equally likely, also when it is
//! counted how they can have come about: each completion leaves the same number of ways to have dealt and passed. A
//! determinization is drawn uniformly among them, exactly. Before the exchange the others' passes are drawn too, each
//! uniformly from the hand drawn; after it those that the observer has not seen do not matter any more, and are
//! forgotten.
//!
//! # Drawing
//!
//! For three hands, the cards fall into groups by who of the three may have them: one of them only, two, or all. Say
//! that `u` and `v` are the numbers of the first hand's cards out of the two groups that it shares with one other hand,
//! of `U` and `V` cards. Then the number of ways is
//! ```text
//! C(U, u) · C(V, v) · C(all, first hand's other cards) · C(left for second and third, second hand's other cards),
//! ```
//! as the cards left for second and third can all go to either. Its terms are summed, one is drawn, and the sets are
//! drawn by the binomials' factors. The first hand is chosen so that the group it has no share in is the largest: with
//! a single such group there is nothing to sum.

use waxwing::Rng;

use super::cards::{HEARTS, QUEEN, cards, suit_cards};
use super::{Hearts, Phase, passing};
use crate::bits::Ranked;

/// Kinds of cards that a player may be known not to have, one bit each; the queen of spades is a kind of its own.
pub(super) const KINDS: [u64; 5] = [suit_cards(0), suit_cards(1), HEARTS, suit_cards(3) & !QUEEN, QUEEN];
const ALL_KINDS: u8 = 0b1_1111;
pub(super) const ALL_BUT_HEARTS: u8 = ALL_KINDS & !0b0_0100;
pub(super) const ALL_BUT_PENALTIES: u8 = ALL_KINDS & !0b1_0100;

/// What is known of a player who does not follow this suit.
#[inline(always)]
pub(super) fn lacks_suit(suit: u64) -> u8 {
    const SPADES: u8 = 0b1_1000;
    [0b0_0001, 0b0_0010, 0b0_0100, SPADES][(suit.trailing_zeros() >> 4) as usize & 3]
}

/// The binomial coefficients up to the number of cards that can be hidden from a player.
static BINOMIALS: [[u64; 40]; 40] = binomials();

const fn binomials() -> [[u64; 40]; 40] {
    let mut table = [[0; 40]; 40];
    let mut n = 0;
    while n < 40 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
}

/// In how many ways `k` of `n` can be chosen; none if there are fewer than `k`.
#[inline(always)]
fn ways(n: usize, k: i32) -> u64 {
    if k < 0 { 0 } else { BINOMIALS[n].get(k as usize).copied().unwrap_or(0) }
}

#[inline(always)]
fn size(set: u64) -> usize {
    Ranked::new(set).count()
}

/// Draws `count` cards of a set, uniformly; the set has at least as many.
#[inline]
fn draw(set: u64, count: usize, rng: &mut Rng) -> u64 {
    let mut bits = [0; 64];
    let all = cards(set).zip(&mut bits).map(|(card, bit)| *bit = card.bit()).count();
    let fewer = count.min(all - count);
    // The start of a shuffle: those drawn come first.
    let drawn = (0..fewer).fold(0, |drawn, place| {
        let other = place + rng.below(all - place);
        bits.swap(place & 63, other & 63);
        drawn | bits[place & 63]
    });
    if fewer == count { drawn } else { set & !drawn }
}

impl Hearts {
    pub(super) fn determinized(&self, observer: usize, rng: &mut Rng) -> Hearts {
        let mut sampled = self.clone();
        // Never 0, which is the mark of a state that is no determinization.
        sampled.future = rng.next_u64() | 1;
        match self.phase {
            Phase::Deal | Phase::Over => {}
            Phase::Pass | Phase::Exchange => {
                sampled.draw_hands(observer, [0; 4], rng);
                sampled.draw_passes(observer, rng);
            }
            Phase::Play => {
                sampled.draw_hands(observer, self.known_cards(observer), rng);
                let giver = self.giver(observer);
                for seat in (0..4).filter(|&seat| seat != observer && seat != giver) {
                    sampled.passes[seat] = 0;
                }
            }
        }
        sampled
    }

    /// Cards that the observer knows the others to have.
    #[inline]
    fn known_cards(&self, observer: usize) -> [u64; 4] {
        let mut known = [0; 4];
        let receiver = self.receiver(observer);
        known[receiver] = self.passes[observer] & self.hands[receiver];
        if self.tricks == 0 && self.laid == 0 {
            known[usize::from(self.mover & 3)] |= self.lowest_club();
        }
        known
    }

    /// Deals the cards that the observer does not know anew.
    fn draw_hands(&mut self, observer: usize, known: [u64; 4], rng: &mut Rng) {
        let seats = [1, 2, 3].map(|distance| (observer + distance) & 3);
        let held = seats.iter().fold(0, |set, &seat| set | self.hands[seat]);
        let unknown = seats.iter().fold(held, |set, &seat| set & !known[seat]);
        let sizes = seats.map(|seat| size(self.hands[seat] & !known[seat]));
        let lacks = seats.map(|seat| self.lacks[seat]);
        let drawn = if lacks == [0; 3] {
            let first = draw(unknown, sizes[0], rng);
            let second = draw(unknown & !first, sizes[1], rng);
            [first, second, unknown & !first & !second]
        } else {
            Puzzle::new(unknown, sizes, lacks).solve(rng)
        };
        for (seat, cards) in seats.into_iter().zip(drawn) {
            self.hands[seat] = known[seat] | cards;
        }
    }

    /// Chooses the passes anew that others have chosen already.
    fn draw_passes(&mut self, observer: usize, rng: &mut Rng) {
        for seat in (0..4).filter(|&seat| seat != observer) {
            if self.passes[seat] != 0 {
                self.passes[seat] = passing::random(self.hands[seat], self.rules.ranks, rng).set();
            }
        }
    }
}

/// Cards to be dealt to three hands, not all of which may have them all.
struct Puzzle {
    /// `groups[hands]`: the cards that these hands may have, one bit for each hand.
    groups: [u64; 8],
    /// How many cards each hand gets.
    sizes: [usize; 3],
}

impl Puzzle {
    fn new(cards: u64, sizes: [usize; 3], lacks: [u8; 3]) -> Puzzle {
        let mut groups = [0; 8];
        for (kind, of_kind) in KINDS.iter().enumerate() {
            let may_have = |hand: usize| (!lacks[hand] as usize >> kind & 1) << hand;
            groups[may_have(0) | may_have(1) | may_have(2)] |= cards & of_kind;
        }
        Puzzle { groups, sizes }
    }

    /// The three hands, uniformly among all that are possible.
    fn solve(mut self, rng: &mut Rng) -> [u64; 3] {
        let mut hands = [1, 2, 4].map(|only| self.groups[only]);
        for (size_left, hand) in self.sizes.iter_mut().zip(hands) {
            *size_left -= size(hand);
        }
        let without = |hand: usize| size(self.groups[7 ^ 1 << hand]);
        let first = (0..3).max_by_key(|&hand| without(hand)).expect("there are three hands");
        let (second, third) = ((first + 1) % 3, (first + 2) % 3);
        let with_second = self.groups[1 << first | 1 << second];
        let with_third = self.groups[1 << first | 1 << third];
        let (others, all) = (self.groups[1 << second | 1 << third], self.groups[7]);
        let [u, v] = if with_second | with_third == 0 {
            [0, 0]
        } else {
            let sizes = [with_second, with_third, others, all].map(size);
            draw_shares(sizes, self.sizes[first] as i32, self.sizes[second] as i32, rng)
        };
        let of_second = draw(with_second, u, rng);
        let of_third = draw(with_third, v, rng);
        let of_all = draw(all, self.sizes[first] - u - v, rng);
        hands[first] |= of_second | of_third | of_all;
        let left = others | all & !of_all;
        let left_for_second = draw(left, self.sizes[second] - size(with_second & !of_second), rng);
        hands[second] |= with_second & !of_second | left_for_second;
        hands[third] |= with_third & !of_third | left & !left_for_second;
        hands
    }
}

/// How many cards the first hand gets of those it shares with the second only, and with the third only. `sizes` are
/// those two groups, what second and third share, and what all share.
fn draw_shares(sizes: [usize; 4], first: i32, second: i32, rng: &mut Rng) -> [usize; 2] {
    let [with_second, with_third, others, all] = sizes;
    let weight = |u: usize, v: usize| {
        let of_all = first - (u + v) as i32;
        if of_all < 0 || of_all as usize > all {
            return 0;
        }
        let left = others + all - of_all as usize;
        let ways_of_first = ways(with_second, u as i32) * ways(with_third, v as i32) * ways(all, of_all);
        ways_of_first * ways(left, second - (with_second - u) as i32)
    };
    let mut total = 0;
    for u in 0..=with_second {
        for v in 0..=with_third {
            total += weight(u, v);
        }
    }
    let mut place = ((u128::from(rng.next_u64()) * u128::from(total)) >> 64) as u64;
    for u in 0..=with_second {
        for v in 0..=with_third {
            let weight = weight(u, v);
            if place < weight {
                return [u, v];
            }
            place -= weight;
        }
    }
    unreachable!("the true hands are one of the ways")
}
