//! Mistakes with hidden information, in a game of two cards.

use super::super::*;
use crate::game::HiddenInformation;
use crate::{Player, Reward, Rng};

/// What is wrong with a [`Duel`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Flaw {
    Nothing,
    /// `determinize` returns the truth.
    Clones,
    /// The same, but only for the second player.
    ClonesForOne,
    /// `determinize` deals the observer's own card anew.
    RedealsOwn,
    /// The same, but only when a determinization is determinized.
    RedealsOwnLater,
    /// `observe` tells the whole deal.
    LeaksDeal,
    /// `observe` tells whether the other's card is odd.
    LeaksParity,
    /// Betting is possible only against an even card, and `determinize` returns the truth.
    ListPeeks,
    /// The order of the actions depends on the other's card, and `determinize` returns the truth.
    OrderPeeks,
    TextPeeks,
    IndexPeeks,
    ObservePeeks,
    PlayersGuessed,
    /// `determinize` panics if the observer does not act, which nothing forbids.
    PanicsForOthers,
}

/// How players are told of their cards.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Told {
    /// By `observe`.
    Observing,
    /// Not by it; the drawing shows it.
    Looking,
}

/// Two players get one card each. The first checks or bets, the second calls or folds; a call is won by the higher card.
#[derive(Clone, Debug)]
struct Duel {
    flaw: Flaw,
    told: Told,
    deck: u8,
    /// Whether the deals are listed.
    listed: bool,
    cards: Option<[u8; 2]>,
    played: Vec<Act>,
    sampled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Act {
    Deal(u8, u8),
    /// What a player sees of a deal.
    Seen(u8, Option<u8>),
    Check,
    Bet,
    Call,
    Fold,
}

impl Duel {
    fn new(flaw: Flaw, told: Told, deck: u8) -> Duel {
        Duel { flaw, told, deck, listed: true, cards: None, played: Vec::new(), sampled: false }
    }

    fn unlisted(self) -> Duel {
        Duel { listed: false, ..self }
    }

    fn dealt(self) -> Duel {
        Duel { cards: Some([0, 1]), ..self }
    }

    fn deals(&self) -> impl Iterator<Item = Act> + use<> {
        let deck = self.deck;
        (0..deck)
            .flat_map(move |one| (0..deck).filter(move |&other| other != one).map(move |other| Act::Deal(one, other)))
    }

    /// A card that is not this one.
    fn other_than(&self, card: u8, rng: &mut Rng) -> u8 {
        (card + 1 + rng.below(usize::from(self.deck) - 1) as u8) % self.deck
    }

    /// A number that the acting player should not know.
    fn secret(&self) -> u8 {
        self.cards.map_or(0, |cards| cards[1 - self.played.len()] % 2)
    }
}

impl Duel {
    fn determinized(&self, observer: Player, rng: &mut Rng) -> Self {
        assert!(
            self.flaw != Flaw::PanicsForOthers || self.turn() == Turn::Player(observer),
            "player {observer} does not act"
        );
        let mut sampled = Duel { sampled: true, ..self.clone() };
        let is_cloned = match self.flaw {
            Flaw::Clones | Flaw::ListPeeks | Flaw::OrderPeeks => true,
            Flaw::ClonesForOne => observer.0 == 1,
            _ => false,
        };
        if let Some(cards) = &mut sampled.cards
            && !is_cloned
        {
            let (own, other) = (observer.index(), 1 - observer.index());
            if self.flaw == Flaw::RedealsOwn || self.flaw == Flaw::RedealsOwnLater && self.sampled {
                cards[own] = rng.below(usize::from(self.deck)) as u8;
            }
            cards[other] = self.other_than(cards[own], rng);
        }
        sampled
    }

    fn observed(&self, action: Act, observer: Player) -> Option<Act> {
        let Act::Deal(one, other) = action else {
            let is_blind = self.flaw == Flaw::ObservePeeks && self.sampled;
            return (!is_blind).then_some(action);
        };
        let (own, others) = if observer.0 == 0 { (one, other) } else { (other, one) };
        match (self.flaw, self.told) {
            (Flaw::LeaksDeal, _) => Some(action),
            (Flaw::LeaksParity, _) => Some(Act::Seen(own, Some(others % 2))),
            (_, Told::Observing) => Some(Act::Seen(own, None)),
            (_, Told::Looking) => None,
        }
    }
}

impl Game for Duel {
    type Action = Act;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> =
        Some(HiddenInformation { determinize: Duel::determinized, observe: Duel::observed });

    fn players(&self) -> usize {
        if self.flaw == Flaw::PlayersGuessed && self.sampled { 3 } else { 2 }
    }

    fn turn(&self) -> Turn {
        match (self.cards, self.played.len()) {
            (None, _) => Turn::Chance,
            (_, 2) => Turn::Over,
            (_, played) => Turn::Player(Player(played as u8)),
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Act>) {
        actions.extend(if self.played.is_empty() { [Act::Check, Act::Bet] } else { [Act::Call, Act::Fold] });
        match self.flaw {
            Flaw::ListPeeks if self.secret() == 1 => actions.truncate(1),
            Flaw::OrderPeeks if self.secret() == 1 => actions.reverse(),
            _ => {}
        }
    }

    fn apply(&mut self, action: Act) {
        match action {
            Act::Deal(one, other) => self.cards = Some([one, other]),
            _ => self.played.push(action),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let first_wins = self.played[1] == Act::Fold || self.cards.is_some_and(|cards| cards[0] > cards[1]);
        if first_wins == (player.0 == 0) { Reward::WIN } else { Reward::LOSS }
    }

    fn is_outcome(&self, action: Act) -> bool {
        self.cards.is_none() && self.deals().any(|deal| deal == action)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Act, f64)>) {
        if self.listed {
            let probability = 1.0 / self.deals().count() as f64;
            outcomes.extend(self.deals().map(|deal| (deal, probability)));
        }
    }

    fn sample_chance(&self, rng: &mut Rng) -> Act {
        let deals: Vec<Act> = self.deals().collect();
        deals[rng.below(deals.len())]
    }

    fn action_index(&self, action: Act) -> u64 {
        let number = match action {
            Act::Deal(one, other) => 100 + u64::from(one) * 10 + u64::from(other),
            Act::Seen(card, hint) => 200 + u64::from(card) * 10 + hint.map_or(0, |hint| 1 + u64::from(hint)),
            other => {
                [Act::Check, Act::Bet, Act::Call, Act::Fold].iter().position(|&act| act == other).unwrap_or(0) as u64
            }
        };
        if self.flaw == Flaw::IndexPeeks && number < 100 { number + 10 * u64::from(self.secret()) } else { number }
    }
}

impl Notation for Duel {
    fn format(&self, action: Act) -> String {
        let secret = if self.flaw == Flaw::TextPeeks && self.secret() == 1 { "!" } else { "" };
        format!("{action:?}{secret}").replace(' ', "")
    }

    fn parse(&self, text: &str) -> Result<Act, String> {
        let others = [Act::Check, Act::Bet, Act::Call, Act::Fold];
        let mut all = self.deals().chain(others);
        all.find(|&action| self.format(action) == text).ok_or_else(|| "a move".to_owned())
    }

    fn draw(&self, view: Option<Player>) -> String {
        let card = |player: usize| match self.cards {
            Some(cards) if view.is_none_or(|view| view.index() == player) => cards[player].to_string(),
            _ => "?".to_owned(),
        };
        format!("{} {} {:?}", card(0), card(1), self.played)
    }
}

const GAMES: usize = 120;
const TOLD: [Told; 2] = [Told::Observing, Told::Looking];

fn named(duel: &Duel) -> FaultKind {
    check_notated_game(duel, GAMES, 1).expect_err("a flaw must be found").kind
}

fn unnamed(duel: &Duel) -> FaultKind {
    check_game(duel, GAMES, 1).expect_err("a flaw must be found").kind
}

#[test]
fn games_that_hide_what_they_should_pass() {
    for (told, flaw) in TOLD.into_iter().flat_map(|told| [(told, Flaw::Nothing), (told, Flaw::PanicsForOthers)]) {
        for deck in [3, 4, 9] {
            let duel = Duel::new(flaw, told, deck);
            for start in [duel.clone(), duel.clone().unlisted(), duel.clone().dealt()] {
                assert_eq!(check_notated_game(&start, GAMES, 1), Ok(()), "{start:?}");
                assert_eq!(check_game(&start, GAMES, 1), Ok(()), "{start:?}");
            }
        }
    }
}

/// A chance event need not be listed to be seen by all.
#[test]
fn an_unlisted_outcome_may_be_seen() {
    let open = Duel { listed: false, ..Duel::new(Flaw::LeaksDeal, Told::Observing, 2) };
    assert_eq!(check_game(&open, GAMES, 1), Ok(()));
}

/// With two cards, everybody knows the other's: a determinization is always the truth, and that is right.
#[test]
fn what_can_be_concluded_need_not_vary() {
    for told in TOLD {
        assert_eq!(check_notated_game(&Duel::new(Flaw::Nothing, told, 2), GAMES, 1), Ok(()), "{told:?}");
    }
    assert_eq!(check_game(&Duel::new(Flaw::Nothing, Told::Observing, 2), GAMES, 1), Ok(()));
}

#[test]
fn a_determinization_that_gives_the_truth_away_is_found() {
    for told in TOLD {
        let duel = Duel::new(Flaw::Clones, told, 3);
        assert_eq!(named(&duel), FaultKind::NeverVaries(0));
        assert_eq!(unnamed(&duel), FaultKind::NeverVaries(0));
        for start in [duel.clone().unlisted(), duel.dealt()] {
            assert!(matches!(named(&start), FaultKind::TruthOnly(50..)), "{start:?}");
            assert!(matches!(unnamed(&start), FaultKind::TruthOnly(50..)), "{start:?}");
        }
        assert_eq!(named(&Duel::new(Flaw::ClonesForOne, told, 3)), FaultKind::NeverVaries(1));
    }
}

#[test]
fn a_determinization_that_changes_the_observers_own_cards_is_found() {
    let drawing = "the drawing for that player";
    for told in TOLD {
        let duel = Duel::new(Flaw::RedealsOwn, told, 3);
        for start in [duel.clone(), duel.clone().unlisted(), duel.dealt()] {
            // By chance the first one may leave the card as it is.
            let expected = [FaultKind::Determinization(drawing), FaultKind::DeterminizedTwice(drawing)];
            assert!(expected.contains(&named(&start)), "{start:?}");
        }
        let later = Duel::new(Flaw::RedealsOwnLater, told, 3);
        assert_eq!(named(&later), FaultKind::DeterminizedTwice(drawing));
    }
    // Without a drawing, what `observe` has told of the cards contradicts it.
    assert_eq!(unnamed(&Duel::new(Flaw::RedealsOwn, Told::Observing, 3)), FaultKind::RuledOut(0));
    assert_eq!(unnamed(&Duel::new(Flaw::RedealsOwnLater, Told::Observing, 3)), FaultKind::RuledOut(0));
}

#[test]
fn an_observation_that_tells_too_much_is_found() {
    let leak = Duel::new(Flaw::LeaksDeal, Told::Observing, 3);
    for start in [leak.clone(), leak.unlisted(), Duel::new(Flaw::LeaksParity, Told::Observing, 5)] {
        assert!(matches!(named(&start), FaultKind::RuledOut(_)), "{start:?}");
        assert!(matches!(unnamed(&start), FaultKind::RuledOut(_)), "{start:?}");
    }
}

#[test]
fn states_with_the_same_view_have_the_same_actions() {
    let [list, order] = [Flaw::ListPeeks, Flaw::OrderPeeks].map(|flaw| Duel::new(flaw, Told::Looking, 3));
    assert_eq!(named(&list), FaultKind::SameView("different legal actions"));
    assert_eq!(named(&order), FaultKind::SameView("their legal actions in a different order"));
}

#[test]
fn all_that_a_player_sees_is_compared() {
    let cases = [
        (Flaw::TextPeeks, "the text of a legal action"),
        (Flaw::IndexPeeks, "the index of a legal action"),
        (Flaw::ObservePeeks, "what the player sees of an action of its own"),
        (Flaw::PlayersGuessed, "the number of players"),
    ];
    for (flaw, what) in cases {
        assert_eq!(named(&Duel::new(flaw, Told::Looking, 4)), FaultKind::Determinization(what));
    }
}

#[test]
fn the_message_says_what_to_look_at() {
    let found = check_notated_game(&Duel::new(Flaw::LeaksDeal, Told::Looking, 3), GAMES, 1).expect_err("it leaks");
    let message = found.to_string();
    assert!(message.contains("observe tells what should be hidden (moves up to there: Deal("), "{message}");
}
