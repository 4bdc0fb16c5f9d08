//! Hearts on lists of texts, as the rules are told: slow, and sharing nothing with the sets of bits.

use std::collections::BTreeSet;

use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::{Hearts, Passing, Rules, legal_texts, some_rules};
use crate::hearts::cards::HEARTS;

const ORDER: &str = "23456789TJQKA";

fn rank(card: &str) -> usize {
    ORDER.find(&card[..1]).unwrap()
}

fn suit(card: &str) -> &str {
    &card[1..]
}

fn cost(card: &str) -> u32 {
    match card {
        "QS" => 13,
        heart if suit(heart) == "H" => 1,
        _ => 0,
    }
}

#[derive(Clone)]
pub struct Reference {
    limit: u32,
    queen_breaks: bool,
    /// Where cards go in each of four rounds.
    directions: [usize; 4],
    lowest_club: String,
    round: usize,
    hands: Vec<Vec<String>>,
    passes: Vec<Vec<String>>,
    exchanged: bool,
    tricks: Vec<Vec<(usize, String)>>,
    totals: [u32; 4],
}

impl Reference {
    fn new(rules: Rules) -> Self {
        let directions = match rules.passing {
            Passing::Cycle => [1, 3, 2, 0],
            Passing::Always(seats) => [usize::from(seats); 4],
        };
        let lowest = ORDER.chars().nth(13 - usize::from(rules.ranks)).unwrap();
        Reference {
            limit: rules.limit.into(),
            queen_breaks: rules.breaking != HEARTS,
            directions,
            lowest_club: format!("{lowest}C"),
            round: 0,
            hands: vec![Vec::new(); 4],
            passes: Vec::new(),
            exchanged: false,
            tricks: Vec::new(),
            totals: [0; 4],
        }
    }

    /// The start of play with these hands.
    pub fn playing(rules: Rules, hands: Vec<Vec<String>>) -> Self {
        Reference { hands, exchanged: true, tricks: vec![Vec::new()], ..Reference::new(rules) }
    }

    /// `deal:…` is taken apart by itself.
    fn deal(&mut self, text: &str) {
        let hands = text.strip_prefix("deal:").unwrap().split('/');
        self.hands = hands
            .map(|hand| {
                let suits = hand.split('.').zip(["C", "D", "H", "S"]);
                suits.flat_map(|(ranks, suit)| ranks.chars().map(move |rank| format!("{rank}{suit}"))).collect()
            })
            .collect();
        self.exchanged = self.directions[self.round % 4] == 0;
        self.tricks = vec![Vec::new()];
    }

    fn is_over(&self) -> bool {
        self.totals.iter().any(|&total| total >= self.limit)
    }

    pub fn mover(&self) -> Option<usize> {
        if self.is_over() || self.hands.iter().all(Vec::is_empty) {
            return None;
        }
        if !self.exchanged {
            return (self.passes.len() < 4).then_some(self.passes.len());
        }
        let trick = self.tricks.last().unwrap();
        match trick.last() {
            Some((seat, _)) => Some((seat + 1) % 4),
            None if self.tricks.len() == 1 => self.hands.iter().position(|hand| hand.contains(&self.lowest_club)),
            None => Some(winner(&self.tricks[self.tricks.len() - 2])),
        }
    }

    /// The texts of what the player to move may do.
    pub fn legal(&self) -> BTreeSet<String> {
        let Some(mover) = self.mover() else { return BTreeSet::new() };
        let hand = &self.hands[mover];
        if self.exchanged { self.playable(hand) } else { passes_of(hand) }
    }

    fn playable(&self, hand: &[String]) -> BTreeSet<String> {
        let which = |allowed: &dyn Fn(&str) -> bool| -> BTreeSet<String> {
            hand.iter().filter(|card| allowed(card)).cloned().collect()
        };
        let trick = self.tricks.last().unwrap();
        let is_first = self.tricks.len() == 1;
        let mut wishes: Vec<BTreeSet<String>> = Vec::new();
        match trick.first() {
            None if is_first => wishes.push(which(&|card| card == self.lowest_club)),
            None if !self.hearts_are_broken() => wishes.push(which(&|card| suit(card) != "H")),
            None => {}
            Some((_, led)) => {
                wishes.push(which(&|card| suit(card) == suit(led)));
                if is_first {
                    wishes.push(which(&|card| cost(card) == 0));
                }
            }
        }
        wishes.push(which(&|_| true));
        wishes.into_iter().find(|cards| !cards.is_empty()).unwrap()
    }

    fn hearts_are_broken(&self) -> bool {
        let breaks = |card: &str| suit(card) == "H" || self.queen_breaks && card == "QS";
        self.tricks.iter().flatten().any(|(_, card)| breaks(card))
    }

    pub fn apply(&mut self, text: &str) {
        if text.starts_with("deal:") {
            self.deal(text);
        } else if text == "exchange" {
            self.exchange();
        } else if self.exchanged {
            self.play(text);
        } else {
            self.passes.push(text.split(',').map(str::to_owned).collect());
        }
    }

    fn exchange(&mut self) {
        let passes = std::mem::take(&mut self.passes);
        for (giver, pass) in passes.into_iter().enumerate() {
            self.hands[giver].retain(|card| !pass.contains(card));
            let receiver = (giver + self.directions[self.round % 4]) % 4;
            self.hands[receiver].extend(pass);
        }
        self.exchanged = true;
    }

    fn play(&mut self, card: &str) {
        let mover = self.mover().unwrap();
        self.hands[mover].retain(|held| held != card);
        let trick = self.tricks.last_mut().unwrap();
        trick.push((mover, card.to_owned()));
        if trick.len() == 4 {
            self.tricks.push(Vec::new());
        }
        if self.hands.iter().all(Vec::is_empty) {
            self.score();
        }
    }

    fn score(&mut self) {
        self.tricks.pop();
        let mut points = [0; 4];
        for trick in &self.tricks {
            points[winner(trick)] += trick.iter().map(|(_, card)| cost(card)).sum::<u32>();
        }
        let all: u32 = points.iter().sum();
        if let Some(shooter) = points.iter().position(|&taken| taken == all) {
            points = [all; 4];
            points[shooter] = 0;
        }
        (0..4).for_each(|seat| self.totals[seat] += points[seat]);
        self.round += 1;
    }

    fn reward(&self, seat: usize) -> f64 {
        let (lowest, highest) = (self.totals.iter().min().unwrap(), self.totals.iter().max().unwrap());
        match &self.totals[seat] {
            own if own == lowest => 1.0,
            own if own == highest => 0.0,
            _ => 0.5,
        }
    }
}

fn winner(trick: &[(usize, String)]) -> usize {
    let led = suit(&trick[0].1);
    trick.iter().filter(|(_, card)| suit(card) == led).max_by_key(|(_, card)| rank(card)).unwrap().0
}

fn passes_of(hand: &[String]) -> BTreeSet<String> {
    let mut hand = hand.to_vec();
    hand.sort_by_key(|card| ("CDHS".find(suit(card)), rank(card)));
    let mut passes = BTreeSet::new();
    for first in 0..hand.len() {
        for second in first + 1..hand.len() {
            passes.extend((second + 1..hand.len()).map(|third| [first, second, third].map(|i| &*hand[i]).join(",")));
        }
    }
    passes
}

#[test]
fn sets_of_bits_agree_with_lists_of_cards() {
    let mut rng = Rng::new(8);
    let mut states = 0;
    for number in 0..330 {
        let rules = some_rules(number);
        let (mut state, mut reference) = (Hearts::with(rules), Reference::new(rules));
        while state.turn() != Turn::Over {
            assert!(!reference.is_over());
            let mover = super::mover(&state);
            assert_eq!(mover.map(Player::index), reference.mover());
            if mover.is_some() {
                assert_eq!(BTreeSet::from_iter(legal_texts(&state)), reference.legal());
            }
            let action = super::random_step(&state, &mut rng);
            reference.apply(&state.format(action));
            state.apply(action);
            states += 1;
        }
        assert!(reference.is_over());
        for seat in 0..4u8 {
            assert_eq!(state.total(Player(seat)), reference.totals[usize::from(seat)]);
            assert_eq!(state.reward(Player(seat)), Reward::new(reference.reward(seat.into())));
        }
    }
    assert!(states > 40_000, "{states} states were compared");
}

/// Counts as `perft` does, on lists.
fn count(reference: &Reference, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = match reference.mover() {
        Some(_) => reference.legal(),
        None if reference.is_over() => return 0,
        None => BTreeSet::from(["exchange".to_owned()]),
    };
    let after = |text: &String| {
        let mut after = reference.clone();
        after.apply(text);
        after
    };
    moves.iter().map(|text| count(&after(text), depth - 1)).sum()
}

/// The lines of the data file with few enough sequences to be counted on lists.
#[test]
fn the_counts_of_the_data_file_are_those_of_lists_of_cards() {
    let mut counted = 0;
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let wanted: u64 = fields[2].parse().unwrap();
        if wanted > 20_000 {
            continue;
        }
        let value = |name: &str| fields[0].split_whitespace().find_map(|option| option.strip_prefix(name));
        let hands = value("deal=").unwrap();
        let ranks = hands.split('/').next().unwrap().replace('.', "").len() as u8;
        let passing = if value("passing=") == Some("none") { Passing::Always(0) } else { Passing::Cycle };
        let limit = value("limit=").map_or(50, |limit| limit.parse().unwrap());
        let mut reference = Reference::new(Rules { limit, ranks, passing, breaking: HEARTS });
        reference.apply(&format!("deal:{hands}"));
        assert_eq!(count(&reference, fields[1].parse().unwrap()), wanted, "{line}");
        counted += 1;
    }
    assert!(counted >= 8, "{counted} lines were counted");
}
