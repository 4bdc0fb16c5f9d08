//! Games whose knowledge is made at run time: one type, and each game knows something else.

use std::sync::Arc;

use super::super::*;
use crate::game::Player;
use crate::knowledge::{
    Attribute, Attributes, Evaluation, Evaluator, Knowledge, Offers, Predicates, Weighting, Weightings,
};
use crate::{Agent, Limits, Reward};

/// Players take one to three stones in turn.
#[derive(Clone)]
struct Told {
    stones: u8,
    mover: u8,
    knows: Arc<Knows>,
}

/// What a game knows; the names are its own.
#[derive(Clone, Default)]
struct Knows {
    evaluations: Vec<String>,
    predicates: Vec<String>,
    attributes: Vec<(String, usize)>,
    /// What is added to every number, and how many are left out.
    shift: u16,
    missing: usize,
    /// The weights of taking none to three stones.
    weights: Option<Vec<f32>>,
    /// What every action weighs, if it is not what its category does.
    flat: Option<f32>,
}

impl Game for Told {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.stones == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        actions.extend(1..=self.stones.min(3));
    }

    fn apply(&mut self, taken: u8) {
        self.stones -= taken;
        self.mover = 1 - self.mover;
    }

    fn reward(&self, player: Player) -> Reward {
        if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
    }

    fn knowledge(&self) -> &dyn Knowledge<Told> {
        &*self.knows
    }
}

impl Knowledge<Told> for Knows {
    fn predicates(&self) -> Option<&dyn Predicates<Told>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Told>> {
        self.evaluations.iter().map(|name| Evaluation::new(name.clone(), Fours)).collect()
    }

    fn weightings(&self) -> Option<&dyn Weightings<Told>> {
        if self.weights.is_some() { Some(self) } else { None }
    }

    fn attributes(&self) -> Option<&dyn Attributes<Told>> {
        Some(self)
    }
}

/// Whoever leaves a multiple of four is ahead.
struct Fours;

impl Evaluator<Told> for Fours {
    fn evaluate(&self, state: &Told, player: Player) -> f32 {
        if state.stones.is_multiple_of(4) == (player.0 == state.mover) { -1.0 } else { 1.0 }
    }
}

impl Predicates<Told> for Knows {
    fn names(&self) -> Vec<&str> {
        self.predicates.iter().map(String::as_str).collect()
    }

    fn holding(&self, _: &Told) -> u64 {
        0
    }
}

impl Weightings<Told> for Knows {
    fn names(&self) -> Vec<&str> {
        vec!["taken"]
    }

    fn weigh(&self, _: Weighting, _: &Told, actions: &[u8], weights: &mut Vec<f32>) {
        let known = self.weights.as_deref().unwrap_or_default();
        weights.extend(actions.iter().map(|&taken| self.flat.unwrap_or(known[usize::from(taken)])));
    }

    fn by_attribute(&self, _: Weighting) -> Option<(Attribute, &[f32])> {
        Some((Attribute::at(0), self.weights.as_deref()?))
    }
}

impl Attributes<Told> for Knows {
    fn ranges(&self) -> Vec<(&str, usize)> {
        self.attributes.iter().map(|(name, size)| (name.as_str(), *size)).collect()
    }

    fn describe(&self, _: Attribute, _: &Told, actions: &[u8], numbers: &mut Vec<u16>) {
        numbers.extend(actions.iter().skip(self.missing).map(|&taken| u16::from(taken) + self.shift));
    }
}

fn told(knows: Knows) -> Told {
    Told { stones: 9, mover: 0, knows: Arc::new(knows) }
}

fn fault(knows: Knows) -> FaultKind {
    check_game(&told(knows), 20, 1).expect_err("a fault").kind
}

/// Nothing is wrong with it.
fn good() -> Knows {
    Knows {
        evaluations: vec!["fours".into(), "more-fours".into()],
        predicates: vec!["late".into()],
        attributes: vec![("taken".into(), 4), ("again".into(), 4)],
        weights: Some(vec![0.0, 0.2, 0.3, 0.4]),
        ..Knows::default()
    }
}

#[test]
fn each_game_of_a_type_knows_what_it_knows() {
    check_game(&told(good()), 20, 1).unwrap();
    let (knowing, ignorant) = (told(good()), told(Knows::default()));
    assert_eq!(Offers::of(&knowing).evaluations, ["fours", "more-fours"]);
    assert_eq!(Offers::of(&ignorant), Offers::default());
    for text in
        ["ab @d4", "uct > ege(0, eval=more-fours)", "uct > categories with pb, im(0.9)", "uct > ipp(weights=taken)"]
    {
        let report = Agent::parse(text, &knowing).unwrap().search(&knowing, 1, &Limits::iterations(500)).unwrap();
        assert_eq!(report.best, 1, "{text}");
        assert!(Agent::parse(text, &ignorant).is_err(), "{text}");
    }
}

#[test]
fn names_must_tell_things_apart() {
    let twice = Knows { evaluations: vec!["fours".into(), "fours".into()], ..good() };
    assert_eq!(fault(twice), FaultKind::KnowledgeName("evaluation", "fours".into()));
    let reserved = Knows { evaluations: vec!["default".into()], ..good() };
    assert_eq!(fault(reserved), FaultKind::KnowledgeName("evaluation", "default".into()));
    let empty = Knows { predicates: vec![String::new()], ..good() };
    assert_eq!(fault(empty), FaultKind::KnowledgeName("predicate", String::new()));
    let attribute = Knows { attributes: vec![("taken".into(), 4), ("taken".into(), 4)], ..good() };
    assert_eq!(fault(attribute), FaultKind::KnowledgeName("attribute", "taken".into()));
    let many = Knows { predicates: (0..65).map(|number| number.to_string()).collect(), ..good() };
    assert_eq!(fault(many), FaultKind::Predicates(65));
}

#[test]
fn attributes_have_a_number_within_their_range_for_every_action() {
    let short = Knows { attributes: vec![("taken".into(), 3)], weights: None, ..good() };
    assert_eq!(fault(short), FaultKind::AttributeRange("taken".into(), 3, "3".into(), 3));
    let shifted = Knows { shift: 100, ..good() };
    assert_eq!(fault(shifted), FaultKind::AttributeRange("taken".into(), 101, "1".into(), 4));
    let missing = Knows { missing: 1, ..good() };
    assert_eq!(fault(missing), FaultKind::AttributeCount("taken".into(), 2, 3));
    for size in [0, 65_537] {
        let sized = Knows { attributes: vec![("taken".into(), size)], weights: None, ..good() };
        assert_eq!(fault(sized), FaultKind::AttributeSize("taken".into(), size));
    }
}

#[test]
fn weights_by_category_are_those_of_the_categories() {
    let other_range = Knows { weights: Some(vec![0.5; 3]), ..good() };
    assert_eq!(fault(other_range), FaultKind::WeightsByAttribute("taken".into(), 3));
    let none = Knows { attributes: Vec::new(), ..good() };
    assert_eq!(fault(none), FaultKind::WeightsByAttribute("taken".into(), 4));
    let flat = Knows { flat: Some(0.3), ..good() };
    assert_eq!(fault(flat), FaultKind::CategoryWeight("1".into()));
}
