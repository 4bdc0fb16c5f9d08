//! Every check is shown to be able to fail: one small game with one flaw at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::*;
use crate::Reward;
use crate::game::{ActionSet, HiddenInformation, Player};

mod hidden;
mod knowledge;

/// What is wrong with a [`Heap`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    Nothing,
    NoPlayers,
    WrongPlayer,
    NoAction,
    Duplicate,
    DeniesAction,
    AllowsAction,
    RandomNotListed,
    RandomPrefers,
    RandomForgets,
    IndexTooLarge,
    IndexShared,
    TextEmpty,
    TextSpace,
    NotReadable,
    ReadAsAnother,
    PositionLines,
    PositionRefused,
    PositionForgets,
    PositionRemembers,
    PositionRewritten,
    PanicsInPosition,
    PlaceTwice,
    PlaceNameless,
    PlaceForgotten,
    PlaceOfStranger,
    PlacesChange,
    Probabilities,
    ImpossibleOutcome,
    SampledNotListed,
    DeniesOutcome,
    AllowsOutcome,
    NeedlessDraw,
    ObservesNothing,
    TurnGuessed,
    ActionsGuessed,
    SharedState,
    Endless,
    PlayoutStops,
    PlayoutMiscounts,
    PlayoutIgnoresLimit,
    PlayoutPrefers,
    PlayoutListsTwice,
    DeniesInPlayouts,
    AllowsInPlayouts,
    PlayoutActionNotListed,
    PlayoutActionPrefers,
    ClosedInPlayouts,
    SetForgets,
    SetAdds,
    SetMistakes,
    TwoWinners,
    NoWinner,
    PanicsInApply,
    PanicsInList,
    PanicsInText,
    PanicsInPlayoutOnly,
}

/// A coin decides how many stones there are, 8 or 9; players take one to three in turn. The game says that something is
/// hidden, but everybody sees everything.
#[derive(Clone)]
struct Heap {
    flaw: Flaw,
    stones: u8,
    mover: u8,
    tossed: u8,
    shared: Arc<AtomicU8>,
}

impl Heap {
    fn new(flaw: Flaw) -> Self {
        Heap { flaw, stones: 8, mover: 0, tossed: 0, shared: Arc::default() }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }
}

/// Chance outcomes are 10 (the coin's one side), 11 (the other), and 12 (nothing happens).
impl Heap {
    fn determinized(&self, _: Player, _: &mut Rng) -> Self {
        let mut sampled = self.clone();
        match self.flaw {
            Flaw::TurnGuessed => sampled.mover = 1 - self.mover,
            Flaw::ActionsGuessed => sampled.stones = 1,
            _ => {}
        }
        sampled
    }

    fn observed(&self, action: u8, _: Player) -> Option<u8> {
        (!self.has(Flaw::ObservesNothing)).then_some(action)
    }
}

impl Game for Heap {
    type Action = u8;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> =
        Some(HiddenInformation { determinize: Heap::determinized, observe: Heap::observed });

    fn players(&self) -> usize {
        if self.has(Flaw::NoPlayers) { 0 } else { 2 }
    }

    fn turn(&self) -> Turn {
        match self.stones {
            _ if self.tossed < 2 => Turn::Chance,
            0 => Turn::Over,
            _ => Turn::Player(Player(self.mover + 2 * u8::from(self.has(Flaw::WrongPlayer)))),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<u8>) {
        assert!(!(self.has(Flaw::PanicsInList) && self.stones < 3), "not even three stones");
        actions.extend(1..=self.stones.min(3));
        match self.flaw {
            Flaw::NoAction => actions.clear(),
            Flaw::Duplicate => actions.push(1),
            _ => {}
        }
    }

    fn apply(&mut self, action: u8) {
        self.shared.fetch_add(1, Ordering::Relaxed);
        assert!(!(self.has(Flaw::PanicsInApply) && action == 2), "two is too many");
        match action {
            10 | 12 => self.tossed += 1,
            11 => (self.tossed, self.stones) = (self.tossed + 1, self.stones + 1),
            _ if self.has(Flaw::Endless) => {}
            _ => (self.stones, self.mover) = (self.stones - action, 1 - self.mover),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        match self.flaw {
            Flaw::TwoWinners => Reward::WIN,
            Flaw::NoWinner if player.0 == 1 => Reward::LOSS,
            _ if player.0 == self.mover => Reward::LOSS,
            _ => Reward::WIN,
        }
    }

    fn is_legal(&self, action: u8) -> bool {
        match self.flaw {
            Flaw::DeniesAction if action == 3 => false,
            Flaw::AllowsAction => true,
            _ => (1..=self.stones.min(3)).contains(&action),
        }
    }

    fn random_action(&self, rng: &mut Rng, _: &mut Vec<u8>) -> u8 {
        let limit = self.stones.min(3);
        let action = 1 + rng.below(usize::from(limit)) as u8;
        match self.flaw {
            Flaw::RandomNotListed => 4,
            Flaw::RandomPrefers if rng.below(3) == 0 => 1,
            Flaw::RandomForgets => action.min(2),
            _ => action,
        }
    }

    fn playout_actions(&self, actions: &mut Vec<u8>) {
        self.legal_actions(actions);
        if self.has(Flaw::PlayoutListsTwice) {
            actions.push(1);
        }
    }

    fn playout_action(&self, rng: &mut Rng, buffer: &mut Vec<u8>) -> u8 {
        match self.flaw {
            Flaw::PlayoutActionNotListed => 4,
            Flaw::PlayoutActionPrefers if rng.below(3) == 0 => 1,
            _ => self.random_action(rng, buffer),
        }
    }

    fn is_playout_action(&self, action: u8) -> bool {
        match self.flaw {
            Flaw::DeniesInPlayouts if action == 3 => false,
            Flaw::AllowsInPlayouts => true,
            _ => self.is_legal(action),
        }
    }

    fn open_actions(&self) -> &[u64] {
        if self.has(Flaw::ClosedInPlayouts) { &[0b0110] } else { &[0b1110] }
    }

    fn playout_set(&self) -> Option<ActionSet<u8>> {
        let legal = (1..=self.stones.min(3)).fold(0, |set, action| set | 1 << action);
        let (set, action): (u64, fn(usize) -> u8) = match self.flaw {
            Flaw::Nothing => (legal, |index| index as u8),
            Flaw::SetForgets => (legal & !0b10, |index| index as u8),
            Flaw::SetAdds => (legal | 0b1000, |index| index as u8),
            Flaw::SetMistakes => (legal, |index| 4 - index as u8),
            _ => return None,
        };
        Some(ActionSet { first: 0, words: [set, 0, 0], action })
    }

    fn playout(&mut self, rng: &mut Rng, _: &mut Vec<u8>, most: u32) -> u32 {
        let mut plies = u32::from(self.has(Flaw::PlayoutMiscounts));
        assert!(!self.has(Flaw::PanicsInPlayoutOnly) || self.turn() == Turn::Over, "no playouts today");
        while (plies < most || self.has(Flaw::PlayoutIgnoresLimit))
            && self.turn() != Turn::Over
            && !self.has(Flaw::PlayoutStops)
        {
            let action = match self.turn() {
                Turn::Chance => self.sample_chance(rng),
                _ if self.has(Flaw::PlayoutPrefers) => 1,
                _ => self.random_action(rng, &mut Vec::new()),
            };
            self.apply(action);
            plies += 1;
        }
        plies
    }

    fn action_space(&self) -> usize {
        if self.has(Flaw::IndexTooLarge) { 3 } else { 13 }
    }

    fn action_index(&self, action: u8) -> u64 {
        if self.has(Flaw::IndexShared) { u64::from(action / 2) } else { u64::from(action) }
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(u8, f64)>) {
        match (self.tossed, self.flaw) {
            (0, Flaw::Probabilities) => outcomes.extend([(10, 0.5), (11, 0.25)]),
            (0, Flaw::ImpossibleOutcome) => outcomes.extend([(10, 1.0), (11, 0.0)]),
            (0, _) => outcomes.extend([(10, 0.5), (11, 0.5)]),
            _ => outcomes.push((12, 1.0)),
        }
    }

    fn sample_chance(&self, rng: &mut Rng) -> u8 {
        match (self.tossed, self.flaw) {
            (_, Flaw::SampledNotListed) => 9,
            (0, _) => 10 + rng.below(2) as u8,
            (_, Flaw::NeedlessDraw) => 12 + rng.below(1) as u8,
            _ => 12,
        }
    }

    fn is_outcome(&self, action: u8) -> bool {
        match (self.turn(), self.flaw) {
            (Turn::Chance, Flaw::DeniesOutcome) => action == 10,
            (Turn::Chance, Flaw::AllowsOutcome) => true,
            (Turn::Chance, _) if self.tossed == 0 => action == 10 || action == 11,
            (Turn::Chance, _) => action == 12,
            _ => false,
        }
    }
}

impl Notation for Heap {
    fn format(&self, action: u8) -> String {
        match self.flaw {
            Flaw::PanicsInText if action < 10 => panic!("no words for {action}"),
            Flaw::TextEmpty => String::new(),
            Flaw::TextSpace => format!("take {action}"),
            _ => action.to_string(),
        }
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        match self.flaw {
            Flaw::NotReadable => Err("a number".to_owned()),
            Flaw::ReadAsAnother => Ok(1),
            _ => text.parse().map_err(|_| "a number".to_owned()),
        }
    }

    fn draw(&self, _: Option<Player>) -> String {
        let shared = if self.has(Flaw::SharedState) { self.shared.load(Ordering::Relaxed) } else { 0 };
        format!("{} {} {shared}", self.stones, self.mover)
    }

    fn places(&self) -> Vec<String> {
        let names = match self.flaw {
            Flaw::PlaceTwice => ["left", "left"],
            Flaw::PlaceNameless => ["left", "on the right"],
            Flaw::PlacesChange if self.stones == 0 => ["left", "elsewhere"],
            _ => ["left", "right"],
        };
        names.map(str::to_owned).to_vec()
    }

    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        holders.push(Some(Player(self.mover)));
        match self.flaw {
            Flaw::PlaceForgotten if self.stones == 1 => {}
            Flaw::PlaceOfStranger if self.stones == 2 => holders.push(Some(Player(2))),
            _ => holders.push(None),
        }
    }

    fn write_position(&self) -> Option<String> {
        match self.flaw {
            Flaw::PositionLines => Some(format!("{}\n{}", self.stones, self.mover)),
            Flaw::ReadAsAnother | Flaw::NotReadable => None,
            _ => Some(format!("{} {} {}", self.stones, self.mover, self.tossed)),
        }
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        assert!(!self.has(Flaw::PanicsInPosition), "no positions today");
        let numbers: Vec<u8> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        let &[stones, mover, tossed] = numbers.as_slice() else { return Err("three numbers".to_owned()) };
        let read = Heap { stones, mover, tossed, ..Heap::new(self.flaw) };
        match self.flaw {
            Flaw::PositionRefused if stones < 5 => Err("five stones or more".to_owned()),
            Flaw::PositionForgets => Ok(Heap { flaw: Flaw::RandomForgets, ..read }),
            Flaw::PositionRemembers if self.tossed == 2 => Ok(Heap { mover: self.mover ^ 1, ..read }),
            Flaw::PositionRewritten if stones == 2 => Ok(Heap { stones: 1, ..read }),
            _ => Ok(read),
        }
    }
}

fn fault(flaw: Flaw) -> Fault {
    check_notated_game(&Heap::new(flaw), 200, 1).expect_err("a flaw must be found")
}

#[test]
fn a_game_that_keeps_its_promises_passes() {
    for seed in 0..20 {
        assert_eq!(check_notated_game(&Heap::new(Flaw::Nothing), 100, seed), Ok(()));
        assert_eq!(check_game(&Heap::new(Flaw::Nothing), 100, seed), Ok(()));
    }
}

#[test]
fn every_flaw_is_found_and_called_by_its_name() {
    use FaultKind as Kind;
    type Expected = fn(&FaultKind) -> bool;
    let cases: [(Flaw, Expected); 56] = [
        (Flaw::NoPlayers, |kind| matches!(kind, Kind::Players(0))),
        (Flaw::WrongPlayer, |kind| matches!(kind, Kind::ActingPlayer(2, 2))),
        (Flaw::NoAction, |kind| matches!(kind, Kind::NoAction)),
        (Flaw::Duplicate, |kind| matches!(kind, Kind::Duplicate(_))),
        (Flaw::DeniesAction, |kind| matches!(kind, Kind::Denied(_))),
        (Flaw::AllowsAction, |kind| matches!(kind, Kind::Allowed(_))),
        (Flaw::RandomNotListed, |kind| matches!(kind, Kind::Random(_))),
        (Flaw::RandomPrefers, |kind| matches!(kind, Kind::NotUniform(_))),
        (Flaw::RandomForgets, |kind| matches!(kind, Kind::NotUniform(_))),
        (Flaw::IndexTooLarge, |kind| matches!(kind, Kind::IndexRange(..))),
        (Flaw::IndexShared, |kind| matches!(kind, Kind::SharedIndex(..))),
        (Flaw::TextEmpty, |kind| matches!(kind, Kind::Text(_))),
        (Flaw::TextSpace, |kind| matches!(kind, Kind::Text(_))),
        (Flaw::NotReadable, |kind| matches!(kind, Kind::RoundTrip(..))),
        (Flaw::ReadAsAnother, |kind| matches!(kind, Kind::RoundTrip(..))),
        (Flaw::PositionLines, |kind| matches!(kind, Kind::PositionText(_))),
        (
            Flaw::PositionRefused,
            |kind| matches!(kind, Kind::PositionRefused(_, message) if message == "five stones or more"),
        ),
        (Flaw::PositionForgets, |kind| matches!(kind, Kind::PositionDiffers(_, "in random actions" | "in a playout"))),
        (
            Flaw::PositionRemembers,
            |kind| matches!(kind, Kind::PositionDiffers(_, what) if what.starts_with("by the state")),
        ),
        (Flaw::PositionRewritten, |kind| matches!(kind, Kind::PositionRewritten(..))),
        (Flaw::PanicsInPosition, |kind| matches!(kind, Kind::Panicked(words) if words.ends_with("no positions today"))),
        (Flaw::PlaceTwice, |kind| matches!(kind, Kind::PlaceName(name) if name == "left")),
        (Flaw::PlaceNameless, |kind| matches!(kind, Kind::PlaceName(name) if name == "on the right")),
        (Flaw::PlaceForgotten, |kind| matches!(kind, Kind::PlaceCount(2, 1))),
        (Flaw::PlaceOfStranger, |kind| matches!(kind, Kind::PlaceHolder(name, 2, 2) if name == "right")),
        (Flaw::PlacesChange, |kind| matches!(kind, Kind::PlacesChange)),
        (Flaw::Probabilities, |kind| matches!(kind, Kind::Probabilities(_))),
        (Flaw::ImpossibleOutcome, |kind| matches!(kind, Kind::Outcome(..))),
        (Flaw::SampledNotListed, |kind| matches!(kind, Kind::Sampled(_))),
        (Flaw::DeniesOutcome, |kind| matches!(kind, Kind::DeniedOutcome(_))),
        (Flaw::AllowsOutcome, |kind| matches!(kind, Kind::AllowedOutcome(_))),
        (Flaw::NeedlessDraw, |kind| matches!(kind, Kind::NeedlessDraw(_))),
        (Flaw::ObservesNothing, |kind| matches!(kind, Kind::Observation(_))),
        (Flaw::TurnGuessed, |kind| matches!(kind, Kind::Determinization("the turn"))),
        (Flaw::ActionsGuessed, |kind| matches!(kind, Kind::Determinization(what) if what.starts_with("the legal"))),
        (Flaw::SharedState, |kind| matches!(kind, Kind::SharedState(_))),
        (Flaw::Endless, |kind| matches!(kind, Kind::Endless)),
        (Flaw::PlayoutStops, |kind| matches!(kind, Kind::Unfinished)),
        (Flaw::PlayoutMiscounts, |kind| matches!(kind, Kind::PlayoutOfNothing(1))),
        (Flaw::PlayoutIgnoresLimit, |kind| matches!(kind, Kind::PlayoutParts { most, made, .. } if made > most)),
        (Flaw::PlayoutPrefers, |kind| matches!(kind, Kind::PlayoutDiffers(..))),
        (Flaw::PlayoutListsTwice, |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("twice"))),
        (Flaw::DeniesInPlayouts, |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("denies it"))),
        (Flaw::AllowsInPlayouts, |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("allows it"))),
        (
            Flaw::PlayoutActionNotListed,
            |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("gives it")),
        ),
        (Flaw::PlayoutActionPrefers, |kind| matches!(kind, Kind::PlayoutNotUniform(_))),
        (
            Flaw::ClosedInPlayouts,
            |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("open_actions leaves it out")),
        ),
        (
            Flaw::SetForgets,
            |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("playout_set leaves it out")),
        ),
        (Flaw::SetAdds, |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("playout_set has it"))),
        (Flaw::SetMistakes, |kind| matches!(kind, Kind::PlayoutAction(_, what) if what.ends_with("gives it"))),
        (Flaw::TwoWinners, |kind| *kind == Kind::Rewards(Reward::WIN, Reward::WIN)),
        (Flaw::NoWinner, |kind| *kind == Kind::Rewards(Reward::LOSS, Reward::LOSS)),
        (Flaw::PanicsInApply, |kind| matches!(kind, Kind::Panicked(words) if words.ends_with("two is too many"))),
        (Flaw::PanicsInList, |kind| matches!(kind, Kind::Panicked(words) if words.ends_with("not even three stones"))),
        (Flaw::PanicsInText, |kind| matches!(kind, Kind::Panicked(words) if words.ends_with("no words for 1"))),
        (
            Flaw::PanicsInPlayoutOnly,
            |kind| matches!(kind, Kind::Panicked(words) if words.starts_with("in a playout, ") && words.ends_with("today")),
        ),
    ];
    for (flaw, expected) in cases {
        let Fault { kind, .. } = fault(flaw);
        assert!(expected(&kind), "{flaw:?} was called {kind:?}");
    }
}

#[test]
fn the_message_names_the_moves_that_lead_to_the_fault() {
    let found = fault(Flaw::DeniesAction);
    assert_eq!(found.moves, ["11", "12"]);
    let message = "`3` is among the legal actions, but is_legal denies it (moves up to there: 11 12)";
    assert_eq!(found.to_string(), message);
    assert_eq!(format!("{found:?}"), message);
    assert!(fault(Flaw::NoPlayers).to_string().ends_with("(moves up to there: none)"));
}

#[test]
fn a_panic_is_reported_with_its_place_and_the_moves_before_it() {
    let found = fault(Flaw::PanicsInApply);
    assert_eq!(found.moves.last().map(String::as_str), Some("2"), "{found}");
    assert_eq!(found.moves.iter().filter(|text| *text == "2").count(), 1, "{found}");
    assert!(found.to_string().contains("check/tests/mod.rs:"), "{found}");
    let found = fault(Flaw::PanicsInList);
    let taken: u8 =
        found.moves.iter().map(|text| text.parse::<u8>().expect("moves are numbers")).filter(|&n| n < 10).sum();
    assert!((8 + u8::from(found.moves.contains(&"11".to_owned()))) - taken < 3, "{found}");
    // Where moves cannot be written, Rust's words have to do.
    assert_eq!(fault(Flaw::PanicsInText).moves.len(), 2);
    assert_eq!(fault(Flaw::PanicsInPlayoutOnly).moves, Vec::<String>::new());
}

#[test]
fn the_message_about_an_endless_game_is_short() {
    let found = fault(Flaw::Endless);
    let message = found.to_string();
    assert_eq!(found.moves.len(), MAX_PLIES);
    assert!(message.starts_with("the game has not ended after 100000 plies (moves up to there: 1"), "{message}");
    assert!(message.contains(" … ") && message.ends_with(", 100000 in all)"), "{message}");
    assert!(message.len() < 200 && format!("{found:?}").len() < 200, "{message}");
}

/// The same flaws are found without the words of [`Notation`], apart from those in the words.
#[test]
fn a_game_without_notation_is_checked_too() {
    for flaw in [Flaw::Duplicate, Flaw::RandomPrefers, Flaw::Probabilities, Flaw::TurnGuessed, Flaw::PanicsInApply] {
        let found = check_game(&Heap::new(flaw), 200, 1).expect_err("a flaw must be found");
        assert_eq!(found.kind, fault(flaw).kind, "numbers are written as Rust writes them");
    }
    assert_eq!(check_game(&Heap::new(Flaw::TextSpace), 200, 1), Ok(()));
}
