//! Dou Di Zhu on plain numbers of cards, as the rules are told: every part of a hand is looked at, and asked what it
//! is.

use std::collections::BTreeMap;

use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::DouDiZhu;
use crate::testing::legal;

const SIGNS: &str = "3456789TJQKA2wW";

type Counts = [usize; 15];

/// What a play is: the name of its category, its length, and the rank that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    name: &'static str,
    length: usize,
    rank: usize,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        self.name
    }

    pub(super) fn rank(self) -> usize {
        self.rank
    }
}

fn are_chain(ranks: &[usize]) -> bool {
    ranks.windows(2).all(|two| two[0] + 1 == two[1]) && ranks.iter().all(|&rank| rank < 12)
}

/// What these cards are, if they are a play.
pub(super) fn classify(counts: &Counts) -> Option<Kind> {
    let with = |number: usize| (0..15).filter(|&rank| counts[rank] == number).collect::<Vec<_>>();
    let [ones, twos, threes, fours] = [1, 2, 3, 4].map(with);
    let both_jokers = ones.contains(&13) && ones.contains(&14);
    let kind = |name, ranks: &[usize]| Some(Kind { name, length: ranks.len(), rank: ranks[0] });
    match (ones.len(), twos.len(), threes.len(), fours.len()) {
        (1, 0, 0, 0) => kind("single", &ones),
        (0, 1, 0, 0) => kind("pair", &twos),
        (0, 0, 1, 0) => kind("triplet", &threes),
        (1, 0, 1, 0) => kind("triplet and single", &threes),
        (0, 1, 1, 0) => kind("triplet and pair", &threes),
        (2, 0, 0, 0) if both_jokers => kind("rocket", &ones),
        (5.., 0, 0, 0) if are_chain(&ones) => kind("sequence", &ones),
        (0, 3.., 0, 0) if are_chain(&twos) => kind("pair sequence", &twos),
        (0, 0, 2.., 0) if are_chain(&threes) => kind("airplane", &threes),
        (singles, 0, 2.., 0) if singles == threes.len() && are_chain(&threes) && !both_jokers => {
            kind("airplane and singles", &threes)
        }
        (0, pairs, 2.., 0) if pairs == threes.len() && are_chain(&threes) => kind("airplane and pairs", &threes),
        (0, 0, 0, 1) => kind("bomb", &fours),
        (2, 0, 0, 1) if !both_jokers => kind("quad and singles", &fours),
        (0, 2, 0, 1) => kind("quad and pairs", &fours),
        _ => None,
    }
}

pub(super) fn beats(kind: Kind, last: Kind) -> bool {
    let strength =
        |kind: Kind| ["bomb", "rocket"].iter().position(|&name| name == kind.name).map_or(0, |place| 1 + place);
    let alike = kind.name == last.name && kind.length == last.length && kind.rank > last.rank;
    alike || strength(kind) > strength(last)
}

/// The cards of a text.
pub(super) fn read(text: &str) -> Counts {
    let mut counts = [0; 15];
    for sign in text.chars() {
        counts[SIGNS.find(sign).unwrap()] += 1;
    }
    counts
}

/// The text of a play: what there is most of comes first.
fn write(counts: &Counts) -> String {
    let mut ranks: Vec<usize> = (0..15).collect();
    ranks.sort_by_key(|&rank| std::cmp::Reverse(counts[rank]));
    ranks.into_iter().map(|rank| SIGNS[rank..=rank].repeat(counts[rank])).collect()
}

#[derive(Clone)]
pub(super) struct Reference {
    hands: [Counts; 3],
    /// The last play and who made it.
    last: Option<(Kind, usize)>,
    passes: usize,
    mover: usize,
}

impl Reference {
    pub(super) fn new(deal: &str) -> Self {
        let hands: Vec<Counts> = deal.split('/').take(3).map(read).collect();
        Reference { hands: [hands[0], hands[1], hands[2]], last: None, passes: 0, mover: 0 }
    }

    /// The plays by their texts, and the pass as the play of no cards.
    pub(super) fn moves(&self) -> BTreeMap<String, Counts> {
        let mut moves = BTreeMap::new();
        let mut part = [0; 15];
        loop {
            let kind = classify(&part);
            let follows = |kind| self.last.is_none_or(|(last, _)| beats(kind, last));
            if kind.is_some_and(follows) {
                moves.insert(write(&part), part);
            }
            // The next part of the hand, counted like an odometer.
            let Some(place) = (0..15).find(|&rank| part[rank] < self.hands[self.mover][rank]) else { break };
            part[..place].fill(0);
            part[place] += 1;
        }
        if self.last.is_some() {
            moves.insert("pass".to_owned(), [0; 15]);
        }
        moves
    }

    pub(super) fn mover(&self) -> usize {
        self.mover
    }

    /// Who has made the play that is to be beaten.
    pub(super) fn last_player(&self) -> usize {
        self.last.expect("there is one").1
    }

    pub(super) fn is_leading(&self) -> bool {
        self.last.is_none()
    }

    pub(super) fn apply(&mut self, cards: &Counts) {
        if let Some(kind) = classify(cards) {
            (0..15).for_each(|rank| self.hands[self.mover][rank] -= cards[rank]);
            self.last = Some((kind, self.mover));
            self.passes = 0;
        } else {
            self.passes += 1;
        }
        self.mover = (self.mover + 1) % 3;
        if self.passes == 2 {
            self.last = None;
            self.passes = 0;
        }
    }

    fn winner(&self) -> Option<usize> {
        self.hands.iter().position(|hand| hand.iter().sum::<usize>() == 0)
    }

    fn perft(&self, depth: u32) -> u64 {
        match self.winner() {
            _ if depth == 0 => 1,
            Some(_) => 0,
            None if depth == 1 => self.moves().len() as u64,
            None => self.moves().values().map(|cards| self.after(cards).perft(depth - 1)).sum(),
        }
    }

    fn after(&self, cards: &Counts) -> Self {
        let mut next = self.clone();
        next.apply(cards);
        next
    }
}

/// Plays a random game on both and compares all that happens; the number of states.
fn compare_game(state: &mut DouDiZhu, reference: &mut Reference, rng: &mut Rng) -> usize {
    for plies in 0.. {
        let turn = reference.winner().map_or(Turn::Player(Player(reference.mover as u8)), |_| Turn::Over);
        assert_eq!(state.turn(), turn);
        if turn == Turn::Over {
            return plies;
        }
        let mut texts: Vec<String> = legal(state).iter().map(|&action| state.format(action)).collect();
        texts.sort();
        let moves = reference.moves();
        assert!(texts.iter().eq(moves.keys()), "{}{texts:?}", state.draw(None));
        let text = &texts[rng.below(texts.len())];
        state.apply(state.parse(text).unwrap());
        reference.apply(&moves[text]);
    }
    unreachable!("a game ends")
}

#[test]
fn the_planes_agree_with_plain_numbers_of_cards() {
    let mut rng = Rng::new(11);
    let mut states = 0;
    for game in 0..220 {
        let ranks = if game < 40 { 13 } else { 3 + rng.below(8) as u8 };
        let mut state = DouDiZhu::undealt(ranks, false);
        let deal = state.sample_chance(&mut rng);
        let mut reference = Reference::new(state.format(deal).strip_prefix("deal:").unwrap());
        state.apply(deal);
        states += compare_game(&mut state, &mut reference, &mut rng);
        let winner = reference.winner().unwrap();
        for player in 0..3 {
            let won = (winner == 0) == (player == 0);
            assert_eq!(state.reward(Player(player)), if won { Reward::WIN } else { Reward::LOSS });
        }
    }
    assert!(states > 5_000, "{states}");
}

#[test]
fn the_data_file_holds_the_counts_of_plain_numbers_of_cards() {
    // The larger counts of the file were made in the same way, which takes minutes.
    const LARGEST: u64 = 3_000;
    let data = include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#'));
    let lines = data.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    for fields in lines {
        let deal = fields[0].strip_prefix("deal=").unwrap();
        let (depth, count) = (fields[1].parse().unwrap(), fields[2].parse::<u64>().unwrap());
        if count <= LARGEST {
            assert_eq!(Reference::new(deal).perft(depth), count, "{fields:?}");
        }
    }
}
