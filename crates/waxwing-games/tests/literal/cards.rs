//! A card game for three with hidden hands, hidden plays, secret looks and chance.
//!
//! Ten cards, three for each player and one spare. In each of three rounds every player lays a card face down: the
//! others see whether it is odd. Before that the player may, once in the game, look at the spare card; the next player
//! notices the look, the third one does not. A coin says for each round whether odd or even cards beat the others; the
//! highest card of the better kind, or of the other if there is none, wins the round. A third of the reward for each
//! round.

use waxwing::game::HiddenInformation;
use waxwing::knowledge::{EpisodeLabel, Episodes, Knowledge, Predicates};
use waxwing::{Game, Player, Reward, Rng, Turn};

const CARDS: u8 = 10;
const ROUNDS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardMove {
    Lay(u8),
    /// What the others see of a card that is laid.
    LayUnseen {
        odd: bool,
    },
    Look,
    Spare(u8),
    Coin {
        odd: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Cards {
    hands: [u16; 3],
    laid: [[u8; 3]; ROUNDS],
    coins: [Option<bool>; ROUNDS],
    spare: u8,
    looked: [bool; 3],
    looking: bool,
    /// Cards laid so far.
    count: usize,
    fresh: bool,
}

fn is_odd(card: u8) -> bool {
    card % 2 == 1
}

impl Cards {
    /// A deal; the first coin shows odd.
    pub fn deal(seed: u64) -> Cards {
        let mut cards: Vec<u8> = (0..CARDS).collect();
        Rng::new(seed).shuffle(&mut cards);
        let hand = |player: usize| cards[3 * player..3 * player + 3].iter().fold(0, |hand, card| hand | 1 << card);
        Cards {
            hands: [hand(0), hand(1), hand(2)],
            laid: [[0; 3]; ROUNDS],
            coins: [Some(true), None, None],
            spare: cards[9],
            looked: [false; 3],
            looking: false,
            count: 0,
            fresh: true,
        }
    }

    fn round(&self) -> usize {
        self.count / 3
    }

    fn mover(&self) -> usize {
        (self.round() + self.count) % 3
    }

    /// Whether a player has laid its card in a round.
    fn has_laid(&self, player: usize, round: usize) -> bool {
        round < self.round() || round == self.round() && (player + 3 - round) % 3 < self.count % 3
    }

    fn winner(&self, round: usize) -> usize {
        let better = self.coins[round].expect("the round was played");
        let worth = |player: &usize| {
            let card = self.laid[round][*player];
            (is_odd(card) == better, card)
        };
        (0..3).max_by_key(worth).expect("three players")
    }
}

impl Cards {
    fn determinized(&self, observer: Player, rng: &mut Rng) -> Cards {
        let me = observer.index();
        let mut known = self.hands[me];
        for round in (0..ROUNDS).filter(|&round| self.has_laid(me, round)) {
            known |= 1 << self.laid[round][me];
        }
        if self.looked[me] {
            known |= 1 << self.spare;
        }
        let mut unknown: Vec<u8> = (0..CARDS).filter(|card| known >> card & 1 == 0).collect();
        let mut sampled = self.clone();
        loop {
            rng.shuffle(&mut unknown);
            let mut left = unknown.iter().copied();
            let mut next = || left.next().expect("as many cards as places");
            let mut fits = true;
            for other in (0..3).filter(|&other| other != me) {
                for round in (0..ROUNDS).filter(|&round| self.has_laid(other, round)) {
                    let card = next();
                    fits &= is_odd(card) == is_odd(self.laid[round][other]);
                    sampled.laid[round][other] = card;
                }
                sampled.hands[other] = (0..self.hands[other].count_ones()).fold(0, |hand, _| hand | 1 << next());
            }
            if !self.looked[me] {
                sampled.spare = next();
            }
            if fits {
                break;
            }
        }
        // The player after this one may have looked unnoticed in its own turn.
        let unnoticed = (me + 1) % 3;
        sampled.looked[unnoticed] = self.has_laid(unnoticed, 0) && rng.below(2) == 0;
        sampled
    }

    fn observed(&self, action: CardMove, observer: Player) -> Option<CardMove> {
        let distance = (observer.index() + 3 - self.mover()) % 3;
        match (action, distance) {
            (CardMove::Coin { .. }, _) | (_, 0) => Some(action),
            (CardMove::Lay(card), _) => Some(CardMove::LayUnseen { odd: is_odd(card) }),
            (CardMove::Look, 1) => Some(action),
            _ => None,
        }
    }
}

impl Game for Cards {
    type Action = CardMove;
    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> =
        Some(HiddenInformation { determinize: Cards::determinized, observe: Cards::observed });

    fn players(&self) -> usize {
        3
    }

    fn turn(&self) -> Turn {
        if self.looking {
            Turn::Chance
        } else if self.count == 3 * ROUNDS {
            Turn::Over
        } else if self.coins[self.round()].is_none() {
            Turn::Chance
        } else {
            Turn::Player(Player(self.mover() as u8))
        }
    }

    fn legal_actions(&self, actions: &mut Vec<CardMove>) {
        let hand = self.hands[self.mover()];
        actions.extend((0..CARDS).filter(|card| hand >> card & 1 == 1).map(CardMove::Lay));
        if !self.looked[self.mover()] {
            actions.push(CardMove::Look);
        }
    }

    fn apply(&mut self, action: CardMove) {
        self.fresh = false;
        match action {
            CardMove::Lay(card) => {
                let (round, mover) = (self.round(), self.mover());
                self.hands[mover] &= !(1 << card);
                self.laid[round][mover] = card;
                self.count += 1;
            }
            CardMove::Look => {
                let mover = self.mover();
                self.looked[mover] = true;
                self.looking = true;
            }
            CardMove::Spare(_) => self.looking = false,
            CardMove::Coin { odd } => {
                let round = self.round();
                self.coins[round] = Some(odd);
                self.fresh = true;
            }
            CardMove::LayUnseen { .. } => panic!("nobody can play what is only observed"),
        }
    }

    fn reward(&self, player: Player) -> Reward {
        let won = (0..ROUNDS).filter(|&round| self.winner(round) == player.index()).count();
        Reward::new(won as f64 / ROUNDS as f64)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(CardMove, f64)>) {
        if self.looking {
            outcomes.push((CardMove::Spare(self.spare), 1.0));
        } else {
            outcomes.extend([(CardMove::Coin { odd: true }, 0.6), (CardMove::Coin { odd: false }, 0.4)]);
        }
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &CardKnowledge
    }
}

struct CardKnowledge;

impl Knowledge<Cards> for CardKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Cards>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Cards>> {
        Some(self)
    }
}

impl Episodes<Cards> for CardKnowledge {
    /// An episode is a round; its label is who begins and what the coin shows.
    fn episode(&self, state: &Cards) -> Option<EpisodeLabel> {
        let coin = *state.coins.get(state.round())?;
        state.fresh.then(|| 2 * state.mover() as u32 + u32::from(coin == Some(true)))
    }
}

impl Predicates<Cards> for CardKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["odd-beats", "has-seen-spare", "last-to-lay"]
    }

    fn holding(&self, state: &Cards) -> u64 {
        u64::from(state.coins[state.round().min(ROUNDS - 1)] == Some(true))
            | u64::from(state.looked[state.mover()]) << 1
            | u64::from(state.count % 3 == 2) << 2
    }
}
