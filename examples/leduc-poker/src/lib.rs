//! Leduc poker, a small game of poker: cards that are hidden, and cards that are dealt.
//!
//! The rules: there are six cards, a jack, a queen and a king of hearts and of spades. Two players pay an ante of 1 and get a
//! card each, which the other one does not see. They bet; a card is laid open on the table; they bet again. A player
//! calls (pays what the other one has paid more, perhaps nothing), raises (calls, and pays 2 more in the first round, 4 in the
//! second), or folds (gives up, if the other one has paid more). The first player begins both rounds, and a round has at most
//! two raises. If neither folds, a pair with the card on the table wins, otherwise the higher card; equal cards share.

mod notation;

use waxwing::game::HiddenInformation;
use waxwing::{Game, Player, Reward, Rng, Turn};
use waxwing_workshop::{GameEntry, GameKind};

/// One of the six cards: jacks are 0 and 1, queens 2 and 3, kings 4 and 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card(u8);

impl Card {
    fn rank(self) -> u8 {
        self.0 / 2
    }
}

/// What a player does, or chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Gives up.
    Fold,
    /// Pays what is missing, perhaps nothing.
    Call,
    /// Pays what is missing, and more.
    Raise,
    /// Chance deals this card: to the first player, then to the second, then to the table.
    Deal(Card),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Deal,
    Bet(Player),
    Showdown,
    FoldedBy(Player),
}

const ANTE: u8 = 1;
/// What a raise costs in each round.
const RAISES: [u8; 2] = [2, 4];
const MOST_RAISES: u8 = 2;
/// The most that a player can lose.
const MOST: u8 = ANTE + MOST_RAISES * (RAISES[0] + RAISES[1]);

/// A position of Leduc poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leduc {
    /// The players' cards, once they are dealt.
    hands: [Option<Card>; 2],
    /// The card on the table, in the second round.
    table: Option<Card>,
    /// What the players have paid.
    paid: [u8; 2],
    /// Whether a player has acted in this round, and how many raises it has had.
    has_begun: bool,
    raises: u8,
    next: Next,
}

impl Leduc {
    /// The game before the cards are dealt.
    pub fn undealt() -> Leduc {
        Leduc { hands: [None; 2], table: None, paid: [ANTE; 2], has_begun: false, raises: 0, next: Next::Deal }
    }

    /// Gives a card to the next who gets one. When both players have theirs, or the table has, a round of bets begins.
    fn deal(&mut self, card: Card) {
        let [first, second] = &mut self.hands;
        let place = [first, second, &mut self.table].into_iter().find(|place| place.is_none());
        *place.expect("three cards are dealt") = Some(card);
        (self.has_begun, self.raises) = (false, 0);
        self.next = if self.hands[1].is_some() { Next::Bet(Player(0)) } else { Next::Deal };
    }

    /// Makes a player's bets equal, and ends the round if the other one has acted before.
    fn call(&mut self, player: Player) {
        self.paid[player.index()] = self.paid[other(player).index()];
        self.next = match (self.has_begun, self.table) {
            (false, _) => Next::Bet(other(player)),
            (true, None) => Next::Deal,
            (true, Some(_)) => Next::Showdown,
        };
        self.has_begun = true;
    }

    /// Makes a player's bets higher, and lets the other one answer.
    fn raise(&mut self, player: Player) {
        let round = usize::from(self.table.is_some());
        self.paid[player.index()] = self.paid[other(player).index()] + RAISES[round];
        self.raises += 1;
        self.has_begun = true;
        self.next = Next::Bet(other(player));
    }

    /// Who has won, if anybody has.
    fn winner(&self) -> Option<Player> {
        if let Next::FoldedBy(player) = self.next {
            return Some(other(player));
        }
        // A pair is worth more than any rank.
        let [first, second] = self.hands.map(|hand| {
            let [hand, table] = [hand, self.table].map(|card| card.map(Card::rank));
            (hand == table, hand)
        });
        (first != second).then_some(Player(u8::from(first < second)))
    }
}

fn other(player: Player) -> Player {
    Player(1 - player.0)
}

/// The cards that are none of these.
fn cards_besides(seen: &[Option<Card>]) -> Vec<Card> {
    (0..6).map(Card).filter(|&card| !seen.contains(&Some(card))).collect()
}

impl Game for Leduc {
    type Action = Act;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Leduc>> =
        Some(HiddenInformation { determinize: Leduc::determinized, observe: Leduc::observed });

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.next {
            Next::Deal => Turn::Chance,
            Next::Bet(player) => Turn::Player(player),
            Next::Showdown | Next::FoldedBy(_) => Turn::Over,
        }
    }

    fn legal_actions(&self, actions: &mut Vec<Act>) {
        if self.paid[0] != self.paid[1] {
            actions.push(Act::Fold);
        }
        actions.push(Act::Call);
        if self.raises < MOST_RAISES {
            actions.push(Act::Raise);
        }
    }

    fn apply(&mut self, act: Act) {
        match (self.next, act) {
            (_, Act::Deal(card)) => self.deal(card),
            (Next::Bet(player), Act::Fold) => self.next = Next::FoldedBy(player),
            (Next::Bet(player), Act::Call) => self.call(player),
            (Next::Bet(player), Act::Raise) => self.raise(player),
            (next, act) => unreachable!("{act:?} is illegal before {next:?}"),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let won = self.winner().map_or(0.0, |winner| {
            let lost = f64::from(self.paid[other(winner).index()]);
            if winner == player { lost } else { -lost }
        });
        // From the most that can be lost, which is worth 0, to the most that can be won, which is worth 1.
        Reward::new(0.5 + won / f64::from(2 * MOST))
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Act, f64)>) {
        let deck = cards_besides(&[self.hands[0], self.hands[1], self.table]);
        let probability = 1.0 / deck.len() as f64;
        outcomes.extend(deck.into_iter().map(|card| (Act::Deal(card), probability)));
    }

    fn action_space(&self) -> usize {
        9
    }

    fn action_index(&self, act: Act) -> u64 {
        match act {
            Act::Fold => 0,
            Act::Call => 1,
            Act::Raise => 2,
            Act::Deal(card) => 3 + u64::from(card.0),
        }
    }
}

impl Leduc {
    /// A state that the observer cannot tell from this one: the other player's card is drawn from those that the observer has
    /// not seen.
    fn determinized(&self, observer: Player, rng: &mut Rng) -> Leduc {
        let mut sampled = self.clone();
        if let Some(hidden) = &mut sampled.hands[other(observer).index()] {
            let unseen = cards_besides(&[self.hands[observer.index()], self.table]);
            *hidden = unseen[rng.below(unseen.len())];
        }
        sampled
    }

    /// What the observer sees of an act: everything but the card that the other player gets.
    fn observed(&self, act: Act, observer: Player) -> Option<Act> {
        let receiver = self.hands.iter().position(Option::is_none);
        let is_seen = !matches!(act, Act::Deal(_)) || receiver.is_none_or(|receiver| receiver == observer.index());
        is_seen.then_some(act)
    }
}

/// The game for a workshop: what is said of it, and how it starts.
pub fn kind() -> GameKind {
    let entry = GameEntry::new("leduc-poker", "two players, six cards, two rounds of bets")
        .rules(
            "There are two jacks, two queens and two kings. Both players pay 1 and get a card that the other one does not see. \
             They bet, a card is laid on the table, and they bet again. A player calls, raises by 2 (by 4 in the second \
             round, and at most twice in a round), or folds. A pair with the card on the table wins, otherwise the higher \
             card. What is won or lost is at most 13, which is a reward of 1 or 0.",
        )
        .legend("J, Q, K: jack, queen, king; h and s: hearts and spades; ?: a card that is not seen; -: none yet");
    GameKind::new(entry, |_| Ok(Leduc::undealt()))
}
